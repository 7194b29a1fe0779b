function j = dls_repeated (counts)
% Each k as often as counts(k) says, as a column.
% SPDX-License-Identifier: GPL-3.0-or-later
  at = cumsum ([1; counts(:)]);
  steps = accumarray (at(1:end-1), 1, [at(end), 1]);
  j = cumsum (steps(1:end-1));
end
