function R = dls_range_judged (R, relaxed, opts)
% R says that no reactions are admissible; `relaxed`, that of dls_range_relaxed, tells whether the
% accuracy of the data decides that.
% SPDX-License-Identifier: GPL-3.0-or-later
  R.programs = R.programs + relaxed.programs;
  if (strcmp (relaxed.status, 'time_limit'))
    R.status = relaxed.status;
    R.message = relaxed.message;
  elseif (~strcmp (relaxed.status, 'infeasible'))
    R.status = 'undecided';
    R.message = sprintf ('no reactions are admissible, but with data changed by %.2g', ...
                         opts.DataAccuracy);
  end
end
