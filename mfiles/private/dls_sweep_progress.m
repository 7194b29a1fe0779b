function yes = dls_sweep_progress (J, id)
% Print how far a sweep is, at times that become rarer (1 s to 1 min); id: the tic of its start,
% 0: silence. Always true: work goes on.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent clock due before
  yes = true;
  if (id == 0)
    return
  elseif (~isequal (clock, id))
    clock = id;
    due = 1;
    before = numel (dls_sweep_names ([J.folder, '/points']));
  end
  t = toc (id);
  if (t < due)
    return
  end
  due = t + min (60, max (1, t / 2));
  now = numel (dls_sweep_names ([J.folder, '/points']));
  left = 'no point finished yet';
  if (now > before)
    left = sprintf ('about %s left', words (t * (J.G.count - now) / (now - before)));
  end
  fprintf ('dls_sweep: %d of %d points (%d %%), %s, %s\n', now, J.G.count, ...
           floor (100 * now / J.G.count), words (t), left);
  if (exist ('OCTAVE_VERSION', 'builtin'))
    fflush (stdout);
  end
end

function text = words (s)
  if (s < 100)
    text = sprintf ('%.0f s', s);
  elseif (s < 6000)
    text = sprintf ('%.0f min', s / 60);
  else
    text = sprintf ('%.1f h', s / 3600);
  end
end
