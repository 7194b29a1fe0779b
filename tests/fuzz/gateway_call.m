% GATEWAY_CALL  A random legal call of a gateway.
%
%   [gateway, args] = gateway_call ()
%
% SPDX-License-Identifier: GPL-3.0-or-later
function [gateway, args] = gateway_call ()
  calls = {@kkt, @kkt_object, @lcp, @conic, @contact, @friction, @range_of, @small, @motion, ...
           @files, @impact, @held, @blocks, @mechanism, @xml, @verify, @verify_friction};
  [gateway, args] = calls{randi (numel (calls))} ();
end

function [M, G, F, b] = system ()
  n = randi ([1, 6]);
  m = randi ([0, 6]);
  B = randn (n, max (n - randi ([0, 1]), 1));
  M = sparse (B * B');
  G = sparse (randn (n, m));
  F = randn (n, 1);
  b = randn (m, 1);
end

function v = one_of (varargin)
  v = varargin{randi (nargin)};
end

function [gateway, args] = kkt ()
  gateway = 'dls_kkt_mex';
  [M, G] = system ();
  k = randi ([0, 3]);
  opts = {'Method', one_of('auto', 'cholesky', 'ldl', 'lu', 'qr', 'dense', 'mumps'), ...
          'Weight', one_of([], speye (size (G, 2)), rand (size (G, 2), 1))};
  args = one_of ({'once', M, G, randn(size (M, 1), k), randn(size (G, 2), k), opts}, ...
                 {'setup', M, G, opts});
end

% Calls with a handle: good, released, or a number that never was one.
function [gateway, args] = kkt_object ()
  gateway = 'dls_kkt_mex';
  [M, G] = system ();
  id = dls_kkt_mex ('setup', M, G, {});
  way = randi (6);
  if (way > 2)
    dls_kkt_mex ('free', id);
    id = one_of (id, -id, id + 4096, 2^60, -1, NaN, Inf, 0, 4096, 9e15, 1.5);
  end
  k = randi ([0, 3]);
  args = one_of ({'solve', id, randn(size (M, 1), k), randn(size (G, 2), k)}, ...
                 {'update', id, 2 * M, G}, {'free', id});
end

function [gateway, args] = lcp ()
  gateway = 'dls_lcp_mex';
  n = randi ([0, 6]);
  opts = struct ('Method', one_of ('auto', 'lemke', 'interior-point', 'newton', ...
                                    'gauss-seidel', 'enumerate'));
  if (rand () < 0.5)
    opts.Start = rand (n, 1);
  end
  args = one_of ({'solve', sparse(randn (n)), randn(n, 1), randi([0, n]), opts}, ...
                 {'all', sparse(randn (n)), randn(n, 1), randi([0, n]), {}});
end

function [gateway, args] = conic ()
  gateway = 'dls_conic_mex';
  [P, ~, q] = system ();
  n = numel (q);
  sizes = [randi([0, 2]), randi([0, 3]), randi([1, 4], 1, randi ([0, 2]))];
  rows = sum (sizes);
  start = struct ('x', randn (n, 1), 's', rand (rows, 1), 'y', rand (rows, 1));
  args = {P, q, sparse(randn (rows, n)), randn(rows, 1), sizes, one_of({}, {'Start', start})};
end

function [gateway, args] = contact ()
  gateway = 'dls_contact_mex';
  S = random_contacts ();
  law = rand () < 0.5;
  [N, U] = dls_contact_mex ('units', S);
  lambda = struct ('nb', randn (S.nb, 1), 'nu', rand (S.nu, 1), ...
                   'tb', randn (size (S.Hb, 2), 1), 'tu', randn (size (S.Hu, 2), 1));
  T = S;
  for f = fieldnames (N)'
    T.(f{1}) = N.(f{1});
  end
  args = one_of ({'problem', S, law}, {'units', S}, {'solve', S, {}}, ...
                 {'again', T, U, {'MaxTime', 1}, rand() < 0.5}, ...
                 {'check', S, law, randn(S.n, 1), lambda}, ...
                 {'judge', T, U, double([law, law, rand() < 0.5]), randn(S.n, 1), lambda});
end

function [gateway, args] = friction ()
  gateway = 'dls_friction_mex';
  d = randi ([2, 3]);
  nc = randi ([0, 3]);
  N = d * nc;
  C = randn (N, N + 1);
  opts = struct ('MaxTime', 1, 'Method', ...
                 one_of ('auto', 'interior-point', 'newton', 'fixpoint', 'gauss-seidel', 'lcp'));
  if (rand () < 0.5)
    opts.Start = randn (N, 1);
  end
  [M, ~, f] = system ();
  n = numel (f);
  P = struct ('kind', 'friction', 'd', d, 'mu', rand (nc, 1), 'W', sparse (C * C'), ...
              'q', randn (N, 1), 'M', M + speye (n), 'H', sparse (randn (N, n)), 'f', f, ...
              'w', randn (N, 1));
  args = one_of ({'local', P, opts}, {'global', P, opts}, ...
                 {'setup', P.d, P.mu, P.W, P.q, {'MaxTime', 1}}, ...
                 {'setup', P.d, P.mu, P.M, P.H, P.f, P.w, {'MaxTime', 1}});
end

function [gateway, args] = range_of ()
  gateway = 'dls_range_mex';
  [~, A, b] = system ();
  m = size (A, 2);
  sizes = [randi([0, 2]), randi([0, 3]), 3 * ones(1, randi ([0, 2]))];
  args = one_of ({A, b, rand(m, 1) > 0.5, speye(m), Inf}, {A, b}, ...
                 {sparse(randn (numel (b), sum (sizes))), b, sizes, speye(sum (sizes)), 1, 1e-9});
end

function [gateway, args] = small ()
  [M, G] = system ();
  tables = {'dls_kkt', 'dls_lcp', 'dls_conic', 'dls_friction', 'dls_redundancy', 'x'};
  calls = {'dls_matrix_class_mex', {sparse(randi ([-1, 2], randi ([0, 6])))}
           'dls_redundancy_mex', {M, G, struct()}
           'dls_options_mex', {'table', tables{randi(6)}}
           'dls_version_mex', {}};
  k = randi (4);
  gateway = calls{k,1};
  args = calls{k,2};
end

% A run that was set up, released, or never was; models of numbers, handles, or a mechanism.
function [gateway, args] = motion ()
  gateway = 'dls_motion_mex';
  [model, q, v] = bound_model ();
  schemes = {'moreau-jean', 'schatzman-paoli', 'nonsmooth-generalized-alpha', ...
             'moreau-jean-projected', 'event-capturing', 'event-driven'};
  opts = {'Step', 0.01, 'Theta', rand(), 'Scheme', one_of(schemes{:})};
  if (isfield (model, 'machine'))
    opts{end} = 'moreau-jean';
  end
  course = struct ('t0', 0, 'tend', 1, 'q', q, 'v', v, 'factors', [0.9 0.5 5], 'p', [], ...
                   'status', [], 'memory', [], 'times', one_of ([], [0.5 1]));
  sizes = model;
  [sizes.n, sizes.nq, sizes.nx] = deal (numel (v), numel (q), 0);
  args = {'setup', sizes, model, opts, course};
  if (strncmp (opts{end}, 'event', 5))
    T = dls_tableau ('radau-iia-3');
    [T.A, T.Abar] = deal (T.A', T.Abar');
    args{end+1} = T;
  end
  if (rand () < 0.4)
    return
  end
  id = dls_motion_mex (args{:});
  way = randi (6);
  if (way > 3)
    dls_motion_mex ('free', id);
    id = one_of (id, -id, id + 4096, 2^60, NaN, Inf, 0, 1.5);
  end
  args = one_of ({'next', id, model, randi([0, 20])}, {'solution', id, model}, ...
                 {'between', id, model, rand()}, {'asked', id}, {'free', id}, ...
                 {'look', id, model, rand(), q, v}, {'advance', id, model, q, v, randn()});
end

function [model, q, v] = bound_model ()
  if (rand () < 0.2)
    [model, q, v] = machine (randi ([2, 3]));
    return
  end
  n = randi ([1, 5]);
  nb = randi ([0, 1]);
  nu = randi ([0, 3]);
  d = randi ([1, 3]);
  B = randn (n);
  f = randn (n, 1);
  list = {'mass', B * B' + eye(n), 'force', one_of(f, @(t, q, v) f), 'restitution', rand()};
  if (nb)
    list = [list, {'constraint', 0, 'constraintgrad', randn(n, nb)}];
  end
  if (nu)
    list = [list, {'gap', rand(nu, 1), 'gapgrad', randn(n, nu)}];
  end
  if (nu && d > 1)
    list = [list, {'tangent', randn(n, (d - 1) * nu), 'mu', rand(), 'd', d}];
  end
  [q, v] = deal (zeros (n, 1));
  model = dls_model (list{:});                     % completed as by dls_simulate
  [model.n, model.nb, model.nu] = deal (n, nb, nu);
  [model.friction, model.moving, model.look] = deal (nu > 0 && d > 1, false, []);
  given = {'mu', 'restitution', 'tangentrestitution', 'cohesion', 'law'};
  for k = 1:numel (given)
    model.(given{k}) = sum ([0, model.(given{k})]) * ones (nu, 1);
  end
  grads = {'constraintgrad', nb; 'gapgrad', nu; 'tangent', (d - 1) * nu};
  for k = 1:3
    if (isempty (model.(grads{k,1})))
      model.(grads{k,1}) = zeros (n, grads{k,2});
    end
  end
end

% A pendulum over the ground, in the plane or in space.
function [model, q, v] = machine (d)
  persistent sols
  if (isempty (sols))
    for k = [2 3]
      e = eye (k);
      way = {'along', [0 1 0]};
      way = way(1:2*k-4);
      B = dls_mechanism ('gravity', -9.81 * e(k,:));
      B = dls_body (B, 'rod', 'mass', 1, 'inertia', eye (2 * k - 3), 'at', 2 * e(k,:) - e(1,:), ...
                    'shape', 'box', 'size', ones (1, k));
      B = dls_joint (B, 'pin', 'hinge', [{'ground', 2 * e(k,:)}, way], [{'rod', e(1,:)}, way]);
      B = dls_touch (B, 'rod', 'ground', 'mu', .3);
      sols{k} = dls_simulate (B, [0, 1e-3], 'Step', 1e-3);
    end
  end
  model = sols{d}.model;
  model.look = [];
  q = dls_mechanism_mex ('angles', model.machine, sols{d}.q(:,end));    % with those of joints
  v = sols{d}.v(:,end);
end

function [gateway, args] = files ()
  gateway = 'dls_fclib_mex';
  file = fullfile (tempdir (), sprintf ('dls_fuzz_%d.hdf5', getpid ()));
  args = one_of ({'read', one_of(file, tempdir (), '/dev/zero', '/nonexistent', ''), ...
                  {'/a/x', '/t', '/nothing'}}, ...
                 {'write', file, {'/a/x', '/a/i', '/t'}, {[1;2;3], int32([1;2]), 'text'}}, ...
                 {'inflate', uint8(randi ([0, 255], 1, randi ([0, 40]))), randi([0, 99])});
end

function [gateway, args] = impact ()
  gateway = 'dls_impact_mex';
  [M, G] = system ();
  n = size (M, 1);
  d = randi ([1, 3]);
  u = randi ([0, 3]);
  args = {M + speye(n), G, sparse(randn (n, d * u)), d, rand(u, 1), rand(u, 1), rand(u, 1), ...
          randi([0, 4], u, 1), randn(n, 1), rand() < 0.5};
end

% Contacts held: by equations, or with the largest margin.
function [gateway, args] = held ()
  gateway = 'dls_sticking_mex';
  d = randi ([2, 3]);
  nb = randi ([0, 2]);
  nu = randi ([0, 3]);
  k = nb + nu;
  m = d * k;
  n = randi ([1, 5]);
  R = randn (n);
  E = struct ('d', d, 'G', sparse (randn (n, m)), 'w', randn (n, 1), 'size', 1, 'nb', nb, ...
              'free', true (m, 1), 'detaching', rand (nu, 1) < 0.2, 'normal', (1:k)', ...
              'tangent', k + reshape (1:m-k, d - 1, k), 'bilateral', (1:k)' <= nb);
  hold = {'hold', sparse(R * R'), E.G, randn(n, 1), randn(m, 1), rand(m, 1) < 0.5, 1e-15, 1};
  mu = rand (k, 1);
  facets = 8 * randi ([0, 1]);
  margin = {'margin', E, mu, ones(k, 1), facets, 1, 100, 1};
  polish = {'polish', E, mu, randn(m, 1), 1e-15};
  critical = {'critical', E, mu, facets, 100, 1e-15, 1};
  args = one_of (hold, margin, polish, critical);
end

function [gateway, args] = verify_friction ()
  gateway = 'dls_verify_friction_mex';
  d = randi ([2, 3]);
  [nc, n, k] = deal (randi ([0, 2]), randi ([0, 3]), randi ([0, 3]));
  law = rand () < 0.3;
  moments = law * randi ([0, 1], 1, 2);
  rows = d + moments(1) * (d - 1) + moments(2);
  N = rows * nc;
  P = struct ('d', d, 'rows', rows, 'law', law, 'mu', rand (nc, 1), 'M', speye (n), 'H', ...
              sparse (randn (N, n)), 'f', randn (n, 1), 'w', randn (N, 1), 'W', speye (N), ...
              'q', randn (N, 1), 'cohesion', one_of ([], rand (nc, 1)), 'angle', ...
              one_of ([], rand (nc, 1)), 'rolling', one_of ([], rand (nc, moments(1))), ...
              'spinning', one_of ([], rand (nc, moments(2))));
  x = struct ('status', one_of ('solved', 'no_solution', 'exists', 'not_guaranteed', 'what'), ...
              'r', randn (N, 1), 'u', randn (N, 1), 'v', randn (n, 1), 'told', ...
              one_of ([], randn (5, 1)), 'y', one_of ([], randn (N, k)), 'p', ...
              one_of ([], randn (n, k)), 'mode', one_of ([], randi ([0, 3], nc, k)), 'arc', ...
              one_of ([], rand (2, k)));
  e = struct ('status', x.status, 'ok', rand () < 0.5, 'strict', rand () < 0.5, 'weak', ...
              rand () < 0.5, 'necessary', rand () < 0.5, 'v', one_of ([], randn (n, 1)), 'u', ...
              one_of ([], x.u), 'r', one_of ([], x.r), 'kernel', one_of ([], x.r), 'free', ...
              one_of ([], randn (n, 1)));
  h = nc * (d - 1);
  S = struct ('M', speye (n), 'Gb', sparse (randn (n, 1)), 'd', d, 'Gu', sparse (randn (n, nc)), ...
              'Hu', sparse (randn (n, h)), 'muu', rand (nc, 1));
  hit = struct ('status', one_of ('solved', 'infeasible', 'what'), 'law', ...
                randi ([-1, 5], nc, 1), 'E', speye (nc), 'et', rand (nc, 1), 'before', ...
                randn (n, 1), 'rebound', 0, 'program', rand () < 0.2, 'v', randn (n, 1), 'nb', ...
                randn (), 'nu', randn (nc, 1), 'tu', one_of ([], randn (h, 1)), 'energy', ...
                one_of ([], [1; 2]), 'residual', one_of ([], rand (4, 1)), 'role', ...
                one_of ([], randi ([-1, 3], 1, k)), 'V', randn (n, k), 'Nb', ...
                one_of ([], randn (1, k)), 'Nu', one_of ([], randn (nc, k)), 'Tu', ...
                one_of ([], randn (h, k)), 'x', one_of ([], randn (n, 1)), 'y', ...
                one_of ([], 1), 'u', one_of ([], rand (nc, 1)));
  args = one_of ({'local', P, x}, {'global', P, x}, {'exists local', P, e}, ...
                 {'exists global', P, e}, {'impact', S, hit});
end

function [gateway, args] = verify ()
  gateway = 'dls_verify_mex';
  n = randi ([0, 4]);
  k = randi ([0, 3]);
  free = randi ([0, n]);
  lcp = struct ('M', sparse (randn (n)), 'q', randn (n, 1), 'free', free);
  z = struct ('status', one_of ('solved', 'infeasible', 'no_solution', 'ray', 'anything'), ...
              'v', randn (n, 1), 'w', randn (n, 1), 'tolerance', one_of ([], 1e-3), ...
              'u', one_of ([], randn (n, k)), 'state', one_of ([], randi ([-1, 1], n - free, k)));
  cones = [randi([0, 2]), randi([0, 2]), randi([1, 3], 1, randi ([0, 2]))];
  m = sum (cones);
  program = struct ('P', speye (n), 'q', randn (n, 1), 'A', sparse (randn (m, n)), ...
                    'b', randn (m, 1), 'cones', cones);
  x = struct ('status', one_of ('solved', 'primal_infeasible', 'dual_infeasible', 'anything'), ...
              'x', randn (n, 1), 's', rand (m, 1), 'y', rand (m, 1), ...
              'objectives', one_of ([], [1; 2]), 'strong', rand (m, 1) < 0.5, ...
              'inactive', rand (m, 1) < 0.5);
  rank = randi ([0, k]);
  order = randperm (k);
  R = struct ('rank', rank, 'independent', order(1:rank), 'redundant', order(rank+1:end), ...
              'determined', rand (k, 1) < 0.5, 'kernel', sparse (randn (k, k - rank)), ...
              'leverage', rand (k, 1), 'leverage_error', 0, 'tolerance', 1e-9, ...
              'acceleration_kernel', sparse (randn (n, randi ([0, 2]))), ...
              'sizes', one_of (zeros (3, 0), randi ([0, 2], 3, 1)), ...
              'rows', randi (max (k, 1), randi ([0, k]), 1), 'sets', ones (0, 1));
  system_ = struct ('M', speye (n), 'G', sparse (randn (n, k)));
  [M, G] = system ();
  [rows, columns] = size (G);
  kkt = struct ('M', M, 'G', G, 'F', randn (rows, k), 'b', randn (columns, k));
  a = struct ('status', one_of ('solved', 'inconsistent', 'anything'), 'a', randn (rows, k), ...
              'lambda', randn (columns, k), 'consistent', rand (k, 1) < 0.5, ...
              'constraints', one_of ([], randn (columns, k)), ...
              'forces', one_of ([], randn (rows, k)));
  list = struct ('z', randn (n, k), 'w', randn (n, k), 'rays', zeros (n, 0), ...
                 'items', (1:k)', 'lengths', one_of (ones (k, 1), k, zeros (0, 1)), ...
                 'isolated', rand (k, 1) < 0.5, 'count', k, 'complete', true, 'unique', k == 1);
  args = one_of ({'lcp_all', setfield(lcp, 'free', 0), list}, {'kkt', kkt, a}, {'lcp', lcp, z}, ...
                 {'conic', program, x}, ...
                 {'units', sparse(randn (n, k))}, {'redundancy', system_, R}, ...
                 {'covers', randi([-1, 1], n, k)});
end

function [gateway, args] = blocks ()
  gateway = 'dls_system_mex';
  S = random_contacts ();
  pairs = {'M', S.M, 'F', S.F, 'Gu', S.Gu, 'bu', S.bu, 'Hu', S.Hu, 'muu', S.muu, 'd', S.d};
  args = {one_of({S}, pairs, [{S}, pairs(3:4)], {S, struct('bu', S.bu)})};
end

function [gateway, args] = mechanism ()
  gateway = 'dls_mechanism_mex';
  d = randi ([2, 3]);
  [model, q, v] = machine (d);
  D = model.machine;
  args = one_of ({'evaluate', D, rand(), q, v}, {'advance', D, q, v, 0.1}, ...
                 {'assemble', D, 0, q, v, false}, {'kinds', d});
end

function [gateway, args] = xml ()
  gateway = 'dls_xml_mex';
  file = fullfile (tempdir (), sprintf ('dls_fuzz_%d.xml', getpid ()));
  fid = fopen (file, 'w');
  fputs (fid, one_of ('<robot name="a"><link name="b"/></robot>', '<a', '', '<a>&b;</a>', ...
                      '<a b="1" b="2"/>'));
  fclose (fid);
  args = {'read', one_of(file, tempdir (), '/dev/null', '/nonexistent', '')};
end
