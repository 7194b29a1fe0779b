% HIGHORDER_FIG02  Empirical order of Moreau's scheme in four norms, ball and oscillator.
%   The paper reads "near to 1" for Hausdorff distance and L1, no convergence in the uniform norm,
%   and no numbers. Relative errors of velocities here (they jump), h from 1e-4 to 1e-1 as on its
%   axes. No grid has the impact at t = 1: there, rounding would decide whether the velocity before
%   or after it is compared. Slopes of positions are in the report. T = 5 as in its Fig. 4;
%   parameters of the oscillator are ours (k = 10, restitution 0.8).
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
n = round (5 ./ logspace (-4, -1, 19));
n += mod (n, 5) == 0;
orders_in_norms (2, 'moreau-jean', n);
