function [solvable, low, high] = oracle_lcp (A, q)
% ORACLE_LCP  The box around all solutions of a small LCP, by linear programs on every base.
%   [solvable, low, high] = oracle_lcp (A, q)    n <= 8; high is Inf along rays
%   For each set s: z = 0 outside of s, w = 0 in s, z >= 0, w >= 0 is a polyhedron; its extent
%   along every axis comes from glpk.
% SPDX-License-Identifier: GPL-3.0-or-later
n = numel (q);
A = full (A);
low = Inf (n, 1);
high = -Inf (n, 1);
solvable = false;
kinds = 'LS';                                  % rows of A z >= -q, = -q
for k = 0:2^n-1
  s = bitand (k, 2 .^ (0:n-1)) > 0;
  top = Inf (n, 1);
  top(~s) = 0;
  lp = @(c, sense) solve (c, A, -q, top, kinds(1 + s), sense);
  [~, feasible] = lp (zeros (n, 1), 1);
  if ~feasible
    continue
  end
  solvable = true;
  for i = 1:n
    if ~s(i)
      low(i) = min (low(i), 0);
      high(i) = max (high(i), 0);
    else
      c = double ((1:n)' == i);
      low(i) = min (low(i), lp (c, 1));
      high(i) = max (high(i), lp (c, -1));
    end
  end
end
end

function [f, feasible] = solve (c, A, b, top, kind, sense)
n = numel (c);
[~, f, err, extra] = glpk (c, A, b, zeros (n, 1), top, kind, repmat ('C', 1, n), sense, ...
                           struct ('msglev', 0, 'presol', 1));
feasible = err == 0 && extra.status == 5;
if ~feasible
  f = -sense * Inf;                            % unbounded: the polyhedron is not empty
end
end
