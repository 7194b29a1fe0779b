function [model, exact, q0] = impact_bench (name)
% IMPACT_BENCH  The two examples of HIGHORDER: model, exact motion, start (at rest).
%   'ball': f = -2, restitution 1/2, (9), (10). 'oscillator': (11) with m = 1, c = 0, k = 10,
%   restitution 0.8, which are ours (the paper gives no parameters).
% SPDX-License-Identifier: GPL-3.0-or-later
q0 = 1;
common = {'gap', 0, 'gapgrad', 1};
if strcmp (name, 'ball')
  model = dls_model ('M', 1, 'K', 0, 'f', -2, common{:}, 'restitution', 0.5);
  exact = exact_ball ();
else
  model = dls_model ('M', 1, 'K', 10, common{:}, 'restitution', 0.8);
  exact = exact_oscillator ();
end
end
