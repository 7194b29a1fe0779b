function sol = dls_simulate_last (sol)
% Keep a partial solution, or give back the one that was kept ([]: none).
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent kept
  if (nargin > 0)
    kept = sol;
  else
    sol = kept;
  end
end
