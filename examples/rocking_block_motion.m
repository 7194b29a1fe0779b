% ROCKING_BLOCK_MOTION  What you learn: an impact on one corner while the other one leaves.
%   A tall block (height l, width L) rocks from corner to corner with friction that does not let it
%   slide. When the free corner hits the floor without restitution the angular velocity drops by
%   Housner's factor 1 - 3/2*sin (a)^2, tan (a) = L/l, and the energy by its square; from 60 % of
%   the critical angle the first quarter of a swing lasts acosh (1/0.4)/p, p^2 = 3*g/(4*R), where
%   angles are small. Writes build/rocking_block_motion.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
[block, turned, a, R] = rocking_model ();
l = 1;
g = 9.81;
assert (dls_check_model (block, [0.1; 1; 0.2], [1; 2; 3]));

th0 = 0.6 * a;
start = turned (th0);
q0 = [-start(1,1); -start(2,1); th0];               % on the left corner, which stays at the origin
sol = dls_simulate (block, [0 1.6], q0, zeros (3, 1), 'Step', 2e-4);
th = sol.q(3,:);
w = sol.v(3,:);
hit = find (th(1:end-1) > 0 & th(2:end) <= 0);
hit = [hit, find(th(1:end-1) < 0 & th(2:end) >= 0)];
factor = 1 - 1.5 * sin (a) ^ 2;
fprintf ('Housner''s factor %.6f\n', factor);
for k = hit
  fprintf ('  impact at %.4f: angular velocity %.5f -> %.5f, factor %.5f\n', sol.t(k), w(k-8), ...
           w(k+8), w(k+8) / w(k-8));
  assert (abs (w(k+8) / w(k-8) - factor) < 0.01);
end
p = sqrt (3 * g / (4 * R));
fprintf ('first impact at %.4f, %.4f for small angles\n', sol.t(hit(1)), acosh (1 / 0.4) / p);
assert (abs (sol.t(hit(1)) - acosh (1 / 0.4) / p) < 0.01);
assert (strcmp (sol.result, 'finished') && max (diff (sol.energy.total(1:20:end))) < 1e-4);
assert (~any (sol.status(:) == 3));                 % it never slides

fig = figure ('visible', 'off', 'position', [0 0 700 700]);
subplot (2, 1, 1);
plot (sol.t, th / a, sol.t, 0 * th, 'k:');
ylabel ('angle / critical angle');
subplot (2, 1, 2);
plot (sol.t, sol.energy.total - g * l / 2);
ylabel ('energy');
xlabel ('t');
save_picture (fig, 'rocking_block_motion');
