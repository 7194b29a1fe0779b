function dls_sweep_clear (folder, itself)
% Delete the files of a folder (not its folders) and, if asked, the folder itself.
% SPDX-License-Identifier: GPL-3.0-or-later
  octave = exist ('OCTAVE_VERSION', 'builtin') ~= 0;
  for name = dls_sweep_names (folder)
    file = [folder, '/', name{1}];
    if (octave)
      unlink (file);                           % delete would take [ and * in names as patterns
    else
      delete (file);
    end
  end
  if (itself && exist (folder, 'dir') == 7)
    rmdir (folder);
  end
end
