function B = dls_friction_bound (S, varargin)
%DLS_FRICTION_BOUND  How much friction a contact problem bears: bounds of the papers, and exact.
%   B = DLS_FRICTION_BOUND (S) for a system S of DLS_SYSTEM evaluates the bounds on the friction
%   coefficients of the sliding contacts below which accelerations and reactions exist and are
%   unique whatever the forces. Without an output it prints a table. Fields of B:
%     prop9      TUTORIAL Prop. 9: bilateral contacts, all sliding
%     prop10     TUTORIAL Prop. 10: the same, by complementarity (a third of it)
%     prop11     TUTORIAL Prop. 11: bilateral contacts, sliding or frictionless
%     prop12     TUTORIAL Prop. 12: unilateral contacts, all sliding
%     prop13     TUTORIAL Prop. 13: both, all sliding; along the line of equal mu at all contacts
%     prop14     TUTORIAL Prop. 14: unilateral sliding, bilateral frictionless
%     allstick12  ALLSTICK Prop. 12, (64): sticking contacts; no bound on mu but an inequality
%     exact      the critical friction itself, up to 12 contacts: the smallest mu, the same at all
%                sliding contacts, at which a principal minor of the sliding complementarity problem
%                vanishes (from eigenvalues, one small problem for each choice of active contacts
%                and of signs of bilateral reactions); also .scale: the smallest multiple of the
%                given coefficients. M may be singular where bilateral constraints complete it
%   DLS_FRICTION_BOUND (S, OPTS) or (..., 'Option', VALUE, ...):
%       'MaxTime'  seconds (Inf), after which prop13 and exact, which take 2^n small problems, are
%                  given up: .holds is 'undecided'
%   Each has
%     .source, .meaning   where it comes from, what it guarantees
%     .applies            is the proposition about this system? .why says why not
%     .value              the bound: mu < value suffices (NaN where it does not apply; Inf: any
%                         mu); of prop13 only for the same mu at all contacts, otherwise ask
%                         .holds; of allstick12 right minus left side of (64)
%     .holds              'yes' | 'no' | 'undecided' for the coefficients in S; '' where it does
%                         not apply
%   and prop13 .beta2 (max of |inv (M0(a,a))| over index sets a), .matrix and .norm (M_ub of (58)
%   and |P_mu| = |M_ub - M0| for the coefficients in S),
%   allstick12 .left and .right. The bound of prop13 depends on the unit of mass, for
%   M_ub (58) mixes numbers with reciprocals of masses; the others do not. Directions of sliding
%   are those of vt in S: with others, prop13 and exact (in 3D all bounds) change.
%   S may be a mechanism of DLS_MECHANISM.
%
%   Example: the rod of Painleve and Klein, ends on two guides, at 45 degrees
%     c = cos (pi/4) / 2;
%     S = dls_system ('M', diag ([1 1 1/12]), 'Gb', [0 0; 1 1; c -c], 'Hb', [1 1; 0 0; -c c], ...
%                     'mub', 0.5, 'vtb', [1 1]);
%     B = dls_friction_bound (S);
%     [B.prop9.value, B.exact.value]
%     % ans = 0.6667   1.0000
%
%   See also DLS_DELASSUS, DLS_SYSTEM, DLS_MATRIX_CLASS.
% SPDX-License-Identifier: GPL-3.0-or-later
  clock = tic ();
  if (nargin < 1)
    error ('delassus:type', 'dls_friction_bound: expected a struct made by dls_system');
  end
  S = dls_system_input (S, 'dls_friction_bound');
  opts = dls_table_options ('dls_friction_bound', varargin);
  Q = blocks (S);
  Q.over = @() toc (clock) >= opts.MaxTime;
  B.prop9 = prop9 (Q);
  B.prop10 = prop10 (B.prop9, Q);
  B.prop11 = prop11 (S, Q);
  B.prop12 = prop12 (Q);
  B.prop13 = dls_bound_mixed (Q);
  B.prop14 = prop14 (S, Q);
  B.allstick12 = allstick12 (S, Q);
  B.exact = dls_bound_exact (S, Q);
  if (nargout == 0)
    print_table (B);
    clear B
  end
