function v = dls_contact_program (S, P, name)
% (a, lambda) of a contact problem without sliding friction by one of the equivalent programs.
% E = [Gb, Ht] and eb collect the equations E'*a + eb = 0, Gu'*a + bu >= 0 are the others. In terms
% of lu alone, with the accelerations X (E'*X = 0) under the forces Gu and a0 under F,
%    a = a0 + X*lu,   Ac = Gu'*X,   H4 = Gu'*a0 + bu                       (COUPLING (16), (21)).
%   v.a, v.e (reactions of E), v.nu, v.lambda (all reactions); v.status, .exitflag, .iterations,
%   .message; v.proof: [] or y, u of the certificate of DLS_MLCP; v.fails: '' or the assumption of
%   the program that fails
% SPDX-License-Identifier: GPL-3.0-or-later
  E = [S.Gb, P.Ht];
  eb = [S.bb; S.tb(P.kb); S.tu(P.ku)];
  v = struct ('a', zeros (S.n, 1), 'e', zeros (size (E, 2), 1), 'nu', zeros (S.nu, 1), ...
              'status', '', 'exitflag', -5, 'iterations', 0, 'message', '', 'proof', [], ...
              'fails', '');
  switch (name)
    case 'gauss'
      v = least_constraint (v, S, E, eb);
    case 'projection'
      v = projection (v, S, E, eb);
    case {'variational', 'sliding-projection'}
      v = sliding (v, S, P, name);
    otherwise
      v = condensed (v, S, E, eb, name);
  end
  v.a = full (v.a);
  v.e = full (v.e);
  v.nu = full (v.nu);
  nb = S.nb;                               % (k,1): part of a scalar remains a column
  v.lambda = dls_contact_parts ('friction', S, P, v.e((1:nb), 1), v.nu, v.e((nb+1:end), 1));
end

% Gauss' principle: TUTORIAL (5), (15), (27), COUPLING (48), for M of any rank.
function v = least_constraint (v, S, E, eb)
  ne = numel (eb);
  [v, x, ~, y] = program (v, S.M, S.F, [E'; -S.Gu'], [-eb; S.bu], ne);
  v.a = x;
  v.e = -y((1:ne), 1);
  v.nu = y((ne+1:end), 1);
  switch (v.status)
    case 'primal_infeasible'               % E*e + Gu*u = 0, eb'*e + bu'*u = -1
      v = contradiction (v, [zeros(S.n, 1); v.e], v.nu);
    case 'dual_infeasible'                 % M*x = 0, E'*x = 0, Gu'*x >= 0, F'*x = -1
      v = contradiction (v, [x; zeros(ne, 1)], zeros (S.nu, 1));
  end
end

% TUTORIAL (28), (15), COUPLING (48): the projection of -inv(M)*F in the kinetic metric, that is of
% zero for y = R*(a + inv(M)*F), M = R'*R.
function v = projection (v, S, E, eb)
  [R, bad, Q] = chol (S.M);
  if (bad || min (abs (diag (R))) ^ 2 <= 1e-13 * max (abs (diag (R))) ^ 2)
    v.fails = 'M > 0 (its inverse is in the program): M is singular';
    return
  end
  ne = numel (eb);
  a_free = -(Q * (R \ (R' \ (Q' * S.F))));
  J = [E, -S.Gu];
  A = (R' \ (Q' * J))';
  b = [-eb; S.bu] - J' * a_free;
  [v, x, ~, y] = program (v, speye (S.n), zeros (S.n, 1), A, b, ne);
  v.a = a_free + Q * (R \ x);
  v.e = -y((1:ne), 1);
  v.nu = y((ne+1:end), 1);
  if (strcmp (v.status, 'primal_infeasible'))
    v = contradiction (v, [zeros(S.n, 1); v.e], v.nu);
  end
end

