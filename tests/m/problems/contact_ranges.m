function [exists, low, high] = contact_ranges (S, E, e)
% CONTACT_RANGES  All solutions of M*a + F = E*eta + Gu*lambda, E'*a + e = 0, by GLPK.
%   [exists, low, high] = contact_ranges (S, E, e)   smallest and largest value of each entry of
%   [a; eta; lambda; Gu*lambda], by enumeration of the active sets (few contacts!)
% SPDX-License-Identifier: GPL-3.0-or-later
E = full (E);
Gu = full (S.Gu);
n = S.n;
k = size (E, 2);
N = n + k + S.nu;
C = [eye(N); zeros(n, n + k), Gu];
low = Inf (size (C, 1), 1);
high = -low;
for set = 0:2^S.nu - 1
  closed = bitget (set, 1:S.nu) > 0;
  A = [full(S.M), -E, -Gu; E', zeros(k, k + S.nu); Gu', zeros(S.nu, k + S.nu)];
  b = [-S.F; -e; -S.bu];
  types = [repmat('S', 1, n + k), repmat('L', 1, S.nu)];
  types(n + k + find (closed)) = 'S';
  lb = [-Inf(n + k, 1); zeros(S.nu, 1)];
  ub = Inf (N, 1);
  ub(n + k + find (~closed)) = 0;
  if ~solvable (zeros (N, 1), A, b, lb, ub, types), continue, end
  for i = 1:size (C, 1)
    for s = [1 -1]
      [status, value] = solvable (s * C(i,:)', A, b, lb, ub, types);
      if ~status, value = -Inf; end              % unbounded
      if s == 1, low(i) = min (low(i), value); else, high(i) = max (high(i), -value); end
    end
  end
end
exists = any (high > -Inf);
end

function [ok, value] = solvable (c, A, b, lb, ub, types)
param.msglev = 0;
[x, value, code, extra] = glpk (c, A, b, lb, ub, types, repmat ('C', 1, numel (c)), 1, param);
ok = code == 0 && any (extra.status == [2 5]) && ~isempty (x) && ~any (isnan (x));
end
