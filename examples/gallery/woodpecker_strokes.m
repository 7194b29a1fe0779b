% WOODPECKER_STROKES  A woodpecker slides down its pole, stroke by stroke: a GIF, ten times slower.
%   Three planar contacts with friction and a spring: the sleeve jams on the pole, the bird swings,
%   its beak hits and frees the sleeve (Pfeiffer and Glocker). The strip below the GIF shows one
%   stroke; build/figures/woodpecker_strokes.gif is the motion.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
[model, q0, v0, len] = woodpecker_model ();
sol = dls_simulate (model, [0 1], q0, v0, 'Step', 1e-5);
beak = sol.events([sol.events.contact] == 1 & ~strcmp ({sol.events.kind}, 'open'));
t = [beak.t];
t = t([true, diff(t) > 0.02]);
y = interp1 (sol.t, sol.q(1,:), t);
period = mean (diff (t(end-3:end)));
figure_row ('period of a stroke', 'same from stroke to stroke', sprintf ('%.4f s', period), ...
            sprintf ('agrees to %.0e', std (diff (t(end-3:end))) / period));
figure_row ('height lost in a stroke', 'same from stroke to stroke', ...
            sprintf ('%.2f mm', -1000 * mean (diff (y(end-3:end)))), ...
            sprintf ('agrees to %.0e', std (diff (y(end-3:end))) ...
                     / abs (mean (diff (y(end-3:end))))));
assert (std (diff (t(end-3:end))) < 0.02 * period && max (diff (sol.energy.total)) < 1e-10);

gif = dls_simulate (model, [0 0.45], q0, v0, 'Step', 2e-5, 'Stride', 25);
folder = fullfile (here, '..', '..', 'build', 'figures');
if ~exist (folder, 'dir'), mkdir (folder); end
count = dls_animate (gif, @(t, q, v) draw_woodpecker (q, len, q(1)), ...
                     fullfile (folder, 'woodpecker_strokes.gif'), 'Rate', 10, 'Speed', 0.1, ...
                     'Size', [300 440]);
figure_row ('frames of the GIF', 'not stated', sprintf ('%d', count), 'ten times slower');

fig = figure ('visible', 'off', 'position', [0 0 1100 330]);
shown = t(1) + period * (0:5) / 5;
for k = 1:6
  axes ('position', [0.07 + 0.16 * (k - 1), 0.06, 0.11, 0.88]);
  [~, at] = min (abs (gif.t - shown(k)));
  draw_woodpecker (gif.q(:,at), len, gif.q(1,at));
  title (sprintf ('%.0f ms', 1000 * (gif.t(at) - gif.t(1))));
end
figure_save (fig, 'woodpecker_strokes', {'t', 'y', 'sleeve', 'bird'}, [gif.t; gif.q]');
