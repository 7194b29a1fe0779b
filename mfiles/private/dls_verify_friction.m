function report = dls_verify_friction (P, answer, report)
% r, u, v of dls_friction: the equations, and per contact the natural map of Coulomb's law in De
% Saxce's form, r = proj_K (r - (u + mu*|u_T|*e_N)), in units in which M and H, or W, have largest
% entries of one.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (~strcmp (report.status, 'solved'))
    report = dls_verify_nothing (report);
    return
  end
  [r, u] = deal (answer.r, answer.u);
  N = P.d * P.nc;
  if (strcmp (P.form, 'global'))
    n = numel (P.f);
    d = dls_verify_units ([P.M, P.H', P.f; P.H, sparse(N, N), P.w; P.f', P.w', 0]);
    v = answer.v;
    [dv, dr, one] = deal (d(1:n), d(n+(1:N)), 1 / d(end));
    most = max ([abs(v) ./ dv; abs(r) ./ dr; one]);
    report = dls_verify_check (report, 'M*v + f = H''*r', ...
                               max ([0; abs(P.M * v + P.f - P.H' * r) .* dv]) / most, 1e-6);
    u_again = P.H * v + P.w;
  else
    W = abs (P.W) + abs (P.W)';
    d = dls_verify_units ([W, P.q; P.q', 0]);
    [dr, one] = deal (d(1:N), 1 / d(end));
    most = max ([abs(r) ./ dr; one]);
    u_again = P.W * r + P.q;
  end
  report = dls_verify_check (report, 'u is computed from r or v', ...
                             max ([0; abs(u - u_again) .* dr]) / most, 1e-6);
  worst = 0;
  for c = 1:P.nc
    i = (c - 1) * P.d + (1:P.d);
    unit = max (dr(i));
    worst = max (worst, law (r(i) / unit, u_again(i) * unit, P.mu(c)));
  end
  report = dls_verify_check (report, 'Coulomb''s law', worst / most, 1e-6);
end

function e = law (r, u, mu)
  if (isinf (mu))
    e = norm ([min(r(1), u(1)); u(2:end)]);
    return
  end
  x = r - u;
  x(1) = x(1) - mu * norm (u(2:end));
  t = norm (x(2:end));
  if (mu * t <= -x(1))
    x(:) = 0;
  elseif (t > mu * x(1))
    n = (x(1) + mu * t) / (1 + mu ^ 2);
    x = [n; mu * n * x(2:end) / t];
  end
  e = norm (r - x);
end
