function [q, v, x] = dls_simulate_split (run, q, v)
% Positions, velocities and states: in C the latter are velocities whose positions nobody wants.
% SPDX-License-Identifier: GPL-3.0-or-later
  x = v(end-run.nx+1:end,:);
  q = q(1:end-run.nx,:);
  v = v(1:end-run.nx,:);
end
