function pass = test_delassus ()
% TEST_DELASSUS  dls_delassus, dls_kinetic_angle, dls_impact, dls_friction_bound on random families.
%   pass = test_delassus ()   logical row; each failing element prints its name.
%   Promise: regular systems agree with the dense formulas with inv (M), singular and redundant
%   ones with the limit of regularised ones and with pinv of the KKT matrix; percussions satisfy
%   their law and balance of energy; every bound of the papers lies below the exact one, and the
%   exact one is where dls_matrix_class sees the sliding problem stop being P.
%   TUTORIAL (7), (10), (17) to (20), Props. 9 to 14, Theorem 3, COUPLING (12) to (22), (30).
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
draw (0);
pass = [regular(), singular(), reduced(), angles(), impacts(), cradle(), redundant_impacts(), ...
        bounds(), bounds_redundant(), bounds_singular(), scaling(), vertices(), many_bodies()];
end

function x = draw (rows, cols)
% Repeatable numbers in (-1, 1), others at each call; draw (SEED) starts again.
persistent seed
if nargin == 1, seed = rows; return, end
seed = seed + 1;
x = 2 * lcg_rand (seed, rows, cols) - 1;
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_delassus: %s\n', name); end
end

function ok = near (name, a, b, tol)
% Relative to the larger of the two; shapes must agree.
scale = max ([1; abs(a(:)); abs(b(:))]);
ok = holds (name, isequal (size (a), size (b)) && all (abs (a(:) - b(:)) <= tol * scale));
if ~ok && isequal (size (a), size (b))
  fprintf ('    off by %g\n', max (abs (a(:) - b(:))) / scale);
end
end

function S = random_system (n, nb, nu, d, rank_mass)
B = draw (n, rank_mass);
M = B * B';
if rank_mass == n, M = M + eye (n); end
S = dls_system ('M', M, 'F', draw (n, 1), 'Gb', draw (n, nb), 'bb', draw (nb, 1), ...
                'Gu', draw (n, nu), 'bu', draw (nu, 1), 'd', d, 'Hb', draw (n, (d-1)*nb), ...
                'Hu', draw (n, (d-1)*nu), 'mub', 0.1, 'muu', 0.2, 'tb', draw ((d-1)*nb, 1), ...
                'tu', draw ((d-1)*nu, 1), 'vtb', draw (d-1, nb), 'vtu', draw (d-1, nu));
end

