function pass = test_contact_large ()
% TEST_CONTACT_LARGE  dls_contact beyond the size of pivots: stacks of blocks, random systems.
%   pass = test_contact_large ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [stacked(), large(), many()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_contact_large: %s\n', name); end
end

function ok = near (name, x, y, info)
ok = holds (name, contact_is (x, y, info));
end

function pass = stacked ()
% Unit blocks on blocks, two contacts at each interface, all sticking (so that tangents repeat),
% each block pushed from the side: with c blocks above an interface the normal reactions are
% (9.81*c +- push*c^2)/2.
pass = [];
for N = [2 60 200 500]
  for push = [0 -1e-3]
    [a, l, info] = dls_contact (stack (N, push), 'Sticking', 'equations');
    c = N:-1:1;
    nu = [9.81 * c + push * c .^ 2; 9.81 * c - push * c .^ 2] / 2;
    tu = push * [c; c] / 2;
    pass(end+1) = near (sprintf ('stack %d, %g', N, push), [a; l.nu; l.tu], ...
                        [zeros(3 * N, 1); nu(:); tu(:)], info);
    pass(end+1) = holds ('stack: few iterations', ~isequal (info.unique, true) ...
                         && info.iterations <= 50);
  end
end
% The lowest block slides: all decelerate by mu*g. Or Coulomb's law, which nothing here violates.
for N = [8 60 200]
  mu = .005;
  S = stack (N, 0);
  c = N:-1:1;
  [a, l, info] = dls_contact (dls_system (S, 'muu', mu, 'vtu', [1 1, zeros(1, 2 * N - 2)]), ...
                              'Sticking', 'equations');
  nu = [9.81 * c - mu * 9.81 * c .^ 2; 9.81 * c + mu * 9.81 * c .^ 2] / 2;
  pass(end+1) = near (sprintf ('stack %d slides', N), [a; l.nu], ...
                      [repmat([-mu * 9.81; 0; 0], N, 1); nu(:)], info);
  [a, l, info] = dls_contact (stack (N, -1e-3), 'Sticking', 'coulomb', 'MinimumNorm', 'off');
  t = sum (reshape (l.tu, 2, []), 1);
  pass(end+1) = near (sprintf ('stack %d, coulomb', N), [a; t'], [zeros(3 * N, 1); -1e-3 * c'], ...
                      info);
end
end

function S = stack (N, push)
G = sparse (3 * N, 2 * N);
H = G;
for k = 1:N
  up = 3 * (k - 1) + (1:3);
  c = 2 * k - [1 0];
  G(up,c) = [0 0; 1 1; -.5 .5];
  H(up,c) = [1 1; 0 0; .5 .5];
  if k > 1
    G(up-3,c) = -[0 0; 1 1; -.5 .5];
    H(up-3,c) = -[1 1; 0 0; -.5 -.5];
  end
end
S = dls_system ('M', spdiags (repmat ([1; 1; 1/6], N, 1), 0, 3 * N, 3 * N), 'F', ...
                repmat ([push; 9.81; 0], N, 1), 'Gu', G, 'Hu', H, 'muu', .5);
end

function pass = large ()
% Beyond 150 unknowns programs come before pivots: same accelerations and laws, proofs that
% multiply.
rand ('seed', 9);
randn ('seed', 9);
pass = [];
for k = 1:12
  n = 110;
  m = 50;
  nb = 5;
  G = sprandn (n, m, .05) + sparse (1:m, 1:m, 1, n, m);
  H = sprandn (n, m, .05) + sparse (m + (1:m), 1:m, 1, n, m);
  G(:,m) = G(:,1);                         % redundant
  H(:,m) = H(:,1);
  mu = .2 * rand (m, 1) .* (rand (m, 1) < .7) * (k > 3);
  mu(m) = mu(1);
  v = randn (1, m) .* (rand (1, m) < .5) * (k > 6);
  v(m) = v(1);
  Gb = sprandn (n, nb, .1) + sparse (n - (1:nb), 1:nb, 1, n, nb);
  S = dls_system ('M', spdiags (.5 + rand (n, 1), 0, n, n), 'F', randn (n, 1), 'Gu', G, 'Hu', ...
                  H, 'bu', -.5 * [rand(m - 1, 1); 0], 'muu', mu, 'vtu', v, 'Gb', Gb, 'bb', ...
                  randn (nb, 1), 'Hb', sparse (n, nb));
  opts = {'Sticking', 'equations'};
  if k > 9, opts{2} = 'coulomb'; end
  if mod (k, 3) == 0                       % the first stop contradicts the last
    S = dls_system (S, 'Gu', [S.Gu(:,1:m-1), -S.Gu(:,1)], 'bu', [-1; S.bu(2:m-1); -1]);
  end
  [a, l, info] = dls_contact (S, opts{:});
  name = sprintf ('large %d, %s by %s', k, info.status, info.method);
  if mod (k, 3) == 0
    c = info.certificate;
    ok = strcmp (info.status, 'infeasible');
    if ok && isfield (c.problem, 'C')
      p = c.problem;
      ok = norm ([p.A; p.C]' * [c.y; c.u], Inf) <= 1e-7 * norm ([c.y; c.u]) && all (c.u >= 0) ...
           && all ([p.B; p.D]' * [c.y; c.u] <= 1e-7) && p.a' * c.y + p.b' * c.u < 0;
    elseif ok
      ok = norm (c.problem.A' * [c.y; c.u], Inf) <= 1e-7 * norm ([c.y; c.u]) ...
           && c.problem.b' * [c.y; c.u] < 0;
    end
    pass(end+1) = holds (name, ok);
  else
    [a2, l2, pivots] = dls_contact (S, opts{:}, 'Method', 'lemke');
    pass(end+1) = near (name, a, a2, info);
    pass(end) = pass(end) && holds ([name, ', lemke'], strcmp (pivots.status, 'solved') ...
                && ~strcmp (info.method, 'lemke') ...
                && contact_violation (S, strcmp (opts{2}, 'coulomb'), a, l) <= 1e-7);
  end
end
end

function pass = many ()
% Many contacts in space that are open, stick and slip in a chosen way: the friction solver's answer
% is that one (weak coupling: there is no other). Two stops against each other leave none.
rand ('twister', 5);
randn ('twister', 5);
pass = [];
for m = [6 40 150]
  n = 3 * m;
  M = speye (n) + .05 * sprandsym (n, 2 / n);
  M = M * M';
  near_one = @(k) sparse (1:k, 1:k, 1, n, k) + .05 * sprandn (n, k, 1 / n);
  Gu = near_one (m);
  Hu = flipud (near_one (2 * m));
  mu = .1 + .2 * rand (m, 1);
  state = mod (1:m, 3)';                   % 0 open, 1 sticks, 2 slips
  lu = (state > 0) .* (.5 + rand (m, 1));
  d = randn (2, m);
  d = d * diag (1 ./ sqrt (sum (d .^ 2)));
  un = (state == 0) .* (.2 + rand (m, 1));
  ut = d * diag ((state ~= 1) .* (.5 + rand (m, 1)));
  tu = -d * diag (mu .* lu .* (1 - (state == 1) / 2));
  a = randn (n, 1);
  S = dls_system ('M', M, 'F', Gu * lu + Hu * tu(:) - M * a, 'Gu', Gu, 'bu', un - Gu' * a, ...
                  'Hu', Hu, 'tu', ut(:) - Hu' * a, 'muu', mu, 'd', 3);
  [a2, l2, info] = dls_contact (S);
  pass(end+1) = near (sprintf ('%d in space', m), [a2; l2.nu; l2.tu], [a; lu; tu(:)], info);
  pass(end+1) = holds (sprintf ('%d in space by friction: %s', m, info.message), ...
                       strcmp (info.method, 'friction') && info.iterations > 0);
  S.Gu(:,2) = -S.Gu(:,1);
  S.bu(1:2) = -1;
  [~, ~, info] = dls_contact (S);
  c = info.certificate;
  pass(end+1) = holds (sprintf ('%d in space: %s', m, info.status), ...
                       strcmp (info.status, 'infeasible') && c.problem.b' * [c.y; c.u] < 0 ...
                       && norm (c.problem.A' * [c.y; c.u], Inf) <= 1e-7 * norm ([c.y; c.u]));
end
end
