function r = verify_conic (P, q, A, b, cones, x, s, y)
% VERIFY_CONIC  How well (x, s, y) solves a conic program, and proves that there is no solution.
%   r = verify_conic (P, q, A, b, cones, x, s, y)   from the data alone; |.| is the largest entry
%   r.primal, r.dual, r.gap   relative to the largest term
%   r.cone                    how far s and y are outside, relative
%   r.no_primal               |A'y| / (-b'y) in units of |A| and |b|, Inf unless b'y < 0
%   r.no_dual                 |(P x, A x + s)| / (-q'x), the same way
% SPDX-License-Identifier: GPL-3.0-or-later
big = @(v) max ([0; abs(v(:))]);
over = @(e, size_) e / max (size_, realmin);
Px = P * x;
Ax = A * x;
Ay = A' * y;
r.primal = over (big (Ax + s - b), max ([big(Ax), big(s), big(b)]));
r.dual = over (big (Px + Ay + q), max ([big(Px), big(Ay), big(q)]));
r.gap = over (abs (x' * Px + q' * x + b' * y), max (abs ([x' * Px, q' * x, b' * y, realmin])));
z = 0;
l = 0;
k = [];
if isfield (cones, 'z'), z = max ([0, cones.z]); end
if isfield (cones, 'l'), l = max ([0, cones.l]); end
if isfield (cones, 'q'), k = cones.q; end
r.cone = max ([over(big (s(1:z)), big (s)), outside(s, z, l, k), outside(y, z, l, k)]);
rows = max (abs (A), [], 2);
cols = max (abs ([P; A]), [], 1)';
rows(rows == 0) = 1;
cols(cols == 0) = 1;
r.no_primal = Inf;
if b' * y < 0, r.no_primal = over (big (Ay ./ max (cols, realmin)), -b' * y); end
r.no_dual = Inf;
if q' * x < 0
  r.no_dual = over (big ([Px ./ max(cols, realmin); (Ax + s) ./ max(rows, realmin)]), -q' * x);
end
r.no_primal = r.no_primal * max (big (b ./ max (rows, realmin)), realmin);
r.no_dual = r.no_dual * max (big (q ./ max (cols, realmin)), realmin);
end

function e = outside (x, z, l, sizes)
e = max ([0; -x(z+1:z+l)]);
from = z + l;
for k = reshape (sizes, 1, [])
  e = max (e, norm (x(from+2:from+k)) - x(from+1));
  from = from + k;
end
e = e / max ([realmin; abs(x)]);
end
