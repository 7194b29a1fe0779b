function pass = test_grasp ()
% TEST_GRASP  dls_grasp: textbook grasps, closed forms, brute force on random grasps.
%   pass = test_grasp ()   logical row; each failing element prints its name.
%   Promise: verdicts are those of linear programs by glpk over the edges of the cones (2D) and
%   follow from certificates by arithmetic; qualities are distances of the facets of the convex
%   hull of all extreme wrenches (2D); bounds hold against sampled directions (3D).
%   ALLSTICK Remark 6, Example 7.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [];
state = {rand('twister'), randn('twister')};
rand ('twister', 3);
randn ('twister', 3);
for trial = 1:60
  pass = [pass, plane(sprintf ('plane %d', trial))];
end
for trial = 1:25
  pass = [pass, space(sprintf ('space %d', trial))];
end
rand ('twister', state{1});
randn ('twister', state{2});
pass = [pass, closed_forms(), textbook(), bad_input()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_grasp: %s\n', name); end
end

% Extreme wrenches of unit normal forces, by contact: {k} n-by-2 (2D).
function E = edges (P, N, mu)
E = cell (1, size (P, 2));
for i = 1:size (P, 2)
  n = N(:,i) / norm (N(:,i));
  f = [n + mu(i) * [-n(2); n(1)], n - mu(i) * [-n(2); n(1)]];
  E{i} = [f; P(1,i) * f(2,:) - P(2,i) * f(1,:)];
end
end

% Few contacts on a small grid: parallel normals, repeated points, no friction often.
function pass = plane (name)
k = 2 + floor (4 * rand ());
P = round (2 * randn (2, k)) / 2;
N = round (1.5 * randn (2, k));
N(1,~any (N, 1)) = 1;
mu = 0.6 * rand (k, 1) .* (rand (k, 1) < 0.6);
E = edges (P, N, mu);
W = [E{:}];
Q = dls_grasp (P, N, mu, 'Tolerance', 0);
yes = spans (W);
pass = holds ([name, ': glpk'], isequal (Q.force_closure, yes));
for f = [1e-4 1e4]                             % verdicts do not depend on the unit of length
  A = dls_grasp (f * P, N, mu, 'Quality', false);
  pass = [pass, holds(sprintf ('%s: times %g', name, f), strcmp (A.verdict, Q.verdict))];
end
F = edges (P, N, 0 * mu);
pass = [pass, holds([name, ': form closure'], isequal (Q.form_closure, spans ([F{:}])))];
if ~yes
  d = Q.certificate.d;
  pass = [pass, holds([name, ': certificate'], norm (d) > 0.1 && all (W' * d <= 1e-6) ...
                      && isequal (Q.quality, 0))];
  return
end
f = Q.squeeze;
t = reshape (f.tu, 1, []);
G = zeros (3, 1);
for i = 1:k
  g = mean (E{i}, 2);
  h = (E{i}(:,1) - g) / max (mu(i), realmin);
  G = G + g * f.nu(i) + h * t(i) * (mu(i) > 0);
end
pass = [pass, holds([name, ': squeeze'], norm (G) < 1e-7 && all (f.nu > 0) ...
                    && all (abs (t(mu > 0)') < mu(mu > 0) .* f.nu(mu > 0)))];
pass = [pass, holds([name, ': quality'], abs (Q.quality - ball (W)) <= 1e-8 ...
                    && abs (Q.bounds(2) - Q.quality) <= 1e-8)];
Q = dls_grasp (P, N, mu, 'Limit', 'each', 'Tolerance', 0);
pass = [pass, holds([name, ': quality, each'], abs (Q.quality - ball (sums (E))) <= 1e-8)];
end

% Positive combinations of W fill the space: full rank, and zero is one with all weights >= 1.
function yes = spans (W)
yes = false;
if rank (W) < size (W, 1)
  return
end
N = size (W, 2);
[~, ~, ~, extra] = glpk (zeros (N, 1), W, zeros (size (W, 1), 1), ones (N, 1), Inf (N, 1), ...
                         repmat ('S', 1, size (W, 1)), repmat ('C', 1, N), 1, struct ('msglev', 0));
yes = extra.status == 5 || extra.status == 2;
end

% All sums of at most one wrench per contact.
function S = sums (E)
S = zeros (3, 1);
for i = 1:numel (E)
  S = [S, bsxfun(@plus, S, E{i}(:,1)), bsxfun(@plus, S, E{i}(:,2))];
  S = unique (round (S' * 1e12) / 1e12, 'rows')';
end
end

% Distance of zero from the facets of the convex hull (3 coordinates).
function r = ball (W)
F = convhulln (W');
r = Inf;
for k = 1:size (F, 1)
  A = W(:,F(k,:));
  n = cross (A(:,2) - A(:,1), A(:,3) - A(:,1));
  if norm (n) > 1e-9
    r = min (r, abs (n' * A(:,1)) / norm (n));
  end
end
end

% Three to five contacts on an ellipsoid, normals a little off the inward ones.
function pass = space (name)
k = 2 + floor (4 * rand ());
P = randn (3, k);
P = bsxfun (@rdivide, P, sqrt (sum (P .^ 2, 1)));
N = -P + 0.2 * randn (3, k);
mu = 0.2 + 0.6 * rand (k, 1);
limit = 'sum';
if rand () < 0.3, limit = 'each'; end
Q = dls_grasp (P, N, mu, 'Limit', limit, 'MaxPoints', 60);
D = randn (6, 20000);
D = bsxfun (@rdivide, D, sqrt (sum (D .^ 2, 1)));
h = reach (P, N, mu, D, limit);
pass = holds ([name, ': not on the edge'], islogical (Q.force_closure));
if Q.force_closure
  pass = [pass, holds([name, ': bounds'], 0 <= Q.bounds(1) && Q.bounds(1) <= Q.bounds(2) ...
                      && Q.bounds(1) <= min (h) * (1 + 1e-9))];
  pass = [pass, holds([name, ': weakest'], abs (norm (Q.weakest) - 1) < 1e-9 ...
              && abs (reach (P, N, mu, Q.weakest, limit) - Q.bounds(2)) <= 1e-8)];
  pass = [pass, holds([name, ': pyramids'], pyramids (P, N, mu))];
else
  d = Q.certificate.d;
  pass = [pass, holds([name, ': certificate'], norm (d) > 0.1 ...
                      && reach (P, N, mu, d, limit) <= 1e-6)];
end
end

% Cones with five sides: the quality is that of the convex hull of all their edges.
function ok = pyramids (P, N, mu)
W = zeros (6, 0);
G = W;
H = W;
angle = 2 * pi * (0:4) / 5;
for i = 1:size (P, 2)
  n = N(:,i) / norm (N(:,i));
  T = null (n');
  X = [eye(3); 0, -P(3,i), P(2,i); P(3,i), 0, -P(1,i); -P(2,i), P(1,i), 0];
  G = [G, X * n];
  H = [H, X * T];
  W = [W, X * bsxfun(@plus, n, mu(i) * T * [cos(angle); sin(angle)])];
end
Q = dls_grasp (dls_system ('M', eye (6), 'Gu', G, 'Hu', H, 'muu', mu, 'd', 3), 'Facets', 5, ...
               'Tolerance', 0);
F = convhulln (W');
r = Inf;
for k = 1:size (F, 1)
  A = bsxfun (@minus, W(:,F(k,2:end)), W(:,F(k,1)));
  n = null (A');
  if size (n, 2) == 1
    r = min (r, (n' * W(:,F(k,1))) * sign (n' * (W(:,F(k,1)) - mean (W, 2))));
  end
end
ok = abs (Q.quality - max (r, 0)) <= 1e-8 && abs (Q.bounds(2) - Q.quality) <= 1e-8 ...
     && isequal (Q.force_closure, r > 0);
end

% Support function, contact by contact: tangent part is what the normal leaves of the force.
function h = reach (P, N, mu, D, limit)
h = zeros (1, size (D, 2));
for i = 1:size (P, 2)
  n = N(:,i) / norm (N(:,i));
  X = [0, -P(3,i), P(2,i); P(3,i), 0, -P(1,i); -P(2,i), P(1,i), 0];
  f = [eye(3); X]' * D;                        % what a force at the point sees of d
  far = n' * f + mu(i) * sqrt (max (sum (f .^ 2, 1) - (n' * f) .^ 2, 0));
  if strcmp (limit, 'each'), h = h + max (far, 0); else h = max (h, far); end
end
end

function pass = closed_forms ()
pass = [];
for n = [1 2 3 5]                              % cross polytope and cube
  S = dls_system ('M', eye (n), 'Gu', [eye(n), -eye(n)]);
  Q = dls_grasp (S);
  pass = [pass, holds('cross polytope', strcmp (Q.verdict, 'form_closure') ...
                      && abs (Q.quality - 1 / sqrt (n)) < 1e-9)];
  Q = dls_grasp (S, 'Limit', 'each');
  pass = [pass, holds('cube', abs (Q.quality - 1) < 1e-9)];
end
for mu = [0.1 0.5 2]                           % two fingers on a disc: a tetrahedron
  Q = dls_grasp ([-1 1; 0 0], [1 -1; 0 0], mu);
  pass = [pass, holds('two fingers', abs (Q.quality - mu / sqrt (mu ^ 2 + 2)) < 1e-9)];
  Q = dls_grasp ([-1 1; 0 0] + 5, [1 -1; 0 0], mu, 'Center', [5; 5]);
  pass = [pass, holds('center', abs (Q.quality - mu / sqrt (mu ^ 2 + 2)) < 1e-9)];
  Q = dls_grasp ([-3 3; 0 0], [2 -2; 0 0], mu, 'Scale', [1; 1; 3]);
  pass = [pass, holds('scale', abs (Q.quality - mu / sqrt (mu ^ 2 + 2)) < 1e-9)];
end
S = dls_system ('M', eye (3), 'Gb', eye (3));
Q = dls_grasp (S);
pass = [pass, holds('clamped', strcmp (Q.verdict, 'form_closure') && isinf (Q.quality))];
S = dls_system ('M', eye (3), 'Gb', [1 0; 0 1; 0 0], 'Gu', [1 0; 0 3; 2 -1]);
Q = dls_grasp (S);                             % on a hinge, between two stops
pass = [pass, holds('hinge', strcmp (Q.verdict, 'form_closure') && abs (Q.quality - 1) < 1e-9)];
Q = dls_grasp (dls_system (S, 'Gu', [1 0; 0 3; 2 1]));
pass = [pass, holds('hinge, one side', strcmp (Q.verdict, 'no_closure') ...
                    && Q.certificate.d(3) < 0 && norm (Q.certificate.d(1:2)) < 1e-7)];
Q = dls_grasp (dls_system ('M', 1));
pass = [pass, holds('nothing holds it', strcmp (Q.verdict, 'no_closure'))];
end

% Known from the literature on grasping.
function pass = textbook ()
v = @(Q, text) strcmp (Q.verdict, text);
a = 2 * pi * (0:2) / 3;
disc = [cos(a); sin(a)];
pass = holds ('frictionless fingers never hold a disc', ...
              v (dls_grasp (disc, -disc, 0), 'no_closure'));
pass = [pass, holds('with friction they do', v (dls_grasp (disc, -disc, 0.1), 'force_closure'))];
ball = [disc; 0 0 0];
pass = [pass, holds('three fingers on a ball', v (dls_grasp (ball, -ball, 0.1), 'force_closure'))];
pass = [pass, holds('two points let it turn', ...
                    v (dls_grasp ([1 -1; 0 0; 0 0], [-1 1; 0 0; 0 0], 1), 'no_closure'))];
P = [-0.5 0.5 -0.5 0.5 ; -1 1 1 -1];           % rectangle: pairs that turn it both ways
N = [0 0 0 0; 1 -1 -1 1];
P = [P, [-1 1; 0.2 0.2]];
N = [N, [1 -1; 0 0]];
pass = [pass, holds('six points on a rectangle', v (dls_grasp (P, N, 0), 'form_closure'))];
P = [1 -1 0.3 -0.3; 0.3 -0.3 -1 1];            % four: a pinwheel turns one way only
N = [-1 1 0 0; 0 0 1 -1];
Q = dls_grasp (P, N, 0);
pass = [pass, holds('pinwheel', v (Q, 'no_closure') && Q.certificate.d(3) ~= 0)];
P(:,3:4) = [-0.3 0.3; -1 1];                   % two turn it one way, two the other way
pass = [pass, holds('four points on a square', v (dls_grasp (P, N, 0), 'form_closure'))];
pass = [pass, holds('three points are too few', v (dls_grasp (P(:,1:3), N(:,1:3), 0), ...
                                                 'no_closure'))];
th = pi / 6;                                   % two fingers on a wedge: friction angle decides
P = [-1 1; 0 0];
N = [cos(th) -cos(th); -sin(th) -sin(th)];
pass = [pass, holds('wedge', v (dls_grasp (P, N, tan (th) * 0.99), 'no_closure') ...
                    && v (dls_grasp (P, N, tan (th) * 1.01), 'force_closure'))];
Q = dls_grasp (P, N, tan (th));
pass = [pass, holds('wedge, on the edge', ~isequal (Q.force_closure, true))];
end

function pass = bad_input ()
calls = {@() dls_grasp (), 'delassus:type'; ...
         @() dls_grasp ([1 2], [1 2], 1), 'delassus:dimension'; ...
         @() dls_grasp (eye (2), [0 1; 0 0], 1), 'delassus:structure'; ...
         @() dls_grasp (eye (2), eye (2), -1), 'delassus:option'; ...
         @() dls_grasp (eye (2), eye (2), Inf), 'delassus:option'; ...
         @() dls_grasp (eye (2), eye (2), 1, 'Limit', 'max'), 'delassus:option'; ...
         @() dls_grasp (eye (2), eye (2), 1, 'Facets', 1), 'delassus:option'; ...
         @() dls_grasp (eye (2), eye (2), 1, 'Scale', [1 2]), 'delassus:dimension'; ...
         @() dls_grasp (dls_system ('M', 1), 'Center', 0), 'delassus:option'};
pass = false (1, size (calls, 1));
for k = 1:numel (pass)
  try
    calls{k,1} ();
  catch err
    pass(k) = strcmp (err.identifier, calls{k,2});
  end
  holds (sprintf ('bad input %d', k), pass(k));
end
end
