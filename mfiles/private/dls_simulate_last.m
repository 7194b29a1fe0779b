function answer = dls_simulate_last (what)
% Keep a run that may end with an error or be interrupted ([]: none), instead of the one before; or
% the solution, as far as the run went, that is kept. 'enter' and 'leave' count the runs that are at
% work; true: another one is, whose function began this one, which is not kept then.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent kept depth
  if (isempty (depth))
    depth = 0;
  end
  if (nargin == 0)
    answer = [];
    if (~isempty (kept) && depth == 0)
      answer = dls_simulate_finish (kept);
    end
  elseif (strcmp (what, 'enter'))
    answer = depth > 0;
    depth = depth + 1;
  elseif (strcmp (what, 'leave'))
    depth = max (depth - 1, 0);
  else
    if (~isempty (kept) && (isempty (what) || what.id ~= kept.id))
      dls_motion_mex ('free', kept.id);
    end
    kept = what;
  end
end
