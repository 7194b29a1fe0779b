% CONIC_FIG05  The pictures of systems in CONIC (Fig. 3, 5, 6 and 7), and what each stands for.
%   Fig. 3: a ball between the ground and a plane that comes down (4.5 fails: no solution). Fig. 5:
%   a square on the ground, whose tangential forces are not unique. Fig. 6: funnel, shaken plane,
%   drum: external bodies move as one (section 5.6), so that (4.4) holds. Fig. 7: a plate on a fixed
%   and a moving circle: (5.1) holds, for any w. The paper prints no numbers; sizes are ours.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));

fig = figure ('visible', 'off', 'position', [0 0 1200 640]);
place = @(k) axes ('position', [0.02 + 0.33 * mod(k - 1, 3), 0.52 - 0.5 * (k > 3), 0.3, 0.4]);
circle = @(c, r, colour) patch (c(1) + r * cos (0:.1:6.3), c(2) + r * sin (0:.1:6.3), colour, ...
                               'edgecolor', 'k');
grey = [0.85 0.85 0.85];
light = [0.80 0.88 1];
colour = figure_style ();
vector = @(x, y, k) quiver (x(1,:), x(2,:), y(1,:), y(2,:), 0, 'color', colour(k,:), ...
                            'maxheadsize', 0.3);

place (1);                                   % Fig. 3
H = [plane_contact([0; 1], [0; -1], 1, 1); plane_contact([0; -1], [0; 1], 1, 1)];
P = dls_problem ('M', diag ([1 1 .5]), 'H', H, 'f', [0; .1; 0], 'w', [0; 0; -1; 0], 'mu', .5, ...
                 'd', 2);
crushed = dls_friction_exists (P);
[~, ~, ~, info] = dls_friction (P);
patch ([-2 2 2 -2], [-1.3 -1.3 -1 -1], grey);
hold on
patch ([-2 2 2 -2], [1 1 1.3 1.3], grey);
circle ([0 0], 1, light);
vector ([-1.4 1.4; 2 2], [0 0; -.6 -.6], 7);
text (1.55, 1.7, 'u_0');
axis ([-2.4 2.4 -1.6 2.1], 'equal', 'off');
title ('Fig. 3: no solution');
figure_row ('Fig. 3: penetration can be prevented (4.5)', 'no', {'no', 'yes'}{1 + crushed}, ...
            'agrees');
assert (! crushed && any (strcmp (info.status, {'no_solution', 'infeasible'})));

place (2);                                   % Fig. 5
S = dls_system ('M', diag ([1 1 1/6]), 'F', [0; 9.81; 0], 'Gu', [0 0; 1 1; -.5 .5], ...
                'Hu', [1 1; 0 0; .5 .5], 'muu', 1);
[lo, hi] = dls_reaction_range (S);
for k = 0:1
  x = 2.6 * k;
  patch (x + [0 1 1 0], [0 0 1 1], light);
  hold on
  vector ([x - .25*k, x + 1 + .25*k; -.6, -.6], [.25*k, -.25*k; .55, .55], 7);
end
plot ([-.6 4.2], [0 0], 'k-');
axis ([-.7 4.3 -1.2 1.8], 'equal', 'off');
title ('Fig. 5: two answers');
figure_row ('Fig. 5: interval of a tangential force, mu = 1', 'not unique', ...
            [lo.tu(1), hi.tu(1)], 'agrees');
assert (hi.tu(1) - lo.tu(1) > 9 && abs (hi.nu(1) - lo.nu(1)) < 1e-6);