% The programs in lu, or in the accelerations Gu'*a + bu of the unilateral constraints.
function v = condensed (v, S, E, eb, name)
  most = 500;
  full_n = {'reduced', 'gap-acceleration', 'gap-dual'};
  if (S.nu > most || (S.n > most && any (strcmp (name, full_n))))
    v.fails = sprintf ('full matrices, which are formed up to order %d only', most);
    return
  end
  [D, v] = condense (v, S, E, eb);
  if (isempty (D))
    return
  end
  if (S.nu == 0)
    v.a = D.a0;
    v.e = D.e0;
    return
  end
  if (any (strcmp (name, {'gap', 'nearest', 'gap-acceleration', 'gap-dual'})))
    scale = sqrt (max (diag (D.Ac), realmin));
    [R, bad] = chol (D.Ac ./ (scale * scale'));
    if (bad || ~D.regular)
      v.fails = 'Ac > 0 (its inverse is in the program): Ac = Gu''*Mc^-1*Gu is singular';
      return
    end
    D.R = R * diag (scale);
  elseif (any (strcmp (name, {'constrained', 'reduced'})))
    [R, bad] = chol (S.M);
    if (bad || min (abs (diag (R))) ^ 2 <= 1e-13 * max (abs (diag (R))) ^ 2)
      v.fails = 'M > 0 (the program would leave the acceleration open): M is singular';
      return
    end
    D.R = R;
  end
  [v, a] = in_reactions (v, S, D, name);
  if (any (strcmp (v.status, {'primal_infeasible', 'dual_infeasible', 'infeasible'})))
    v = contradiction (v, [zeros(S.n, 1); D.Y * v.nu], v.nu);   % E*Y*u + Gu*u = 0
    return
  end
  v.a = a;
  v.e = D.e0 + D.Y * v.nu;
end

% Responses to the unilateral reactions, by DLS_KKT.
function [D, v] = condense (v, S, E, eb)
  K = dls_kkt_setup (S.M, E);
  [a, e, k] = dls_kkt (K, [S.F, full(-S.Gu)], [eb, zeros(numel (eb), S.nu)]);
  delete (K);
  D = [];
  if (strcmp (k.status, 'inconsistent'))
    if (any (any (k.certificate.forces)))
      v.fails = ['finite Ac and H4: a force meets no inertia (ker M and ker [Gb Ht]'' have a ', ...
                 'common vector that it moves)'];
      return
    end
    y = k.certificate.constraints(:,1);    % E*y = 0, eb'*y ~= 0
    v.status = 'infeasible';
    v = contradiction (v, [zeros(S.n, 1); -y / (eb' * y)], zeros (S.nu, 1));
    return
  end
  D = factor (S, E, struct ('a0', a(:,1), 'e0', e(:,1), 'X', a(:,2:end), 'Y', e(:,2:end)));
  D.H4 = gap_accelerations (S, eb, D);
  v.status = 'solved';
  v.exitflag = 1;
end

% Ac = Gu'*X = X'*M*X = C'*C, X = Z*C with C of full row rank (one row at least): Ac*u = 0 exactly
% when Gu*u is in im (E), so that the rank is that of [E, Gu] less that of E.
function D = factor (S, E, D)
  both = dls_wellposed_rank (S.M, [E, S.Gu]);
  equations = dls_wellposed_rank (S.M, E);
  A = full (D.X' * (S.M * D.X));
  [V, d] = eig ((A + A') / 2);
  [d, order] = sort (max (diag (d), 0), 'descend');
  keep = order(1:min (both.rank - equations.rank, numel (d)));
  D.N = V(:,setdiff (order, keep));
  V = V(:,keep);
  root = diag (sqrt (d(1:numel (keep))));
  D.C = [root * V'; zeros(isempty (keep), S.nu)];
  D.Z = [(D.X * V) / root, zeros(S.n, isempty (keep))];
  D.C(abs (D.C) <= 1e-13 * max ([abs(D.C(:)); 0])) = 0;
  D.Ac = D.C' * D.C;
  D.X = D.Z * D.C;
  D.regular = numel (keep) == S.nu;
  D.E = E;
  D.free = S.n - equations.rank;
end

% H4 = Gu'*a0 + bu. In the kernel N of Ac, Gu*N = -E*Y*N, it is N'*(bu + Y'*eb): there it must not
% inherit the rounding of a0, which would make constraints that just agree contradict each other.
% What cancels is zero; accelerations without contacts are of the natural size, 1.
function H4 = gap_accelerations (S, eb, D)
  rounding = 1e-13;
  H4 = S.Gu' * D.a0 + S.bu;
  size_of = abs (S.bu) + abs (S.Gu)' * (abs (D.a0) + 1) + abs (D.Y)' * abs (eb);
  t = D.N' * (S.bu + D.Y' * eb);
  t(abs (t) <= rounding * (abs (D.N)' * size_of)) = 0;
  H4 = H4 + D.N * (t - D.N' * H4);
  H4(abs (H4) <= rounding * size_of) = 0;
end

% v.nu: the reactions, or, when the status says that there are none, the ray that proves it.
function [v, a] = in_reactions (v, S, D, name)
  m = S.nu;
  Gu = S.Gu;
  I = speye (m);
  no = zeros (m, 1);
  switch (name)
    case 'lcp'                             % TUTORIAL (9), COUPLING (2), (20)
      [v.nu, ~, k] = dls_lcp (D.Ac, D.H4);
      v = outcome (v, k);
      if (strcmp (k.status, 'infeasible'))
        v.nu = k.certificate.u;
      end
    case 'reactions'                       % TUTORIAL (11), COUPLING (42), (53)
      C = D.C;                             % 1/2*|y|^2 + H4'*lu, y = C*lu: kernels are exact
      k = size (C, 1);
      [v, x] = program (v, blkdiag (sparse (m, m), speye (k)), [D.H4; zeros(k, 1)], ...
                        [C, -speye(k); -I, sparse(m, k)], zeros (k + m, 1), k);
      v.nu = max (x(1:m), 0);
    case 'dual'                            % COUPLING (49), (54): y = C*x, a = a0 + X*x
      k = size (D.C, 1);
      [v, y, ~, v.nu] = program (v, speye (k), zeros (k, 1), -D.C', D.H4, 0);
      a = D.a0 + D.Z * y;
      return
    case 'nearest'                         % COUPLING (52): y = R*lu, Ac = R'*R
      Ri = inv (D.R);
      [v, y] = program (v, I, Ri' * D.H4, -Ri, no, 0);
      v.nu = Ri * y;
    case 'gap'                             % COUPLING (43)-(45): w = Gu'*a + bu
      Ai = inverse (D.R);
      [v, w] = program (v, Ai, -Ai * D.H4, -I, no, 0);
      v.nu = Ai * (w - D.H4);
    case 'gap-acceleration'                % COUPLING (46), (55), mind ERRATA: fixes Gu'*a only
      Ai = inverse (D.R);
      N = full (Gu * Ai * Gu');
      [v, x] = program (v, N, -N * D.a0, -Gu', S.bu, 0);
      v.nu = Ai * (Gu' * (x - D.a0));
    case 'gap-dual'                        % COUPLING (50): fixes Gu'*a only
      Ai = inverse (D.R);
      [v, x] = program (v, full (Gu * Ai * Gu'), Gu * (Ai * S.bu), -Ai * Gu', ...
                        -Ai * (Gu' * D.a0), 0);
      v.nu = Ai * (Gu' * (x - D.a0));
    case 'reduced'                         % TUTORIAL (22), (26), mind ERRATA: y = (z - s)/sqrt (Pr)
      [X, B] = reduced (S, D);
      [v, y, ~, v.nu] = program (v, speye (D.free), zeros (D.free, 1), -B', D.H4, 0);
      a = D.a0 + X * y;
      return
    case 'constrained'                     % COUPLING (56): x = a - a0 = a + inv(M)*(F - H3)
      [v, x, ~, v.nu] = program (v, S.M, zeros (S.n, 1), -(S.M * D.X)', D.H4, 0);
      a = D.a0 + x;
      return
  end
  a = D.a0 + D.X * v.nu;
end

% TUTORIAL (21)-(25): inv(M)*P = V*diag (d)*V' of rank r, z = V'*a; X = Vr*sqrt (Pr), B = X'*Gu.
function [X, B] = reduced (S, D)
  Ri = inv (full (D.R));
  [Q, ~] = svd (Ri' * full (D.E));
  Z = Ri * Q(:,S.n-D.free+1:end);
  [V, d] = eig (Z * Z');
  [d, order] = sort (max (diag (d), 0), 'descend');
  r = 1:D.free;
  X = V(:,order(r)) * diag (sqrt (d(r)));
  B = X' * S.Gu;
end

% TUTORIAL (47)-(55), unilateral contacts that slide, M > 0, A = Gu'*inv(M)*(Gu - Hu*[mu xi]) > 0
% (not symmetric; Prop. 12): z in E = {A'*z >= 0} with (A'*z - w)'*(y - z) >= 0 for y in E, where
% A'*z are the accelerations of the contacts and A'*z - w = A*lu (mind ERRATA: w, not A'*w).
% Projections with the step of contraction c/L^2, c*|x|^2 <= x'*A*x, L = |A|, or Korpelevich's
% extragradient; the contacts that press are known long before the limit, which they give exactly.
function v = sliding (v, S, P, name)
  [R, bad] = chol (full (S.M));
  if (S.nb > 0 || ~all (ismember (S.modeu, {'sliding', 'frictionless'})) || bad)
    v.fails = 'M > 0, no bilateral constraints, and unilateral contacts that slide';
    return
  end
  T = R \ (R' \ full ([S.F, P.Gu]));
  A = S.Gu' * T(:,2:end);
  w = S.bu - S.Gu' * T(:,1);
  d = 1 ./ sqrt (max (diag (A), realmin));
  K = A .* (d * d');
  c = min (eig ((K + K') / 2));
  if (c <= 1e-12)
    v.fails = 'A = Gu''*inv(M)*(Gu - Hu*[mu xi]) > 0, as by TUTORIAL Prop. 12 for small mu';
    return
  end
  [x, v.iterations, done] = variational (K, d .* w, c, name);
  v.nu = d .* x;
  v.a = T(:,2:end) * v.nu - T(:,1);
  v.status = 'max_iterations';
  v.exitflag = 0;
  if (done)
    v.status = 'solved';
    v.exitflag = 1;
  end
  v.message = sprintf ('x''*A*x >= %.2g |x|^2, |A| = %.2g in units of diag (A)', c, norm (K));
end

function [x, k, done] = variational (K, w, c, name)
  most = 20000;
  L = norm (K);
  extra = strcmp (name, 'variational');
  step = c / L ^ 2;
  if (extra)
    step = 0.9 / L;
  end
  z = zeros (size (w));
  before = NaN;
  for k = 1:most
    y = z;
    if (extra)
      y = onto (K, z - step * (K' * z - w));
    end
    [z, x] = onto (K, z - step * (K' * y - w));
    if (~isequal (x > 0, before))
      before = x > 0;
      [x, done] = pressing (K, w, before);
      if (done)
        return
      end
    end
  end
  x = x / step;
end

% The projection z = y + K*x of y on {z : K'*z >= 0}: 0 <= x _|_ K'*z >= 0.
function [z, x] = onto (K, y)
  [x, ~] = dls_lcp (K' * K, K' * y);
  z = y + K * x;
end

% The reactions of these contacts, and are they those of the complementarity problem?
function [x, right] = pressing (K, w, set)
  x = zeros (size (w));
  x(set) = -(K(set,set) \ w(set));
  gap = w + K * x;
  right = all (x >= 0) && all (gap(~set) >= -1e-13 * (abs (K(~set,:)) * x + abs (w(~set))));
end

function Ai = inverse (R)
  Ri = inv (R);
  Ai = Ri * Ri';
end

function [v, x, s, y] = program (v, P, q, A, b, equations)
  P = (P + P') / 2;
  cones = struct ('z', equations, 'l', numel (b) - equations);
  [x, s, y, c] = dls_conic (P, q, A, b, cones, 'Tolerance', 1e-12);
  r = c.residual;
  if (c.exitflag == -5 && max ([r.primal, r.dual, r.gap]) <= 1e-9)
    c.status = 'solved';                   % the last digits are the caller's to judge
    c.exitflag = 1;
  end
  v = outcome (v, c);
end

function v = outcome (v, c)
  v.status = c.status;
  v.exitflag = c.exitflag;
  v.iterations = c.iterations;
  v.message = c.message;
end

function v = contradiction (v, y, u)
  v.status = 'infeasible';
  v.exitflag = -2;
  v.proof = struct ('y', y, 'u', max (u, 0));
end
