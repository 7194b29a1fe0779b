function x = dls_sweep_load (file)
% What dls_sweep_save stored; [] when there is no such file or it is damaged.
% SPDX-License-Identifier: GPL-3.0-or-later
  try
    if (exist ('OCTAVE_VERSION', 'builtin'))
      x = load ('-binary', file).x;
    else
      x = load (file, '-mat');
      x = x.x;
    end
  catch
    x = [];
  end
end
