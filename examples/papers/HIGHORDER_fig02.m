% HIGHORDER_FIG02  Empirical order of Moreau's scheme in four norms, ball and oscillator.
%   The paper reads "near to 1" for Hausdorff distance and L1, no convergence in the uniform norm,
%   and no numbers. Errors of velocities here (they jump), slopes of positions in the report. T = 5
%   as in its Fig. 4; parameters of the oscillator are ours (k = 10, restitution 0.8).
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
n = round (47 * 2 .^ (0:0.75:6));
orders_in_norms (2, 'moreau-jean', n);
