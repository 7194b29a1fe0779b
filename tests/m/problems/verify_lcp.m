function r = verify_lcp (M, q, free, v, info)
% VERIFY_LCP  Judge an answer of dls_lcp or dls_mlcp from the data alone.
%   r = verify_lcp (M, q, free, v, info)   w = M*v + q, the first `free` rows are equations
%   r.natural   max |min (v, w)|, and |w| in equations
%   r.relative  the same with v relative to max |v| and w to |q| + |M|*|v|
%   r.scale     size of the data in w: max (|q| + |M|*|v|)
%   r.proved    info.certificate is a Farkas certificate: checked by arithmetic
% SPDX-License-Identifier: GPL-3.0-or-later
w = M * v + q;
omega = abs (q) + abs (M) * abs (v);
v_unit = max ([abs(v); realmin]);
c = free+1:numel (q);
equation = abs (w(1:free));
r.natural = max ([0; equation; abs(min (v(c), w(c)))]);
r.relative = max ([0; equation ./ max(omega(1:free), realmin); ...
                   abs(min (v(c) / v_unit, w(c) ./ max (omega(c), realmin)))]);
r.scale = max ([0; omega]);
r.proved = false;
if isstruct (info.certificate) && strcmp (info.certificate.kind, 'farkas')
  u = info.certificate.u;
  if isfield (info.certificate, 'y'), u = [info.certificate.y; u]; end
  s = M' * u;
  size_ = abs (M') * abs (u) + realmin;
  small = 1e-8 * max (size_);
  r.proved = all (u(c) >= 0) && all (abs (s(1:free)) <= small) && all (s(c) <= small) ...
             && q' * u < -1e-9 * (abs (q)' * abs (u));
end
end