end

% The blocks of the Delassus matrices with the directions of sliding in them ([H]*[xi]), and the
% facts that decide which proposition applies.
function Q = blocks (S)
  [Tb, Q.sb] = dls_stick ('tangents', S, 'b');
  [Tu, Q.su] = dls_stick ('tangents', S, 'u');
  J = [S.Gb, S.Gu];
  [W, ok] = dls_criteria ('couplings', S.M, sparse (S.n, 0), J, [Tb, Tu]);
  b = 1:S.nb;
  u = S.nb + (1:S.nu);
  Q.b = b;
  Q.u = u;
  Q.A = W(:,1:S.nb+S.nu);
  Q.T = W(:,S.nb+S.nu+1:end);
  Q.proper = ok;
  Q.mub = S.mub;
  Q.muu = S.muu;
  Q.mu = [S.mub; S.muu];
  Q.frictionless_b = strcmp (S.modeb, 'frictionless');
  Q.sticks = any (strcmp ([S.modeb, S.modeu], 'sticking'));
end

function r = bounded (r, value, mu)
  r.value = value;
  r.holds = dls_bound_answer (max ([0; mu]) < value);
end

function r = prop9 (Q)
  r = dls_bound_entry ('TUTORIAL Prop. 9', ...
                       'bilateral sliding friction has one solution (fixed point)');
  A = Q.A(Q.b,Q.b);
  r = dls_bound_required (r, ~isempty (Q.b), 'no bilateral constraint', isempty (Q.u), ...
                          'there are unilateral constraints', all (Q.sb), ...
                          'not all bilateral contacts slide', Q.proper, 'M is singular', ...
                          A, 'Anb is not positive definite');
  if (r.applies)
    r = bounded (r, dls_bound_ratio (A, Q.T(Q.b,Q.b)), Q.mub);
  end
end

function r = prop10 (nine, Q)
  r = dls_bound_entry ('TUTORIAL Prop. 10', 'bilateral sliding friction has one solution (hLCP)');
  r.applies = nine.applies;
  r.why = nine.why;
  if (r.applies)
    r = bounded (r, nine.value / 3, Q.mub);
  end
end

% The Schur complements in (45) are the Delassus matrices under the frictionless constraints.
function r = prop11 (S, Q)
  r = dls_bound_entry ('TUTORIAL Prop. 11', ...
                       'one solution with sliding and frictionless bilateral contacts');
  slides = Q.sb;
  r = dls_bound_required (r, any (slides), 'no bilateral contact slides', isempty (Q.u), ...
                          'there are unilateral constraints', ~Q.sticks, ...
                          'there are sticking contacts', Q.proper, 'M is singular', ...
                          Q.A(Q.b,Q.b), ...
                          'Gb''*inv(M)*Gb is not positive definite');
  if (r.applies)
    T = dls_stick ('tangents', S, 'b');
    W = dls_criteria ('couplings', S.M, S.Gb(:,~slides), S.Gb(:,slides), T(:,slides));
    k = sum (slides);
    r = bounded (r, dls_bound_ratio (W(:,1:k), W(:,k+1:end)), Q.mub(slides));
  end
end

function r = prop12 (Q)
  r = dls_bound_entry ('TUTORIAL Prop. 12', ...
                       'Anu - Atu*[mu xi] positive definite: one Lipschitz solution');
  A = Q.A(Q.u,Q.u);
  r = dls_bound_required (r, ~isempty (Q.u), 'no unilateral constraint', isempty (Q.b), ...
                          'there are bilateral constraints', all (Q.su), ...
                          'not all unilateral contacts slide', Q.proper, 'M is singular', ...
                          A, 'Anu is not positive definite');
  if (r.applies)
    r = bounded (r, dls_bound_ratio (A, Q.T(Q.u,Q.u)), Q.muu);
  end
end

