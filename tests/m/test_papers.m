function pass = test_papers ()
% TEST_PAPERS  Forms of the papers' problems that are equivalent, on random families, against what
%   is written out here: TUTORIAL (21), (22), (26), (52) to (55), COUPLING Remark 8, (85), (86).
%   pass = test_papers ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
rand ('twister', 2);
randn ('twister', 2);
pass = [reduced(), variational(), distortion(), moreau(), recession(), local_errors(), ...
        friction_order()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_papers: %s\n', name); end
end

function S = random_system (n, nb, nu)
R = randn (n);
S = dls_system ('M', R * R' + .1 * eye (n), 'F', randn (n, 1), 'Gb', randn (n, nb), ...
                'bb', randn (nb, 1), 'Gu', randn (n, nu), 'bu', randn (nu, 1));
end

function S = changed (S, Gb, bb, Gu, bu)
S = dls_system ('M', S.M, 'F', S.F, 'Gb', Gb, 'bb', bb, 'Gu', Gu, 'bu', bu);
end

function pass = reduced ()
% (26) as printed is wrong: -(S D)_r is projected. Redundant equations change nothing.
pass = [];
for k = 1:8
  S = random_system (4 + mod (k, 3), mod (k, 3), 2);
  if mod (k, 2)
    S = changed (S, [S.Gb, 2 * S.Gb], [S.bb; 2 * S.bb], S.Gu, S.bu);
  end
  [a, l, info] = dls_contact (S, 'Formulation', 'reduced');
  gap = S.Gu' * a + S.bu;
  x = max (abs ([S.M * a + S.F - S.Gb * l.nb - S.Gu * l.nu; S.Gb' * a + S.bb
                 min(l.nu, gap)]));
  answer = struct ('a', a, 'lambda', l, 'info', info);
  [ok, report] = dls_verify (S, answer);
  forged = answer;
  forged.a = a + 1e-3;
  pass(end+1) = holds (sprintf ('reduced %d', k), x <= 1e-8 && ok && ~dls_verify (S, forged));
  said = any (strcmp ({report.checks.name}, 'TUTORIAL (21)')) ...
         || any (strcmp ({report.checks.name}, 'TUTORIAL (52)'));
  pass(end+1) = holds (sprintf ('inclusion %d', k), said || mod (k, 2));
end
end

function pass = variational ()
% Sliding contacts under the bound of Prop. 12: one solution, of the LCP (50) enumerated here.
pass = [];
steps = [0, 0];
for k = 1:12
  S = random_system (5, 0, 1 + mod (k, 3));
  H = randn (5, S.nu);
  Mi = inv (S.M);
  A = S.Gu' * Mi * S.Gu;
  mu = rand (S.nu, 1) * min (svd (A)) / norm (S.Gu' * Mi * H);
  v = 1 - 2 * (rand (1, S.nu) < .5);
  S = dls_system (S, 'Hu', H, 'muu', mu, 'vtu', v);
  N = full (S.Gu - H * diag (mu .* v'));
  [A, w] = deal (S.Gu' * Mi * N, S.bu - S.Gu' * Mi * S.F);
  for set = 0:2 ^ S.nu - 1
    on = bitget (set, 1:S.nu) == 1;
    x = zeros (S.nu, 1);
    x(on) = -A(on,on) \ w(on);
    if all (x >= 0) && all (w(~on) + A(~on,:) * x >= 0), break, end
  end
  name = sprintf ('sliding %d', k);
  names = {'variational', 'sliding-projection'};
  for f = 1:2
    [a, l, info] = dls_contact (S, 'Formulation', names{f});
    steps(f) = steps(f) + info.iterations;
    good = strcmp (info.status, 'solved') && isequal (info.unique, true);
    pass(end+1) = holds (name, good && norm (l.nu - x) <= 1e-9 * (1 + norm (x)) ...
                         && norm (l.tu + mu .* v' .* x) <= 1e-9 * (1 + norm (x)) ...
                         && norm (S.M * a + S.F - N * x) <= 1e-9 * (1 + norm (S.M * a)));
    [ok, report] = dls_verify (S, struct ('a', a, 'lambda', l, 'info', info));
    pass(end+1) = holds ([name, ' (52), (53)'], ok ...
                         && all (ismember ({'TUTORIAL (52)', 'TUTORIAL (53)'}, ...
                                           {report.checks.name})));
  end
  [~, ~, info] = dls_contact (S, 'Formulation', 'all');
  pass(end+1) = holds ([name, ' all'], isequal ({info.formulations.name}, names) ...
                       && all ([info.formulations.agrees] == 1));
end
pass(end+1) = holds ('extragradients are fewer', steps(1) < steps(2));
given = {'M', eye(2), 'F', [0; 1], 'Gu', [0; 1], 'Hu', [0; 1], 'vtu', 1};
pass(end+1) = refused (dls_system (given{:}, 'muu', 2));            % A = 1 - mu < 0
pass(end+1) = refused (dls_system (given{:}, 'muu', .5, 'Gb', [1; 0]));
pass(end+1) = refused (dls_system (given{:}, 'muu', .5, 'M', diag ([1 0])));
end

function ok = refused (S)
ok = false;
try
  dls_contact (S, 'Formulation', 'variational');
catch err
  ok = strcmp (err.identifier, 'delassus:option') && ~isempty (strfind (err.message, 'needs'));
end
holds ('refused', ok);
end

function pass = distortion ()
% Remark 8: the least principal angle of the spans in the metric of inv(M), also of dependent
% gradients; pi/2 exactly where all pairs are orthogonal (Prop. 5).
pass = [];
for k = 1:6
  S = random_system (6, 1 + mod (k, 2), 1 + mod (k, 3));
  R = chol (full (S.M));
  if mod (k, 3) == 0
    S = changed (S, S.Gb, S.bb, [S.Gu, S.Gu(:,1)], [S.bu; 1]);
  elseif mod (k, 5) == 0
    Q = orth (R' \ full (S.Gb));
    S = dls_system (S, 'Gu', R' * (eye (6) - Q * Q') * randn (6, S.nu));
  end
  truth = acos (min (1, max (svd (orth (R' \ full (S.Gb))' * orth (R' \ full (S.Gu))))));
  c = criterion (dls_wellposed (S), 'COUPLING Remark 8');
  pass(end+1) = holds (sprintf ('Remark 8, %d', k), abs (c.number - truth) <= 1e-6 ...
                       && strcmp (c.holds, 'holds') == (truth > pi / 2 - 1e-8));
end
end

function pass = moreau ()
% (85), (86): where Prop. 19 holds, and in general without coupling for plastic impacts.
pass = [];
seen = [0 0];
for k = 1:8
  S = dls_system (random_system (5, mod (k, 2), 2), 'F', zeros (5, 1));
  v = randn (5, 1);
  E = (k > 6) * 0.5;
  if mod (k, 4) == 1
    R = chol (full (S.M));
    Q = orth (R' \ full (S.Gb));
    S = dls_system (S, 'Gu', R' * (eye (5) - Q * Q') * (R' \ S.Gu));
  end
  v = v - (S.M \ S.Gb) * ((S.Gb' * (S.M \ S.Gb)) \ (S.Gb' * v));
  if mod (k, 3) == 0, v = -S.M \ S.Gu * [1; 2]; end
  W = dls_wellposed (S, 'VelocityBefore', v, 'Restitution', E);
  [~, p] = dls_impact (S, v, E);
  A = full (S.Gu' * (S.M \ S.Gu));
  x = zeros (2, 1);
  uN = full (S.Gu' * v);
  for set = 0:3                            % (85) by enumeration
    on = bitget (set, 1:2) == 1;
    y = zeros (2, 1);
    y(on) = -A(on,on) \ uN(on);
    if all (y >= 0) && all (uN(~on) + A(~on,:) * y >= 0), x = y; end
  end
  truth = norm (x - p.nu) <= 1e-6 * (1 + norm (x));
  for s = {'COUPLING (85)', 'COUPLING (86)'}
    c = criterion (W, s{1});
    pass(end+1) = holds (sprintf ('%s, %d', s{1}, k), ...
                         strcmp (c.holds, 'holds') == truth && ~strcmp (c.holds, 'undecided'));
  end
  seen(1+truth) = seen(1+truth) + 1;
  c = criterion (W, 'COUPLING Prop. 19');
  pass(end+1) = holds ('Prop. 19', truth || ~strcmp (c.holds, 'holds'));
end
pass(end+1) = holds ('both are seen', all (seen > 0));
end

function pass = recession ()
% ALLSTICK Prop. 16 for the indicator of x >= 0: VI (M, q) is the LCP, all of whose solutions are
% known. M >= 0 with small integers, singular, not symmetric. The cone of a), b) is
% {v >= 0 : (M + M')*v = 0, M*v >= 0}; c), d) for all pairs of solutions.
pass = [];
seen = zeros (2, 2);
lp = @(f, A, b, cones) dls_conic ([], f, A, b, cones);
for k = 1:60
  n = 3;
  B = ternary (2, n);
  K = ternary (n, n);
  M = B' * B + (mod (k, 2) == 0) * (K - K');
  q = ternary (n, 1) * 2;
  Z = dls_lcp_all (M, q);
  solvable = Z.count > 0;
  cone = {[M + M'; ones(1, n)], [zeros(n, 1); 1]; [-M; -eye(n)], zeros(2 * n, 1)};
  cones = struct ('z', n + 1, 'l', 2 * n);
  [~, ~, ~, info] = lp (zeros (n, 1), [cone{1,1}; cone{2,1}], [cone{1,2}; cone{2,2}], cones);
  trivial = strcmp (info.status, 'primal_infeasible');
  if trivial                               % a)
    seen(1,1+solvable) += 1;
    pass(end+1) = holds ('Prop. 16 a)', solvable);
  else                                     % b): max over x0 >= 0 of min over v, sum (v) = 1, dual
    % min_v (q - M'x0)'v = max y: q - M'x0 - (M + M')*w - M'*z - y >= 0, z >= 0
    A = [M', M + M', M', ones(n, 1); -eye(n), zeros(n, 2 * n + 1)
         zeros(n, 2 * n), -eye(n), zeros(n, 1); zeros(1, 3 * n), 1];
    [x, ~, ~, info] = lp ([zeros(3 * n, 1); -1], A, [q; zeros(2 * n, 1); 1], ...
                          struct ('l', 3 * n + 1));
    holds_b = strcmp (info.status, 'solved') && x(end) > 1e-6;
    seen(2,1+holds_b) += 1;
    pass(end+1) = holds ('Prop. 16 b)', solvable || ~holds_b);
  end
  for i = 2:columns (Z.z) * (Z.count > 0)
    d = Z.z(:,i) - Z.z(:,1);
    pass(end+1) = holds ('Prop. 16 c)', norm ((M + M') * d) <= 1e-8);
    pass(end+1) = holds ('Prop. 16 d)', mod (k, 2) == 0 || abs (q' * d) <= 1e-8);
  end
end
pass(end+1) = holds ('Prop. 16: cases', seen(1,2) > 3 && all (seen(2,:) > 3));
end

function pass = local_errors ()
% HIGHORDER (31), (32), corrected: one step of Moreau's scheme over an impact at sigma*h.
pass = [];
[f, rho] = deal (-2, 0.5);
ball = dls_model ('M', 1, 'f', f, 'gap', 0, 'gapgrad', 1, 'restitution', rho);
for x = [0.3 0.8 0.45; -1 -0.7 -2; 0.1 0.01 0.05; 0.5 1 0.7]
  [s, v, h, theta] = deal (x(1), x(2), x(3), x(4));
  q = -s * v * h - f * (s * h) ^ 2 / 2;
  up = -rho * (v + f * s * h);
  bracket = rho * (1 - s) * s - (1 - s) ^ 2 / 2 - s ^ 2 / 2;
  formula = {[-(1 + rho)*(v + h*f*s), -h*(rho + 1)*(1 - s)*v - f*h^2*(bracket + theta)]
             [h*f*(1 - s - rho*s), -h*(1 + rho)*(1 - theta - s)*v - f*h^2*bracket]};
  for gamma_ = 0:1
    sol = dls_simulate (ball, [0 h], q, v, 'Step', h, 'Theta', theta, 'Gamma', gamma_);
    e = [up + f*(1 - s)*h - sol.v(end), up*(1 - s)*h + f*(1 - s)^2*h^2/2 - sol.q(end)];
    pass(end+1) = holds (sprintf ('(32), Gamma = %d', gamma_), ...
                         norm (e - formula{1 + gamma_}) <= 1e-12);
  end
end
end

function pass = friction_order ()
% Section 7: slip, stick and slip again; the order of the method is kept.
model = dls_model ('mass', eye (2), 'force', @(t,q,v) [cos(t); -1], 'gap', 0, 'gapgrad', [0; 1], ...
                   'tangent', [1; 0], 'mu', 0.6);
R = dls_orders (model, [0 7], [0; 0], [0; 0], 'Steps', 7 ./ [37 97], 'Norms', 'uniform', ...
                'Schemes', {'event-capturing radau-iia-3', 'event-capturing radau-iia-5'});
pass = holds (sprintf ('order 3: %g', R.slopes.q(1)), abs (R.slopes.q(1) - 3) <= 0.3);
pass(2) = holds (sprintf ('order 5: %g', R.slopes.q(2)), R.slopes.q(2) >= 4.6);
end
