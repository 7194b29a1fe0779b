function [next, report] = dls_step_event_driven (model, state, h, opts)
% One step with exact events: contacts are hit, lift off (the first to rounding) and the Runge-Kutta
% method restarts there; velocities jump by the percussions of dls_impact, and the accelerations of
% the closed contacts decide which of them stay closed.
% SPDX-License-Identifier: GPL-3.0-or-later
  width = 4e-15 * max (abs (state.t), h);
  [next, report] = dls_rk_between (model, state, h, width, @dls_rk_impact, opts);
end
