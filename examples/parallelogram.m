% PARALLELOGRAM  What you learn: how minimum-norm reactions depend on the scaling.
%   A parallelogram with three parallel bars needs only two of them. The accelerations do
%   not care; the forces in the bars are not determined, and "the" minimum-norm ones
%   change when the length constraints are multiplied by s, as a change of units does. A
%   weight gives the choice back to you.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'));
dls_setup ();
close_to = @(x, y, tol) all (abs (x(:) - y(:)) <= tol * max (abs (y(:))));

% Pivots (0,0), (1,0), (2,0), bars of length 1 at 60 degrees turning at 1 rad/s.
% Coordinates: the moving ends P1, P2, P3. A uniform bar puts m/3 on its end, the coupler
% m/6 [2 1; 1 2].
u = [cos(pi/3); sin(pi/3)];
I2 = eye (2);
M = sparse (kron (diag ([1 1 1]) / 3 + 2/6 * [2 0 1; 0 0 0; 1 0 2], I2));
F = kron ([1.5; 0.5; 1.5], [0; 9.81]);       % weights, on the left of M a + F = G lambda

% Constraints |P1-A|^2, |P2-B|^2, |P3-C|^2, |P3-P1|^2, and P2 = (P1+P3)/2; gradients are
% columns.
z = [0; 0];
r = [2; 0];                                  % P3 - P1
G = [2*u z z -2*r; z 2*u z z; z z 2*u 2*r];
G = sparse ([G, kron([-1; 2; -1] / 2, I2)]);
b = [2; 2; 2; 0; 0; 0];                      % 2 |v|^2; the coupler does not turn

names = {'bar A-P1', 'bar B-P2', 'bar C-P3', 'coupler P1-P3', 'midpoint x', 'midpoint y'};
R = dls_redundancy (M, G, 'Names', names);
disp (R.table);
assert (R.rank == 5 && isequal (find (R.determined(:)), 4));

% The force in a bar is s lambda times the gradient 2 (P-A) of length 2; minus: tension >
% 0.
fprintf ('\n      s   tension of bars 1, 2, 3      acceleration of P1      weighted 2\n');
scale = [0.5, 1, 10, 1000];
golden = [-9.911 -6.913 -9.911; -10.729 -5.277 -10.729; -11.401 -3.933 -11.401; ...
          -11.410 -3.915 -11.410];
for k = 1:4
  s = scale(k);
  S = spdiags ([s; s; s; s; 1; 1], 0, 6, 6);
  [a, lambda, info] = dls_kkt (M, G * S, F, S * b);
  tension = -2 * s * lambda(1:3);

  % Weight s^2: minimises the physical forces, hence gives the forces of s = 1 always.
  [~, weighted] = dls_kkt (M, G * S, F, S * b, 'Weight', full (diag (S)).^2);
  fprintf ('%7g   %8.3f %8.3f %8.3f    %9.6f %9.6f   %8.3f\n', s, tension, a(1:2), ...
           -2 * s * weighted(2));
  assert (strcmp (info.status, 'solved'));
  assert (max (abs (tension' - golden(k, :))) < 6e-4);
  assert (close_to (a(1:2), [4.4558303732; -3.7272754038], 1e-10));
  assert (close_to (-2 * s * weighted(1:3), [-10.7288023732; -5.2773774924; ...
                                             -10.7288023732], 1e-9));
end
fprintf ('\nOnly the coupler''s length force (zero) is a fact; the rest is a choice.\n');
