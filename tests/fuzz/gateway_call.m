% GATEWAY_CALL  A random legal call of a gateway.
%
%   [gateway, args] = gateway_call ()
%
% SPDX-License-Identifier: GPL-3.0-or-later
function [gateway, args] = gateway_call ()
  calls = {@kkt, @kkt_object, @lcp, @conic, @contact, @friction, @range_of, @small, @motion, ...
           @files};
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
  how = [law, rand() < 0.5, randi([0, 2]), rand() < 0.5, 1e-8];
  args = one_of ({'problem', S, law}, {'units', S}, {'solve', S, how, {}}, ...
                 {'again', T, U, how, {}}, {'check', S, law, randn(S.n, 1), lambda}, ...
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
                 {'setup', P.d, P.mu, P.W, P.q, opts}, ...
                 {'setup', P.d, P.mu, P.M, P.H, P.f, P.w, opts});
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

function [gateway, args] = motion ()
  gateway = 'dls_motion_mex';
  n = randi ([1, 5]);
  nb = randi ([0, 1]);
  nu = randi ([0, 3]);
  d = randi ([1, 3]);
  B = randn (n);
  list = {'mass', B * B' + eye(n), 'force', randn(n, 1), 'restitution', rand()};
  if (nb)
    list = [list, {'constraint', 0, 'constraintgrad', randn(n, nb)}];
  end
  if (nu)
    list = [list, {'gap', rand(nu, 1), 'gapgrad', randn(n, nu)}];
  end
  if (nu && d > 1)
    list = [list, {'tangent', randn(n, (d - 1) * nu), 'mu', rand(), 'd', d}];
  end
  q = zeros (n, 1);
  v = q;
  model = dls_model (list{:});
  sizes = struct ('n', n, 'nb', nb, 'nu', nu, 'd', model.d, 'linear', false, 'C', [], 'K', []);
  course = struct ('t0', 0, 'tend', 1, 'q', q, 'v', v, 'factors', [0.9 0.5 5], 'p', [], ...
                   'status', [], 'memory', [], 'times', []);
  args = one_of ({'setup', sizes, model, {'Step', 0.1, 'Theta', rand()}, course}, ...
                 {'next', randi([0, 3]), model, randi([0, 20])}, ...
                 {'solution', randi([0, 3]), model}, {'between', randi([0, 3]), model, rand()}, ...
                 {'asked', randi([0, 3])}, {'free', randi([0, 3])});
end

function [gateway, args] = files ()
  gateway = 'dls_fclib_mex';
  file = fullfile (tempdir (), sprintf ('dls_fuzz_%d.hdf5', getpid ()));
  args = one_of ({'read', one_of(file, tempdir (), '/dev/zero', '/nonexistent', ''), ...
                  {'/a/x', '/t', '/nothing'}}, ...
                 {'write', file, {'/a/x', '/a/i', '/t'}, {[1;2;3], int32([1;2]), 'text'}}, ...
                 {'inflate', uint8(randi ([0, 255], 1, randi ([0, 40])))});
end