function r = prop14 (S, Q)
  r = dls_bound_entry ('TUTORIAL Prop. 14', ...
                       'one solution, unilateral contacts sliding, bilateral smooth');
  r = dls_bound_required (r, ~isempty (Q.u) && all (Q.su), 'not all unilateral contacts slide', ...
                          all (Q.frictionless_b), 'there is friction at bilateral contacts');
  if (~r.applies)
    return
  end
  [W, ok] = dls_criteria ('couplings', S.M, S.Gb, S.Gu, dls_stick ('tangents', S, 'u'));
  Ac = W(:,1:S.nu);
  r = dls_bound_required (r, ok, 'a contact meets neither inertia nor constraints', ...
                          Ac, ...
                          'Ac is not positive definite: dependent constraints');
  if (r.applies)
    r = bounded (r, dls_bound_ratio (Ac, W(:,S.nu+1:end)), Q.muu);
  end
end

function r = allstick12 (S, Q)
  r = dls_bound_entry ('ALLSTICK Prop. 12 (64)', ...
                       'all sticking: Acst is positive definite, one solution');
  r.left = NaN;
  r.right = NaN;
  A = Q.A(Q.u,Q.u);
  r = dls_bound_required (r, ~isempty (Q.u), 'no unilateral constraint', ...
                          all (strcmp ([S.modeb, S.modeu], 'sticking')), 'not all contacts stick');
  if (~r.applies)
    return
  end
  [W, ok] = dls_criteria ('couplings', S.M, sparse (S.n, 0), [S.Hb, S.Hu, S.Gb, S.Gu], ...
                          sparse (S.n, 0));
  r = dls_bound_required (r, ok, 'M is singular', A, ...
                          'Anu is not positive definite');
  if (r.applies)
    h = 1:size (W, 1) - S.nu;
    u = h(end) + (1:S.nu);
    r.left = norm (W(u,h)) * norm (W(h,u));
    r.right = min (svd (A)) * min (svd (W(h,h)));
    r.value = r.right - r.left;
    r.holds = dls_bound_answer (r.left < r.right);
  end
end

function print_table (B)
  fprintf ('  %-23s %12s  %-4s %s\n', 'source', 'mu below', 'so?', 'what it guarantees');
  names = fieldnames (B);
  for i = 1:numel (names)
    r = B.(names{i});
    if (strcmp (r.holds, 'undecided'))
      fprintf ('  %-23s %12s  %-4s undecided: %s\n', r.source, '', '', r.why);
    elseif (r.applies)
      fprintf ('  %-23s %12.6g  %-4s %s\n', r.source, r.value, r.holds, r.meaning);
    else
      fprintf ('  %-23s %12s  %-4s does not apply: %s\n', r.source, '', '', r.why);
    end
  end
end

% det (A(a,a) - mu*T(a,a)*diag (s)) for all index sets a with all bilateral contacts and all signs s
% of their reactions: positive at mu = 0, and all of them exactly while the problem is P.
function r = dls_bound_exact (S, Q)
  r = dls_bound_entry ('exact', ...
                       'critical friction: below it one solution for all forces, at it no longer');
  r.scale = NaN;
  slides = [Q.sb, Q.su];
  r = dls_bound_required (r, any (slides), 'no contact slides', ~Q.sticks, ...
                          'there are sticking contacts', numel (slides) <= 12, ...
                          'more than 12 contacts');
  if (~r.applies)
    return
  end
  k = sum (Q.sb);
  m = k + S.nu;
  G = [S.Gb(:,~Q.sb), S.Gb(:,Q.sb), S.Gu];
  Tb = dls_stick ('tangents', S, 'b');
  T = [Tb(:,Q.sb), dls_stick('tangents', S, 'u')];
  [W, ok] = dls_criteria ('couplings', S.M, S.Gb(:,~Q.sb), G(:,end-m+1:end), T);
  if (ok && rcond (W(:,1:m)) > 1e-6)
    A = W(:,1:m);
    T = W(:,m+1:end);
    response = @(a) A(a,a) \ T(a,a);
  else
    response = @(a) reactions_to_sliding (S.M, G, T, a);
    r = dls_bound_required (r, regular_without_friction (S, G, m), ...
                            'singular M or dependent constraints: not P without friction');
  end
  if (r.applies)
    mu = [S.mub(Q.sb); S.muu];
    r.value = critical (response, m, k, ones (m, 1), Q.over);
    r.scale = critical (response, m, k, mu, Q.over);
    r.holds = dls_bound_answer (r.scale > 1);
    if (isnan (r.value + r.scale))
      r = dls_bound_late (r);
    end
  end
