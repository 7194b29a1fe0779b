function [next, report] = dls_step_event_capturing (model, state, h, opts)
% One step of Algorithm 1 of HIGHORDER: Runge-Kutta where no contact closes or opens; an event is
% located within a critical length C*h^r (r = p + 1), which Moreau's scheme steps across.
% SPDX-License-Identifier: GPL-3.0-or-later
  r = opts.CriticalOrder;
  if (r == 0)
    r = opts.Method(end) - '0' + 1;                % the order stands in the name
  end
  critical = max (min (opts.CriticalFactor * h ^ r, h / 4), 1e-14 * max (abs (state.t), h));
  [next, report] = dls_rk_between (model, state, h, critical, @dls_rk_critical, opts);
end
