% SHAKEN_BLOCK  What you learn: times of sticking and slipping come out of the steps.
%   A block (1 kg, mu = 0.8) on a plane that is shaken with 8*cos (t): it slips from rest because
%   8 > 0.8*9.81, sticks soon, and slips back when 8*|cos (t)| is beyond friction again. The times
%   are those of the exact solution to within a step. Writes build/shaken_block.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
mu = 0.8;
g = 9.81;
model = dls_model ('mass', eye (2), 'force', @(t, q, v) [8 * cos(t); -g], 'gap', @(q) q(2), ...
                   'gapgrad', [0; 1], 'tangent', [1; 0], 'mu', mu);
h = 1e-3;
sol = dls_simulate (model, [0 4], [0; 0], [0; 0], 'Step', h);

% Exact: v = 8*sin (t) - mu*g*t while it slips.
fastest = acos (mu * g / 8);
speed = 8 * sin (fastest) - mu * g * fastest;
stop = fzero (@(t) 8 * sin (t) - mu * g * t, [0.2 0.5]);
back = pi - fastest;
[found, k] = max (sol.v(1,:));
fprintf ('fastest   %.9f at %.6f   (exact %.9f at %.6f)\n', found, sol.t(k), speed, fastest);
kinds = {sol.events.kind};
for e = sol.events
  fprintf ('  %-6s at %.4f\n', e.kind, e.t);
end
sticks = [sol.events(strcmp (kinds, 'stick')).t];
slips = [sol.events(strcmp (kinds, 'slip')).t];
x = sol.q(1, find (sol.status == 2, 1));
fprintf ('it sticks at %.6f after %.9f m; slips back at %.6f\n', stop, x, back);
assert (abs (found - speed) < 1e-6 && abs (sticks(1) - stop) < 2 * h);
assert (abs (slips(2) - back) < 2 * h && abs (x - 4.348569727e-3) < 1e-7);      % GOLDEN

fig = figure ('visible', 'off', 'position', [0 0 700 700]);
dls_plot (sol, 'Figure', fig, 'Coordinates', 1, 'Panels', {'q', 'v', 'status'});
save_picture (fig, 'shaken_block');
