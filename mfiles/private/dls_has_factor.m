function yes = dls_has_factor (M)
% Is there a Cholesky factor? (Of an empty matrix, too, which chol of Octave 7 does not know.)
% SPDX-License-Identifier: GPL-3.0-or-later
  yes = isempty (M);
  if (~yes)
    [~, failed, ~] = chol (M);
    yes = failed == 0;
  end
end
