function dls_sweep_clear (folder, itself)
% Delete the files of a folder (not its folders) and, if asked, the folder itself.
% SPDX-License-Identifier: GPL-3.0-or-later
  for name = dls_sweep_names (folder)
    dls_sweep_delete ([folder, '/', name{1}]);
  end
  if (itself && exist (folder, 'dir') == 7)
    rmdir (folder);
  end
end
