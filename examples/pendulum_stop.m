% PENDULUM_STOP  What you learn: a constraint on positions, a stop, and the period they leave.
%   A pendulum in Cartesian coordinates (l = 1, g = pi^2, released horizontally) against a stop at
%   its lowest point. With restitution 1 it rebounds after half of a half period each: the period
%   is half of the complete elliptic integral's. With 0.5 each rebound rises to a quarter of the
%   height. Projection keeps the length. Writes build/pendulum_stop.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
g = pi ^ 2;
pendulum = dls_model ('mass', eye (2), 'force', [0; -g], 'constraint', @(q) q'*q - 1, ...
                      'constraintgrad', @(q) 2*q, 'constraintrate', @(t, q, v) 2*(v'*v), ...
                      'gap', @(q) q(1), 'gapgrad', [1; 0]);
dls_check_model (pendulum, [0.6; -0.8], [0.8; 0.6]);

% Restitution 1: half of the period 4*K(1/2)/pi = 2.3606811980 (GOLDEN).
period = 2 * ellipke (0.5) / pi;
assert (abs (2 * period - 2.3606811980) < 1e-9);
model = dls_model (pendulum, 'restitution', 1);
cases = {'moreau-jean-projected', 0.016; 'moreau-jean-projected', 0.008; 'event-driven', 0.02};
e = zeros (1, 3);
for k = 1:3
  sol = dls_simulate (model, [0 4], [1; 0], [0; 0], 'Scheme', cases{k,1}, 'Step', cases{k,2});
  t = [sol.events(ismember ({sol.events.kind}, {'close', 'impact'})).t];
  found = (t(end) - t(1)) / (numel (t) - 1);
  e(k) = abs (found - period);
  fprintf ('%-22s step %.3f: period %.9f (exact %.9f), drift %.1e\n', cases{k,:}, found, period, ...
           max (sol.drift.constraint));
end
assert (e(1) < 0.1 && e(2) < 0.75 * e(1) && e(3) < 1e-7);      % order one; exact events

% Restitution 1/2: the pendulum rises to 1/4 of the height, then to 1/16.
model = dls_model (pendulum, 'restitution', 0.5);
low = dls_simulate (model, [0 2.6], [1; 0], [0; 0], 'Step', 0.02, 'Scheme', 'event-driven');
t = [low.events(strcmp ({low.events.kind}, 'impact')).t];
heights = zeros (1, 2);
t(end+1) = Inf;
for k = 1:2
  heights(k) = 1 + max (low.q(2,low.t > t(k) & low.t < t(k + 1)));
end
fprintf ('heights after impacts %.5f %.5f (1/4, 1/16)\n', heights);
assert (max (abs (heights - [1/4, 1/16])) < 1e-3);
assert (max (diff (low.energy.total)) < 1e-8);

fig = figure ('visible', 'off', 'position', [0 0 700 700]);
dls_plot (low, 'Figure', fig, 'Names', {'x', 'y'});
save_picture (fig, 'pendulum_stop');
