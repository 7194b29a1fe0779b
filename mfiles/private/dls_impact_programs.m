function [nu, info, q] = dls_impact_programs (S, vminus, v0, E, hit, equation, opts)
% Percussions p.nu by the quadratic programs of COUPLING (80) to (84); v0: velocity before,
% freed of its part against Gb; hit: dls_impact_terms. With A = Ac, c = Gu'*v0 + shift and
% B = E*inv(I+E)*A:
%   80   min |A*p + c|^2/2            p >= 0, B*p >= 0
%   81   its complementarity problem
%   82   min |A*p|^2/2                w1 + B'*w2 = A*(A*p + c), w1, w2 >= 0 (Dorn's dual, ERRATA)
%   83   min |y|^2/2, y = vN+ - vN-   w1 + B'*w2 = A*(y + c), w1, w2 >= 0
%   84   min (v-v-)'*M*(v-v-)/2       Gb'*v = 0, Gu'*v + shift >= 0
% In 82 and 83 the percussions are the multipliers of the equation. q: objective, w1, w2.
% SPDX-License-Identifier: GPL-3.0-or-later
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