end

% inv (A(a,a))*T(a,a) through the KKT matrix, for M that only the bilateral constraints complete
% (or nearly so: A would lose the digits).
function R = reactions_to_sliding (M, G, T, a)
  m = size (T, 2);
  kept = [1:size(G, 2) - m, size(G, 2) - m + a];
  [~, lambda] = dls_kkt (M, G(:,kept), -full (T(:,a)), zeros (numel (kept), 1));
  R = -lambda(end-numel (a)+1:end,:);
end

function yes = regular_without_friction (S, G, m)
  open_ones = dls_wellposed_rank (S.M, S.Gb);
  all_ones = dls_wellposed_rank (S.M, G);
  yes = open_ones.acceleration_unique && all (all_ones.determined(end-m+1:end));
end

% NaN: not known when the time was over.
function critical_mu = critical (response, m, k, mu, over)
  largest = 0;
  unit = norm (response (1:m));
  for set = 0:2^(m - k) - 1
    a = [1:k, k + find(dls_criteria ('bits', set, m - k))];
    if (isempty (a))
      continue
    end
    R = response (a) * diag (mu(a));
    for signs = 0:2^k - 1
      if (over ())
        critical_mu = NaN;
        return
      end
      s = ones (1, numel (a));
      s(1:k) = 1 - 2 * dls_criteria ('bits', signs, k);
      e = eig (R * diag (s));
      real_ones = e(abs (imag (e)) <= 1e-7 * abs (e));
      largest = max ([largest; real(real_ones)]);
    end
  end
  if (largest <= 1e-7 * unit * max (mu))         % eigenvalues that are zero but for rounding
    largest = 0;
  end
  critical_mu = 1 / largest;
end

% TUTORIAL Prop. 13 from the blocks Q of DLS_FRICTION_BOUND: uniform mu up to the first crossing of
% |P_mu| = 1/beta_2, never above mu_max^b of Prop. 9.
function r = dls_bound_mixed (Q)
  r = dls_bound_entry ('TUTORIAL Prop. 13', ...
                       'M_ub is a P-matrix: one solution with both kinds sliding');
  r.beta2 = NaN;
  r.norm = NaN;
  r.matrix = [];
  A = Q.A;
  r = dls_bound_required (r, ~isempty (Q.b) && ~isempty (Q.u), 'not both kinds of constraints', ...
                          all (Q.sb) && all (Q.su), 'not all contacts slide', Q.proper, ...
                          'M is singular', A, ...
                          'the constraints are not independent', numel (Q.mu) <= 12, ...
                          'more than 12 contacts: beta_2 takes 2^n inverses');
  if (~r.applies)
    return
  end
  M0 = mixed_matrix (Q, zeros (size (Q.mu)));
  r.beta2 = beta2 (M0, Q.over);
  if (isnan (r.beta2))
    r = dls_bound_late (r);
    return
  end
  mu_b = dls_bound_ratio (A(Q.b,Q.b), Q.T(Q.b,Q.b));
  excess = @(mu) norm (mixed_matrix (Q, mu) - M0) - 1 / r.beta2;
  r.value = first_crossing (@(mu) excess (mu * ones (size (Q.mu))), mu_b, ...
                            norm (A) / max (norm (Q.T), realmin));
  r.matrix = mixed_matrix (Q, Q.mu);
  r.norm = norm (r.matrix - M0);
  r.holds = dls_bound_answer (max (Q.mub) < mu_b && r.norm < 1 / r.beta2);
end

% M_ub of (58); T has the signs xi in it.
function M = mixed_matrix (Q, mu)
  b = Q.b;
  u = Q.u;
  F = Q.T * diag (mu);
  low = Q.A(b,b) - F(b,b);
  solved = low \ [Q.A(b,b) + F(b,b), -(Q.A(b,u) - F(b,u))];
  C = Q.A(u,b) - F(u,b);
  M = [solved; C * solved + [-(Q.A(u,b) + F(u,b)), Q.A(u,u) - F(u,u)]];
end

