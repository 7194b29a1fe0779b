function report = dls_verify_contact (S, answer, report)
% a, lambda of dls_contact: dynamics, constraints, complementarity and the law of each contact, in
% units in which gradients and inertias are near one. An infeasible system has a
% certificate for the mixed complementarity problem that dls_contact makes of S.
% SPDX-License-Identifier: GPL-3.0-or-later
  law = 'coulomb';
  if (isfield (answer, 'law'))
    law = answer.law;
  end
  certificate = answer.info.certificate;
  if (strcmp (report.status, 'solved'))
    report = equations (report, S, answer.a, answer.lambda, law);
  elseif (any (strcmp (report.status, {'infeasible', 'no_solution'})) && isstruct (certificate) ...
          && isfield (certificate, 'problem') && isfield (certificate, 'u'))
    P = dls_contact_mex ('problem', S, strcmp (law, 'coulomb'));
    Q = certificate.problem;
    same = isequal ([Q.A, Q.B; Q.C, Q.D], P.K) && isequal ([Q.a; Q.b], [P.a; P.b]);
    report = dls_verify_check (report, 'the certificate is about this system', double (~same), 0);
    empty = struct ('x', [], 'z', [], 'w', [], 'info', answer.info);
    empty.x = zeros (numel (P.a), 1);
    empty.z = zeros (numel (P.b), 1);
    if (same)
      report = dls_verify_lcp (Q, empty, report);
    end
  else
    report = dls_verify_nothing (report);
  end
end

function report = equations (report, S, a, lambda, law)
  k = S.d - 1;
  [Hb, tb, forces_b] = tangents (S.Hb, S.tb, lambda.tb, k * S.nb);
  [Hu, tu, forces_u] = tangents (S.Hu, S.tu, lambda.tu, k * S.nu);
  l = [lambda.nb; lambda.nu; forces_b; forces_u];
  D = [S.Gb, S.Gu, Hb, Hu];
  c = [S.bb; S.bu; tb; tu];
  m = numel (c);
  d = dls_verify_units ([S.M, D, S.F; D', sparse(m, m), c; S.F', c', 0]);
  [da, dl] = deal (d(1:S.n,1), d(S.n+(1:m),1));
  most = dls_verify_most ([a ./ da; l ./ dl], 1 / d(end), [S.F; c]);
  report = dls_verify_check (report, 'dynamics', ...
                             max ([0; abs(S.M * a + S.F - D * l) .* da]) / most, 1e-6);
  acc = D' * a + c;
  b = 1:S.nb;
  u = S.nb + (1:S.nu);
  report = dls_verify_check (report, 'bilateral constraints', ...
                             max ([0; abs(acc(b,1)) .* dl(b,1)]) / most, 1e-6);
  both = min (l(u,1) ./ dl(u,1), acc(u,1) .* dl(u,1));
  report = dls_verify_check (report, 'unilateral constraints', max ([0; abs(both)]) / most, 1e-6);
  modes = [S.modeb(:); S.modeu(:)];
  mu = [S.mub; S.muu];
  v = [reshape(S.vtb, k, []), reshape(S.vtu, k, [])];
  worst = 0;
  for i = 1:S.nb + S.nu
    t = S.nb + S.nu + (i - 1) * k + (1:k);
    unit = max ([dl(i); dl(t)]);
    e = tangential (modes{i}, l(t), mu(i) * abs (l(i)), acc(t), v(:,i), unit, law);
    worst = max ([worst; abs(e) / unit]);
  end
  report = dls_verify_check (report, 'tangential forces', worst / most, 1e-6);
end

% Where no friction is given there are no tangents.
function [H, t0, t] = tangents (H, t0, t, count)
  if (size (H, 2) ~= count)
    H = sparse (size (H, 1), count);
    [t0, t] = deal (zeros (count, 1));
  elseif (numel (t) ~= count)
    t = zeros (count, 1);
  end
end

% What is wrong with the tangential force t, |t| <= most; at is the acceleration.
function e = tangential (mode, t, most, at, v, unit, law)
  switch (mode)
    case 'frictionless'
      e = t;
    case 'sliding'
      e = t + most * v / norm (v);
    otherwise
      if (strcmp (law, 'equations') || isinf (most) || isnan (most))
        e = at * unit ^ 2;
      else
        p = t - at * unit ^ 2;
        e = t - p * min (1, most / max (norm (p), realmin));
      end
  end
end
