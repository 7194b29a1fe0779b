% BENCH_STEP  dls_simulate from Octave: steps beside the user's functions alone; calls; drift.
% SPDX-License-Identifier: GPL-3.0-or-later
1;

function verdict (name, measured, target)
  words = {'MISSED', 'met'};
  printf ('  %-55s %11.4g   <= %-8.4g %s\n', name, measured, target, ...
          words{1 + (measured <= target)});
end

% us of the processor per step, the best of three, and the part that the user's functions took.
function [us, functions, s] = per_step (model, tspan, q0, v0, varargin)
  us = Inf;
  for r = 1:3
    start = cputime ();
    run = dls_simulate (model, tspan, q0, v0, 'Energy', 'off', 'MaxTime', 5, varargin{:});
    took = 1e6 * (cputime () - start) / run.stats.steps;
    if (took < us)
      us = took;
      s = run.stats;
      functions = 1e6 * s.seconds.functions / s.steps;
    end
  end
end

% The functions of a model are called from C; nothing is asked twice: time in all beside theirs.
function bench_functions (cases)
  printf ('\nModels of functions: a step beside the calls of the user''s functions in it\n');
  for name = {'double_pendulum', 'pendulum_on_slider', 'slider_crank', 'moving_plane', ...
              'moving_constraint', 'three_bodies', 'four_bar'}
    x = cases.(name{1});
    [us, functions, s] = per_step (x.model, x.tspan, x.q0, x.v0, 'Step', x.step, x.options{:});
    printf ('  %-20s %9.1f us, functions %9.1f us, evaluations %5.2f\n', name{1}, us, ...
            functions, s.evaluations / s.steps);
    verdict ([name{1}, ': time of the run by that of the functions'], ...
             s.time / s.seconds.functions, 2);
  end
end

function bench_data (cases)
  printf ('\nModels of numbers, us per step of a call of dls_simulate\n');
  limits = {'bouncing_ball', 5; 'beads', 10; 'woodpecker', 13; 'impacting_bar', 21; ...
            'closed_beads', 500};
  for k = 1:size (limits, 1)
    x = cases.(limits{k,1});
    us = per_step (x.model, x.tspan, x.q0, x.v0, 'Step', x.step, x.options{:});
    verdict (limits{k,1}, us, limits{k,2});
  end
  x = cases.bouncing_ball;
  g = x.model.given;
  as_numbers = dls_model ('mass', g.M, 'force', g.f, 'gap', g.gap, 'gapgrad', g.gapgrad, ...
                          'restitution', g.restitution);
  a = per_step (x.model, x.tspan, x.q0, x.v0, 'Step', x.step, x.options{:});
  b = per_step (as_numbers, x.tspan, x.q0, x.v0, 'Step', x.step, x.options{:});
  verdict ('''mass'' and ''force'' as numbers by ''M'' and ''f''', b / a, 1.3);
  f = g.f;
  load = per_step (dls_model (x.model, 'f', @(t) f), x.tspan, x.q0, x.v0, 'Step', x.step, ...
                   x.options{:});
  verdict ('a load f (t)', load, 15);
end

% Steps of the event-driven scheme: beside the user's functions alone, and of models of numbers.
function bench_events (cases)
  printf ('\nevent-driven, steps of the same length\n');
  for name = {'double_pendulum', 'pendulum_on_slider', 'slider_crank', 'moving_plane', ...
              'moving_constraint'}
    x = cases.(name{1});
    span = [x.tspan(1), min(x.tspan(2), x.tspan(1) + 1000 * x.step)];
    [~, ~, s] = per_step (x.model, span, x.q0, x.v0, 'Step', x.step, 'Scheme', 'event-driven');
    verdict ([name{1}, ': time of the run by that of the functions'], ...
             s.time / s.seconds.functions, 3);
  end
  for name = {'bouncing_ball', 'woodpecker', 'impacting_bar'}
    x = cases.(name{1});
    us = per_step (x.model, x.tspan, x.q0, x.v0, 'Step', x.step, 'Scheme', 'event-driven');
    verdict ([name{1}, ', us per step'], us, 15);
  end
end

% All closed from the beginning
function bench_stack ()
  n = 100;
  N = spdiags ([-ones(n, 1), ones(n, 1)], [-1 0], n, n)';
  stack = dls_model ('mass', speye (n), 'force', @(t, q, v) -9.81 * ones (n, 1), 'gap', ...
                     @(q) N' * q, 'gapgrad', @(q) N, 'restitution', 0);
  printf ('\nStack of 100 blocks, by functions\n');
  for scheme = {'moreau-jean', 'nonsmooth-generalized-alpha', 'schatzman-paoli', 'event-driven'}
    us = per_step (stack, [0 0.3], zeros (n, 1), zeros (n, 1), 'Step', 1e-2, 'Scheme', scheme{1});
    verdict ([scheme{1}, ', us per step'], us, 3000);
  end
end

function bench_calls_of_it ()
  model = dls_model ('M', 1, 'f', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
  ms = Inf;
  for r = 1:5
    start = cputime ();
    for k = 1:20
      sol = dls_simulate (model, [0 0.1], 1, 0, 'Step', 1e-2); % unused: without it is shown
    end
    ms = min (ms, 1e3 * (cputime () - start) / 20);
  end
  printf ('\n');
  verdict ('ms of a call of dls_simulate, ten steps', ms, 1);
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

folder = fullfile ('..', 'shared', 'data', 'motion');
if (exist (fullfile (folder, 'motion_cases.m'), 'file'))
  addpath (folder);
  cases = motion_cases ();
  bench_functions (cases);
  bench_data (cases);
  bench_events (cases);
else
  printf ('SKIPPED: no models in %s\n', folder);
end

bench_stack ();

bench_calls_of_it ();

bench_drift ();
