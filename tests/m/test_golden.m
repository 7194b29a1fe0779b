function pass = test_golden ()
% TEST_GOLDEN  Reference numbers of GOLDEN.md that bilateral KKT systems must reproduce.
%   pass = test_golden ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [papers(), parallelogram(), rowscale(), beam(), andrews(), squeezer(), bricard(), ...
        fourbar(), door()];
end

function ok = near (name, x, ref, tol)
% x equals ref to tol, relative to the largest entry.
ok = isequal (size (x), size (ref)) ...
     && all (abs (full (x(:)) - ref(:)) <= tol * max ([abs(ref(:)); 1e-300]));
report (name, ok);
end

function ok = holds (name, ok)
ok = full (logical (ok));
report (name, ok);
end

function report (name, ok)
if ~ok, fprintf ('test_golden: %s\n', name); end
end

function pass = papers ()
% Sections 1, 2, 3, 5, 10 and 11: small systems of ALLSTICK and TUTORIAL.
[M, G, F, b] = make_allstick (1);
[a, lambda, info] = dls_kkt (M, G, F, b);
pass = [near('ALLSTICK (19) qdd', a, [-1.05560165975104; 1.40788381742739; ...
             0.509128630705394; -0.435269709543568; 0.462655601659751], 1e-13), ...
        near('ALLSTICK (19) lambda', lambda, [2.90124481327801; 1.67717842323651; ...
             -2.71576763485477], 1e-13), ...
        near('ALLSTICK (19) smallest mu', norm (lambda(2:3)) / lambda(1), ...
             1.10018809044006, 1e-12), ...
        holds('ALLSTICK (19) status', strcmp (info.status, 'solved'))];

