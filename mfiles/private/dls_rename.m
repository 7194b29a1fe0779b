function ok = dls_rename (from, to)
% Rename a file or folder: of several processes that try, one succeeds.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent octave
  if (isempty (octave))
    octave = exist ('OCTAVE_VERSION', 'builtin') ~= 0;
  end
  if (octave)
    [err, ~] = rename (from, to);
    ok = err == 0;
  else
    ok = java.io.File (from).renameTo (java.io.File (to));
  end
end
