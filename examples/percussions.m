% PERCUSSIONS  What you learn: a law of restitution decides whether an impact makes energy.
%   A point mass in 3D on a guide hits two walls at once (COUPLING, Section 6); under the guide
%   the walls have the Delassus matrix Ac = [2 .5; .5 1]. Newton's law with a matrix E is
%   compared with the quadratic program (80), its complementarity problem (81) and its dual (82)
%   with its errata. With E = diag (e1, e2) one wall may have to pull: then it is left alone, and
%   the law does not hold there. Energy is gained for large coefficients only, or for
%   matrices E that are not diagonal. Writes build/percussions.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
Ac = [2 0.5; 0.5 1];
R = chol (Ac);
S = dls_system ('M', eye (3), 'Gb', [0; 0; 1], 'Gu', [R; 0.7 -0.3]);
arrive = @(u) [R' \ u; 0];                       % velocity along the guide with Gu'*v = u
D = dls_delassus (S);
assert (norm (D.Ac - Ac) < 1e-14);

% GOLDEN 14, by four ways.
u = [-1; -0.5];
E = 0.5 * eye (2);
[after, p, info] = dls_impact (S, arrive (u), E);
c = Ac * (eye (2) + E) * u;
B = E / (eye (2) + E) * Ac;
[x, ~, ~, primal] = dls_conic (Ac ^ 2, c, -[eye(2); B], zeros (4, 1), struct ('l', 4));
z = dls_lcp ([Ac^2, -B'; B, zeros(2)], [c; 0; 0]);
% Dual (82): two multipliers, w1 + Ac*inv (I+E)'*E'*w2 = Ac*(Ac*p + (I+E)*u).
[y, ~, ~, dual] = dls_conic (blkdiag (Ac ^ 2, zeros (4)), zeros (6, 1), ...
                             [-Ac^2, eye(2), B'; zeros(4, 2), -eye(4)], [c; zeros(4, 1)], ...
                             struct ('z', 2, 'l', 4));
fprintf ('percussions %.12f, %.12f; guide %.12f; energy lost %.9f\n', p.nu, p.nb, info.energy.loss);
assert (norm (p.nu - [9/14; 3/7]) < 1e-12 && abs (p.nb + [0.7 -0.3] * p.nu) < 1e-12);
assert (max (norm ([x - p.nu, y(1:2) - p.nu])) < 1e-6 && norm (z(1:2) - p.nu) < 1e-8);
% No gap between (80) without its constant and (82).
assert (abs (primal.objective + dual.objective) < 1e-8);
assert (norm (info.normal.after + E * u) < 1e-12 && all (info.law_holds));

% Plastic: the velocity nearest in the kinetic metric (Proposition 19). Moreau's law agrees.
plastic = dls_impact (S, arrive (u), 0, 'Law', 'plastic');
v = dls_conic (S.M, -S.M * arrive (u), [S.Gb, -S.Gu]', zeros (3, 1), struct ('z', 1, 'l', 2));
moreau = dls_impact (S, arrive (u), 0.5, 'Law', 'moreau');
assert (norm (plastic - v) < 1e-6 && norm (moreau - after) < 1e-10);

% diag (e1, e2) when the second wall is hit slowly: energy, and where the law holds.
u = [-1; -0.2];
[e1, e2] = meshgrid (linspace (0, 1.3, 14));
loss = zeros (size (e1));
holds = false (size (e1));
for k = 1:numel (e1)
  e = [e1(k); e2(k)];
  [after, p, info] = dls_impact (S, arrive (u), e);
  loss(k) = info.energy.loss;
  holds(k) = all (info.law_holds);
  q = -Ac \ ((1 + e) .* u);                      % (77): both walls push, or the first one alone
  pulls = q(2) < -1e-9;
  if pulls
    q = [-(1 + e(1)) * u(1) / Ac(1, 1); 0];
  end
  assert (norm (p.nu - q) < 1e-9 && holds(k) ~= pulls);
  assert (abs (loss(k) + q' * (u + Ac * q / 2)) < 1e-10);
  assert (info.admissible.energy == (loss(k) > -1e-9) && info.admissible.kinematic);
  assert (loss(k) > -1e-10 || max (e) > 1);      % loss = sum (p.*(1-e).*(-u))/2 where it holds
end
fprintf ('%d of %d pairs (e1, e2): both walls push; energy grows for %d, all with an e > 1\n', ...
         nnz (holds), numel (holds), nnz (loss < -1e-9));

% Not diagonal: the second wall gives what the first one takes.
E = [0 1; 1.5 0];
[after, p, info] = dls_impact (S, arrive (u), E);
fprintf ('E = [0 1; 1.5 0]: energy %.6f before, %.6f after: inadmissible\n', info.energy.before, ...
         info.energy.after);
assert (~info.admissible.energy && info.energy.after > info.energy.before);
assert (abs (info.energy.after - (E * u)' / Ac * (E * u) / 2) < 1e-10 && all (info.law_holds));

fig = figure ('visible', 'off', 'position', [0 0 750 550]);
contour (e1, e2, loss, -0.3:0.05:0.3);
hold on
plot (e1(holds), e2(holds), 'b.', e1(~holds), e2(~holds), 'rx', [0 1.3], [0.25 1.875], 'k--');
contour (e1, e2, loss, [0 0], 'linecolor', 'k', 'linewidth', 2);
axis ([0 1.3 0 1.3]);
colorbar ();
xlabel ('e1');
ylabel ('e2');
title ('energy lost (line: none); dots: both walls push, x: wall 2 would pull');
save_picture (fig, 'percussions');