[M, G, F, b] = make_allstick (2);
[a, lambda] = dls_kkt (M, G, F, b);
R = dls_redundancy (M, G);
pass = [pass, near('ALLSTICK (26) qdd', a, [-3; 2; 1.5; -1], 1e-11), ...
        near('ALLSTICK (26) lambda', lambda, [-1.5; -1.5; 1; 0], 1e-11), ...
        near('ALLSTICK (26) J lambda', G * lambda, [-3; 1; -3; 1], 1e-11), ...
        holds('ALLSTICK (26) rank', R.rank == 3 && R.acceleration_unique), ...
        holds('ALLSTICK (26) determined', isequal (R.determined(:)', [0 0 1 1] == 1))];

% Flat block: three forces Fx at once; n1, n2 = (m g -+ (l/L) Fx)/2, t1 + t2 = Fx.
[M, G, F, b] = make_allstick (3);
Fx = [2, 0.5, -1];
[a, lambda] = dls_kkt (M, G, [Fx; 9.81 9.81 9.81; 0 0 0], repmat (b, 1, 3));
truth = [(9.81 - 2*Fx) / 2; (9.81 + 2*Fx) / 2; Fx / 2; Fx / 2];
rank_of = @(cols) getfield (dls_redundancy (M, G(:, cols)), 'rank');
pass = [pass, near('flat block a', 1 + a, ones (3), 1e-12), ...
        near('flat block lambda', lambda, truth, 1e-12), ...
        near('flat block golden', lambda(:, 1), [2.905; 6.905; 1; 1], 1e-12), ...
        holds('flat block ranks', rank_of (1:2) == 2 && rank_of (3:4) == 1 ...
              && rank_of (1:4) == 3)];

N = [1 0; 1 0; 0 1; 0 1];
H = [1 0; -1 1; 0 1; 1 0];
[a, lambda] = dls_kkt (diag ([2 1 1 .5]), [N H], [2; 9.81; 9.81; 1], [.1; -.2; .3; 0]);
pass = [pass, near('ALLSTICK (35) qdd', a, [-.5; .4; -.4; .6], 1e-12), ...
        near('ALLSTICK (35) lambda', lambda, [2.1; 2.4; -1.1; 7.01], 1e-12)];

% Pseudo-inverse block (79): inconsistent right-hand sides too, [a; -lambda] = K^+ rhs.
[a, lambda, info] = dls_kkt (diag ([2 0]), [1 1; 0 0], [-eye(2), zeros(2)], ...
                             [zeros(2), -eye(2)]);
pass = [pass, near('pseudo-inverse (79)', [a; -lambda], [0 0 .5 .5; 0 0 0 0; ...
             .5 0 -.5 -.5; .5 0 -.5 -.5], 1e-11), ...
        holds('pseudo-inverse (79) status', strcmp (info.status, 'inconsistent'))];

[a, lambda] = dls_kkt (diag ([2 1 .5]), [1 0 1; 1 1 0; 0 1 1], [1; 2; 3], [.4; -.1; .2]);
pass = [pass, near('TUTORIAL (31) qdd', a, [-.35; -.05; .15], 1e-12), ...
        near('TUTORIAL (31) lambda', lambda, [-.4125; 2.3625; .7125], 1e-12)];
end

function pass = parallelogram ()
% Natural coordinates; GOLDEN has lambda with the other sign.
[M, G, F, b, names] = make_parallelogram ();
[a, lambda, info] = dls_kkt (M, G, F, b);
R = dls_redundancy (M, G, 'Names', names);
kernel = [-0.2132; 0.4264; -0.2132; 0; -0.4264; -0.7385];
Z = full (R.kernel) / norm (full (R.kernel));
pass = [near('parallelogram qdd', a, repmat ([4.4558303732; -3.7272754038], 3, 1), ...
             1e-10), ...
        near('parallelogram lambda', -lambda, [-5.3644011866; -2.6386887462; ...
             -5.3644011866; 0; 1.1534119552; 0.9077681084], 1e-10), ...
        holds('parallelogram status', strcmp (info.status, 'solved')), ...
        holds('parallelogram rank', R.rank == 5 && R.nullity == 1), ...
        near('parallelogram kernel', Z * sign (Z(2)), kernel, 2e-4), ...
        holds('parallelogram determined', isequal (find (R.determined(:)), 4)), ...
        holds('parallelogram table', mentions (R.table, names))];

[M, G, F, b] = make_parallelogram (true);
[a, lambda] = dls_kkt (M, G, F, b);
R = dls_redundancy (M, G);
massless = -[-5.1864684015; -1.0372936803; -5.1864684015; 0; 1.0372936803; 1.7966453567];
pass = [pass, holds('massless: acceleration unique', R.acceleration_unique), ...
        near('massless: qdd', a, repmat ([4.2788364313; -3.6250879038], 3, 1), 1e-10), ...
        near('massless: lambda', lambda, massless, 1e-10)];
for method = {'cholesky', 'ldl', 'qr', 'dense'}
  [a, lambda] = dls_kkt (M, G, F, b, 'Method', method{1});
  pass = [pass, near(['massless: lambda, ' method{1}], lambda, massless, 1e-10)];
end
end

function ok = mentions (table, names)
% Every name stands in the table, a char matrix or a text of several lines.
text = reshape (table', 1, []);
ok = all (cellfun (@(s) ~isempty (strfind (text, s)), names));
end

function pass = rowscale ()
% Minimum norm depends on the scaling of rows; weights undo it; accelerations do not.
s = [0.5, 1, 10, 1000];
force = [-9.911 -6.913 -9.911; -10.729 -5.277 -10.729; -11.401 -3.933 -11.401; ...
         -11.410 -3.915 -11.410];
[M, G, F, b] = make_parallelogram (false, 1);
[a1, lambda1] = dls_kkt (M, G, F, b);
pass = [];
for k = 1:4
  [M, G, F, b] = make_parallelogram (false, s(k));
  [a, lambda] = dls_kkt (M, G, F, b);
  W = [s(k)^2 * ones(4, 1); 1; 1];
  [aw, lambdaw] = dls_kkt (M, G, F, b, 'Weight', W);
  [~, lambdam] = dls_kkt (M, G, F, b, 'Weight', diag (sparse (W)));
  name = sprintf ('row scale %g: ', s(k));
  pass = [pass, near([name 'forces'], -2 * s(k) * lambda(1:3)', force(k, :), 6e-5), ...
          near([name 'qdd'], a, a1, 1e-11), ...
          near([name 'qdd weighted'], aw, a1, 1e-11), ...
          near([name 'weighted'], sqrt (W) .* lambdaw, lambda1, 1e-10), ...
          near([name 'weight matrix'], lambdam, lambdaw, 1e-10)];
end
end

function pass = beam ()
centre = [0, 0.5, 0.9];
force = [3.27 3.27 3.27; 0.8175 3.27 5.7225; -1.1445 3.27 7.6845];
pass = [];
for k = 1:3
  [M, G, F, b] = make_beam (centre(k));
  [a, lambda] = dls_kkt (M, G, F, b);
  name = sprintf ('beam, centre %g', centre(k));
  pass = [pass, near(name, lambda', force(k, :), 1e-12), ...
          holds('beam at rest', norm (a) <= 1e-12)];
end
R = dls_redundancy (M, G);
Z = full (R.kernel(:, 1));
pass = [pass, near('beam kernel', Z / Z(1), [1; -2; 1], 1e-12), ...
        holds('beam determined', R.rank == 2 && ~any (R.determined))];
end

function pass = andrews ()
% IVP test set; its lambda has the other sign.
[M, G, F, b] = make_andrews ();
pass = [];
for method = {'auto', 'cholesky', 'ldl', 'qr', 'dense'}
  [a, lambda] = dls_kkt (M, G, F, b, 'Method', method{1});
  pass = [pass, near(['Andrews qdd, ' method{1}], a, [14222.4439199541; ...
             -10666.8329399656; 0; 0; 0; 0; 0], 1e-11), ...
          near(['Andrews lambda, ' method{1}], -lambda, [98.5668703962411; ...
             -6.12268834425566; 0; 0; 0; 0], 1e-9)];
end
R = dls_redundancy (M, G);
pass = [pass, holds('Andrews rank', R.rank == 6 && R.nullity == 0 && all (R.determined))];
end

function pass = squeezer ()
% The published motion, by a scheme that shares nothing with the engine: one angle, the others by
% Newton's method from the loops, the midpoint rule extrapolated to order 12 in 80 steps. With 120
% and 200 steps the first angle is 15.8107711951, the same to 3e-11; the published one is 1.2e-9
% above.
[~, ~, ~, exact] = model_andrews ();
[~, ~, ~, ~, ~, q] = make_andrews ();
steps = 80;
n = 2:2:12;
y = [q(1); 0];
for i = 1:steps
  [rate, q] = crank (y, q);
  T = cell (size (n));
  for j = 1:numel (n)
    h = 0.03 / steps / n(j);
    [before, T{j}, near_q] = deal (y, y + h * rate, q);
    for k = 2:n(j)
      [f, near_q] = crank (T{j}, near_q);
      [before, T{j}] = deal (T{j}, before + 2 * h * f);
    end
    for k = j-1:-1:1
      T{k} = T{k+1} + (T{k+1} - T{k}) / ((n(j) / n(k)) ^ 2 - 1);
    end
  end
  y = T{1};
end
[~, q] = crank (y, q);
pass = near ('squeezer, q at t = 0.03', q, exact(:), 3e-10);
end

% Rate of y = (crank, its velocity), all angles q near those given: in the kernel t of G' the
% dynamics are t'*M*t*a + t'*(F + M*c) = 0.
function [rate, q] = crank (y, q)
q(1) = y(1);
step = 1;
while norm (step, Inf) > 1e-7                  % the error left is of the order of its square
  [~, G, ~, ~, ~, ~, ~, h] = make_andrews (q);
  step = G(2:7,:)' \ h;
  q(2:7) = q(2:7) - step;
end
[~, G] = make_andrews (q);
loops = full (G(2:7,:))';
t = [1; -loops \ full(G(1,:))'];
[M, ~, F, b] = make_andrews (q, y(2) * t);
c = [0; -loops \ b];
rate = [y(2); -(t' * (F + M * c)) / (t' * M * t)];
end

function pass = bricard ()
% The redundancy is the gap sigma_29 / sigma_30; rounding makes it finite, not small.
[M, G, F, b] = make_bricard ();
[a, lambda, info] = dls_kkt (M, G, F, b);
R = dls_redundancy (M, G);
pass = [holds('Bricard rank', R.rank == 29 && R.nullity == 1), ...
        holds('Bricard solved', strcmp (info.status, 'solved')), ...
        holds('Bricard kernel', norm (full (G * R.kernel)) ...
              <= 1e-12 * norm (full (R.kernel))), ...
        holds('Bricard moves', norm (a) > 1)];
[~, Gt, Ft] = make_bricard (Inf);
at = dls_kkt (M, G, F, b);
Mt = make_bricard (Inf);
ar = dls_kkt (Mt, Gt, Ft, b);
pass = [pass, near('Bricard turned: same speeds', norm (ar), norm (at), 1e-10)];
[Mr, Gr] = make_bricard (6);
s = svd (full (Gr));
R29 = dls_redundancy (Mr, Gr, 'RankTolerance', 1e-5);
R30 = dls_redundancy (Mr, Gr, 'RankTolerance', 1e-10);
pass = [pass, holds('rounded Bricard', s(30) > 2e-8 && s(30) < 1e-6), ...
        holds('rounded Bricard, tolerance 1e-5', R29.rank == 29), ...
        holds('rounded Bricard, tolerance 1e-10', R30.rank == 30), ...
        holds('rounded Bricard, gap', R29.gap > 1e5 && R29.gap < 1e8)];
end

function pass = fourbar ()
% A planar linkage in 3D: in-plane forces are determined, the others are not.
[M, G, F, b, names, ~, qdd2] = make_fourbar3d ();
[a, ~, info] = dls_kkt (M, G, F, b);
R = dls_redundancy (M, G, 'Names', names);
inplane = repmat ([1 1 0 0 0]', 4, 1) == 1;
pass = [holds('four-bar sizes', isequal (size (G), [18 20])), ...
        holds('four-bar rank', R.rank == 17 && R.nullity == 3), ...
        holds('four-bar solved', strcmp (info.status, 'solved')), ...
        near('four-bar planar accelerations', a([6 12 18]), qdd2, 1e-11), ...
        holds('four-bar stays in its plane', ...
              norm (a([3 4 5 9 10 11 15 16 17])) <= 1e-10 * norm (a)), ...
        holds('four-bar determined', isequal (R.determined(:), inplane))];
end

function pass = door ()
pass = [];
for kind = {'hinges', 'balls', 'classic'}
  [M, G, F, b, names, truth] = make_door (kind{1});
  R = dls_redundancy (M, G, 'Names', names);
  [a, lambda] = dls_kkt (M, G, F, b);
  vertical = strcmp (names, 'lower force z') | strcmp (names, 'upper force z');
  pass = [pass, holds(['door rank, ' kind{1}], R.rank == 5), ...
          holds(['door determined, ' kind{1}], isequal (R.determined(:), truth)), ...
          near(['door weight, ' kind{1}], sum (lambda(vertical)), 30 * 9.81, 1e-12), ...
          near(['door acceleration, ' kind{1}], a, [-4 * 0.45; 0; 0; 0; 0; 0], 1e-11)];
end
end