% TUTORIAL Theorem 3, exactly: along each d_i the matrix (I-D+DM)\D is affine in a monotone
% function of d_i, so that its norm is largest at a vertex of the cube.
% NaN: not known when the time was over.
function beta = beta2 (M, over)
  beta = 0;
  n = size (M, 1);
  for k = 1:2^n - 1
    if (over ())
      beta = NaN;
      return
    end
    a = dls_criteria ('bits', k, n) == 1;
    beta = max (beta, norm (inv (M(a,a))));
  end
end

function mu = first_crossing (f, limit, unit)
  t = (1:2000) / 2001;
  grid = unit * t ./ (1 - t);
  grid = [grid(grid < limit), limit];
  low = 0;
  for mu = grid
    if (isinf (mu) || ~(f (mu) < 0))
      break
    end
    low = mu;
  end
  high = mu;
  if (isinf (high) || f (high) < 0)
    mu = high;
    return
  end
  while (high - low > 1e-15 * high)
    mu = (low + high) / 2;
    if (mu <= low || mu >= high)
      break
    elseif (f (mu) < 0)
      low = mu;
    else
      high = mu;
    end
  end
  mu = low;
end

% sigma_min (A) / sigma_max (T), by which TUTORIAL bounds friction coefficients.
function ratio = dls_bound_ratio (A, T)
  ratio = min (svd (A)) / norm (T);
end

% An entry of DLS_FRICTION_BOUND, before it is known whether the proposition applies.
function r = dls_bound_entry (source, meaning)
  r = struct ('source', source, 'meaning', meaning, 'applies', true, 'why', '', 'value', NaN, ...
              'holds', '');
end

% An entry of DLS_FRICTION_BOUND whose bound was not found in time.
function r = dls_bound_late (r)
  r.value = NaN;
  r.holds = 'undecided';
  r.why = 'not computed within MaxTime';
end

% A truth value in the words of DLS_FRICTION_BOUND.
function text = dls_bound_answer (yes)
  if (yes)
    text = 'yes';
  else
    text = 'no';
  end
end

