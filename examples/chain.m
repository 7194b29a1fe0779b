% CHAIN  What you learn: a thousand links at once: built as data, all forces known, its first mode.
%   A hanging chain of 1000 links: 2000 equations. A mechanism is a plain struct: one link is made
%   by dls_body and dls_joint, the others are copies of it. Which of the 2000 forces are determined?
%   All, and the pull at the top is the weight. Curved as the first mode of a hanging rope, a Bessel
%   function, each link is pulled back by the square of 2.4048/2 sqrt (g/L) times its deflection.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

n = 1000;
L = 10;
g = 9.81;
l = L / n;
B = dls_mechanism ('gravity', [0 -g]);
B = dls_body (B, 'link1', 'mass', l, 'shape', 'segment', 'size', l, 'at', [0 -l/2], ...
              'turned', -pi/2);
B = dls_body (B, 'link2', 'mass', l, 'shape', 'segment', 'size', l, 'at', [0 -3*l/2], ...
              'turned', -pi/2);
B = dls_joint (B, 'pin1', 'hinge', {'ground', [0 0]}, {'link1', [-l/2 0]});
B = dls_joint (B, 'pin2', 'hinge', {'link1', [l/2 0]}, {'link2', [-l/2 0]});
B.bodies = repmat (B.bodies(2), n, 1);
B.joints = [B.joints(1); repmat(B.joints(2), n - 1, 1)];
for k = 1:n
  B.bodies(k).name = sprintf ('link%d', k);
  B.bodies(k).first = 3 * (k - 1) * [1 1];
  B.joints(k).name = sprintf ('pin%d', k);
  B.joints(k).a.body = k - 1;
  B.joints(k).b.body = k;
end

% The first mode: the deflection at s above the free end is J0 (2 w sqrt (s/g)).
w = 2.404825557695773 / 2 * sqrt (g / L);
s = L - l * (0:n);
x = 0.001 * L * besselj (0, 2 * w * sqrt (s / g));
x(1) = 0;
dy = -sqrt (l^2 - diff (x) .^ 2);
y = [0, cumsum(dy)];
B.q = reshape ([x(1:n) + diff(x) / 2; y(1:n) + dy / 2; atan2(dy, diff (x))], [], 1);
B.v = zeros (3 * n, 1);

R = dls_redundancy (B);
[a, lambda] = dls_kkt (B);
fprintf ('rank %d of %d, pull at the top %.4f N, weight %.4f N\n', R.rank, 2 * n, lambda.pin1.y, ...
         L * g);
assert (R.rank == 2 * n && all (R.determined));
assert (abs (lambda.pin1.y / (L * g) - 1) < 1e-3);

% Curved so, each link is pulled back by w^2 times its deflection: the mode, and its frequency.
pulled = a(1:3:end) + w^2 * B.q(1:3:end);
fprintf ('the mode swings with %.4f rad/s: its accelerations differ by %.1e\n', w, ...
         norm (pulled) / norm (a(1:3:end)));
assert (norm (pulled) < 2e-3 * norm (a(1:3:end)));

if ~isempty (getenv ('DLS_PICTURES'))        % half a swing as a page: "make motions"
  sol = dls_simulate (B, [0 2.6], 'Scheme', 'moreau-jean-projected', 'Step', 2e-3);
  save_motion (sol, 'chain', 'Rate', 10, 'Plots', {'energy', 'link1000.x'});
end
