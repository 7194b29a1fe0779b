% HIGHORDER_FIG03  Empirical order of Schatzman and Paoli's scheme, ball and oscillator.
%   The paper reads "near to 1" for Hausdorff distance and L1, no convergence in the uniform norm,
%   and no numbers. Relative errors of velocities here (they jump), h from 1e-4 to 1e-1 as on its
%   axes, the impact at t = 1 at 0.4 of a step; slopes of positions in the report. T = 5 as in its
%   Fig. 4; parameters of the oscillator are ours (k = 10, restitution 0.8).
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
n = 2 + 5 * round (1 ./ logspace (-4, -1, 19));
orders_in_norms (3, 'schatzman-paoli', n);
