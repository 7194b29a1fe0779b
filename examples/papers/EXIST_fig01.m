% EXIST_FIG01  The construction in the proof of Lemma 2.4: which alpha*sbar is below a box.
%   Checked on a problem: with delta = min (chi, chi*eps/|v0 - vbar|), chi the smallest positive
%   entry of sbar, and alpha = 1 - delta/chi, v = (1 - alpha)*v0 + alpha*vbar is feasible for all s
%   in the box, and within eps of vbar. (It is what makes s -> G(s) inner semi-continuous.)
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
rand ('twister', 3);
randn ('twister', 3);
mu = [.4; .7];
P = dls_problem ('M', eye (3), 'H', randn (4, 3), 'f', 2 * randn (3, 1), 'w', [1; .2; 1; -.1], ...
                 'mu', mu, 'd', 2);
[sbar, epsilon] = deal ([1; .7], .1);
[~, at] = dls_friction_map (P, sbar);
[~, at0] = dls_friction_map (P, [0; 0]);
chi = min (sbar);
delta = min (chi, chi * epsilon / norm (at0.v - at.v));
alpha_ = 1 - delta / chi;
v = (1 - alpha_) * at0.v + alpha_ * at.v;
worst = Inf;                                 % how far inside of the cones, over the box
for k = 1:500
  s = max (sbar + delta * (2 * rand (2, 1) - 1), 0);
  u = reshape (P.H * v + P.w, 2, []);
  worst = min ([worst, u(1,:) + mu' .* s' - mu' .* abs(u(2,:))]);
end
figure_row ('v is feasible in the box: least distance', '>= 0', worst, 'agrees');
figure_row ('|v - vbar| / eps', '<= 1', norm (v - at.v) / epsilon, 'agrees');
assert (worst >= -1e-8 && norm (v - at.v) <= epsilon * (1 + 1e-9) && alpha_ > 0 && alpha_ < 1);

fig = figure ('visible', 'off', 'position', [0 0 640 460]);
colour = figure_style ();
box_ = sbar + delta * [-1 1 1 -1; -1 -1 1 1];
patch (box_(1,:), box_(2,:), [0.80 0.88 1], 'edgecolor', 'k');
hold on
a = alpha_ * sbar;
plot ([0 sbar(1)], [0 sbar(2)], 'k--', [a(1) 1.9 NaN a(1) a(1)], [a(2) a(2) NaN a(2) 1.5], 'k:');
plot (sbar(1), sbar(2), 'ko', 'markerfacecolor', 'k', a(1), a(2), 'o', 'color', colour(7,:), ...
      'markerfacecolor', colour(7,:));
text (sbar(1) + .03, sbar(2) + .06, 's', 'fontsize', 13);
text (a(1) + .03, a(2) + .07, '\alpha s', 'fontsize', 13, 'color', colour(7,:));
text (box_(1,3) + .03, box_(2,3), '|t - s|_\infty \leq \delta', 'fontsize', 13);
axis ([0 1.9 0 1.5]);
xlabel ('slip of contact 1 (m/s)');
ylabel ('slip of contact 2 (m/s)');
title ('EXIST Fig. 1: \alpha s lies below the box');
figure_save (fig, 'EXIST_fig01', {'delta', 'alpha', 'worst'}, [delta, alpha_, worst]);
