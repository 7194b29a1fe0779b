function pass = test_motion_advance ()
% TEST_MOTION_ADVANCE  Models by functions with more coordinates than velocities.
%   pass = test_motion_advance ()   logical row; each failing element prints its name.
%   Promise: a rigid body with a quaternion, by functions, moves as the mechanism of DLS_BODY does
%   in every scheme that knows such coordinates, and as Euler's closed forms; constraints and
%   contacts of it have gradients with respect to velocities, by functions or differences along its
%   own advance; every question takes it; what is wrong is said.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [free_body(), closed_forms(), held_body(), contact(), questions(), states(), wrong()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_motion_advance: %s\n', name); end
end

function yes = near (a, b, tolerance)
yes = norm (a(:) - b(:), Inf) < tolerance;
end

function c = wedge (a, b)
c = [a(2)*b(3) - a(3)*b(2); a(3)*b(1) - a(1)*b(3); a(1)*b(2) - a(2)*b(1)];
end

function c = product (a, b)
c = [a(1)*b(1) - a(2:4)'*b(2:4); a(1)*b(2:4) + b(1)*a(2:4) + wedge(a(2:4), b(2:4))];
end

% q exp (h w/2), w in axes of the body; sin (x)/x is 1 to rounding where x^2 < eps
function next = turn (q, w, h)
half = h * norm (w) / 2;
factor = h / 2;
if half > 1e-8
  factor = h / 2 * sin (half) / half;
end
next = product (q, [cos(half); factor * w]);
end

function R = rotation (q)
S = @(w) [0, -w(3), w(2); w(3), 0, -w(1); -w(2), w(1), 0];
R = eye (3) + 2 * q(1) * S (q(2:4)) + 2 * S (q(2:4)) ^ 2;
end

function d = angle_between (p, q)
d = 2 * min (norm (p - q), norm (p + q));
end

function model = spinning (J)
model = dls_model ('mass', diag (J), 'force', @(t, q, w) -wedge (w, J .* w), ...
                   'advance', @turn, 'metric', @angle_between);
end

function [q, w] = start ()
[q, w] = deal ([0.5; 0.1; -0.7; 0.5], [0.5; 1; -0.4]);
end

function pass = free_body ()
J = [1; 2; 2.5];
[q0, w0] = start ();
B = dls_mechanism ('gravity', [0 0 0]);
B = dls_body (B, 'a', 'mass', 1, 'inertia', J', 'at', [0 0 0], 'spin', w0');
B.q(4:7) = q0;
pass = [];
for scheme = {'moreau-jean', 'moreau-jean-projected', 'rattle', 'nonsmooth-generalized-alpha', ...
              'event-capturing', 'event-driven'}
  of = {[0 0.3], 'Scheme', scheme{1}, 'Step', 0.02};
  a = dls_simulate (spinning (J), of{1}, q0, w0, of{2:end});
  b = dls_simulate (B, of{:});
  pass(end+1) = holds (['free ', scheme{1}], isequal (size (a.q), [4, 16]) ...
                       & isequal (size (a.v), [3, 16]) & near (a.q, b.q(4:7,:), 1e-12) ...
                       & near (a.v, b.v(4:6,:), 1e-12) & all (a.residual < 1e-11));
end
a = dls_simulate (spinning (J), [0 0.11 0.3], q0, w0, of{2:end});
b = dls_simulate (B, [0 0.11 0.3], of{2:end});
pass(end+1) = holds ('between steps', near (a.q, b.q(4:7,:), 1e-12));
a = dls_simulate (spinning (J), [0 0.1], q0, w0);
a = dls_simulate (spinning (J), 0.3, a);
b = dls_simulate (spinning (J), [0 0.3], q0, w0, 'Step', 1e-4);
pass(end+1) = holds ('goes on', near (a.q(:,end), b.q(:,end), 1e-12));
end

% Euler's equations: a symmetric top precesses evenly; of three moments of inertia the spin is one
% of elliptic functions. Orders, in the metric of the model.
function pass = closed_forms ()
[q0, w0] = start ();
J = [2; 2; 1];
L = J .* w0;                                  % about it space turns, about the axis the body
one = @(t) [product(turn (q0, L / 2, t), turn ([1; 0; 0; 0], [0; 0; (2 - 1) / 2 * w0(3)], t))
            cos(w0(3) * t / 2) * w0(1) + sin(w0(3) * t / 2) * w0(2)
            cos(w0(3) * t / 2) * w0(2) - sin(w0(3) * t / 2) * w0(1)
            w0(3)];
of = @(t) cell2mat (arrayfun (one, t, 'UniformOutput', false));
R = dls_orders (spinning (J), [0 2], q0, w0, 'Steps', 0.2 ./ 2 .^ (0:3), 'Reference', of, ...
                'Schemes', {'moreau-jean', 'rattle', 'nonsmooth-generalized-alpha', ...
                            'event-driven'}, 'Norms', {'L1', 'uniform'}, ...
                'Method', 'radau-iia-3', 'SpectralRadius', 1);
pass(1) = holds ('orders', abs ([R.slopes.q, R.slopes.v] - [2; 2; 2; 3]) < 0.15);
sol = dls_simulate (spinning (J), [0 2], q0, w0, 'Scheme', 'event-driven');
e = dls_error (sol, of, 'uniform');
pass(2) = holds ('top', e.q < 1e-10 && e.v < 1e-11);
sol.q = -sol.q;                               % the same rotations
far = dls_error (rmfield (sol, 'model'), of, 'uniform');
e = dls_error (sol, of, 'L2');
pass(3) = holds ('metric', e.q < 1e-10 && abs (far.q - 2) < 1e-9);
J = [1; 2; 3];
[T, h] = deal (sum (J .* w0 .^ 2), norm (J .* w0) ^ 2);
pass(4) = holds ('case', h > T * J(2));       % then w3 does not change its sign
w = [sqrt((T * J(3) - h) / (J(1) * (J(3) - J(1)))), ...
     sqrt((T * J(3) - h) / (J(2) * (J(3) - J(2)))), ...
     sqrt((h - T * J(1)) / (J(3) * (J(3) - J(1))))];
rate = sqrt ((J(3) - J(2)) * (h - T * J(1)) / prod (J));
m = (J(2) - J(1)) * (T * J(3) - h) / ((J(3) - J(2)) * (h - T * J(1)));
[~, ~, d] = ellipj (0, m);
sol = dls_simulate (spinning (J), [0 2], q0, [w(1); 0; w(3) * d], 'Scheme', 'event-driven');
[s, c, d] = ellipj (rate * sol.t, m);
pass(5) = holds ('elliptic functions', near (sol.v, [w(1) * c; w(2) * s; w(3) * d], 1e-11));
momentum = zeros (size (sol.v));
for k = 1:numel (sol.t)
  momentum(:,k) = rotation (sol.q(:,k)) * (J .* sol.v(:,k)) - rotation (q0) * (J .* sol.v(:,1));
end
pass(6) = holds ('momentum in space', abs (momentum) < 1e-10);
end

% A heavy body on a ball joint: six velocities, seven coordinates.
function [model, B, q0] = hanging (varargin)
[q, w] = start ();
J = [1; 2; 2.5];
r = [0.3; -0.4; 0.5];
tip = @(q) q(1:3) + rotation (q(4:7)) * r;
S = @(w) [0, -w(3), w(2); w(3), 0, -w(1); -w(2), w(1), 0];
model = dls_model ('mass', diag ([2; 2; 2; J]), 'n', 6, ...
  'force', @(t, q, v) [0; 0; -19.62; -wedge(v(4:6), J .* v(4:6))], ...
  'constraint', tip, 'potential', @(q) 19.62 * q(3), ...
  'advance', @(q, v, h) [q(1:3) + h * v(1:3); turn(q(4:7), v(4:6), h)], varargin{:});
if isempty (varargin)
  model = dls_model (model, 'constraintgrad', @(q) [eye(3); S(r) * rotation(q(4:7))']);
end
B = dls_mechanism ('gravity', [0 0 -9.81]);
B = dls_body (B, 'a', 'mass', 2, 'inertia', J');
B = dls_joint (B, 'pin', 'ball', {'ground', [0 0 0]}, {'a', r'});
q0 = [-rotation(q) * r; q];
B.q = q0;
end

function pass = held_body ()
[model, B, q0] = hanging ();
[~, w] = start ();
v0 = [-rotation(q0(4:7)) * wedge(w, [0.3; -0.4; 0.5]); w];
B.v = v0;
pass = [];
for scheme = {'moreau-jean', 'moreau-jean-projected', 'rattle', ...
              'nonsmooth-generalized-alpha', 'event-driven'}
  of = {'Scheme', scheme{1}, 'Step', 0.02};
  a = dls_simulate (model, [0 0.4], q0, v0, of{:});
  b = dls_simulate (B, [0 0.4], of{:});
  pass(end+1) = holds (['held ', scheme{1}], near (a.q, b.q, 1e-9) & near (a.v, b.v, 1e-9) ...
                       & near (a.p(:,2:end), b.p(:,2:end), 1e-8));
end
pass(end+1) = holds ('energy', abs (a.energy.total - a.energy.total(1)) < 1e-6 * ...
                     abs (a.energy.total(1)));
plain = hanging ('mu', []);                   % no gradient: differences
b = dls_simulate (plain, [0 0.4], q0, v0, of{:});
pass(end+1) = holds ('differences', near (a.q, b.q, 1e-7));
[ok, report] = dls_check_model (model, q0, v0);
pass(end+1) = holds ('check', ok && any (strcmp ({report.check}, 'advance')));
pass(end+1) = holds ('wrong gradient', ~dls_check_model ( ...
  dls_model (model, 'constraintgrad', @(q) [eye(3); rotation(q(4:7))']), q0, v0));
c = dls_simulate (model, [0 0.1], q0 + [0.1; 0; 0; 0; 0; 0; 0], v0, 'Initial', 'project');
pass(end+1) = holds ('projects', abs (c.drift.constraint(1)) < 1e-12);
end

% A corner of the body meets the floor, with friction.
function pass = contact ()
[q, w] = start ();
J = [1; 2; 2.5];
r = [0.3; -0.4; 0.5];
S = @(w) [0, -w(3), w(2); w(3), 0, -w(1); -w(2), w(1), 0];
rows = @(q) [eye(3); S(r) * rotation(q(4:7))'];
model = dls_model ('mass', diag ([2; 2; 2; J]), 'n', 6, ...
  'force', @(t, q, v) [0; 0; -19.62; -wedge(v(4:6), J .* v(4:6))], ...
  'advance', @(q, v, h) [q(1:3) + h * v(1:3); turn(q(4:7), v(4:6), h)], ...
  'gap', @(q) [0 0 1] * (q(1:3) + rotation (q(4:7)) * r), ...
  'gapgrad', @(q) rows (q) * [0; 0; 1], 'tangent', @(q) rows (q) * [1 0; 0 1; 0 0], ...
  'mu', 0.3, 'd', 3, 'restitution', 0.5);
q0 = [0; 0; 0.5; q];
v0 = [1; 0; 0; w];
pass = [];
[found, hits] = deal ([], []);
for scheme = {'moreau-jean', 'event-capturing', 'event-driven'}
  sol = dls_simulate (model, [0 0.6], q0, v0, 'Scheme', scheme{1}, 'Step', 1e-3);
  e = sol.events(1);
  hits(end+1) = e.t;
  found(:,end+1) = sol.v(:,find (sol.t > e.t + 5e-3, 1));
  pass(end+1) = holds (['contact ', scheme{1}], strcmp (sol.result, 'finished') ...
                       & min (sol.gap) > -5e-3);
end
pass(end+1) = holds ('same impact', norm (hits - hits(3), Inf) < 2e-3 ...
                     & all (all (abs (bsxfun (@minus, found, found(:,3))) < 0.1)));
plain = dls_model (model, 'gapgrad', []);
b = dls_simulate (plain, [0 0.6], q0, v0, 'Scheme', 'event-driven', 'Step', 1e-3);
pass(end+1) = holds ('gap by differences', norm (b.q(:,end) - sol.q(:,end)) < 1e-5);
end

function pass = questions ()
[model, B, q0] = hanging ();
[~, w] = start ();
v0 = [-rotation(q0(4:7)) * wedge(w, [0.3; -0.4; 0.5]); w];
B.v = v0;
S = dls_system (model, 0, q0, v0);
T = dls_system (B);
pass(1) = holds ('system', norm (dls_contact (S) - dls_contact (T)) < 1e-8);
sol = dls_simulate (model, [0 0.1], q0, v0);
pass(2) = holds ('of a motion', norm (dls_contact (dls_system (sol, numel (sol.t)))) > 0);
plain = hanging ('constraint', []);
P = dls_problem (dls_model (plain, 'gap', @(q) q(3) + 10), 0, q0, v0, 1e-3);
pass(3) = holds ('problem', P.d == 2 && isempty (P.mu));
E = dls_equilibrium (model, q0);
up = rotation (E.q(4:7)) * [0.3; -0.4; 0.5];
pass(4) = holds ('rest', strcmp (E.status, 'solved') && norm (up(1:2)) < 1e-6);
end

% States live beside them.
function pass = states ()
J = [1; 2; 2.5];
[q0, w0] = start ();
model = dls_model (spinning (J), 'x0', [1; 2], 'state', @(t, q, v, x) [-x(1); x(1)]);
a = dls_simulate (model, [0 1], q0, w0, 'Step', 1e-2);
b = dls_simulate (spinning (J), [0 1], q0, w0, 'Step', 1e-2);
pass = holds ('states', near (a.q, b.q, 1e-9) & near (a.x(1,end), exp (-1), 1e-4) ...
              & norm (sum (a.x) - 3, Inf) < 1e-12 & size (a.q, 1) == 4);
end

function pass = wrong ()
[q0, w0] = start ();
model = spinning ([1; 2; 2.5]);
run = @(model, varargin) dls_simulate (model, [0 1], q0, w0, varargin{:});
pass(1) = holds ('paoli', says ('takes differences of positions', ...
                                @() run (model, 'Scheme', 'schatzman-paoli')));
pass(2) = holds ('size', says ('expected 4 finite numbers', ...
                               @() run (dls_model (model, 'advance', @(q, v, h) q(1:2)))));
pass(3) = holds ('NaN', says ('''advance'' of the model returned', ...
                              @() run (dls_model (model, 'advance', @(q, v, h) NaN * q))));
late = @(q, v, h) turn (q, v, h) / (norm (q - q0) < 0.3);
pass(4) = holds ('NaN later', says ('''advance'' of the model returned', ...
                                    @() run (dls_model (model, 'advance', late))));
sol = dls_simulate ('last');
pass(5) = holds ('nothing is lost', numel (sol.t) > 10 && all (isfinite (sol.q(:))));
later = @(q, v, h) fails (q, v, h, q0);
for scheme = {'moreau-jean', 'event-driven', 'nonsmooth-generalized-alpha'}
  pass(end+1) = holds (['fails in ', scheme{1}], says ('my own words', ...
    @() run (dls_model (model, 'advance', later), 'Scheme', scheme{1})));
end
pass(end+1) = holds ('adaptive', says ('my own words', ...
  @() run (dls_model (model, 'advance', later), 'Adaptive', 'on', 'Residual', 'off')));
pass(end+1) = holds ('q0', says ('expected 3, the velocities', ...
                                 @() dls_simulate (model, [0 1], q0(1:2), w0)));
pass(end+1) = holds ('v0', says ('v0 is 4-by-1', @() dls_simulate (model, [0 1], q0, [w0; 0])));
[ok, report] = dls_check_model (dls_model (model, 'advance', @(q, v, h) turn (q, v .^ 2, h)), ...
                                q0, w0);
pass(end+1) = holds ('not linear', ~ok && ~isempty (strfind (report(2).text, 'not linear in v')));
[ok, report] = dls_check_model (model, 2 * q0, w0);
pass(end+1) = holds ('another length', ok);
unit = @(q, v, h) turn (q / norm (q), v, h);
[ok, report] = dls_check_model (dls_model (model, 'advance', unit), 2 * q0, w0);
pass(end+1) = holds ('not its own position', ...
                     ~ok && ~isempty (strfind (report(2).text, 'is not q')));
sol = run (model);
pass(end+1) = holds ('Hausdorff', says ('has no Hausdorff', ...
                                        @() dls_error (sol, @(t) zeros (7, 1), 'hausdorff')));
bad = sol;
bad.model.metric = @(p, q) [1 2];
pass(end+1) = holds ('metric', says ('''metric'' of the model returned', ...
                                     @() dls_error (bad, @(t) zeros (7, 1), 'L1')));
sol = run (model, 'Scheme', 'event-driven');
pass(end+1) = holds ('variation', says ('as many coordinates', @() dls_variation (sol)));
end

function next = fails (q, v, h, q0)
if norm (q - q0) > 0.2
  error ('my own words');
end
next = turn (q, v, h);
end

function ok = says (text, f)
ok = false;
try
  f ();
catch err
  ok = ~isempty (strfind (strrep (err.message, sprintf ('\n'), ' '), text)) ...
       && strncmp (err.identifier, 'delassus:', 9);
  if ~ok, disp (err.message), end
end
end
