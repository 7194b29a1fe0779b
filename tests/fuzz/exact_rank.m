% EXACT_RANK  Rank of an integer matrix by elimination in integers; NaN where one leaves 2^53.
% SPDX-License-Identifier: GPL-3.0-or-later
function r = exact_rank (A)
  if (any (A(:) ~= round (A(:))))
    error ('exact_rank: the data are not integers');
  end
  r = 0;
  while (~isempty (A) && any (A(:)))
    B = abs (A);
    B(B == 0) = Inf;
    [p, at] = min (B(:));
    [i, j] = ind2sub (size (A), at);
    rows = [1:i-1, i+1:size(A, 1)];
    columns = [1:j-1, j+1:size(A, 2)];
    if (p * max (abs (A(:))) + max (abs (A(:))) ^ 2 > 2^53)
      r = NaN;
      return
    end
    N = A(i,j) * A(rows,columns) - A(rows,j) * A(i,columns);
    for k = 1:size (N, 1)
      g = 0;
      for x = N(k,:)
        g = gcd (g, x);
      end
      N(k,:) = N(k,:) / max (g, 1);
    end
    A = N;
    r = r + 1;
  end
end
