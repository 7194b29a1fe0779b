function names = dls_sweep_names (folder)
% Names of the files in a folder, sorted: a row cell, empty when there is no such folder.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (exist ('OCTAVE_VERSION', 'builtin'))
    names = readdir (folder)';                 % dir takes 100 times as long
  else
    names = dir (folder);
    names = {names.name};
  end
  if (isempty (names))
    names = {};
  end
  names = names(~strncmp (names, '.', 1));
end
