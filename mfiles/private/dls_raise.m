function text = dls_raise (err, caller, varargin)
% Raise what a gateway raised, in the name of the function that the user called; without a caller:
% only what it says. dls_raise (id, format, ...) is error (id, format, ...) where numbers and nouns
% agree, '1 row' for '1 rows'.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (ischar (err))
    error (err, '%s', dls_some (sprintf (caller, varargin{:})));
  end
  text = unprefixed (err.message);
  if (nargin < 2)
    return
  end
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

% The message of an error without the names of the gateway and the function that begin it. What the
% user typed may stand in it and need not be UTF-8, which regexprep refuses: only what comes before
% the first such letter is looked at.
function text = unprefixed (text)
  ascii = find ([double(text) > 126, true], 1) - 1;
  text = [regexprep(text(1:ascii), '^(\w+_mex: )?((dls_\w+|update): )?', ''), text(ascii+1:end)];
end
