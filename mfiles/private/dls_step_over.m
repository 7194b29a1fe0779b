function over = dls_step_over (opts)
% Is the time of computing over? Steps and their iterations ask this.
% SPDX-License-Identifier: GPL-3.0-or-later
  over = opts.MaxTime < Inf && toc (opts.watch) > opts.MaxTime;
end
