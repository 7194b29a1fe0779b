% BOUNCING_BALL_MOTION  What you learn: motion through infinitely many impacts, and its error.
%   The ball of HIGHORDER (9) comes to rest at t = 3 after infinitely many impacts. Time-stepping
%   schemes walk through them without looking for any. Of Moreau's scheme and of that of Schatzman
%   and Paoli the errors of positions are O(h); velocities converge in L1, never in the uniform
%   norm. Writes build/bouncing_ball_motion.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'), ...
         fullfile (here, '..', 'tests', 'm', 'problems'));
dls_setup ();
model = dls_model ('M', 1, 'f', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
exact = exact_ball ();

R = dls_orders (model, [0 4], 1, 0, 'Schemes', {'moreau-jean', 'schatzman-paoli'}, ...
                'Steps', 0.0317 ./ 4.^(0:4), 'Norms', {'L1', 'uniform'}, 'Reference', exact);
fprintf ('%s', R.table);
assert (all (abs ([R.slopes.q(:,1); R.slopes.v(:,1)] - 1) < 0.15) && all (R.slopes.v(:,2) < 0.3));

% GOLDEN: 60 steps of 0.07 end with 20 active ones.
coarse = dls_simulate (model, [0 4.2], 1, 0, 'Step', 0.07);
fprintf ('60 steps of 0.07: q = %.12f, %d of them in contact\n', coarse.q(end), ...
         sum (coarse.status));
assert (abs (coarse.q(end) + 0.005520855141) < 1e-12 && sum (coarse.status) == 20);
million = dls_simulate (model, [0 4], 1, 0, 'Step', 4e-6, 'Stride', 1000);
fprintf ('a million steps: %.2f s, q(4) = %.1e\n', million.stats.time, million.q(end));
assert (abs (million.q(end)) < 1e-5);

fig = figure ('visible', 'off', 'position', [0 0 700 700]);
sol = dls_simulate (model, [0 4], 1, 0, 'Step', 0.01);
dls_plot (sol, 'Figure', fig);
save_picture (fig, 'bouncing_ball_motion');
