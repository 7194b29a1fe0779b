% PUBLIC_CALL  A random legal call of a public function.
%
%   [name, args] = public_call ()
%
% SPDX-License-Identifier: GPL-3.0-or-later
function [name, args] = public_call ()
  calls = {@equations, @equations, @complementarity, @conic, @of_system, @of_system, @of_system, ...
           @sticking, @grasp, @impact, @friction, @friction, @motion, @motion, @model, ...
           @builders, @files, @small, @mechanism, @mechanism, @asked};
  [name, args] = calls{randi (numel (calls))} ();
end

function v = one_of (varargin)
  v = varargin{randi (nargin)};
end

% Up to two different options of a table {name, {values}; ...}.
function args = with_options (args, table)
  order = randperm (size (table, 1));
  for row = order(1:min (end, randi ([0, 2])))
    values = table{row,2};
    args = [args, table(row,1), values(randi (numel (values)))];
  end
end

function [name, args] = equations ()
  n = randi (5);
  m = randi ([0, 5]);
  B = randn (n, max (n - (rand () < 0.3), 1));
  M = B * B';
  G = randn (n, m);
  if (rand () < 0.4)
    M = sparse (M);
    G = sparse (G);
  end
  name = one_of ('dls_kkt', 'dls_kkt_setup', 'kkt_object', 'dls_redundancy', 'dls_kinetic_angle');
  common = {'Method', {'auto', 'qr', 'dense', 'ldl'}; 'Weight', {ones(m, 1), []}; ...
            'Tolerance', {1e-12}};
  switch (name)
    case 'dls_kkt'
      args = with_options ({M, G, randn(n, 1), randn(m, 1)}, common);
    case 'dls_kkt_setup'
      args = with_options ({M, G}, common);
    case 'kkt_object'
      name = 'dls_kkt';
      args = {dls_kkt_setup(M, G), randn(n, 1), randn(m, 1)};
    case 'dls_redundancy'
      args = with_options ({M, G}, {'RankTolerance', {1e-9}; 'b', {randn(m, 1)}; ...
                                    'Leverage', {'off'}; 'MaxKernelEntries', {100}});
    otherwise
      args = {eye(n), G, G};
  end
end

function [name, args] = complementarity ()
  n = randi (5);
  e = randi ([0, 3]);
  how = {'Method', {'auto', 'lemke', 'newton'}; 'Tolerance', {1e-9}; 'MaxIterations', {10}; ...
         'Display', {'off'}};
  switch (randi (6))
    case 1
      name = 'dls_lcp';
      args = with_options ({randn(n), randn(n, 1)}, [how; {'Start', {rand(n, 1)}}]);
    case 2
      name = 'dls_mlcp';
      args = with_options ({randn(e), randn(e, n), randn(n, e), randn(n), randn(e, 1), ...
                            randn(n, 1)}, [how; {'Start', {rand(e + n, 1)}}]);
    case 3
      name = 'dls_lcp_all';
      args = {randn(n), randn(n, 1)};
    case 4
      name = 'dls_matrix_class';
      args = {randn(n)};
    case 5
      name = 'dls_lcp_setup';
      args = with_options ({randn(n)}, [how; {'Warm', {true, false}; 'Free', {0, n}}]);
    case 6
      name = 'dls_lcp';
      args = {dls_lcp_setup(randn (n)), randn(n, e)};
  end
end

