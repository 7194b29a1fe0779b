function dls_raise (err, caller)
% Raise what a gateway raised, in the name of the function that the user called.
% SPDX-License-Identifier: GPL-3.0-or-later
  text = dls_unprefixed (err.message);
  id = err.identifier;
  if (strncmp (id, 'delassus:', 9))
    error (id, '%s: %s', caller, text);
  elseif (~isempty (strfind (id, 'out-of-memory')) || ~isempty (strfind (id, 'nomem')) ...
          || ~isempty (strfind (text, 'failed to allocate')))
    error ('delassus:outOfMemory', '%s: out of memory', caller);
  elseif (exist ('dls_kkt_mex') ~= 3)
    error ('delassus:notCompiled', ...
           '%s: the compiled part is missing; run "make" in the folder of the project', caller);
  elseif (~isempty (strfind (id, 'ndefined')) ...
          && ~isempty ([strfind(text, 'dls_fclib_mex'), strfind(text, 'dls_xml_mex')]))
    lib = {'HDF5', 'libhdf5-dev', 'libxml2', 'libxml2-dev'};
    lib = lib((1:2) + 2 * ~isempty (strfind (text, 'xml')));
    error ('delassus:notBuilt', ['%s: Delassus was built without %s; install it (Debian: %s) ', ...
           'and build or install Delassus again'], caller, lib{:});
  else
    rethrow (err);
  end
end
