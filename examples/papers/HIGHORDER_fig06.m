% HIGHORDER_FIG06  Order of event capturing with implicit Runge-Kutta methods.
%   Global error of the positions over the step, T = 5: through the accumulation of impacts of the
%   ball, too. The paper: "we retrieve the global order of the associated methods"; no numbers. For
%   the ball every method is exact between impacts: what remains is the critical steps, h^(p+1).
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
methods_ = {'lobatto-iiia-2', 'radau-iia-3', 'lobatto-iiia-4', 'radau-iia-5', 'lobatto-iiia-6'};
orders_of_methods (6, methods_);