function [name, args] = conic ()
  name = 'dls_conic';
  n = randi (5);
  cones = struct ('z', randi ([0, 2]), 'l', randi ([0, 3]), 'q', randi ([1, 4], 1, randi ([0, 2])));
  m = cones.z + cones.l + sum (cones.q);
  B = randn (n);
  start = struct ('x', zeros (n, 1), 's', ones (m, 1), 'y', ones (m, 1));
  if (rand () < 0.3)
    args = {dls_conic_setup(B * B', randn (m, n), cones), randn(n, 1), randn(m, 1)};
    return
  end
  args = with_options ({B * B', randn(n, 1), randn(m, n), randn(m, 1), cones}, ...
                       {'Method', {'auto', 'cholesky', 'ldl'}; 'Tolerance', {1e-9}; ...
                        'MaxIterations', {50}; 'Start', {start}; 'Display', {'off'}});
end

function [name, args] = of_system ()
  S = random_contacts ();
  table = {
    'dls_contact', {'Sticking', {'equations', 'coulomb'}; 'Solutions', {'auto', 'one', 'all'}; ...
                    'MinimumNorm', {'on', 'off'}; 'Tolerance', {1e-8}; 'MaxIterations', {20}}
    'dls_reaction_range', {'Cones', {true, false}; 'MaxBilateral', {2}; 'MaxPatterns', {10}}
    'dls_wellposed', {'VelocityBefore', {randn(S.n, 1)}; 'Restitution', {0.5}; 'Facets', {8}; ...
                      'Gap', {zeros(S.nu, 1)}; 'GapRate', {zeros(S.nu, 1)}}
    'dls_friction_bound', {}
    'dls_delassus', {'Reduced', {true}}
  };
  k = randi (size (table, 1));
  name = table{k,1};
  args = {S};
  if (~isempty (table{k,2}))
    args = with_options (args, table{k,2});
  end
end

function [name, args] = sticking ()
  S = dls_system (random_contacts (), 'vtu', [], 'vtb', []);
  name = 'dls_sticking';
  still = all ([S.bb; S.bu; S.tb; S.tu] == 0);   % as 'Static' asks for
  args = with_options ({S}, {'Static', {still, false}; 'Critical', {true, false}; ...
                             'Persistent', {true}; 'Facets', {0, 8}});
  if (rand () < 0.3)
    name = 'dls_verify';
    args = {S, dls_sticking(S)};
  end
end

function [name, args] = grasp ()
  name = 'dls_grasp';
  d = randi ([2, 3]);
  c = randi (4);
  args = with_options ({randn(d, c), randn(d, c), rand(c, 1), 'MaxTime', 5}, ...
                       {'Limit', {'sum', 'each'}; 'Facets', {0, 4}; 'Center', {zeros(d, 1)}; ...
                        'Quality', {true, false}; 'Tolerance', {0.1}; 'MaxPoints', {20}});
end

function [name, args] = impact ()
  name = 'dls_impact';
  S = random_contacts ();
  S = dls_system ('M', S.M, 'Gb', S.Gb, 'Gu', S.Gu);
  args = with_options ({S, randn(S.n, 1), 0.5}, {'Law', {'newton', 'moreau', 'plastic'}; ...
                                                 'Uniqueness', {'on', 'off'}; 'Method', {'auto'}});
end

function [name, args] = friction ()
  name = one_of ('dls_friction', 'dls_friction', 'dls_residual', 'dls_friction_exists', ...
                 'dls_problem');
  [problem, N, v] = friction_problem ();
  P = dls_problem (problem{:});
  switch (name)
    case 'dls_problem'
      args = problem;
    case 'dls_residual'
      args = with_options ([{P, randn(N, 1)}, v], {'Measure', {'scaled', 'siconos'}});
    case 'dls_friction_exists'
      args = {P};
    otherwise
      args = with_options ({P, 'MaxTime', 1, 'MaxIterations', 50}, ...
        {'Method', {'auto', 'interior-point', 'newton', 'fixpoint', 'gauss-seidel', 'lcp'}; ...
         'Tolerance', {1e-8}; 'Start', {randn(N, 1)}; 'Facets', {8}; 'Measure', {'scaled'}});
  end
end

function [problem, N, v] = friction_problem ()
  d = randi ([2, 3]);
  nc = randi (3);
  N = d * nc;
  C = randn (N, N + 1);
  n = randi (5);
  B = randn (n);
  if (rand () < 0.5)
    problem = {'W', C * C', 'q', randn(N, 1), 'mu', rand(nc, 1), 'd', d};
    v = {};
  else
    problem = {'M', B * B' + eye(n), 'H', randn(N, n), 'f', randn(n, 1), 'w', randn(N, 1), ...
               'mu', rand(nc, 1), 'd', d};
    v = {randn(n, 1)};
  end
end

function model = ball ()
  model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
end

function [name, args] = motion ()
  name = 'dls_simulate';
  stop = @(t, q, v) false;
  switch (randi (3))
    case 1
      args = with_options ({ball(), [0, 0.1], 1, 0, 'Step', 1e-2, 'MaxTime', 1}, ...
        {'Scheme', {'moreau-jean', 'schatzman-paoli', 'nonsmooth-generalized-alpha', ...
                    'event-capturing', 'event-driven', 'moreau-jean-projected'}; ...
         'Adaptive', {'on'}; 'Theta', {0.5}; 'Gamma', {1}; 'MaxSteps', {5}; 'Stride', {2}; ...
         'Stop', {stop}; 'RelTol', {1e-3}; 'OnError', {'return', 'raise'}; ...
         'MaxTime', {0.5}});
    case 2
      slider = dls_model ('mass', @(q) eye (2), 'force', @(t, q, v) [0; -9.81], ...
                          'gap', @(q) q(2), 'tangent', [1; 0], 'mu', 0.3, 'restitution', 0.2);
      args = {slider, [0, 0.05], [0; 1e-2], [1; 0], 'Step', 1e-2, 'MaxTime', 1};
    case 3
      args = {ball(), 0.1, dls_simulate(ball (), [0, 0.05], 1, 0, 'Step', 1e-2), 'MaxTime', 1};
  end
end

function [name, args] = model ()
  name = one_of ('dls_model', 'dls_check_model', 'dls_error', 'dls_tableau');
  switch (name)
    case 'dls_model'
      args = {'mass', 2, 'force', -1, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5, 'mu', 0};
    case 'dls_check_model'
      args = {ball(), 1, 0, 0};
    case 'dls_error'
      sol = struct ('t', 0:0.1:1, 'q', zeros (1, 11), 'v', [zeros(1, 6), ones(1, 5)]);
      exact = struct ('state', @(t) [0 * t; t >= 0.5], 'jumps', 0.5);
      args = {sol, exact, one_of('uniform', 'L1', 'L2', 'hausdorff')};
    case 'dls_tableau'
      args = {'radau-iia-5'};
  end
end

function [name, args] = builders ()
  name = 'dls_system';
  S = random_contacts ();
  fields = {'M', 'F', 'Gb', 'Gu', 'Hb', 'Hu', 'muu', 'mub', 'vtu', 'vtb', 'bu', 'bb', 'tu', ...
            'tb', 'd', 'names'};
  args = cell (2, numel (fields));
  for k = 1:numel (fields)
    args(:,k) = {fields{k}; S.(fields{k})};
  end
  args = reshape (args, 1, []);
end

function [name, args] = files ()
  folder = fullfile (tempdir (), sprintf ('dls_fuzz_%d', getpid ()));
  [~, ~] = mkdir (folder);
  P = friction_problem ();
  P = dls_problem (P{:});
  file = fullfile (folder, [P.form, one_of('.dat', '.hdf5', '.mtx', '.mat')]);
  name = one_of ('dls_read', 'dls_write');
  if (strcmp (name, 'dls_write'))
    args = {P, file};
  else
    dls_write (P, file);
    args = {file};
  end
end

function [name, args] = small ()
  name = one_of ('dls_sweep', 'dls_profile', 'dls_options', 'dls_version');
  switch (name)
    case 'dls_sweep'
      args = with_options ({@(p) p.a + 1, struct('a', 1:2), 'Engine', 'serial', ...
                            'Display', 'off'}, {'Seed', {3}; 'Retry', {true}; 'Workers', {1}});
    case 'dls_profile'
      args = with_options ({rand(4, 3), {'a', 'b', 'c'}}, {'Solved', {rand(4, 3) > 0.2}});
    case 'dls_options'
      args = one_of ({'dls_kkt', 'Tolerance', 1e-10}, {'dls_simulate', struct('Step', 1)});
    case 'dls_version'
      args = {};
  end
end

% A machine in the plane or in space: bars, joints, a spring, something that touches the ground.
function B = machine ()
  d = randi ([2, 3]);
  at = @(x) [x; zeros(d - 1, 1)];
  shapes = {'circle', 'sphere'};
  shape = shapes{d-1};
  B = dls_mechanism ('gravity', [zeros(1, d - 1), -9.81]);
  B = dls_body (B, 'low', 'fixed', true, 'at', [zeros(1, d - 1), -1], 'shape', shape, ...
                'size', 1/2);
  B = dls_body (B, 'bar', 'mass', 1, 'inertia', ones (2*d-3, 1), 'at', at (1), ...
                'shape', shape, 'size', 1/4);
  B = dls_body (B, 'rod', 'mass', 2, 'inertia', ones (2*d-3, 1), 'at', at (3));
  B = dls_joint (B, 'base', 'hinge', {'ground', at(0), 'along', at(1)}, {'bar', at(-1)});
  B = dls_joint (B, 'elbow', one_of ('hinge', 'slider', 'fixed', 'slot'), ...
                 {'bar', at(1), 'along', at(1)}, {'rod', at(-1)});
  B = dls_force (B, 'coil', 'spring', {'ground', at(0)}, {'rod', at(1)}, 'stiffness', 3);
  if (rand () < 0.5)
    B = dls_touch (B, 'bar', 'low', 'mu', 0.3, 'restitution', 0.5);
  end
end

function [name, args] = mechanism ()
  B = machine ();
  at = @(x) [x; zeros(B.d - 1, 1)];
  name = one_of ('dls_mechanism', 'dls_body', 'dls_joint', 'dls_force', 'dls_touch', ...
                 'dls_assemble', 'dls_at', 'dls_show', 'dls_system', 'dls_kkt', ...
                 'dls_redundancy', 'dls_contact', 'dls_reaction_range', 'dls_simulate');
  switch (name)
    case 'dls_mechanism'
      args = {'gravity', B.gravity};
    case 'dls_body'
      args = with_options ({B, 'new', 'mass', 2, 'inertia', ones(2*B.d-3, 1), 'at', at(-1)}, ...
        {'velocity', {at(2)}; 'spin', {ones(2*B.d-3, 1)}; 'held', {true}; 'fixed', {false}});
    case 'dls_joint'
      args = {{'ground', at(0), 'along', at(1)}, {'rod', at(1)}};
      args = one_of (with_options ([{B, 'new', one_of('hinge', 'slider', 'slot')}, args], ...
                                   {'held', {true}}), [{B, 'new', 'distance'}, args]);
    case 'dls_force'
      args = one_of ({B, 'new', 'force', {'rod', at(1)}, at(2)}, ...
                     {B, 'new', 'spring', {'ground', at(0)}, {'bar', at(1)}, 'stiffness', 2}, ...
                     {B, 'new', 'own', @(t, q, v) -v});
    case 'dls_touch'
      B.touches = B.touches([]);
      args = {B, 'bar', 'low', 'mu', 0.1, 'restitution', 0.2};
    case 'dls_at'
      args = {B, dls_simulate(B, [0, 0.02], 'Step', 1e-2), 2};
    case 'dls_simulate'
      args = {B, [0, 0.02], 'Step', 1e-2, 'MaxTime', 1};
    otherwise
      args = {B};
  end
end

% Functions that ask about a problem or an answer.
function [name, args] = asked ()
  name = one_of ('dls_modes', 'dls_loads', 'dls_sensitivity', 'dls_show', 'dls_orders');
  S = dls_system ('M', 2*eye (2), 'F', [-13; 20], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
  switch (name)
    case 'dls_modes'
      args = with_options ({S}, {'ForceDirections', {eye(2)}; 'Facets', {6}; 'MaxTime', {5}});
    case 'dls_loads'
      args = with_options ({S, eye(2)}, {'Static', {false}; 'Facets', {6}; 'MaxTime', {5}});
    case 'dls_sensitivity'
      [x.a, x.lambda, x.info] = dls_contact (S);
      args = {S, x, one_of('F', 'bu', 'muu', 'M')};
    case 'dls_show'
      P = dls_problem ('W', eye (2), 'q', [-1; 0], 'mu', 0, 'd', 2);
      args = {one_of(S, dls_sticking (S), P, ball ())};
    case 'dls_orders'
      args = {ball(), [0, 0.5], 1, 0, 'Steps', [0.1, 0.05, 0.025]};
  end
end
