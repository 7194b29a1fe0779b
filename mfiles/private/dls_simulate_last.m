function sol = dls_simulate_last (varargin)
% Keep a partial solution, with the model, the run before and the options where it is not finished
% yet, or give back the one that was kept ([]: none).
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent kept
  if (nargin > 0)
    kept = varargin;
    return
  end
  sol = [];
  if (numel (kept) == 1)
    sol = kept{1};
  elseif (numel (kept) == 4)
    sol = dls_simulate_finish (kept{2}, kept{1}, kept{3}, kept{4});
  end
end
