% SPHERES1000  What you learn: a thousand spheres fall into a box: each step proved.
%   All may touch all: which do is looked for in each step, and each step is a friction problem of
%   up to a thousand contacts, whose answer is proved: sol.residual. What the floor has given until
%   now is what the spheres have lost of their fall, however they touch each other.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

n = 1000;
r = 0.05;
g = 9.81;
B = dls_mechanism ('gravity', [0 0 -g]);
turns = pi/2 * [0 1 0; 0 -1 0; -1 0 0; 1 0 0]';       % half spaces: their normals look inside
for k = 1:4
  B = dls_body (B, sprintf ('wall%d', k), 'fixed', true, 'shape', 'halfspace', ...
                'turned', turns(:, k), 'at', 0.6 * [-(k == 1) + (k == 2), -(k == 3) + (k == 4), 0]);
end
B = dls_body (B, 'ball1', 'density', 2500, 'shape', 'sphere', 'size', r);
B.bodies = [B.bodies(1:4); repmat(B.bodies(5), n, 1)];  % copies: bodies are data
for k = 1:n
  B.bodies(4 + k).name = sprintf ('ball%d', k);
  B.bodies(4 + k).first = [7 6] * (k - 1);
end
[x, y, z] = ndgrid (1:10);
jitter = sin ((1:n)' * [1 2 3]) / 30;                  % nobody falls upon the middle of another
P = 2.2 * r * ([x(:), y(:), z(:)] - [5.5 5.5 0] + jitter)';
B.q = reshape ([P; ones(1, n); zeros(3, n)], [], 1);
B.v = zeros (6 * n, 1);
B = dls_touch (B, 'ground', 'all', 'mu', 0.3);
B = dls_touch (B, 'all', 'all', 'mu', 0.3);

sol = dls_simulate (B, [0 0.2], 'Step', 4e-3, 'Energy', 'off', 'Tolerance', 1e-8, ...
                    'NewtonTolerance', 1e-8);
closed = sum (sol.status > 0, 1);
fprintf ('%d contacts at the end, %.0f ms per step, residual of all steps %.1e\n', closed(end), ...
         1e3 * sol.stats.time / sol.stats.steps, max (sol.residual));
assert (strcmp (sol.result, 'finished') && max (sol.residual) < 1e-4 && closed(end) > 500);

% The floor: all that the spheres have lost of their fall. Contacts have identities, 1024
% for each pair of bodies, whose first one is the ground, 0.
pair = floor ((sol.contact - 1) / 1024);
floor_ = sol.contact > 0 & mod (pair, numel (B.bodies) + 1) == 0;
normal = sol.p(1:size (sol.status, 1), :);
p = sum (normal(floor_));
m = B.bodies(5).mass;
lost = m * (n * g * sol.t(end) + sum (sol.v(3:6:end, end)));
fprintf ('the floor has given %.4f Ns, the spheres have lost %.4f Ns\n', p, lost);
assert (abs (p - lost) < 1e-3 * lost);
save_motion (sol, 'spheres1000', 'Plots', {'ball1.z', 'ball1000.z'});
