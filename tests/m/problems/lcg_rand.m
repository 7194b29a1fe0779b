function u = lcg_rand (seed, rows, cols)
% LCG_RAND  Uniform numbers in (0,1), the same in every version and on every machine.
%   u = lcg_rand (seed, rows, cols)
%   Wichmann and Hill's three congruential generators. All integers stay below 2^30, so
%   double arithmetic is exact; the state of rand is not touched. Vectorised by doubling:
%   from x(1..k) and a^k follow x(k+1..2k) = a^k x(1..k).
% SPDX-License-Identifier: GPL-3.0-or-later
p = [30269, 30307, 30323];
a = [171, 172, 170];
total = rows * cols;
u = zeros (1, total);
for g = 1:3
  x = 1 + mod ((seed + 1) * 7919 + 104729 * g, p(g) - 1);
  x = mod (x * a(g)^3, p(g));
  jump = a(g);
  while numel (x) < total
    x = [x, mod(jump * x, p(g))];
    jump = mod (jump^2, p(g));
  end
  u = u + x(1:total) / p(g);
end
u = reshape (mod (u, 1), rows, cols);
end
