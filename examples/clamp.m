% CLAMP  What you learn: what holds by itself, whatever the load: a clamp on its bar, a wedge.
%   The arm of a carpenter's clamp slides on a bar and is loaded at a distance from it: it locks
%   if the friction is at least size / (2 arm), however large the load. A wedge of the angle alpha
%   under a load stays from the friction tan (alpha/2) on. dls_sticking finds both numbers from the
%   bodies; with a little less friction the wedge flies out.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

for load_ = [1 1000]
  B = dls_mechanism ('d', 2);
  B = dls_body (B, 'arm', 'mass', 1e-3, 'inertia', 1e-6, 'at', [0 0]);
  B = dls_joint (B, 'bar', 'slider', {'ground', [0 0], 'along', [0 1]}, {'arm'}, 'mu', 0.2, ...
                 'size', 0.04);
  B = dls_force (B, 'load', 'force', {'arm', [0.12 0]}, [0 load_]);
  V = dls_sticking (B);
  fprintf ('clamp, load %g: %s, from the friction %.6f on\n', load_, V.verdict, V.mu_min);
  assert (strcmp (V.verdict, 'sticking') && abs (V.mu_min - 0.04 / (2 * 0.12)) < 1e-6);
end

alpha = deg2rad (20);
rise = tan (alpha);
P = [-1 1 -1; 0 0 2*rise] - [-1/3; 2*rise/3];          % the wedge, about its centre
Q = [-0.5 0.5 0.5 -0.5; 0.5*rise -0.5*rise 1 1];       % the block above: its foot is inclined
E = Q(:, [2:end, 1]);
c = Q(1, :) .* E(2, :) - Q(2, :) .* E(1, :);
centre = (Q + E) * c' / (3 * sum (c));
B = dls_mechanism ('d', 2);
B = dls_body (B, 'wedge', 'density', 1e-3, 'shape', 'polygon', 'points', P, ...
              'at', [-1/3, 2*rise/3]);
B = dls_body (B, 'block', 'density', 1e-3, 'shape', 'polygon', 'points', Q - centre, ...
              'at', centre' + [0, rise]);
B = dls_joint (B, 'guide', 'slider', {'ground', [centre(1) 0], 'along', [0 1]}, {'block'});
B = dls_force (B, 'load', 'force', 'block', [0 -100]);
for mu = tan (alpha / 2) * [1.01 0.95]
  C = dls_touch (B, 'ground', 'wedge', 'mu', mu);
  C = dls_touch (C, 'wedge', 'block', 'mu', mu);
  V = dls_sticking (C);
  fprintf ('wedge, mu = %.4f: %s, from the friction %.6f on\n', mu, V.verdict, V.mu_min);
  assert (strcmp (V.verdict, 'sticking') == (mu > tan (alpha / 2)));
  sol = dls_simulate (C, [0 0.004], 'Step', 2e-5);
  out = sol.q(1, 1) - sol.q(1, end);
  fprintf ('   after 4 ms it has moved by %.4f m\n', out);
  assert ((out > 0.01) == (mu < tan (alpha / 2)));
end
assert (abs (V.mu_min - tan (alpha / 2)) < 1e-5);
save_motion (sol, 'clamp', 'Speed', 2e-3, 'Plots', {'wedge.x', 'block.y', 'guide.y'});
