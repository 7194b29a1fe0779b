function varargout = dls_impact_parts (what, varargin)
% Of dls_impact; dls_impact_parts (WHAT, ...): by_law, unique, programs.
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (what)
    case 'by_law'
      [varargout{1:nargout}] = impact_by_law (varargin{:});
    case 'unique'
      [varargout{1:nargout}] = impact_unique (varargin{:});
    case 'programs'
      [varargout{1:nargout}] = impact_programs (varargin{:});
  end
end

% By the laws of motions, or by one of the user: percussions, contact by contact, normal first, from
% the Delassus matrix and the velocities before.
function [v, p, info] = impact_by_law (S, vminus, E, et, own, friction)
  d = 1 + friction * (S.d - 1);
  if (any (S.mub))
    error ('delassus:option', 'dls_impact: mub is positive (%s); expected mub = 0', ...
           dls_some (S.names.b(S.mub > 0)));
  elseif (nnz (E) > nnz (diag (E)))
    error ('delassus:option', ['dls_impact: E is a matrix; expected restitution per contact, ', ...
           'which the laws but newton''s have']);
  end
  order = 1:S.nu;
  if (friction)
    order = reshape ([1:S.nu; reshape(S.nu + (1:(d-1)*S.nu), d - 1, S.nu)], 1, []);
  end
  B = [S.Gu, S.Hu];
  B = sparse (B(:,order));
  each = ones (S.nu, 1);
  e = full (diag (E)) .* each;                 % Moreau's is one number
  mu = full (S.muu(:)) .* each;
  parts = [];
  law = own.Law;
  if (isa (law, 'function_handle'))
    [v, pb, pc] = by_handle (S, B, vminus, law, e, mu);
    [solved, text] = deal (true, 'percussions of the user''s law');
  else
    if (isempty (law) || (ischar (law) && strcmpi (law, 'auto')))
      law = 'newton';
      if (friction)
        law = 'moreau';
      end
    end
    [v, p, solved, ~, text, V, Q, made] = ...
      dls_in_name_of ('dls_impact', @dls_impact_mex, S.M, S.Gb, B, d, mu, e, et, ...
                      dls_impact_law (law, 'dls_impact') .* each, vminus, own.EnergyGuard);
    parts = parts_of (V, Q, find (made), S.nb, d);
    if (isempty (text))
      text = ['percussions by the law ', strjoin(unique (lower (cellstr (law))), ', ')];
    end
    [pb, pc] = deal (reshape (p(1:S.nb), [], 1), p(S.nb+1:end));    % of a scalar p, too
  end
  pc = reshape (pc, d, []);
  p = struct ('nb', pb, 'nu', pc(1,:)');
  if (friction)
    p.tu = reshape (pc(2:end,:), [], 1);
  end
  info = struct ('status', 'solved', 'exitflag', 1, 'certificate', [], 'method', 'law', ...
                 'iterations', 0, 'message', text, 'program', struct ('formulation', 'mlcp', ...
                 'objective', NaN, 'w1', [], 'w2', []));
  info.parts = parts;
  if (~solved)
    [info.status, info.exitflag] = deal ('numerical_trouble', -5);
  end
end

% Of which an impact consists, see info.parts of dls_impact.
function parts = parts_of (V, Q, made, nb, d)
  roles = {'first', 'second', 'plastic'};
  parts = struct ('role', {}, 'v', {}, 'nb', {}, 'nu', {}, 'tu', {});
  for k = made
    pc = reshape (Q(nb+1:end,k), d, []);
    parts(end+1) = struct ('role', roles{k}, 'v', V(:,k), 'nb', Q(1:nb,k), 'nu', pc(1,:)', ...
                           'tu', reshape (pc(2:end,:), [], 1));
  end
end

function [v, pb, pc] = by_handle (S, B, vminus, law, e, mu)
  none = zeros (S.nb, size (B, 2));
  X = dls_kkt (S.M, S.Gb, -full (B), none);
  try
    pc = law (full (B' * X), full (B' * vminus), e, mu);
  catch err
    error ('delassus:model', 'dls_impact: the law failed: %s', err.message);
  end
  pc = dls_vector_input (pc, size (B, 2), 'dls_impact', 'what the law returns');
  [v, pb] = dls_kkt (S.M, S.Gb, -full (S.M * vminus + B * pc), zeros (S.nb, 1));
end

% Which velocities and percussions satisfy the law of DLS_IMPACT (hit: dls_impact_terms).
% q.velocity, q.percussions: true, false or NaN (not decided); q.kernel (nb+nu rows): combinations
% of percussions that do nothing; q.velocity_kernel: directions in which v+ may change;
% q.determined: percussions that are the same in all solutions.
function q = impact_unique (S, hit, seconds, accuracy)
  dls_criteria ('clock', seconds, accuracy);
  m = S.nb + S.nu;
  f = dls_criteria ('unique', hit.law, hit.law.Gb, zeros (S.nb, 1));
  q = struct ('velocity', f.a.yes, 'percussions', f.all.yes, 'kernel', zeros (m, 0), ...
              'velocity_kernel', zeros (S.n, 0), 'determined', true (m, 1));
  if (isequal (q.velocity, false))
    R = dls_wellposed_rank (S.M, [S.Gb, S.Gu(:,~f.open)]);
    q.velocity_kernel = full (R.acceleration_kernel);
  end
  if (isnan (q.percussions))
    q.determined = false (m, 1);
  elseif (~q.percussions)
    active = find ([true(S.nb, 1); ~f.open(:)]);
    q = among (q, S, active, find ([true(S.nb, 1); f.strong(:)]));
  end
end

% Those that are determined among all active columns are, those that are not among the pressing
% ones are not; the others move where a combination of columns vanishes with its loose ones >= 0.
function q = among (q, S, active, pressing)
  G = [S.Gb, S.Gu];
  loose = ~ismember (active, pressing);
  R = dls_wellposed_rank (S.M, G(:,active));
  q.kernel = zeros (size (G, 2), size (R.kernel, 2));
  q.kernel(active,:) = full (R.kernel);
  q.determined(active) = R.determined;
  Q = dls_wellposed_rank (S.M, G(:,pressing));
  sure = true (size (G, 2), 1);
  sure(pressing) = Q.determined;
  signs = speye (numel (active));
  for i = find (~q.determined & sure)'
    row = sparse (1, find (active == i), 1, 1, numel (active));
    moves = false;
    for s = [1 -1]
      moves = moves || isequal (true, dls_wellposed_lp ([G(:,active); row], ...
                                [zeros(S.n, 1); s], signs(loose,:), zeros (sum (loose), 1)));
    end
    q.determined(i) = ~moves;
  end
end

% Percussions p.nu by the quadratic programs of COUPLING (80) to (84); v0: velocity before,
% freed of its part against Gb; hit: dls_impact_terms. With A = Ac, c = Gu'*v0 + shift and
% B = E*inv(I+E)*A:
%   80   min |A*p + c|^2/2            p >= 0, B*p >= 0
%   81   its complementarity problem
%   82   min |A*p|^2/2                w1 + B'*w2 = A*(A*p + c), w1, w2 >= 0 (Dorn's dual, ERRATA)
%   83   min |y|^2/2, y = vN+ - vN-   w1 + B'*w2 = A*(y + c), w1, w2 >= 0
%   84   min (v-v-)'*M*(v-v-)/2       Gb'*v = 0, Gu'*v + shift >= 0
% In 82 and 83 the percussions are the multipliers of the equation. q: objective, w1, w2.
function [nu, info, q] = impact_programs (S, vminus, v0, E, hit, equation, opts)
  q = struct ('objective', NaN, 'w1', [], 'w2', []);
  m = S.nu;
  if (strcmp (equation, '84'))
    mass = max ([max(max (abs (S.M))), realmin]);
    length_ = full (max (abs (S.Gu), [], 1))';
    speed = max ([abs(v0); abs(hit.shift) ./ max(length_, realmin); realmin]);
    [x, ~, y, info] = dls_conic (S.M / mass, -full (S.M * v0) / (mass * speed), ...
                                 [S.Gb'; -S.Gu'], [zeros(S.nb, 1); hit.shift / speed], ...
                                 struct ('z', S.nb, 'l', m));
    nu = mass * speed * max (y(S.nb+1:end), 0);
    if (strcmp (info.status, 'solved'))
      [x, nu] = polished (S, v0, hit, speed * x, nu, info.active.strong(S.nb+1:end));
    end
    q.objective = full ((x - v0)' * S.M * (x - v0)) / 2;
    return
  end
  [A, B, c, unit, speed] = matrices (S, vminus, v0, E, hit);
  if (~any (c))                                  % the law holds without percussions
    nu = zeros (m, 1);
    q = struct ('objective', 0, 'w1', nu, 'w2', nu);
    info = struct ('status', 'solved', 'iterations', 0, 'message', 'no contact is hit');
    return
  end
  I = speye (m);
  O = sparse (m, m);
  z = zeros (m, 1);
  switch (equation)
    case '80'                                    % variables p, r = A*p + c
      [x, ~, y, info] = dls_conic (blkdiag (O, I), zeros (2 * m, 1), [-A, I; -I, O; -B, O], ...
                                   [c; z; z], struct ('z', m, 'l', 2 * m));
      p = x(1:m);
      w = y(m+1:end);
      held = info.active.strong(m+1:end);
    case '81'
      [x, w, info] = dls_lcp (full ([A * A, -B'; B, O]), [A * c; z], opts);
      p = x(1:m);
      w = [w(1:m); x(m+1:end)];
      held = [];                                 % pivots are exact
    case '82'                                    % u with A*u = A*p, z = A*u, w1, w2
      [x, ~, y, info] = dls_conic (blkdiag (O, I, O, O), zeros (4 * m, 1), ...
        [A, -I, O, O; O, A, -I, -B'; O, O, -I, O; O, O, O, -I], [z; -A * c; z; z], ...
        struct ('z', 2 * m, 'l', 2 * m));
      p = -y(m+1:2*m);
      w = x(2*m+1:end);
      held = info.active.inactive(2*m+1:end);
    otherwise                                    % 83: y, w1, w2
      [x, ~, y, info] = dls_conic (blkdiag (I, O, O), zeros (3 * m, 1), ...
        [A, -I, -B'; O, -I, O; O, O, -I], [-A * c; z; z], struct ('z', m, 'l', 2 * m));
      p = -y(1:m);
      w = x(m+1:end);
      held = info.active.inactive(m+1:end);
  end
  if (strcmp (info.status, 'solved') && ~isempty (held))
    [p, w] = exactly (A, B, c, p, w, held);
  end
  p = max (p, 0);
  q.objective = speed ^ 2 * norm (A * p + c) ^ 2 / 2;    % of (80): zero exactly where (77) holds
  q.w1 = speed * unit * w(1:m);
  q.w2 = speed * w(m+1:end);
  nu = speed / unit * p;
end

% A = unit * (matrix of order one), c = speed * (vector of order one).
function [A, B, c, unit, speed] = matrices (S, vminus, v0, E, hit)
  [A, finite] = dls_criteria ('couplings', S.M, S.Gb, S.Gu, sparse (S.n, 0));
  if (~finite)
    error ('delassus:option', ['dls_impact: a contact meets neither inertia nor a bilateral ', ...
           'constraint, so that Ac is infinite; expected Formulation mlcp or 84']);
  end
  R = eye (S.nu) + full (E);
  if (rcond (R) < eps)
    error ('delassus:option', ['dls_impact: I + E is singular; expected Formulation mlcp ', ...
           'or 84, or a matrix without the eigenvalue -1']);
  end
  A(abs (A) <= rounding (S)) = 0;
  unit = max (abs (A(:)));
  if (unit == 0)                                 % contacts that cannot move
    unit = 1;
  end
  A = A / unit;
  B = full (E) * (R \ A);
  size_of = abs (S.Gu)' * (abs (vminus) + hit.unit.a * max (abs (vminus) ./ hit.unit.a));
  c = full (S.Gu' * v0) + hit.shift;
  c(abs (c) <= 1e-14 * (size_of + abs (E) * size_of)) = 0;
  speed = max ([max(abs (c)), realmin]);
  c = c / speed;
end

% Of Ac, where it is the small rest of the matrix without bilateral constraints.
function small = rounding (S)
  [A, finite] = dls_criteria ('couplings', S.M, sparse (S.n, 0), S.Gu, sparse (S.n, 0));
  small = 0;
  if (finite)
    d = sqrt (diag (A));
    small = 1e-13 * d * d';
  end
end

% The minimum of (80) under the equations among p >= 0, B*p >= 0 that press, where it keeps the
% others and the signs of multipliers: an interior point has half of the digits where a constraint
% touches without pressing.
function [p, w] = exactly (A, B, c, p, w, held)
  G = [eye(numel (c)), B'];
  Q = A' * A;
  [x, y, info] = dls_kkt (sparse (Q + Q') / 2, sparse (G(:,held)), A' * c, zeros (sum (held), 1));
  z = G' * x;
  if (info.exitflag == 1 && all (z >= -1e-12 * max (abs (z))) && all (y >= -1e-12))
    p = x;
    w(:) = 0;
    w(held) = max (y, 0);
  end
end

% The same contacts, solved as equations, unless one of them pulls or another is penetrated by more
% than rounding in natural units.
function [x, nu] = polished (S, v0, hit, x, nu, strong)
  G = S.Gu(:,strong);
  [v, lambda, info] = dls_kkt (S.M, [S.Gb, G], -full (S.M * v0), ...
                               [zeros(S.nb, 1); hit.shift(strong)]);
  lambda = lambda(S.nb+1:end);
  d = hit.unit.a;
  speed = abs (v) + abs (v0);
  gap = S.Gu' * v + hit.shift;
  pull = sqrt (((d .^ 2)' * G .^ 2)') .* lambda;
  if (info.exitflag == 1 && all (pull >= -1e-12 * max (d .* (abs (S.M) * speed))) ...
      && all (gap >= -1e-12 * (abs (S.Gu)' * (speed + d * max (speed ./ d)) + abs (hit.shift))))
    x = v;
    nu(:) = 0;
    nu(strong) = max (lambda, 0);
  end
end
