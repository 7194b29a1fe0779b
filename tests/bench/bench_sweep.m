% BENCH_SWEEP  dls_sweep: cost per point beside the function, speed-up on two cores.
% SPDX-License-Identifier: GPL-3.0-or-later
1;

function line (name, value, target, met)
  words = {'MISSED', 'met'};
  printf ('  %-58s %8.3f   %s   %s\n', name, value, target, words{1 + met});
  fflush (stdout);
end

function R = two (varargin)
  R = dls_sweep (varargin{:}, 'Engine', 'cores', 'Workers', 2, 'Display', 'off');
end

% The smallest of three runs each: other processes only add.
function t = smallest (sweep)
  t = min (arrayfun (@(k) sweep ().stats.time, 1:3));
end

function overhead ()
  f = @(p) p.a;
  n = 1000;
  alone = @(n) dls_sweep (f, struct ('a', 1:n), 'Engine', 'serial', 'Display', 'off');
  starting = smallest (@() two (f, struct ('a', 1:2)));
  printf ('  two workers started, two points, all read:%s %.3f s\n', blanks (20), starting);
  before = cputime ();
  t = smallest (@() alone (n));
  line ('ms per point, serial', 1e3 * t / n, '<= 2', t / n <= 2e-3);
  printf ('  ms of processor per point, serial %s %.3f\n', blanks (24), ...
          1e3 * (cputime () - before) / 3 / n);
  t = smallest (@() two (f, struct ('a', 1:n))) - starting;
  line ('ms per point, two workers, beyond starting them', 1e3 * t / n, '<= 2', t / n <= 2e-3);
end

% The time of a plain loop over the time of the sweep, starting the workers included. What else
% runs on the machine spoils the second kind of points.
function speed (name, f, grid, target)
  start = tic ();
  for p = grid
    f (p);
  end
  alone = toc (start);
  R = two (f, grid);
  ratio = alone / R.stats.time;
  line (sprintf ('%s: %.1f s -> %.1f s', name, alone, R.stats.time), ratio, ...
        sprintf ('>= %.1f', target), ratio >= target);
end

function speeds ()
  n = 300;
  even = struct ('t', repmat ({0.05}, 1, n));
  uneven = struct ('t', num2cell (linspace (0, sqrt (0.2), 120) .^ 2));
  start = tic ();
  sweep_load (1, 2000);
  rate = 2000 / toc (start);
  [~, text] = system ('cat /proc/loadavg');
  printf ('  load of the machine: %s', text);
  speed ('300 points of 50 ms, waiting', @(p) sweep_load (p.t, 0), even, 1.8);
  speed ('300 points of 50 ms, computing', @(p) sweep_load (p.t, rate), even, 1.8);
  speed ('120 points of 0 to 200 ms, computing', @(p) sweep_load (p.t, rate), uneven, 1.8);
end

printf ('\n');
overhead ();
speeds ();
