function report = dls_verify_grasp (problem, Q, report)
% Q of dls_grasp. Gu, Hu, Gb: wrenches of the contacts (moments about the origin).
%   force closure      Q.squeeze: forces inside the cones that cancel, and the wrenches have rank n
%   no closure         Q.certificate.d: d'*w <= 0 for all wrenches w that can be exerted
%   no form closure    Q.motion: the same without friction
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isfield (problem, 'points'))
    problem = from_points (problem);
  end
  S = problem;
  words = {'no_closure', 'force_closure', 'form_closure'};
  said = [isequal(Q.force_closure, false), isequal(Q.force_closure, true) ...
          && ~isequal(Q.form_closure, true), isequal(Q.form_closure, true)];
  hit = find (strcmp (Q.verdict, words));
  if (isempty (hit))
    report = dls_verify_nothing (report);
    return
  end
  wrong = ~said(hit) || (isequal (Q.form_closure, true) && ~isequal (Q.force_closure, true));
  report = dls_verify_check (report, 'verdict and fields agree', double (wrong), 0);
  report = dls_verify_check (report, 'lower bound <= upper bound', ...
                             double (Q.bounds(1) > Q.bounds(2) * (1 + 1e-9)), 0);
  D = [S.Gb, S.Gu, S.Hu];
  r = dls_verify_units (D);
  if (hit > 1)
    report = closure (report, S, Q.squeeze, D, r);
  else
    report = direction (report, S, Q.certificate.d, S.muu, r, 'certificate');
  end
  if (isequal (Q.form_closure, false))
    report = direction (report, S, Q.motion, zeros (size (S.muu)), r, 'motion');
  end
end

function report = closure (report, S, squeeze, D, r)
  if (isempty (squeeze))
    report = dls_verify_check (report, 'there is a squeeze', Inf, 0);
    return
  end
  l = [squeeze.nb(:); squeeze.nu(:); squeeze.tu(:)];
  terms = max ([abs(D) * abs(l) .* r; realmin]);
  sum_ = max ([0; abs(D * l) .* r]);
  report = dls_verify_check (report, 'the squeeze cancels', sum_ / terms, 1e-7);
  t = sqrt (sum (reshape (squeeze.tu(:), S.d - 1, []) .^ 2, 1))';
  push = squeeze.nu(:) / max ([squeeze.nu(:); realmin]);
  inside = S.muu .* push - t / max ([squeeze.nu(:); realmin]);
  least = min ([inside(S.muu > 0); push; 1]);
  report = dls_verify_check (report, 'it is strictly inside of the cones', -least, -1e-9);
  of = repmat (S.muu(:)' > 0, S.d - 1, 1);
  s = svd (full (bsxfun (@times, r, [S.Gb, S.Gu, S.Hu(:,of(:))])));
  low = 0;
  if (numel (s) >= S.n)
    low = s(S.n) / s(1);
  end
  report = dls_verify_check (report, 'the wrenches have full rank', -low, -1e-10);
end

% Gb'*d = 0, Gu'*d + mu*|Hu'*d| <= 0, relative to the terms.
function report = direction (report, S, d, mu, r, name)
  if (isempty (d) || ~any (d))
    report = dls_verify_check (report, ['there is a ', name], Inf, 0);
    return
  end
  t = reshape (S.Hu' * d, S.d - 1, []);
  push = S.Gu' * d + mu(:) .* sqrt (sum (t .^ 2, 1))';
  D = [S.Gb, S.Gu, S.Hu];
  terms = max ([abs(D)' * abs(d); realmin]);
  report = dls_verify_check (report, ['no force works along the ', name], ...
                             max ([0; push; abs(S.Gb' * d)]) / terms, 1e-7);
end

function S = from_points (problem)
  P = problem.points;
  N = bsxfun (@rdivide, problem.normals, sqrt (sum (problem.normals .^ 2, 1)));
  [d, k] = size (P);
  mu = problem.mu(:) .* ones (k, 1);
  if (d == 2)
    moment = @(p, f) p(1) * f(2) - p(2) * f(1);
  else
    moment = @(p, f) cross (p, f);
  end
  [Gu, Hu] = deal ([]);
  for i = 1:k
    T = [-N(2,i); N(1,i)];
    if (d == 3)
      T = null (N(:,i)');
    end
    Gu = [Gu, [N(:,i); moment(P(:,i), N(:,i))]];
    for j = 1:d - 1
      Hu = [Hu, [T(:,j); moment(P(:,i), T(:,j))]];
    end
  end
  n = size (Gu, 1);
  S = struct ('n', n, 'd', d, 'Gb', zeros (n, 0), 'Gu', Gu, 'Hu', Hu, 'muu', mu);
end
