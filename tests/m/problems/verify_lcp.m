function r = verify_lcp (M, q, free, v, info)
% VERIFY_LCP  Judge an answer of dls_lcp or dls_mlcp from the data alone.
%   r = verify_lcp (M, q, free, v, info)   w = M*v + q; the first free(1) rows are equations, the
%   first free(2) (default: as many) unknowns free.
%   r.natural   max |min (v, w)|, and |w| in equations
%   r.relative  the same relative to nu and omega as in the help of dls_lcp
%   r.scale     size of the data in w: max (|q| + |M|*|v|)
%   r.proved    info.certificate is a Farkas certificate: checked by arithmetic
% SPDX-License-Identifier: GPL-3.0-or-later
w = M * v + q;
a = abs (q) + abs (M) * abs (v);
most = full (max ([abs(M), sparse(numel (q), 1)], [], 2));
mu = max ([0; abs(q(most > 0)) ./ most(most > 0)]);
given = abs (q) + mu * most;
omega = max (max (min (given, a) + 1e-4 * a, 1e-14 * given), realmin);
nu = max (min (mu, norm (v, Inf)) + 1e-4 * norm (v, Inf), max (1e-14 * mu, realmin));
e = 1:free(1);
c = free(1)+1:numel (q);
f = 1:free(end);
z = v(free(end)+1:end);
r.natural = max ([0; abs(w(e)); abs(min (z, w(c)))]);
r.relative = max ([0; abs(w(e)) ./ omega(e); ...
                   abs(min (z / nu, w(c) ./ omega(c)))]);
r.scale = max ([0; a]);
r.proved = false;
if isstruct (info.certificate) && strcmp (info.certificate.kind, 'farkas')
  u = info.certificate.u;
  if isfield (info.certificate, 'y'), u = [info.certificate.y; u]; end
  s = M' * u;
  small = 1e-8 * max (abs (M') * abs (u));
  r.proved = all (u(c) >= 0) && all (abs (s(f)) <= small) && all (s(free(end)+1:end) <= small) ...
             && q' * u < -1e-9 * (abs (q)' * abs (u));
end
end
