% WOODPECKER  What you learn: a toy that lives on impacts, friction and jamming, in compiled code.
%   A woodpecker swings on a sleeve that slides down a pole (data of Pfeiffer and Glocker). The
%   sleeve jams on either of its edges, the beak hits the pole: three planar contacts on a linear
%   system, so that the whole run is compiled. The motion settles on a limit cycle: state and loss
%   of height repeat from stroke to stroke, whatever the step. Writes build/woodpecker.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
[model, q0, v0] = woodpecker_model ();
assert (dls_check_model (model, [0; 0.01; 0.02], v0));

period = zeros (1, 2);
drop = period;
steps = [1e-5 5e-6];
for k = 1:2
  sol = dls_simulate (model, [0 1], q0, v0, 'Step', steps(k));
  % strokes: the beak touches (a contact of a few steps each)
  beak = sol.events(strcmp ({sol.events.kind}, 'slip') | strcmp ({sol.events.kind}, 'stick'));
  beak = beak([beak.contact] == 1);
  t = [beak.t];
  t = t([true, diff(t) > 0.02]);
  y = interp1 (sol.t, sol.q(1,:), t);
  period(k) = mean (diff (t(end-3:end)));
  drop(k) = -mean (diff (y(end-3:end)));
  fprintf ('step %.0e: %d steps in %.2f s, %d strokes, period %.4f s, drop %.3f mm a stroke\n', ...
           steps(k), sol.stats.steps, sol.stats.time, numel (t), period(k), 1000 * drop(k));
  assert (strcmp (sol.result, 'finished'));
  assert (std (diff (t(end-3:end))) < 0.02 * period(k));      % a limit cycle
  assert (max (diff (sol.energy.total)) < 1e-10);             % passive
end
% the limit cycle itself, by shooting: what it loses of its height in a stroke need not return
late = dls_simulate (model, [0 0.9], q0, v0, 'Scheme', 'event-driven');
cycle = dls_periodic (model, late.q(:,end), late.v(:,end), period(2), 'Period', 'free', ...
                      'Relative', 1);
fprintf ('%s\n', cycle.table);
assert (cycle.stable == 1 && abs (cycle.T - period(2)) < 1e-3 * period(2));
assert (abs (-cycle.drift - drop(2)) < 0.02 * drop(2));
% the state on the cycle that is published with the data (four digits) is where ours passes
stroke = dls_simulate (model, [0 cycle.T], cycle.q, cycle.v, 'Scheme', 'event-driven', ...
                       'Events', @(t, q, v) deal (q(3) - q0(3), false, -1));
off = norm ([stroke.qe(2) - q0(2), stroke.ve(1) - v0(1), stroke.ve(3) - v0(3)] ...
            ./ [q0(2), v0(1), v0(3)], Inf);
fprintf ('published state and ours at the same angle of the bird: %.2f %% apart\n', 100 * off);
assert (off < 0.006);
assert (abs (diff (period)) < 0.01 * period(2) && abs (diff (drop)) < 0.05 * drop(2));

fig = figure ('visible', 'off', 'position', [0 0 700 700]);
subplot (3, 1, 1);
plot (sol.t, 1000 * sol.q(1,:));
ylabel ('height of the sleeve, mm');
subplot (3, 1, 2);
plot (sol.q(3,:), sol.v(3,:));
xlabel ('angle of the bird');
ylabel ('its speed');
subplot (3, 1, 3);
plot (sol.t, bsxfun (@plus, sol.status(:,:) / 4, (1:3)'));
ylabel ('beak, lower, upper edge');
xlabel ('t');
save_picture (fig, 'woodpecker');
