function yes = dls_bound_definite (A)
% Is the symmetric part of A positive definite, beyond rounding, in units where its diagonal is 1?
% SPDX-License-Identifier: GPL-3.0-or-later
  yes = ~any (isnan (A(:)));
  if (yes && ~isempty (A))
    d = 1 ./ sqrt (max (diag (A), realmin));
    yes = all (diag (A) > 0) && min (eig ((d * d') .* (A + A') / 2)) > 1e-12;
  end
end
