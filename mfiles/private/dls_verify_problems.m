function varargout = dls_verify_problems (what, varargin)
% Answers about friction problems and models, of the kind WHAT (see dls_verify).
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['verify_', what], varargin{:});
end

% r, u, v of dls_friction.
%   solved        the equations, and per contact the natural map of Coulomb's law in De Saxce's
%                 form, r = proj_K (r - (u + mu*|u_T|*e_N)), in units in which the entries of M and
%                 H, or W, are near one
%   no_solution   every mode of the contacts has y with y'*u - s'*r >= 0 for all u, r of the mode,
%                 s = W'*y (or s = H*p, M*p = H'*y), although y'*u - s'*r = y'*q (y'*w - p'*f) < 0;
%                 or one y does so for all u_N >= 0 and r in K at once (kind 'relaxation')
% Of P.kind 'law' the law as it is defined, disk by disk; certificates are of the problem of disks.
function report = verify_friction (P, answer, report)
  certificate = answer.info.certificate;
  if (strcmp (P.kind, 'law') && strcmp (report.status, 'no_solution'))
    P = dls_law_disks (P, []);
  end
  if (strcmp (report.status, 'solved'))
    report = equations (P, answer, report);
  elseif (strcmp (report.status, 'no_solution') && isstruct (certificate) ...
          && strcmp (certificate.kind, 'modes'))
    report = modes (P, certificate, report);
  elseif (strcmp (report.status, 'no_solution') && isstruct (certificate) ...
          && strcmp (certificate.kind, 'relaxation'))
    certificate.mode = -ones (P.nc, 1);
    report = refuted (P, certificate, report);
  else
    report = dls_judge ('nothing', report);
  end
end

