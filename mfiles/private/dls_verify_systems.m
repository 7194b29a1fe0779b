function varargout = dls_verify_systems (what, varargin)
% Answers about contact systems, of the kind WHAT (see dls_verify).
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['verify_', what], varargin{:});
end

% a, lambda of dls_contact: dynamics, constraints, complementarity and the law of each contact, in
% units in which gradients and inertias are near one. An infeasible system has a
% certificate for the mixed complementarity problem that dls_contact makes of S, or for conic ones
% with the necessary conditions of dls_contact_cones.
function report = verify_contact (S, answer, report)
  law = 'coulomb';
  if (isfield (answer, 'law'))
    law = answer.law;
  end
  certificate = answer.info.certificate;
  if (strcmp (report.status, 'solved'))
    report = verify_equations (report, S, answer.a, answer.lambda, law);
    if (report.ok && isfield (answer.info, 'unique'))
      report = dls_verify_unique (S, answer, law, report);
    end
  elseif (any (strcmp (report.status, {'infeasible', 'no_solution'})) && isstruct (certificate) ...
          && isfield (certificate, 'problem') && isfield (certificate.problem, 'C'))
    P = dls_contact_mex ('problem', S, strcmp (law, 'coulomb'));
    Q = certificate.problem;
    same = isequal ([Q.A, Q.B; Q.C, Q.D], P.K) && isequal ([Q.a; Q.b], [P.a; P.b]);
    report = dls_judge ('check', report, 'the certificate is about this system', double (~same), 0);
    empty = struct ('x', [], 'z', [], 'w', [], 'info', answer.info);
    empty.x = zeros (numel (P.a), 1);
    [empty.z, empty.w] = deal (zeros (numel (P.b), 1));
    if (same)
      report = dls_verify_programs ('lcp', Q, empty, report);
    end
  elseif (any (strcmp (report.status, {'infeasible', 'no_solution'})) && isstruct (certificate))
    report = dls_verify_programs ('cases', S, certificate, strcmp (law, 'coulomb'), report);
  else
    report = dls_judge ('nothing', report);
  end
end

