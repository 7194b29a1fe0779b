function yes = dls_is_file (file)
% A regular file: of a pipe or a device, reading may never end.
% SPDX-License-Identifier: GPL-3.0-or-later
  yes = exist (file, 'file') == 2;
  if (yes && exist ('OCTAVE_VERSION', 'builtin'))
    [found, err] = stat (file);
    yes = err == 0 && strncmp (found.modestr, '-', 1);
  end
end
