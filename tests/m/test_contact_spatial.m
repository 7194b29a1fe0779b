function pass = test_contact_spatial ()
% TEST_CONTACT_SPATIAL  Stick to slip in 3D: solutions, uniqueness and proofs against the plane.
%   pass = test_contact_spatial ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [against_plane(), rod_and_block(), laws(), bilateral(), options()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_contact_spatial: %s\n', name); end
end

function pass = against_plane ()
% A second tangent that meets only a mass of its own leaves the problem plane, where all solutions
% are enumerated.
rand ('seed', 11);
randn ('seed', 11);
pass = [];
seen = zeros (1, 3);
for k = 1:80
  n = 5 + mod (k, 4);
  m = [mod(k, 3), mod(floor (k / 3), 3)];  % unilateral and bilateral contacts
  R = randn (n);
  plane = {'d', 2};
  space = {'d', 3};
  F = 3 * randn (n, 1);
  for side = 1:2
    c = m(side);
    G = randn (n, c);
    H = randn (n, c);
    v = randn (1, c) .* (rand (1, c) < .5);
    b = (-1) ^ side * rand (c, 1);
    both = zeros (n + sum (m), 2 * c);
    both(1:n,1:2:end) = H;
    both(n + (side - 1) * m(1) + (1:c),2:2:end) = eye (c);
    data = {'G', 'H', 'b', 'mu', 'vt'};
    names = cellfun (@(x) [x, 'ub'(side)], data, 'UniformOutput', false);
    mu = 3 * rand (c, 1) .^ 2;
    values = {{G, H, b, mu, v}, {[G; zeros(sum (m), c)], both, b, mu, [v; 0 * v]}};
    plane = [plane, reshape([names; values{1}], 1, [])];
    space = [space, reshape([names; values{2}], 1, [])];
  end
  M = R * R' + .3 * eye (n);
  S2 = dls_system ('M', M, 'F', F, plane{:});
  S3 = dls_system ('M', blkdiag (M, eye (sum (m))), 'F', [F; zeros(sum (m), 1)], space{:});
  [a2, l2, two] = dls_contact (S2, 'Sticking', 'coulomb', 'Solutions', 'all');
  [a3, l3, three] = dls_contact (S3, 'Sticking', 'coulomb');
  name = sprintf ('plane %d: %s, %s', k, two.status, three.status);
  none = any (strcmp (two.status, {'no_solution', 'infeasible'}));
  ok = ~(none && three.exitflag == 1) && ~(three.exitflag == -2 && ~none);
  ok = ok && ~(isequal (three.unique, true) && numel (two.solutions) ~= 1);
  ok = ok && ~(numel (two.solutions) == 1 && two.unique == true && isequal (three.unique, false));
  for s = three.solutions                  % each is one of the plane
    far = arrayfun (@(t) norm (t.a - s.a(1:n)), two.solutions);
    ok = ok && min (far) <= 1e-6 * norm ([1; s.a]) && violation (S3, s) <= 1e-8;
  end
  pass(end+1) = holds (name, ok && sound (S3, a3, l3, three));
  seen = seen + [three.exitflag == 1 && isequal(three.unique, true), ...
                 numel(three.solutions) > 1, three.exitflag == -2];
end
pass(end+1) = holds ('plane: of all kinds', all (seen >= 1));
end

function pass = rod_and_block ()
% Painleve's rod (tan (theta) = 2, critical mu 4/3) slides beside a block that sticks or slips.
c = 1 / sqrt (5);
s = 2 * c;
Gu = [0 0; 1 0; -c 0; 0 0; 0 0; 0 1];
Hu = zeros (6, 4);
Hu([1 3],1) = [1; s];
Hu(4:5,3:4) = eye (2);
S = dls_system ('M', blkdiag (diag ([1 1 1/3]), 2 * eye (3)), 'F', [0; 9.81; 0; -13; -2; 19.62], ...
                'Gu', Gu, 'Hu', Hu, 'muu', [2; .5], 'vtu', [-1 0; 0 0], 'd', 3);
[a, l, info] = dls_contact (S, 'Sticking', 'coulomb');
pass = holds ('rod, inconsistent', strcmp (info.status, 'no_solution') && info.exitflag == -2 ...
              && sound (S, a, l, info));
other = dls_system (S, 'muu', [1; .5]);
pass(end+1) = holds ('a proof is about its system', ...
                     ~dls_verify (other, struct ('a', a, 'lambda', l, 'info', info)));
[a, l, info] = dls_contact (dls_system (S, 'bu', [12; 0]), 'Sticking', 'coulomb');
ln = sort (arrayfun (@(x) x.lambda.nu(1), info.solutions));
pass(end+1) = holds ('rod, indeterminate', isequal (info.unique, false) && numel (ln) == 2 ...
                     && norm (ln - [0, (12 - 9.81) / .8]) <= 1e-8);
[a, l, info] = dls_contact (dls_system (S, 'muu', [.1; .5]), 'Sticking', 'coulomb');
t = 9.81 * [13; 2] / norm ([13, 2]);
pass(end+1) = holds ('rod, little friction', info.exitflag == 1 ...
                     && norm (a(4:5) - ([13; 2] - t) / 2) <= 1e-8 ...
                     && abs (l.nu(1) - 9.81 / (1.6 - 1.2 * .1)) <= 1e-8);
end

function pass = laws ()
% Truly spatial random systems: every solution listed satisfies the laws, every proof multiplies.
rand ('seed', 12);
randn ('seed', 12);
pass = [];
unique = 0;
for k = 1:25
  n = 6 + mod (k, 4);
  m = 1 + mod (k, 3);
  R = randn (n);
  S = dls_system ('M', R * R' + .5 * eye (n), 'F', 3 * randn (n, 1), 'Gu', randn (n, m), 'bu', ...
                  -rand (m, 1), 'Hu', randn (n, 2 * m), 'tu', .3 * randn (2 * m, 1), 'muu', ...
                  rand (m, 1) * (1 + 2 * (mod (k, 2) == 0)), 'd', 3);
  [a, l, info] = dls_contact (S, 'Sticking', 'coulomb');
  ok = sound (S, a, l, info) && (info.exitflag ~= 1 || ~isempty (info.solutions));
  for s = info.solutions
    ok = ok && violation (S, s) <= 1e-8;
  end
  unique = unique + isequal (info.unique, true);
  pass(end+1) = holds (sprintf ('laws %d: %s', k, info.status), ok);
end
pass(end+1) = holds ('laws: some are unique', unique >= 1);
end

function pass = bilateral ()
% A bilateral contact may pull: |t| <= mu*|lb| on both sides; no load across it, no friction.
S = dls_system ('M', eye (3), 'F', [-2; 0; 5], 'Gb', [0; 0; 1], 'Hb', [1 0; 0 1; 0 0], ...
                'mub', .5, 'd', 3);
pass = [];
for load = [5 -5 3 -3 0]
  [a, l, info] = dls_contact (dls_system (S, 'F', [-2; 0; load]), 'Sticking', 'coulomb');
  t = min (2, .5 * abs (load));
  pass(end+1) = holds (sprintf ('bilateral, %g', load), strcmp (info.status, 'solved') ...
                       && norm ([a; l.nb; l.tb] - [2 - t; 0; 0; load; -t; 0]) <= 1e-7);
end
end

function pass = options ()
S = dls_system ('M', 2 * eye (3), 'F', [-13; -2; 19.62], 'Gu', [0; 0; 1], 'Hu', ...
                [1 0; 0 1; 0 0], 'muu', .5, 'd', 3);
[a, l, info] = dls_contact (S, 'Sticking', 'coulomb');
pass = holds ('contracts', isequal (info.unique, true));
[a, l, info] = dls_contact (S, 'Sticking', 'coulomb', 'Solutions', 'one');
pass(end+1) = holds ('not asked', isnan (info.unique) && numel (info.solutions) == 1);
end

% The law of Coulomb with at = H'*a + tau, written out; relative to the size of the answer.
function worst = violation (S, s)
a = s.a;
l = s.lambda;
at = reshape ([S.Hb, S.Hu]' * a + [S.tb; S.tu], 2, []);
t = reshape ([l.tb; l.tu], 2, []);
bounds = [S.mub; S.muu] .* abs ([l.nb; l.nu]);
v = [S.vtb, S.vtu];
parts = [norm(S.M * a + S.F - S.Gb * l.nb - S.Gu * l.nu - S.Hb * l.tb - S.Hu * l.tu), ...
         norm(min (S.Gu' * a + S.bu, l.nu)), norm(S.Gb' * a + S.bb)];
for c = 1:numel (bounds)
  if any (v(:,c))
    parts(end+1) = norm (t(:,c) + bounds(c) * v(:,c) / norm (v(:,c)));
  else
    trial = t(:,c) - at(:,c);
    parts(end+1) = norm (t(:,c) - trial * min (1, bounds(c) / max (norm (trial), realmin)));
  end
end
worst = max (parts) / norm ([1; a; l.nb; l.nu; S.F]);
end

% No solution: every case has a vector that proves it.
function ok = sound (S, a, lambda, info)
ok = true;
if info.exitflag ~= -2, return, end
c = info.certificate;
[verified, report] = dls_verify (S, struct ('a', a, 'lambda', lambda, 'info', info));
if verified ~= report.verifiable || verified == isempty (c)
  fprintf ('dls_verify: %s\n', report.message);
  ok = false;
  return
end
if isempty (c)                           % nothing sticks: all cases were enumerated
  ok = strcmp (info.status, 'no_solution') && info.enumerated;
  return
elseif isfield (c, 'problem') && isfield (c.problem, 'C')   % of the mixed problem
  p = c.problem;
  cases = zeros (numel (p.b), 1);        % z_i = 0 (-1), w_i = 0 (1)
  if isfield (c, 'cases'), cases = c.cases; end
  small = 1e-7 * max (abs ([c.y; c.u]), [], 1);
  column = p.B' * c.y + p.D' * c.u - small;
  ok = all (all (abs (p.A' * c.y + p.C' * c.u) <= small)) && all (c.u(cases <= 0) >= 0) ...
       && all (column(cases >= 0) <= 0) && all (p.a' * c.y + p.b' * c.u < 0) ...
       && abs (sum (2 .^ -sum (cases ~= 0, 1)) - 1) <= 1e-12;   % the cases cover everything
  return
elseif strcmp (c.kind, 'farkas')
  y = [c.y; c.u];
  ok = norm (c.problem.A' * y, Inf) <= 1e-7 * norm (y) && c.problem.b' * y < 0 ...
       && all (y(c.problem.cones.z+1:end) >= 0);
  return
end
states = vertcat (c.cases.state);
ok = abs (sum (2 .^ -sum (states > 0, 2)) - 1) <= 1e-12;   % the cases cover everything
for k = 1:numel (c.cases)
  y = c.cases(k).y;
  p = c.cases(k).problem;
  q = reshape (y(p.cones.z+p.cones.l+1:end), 3, []);
  ok = ok && norm (p.A' * y, Inf) <= 1e-7 * norm (y) && p.b' * y < 0 ...
       && all (y(p.cones.z+(1:p.cones.l)) >= -1e-9 * norm (y)) ...
       && all (sqrt (q(2,:) .^ 2 + q(3,:) .^ 2) <= q(1,:) + 1e-9 * norm (y));
end
end