function report = verify_equations (report, S, a, lambda, law)
  k = S.d - 1;
  [Hb, tb, forces_b] = tangents (S.Hb, S.tb, lambda.tb, k * S.nb);
  [Hu, tu, forces_u] = tangents (S.Hu, S.tu, lambda.tu, k * S.nu);
  l = [lambda.nb; lambda.nu; forces_b; forces_u];
  D = [S.Gb, S.Gu, Hb, Hu];
  c = [S.bb; S.bu; tb; tu];
  m = numel (c);
  d = dls_judge ('units', [S.M, D, S.F; D', sparse(m, m), c; S.F', c', 0]);
  [da, dl] = deal (d(1:S.n,1), d(S.n+(1:m),1));
  most = dls_judge ('most', [a ./ da; l ./ dl], 1 / d(end), [S.F; c]);
  report = dls_judge ('check', report, 'dynamics', ...
                               max ([0; abs(S.M * a + S.F - D * l) .* da]) / most, 1e-6);
  acc = D' * a + c;
  b = 1:S.nb;
  u = S.nb + (1:S.nu);
  report = dls_judge ('check', report, 'bilateral constraints', ...
                               max ([0; abs(acc(b,1)) .* dl(b,1)]) / most, 1e-6);
  both = min (l(u,1) ./ dl(u,1), acc(u,1) .* dl(u,1));
  report = dls_judge ('check', report, 'unilateral constraints', max ([0; abs(both)]) / most, 1e-6);
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
  report = dls_judge ('check', report, 'tangential forces', worst / most, 1e-6);
  sticks = any (strcmp ('sticking', modes));
  if (report.ok && S.nu > 0 && S.n <= 200 && ~sticks)
    report = inclusions (report, S, a, lambda, struct ('a', da, 'l', dl(u,1), 'most', most));
  end
end

% The inclusions of TUTORIAL, with the reactions as elements of the normal cones, where M > 0 is not
% near singular: (21) a + D in -inv (M)*P*N_K (a), no sliding; (52), (53) (mind ERRATA), unilateral
% contacts that slide: eta - w in -A*N (eta), z with A'*z = eta. Forces of sticking are not in them.
function report = inclusions (report, S, a, lambda, unit)
  slides = strcmp ('sliding', S.modeu(:)');
  [R, bad] = chol (full (bsxfun (@times, bsxfun (@times, unit.a, S.M), unit.a')));
  if (bad || rcond (R) < 1e-3 || any (strcmp ('sliding', S.modeb)) || (any (slides) && S.nb > 0))
    return
  end
  over = @(X) full (bsxfun (@times, unit.a, R \ (R' \ full (bsxfun (@times, unit.a, X)))));
  if (any (slides) || S.nb == 0)
    A = full (S.Gu' * over (S.Gu - dls_stick ('sliding', S, 'u')));
    w = S.bu - S.Gu' * over (S.F);
    eta = S.Gu' * a + S.bu;
    e = max (abs (eta - w - A * lambda.nu) .* unit.l);
    report = dls_judge ('check', report, 'TUTORIAL (52)', e / unit.most, 1e-6);
    if (rcond (A) >= 1e-6)
      z = A' \ eta;
      e = max (abs (A' * z - w - A * lambda.nu) .* unit.l);
      report = dls_judge ('check', report, 'TUTORIAL (53)', e / unit.most, 1e-6);
    end
  else
    X = over ([S.Gb, S.F, S.Gu * lambda.nu]);
    Anb = full (S.Gb' * X(:,1:S.nb));
    size_of = sqrt (max (diag (Anb), realmin));
    if (rcond (Anb ./ (size_of * size_of')) >= 1e-3)   % X(:,1:nb)*inv (Anb)*Gb': what P takes away
      D = X(:,S.nb+1) + X(:,1:S.nb) * (Anb \ (S.bb - S.Gb' * X(:,S.nb+1)));
      cone = X(:,S.nb+2) - X(:,1:S.nb) * (Anb \ (S.Gb' * X(:,S.nb+2)));
      e = max (abs (a + D - cone) ./ unit.a);
      report = dls_judge ('check', report, 'TUTORIAL (21)', e / unit.most, 1e-6);
    end
  end
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

% lo, hi of dls_reaction_range: dls_verify_range. With answer.lambda (any admissible reactions):
% these are inside.
%   no_acceleration   u: G*u = 0, b'*u < 0, u >= 0 at unilateral constraints
%   no_balance        d: M*d = 0, G'*d = 0 (>= 0 at unilateral constraints), F'*d < 0
function report = verify_range (S, answer, report)
  switch (report.status)
    case {'solved', 'bounds'}
      if (any (strcmp ('sliding', [S.modeb, S.modeu])))
        report = dls_verify_points (S, answer, report);
      else
        report = dls_verify_range ('answer', S, answer, report);
      end
      if (isfield (answer, 'lambda') && report.ok)
        lo = joined (answer.lo);
        hi = joined (answer.hi);
        l = joined (answer.lambda);
        most = max ([abs(l); abs(lo(isfinite (lo))); abs(hi(isfinite (hi))); realmin]);
        report = dls_judge ('check', report, 'admissible reactions are inside', ...
                                     max ([0; lo - l; l - hi]) / most, 1e-6);
      end
    case {'no_acceleration', 'no_balance'}
      report = dls_verify_contradiction (S, answer.info.certificate, report);
    case 'infeasible'
      report = dls_verify_range ('refuted', S, answer.info, report);
    otherwise
      report = dls_judge ('nothing', report);
  end
end

function x = joined (r)
  x = [r.nb(:); r.nu(:); r.tb(:); r.tu(:)];
end

% Certificates of dls_sticking and dls_reaction_range for systems without acceleration or balance:
%   no_acceleration   u: G*u = e = 0, b'*u < 0, u >= 0 at unilateral constraints, and 0 <= u'*(G'*a
%                     + b) says -e'*a <= b'*u
%   no_balance        d: M*d = 0, G'*d = 0 (>= 0 at unilateral constraints), F'*d < 0
function report = dls_verify_contradiction (S, certificate, report)
  k = S.d - 1;
  rows_b = repmat (strcmp ('sticking', S.modeb(:)'), k, 1);
  rows_u = repmat (strcmp ('sticking', S.modeu(:)'), k, 1);
  G = [S.Gb, S.Gu, S.Hb(:,rows_b(:)), S.Hu(:,rows_u(:))];
  b = [S.bb; S.bu; S.tb(rows_b(:)); S.tu(rows_u(:))];
  m = numel (b);
  uni = S.nb + (1:S.nu);
  d = dls_judge ('units', [S.M, G, S.F; G', sparse(m, m), b; S.F', b', 0]);
  reach = d(1:end-1) / d(end);
  if (isfield (certificate, 'u'))
    u = certificate.u;
    u(uni) = max (u(uni), 0);                  % what is negative shows in the sum
    report = dls_judge ('proof', report, -(b' * u), abs (b)' * abs (u), G * u, ...
                        abs (G) * abs (u), reach(1:S.n));
  else
    y = certificate.d;
    e = G' * y;
    e(uni) = min (e(uni), 0);
    report = dls_judge ('proof', report, -(S.F' * y), abs (S.F)' * abs (y), [S.M * y; e], ...
                                 [abs(S.M) * abs(y); abs(G)' * abs(y)], reach);
  end
end

% W of dls_wellposed: what can be seen without solving anything. Criteria say one of four words;
% where the constraints contradict each other, [eta; lambda] shows it: E*eta = Gu*lambda,
% lambda >= 0, lambda'*bu - eta'*e < 0, with E = [Gb, sticking tangents] and e their constants.
function report = verify_wellposed (S, W, report)
  c = W.criteria;
  words = {'holds', 'fails', 'undecided', 'not applicable'};
  report = dls_judge ('check', report, 'criteria hold, fail, are undecided or not applicable', ...
                               sum (~ismember ({c.holds}, words)), 0);
  k = S.d - 1;
  rows_b = repmat (strcmp ('sticking', S.modeb(:)'), k, 1);
  rows_u = repmat (strcmp ('sticking', S.modeu(:)'), k, 1);
  E = [S.Gb, S.Hb(:,rows_b(:)), S.Hu(:,rows_u(:))];
  e = [S.bb; S.tb(rows_b(:)); S.tu(rows_u(:))];
  [~, scale] = dls_judge ('units', [E', e; S.Gu', S.bu]);
  reach = scale(1:S.n) / scale(end);
  for source = {'TUTORIAL Prop. 3 (iv)', 'ALLSTICK Prop. 7'}
    i = find (strcmp (source{1}, {c.source}), 1);
    if (~isempty (i) && strcmp (c(i).holds, 'fails') ...
        && numel (c(i).witness) == size (E, 2) + S.nu)
      x = c(i).witness(1:size (E, 2));
      y = max (c(i).witness(size (E, 2)+1:end), 0);
      terms = abs (e)' * abs (x) + abs (S.bu)' * y;
      report = dls_judge ('proof', report, e' * x - S.bu' * y, terms, S.Gu * y - E * x, ...
                                   abs (S.Gu) * y + abs (E) * abs (x), reach);
    end
  end
end

% Q of dls_grasp. Gu, Hu, Gb: wrenches of the contacts (moments about the origin).
%   force closure      Q.squeeze: forces inside the cones that cancel, and the wrenches have rank n
%   no closure         Q.certificate.d: d'*w <= 0 for all wrenches w that can be exerted
%   no form closure    Q.motion: the same without friction
function report = verify_grasp (problem, Q, report)
  if (isfield (problem, 'points'))
    problem = from_points (problem);
  end
  S = problem;
  words = {'no_closure', 'force_closure', 'form_closure'};
  said = [isequal(Q.force_closure, false), isequal(Q.force_closure, true) ...
          && ~isequal(Q.form_closure, true), isequal(Q.form_closure, true)];
  hit = find (strcmp (Q.verdict, words));
  if (isempty (hit))
    report = dls_judge ('nothing', report);
    return
  end
  wrong = ~said(hit) || (isequal (Q.form_closure, true) && ~isequal (Q.force_closure, true));
  report = dls_judge ('check', report, 'verdict and fields agree', double (wrong), 0);
  report = dls_judge ('check', report, 'lower bound <= upper bound', ...
                               double (Q.bounds(1) > Q.bounds(2) * (1 + 1e-9)), 0);
  D = [S.Gb, S.Gu, S.Hu];
  r = dls_judge ('units', D);
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
    report = dls_judge ('check', report, 'there is a squeeze', Inf, 0);
    return
  end
  l = [squeeze.nb(:); squeeze.nu(:); squeeze.tu(:)];
  terms = max ([abs(D) * abs(l) .* r; realmin]);
  sum_ = max ([0; abs(D * l) .* r]);
  report = dls_judge ('check', report, 'the squeeze cancels', sum_ / terms, 1e-7);
  t = sqrt (sum (reshape (squeeze.tu(:), S.d - 1, []) .^ 2, 1))';
  push = squeeze.nu(:) / max ([squeeze.nu(:); realmin]);
  inside = S.muu .* push - t / max ([squeeze.nu(:); realmin]);
  least = min ([inside(S.muu > 0); push; 1]);
  report = dls_judge ('check', report, 'it is strictly inside of the cones', -least, -1e-9);
  of = repmat (S.muu(:)' > 0, S.d - 1, 1);
  s = svd (full (bsxfun (@times, r, [S.Gb, S.Gu, S.Hu(:,of(:))])));
  low = 0;
  if (numel (s) >= S.n)
    low = s(S.n) / s(1);
  end
  report = dls_judge ('check', report, 'the wrenches have full rank', -low, -1e-10);
end

% Gb'*d = 0, Gu'*d + mu*|Hu'*d| <= 0, relative to the terms.
function report = direction (report, S, d, mu, r, name)
  if (isempty (d) || ~any (d))
    report = dls_judge ('check', report, ['there is a ', name], Inf, 0);
    return
  end
  t = reshape (S.Hu' * d, S.d - 1, []);
  push = S.Gu' * d + mu(:) .* sqrt (sum (t .^ 2, 1))';
  D = [S.Gb, S.Gu, S.Hu];
  terms = max ([abs(D)' * abs(d); realmin]);
  report = dls_judge ('check', report, ['no force works along the ', name], ...
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
