function v = dls_version (varargin)
%DLS_VERSION  Versions of the toolbox and of the libraries under it.
%   DLS_VERSION prints them; V = DLS_VERSION () returns a struct with the fields
%     delassus      version of this toolbox
%     suitesparse   version of SuiteSparse
%     blas, kernel  configuration of OpenBLAS and the kernel it picked for this CPU
%     threads       threads that OpenBLAS may use
%     hdf5, xml     true: built with HDF5 (files of FCLIB), with libxml2 (robots in .urdf)
%     advice        '' or how to get a faster kernel
%
%   OpenBLAS that is older than the CPU may pick its slowest kernel ('Prescott': five times
%   slower). The kernel is chosen when Octave starts; from a shell:
%     OPENBLAS_CORETYPE=Haswell octave
%
%   Example:
%     v = dls_version ();
%     v.delassus
%     % ans = 0.2.0
%
%   See also DLS_SETUP.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin > 0)
    error ('delassus:dimension', 'dls_version: %d given; expected none', nargin);
  end
  s = dls_version_mex ();
  s.hdf5 = exist ('dls_fclib_mex') == 3;
  s.xml = exist ('dls_xml_mex') == 3;
  s.advice = '';
  if (any (strcmpi (s.kernel, {'Prescott', 'Core2', 'Generic'})))
    s.advice = ['OpenBLAS runs its slow kernel ''', s.kernel, ''': start Octave with ', ...
                'OPENBLAS_CORETYPE=Haswell (AVX2 CPUs) or SkylakeX (AVX-512 CPUs)'];
  end
  if (nargout > 0)
    v = s;
    return
  end
  with = {'without', 'with'};
  fprintf ('Delassus %s, SuiteSparse %s, %s HDF5, %s libxml2\n', s.delassus, s.suitesparse, ...
           with{1+s.hdf5}, with{1+s.xml});
  fprintf ('%s\nBLAS kernel %s, %d thread(s)\n', s.blas, s.kernel, s.threads);
  if (~isempty (s.advice))
    fprintf ('%s\n', s.advice);
  end
end

%!test
%! v = dls_version ();
%! assert (ischar (v.delassus) && any (v.delassus == '.'))
%! assert (v.threads >= 1)
%! text = evalc ('dls_version');
%! assert (~isempty (strfind (text, [v.suitesparse, ', ', {'without', 'with'}{1+v.hdf5}, ' HDF5'])))
%!demo
%! % what it runs on (nothing to draw)
%! dls_version
