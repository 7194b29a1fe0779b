% LADDER_MAP  What you learn: a map by dls_sweep, on all cores. How much friction may there be under
%   the falling ladder of ladder.m while a person stands on it?
%   A ladder (mass 1, half length 1) slides down, its upper end on a wall that cannot let go, its
%   lower end on the floor; a point mass of `ratio` times its mass stands at three quarters of the
%   ladder. The sweep evaluates over angle and ratio the bound of TUTORIAL Prop. 13 and the exact
%   limit below which there is one answer for all forces. Who stands that high halves the limit of
%   a steep ladder; nearly flat on the floor it becomes a little larger.
%   Writes build/ladder_map.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

% a, b: distances of the centre of mass from the lower and the upper end.
system_ = @(th, a, m, I) dls_system ('M', diag ([m m I]), 'F', [0; 9.81 * m; 0], ...
  'Gb', [1; 0; (2-a)*sin(th)], 'Hb', [0; 1; (2-a)*cos(th)], 'mub', 0.3, 'vtb', -1, ...
  'Gu', [0; 1; -a*cos(th)], 'Hu', [1; 0; -a*sin(th)], 'muu', 0.4, 'vtu', 1);
centre = @(r) (1 + 1.5 * r) / (1 + r);
inertia = @(r) 1/3 + (1 - centre (r))^2 + r * (1.5 - centre (r))^2;
loaded = @(th, r) system_ (th, centre (r), 1 + r, inertia (r));
limits = @(B) [B.prop13.value, B.exact.value];

grid = struct ('theta', 0.1:0.1:1.4, 'ratio', 0:0.25:3);
R = dls_sweep (@(p) limits (dls_friction_bound (loaded (p.theta, p.ratio))), grid);
bound = R.value(:,:,1);
exact = R.value(:,:,2);
fprintf ('%s, %d workers: %.1f s, %.0f ms each\n', R.message, R.stats.workers, R.stats.time, ...
         1e3 * mean (R.stats.seconds(:)));
assert (strcmp (R.status, 'complete') && all (bound(:) <= exact(:)));

% Without a load: GOLDEN 17. Anywhere: at the exact limit a minor of the sliding problem vanishes.
at = arrayfun (@(th) find (abs (grid.theta - th) < 1e-9), [0.1 0.3 0.5 1.0 1.2 1.4]);
assert (max (abs (bound(at,1)' - [0.2608970305, 0.3283115003, 0.4912411912, 0.6397448773, ...
                                  0.547773607, 0.5045898321])) < 1e-9);
for k = 1:13:numel (exact)
  [i, j] = ind2sub (size (exact), k);
  S = loaded (grid.theta(i), grid.ratio(j));
  minors = @(mu, s) cellfun (@(J) det (J), {S.Gb' / S.M * (S.Gb + s * mu * S.Hb), ...
           [S.Gb, S.Gu]' / S.M * [S.Gb + s * mu * S.Hb, S.Gu - mu * S.Hu]});
  below = min ([minors(0.999 * exact(k), 1), minors(0.999 * exact(k), -1)]);
  limit = min (abs ([minors(exact(k), 1), minors(exact(k), -1)]));
  assert (below > 0 && limit < 1e-9);
end
assert (all (exact(end,2:end) < exact(end,1:end-1)) && exact(1,end) > exact(1,1));
for r = [0 1 3]
  j = find (grid.ratio == r);
  [low, i] = min (exact(:,j));
  fprintf ('load %g: the exact limit is at least %.4f, reached at theta = %.2f\n', r, low, ...
           grid.theta(i));
end

fig = figure ('visible', 'off', 'position', [0 0 1000 420]);
subplot (1, 2, 1);
dls_plot_map (R, 'Value', @(v) v(2), 'Title', 'friction that is harmless: exact limit');
subplot (1, 2, 2);
dls_plot_map (R, 'Value', @(v) v(1), 'Title', 'and the bound of Prop. 13');
save_picture (fig, 'ladder_map');
