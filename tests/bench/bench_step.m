% BENCH_STEP  dls_simulate from Octave: what the loop costs beside the user's functions; drift.
% SPDX-License-Identifier: GPL-3.0-or-later
1;

function verdict (name, measured, target)
  words = {'MISSED', 'met'};
  printf ('  %-55s %11.4g   <= %-8.4g %s\n', name, measured, target, ...
          words{1 + (measured <= target)});
end

% Seconds of the processor per call of f, the best of five.
function t = per_call (f, varargin)
  t = Inf;
  for r = 1:5
    start = cputime ();
    for k = 1:4000
      f (varargin{:});
    end
    t = min (t, (cputime () - start) / 4000);
  end
end

function bench_overhead (name, model, q0, v0, calls, varargin)
  best = Inf;
  for r = 1:7
    start = cputime ();
    s = dls_simulate (model, [0 4], q0, v0, 'Step', 1e-3, 'Energy', 'off', varargin{:});
    best = min (best, (cputime () - start) / s.stats.steps);
  end
  verdict (['us per step outside of the user''s functions, ', name], 1e6 * (best - calls), 150);
end

function bench_models ()
  mass = @(q) 1;
  force = @(t, q, v) -2;
  gap = @(q) q;
  grad = @(q) 1;
  ball = dls_model ('mass', mass, 'force', force, 'gap', gap, 'gapgrad', grad, 'restitution', 0.5);
  once = per_call (mass, 1) + per_call (force, 0, 1, 1) + per_call (grad, 1);
  % two Newton iterations where nothing is known to be constant, and the gap
  bench_overhead ('ball', ball, 1, 0, 2 * once + per_call (gap, 1));
  ball = dls_model ('mass', 1, 'force', -2, 'gap', gap, 'gapgrad', 1, 'restitution', 0.5);
  bench_overhead ('ball, constant but for the gap', ball, 1, 0, per_call (gap, 1));
  force = @(t, q, v) [8 * cos(t); -9.81];
  gap = @(q) q(2);
  block = dls_model ('mass', eye (2), 'force', force, 'gap', gap, 'gapgrad', [0; 1], ...
                     'tangent', [1; 0], 'mu', 0.8);
  bench_overhead ('shaken block', block, [0; 0], [0; 0], ...
                  2 * per_call (force, 0, [0; 0], [0; 0]) + per_call (gap, [0; 0]));
  grad = @(q) q;
  rod = dls_model ('mass', eye (2), 'force', [0; -9.81], 'constraint', @(q) (q'*q - 1) / 2, ...
                   'constraintgrad', grad);
  bench_overhead ('pendulum', rod, [1; 0], [0; 0], 2 * per_call (grad, [0; 0]));
end

function bench_drift ()
  printf ('\nPendulum in Cartesian coordinates against a wall, 2e4 projected steps\n');
  model = dls_model ('mass', diag ([1 3]), 'force', [0; -9.81], 'constraint', @(q) q'*q - 1, ...
                     'constraintgrad', @(q) 2*q, 'gap', @(q) q(1) + 0.5, 'gapgrad', [1; 0], ...
                     'restitution', 0.9);
  s = dls_simulate (model, [0 200], [1; 0], [0; 0], 'Step', 0.01, 'Scheme', ...
                    'moreau-jean-projected', 'Stride', 10, 'Energy', 'off');
  verdict ('largest violation of positions', max ([s.drift.constraint, s.drift.gap]), 1e-12);
  printf ('  %-55s %11.4g\n', 'us per step, user''s functions included', ...
          1e6 * s.stats.time / s.stats.steps);
end

bench_models ();

bench_drift ();
