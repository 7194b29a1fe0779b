function dls_setup (varargin)
%DLS_SETUP  Put the Delassus toolbox on the path.
%   DLS_SETUP adds the folder of the m-functions and the folder of the compiled gateways
%   (build/mex, made by "make") to the path of this session. It is not needed after
%   "pkg load delassus". From anywhere: run ('/path/to/delassus/mfiles/dls_setup.m').
%   Where OpenBLAS has picked a slow kernel, a warning (delassus:kernel) says how to get a fast one.
%
%   Example: in the folder mfiles
%     dls_setup
%     a = dls_kkt (1, 1, -1, 0)       % it works
%     % a = 0
%
%   See also DLS_VERSION, DLS_KKT.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin > 0)
    error ('delassus:dimension', 'dls_setup: %d given; expected none', nargin);
  end
  here = fileparts (mfilename ('fullpath'));
  addpath (here);
  gateways = fullfile (fileparts (here), 'build', 'mex');
  if (exist (gateways, 'dir'))
    addpath (gateways);
  end
  if (exist ('dls_kkt_mex') ~= 3)
    error ('delassus:notCompiled', ...
           'dls_setup: no compiled gateways in %s; run "make" in %s first', ...
           gateways, fileparts (here));
  end
  v = dls_version ();
  if (~isempty (v.advice))
    warning ('delassus:kernel', 'dls_setup: %s', v.advice);
  end
end

%!test
%! dls_setup ();
%! assert (exist ('dls_kkt_mex'), 3)
%!test  % a slow kernel is reported, with the remedy; it is chosen when Octave starts
%! if (isunix () && ~ismac ())
%!   octave = fullfile (OCTAVE_EXEC_HOME (), 'bin', 'octave-cli');
%!   words = ['OPENBLAS_CORETYPE=Prescott "', octave, '" -f -H --eval "addpath (''', ...
%!            strjoin(strsplit (path (), pathsep ()), ''', '''), '''); dls_setup" 2>&1 </dev/null'];
%!   [~, text] = system (words);
%!   assert (~isempty (strfind (text, 'start Octave with OPENBLAS_CORETYPE=')))
%! end
%!demo
%! % the folders of the toolbox are on the path, and what it runs on (nothing to draw)
%! dls_setup
%! dls_version
