function dls_sweep_work (J, go_on)
% Claim chunks and compute their points until nothing is free or go_on (), asked before each
% point, says no.
% SPDX-License-Identifier: GPL-3.0-or-later
  next = 1;
  [points, next, again] = dls_sweep_claim (J, next);
  while (~isempty (points))
    if (~dls_sweep_compute (J, points, again, go_on))
      return
    end
    [points, next, again] = dls_sweep_claim (J, next);
  end
end
