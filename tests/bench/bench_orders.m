% BENCH_ORDERS  Orders of all schemes through an accumulation of impacts, and what accuracy costs.
%   The oscillator pressed on its stop (w^2 = 10, offset 0.3, e = 1/2, rest from t = 2.286) and the
%   ball of HIGHORDER (10) (rest from t = 3). Slopes are fitted to log (error) over log (h) until
%   rounding (2e-13). Between impacts the ball is integrated exactly: what remains is the error of
%   the critical steps C*h^r (C = 1 there), of order r. Writes build/precision_work.png (HIGHORDER
%   figures 4 to 7).
% SPDX-License-Identifier: GPL-3.0-or-later
1;

function [models, exact, names] = problems ()
  names = {'oscillator', 'ball'};
  models = {dls_model('M', 1, 'K', 10, 'f', -3, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5), ...
            dls_model('M', 1, 'f', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5)};
  exact = {exact_oscillator(10, 0.5, 1, 0.3), exact_ball()};
end

function high_orders ()
  methods = {'lobatto-iiia-2', 'half-explicit-2', 'radau-iia-3', 'half-explicit-3', 'gauss-4', ...
             'lobatto-iiia-4', 'lobatto-iiic-4', 'half-explicit-4', 'radau-iia-5', ...
             'half-explicit-5', 'lobatto-iiia-6'};
  [models, exact, names] = problems ();
  printf ('event-capturing, positions in the uniform norm: slope (decades of h), smallest error\n');
  printf ('%-14s %-24s %-24s %-24s\n', 'method', 'oscillator, r = p+1', 'ball, r = p', ...
          'ball, r = p+1');
  for k = 1:numel (methods)
    p = dls_tableau (methods{k}).order;
    printf ('%-14s', methods{k});
    for c = [1 2 2; p+1, p, p+1; 1e-3 1 1]
      h = 0.2 * 10 .^ (-(0:1/3:2));
      if (p > 4)
        h = 0.2 * 10 .^ (-(0:1/8:1.75));           % rounding comes soon
      end
      R = dls_orders (models{c(1)}, [0 4], 1, 0, 'Steps', h, 'Schemes', ...
                      ['event-capturing ', methods{k}], 'CriticalOrder', c(2), ...
                      'CriticalFactor', c(3), 'Energy', 'off', 'Norms', 'uniform', ...
                      'Floor', 2e-13, 'Reference', exact{c(1)});
      used = R.steps(R.q > 2e-13);
      printf (' %5.2f (%.1f) %8.1e    ', R.slopes.q, log10 (max (used) / min (used)), min (R.q));
    end
    printf ('\n');
    fflush (stdout);
  end
end

function low_orders ()
  [models, exact, names] = problems ();
  printf ('\nslopes of other schemes, h = 0.03 .. 0.001 (velocities; positions in brackets)\n');
  printf ('%-28s %-11s %-14s %-14s %-14s\n', 'scheme', '', 'L1', 'Hausdorff', 'uniform');
  schemes = {'moreau-jean', 'schatzman-paoli', 'nonsmooth-generalized-alpha'};
  for c = 1:2
    R = dls_orders (models{c}, [0 4], 1, 0, 'Schemes', schemes, 'Steps', ...
                    0.0301 * 10 .^ (-(0:0.5:1.5)), 'Norms', {'L1', 'hausdorff', 'uniform'}, ...
                    'Reference', exact{c}, 'Energy', 'off');
    for s = 1:3
      printf ('%-28s %-11s', schemes{s}, names{c});
      printf (' %5.2f (%5.2f) ', [R.slopes.v(s,:); R.slopes.q(s,:)]);
      printf ('\n');
    end
  end
end

% Error against work: solves of the equations of motion (one for each evaluation of the forces).
function precision_work ()
  [models, exact, names] = problems ();
  h = 0.1 * 10 .^ (-(0:0.25:1.5));
  low = 0.01 * 10 .^ (-(0:0.5:2));
  tol = 10 .^ -(2:0.5:5);
  runs = {'Moreau', {}, low, 'Step', 'k-'; ...
          'Moreau, adaptive (67)', {'Adaptive', 'on', 'Estimate', 'coordinates'}, tol, ...
          'tol', 'kx-'; ...
          'Moreau, adaptive (69)', {'Adaptive', 'on'}, tol, 'tol', 'ko-'; ...
          'Schatzman-Paoli', {'Scheme', 'schatzman-paoli'}, low, 'Step', 'm-'; ...
          'Lobatto IIIA 2', {'Method', 'lobatto-iiia-2'}, h, 'Step', 'b-'; ...
          'Lobatto IIIA 4', {'Method', 'lobatto-iiia-4'}, h, 'Step', 'g-'; ...
          'Radau IIA 5', {'Method', 'radau-iia-5'}, h, 'Step', 'r-'; ...
          'half-explicit 5', {'Method', 'half-explicit-5'}, h, 'Step', 'c-'; ...
          'Radau IIA 5, adaptive', {'Method', 'radau-iia-5', 'Adaptive', 'on'}, tol .^ 2, ...
          'tol', 'rs-'};
  fig = figure ('visible', 'off', 'position', [0 0 1100 500]);
  for c = 1:2
    subplot (1, 2, c);
    printf ('\nwork for an error in positions (L1), %s\n%-24s', names{c}, '');
    levels = [1e-2 1e-4 1e-6 1e-8];
    printf (' %9.0e', levels);
    for k = 1:rows (runs)
      [x, y] = curve (models{c}, exact{c}, runs(k,:));
      loglog (x, max (y, 1e-15), runs{k,5}, 'linewidth', 2);
      hold on
      printf ('\n%-24s', runs{k,1});
      for level = levels
        printf (' %9.4g', min ([x(y <= level), Inf]));
      end
      fflush (stdout);
    end
    hold off
    grid on
    xlabel ('solves');
    ylabel ('error of positions, L1');
    title (names{c});
  end
  printf ('\n');
  legend (runs(:,1), 'location', 'northeast');
  save_picture (fig, 'precision_work');
end

function [work, e] = curve (model, exact, run)
  options = run{2};
  if (any (strcmp (options, 'Method')))
    options = [options, {'Scheme', 'event-capturing'}];
  end
  for j = 1:numel (run{3})
    if (strcmp (run{4}, 'Step'))
      last = {'Step', run{3}(j)};
    else
      last = {'RelTol', run{3}(j), 'AbsTol', run{3}(j), 'Step', 0.01};
    end
    sol = dls_simulate (model, [0 4], 1, 0, options{:}, last{:}, 'Energy', 'off');
    work(j) = sol.stats.solves;
    e(j) = dls_error (sol, exact, 'L1').q;
  end
end

high_orders ();
low_orders ();
warning ('off', 'Octave:gnuplot-graphics');
graphics_toolkit ('gnuplot');
addpath (fullfile ('examples', 'tools'));
precision_work ();