function report = equations (P, answer, report)
  [r, u] = deal (answer.r, answer.u);
  N = numel (r);
  rows = N / max (P.nc, 1);
  if (strcmp (P.form, 'global'))
    n = numel (P.f);
    d = dls_judge ('units', [P.M, P.H', P.f; P.H, sparse(N, N), P.w; P.f', P.w', 0]);
    v = answer.v;
    [dv, dr] = deal (d(1:n), d(n+(1:N)));
    one = max ([1 / d(end); abs(P.f) .* dv; abs(P.w) .* dr]);  % the largest, as of the unknowns
    most = dls_judge ('most', [v ./ dv; r ./ dr], one, [P.f; P.w]);
    report = dls_judge ('check', report, 'M*v + f = H''*r', ...
                                 max ([0; abs(P.M * v + P.f - P.H' * r) .* dv]) / most, 1e-6);
    u_again = P.H * v + P.w;
  else
    W = abs (P.W) + abs (P.W)';
    d = dls_judge ('units', [W, P.q; P.q', 0]);
    dr = d(1:N);
    one = max ([1 / d(end); abs(P.q) .* dr]);
    most = dls_judge ('most', r ./ dr, one, P.q);
    u_again = P.W * r + P.q;
  end
  report = dls_judge ('check', report, 'u is computed from r or v', ...
                               max ([0; abs(u - u_again) .* dr]) / most, 1e-6);
  worst = 0;
  if (strcmp (P.kind, 'law'))
    U = reshape (u_again, rows, P.nc);
    [~, L] = dls_law_disks (P, sqrt (sum (U(2:P.d,:) .^ 2, 1))');
    P.mu = L.mu;                               % of the slips, where it depends on them
  end
  for c = 1:P.nc
    i = (c - 1) * rows + (1:rows);
    unit = max (dr(i(1:P.d)));
    if (strcmp (P.kind, 'law'))
      e = by_definition (P, c, r(i), u_again(i), [unit * ones(P.d, 1); dr(i(P.d+1:end))]);
    else
      e = law (r(i) / unit, u_again(i) * unit, P.mu(c));
    end
    worst = max (worst, e);
  end
  report = dls_judge ('check', report, 'Coulomb''s law', worst / most, 1e-6);
end

% The laws of P.kind 'law' as they are defined: with a = r_N + c, 0 <= a _|_ u_N >= 0, and on each
% disk |t| <= m*a the power -u'*t is the largest there is.
function e = by_definition (P, c, r, u, unit)
  a = r(1);
  if (~isempty (P.cohesion))
    a = a + P.cohesion(c);
  end
  e = abs (min (a / unit(1), u(1) * unit(1)));
  [t, m] = on_disks (P, c, r, -1);
  y = on_disks (P, c, u, 1);
  w = on_disks (P, c, unit, 0);
  for k = 1:numel (m)
    unit = max (w{k});
    e = max (e, of_disk (t{k} / unit, y{k} * unit, m(k) * max (a, 0) / unit));
  end
end

% The parts of x on the disks of a contact, and their coefficients. Of an ellipse in its axes, where
% t_i/mu_i of forces (POWER -1) is on a disk, and mu_i*u_i of velocities (1) has its power there.
function [t, m] = on_disks (P, c, x, power)
  mu = P.mu(c,:);
  m = max (mu);
  t = {x(2:P.d)};
  if (numel (mu) == 2 && power ~= 0)
    angle = 0;
    if (~isempty (P.angle))
      angle = P.angle(c);
    end
    s = ones (2, 1);
    if (m > 0 && isfinite (m))
      s = max (mu' / m, realmin);
    end
    t{1} = [cos(angle), sin(angle); -sin(angle), cos(angle)] * t{1} .* s .^ power;
  end
  if (~isempty (P.rolling))
    t{end+1} = x(P.d+(1:P.d-1));
    m(end+1) = P.rolling(c);
  end
  if (~isempty (P.spinning))
    t{end+1} = x(end);
    m(end+1) = P.spinning(c);
  end
end

% -u'*t is the largest at t if and only if t is the projection of t - u.
function e = of_disk (t, u, radius)
  x = t - u;
  if (isnan (radius) || isinf (radius))        % no slip, whatever a is
    e = norm (u);
  elseif (norm (x) > radius)
    e = norm (t - radius * x / norm (x));
  else
    e = norm (u);
  end
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

% All modes are there, each once, and each is refuted.
function report = modes (P, C, report)
  curved = P.mu > 0 & isfinite (P.mu);
  number = prod (2 + 2 * curved);
  wrong = size (C.mode, 2) ~= number || size (unique (C.mode', 'rows'), 1) ~= number ...
          || any (any (bsxfun (@gt, C.mode, 1 + 2 * curved))) || any (C.mode(:) < 0) ...
          || (P.d == 3 && any (curved));
  if (P.d == 3 && P.nc == 1 && curved && isfield (C, 'arc'))
    A = sortrows (C.arc(:,C.mode == 2)')';     % one after the other, around the circle
    wrong = ~isequal (sort (C.mode(C.mode ~= 2)), [0, 1]) || isempty (A) ...
            || ~isequal (A(1,:), [0, A(2,1:end-1)]) || A(2,end) < 2 * pi ...
            || any (A(2,:) - A(1,:) > pi / 2);
  end
  report = dls_judge ('check', report, 'all modes are refuted', double (wrong), 0);
  report = refuted (P, C, report);
end

function report = refuted (P, C, report)
  N = P.d * P.nc;
  if (strcmp (P.form, 'global'))
    n = numel (P.f);
    d = dls_judge ('units', [P.M, P.H', P.f; P.H, sparse(N, N), P.w; P.f', P.w', 0]);
  else
    n = 0;
    d = dls_judge ('units', [abs(P.W) + abs(P.W)', P.q; P.q', 0]);
  end
  dr = d(n+(1:N),1);
  for k = 1:size (C.mode, 2) * report.ok
    y = C.y(:,k);
    if (n > 0)
      p = C.p(:,k);
      s = P.H * p;
      e = P.M * p - P.H' * y;
      gain = P.f' * p - P.w' * y;
      given = abs (P.f)' * abs (p) + abs (P.w)' * abs (y);
      terms = [abs(P.M) * abs(p) + abs(P.H)' * abs(y); abs(y); abs(P.H) * abs(p)];
    else
      s = P.W' * y;
      e = zeros (0, 1);
      gain = -(P.q' * y);
      given = abs (P.q)' * abs (y);
      terms = [abs(y); abs(P.W)' * abs(y)];
    end
    if (isfield (C, 'arc') && C.mode(k) == 2)
      [eu, er] = sliding (P.mu, C.arc(:,k), y, s);
    else
      [eu, er] = violations (P, C.mode(:,k), y, s);
    end
    reach = [d(1:n,1); 1 ./ dr; dr] / d(end);
    report = dls_judge ('proof', report, gain, given, [e; eu; er], terms, reach);
  end
end

% The same of one contact in space that slides between two directions: u_T = alpha*a + beta*b, r_T
% = -mu*r_N*t with t in the triangle of a, b and the point where the tangents there meet.
function [eu, er] = sliding (mu, arc, y, s)
  T = [cos(arc)'; sin(arc)'];
  T(:,3) = sum (T, 2) / (1 + T(:,1)' * T(:,2));
  eu = [0; min(T(:,1:2)' * y(2:3), 0)];
  er = [max([0; s(1) - mu * (T' * s(2:3))]); 0; 0];
end

% How far y and -s are from the duals of what u and r can be in a mode.
function [eu, er] = violations (P, mode, y, s)
  eu = zeros (size (y));
  er = eu;
  for c = 1:P.nc
    i = (c - 1) * P.d + 1;
    t = i + (1:P.d-1);
    mu = P.mu(c);
    if (mode(c) < 1)                           % u_N >= 0; r_N = 0 if 0, in K if -1
      eu(i) = min (y(i), 0);
    end
    if (isinf (mu))                            % u_T = 0, r_T free
      er(t) = s(t);
      er(i) = max (s(i), 0) * (mode(c) ~= 0);
    elseif (mode(c) == -1)
      eu(t) = y(t);
      er(i) = max (s(i) + mu * norm (s(t)), 0);
    elseif (mu == 0 || mode(c) == 0)           % u_T free, r_T = 0
      eu(t) = y(t);
      er(i) = max (s(i), 0) * (mode(c) == 1);
    elseif (mode(c) == 1)                      % |r_T| <= mu*r_N
      er(i) = max (s(i) + mu * norm (s(t)), 0);
    else                                       % slip: the sign of u_T, r_T = -mu*sign*r_N
      side = 5 - 2 * mode(c);
      eu(t) = side * min (side * y(t), 0);
      er(i) = max (s(i) - mu * side * s(t), 0);
    end
  end
end

% ok, info of dls_friction_exists.
%   a witness u: in L* = {u_N >= mu*|u_T|}, u - w in the range of H (or of W, with z)
%   a proof r:   in L, H'*r = e = 0 (W*r), w'*r < 0: for all v with H*v + w in L*
%                0 <= r'*(H*v + w), that is -e'*v <= w'*r
function report = verify_exists (P, answer, report)
  info = answer.info;
  if (strcmp (P.form, 'global'))
    [H, w] = deal (P.H, P.w);
  else
    [H, w] = deal ((P.W + P.W') / 2, P.q);
  end
  [N, n] = size (H);
  [r, c] = dls_judge ('units', [H, w]);
  of_contact = 1 ./ r(1:N/max (P.nc, 1):N)';             % laws: all in units of normals
  if (~strcmp (P.kind, 'law'))
    of_contact = max (reshape (1 ./ r, P.d, []), [], 1);
  end
  if (isequal (answer.ok, true) && isempty (info.u))
    report = dls_judge ('check', report, 'there is a witness', Inf, 0);
  elseif (~isempty (info.u))
    u = H * info.v + w;
    most = dls_judge ('most', info.v ./ c(1:n), 1 / c(end), w);
    report = dls_judge ('check', report, 'u is computed from v', ...
                                 max (abs (u - info.u) .* r) / most, 1e-6);
    if (isequal (answer.ok, true))
      report = dls_judge ('check', report, 'u in L*', ...
                                   max ([0, outside(u, P, true) ./ of_contact]) / most, 1e-6);
    end
  end
  if (~isempty (info.r))
    y = info.r;
    of_contact = 1 ./ of_contact;
    far = max ([0, outside(y, P, false) ./ of_contact]);
    report = dls_judge ('check', report, 'r in L', far / max (abs (y) ./ r), 1e-9);
    report = dls_judge ('proof', report, -(w' * y), abs (w)' * abs (y), H' * y, ...
                                 abs (H)' * abs (y), c(1:n) / c(end));
  end
  if (isempty (report.checks))
    report = dls_judge ('nothing', report);
  end
end

% How far each contact is outside of K or K*.
function x = outside (v, P, dual)
  if (strcmp (P.kind, 'law'))
    x = outside_product (v, P, dual);
    return
  end
  v = reshape (v, P.d, P.nc);
  t = sqrt (sum (v(2:end,:) .^ 2, 1));
  mu = P.mu(:)';
  stuck = isinf (mu);
  mu(stuck) = 0;
  if (dual)
    x = mu .* t - v(1,:);
    x(stuck) = max (x(stuck), t(stuck));
  else
    t(stuck) = 0;
    x = max (t - mu .* v(1,:), -v(1,:));
  end
end

% The same of K = {|t_i| <= m_i*r_N on all disks i}, K* = {u_N >= sum of m_i*|u_i|}.
function x = outside_product (v, P, dual)
  v = reshape (v, [], P.nc);
  x = -v(1,:);
  for c = 1:P.nc
    [t, m] = on_disks (P, c, v(:,c), 2 * dual - 1);
    t = cellfun (@norm, t);
    if (dual)
      x(c) = max ([m(isfinite (m)) * t(isfinite (m))' + x(c), t(isinf (m))]);
    else
      x(c) = max ([x(c), t(t > 0) ./ m(t > 0) + x(c)]);
    end
  end
end

% SOL of dls_simulate: what a motion shows without integrating it again. Times grow, everything is
% finite, normal percussions push, friction stays in its cone, gaps are those of the model.
function report = verify_motion (model, sol, report)
  N = numel (sol.t);
  sizes = [size(sol.q, 2), size(sol.v, 2), size(sol.p, 2), size(sol.gap, 2)];
  report = dls_judge ('check', report, 'a column per time', sum (sizes ~= N), 0);
  report = dls_judge ('check', report, 'times grow', sum (~(diff (sol.t) > 0)), 0);
  report = dls_judge ('check', report, 'positions and velocities are finite', ...
                               sum (~isfinite ([sol.q(:); sol.v(:)])), 0);
  nb = sol.nb;
  nu = size (sol.gap, 1);
  if (~report.ok || nu == 0)
    return
  end
  p = sol.p(nb+(1:nu),:);
  most = max ([abs(sol.p(:)); realmin]);
  hold = pull (model, sol, nu);
  report = dls_judge ('check', report, 'contacts push', ...
                               max ([0; -hold-min(p, [], 2)]) / most, 1e-6);
  open = bsxfun (@minus, abs (p) .* (sol.status == 0), hold);
  report = dls_judge ('check', report, 'open contacts have no percussion', ...
                               max ([0; open(:)]) / most, 1e-6);
  k = model.d - 1;
  t = sol.p(nb+nu+1:end,:);
  if (size (t, 1) == k * nu && isnumeric (model.mu) && ~isempty (model.mu))
    t = reshape (t, k, []);
    t = reshape (sqrt (sum (t(1:k-model.moments,:) .^ 2, 1)), nu, N);     % not moments
    mu = model.mu(:) .* ones (nu, 1);
    p = bsxfun (@plus, p, hold);
    over = t(isfinite (mu),:) - bsxfun (@times, mu(isfinite (mu)), p(isfinite (mu),:));
    report = dls_judge ('check', report, 'friction is in its cone', ...
                        max ([0; over(:)]) / most, 1e-6);
  end
  worst = 0;
  for i = unique (round (linspace (1, N, min (N, 50))))
    g = gap (model, sol.t(i), sol.q(:,i), sol.v(:,i));
    worst = max ([worst; abs(g(:) - sol.gap(:,i))]);
  end
  length_ = max ([abs(sol.gap(:)); abs(sol.q(:)); realmin]);
  report = dls_judge ('check', report, 'gaps are those of the model', worst / length_, 1e-9);
end

% What cohesion bears in the longest step: the law speaks of p + that, in the step that opens, too.
function hold = pull (model, sol, nu)
  hold = zeros (nu, 1);
  if (isfield (model, 'cohesion') && isa (model.cohesion, 'function_handle'))
    hold(:) = Inf;
  elseif (isfield (model, 'cohesion') && ~isempty (model.cohesion))
    hold = max (diff (sol.t)) * model.cohesion(:) .* ones (nu, 1);
  end
end

function g = gap (model, t, q, v)
  switch (model.arity.gap)
    case 0
      g = model.gap + model.gapgrad' * q;
    case 1
      g = model.gap (q);
    otherwise
      g = model.gap (t, q, v);
  end
end
