function report = dls_verify_impact (problem, answer, report)
% vplus, p of dls_impact for S, vminus, E:
%     M*(v+ - v-) = Gb*p.nb + Gu*p.nu (+ Hu*p.tu),  Gb'*v+ = 0,
%     0 <= p.nu  _|_  Gu'*v+ + E*Gu'*v- >= 0        (Newton's law; others: p.nu >= 0, cones)
%   infeasible   x, y, u: M*x + Gb*y + Gu*u = 0, Gb'*x = 0, Gu'*x >= 0, u >= 0,
%                u'*E*Gu'*v- < x'*M*v-
% SPDX-License-Identifier: GPL-3.0-or-later
  S = problem.S;
  vm = problem.vminus;
  E = problem.E;
  if (isscalar (E))
    E = E * eye (S.nu);
  elseif (isvector (E))
    E = diag (E);
  end
  approach = E * (S.Gu' * vm);
  m = S.nb + S.nu;
  G = [S.Gb, S.Gu];
  d = dls_verify_units ([S.M, G, S.M * vm; G', sparse(m, m), [zeros(S.nb, 1); approach]; ...
                         (S.M * vm)', zeros(1, S.nb), approach', 0]);
  [dv, dp] = deal (d(1:S.n), d(S.n+(1:m)));
  switch (report.status)
    case 'solved'
      report = equations (report, S, vm, approach, answer, dv, dp, 1 / d(end));
    case 'infeasible'
      c = answer.info.certificate;
      if (~(isstruct (c) && isfield (c, 'x')))
        report = dls_verify_nothing (report);
        return
      end
      u = max (c.u, 0);
      e = [S.M * c.x + S.Gb * c.y + S.Gu * u; S.Gb' * c.x; min(S.Gu' * c.x, 0)];
      terms = [abs(S.M) * abs(c.x) + abs(S.Gb) * abs(c.y) + abs(S.Gu) * u; abs(G)' * abs(c.x)];
      report = dls_verify_proof (report, c.x' * S.M * vm - u' * approach, ...
                                 abs (c.x)' * abs (S.M) * abs (vm) + u' * abs (approach), e, ...
                                 terms, [dv; dp] / d(end));
    otherwise
      report = dls_verify_nothing (report);
  end
end

function report = equations (report, S, vm, approach, answer, dv, dp, one)
  p = answer.p;
  b = 1:S.nb;
  u = S.nb + (1:S.nu);
  v = answer.vplus;
  most = dls_verify_most ([v ./ dv; vm ./ dv; [p.nb; p.nu] ./ dp], one, [S.M * vm; approach]);
  r = S.M * (v - vm) - S.Gb * p.nb - S.Gu * p.nu;
  for side = {'tb', 'Hb'; 'tu', 'Hu'}'
    if (isfield (p, side{1}) && ~isempty (p.(side{1})))
      r = r - S.(side{2}) * p.(side{1});
    end
  end
  report = dls_verify_check (report, 'percussions', max ([0; abs(r) .* dv]) / most, 1e-6);
  report = dls_verify_check (report, 'p.nu >= 0', max ([0; -p.nu ./ dp(u,1)]) / most, 1e-6);
  newton = ~isfield (answer.info, 'law') || strcmp (answer.info.law, 'newton');
  if (newton)
    report = dls_verify_check (report, 'Gb''*v+ = 0', ...
                               max ([0; abs(S.Gb' * v) .* dp(b,1)]) / most, 1e-6);
    w = S.Gu' * v + approach;
    report = dls_verify_check (report, 'min (p.nu, Gu''*v+ + E*Gu''*v-) = 0', ...
                               max ([0; abs(min (p.nu ./ dp(u,1), w .* dp(u,1)))]) / most, 1e-6);
  end
  if (isfield (p, 'tu') && ~isempty (p.tu))
    t = sqrt (sum (reshape (p.tu, S.d - 1, []) .^ 2, 1))';
    finite = isfinite (S.muu);
    over = (t(finite) - S.muu(finite) .* p.nu(finite)) ./ dp(u(finite),1);
    report = dls_verify_check (report, '|p.tu| <= mu*p.nu', max ([0; over]) / most, 1e-6);
  end
end
