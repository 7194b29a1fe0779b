function [v, p, status, memory, report] = dls_step_percussion (S, memory, opts)
% One velocity-impulse problem,
%   A*v = r + G*pb + N*pn + T*pt,   G'*v + cb = 0,   0 <= N'*v + cn _|_ pn >= 0,
% and Coulomb's law for the tangential velocities T'*v + ct. p = [pb; pn; pt]; status per contact:
% 0 open, 1 closed, 2 sticks, 3 slips. memory.factor is used again while S.same is true.
% SPDX-License-Identifier: GPL-3.0-or-later
  report = dls_step_report ();
  if (~S.same || ~isfield (memory, 'factor'))
    memory.factor = dls_step_factor (S.A, S.G);
    report.factorisations = 1;
  end
  nu = numel (S.cn);
  [v, pb, ok] = dls_step_backsolve (memory.factor, S.r, S.cb);
  report.solves = 1;
  pn = zeros (nu, 1);
  pt = zeros (numel (S.ct), 1);
  status = zeros (nu, 1);
  if (nu > 0)
    [v, pb, pn, pt, ok, memory, report] = contacts (S, v, pb, ok, memory, opts, report);
    status = of_contacts (S, pn, pt);
  end
  p = [pb; pn; pt];
  if (~ok || ~all (isfinite (v)))
    report.ok = false;
    report.message = dls_step_why (report.message);
  end
end

function [v, pb, pn, pt, ok, memory, report] = contacts (S, v, pb, ok, memory, opts, report)
  nu = numel (S.cn);
  rubs = ~isempty (S.ct) && any (S.mu > 0);
  B = S.N;
  if (rubs)
    B = interleave (S.N, S.T, S.d);
  end
  if (numel (v) * size (B, 2) > 2e7)
    [v, pb, pn, pt, ok, report] = many (S, B, rubs, ok, opts, report);
    return
  end
  [X, Y, fine] = dls_step_backsolve (memory.factor, full (B), zeros (numel (pb), size (B, 2)));
  report.solves = report.solves + size (B, 2);
  pt = zeros (numel (S.ct), 1);
  W = B' * X;
  if (rubs)
    [p, report, solved] = coulomb (W, B' * v + speeds (S), S, opts, report);
    [pn, pt] = sorted (p, S);
  else
    [p, report, solved] = complementarity (W, S.N' * v + S.cn, report);
    pn = p;
  end
  v = v + X * p;
  pb = pb + Y * p;
  ok = ok && fine && solved;
end

% So many contacts that their columns of the inverse do not fit: sparse problems, all unknowns kept.
function [v, pb, pn, pt, ok, report] = many (S, B, rubs, ok, opts, report)
  n = numel (S.r);
  nb = size (S.G, 2);
  nu = numel (S.cn);
  pt = zeros (numel (S.ct), 1);
  if (rubs && nb == 0)
    P = dls_problem ('M', sparse (S.A), 'H', sparse (B)', 'f', full (-S.r), 'w', speeds (S), ...
                     'mu', S.mu, 'd', S.d);
    [p, ~, v, info] = dls_friction (P, 'Tolerance', opts.Tolerance, 'Method', opts.FrictionMethod);
    pb = zeros (0, 1);
    [pn, pt] = sorted (p, S);
    solved = info.residual.worst <= max (1e-7, opts.Tolerance);
  elseif (rubs)
    error ('delassus:limit', ['dls_simulate: %d contacts with friction and %d bilateral ', ...
           'constraints on %d coordinates are too many for this scheme'], nu, nb, n);
  else
    Z = sparse (nb, nb);
    [x, pn, ~, info] = dls_mlcp ([S.A, -S.G; S.G', Z], [-sparse(B); sparse(nb, nu)], ...
                                 [sparse(B)', sparse(nu, nb)], sparse (nu, nu), ...
                                 full ([-S.r; S.cb]), S.cn);
    v = x(1:n);
    pb = x(n+1:end);
    solved = strcmp (info.status, 'solved') || info.residual.worst < 1e-7;
  end
  report.factorisations = report.factorisations + info.factorisations;
  report.iterations = report.iterations + info.iterations;
  ok = ok && solved;
  if (~solved)
    report.message = ['the contact problem of the step: ', info.status];
  end
end

function w = speeds (S)
  nu = numel (S.cn);
  w = reshape ([S.cn'; reshape(S.ct, S.d - 1, nu)], [], 1);
end

function [pn, pt] = sorted (p, S)
  parts = reshape (p, S.d, []);
  pn = parts(1,:)';
  pt = reshape (parts(2:end,:), [], 1);
end

function B = interleave (N, T, d)
  nu = size (N, 2);
  order = [1:d:d*nu, reshape(bsxfun (@plus, (2:d)', d * (0:nu-1)), 1, [])];
  B = [N, T];
  B(:,order) = B;
end

% 0 <= W*p + q _|_ p >= 0
function [p, report, solved] = complementarity (W, q, report)
  solved = true;
  if (all (q >= 0))
    p = zeros (size (q));
  elseif (numel (q) == 1 && W > 0)
    p = -q / W;
  else
    [p, ~, info] = dls_lcp (W, q);
    report.iterations = report.iterations + info.iterations;
    solved = strcmp (info.status, 'solved') || info.residual.worst < 1e-7;
    if (~solved)
      report.message = ['the complementarity problem of the step: ', info.status];
    end
  end
end

function [r, report, solved] = coulomb (W, q, S, opts, report)
  P = struct ('kind', 'friction', 'form', 'local', 'd', S.d, 'nc', numel (S.cn), ...
              'W', sparse ((W + W') / 2), 'q', q, 'mu', S.mu);
  [r, ~, ~, info] = dls_friction (P, 'Tolerance', opts.Tolerance, 'Method', opts.FrictionMethod);
  report.iterations = report.iterations + info.iterations;
  solved = info.residual.worst <= max (1e-7, opts.Tolerance);
  if (~solved)
    report.message = sprintf ('the friction problem of the step: %s, residual %.1e', ...
                              info.status, info.residual.worst);
  end
end

function status = of_contacts (S, pn, pt)
  status = double (pn > 0);
  if (isempty (pt))
    return
  end
  size_t = sqrt (sum (reshape (pt, S.d - 1, []) .^ 2, 1))';
  rubs = status > 0 & S.mu > 0;
  status(rubs) = 2 + (size_t(rubs) >= S.mu(rubs) .* pn(rubs) * (1 - 1e-6));
end
