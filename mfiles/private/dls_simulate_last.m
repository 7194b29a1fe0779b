function sol = dls_simulate_last (run)
% Keep a run that may end with an error or be interrupted ([]: none), instead of the one before; or
% the solution, as far as the run went, that is kept.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent kept
  if (nargin > 0)
    if (isfield (kept, 'id') && ~(isfield (run, 'id') && run.id == kept.id))
      dls_motion_mex ('free', kept.id);
    end
    kept = run;
    return
  end
  sol = kept;
  if (isfield (kept, 'id'))
    sol = dls_simulate_finish (kept);
  end
end
