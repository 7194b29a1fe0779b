% EXACT_RANK  Rank of an integer matrix by elimination in integers; NaN where one leaves 2^53.
% SPDX-License-Identifier: GPL-3.0-or-later
function r = exact_rank (A)
  if (any (A(:) ~= round (A(:))))
    error ('exact_rank: the data are not integers');
  end
  r = 0;
  before = 1;
  while (~isempty (A) && any (A(:)))
    [i, j] = find (A, 1);
    p = A(i,j);
    rows = [1:i-1, i+1:size(A, 1)];
    columns = [1:j-1, j+1:size(A, 2)];
    N = p * A(rows,columns) - A(rows,j) * A(i,columns);    % before divides it: Bareiss
    if (2 * max (abs (A(:))) ^ 2 > 2^53)
      r = NaN;
      return
    end
    A = N / before;
    before = p;
    r = r + 1;
  end
end