function pass = regular ()
pass = [];
for sizes = [4 8 6 12; 1 3 0 4; 2 3 3 0; 2 3 3 2]
  S = random_system (sizes(1), sizes(2), sizes(3), sizes(4), sizes(1));
  name = sprintf ('regular n = %d, nb = %d, nu = %d, d = %d, ', sizes);
  D = dls_delassus (S);
  Mi = inv (full (S.M));
  pass = [pass, near([name, 'Anb'], D.Anb, full (S.Gb'*Mi*S.Gb), 1e-11), ...
          near([name, 'Anu'], D.Anu, full (S.Gu'*Mi*S.Gu), 1e-11), ...
          near([name, 'Anunb'], D.Anunb, full (S.Gu'*Mi*S.Gb), 1e-11), ...
          near([name, 'Atb'], D.Atb, full (S.Gb'*Mi*S.Hb), 1e-11), ...
          near([name, 'Atu'], D.Atu, full (S.Gu'*Mi*S.Hu), 1e-11), ...
          near([name, 'Anutb'], D.Anutb, full (S.Gu'*Mi*S.Hb), 1e-11), ...
          near([name, 'Anbtu'], D.Anbtu, full (S.Gb'*Mi*S.Hu), 1e-11)];
  P = S.Gb * inv (full (S.Gb'*Mi*S.Gb)) * S.Gb';
  Mc = full (Mi - Mi*P*Mi);
  H2 = S.bb - S.Gb'*Mi*S.F;
  H3 = -S.Gb * (full (S.Gb'*Mi*S.Gb) \ H2);
  H0 = S.bu - S.Gu'*Mi*S.F;
  pass = [pass, near([name, 'Mcinv'], D.Mcinv, Mc, 1e-10), ...
          near([name, 'Ac'], D.Ac, full (S.Gu'*Mc*S.Gu), 1e-10), ...
          near([name, 'H0'], D.H0, H0, 1e-11), near([name, 'H2'], D.H2, H2, 1e-11), ...
          near([name, 'H3'], D.H3, full (H3), 1e-10), ...
          near([name, 'H4'], D.H4, full (S.Gu'*Mi*H3 + H0), 1e-10), ...
          near([name, 'A'], D.A, [D.Anb, D.Anbnu; D.Anunb, D.Anu], 0)];
  T = dls_system (S, 'vtb', [], 'vtu', []);           % all sticking: ALLSTICK (63)
  J = full ([S.Hb, S.Hu, S.Gb]);
  if size (J, 2) <= S.n
    D = dls_delassus (T);
    c = [S.tb; S.tu; S.bb];
    Mst = Mi - Mi*J*inv(J'*Mi*J)*J'*Mi;
    w = S.bu - S.Gu'*Mi*S.F + S.Gu'*Mi*J*((J'*Mi*J) \ (J'*Mi*S.F - c));
    pass = [pass, near([name, 'Acst'], D.Acst, full (S.Gu'*Mst*S.Gu), 1e-8), ...
            near([name, 'wcst'], D.wcst, full (w), 1e-8)];
  end
end
end

function pass = singular ()
% Redundant bilateral constraints (columns repeated) that complete a singular M.
pass = [];
for seed = 1:6
  n = 6;  nb = 3;
  S = random_system (n, nb, 2, 2, 4);
  S = dls_system (S, 'Gb', [S.Gb, S.Gb * [1; -2; 1]], 'bb', [S.bb; [1 -2 1] * S.bb], 'Hb', [], ...
                  'tb', [], 'mub', 0, 'vtb', [], 'names', []);
  D = dls_delassus (S);
  name = sprintf ('singular %d, ', seed);
  G = full (S.Gb);
  E = pinv ([full(S.M), -G; G', zeros(nb + 1)], 1e-9);
  pass = [pass, near([name, 'Mcinv'], D.Mcinv, E(1:n,1:n), 1e-7), ...
          near([name, 'Ac'], D.Ac, full (S.Gu' * E(1:n,1:n) * S.Gu), 1e-7)];
  R = S.M + 1e-8 * eye (n);                            % the limit, with independent constraints
  L = dls_delassus (dls_system ('M', R, 'F', S.F, 'Gb', G(:,1:nb), 'bb', S.bb(1:nb), ...
                                'Gu', S.Gu, 'bu', S.bu));
  pass = [pass, near([name, 'limit of Ac'], D.Ac, L.Ac, 1e-4), ...
          near([name, 'limit of H4'], D.H4, L.H4, 1e-4), ...
          near([name, 'limit of H3'], D.H3, L.H3, 1e-4), ...
          holds([name, 'said so'], numel (D.assumptions) == 2), ...
          holds([name, 'A unknown'], isnan (D.Anu))];
end
end

function pass = reduced ()
pass = [];
for seed = 1:6
  S = random_system (7, 3, 2, 2, 7);
  if seed > 3
    repeat = [1 0 1; 0 1 1; 0 0 0];                    % the third constraint repeats two
    S = dls_system (S, 'Gb', S.Gb * repeat, 'bb', repeat' * S.bb, 'Hb', [], 'tb', [], ...
                    'mub', 0, 'vtb', [], 'names', []);
  end
  D = dls_delassus (S, 'Reduced', true);
  R = D.reduced;
  a2 = R.mass \ (R.gradient * [1; 2] - R.force);       % against a multiplier system
  a([R.q1, R.q2], 1) = R.T(:,numel (R.q1)+1:end) * a2 + R.gamma;
  [direct, lb] = dls_kkt (S.M, S.Gb, S.F - S.Gu * [1; 2], S.bb);
  name = sprintf ('reduced %d, ', seed);
  pass = [pass, near([name, 'Ar'], R.Ar, D.Ac, 1e-9), near([name, 'H5'], R.H5, D.H4, 1e-9), ...
          near([name, 'a'], a, direct, 1e-9), ...
          near([name, 'lb'], R.Lb * [1; 2] + R.lb0, lb, 1e-9)];
end
end

function pass = angles ()
pass = [];
for seed = 1:5
  S = random_system (6, 2, 3, 2, 6);
  D = dls_delassus (S);
  theta = dls_kinetic_angle (S.M, S.Gb, S.Gu);
  c = D.Anbnu ./ sqrt (diag (D.Anb) * diag (D.Anu)');
  pass = [pass, near('angles', theta, pi - acos (c), 1e-11), ...
          near('angles D', theta, D.angles, 1e-14)];
  g = S.Gu(:,1);
  pass = [pass, near('small angle', dls_kinetic_angle (S.M, g, -g * 3), 0, 1e-14), ...
          near('scaled', dls_kinetic_angle (S.M * 1e-9, S.Gb * 1e5, S.Gu), theta, 1e-9)];
end
end

function pass = impacts ()
% Random systems against all bases of the dense complementarity problem; laws; energy.
pass = [];
for seed = 1:12
  nb = mod (seed, 3);
  S = dls_system (random_system (7, nb, 3, 2, 7), 'mub', 0, 'muu', 0);
  v0 = draw (7, 1);
  if nb > 0, v0 = v0 - pinv (full (S.Gb')) * (S.Gb' * v0); end
  e = 0.5 + 0.5 * draw (3, 1);
  if mod (seed, 2), E = diag (e); else, E = 0.1 + 0.1 * draw (3, 3) + diag (0.5 * e); end
  [v, p, info] = dls_impact (S, v0, E);
  D = dls_delassus (S);
  u0 = S.Gu' * v0;
  z = dls_lcp (D.Ac, u0 + E * u0, 'Method', 'enumerate');
  name = sprintf ('impact %d, ', seed);
  work = 0.5 * (p.nu' * (S.Gu' * (v + v0)) + p.nb' * (S.Gb' * (v + v0)));
  pass = [pass, near([name, 'p'], p.nu, z, 1e-8), ...
          holds([name, 'status'], strcmp (info.status, 'solved') && info.exitflag == 1), ...
          holds([name, 'residual'], info.residual.dynamics < 1e-10 ...
                && info.residual.constraints < 1e-9 && info.residual.complementarity < 1e-8), ...
          near([name, 'work of percussions'], info.energy.loss, -work, 1e-9)];
  [v, p] = dls_impact (S, v0, e(1));
  [w, q, info] = dls_impact (S, v0, e(1), 'Law', 'moreau');
  pass = [pass, near([name, 'moreau v'], w, v, 1e-8), ...
          near([name, 'moreau p'], q.nu, p.nu, 1e-8), ...
          holds([name, 'moreau loses'], info.admissible.energy && info.admissible.before)];
  [v, p, info] = dls_impact (S, v0, 5, 'Law', 'plastic');
  y = v - v0;                                          % plastic: Carnot, loss = |v+ - v-|^2/2
  pass = [pass, near([name, 'carnot'], info.energy.loss, full (y' * S.M * y) / 2, 1e-8)];
end
end

function pass = cradle ()
% Cradles of k balls: E that reverses the order sends the shock through, E = e loses as Moreau says.
pass = [];
for k = 3:6
  S = dls_system ('M', 2 * eye (k), 'Gu', diff (eye (k))');     % gap: x(i+1) - x(i)
  v0 = [1; zeros(k - 1, 1)];
  E = fliplr (eye (k - 1));
  [v, p, info] = dls_impact (S, v0, E);
  name = sprintf ('cradle %d, ', k);
  pass = [pass, near([name, 'v'], v, flipud (v0), 1e-11), ...
          near([name, 'p'], p.nu, 2 * ones (k - 1, 1), 1e-11), ...
          holds([name, 'energy'], abs (info.energy.loss) < 1e-11 && info.admissible.energy)];
  [v, p, info] = dls_impact (S, v0, 1);
  truth = 2 / k - v0;
  pass = [pass, near([name, 'E = 1'], v, truth, 1e-11)];
end
end

function pass = redundant_impacts ()
% A body on many contacts, masses singular: velocities as with independent contacts.
pass = [];
for seed = 1:6
  M = diag ([2 3 0.5 0]);
  N = [draw(3, 2); 0 0];
  W = [1 0 0.5 2; 0 1 0.5 0];                          % nonnegative combinations of two contacts
  v0 = [-N(1:3,1) - N(1:3,2); 0];
  one = dls_impact (dls_system ('M', M, 'Gu', N), v0, 0.4);
  [v, p, info] = dls_impact (dls_system ('M', M, 'Gu', N * W), v0, 0.4);
  pass = [pass, near(sprintf ('redundant impact %d', seed), v, one, 1e-7), ...
          holds('redundant impact: law', p.nu >= -1e-9 & info.residual.complementarity < 1e-7)];
end
end

function name = proposition_of (S)
if S.nu == 0, name = {'prop9', 'prop10', 'prop11'};
elseif S.nb == 0, name = {'prop12', 'prop14'};
else, name = {'prop13'};
end
end

function M = sliding_matrix (S, mu)
% The complementarity matrix of TUTORIAL (50), (58) or Prop. 10 with inv (M), uniform mu.
Mi = inv (full (S.M));
T = zeros (S.n, S.nb + S.nu);
H = full ([S.Hb, S.Hu]);
v = [S.vtb, S.vtu];
for i = 1:S.nb + S.nu
  T(:,i) = H(:,(i-1)*(S.d-1) + (1:S.d-1)) * v(:,i) / norm (v(:,i));
end
J = full ([S.Gb, S.Gu]);
A = J' * Mi * (J - mu * T);
R = J' * Mi * (J + mu * T);
b = 1:S.nb;
u = S.nb+1:S.nb+S.nu;
X = A(b,b) \ [R(b,b), -A(b,u)];
M = [X; A(u,b) * X + [-R(u,b), A(u,u)]];
end

function pass = bounds ()
pass = [];
for sizes = [0 1 2 3 0 0 0 1 2 1; 1 0 0 0 2 3 4 1 2 3]
  for d = 2:3
    S = random_system (9, sizes(1), sizes(2), d, 9);
    B = dls_friction_bound (S);
    name = sprintf ('bounds nb = %d, nu = %d, d = %d, ', sizes, d);
    critical = B.exact.value;
    names = proposition_of (S);
    for k = 1:numel (names)
      pass = [pass, holds([name, names{k}], B.(names{k}).applies ...
                          && B.(names{k}).value <= critical * (1 + 1e-9))];
    end
    below = dls_matrix_class (sliding_matrix (S, min (critical, 1e6) * (1 - 1e-6)));
    pass = [pass, holds([name, 'P below'], strcmp (below.P.holds, 'yes'))];
    if critical < 1e6
      above = dls_matrix_class (sliding_matrix (S, critical * (1 + 1e-6)));
      pass = [pass, holds([name, 'not P above'], strcmp (above.P.holds, 'no'))];
    end
    % with all coefficients equal, scale * mu is the same bound
    S = dls_system (S, 'mub', 0.3, 'muu', 0.3);
    B = dls_friction_bound (S);
    pass = [pass, near([name, 'scale'], min (B.exact.scale * 0.3, 1e9), min (critical, 1e9), ...
                         1e-9), ...
            holds([name, 'holds'], strcmp (B.exact.holds, 'yes') == (0.3 < critical))];
  end
end
end

function pass = bounds_redundant ()
% Prop. 14 and the exact bound do not see repeated frictionless bilateral constraints.
pass = [];
for seed = 1:4
  S = random_system (8, 2, 3, 2, 8);
  S = dls_system (S, 'mub', 0, 'vtb', [], 'Hb', [], 'tb', []);
  B = dls_friction_bound (S);
  R = dls_friction_bound (dls_system (S, 'Gb', S.Gb * [1 0 1 2; 0 1 1 -1], 'bb', [], ...
                                      'mub', 0, 'vtb', [], 'names', []));
  name = sprintf ('redundant bounds %d, ', seed);
  D = dls_delassus (S);
  T = S.Hu * diag (sign (S.vtu));
  Mc = D.Mcinv;
  pass = [pass, near([name, 'prop14'], R.prop14.value, B.prop14.value, 1e-9), ...
          near([name, 'exact'], min (R.exact.value, 1e9), min (B.exact.value, 1e9), 1e-9), ...
          near([name, '(64)'], B.prop14.value, ...
               min (svd (full (S.Gu'*Mc*S.Gu))) / norm (full (S.Gu'*Mc*T)), 1e-10), ...
          holds([name, 'below'], B.prop14.value <= B.exact.value * (1 + 1e-9))];
end
S = random_system (8, 3, 0, 2, 8);                     % Prop. 11 by the Schur complements of (45)
v = S.vtb;
v(2) = 0;
B = dls_friction_bound (dls_system (S, 'mub', [0.1 0 0.1], 'vtb', v));
Mi = inv (full (S.M));
N = full (S.Gb(:,[1 3]));
g = full (S.Gb(:,2));
Mc = Mi - Mi*g*g'*Mi / (g'*Mi*g);
T = full (S.Hb(:,[1 3])) * diag (sign (v([1 3])));
pass = [pass, near('prop11', B.prop11.value, min (svd (N'*Mc*N)) / norm (N'*Mc*T), 1e-10), ...
        holds('prop11 only', ~B.prop9.applies && B.prop11.value <= B.exact.value * (1 + 1e-9))];
end

function pass = bounds_singular ()
% M that the sliding bilateral constraints complete: the limit of regular M.
pass = [];
for seed = 1:6
  S = random_system (6, 3, 2, 2, 4);
  if mod (seed, 2), S = dls_system (S, 'vtb', S.vtb .* [1 0 1], 'mub', [0.1 0 0.1]); end
  B = dls_friction_bound (S);
  L = dls_friction_bound (dls_system (S, 'M', S.M + 1e-8 * eye (6)));
  pass = [pass, near(sprintf ('singular bounds %d', seed), min (B.exact.value, 1e3), ...
                     min (L.exact.value, 1e3), 1e-4), ...
          holds('singular bounds apply', B.exact.applies && ~B.prop13.applies)];
end
end

function pass = scaling ()
% Bounds and angles do not depend on units of mass.
S = random_system (6, 1, 2, 2, 6);
B = dls_friction_bound (S);
pass = [];
for s = [1e-9 1e9]
  C = dls_friction_bound (dls_system (S, 'M', s * S.M));
  D = dls_delassus (dls_system (S, 'M', s * S.M, 'F', s * S.F));
  E = dls_delassus (S);
  pass = [pass, near('units of mass, exact', C.exact.value, B.exact.value, 1e-8), ...
          holds('units of mass, prop13', C.prop13.value <= C.exact.value), ...
          near('units of mass, Ac', s * D.Ac, E.Ac, 1e-9), near('units, H4', D.H4, E.H4, 1e-9)];
end
end

function pass = vertices ()
% TUTORIAL Theorem 3: beta_2 over index sets is never below the norm at points of the cube.
pass = [];
for seed = 1:5
  S = random_system (7, 1, 2, 2, 7);
  B = dls_friction_bound (S);
  M = sliding_matrix (S, 0);
  worst = 0;
  for k = 1:300
    d = diag (0.5 + 0.5 * draw (3, 1));
    worst = max (worst, norm ((eye (3) - d + d * M) \ d));
  end
  pass = [pass, holds('beta_2', worst <= B.prop13.beta2 * (1 + 1e-12))];
end
end

% Of many bodies: sparse, and what the accelerations under dense forces are.
function pass = many_bodies ()
N = 170;
n = 3 * N;
C = kron (speye (N), sparse (eye (3) + 0.2 * draw (3, 3)));
d = 2 .^ round (8 * draw (n, 1));               % bodies in different units
M = diag (sparse (d)) * (C * C') * diag (sparse (d));
Gu = kron (spdiags (ones (N, 2), [0, 1], N, N), sparse (draw (3, 1)));
F = draw (n, 1);
S = dls_system ('M', (M + M') / 2, 'Gu', Gu, 'Hu', circshift (Gu, 1), 'muu', 0.3, 'F', F);
D = dls_delassus (S);
X = dls_kkt (S.M, sparse (n, 0), -full ([S.Gu, S.F]), zeros (0, N + 1));
W = full (S.Gu' * X);
size_of = sqrt (diag (W(:,1:N)));
off = abs (full (D.Anu) - W(:,1:N)) ./ (size_of * size_of');
pass = [holds('many bodies: sparse', issparse (D.Anu) && nnz (D.Anu) < 4 * N), ...
        holds('many bodies: Anu', max (off(:)) < 1e-12), ...
        holds('many bodies: Ac', isequal (D.Ac, D.Anu)), ...
        near('many bodies: H0', D.H0 ./ size_of, (S.bu - W(:,N+1)) ./ size_of, 1e-12), ...
        holds('many bodies: a0', norm (S.M * D.a0 + S.F) < 1e-12 * norm (S.F))];
end