% Is the symmetric part of A positive definite, beyond rounding, in units where its diagonal is 1?
function yes = dls_bound_definite (A)
  yes = all (isfinite (A(:)));
  if (yes && ~isempty (A))
    d = 1 ./ sqrt (max (diag (A), realmin));
    A = d .* (A / 2 + A' / 2) .* d';
    yes = all (diag (A) > 0) && all (isfinite (A(:))) && min (eig (A)) > 1e-12;
  end
end

% The first failing condition says why a proposition does not apply: pairs of condition (or a matrix
% that must be definite) and text.
function r = dls_bound_required (r, varargin)
  for k = 1:2:numel (varargin)
    holds = varargin{k};
    if (isnumeric (holds))
      holds = dls_bound_definite (holds);
    end
    if (~holds)
      r.applies = false;
      r.why = varargin{k+1};
      return
    end
  end
end

%!function S = guides (theta, mu, vt)
%!  % the rod of Painleve and Klein: length 1, mass 1, ends on parallel guides
%!  c = cos (theta) / 2;  s = sin (theta) / 2;
%!  S = dls_system ('M', diag ([1 1 1/12]), 'Gb', [0 0; 1 1; c -c], 'Hb', [1 1; 0 0; -s s], ...
%!                  'mub', mu, 'vtb', vt);
%!endfunction
%!test  % GOLDEN 16, and the exact bound: mu1 + mu2 < 2/tan (theta)
%! truth = [0.769800358919501, 0.666666666666667, 0.577350269189626];
%! angles = pi ./ [6 4 3];
%! for k = 1:3
%!   B = dls_friction_bound (guides (angles(k), 0.5, [1 1]));
%!   assert (B.prop9.value, truth(k), 1e-12)
%!   assert (B.prop10.value, truth(k) / 3, 1e-12)
%!   assert (B.prop11.value, truth(k), 1e-12)
%!   assert (B.exact.value, 1 / tan (angles(k)), 1e-10)
%!   assert (B.exact.scale, 2 / tan (angles(k)), 1e-10)
%!   assert ({B.prop9.holds, B.exact.holds}, {'yes', 'yes'})
%!   assert (~B.prop12.applies && ~B.prop13.applies && ~B.allstick12.applies)
%! end

%!test  % GOLDEN 15
%! S = dls_system ('M', diag ([1 2 3]), 'Gb', [1 0; 1 1; 0 1], 'Hb', [1 1; -1 0; 1 -1], ...
%!                 'mub', [0.1 0.15], 'vtb', [2 -3]);
%! B = dls_friction_bound (S);
%! assert (B.prop9.value, 0.480047542301888, 1e-13)
%! B = dls_friction_bound (dls_system ('M', S.M, 'Gu', S.Gb, 'Hu', S.Hb, 'muu', 0.1, ...
%!                                     'vtu', [2 -3]));
%! assert (B.prop12.value, 0.480047542301888, 1e-13)
%! assert (B.prop14.value, B.prop12.value, 1e-13)

%!function S = ladder (t, xi)
%!  S = dls_system ('M', diag ([1 1 1/3]), 'Gb', [1; 0; sin(t)], 'Hb', [0; 1; cos(t)], ...
%!                  'Gu', [0; 1; -cos(t)], 'Hu', [1; 0; -sin(t)], 'mub', 0.3, 'muu', 0.4, ...
%!                  'vtb', xi(1), 'vtu', xi(2));
%!endfunction
%!test  % GOLDEN 17: the falling ladder, other directions, along the slide
%! B = dls_friction_bound (ladder (pi/4, [-1 1]));
%! assert (B.prop13.beta2, 1.09901904695285, 1e-13)
%! assert (B.prop13.value, 0.751895854, 1e-9)
%! assert (B.prop13.value, 0.7518958544, 1e-10)
%! assert (B.prop13.holds, 'yes')
%! assert (B.prop13.matrix, [0.694915254237288 0.440677966101695
%!                           0.203389830508474 1.1728813559322], 1e-13)
%! assert (B.exact.value, 1, 1e-10)
%! xi = {[1 1], [1 -1], [-1 -1]};
%! truth = [0.408396596354, 0.455554682196, 0.560970199619];
%! for k = 1:3
%!   B = dls_friction_bound (ladder (pi/4, xi{k}));
%!   assert (B.prop13.value, truth(k), 1e-11)
%!   assert (B.exact.value >= B.prop13.value)
%! end
%! t = [0.1 0.3 0.5 1.0 1.2 1.4];
%! truth = [0.2608970305, 0.3283115003, 0.4912411912, 0.6397448773, 0.547773607, 0.5045898321];
%! for k = 1:6
%!   B = dls_friction_bound (ladder (t(k), [-1 1]));
%!   assert (B.prop13.value, truth(k), 1e-9)
%! end
%! S = dls_system (ladder (pi/4, [-1 1]), 'mub', 0, 'vtb', 0);
%! B = dls_friction_bound (S);
%! assert (B.prop14.value, 4/3, 1e-12)
%! assert (B.exact.value, 4/3, 1e-12)

%!test  % GOLDEN 6: (64) is sufficient only
%! e = eye (5);
%! S = dls_system ('M', diag (1:5), 'Gb', e(:,1) + e(:,4), 'Hb', e(:,2) + e(:,5), 'mub', 1, ...
%!                 'Hu', e(:,3) + e(:,5), 'Gu', e(:,1) + e(:,2) + 2*e(:,5), 'muu', 1);
%! B = dls_friction_bound (S);
%! assert (B.allstick12.left, 1.97, 1e-12)
%! assert (B.allstick12.right, 0.92, 1e-12)
%! assert (B.allstick12.holds, 'no')

%!test  % Painleve's rod: mu_P = 4/3 at tan (theta) = 2; it never jams while sliding the other way
%! c = cos (atan (2)) / 2;  s = sin (atan (2)) / 2;
%! S = dls_system ('M', diag ([1 1 1/12]), 'Gu', [0; 1; -c], 'Hu', [1; 0; s], 'muu', 1, 'vtu', -1);
%! B = dls_friction_bound (S);
%! assert (B.exact.value, 4/3, 1e-12)
%! assert (B.prop12.value, 4/3, 1e-12)
%! B = dls_friction_bound (dls_system (S, 'vtu', 1));
%! assert (B.exact.value, Inf)

%!test  % 3D: only the direction of sliding counts; a singular M under bilateral constraints
%! S = dls_system ('M', diag ([1 1 1 1/12]), 'Gu', [0; 0; 1; -0.2], 'd', 3, 'muu', 1, ...
%!                 'Hu', [1 0; 0 1; 0 0; 0.4 0], 'vtu', [-3; 4]);
%! B = dls_friction_bound (S);
%! A = 1 + 12 * 0.04;
%! assert (B.prop12.value, A / (0.6 * 12 * 0.08), 1e-12)
%! S = dls_system ('M', diag ([1 0]), 'Gb', [1 1; -1 -1], 'Gu', [0; 1], 'Hu', [1; 1], ...
%!                 'muu', 0.1, 'vtu', 1);
%! B = dls_friction_bound (S);
%! assert (B.prop14.value, 0.5, 1e-12)
%! assert (B.exact.value, 0.5, 1e-12)
%! assert (B.prop12.why, 'there are bilateral constraints')

%!test  % the same contact twice: no bound, and why
%! S = dls_system ('M', eye (2), 'Gu', [1 1; 0 0], 'Hu', [0 0; 1 1], 'muu', 0.1, 'vtu', [1 1]);
%! B = dls_friction_bound (S);
%! assert (~B.exact.applies && isnan (B.exact.value) && isempty (B.exact.holds))
%! assert (B.prop12.why, 'Anu is not positive definite')

%!test  % the table; nothing slides
%! S = dls_system ('M', 1, 'Gu', 1);
%! t = evalc ('dls_friction_bound (S)');
%! assert (~isempty (strfind (t, 'does not apply: no contact slides')))
%!test  % what takes 2^n problems is given up in time, the rest is known
%! S = guides (0.9, 0.1, [1 1]);
%! B = dls_friction_bound (S, 'MaxTime', 0);
%! assert ({B.exact.holds, isnan(B.exact.value), B.prop9.holds}, {'undecided', true, 'yes'})
%! assert (dls_friction_bound (S, 'MaxTime', 60).exact.holds, 'yes')
%!error <^dls_friction_bound: the argument is a friction problem; expected a contact system>
%! dls_friction_bound (dls_problem ('W', eye (2), 'q', [1; 1], 'mu', 0, 'd', 2));
%!error id=delassus:type dls_friction_bound (1)
%!error id=delassus:type dls_friction_bound (struct ('M', {1, 2}))
%!error id=delassus:type dls_friction_bound ()
%!test  % numbers whose squares are not
%! S = dls_system ('M', 1, 'Gu', 1e300, 'Hu', 1, 'F', 1, 'muu', 0.5);
%! assert (dls_friction_bound (S).exact.why, 'no contact slides')
%! for g = [1e-130 1e130]                        % A = g*(g - mu)
%!   S = dls_system ('M', 1, 'Gu', g, 'Hu', 1, 'F', 1, 'muu', 0.5 * g, 'vtu', 1);
%!   B = dls_friction_bound (S).exact;
%!   assert ([B.value / g, B.scale], [1 2], 1e-12)
%! end
%!error <choose other units>
%! dls_friction_bound (dls_system ('M', 1, 'Gu', 1e300, 'Hu', 1, 'F', 1, 'muu', 0.5, 'vtu', 1));
%!demo
%! % the rod of Painleve and Klein on two guides: up to which friction its motion is unique
%! angle = linspace (0.1, 1.4, 14);
%! for k = 1:14
%!   c = cos (angle(k)) / 2;
%!   s = sin (angle(k)) / 2;
%!   B = dls_friction_bound (dls_system ('M', diag ([1 1 1/12]), 'Gb', [0 0; 1 1; c -c], ...
%!         'Hb', [1 1; 0 0; -s s], 'mub', 0.1, 'vtb', [1 1]));
%!   bound(:,k) = [B.prop9.value; B.exact.value];
%! end
%! plot (angle, bound, 'o-'); xlabel ('angle'); ylabel ('mu'); legend ('Prop. 9', 'exact');