r = 0.25;                                    % Fig. 6
c = [-.25 .25 0 -.25 .25; .25 .25 .25+sqrt(3)/4 .25+sqrt(3)/2 .25+sqrt(3)/2];
floor_ = [0; 0; 0; 1];
names = {'Fig. 6: a funnel', 'Fig. 6: a shaken plane', 'Fig. 6: a drum'};
holds_ = zeros (1, 3);
for k = 1:3
  place (2 + k);
  hold on
  walls = floor_;
  outside = zeros (3, 1);
  if k == 1
    side = @(s) [s * (.25 + r * sqrt(2)); .25; -s * sqrt(.5); sqrt(.5)];   % touch the lower discs
    walls = [side(1), side(-1), floor_];
    plot ([-1.5 -.354 .354 1.5], [1.146 0 0 1.146], 'k-', 'linewidth', 3);
  elseif k == 2
    outside = [0; 1; 0];
    plot ([-1.5 1.5], [0 0], 'k-', 'linewidth', 3);
    vector ([-1.2 -1.2; .35 .35], [0 0; .35 -.35], 7);
  else
    outside = [.9; 0; 1];                    % about (0, 0.9)
    a = linspace (0, 2 * pi, 80);
    plot (.9 * cos (a), .9 + .9 * sin (a), 'k-', 'linewidth', 3);
    a = linspace (.2, 1.1, 20);
    plot (1.1 * cos (a), .9 + 1.1 * sin (a), '-', 'color', colour(7,:), 'linewidth', 2);
    vector (1.1 * [cos(1.1); sin(1.1)] + [0; .9], .12 * [-sin(1.1); cos(1.1)], 7);
    down = .9 - sqrt ((.9 - r)^2 - .25^2) - .25;
  end
  shift = 0;
  if k == 3, shift = down; end
  here_ = c + [0; shift];
  if k == 3                                  % the two lower discs touch the drum
    at = here_(:,1:2);
    n = ([0; .9] - at) ./ norm ([0; .9] - at(:,1));
    walls = [at - r * n; n];
  end
  for i = 1:5, circle (here_(:,i), r, light); end
  [P, holds_(k)] = disc_heap (here_, r, walls, outside);
  [~, ~, ~, info] = dls_friction (P);
  assert (holds_(k) && strcmp (info.status, 'solved') && P.nc >= 6);
  axis ([-1.6 1.6 -.2 2.2], 'equal', 'off');
  title (names{k});
end
figure_row ('Fig. 6: (4.4) holds', 'yes, yes, yes', ...
            strjoin ({'no', 'yes'}(1 + holds_), ', '), 'agrees');

place (6);                                   % Fig. 7
H = [plane_contact([0; 1], [-1; -.3], 1, 1); plane_contact([0; 1], [1; -.3], 1, 1)];
P = dls_problem ('M', diag ([1 1 .5]), 'H', H, 'f', [0; .1; 0], 'w', [0; 0; .3; -1], 'mu', .5, ...
                 'd', 2);
[~, e] = dls_friction_exists (P);
S = dls_system ('M', diag ([1 1 .5]), 'F', [0; 9.81; 0], 'Gu', H([1 3],:)', 'Hu', H([2 4],:)', ...
                'muu', .5);
[lo, hi] = dls_reaction_range (S);
circle ([-1 -.7], .7, grey);
hold on
circle ([1 -.7], .7, light);
patch ([-1.8 1.8 1.8 -1.8], [0 0 .6 .6], light);
vector ([1; -.7], [.5; .5], 7);
axis ([-2.2 2.2 -1.6 1.2], 'equal', 'off');
title ('Fig. 7: solutions for any w');
figure_row ('Fig. 7: (5.1) holds, for all w', 'yes', {'no', 'yes'}{1 + e.criteria.all_w}, 'agrees');
figure_row ('Fig. 7: interval of a tangential force', 'not unique', [lo.tu(1), hi.tu(1)], 'agrees');
assert (e.criteria.all_w && rank (H) < 4 && hi.tu(1) - lo.tu(1) > 4);
figure_save (fig, 'CONIC_fig05', {'figure', 'exists'}, ...
             [3 crushed; 5 1; 6 holds_(1); 6 holds_(2); 6 holds_(3); 7 1]);
