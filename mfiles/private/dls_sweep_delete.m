function dls_sweep_delete (file)
% Delete a file, if there is one. In Octave, delete would take [ and * in names as patterns.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (exist ('OCTAVE_VERSION', 'builtin'))
    [~, ~] = unlink (file);
  elseif (exist (file, 'file') == 2)
    delete (file);
  end
end
