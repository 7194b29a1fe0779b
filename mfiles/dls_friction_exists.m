function [ok, info] = dls_friction_exists (P, varargin)
%DLS_FRICTION_EXISTS  Does a friction problem have a solution? Criteria that one program decides.
%   [OK, INFO] = DLS_FRICTION_EXISTS (P) for a problem P of DLS_PROBLEM. With L the product of
%   Coulomb's cones and L* = {u_N >= mu*|u_T|} (mu = Inf: u_T = 0, u_N >= 0), OK is true if
%       (4.6)   w'*r >= 0 for all r in L with H'*r = 0                 (Klarbring and Pang)
%   which follows from what is easier to see, the criteria of CONIC and EXIST (Theorem 3.5):
%       (4.4)   some v has H*v + w in L*                  (then s = F(s) has a fixed point)
%       (4.1)   some v has H*v + w in L*, inside where 0 < mu < Inf   (which is a solution; in 2D
%               fixed points are solutions anyway)
%   They look at H, w and mu alone, not at the masses and loads, where M is regular. They are
%   sufficient. Without friction, or where it is infinite, they are necessary, too.
%   A singular M (n <= 500) leaves free directions d, M*d = 0, (H*d)_N >= 0. Then OK asks for (4.1),
%   in 2D (4.4), and for
%       loads   f'*d > 0 for all free directions but those with H*d = 0, f'*d = 0
%   and f'*d < 0 with H*d in L* proves that there is no solution (see the page on friction).
%   In local form Im W = Im H, Ker W = Ker H', and q differs from w by something in Im H: W and q
%   take the places of H and w, and z with W*z + q in L* that of v. (The symmetric part of W, if
%   it is not symmetric.)
%   Of P.kind 'law' (DLS_PROBLEM; not with a handle mu) the same with L = {|t_i| <= m_i*r_N for all
%   disks} and L* = {u_N >= sum of m_i*|u_i|}. Cohesion does not matter.
%   DLS_FRICTION_EXISTS (..., 'DataAccuracy', a)   relative accuracy of the data (8*eps)
%   DLS_FRICTION_EXISTS (..., 'MaxTime', t)   seconds (Inf); then 'undecided'
%
%   INFO.status     'exists', 'not_guaranteed', or 'undecided'
%   INFO.exitflag   1, -2, -4
%   INFO.margin     the largest t with H*v + w - t*e_N in L* at all contacts with 0 < mu < Inf, over
%                   the largest entry of w (at most 1), in units in which the largest entries of
%                   each contact and of each column of H are about one: > 0 is (4.1), >= 0 is (4.6)
%   INFO.criteria   .strict (4.1), .weak (4.4), .closed (4.6): true if INFO.v is their witness,
%                   recomputed from P, up to the accuracy of the data (and rounding, n*eps); and
%                   .all_w (5.1): L and Ker H' have only zero in common: (4.1) for all w;
%                   .loads: true where M is regular
%   INFO.v, INFO.u  the witness of (4.4), v or z, and its u = H*v + w or W*z + q; [] without
%   INFO.r          the proof that (4.6) fails: r in L, H'*r = 0, w'*r = -1; [] without. H'*r is so
%                   small that only v a million times the size of the data might be a witness
%   INFO.free       [], or a free direction d, f'*d <= 0, that refutes .loads
%   INFO.kernel     r in L, H'*r = 0, r not zero, if (5.1) fails; else []
%   INFO.necessary  true: there is no solution, by INFO.r or INFO.free (if status is not 'exists')
%   INFO.residual   .velocity, how far INFO.u is outside of L*, and .reaction, how far INFO.r is
%                   outside of L and Ker H', relative (NaN without); .worst of the two
%   INFO.certificate   [], or a struct with kind 'reaction' and r
%   INFO.method ('conic'), .message, .iterations, .time (s)
%
%   Example: a bar hangs from a driven point and touches the ground (CONIC, Section 2.2)
%     H = [sin(pi/4); cos(pi/4)];                       % normal, tangent
%     P = dls_problem ('M', 1, 'H', H, 'f', sin (pi/4), 'w', [0; 1], 'mu', 0.5, 'd', 2);
%     ok = dls_friction_exists (P)
%     % ok = 1
%     [ok, info] = dls_friction_exists (dls_problem (P, 'mu', 2));
%     info.status
%     % ans = not_guaranteed
%     [H' * info.r, P.w' * info.r]                      % 0 and -1, although |r_T| <= 2*r_N
%     % ans =
%     %    0  -1
%
%   See also DLS_FRICTION, DLS_PROBLEM, DLS_CONIC.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 1)
    error ('delassus:type', 'dls_friction_exists: expected a problem made by dls_problem');
  end
  P = dls_problem_input (P, 'dls_friction_exists', true);
  if (strcmp (P.kind, 'law'))
    [ok, info] = of_law (P, varargin);
    return
  end
  opts = dls_table_options ('dls_friction_exists', varargin);
  accuracy = opts.DataAccuracy;
  limit = opts.MaxTime;
  start = tic ();
  names = {'H', 'w'; 'W', 'q'};
  names = names(1 + strcmp (P.form, 'local'),:);
  dls_finite_input (P.(names{1}), 'dls_friction_exists', names{1});
  dls_finite_input (P.(names{2}), 'dls_friction_exists', names{2});
  if (strcmp (P.form, 'global'))
    [H, w] = deal (P.H, P.w);
    dls_finite_input (P.M, 'dls_friction_exists', 'M');
    dls_finite_input (P.f, 'dls_friction_exists', 'f');
    loads = free_directions (P);
  else
    [H, w] = deal ((P.W + P.W') / 2, P.q);
    loads = struct ('regular', true, 'holds', true, 'd', [], 'proof', false);
  end
  curved = P.mu > 0 & isfinite (P.mu);
  try
    first = dls_exists_margin (H, w, P.mu, P.d, curved, accuracy, limit);
    limit = max (limit - toc (start), 0);
    all_w = dls_exists_margin (H, zeros (size (w)), P.mu, P.d, true (P.nc, 1), accuracy, limit);
  catch err
    dls_raise (err, 'dls_friction_exists');
  end
  info = verdict (first, P, loads, curved);
  [info.criteria.all_w, info.kernel] = for_all (all_w, H, P);
  info.necessary = loads.proof || (~any (curved) && loads.regular);
  info.residual = struct ('velocity', first.velocity, 'reaction', first.reaction, ...
                          'worst', max ([first.velocity, first.reaction]));
  if (~isempty (info.r))
    info.certificate = struct ('kind', 'reaction', 'r', info.r);
  end
  info.iterations = first.iterations + all_w.iterations;
  info = verified (P, info);
  info.time = toc (start);
  ok = info.exitflag == 1;
  if (nargout == 0)
    dls_show_answer ({'ok'}, {ok}, info);
    clear ok
  end
end

% A verdict that does not stand is none.
function info = verified (P, info)
  report = dls_verify_problems ('exists', P, struct ('ok', info.exitflag == 1, 'info', info), ...
                                dls_judge ('report', 'exists', info.status));
  if (~report.ok && report.verifiable)
    [info.status, info.exitflag, info.necessary] = deal ('undecided', -4, false);
    info.message = [info.message, '; verification: ', report.message];
  end
end

% Of the problem of disks for which P stands: its dual cones say the same of v, see dls_law_disks.
function [ok, info] = of_law (P, options)
  if (isa (P.mu, 'function_handle'))
    error ('delassus:option', ['dls_friction_exists: mu is a handle; expected numbers (where ', ...
           '(4.4) holds for the largest ones, it does for smaller ones, too)']);
  end
  [Q, L] = dls_law_disks (P, []);
  [ok, info] = dls_friction_exists (Q, options{:});
  if (~isempty (info.v) && strcmp (P.form, 'global'))
    info.v = info.v(1:numel (P.f));
    info.u = full (P.H * info.v) + P.w;
  elseif (~isempty (info.v))
    info.v = L.C * info.v + L.r0;
    info.u = full ((P.W + P.W') * info.v) / 2 + P.q;
  end
  for name = {'r', 'kernel'}
    if (~isempty (info.(name{1})))
      info.(name{1}) = L.C * info.(name{1});
    end
  end
  if (~isempty (info.r))
    info.certificate.r = info.r;
  end
  if (~isempty (info.free))
    info.free = info.free(1:numel (P.f));
  end
end

% Pivots of M with a unit diagonal, beyond rounding.
function yes = is_regular (M)
  m = full (diag (M));
  yes = isempty (M);
  if (~yes && all (m > 0))
    D = sparse (1:numel (m), 1:numel (m), 1 ./ sqrt (m));
    [R, failed, ~] = chol (D * M * D);
    yes = failed == 0 && min (full (diag (R))) ^ 2 > 1e-13;
  end
end

% The criterion 'loads' of a singular M: the least of f'*d in a box of free directions, and what it
% allows to be zero. With H*d in L* a negative one is a proof: f'*d = r'*H*d >= 0 of a solution.
function L = free_directions (P)
  regular = is_regular (P.M);
  L = struct ('regular', regular, 'holds', regular, 'd', [], 'proof', false);
  if (regular || size (P.M, 1) > 500)
    return
  end
  D = diag (1 ./ sqrt (full (diag (P.M) + ~(diag (P.M) > 0))));
  M = full (D * P.M * D);
  [V, e] = eig (M + M');
  Z = D * V(:,diag (e) <= 2e-11);
  X = full (P.H * Z);
  X(abs (X) <= 1e-10 * full (sum (abs (P.H), 2)) * max (abs (Z), [], 1)) = 0;   % rounding
  unit = max ([abs(X(:)); realmin]);
  f = (Z' * P.f) / max ([abs(P.f); realmin]);
  N = 1:P.d:size (X, 1);
  T = reshape (bsxfun (@plus, N, (1:P.d-1)'), [], 1);
  locked = T(kron (isinf (P.mu(:)), ones (P.d - 1, 1)) > 0);
  X(T(kron (P.mu(:) == 0, ones (P.d - 1, 1)) > 0),:) = 0;
  [d, least] = in_box (f, X(locked,:), X(N,:) / unit, {});
  sure = 1e-7;                                  % a program's tolerance is 1e-9
  if (least < -sure)
    [z, inside] = in_box (f, X(locked,:), X(N,:) / unit, {X, P.mu, P.d});
    L.proof = inside < -sure;
    L.d = Z * (d * ~L.proof + z * L.proof);
    return
  end
  [d, most] = in_box (-sum (X(N,:), 1)' / unit, X(locked,:), [X(N,:) / unit; -f'], {});
  L.holds = most > -1e-9 && rank ([X([N(:); locked],:) / unit; f'], 1e-9) ...
                            == rank ([X / unit; f'], 1e-9);
  L.d = Z * d(:,~L.holds);
end

% min c'*x with A*x = 0, B*x >= 0 and |x_i| <= 1; law {X, mu, d}: X*x in L*, too.
function [x, value] = in_box (c, A, B, law)
  k = numel (c);
  [C, q] = deal (zeros (0, k), zeros (0, 1));
  if (~isempty (law))
    [X, mu, d] = law{:};
    for i = reshape (find (mu > 0 & isfinite (mu)), 1, [])
      own = X(d*(i-1)+(1:d),:);
      C = [C; -own(1,:); -mu(i) * own(2:end,:)];
      q(end+1,1) = d;
    end
  end
  A = [A; -B; eye(k); -eye(k); C];
  b = zeros (size (A, 1), 1);
  z = size (A, 1) - size (B, 1) - 2 * k - size (C, 1);
  b(z+size(B,1)+(1:2*k)) = 1;
  [x, ~, ~, info] = dls_conic ([], c, sparse (A), b, ...
                               struct ('z', z, 'l', size (B, 1) + 2 * k, 'q', q));
  value = c' * x;
  value(info.exitflag ~= 1) = NaN;
end

function info = verdict (first, P, loads, curved)
  criteria = struct ('strict', first.strict, 'weak', first.weak, 'closed', first.weak, ...
                     'all_w', false, 'loads', loads.holds);
  if (loads.proof)
    answer = {'not_guaranteed', -2, 'no solution: M*d = 0, H*d in L*, f''*d < 0 (INFO.free)'};
  elseif (~isempty (first.r))
    answer = {'not_guaranteed', -2, 'r in L with H''*r = 0 and w''*r < 0: (4.6) fails'};
  elseif (~first.weak)
    answer = {'undecided', -4, ['neither a witness of (4.4) nor a proof against it holds in ', ...
                                'the data as given (', first.status, ')']};
  elseif (~loads.holds)
    answer = {'not_guaranteed', -2, 'M is singular, loads drive a free direction (INFO.free)'};
  elseif (~loads.regular && ~criteria.strict && P.d == 3)
    answer = {'not_guaranteed', -2, 'M is singular, and of (4.1) only the limit (4.4) holds'};
  elseif (criteria.strict && any (curved))
    answer = {'exists', 1, '(4.1): the convex problems of CONIC are all regular'};
  elseif (criteria.strict)
    answer = {'exists', 1, '(4.1), with nothing to be inside of'};
  elseif (P.d == 2)
    answer = {'exists', 1, '(4.4): L* is touched, which is enough in 2D (CONIC, Theorem 3.7)'};
  else
    answer = {'exists', 1, '(4.4) to the accuracy of the data: L* is touched, not entered'};
  end
  info = struct ('status', answer{1}, 'exitflag', answer{2}, 'message', answer{3}, ...
                 'residual', [], 'iterations', 0, 'time', 0, 'method', 'conic', ...
                 'certificate', [], 'margin', first.margin, 'criteria', criteria, 'v', first.v, ...
                 'u', first.u, 'r', first.r, 'free', loads.d, 'kernel', [], 'necessary', false);
end

% (5.1). Where mu = Inf the cone holds lines: tangential reactions without a normal one.
function [yes, kernel] = for_all (all_w, H, P)
  kernel = all_w.kernel;
  yes = all_w.strict;
  stick = P.d * (reshape (find (isinf (P.mu)), [], 1) - 1) + (2:P.d);
  if (yes && ~isempty (stick))
    stick = reshape (stick', [], 1);
    R = dls_redundancy (speye (size (H, 2)), H(stick,:)');
    yes = R.nullity == 0;
    if (~yes)
      kernel = zeros (size (H, 1), 1);
      kernel(stick) = R.kernel(:,1);
    end
  end
end

%!shared toy, inside
%! toy = @(th, mu, u0) dls_problem ('M', 1, 'H', [sin(th); cos(th)], 'f', sin (th), ...
%!                                  'w', [0; u0], 'mu', mu, 'd', 2);
%! inside = @(u, mu) min (u(1:3:end) - mu .* sqrt (u(2:3:end) .^ 2 + u(3:3:end) .^ 2));

%!test  % a free direction that no contact sees, found to rounding
%! P = dls_problem ('M', [5.75 1.25 0 2.25; 1.25 2.25 0 1.75; 0 0 0 0; 2.25 1.75 0 2.5], 'H', ...
%!                  [0 -1 0 0; 3 0 0 -2], 'f', [-1; 1; 3; -1], 'w', [-3; -2], 'mu', 0, 'd', 2);
%! [ok, info] = dls_friction_exists (P);
%! assert (~ok && info.necessary && P.f' * info.free < 0 && norm (P.M * info.free) < 1e-12)
%! P = dls_problem ('M', [2 3 1 -4; 3 9 3 -9; 1 3 1 -3; -4 -9 -3 19], 'H', ...
%!                  [-1 3 1 0; -3 -1 0 -1], ...
%!                  'f', [-2; 3; 4; -4], 'w', [0; -1], 'mu', 7/8, 'd', 2);
%! [ok, info] = dls_friction_exists (P);
%! assert (~ok && ~info.criteria.loads)

%!test  % the example of the help
%! [ok, info] = dls_friction_exists (toy (pi/4, 0.5, 1));
%! assert (ok)
%! assert (info.u(1) >= 0.5 * abs (info.u(2)))
%! [ok, info] = dls_friction_exists (toy (pi/4, 2, 1));
%! assert ({ok, info.status, info.exitflag}, {false, 'not_guaranteed', -2})
%! assert ([sin(pi/4), cos(pi/4)] * info.r, 0, 1e-9)
%! assert (info.r(2), -1, 1e-9)
%! assert (abs (info.r(2)) <= 2 * info.r(1))

%!test  % external objects at rest: w = 0, v = 0 always does (CONIC 5.6)
%! P = dls_problem ('M', eye (3), 'H', [eye(3); -eye(3)], 'mu', 0.3, 'd', 3);
%! [ok, info] = dls_friction_exists (P);
%! assert (ok)
%! assert ([info.criteria.strict, info.criteria.weak, info.criteria.all_w], logical ([0 1 0]))
%! assert (norm (P.H' * info.kernel), 0, 1e-8)
%! r = reshape (info.kernel, 3, 2);
%! assert (all (sqrt (sum (r(2:3,:) .^ 2, 1)) <= 0.3 * r(1,:) + 1e-8))
%! assert (max (info.kernel([1 4])) > 1e-3)

%!test  % the ball between the floor and a sinking plane (CONIC, figure 3): mu does not matter
%! for mu = [0, 0.3, Inf]
%!   P = dls_problem ('M', eye (3), 'H', [eye(3); -eye(3)], 'w', [0 0 0 -1 0 0]', 'mu', mu, 'd', 3);
%!   [ok, info] = dls_friction_exists (P);
%!   assert (ok, false)
%!   assert (norm (P.H' * info.r) < 1e-8 && abs (P.w' * info.r + 1) < 1e-8)
%!   assert (info.necessary, mu ~= 0.3)
%! end

%!test  % rows of H independent: (5.1); local form: the same verdict
%! H = [1 0 0 0.2; 0 1 0 0; 0 0.5 1 0];
%! [ok, info] = dls_friction_exists (dls_problem ('M', eye (4), 'H', H, 'w', [-5; 1; 2], ...
%!                                                'mu', 0.7));
%! assert (ok && info.criteria.all_w)
%! [ok, info] = dls_friction_exists (dls_problem ('W', H * H', 'q', [-5; 1; 2], 'mu', 0.7));
%! assert (ok && info.criteria.all_w && inside (info.u, 0.7) > 0)

%!test  % mu = Inf: a tangent that is there twice has reactions that nothing determines
%! P = dls_problem ('M', eye (2), 'H', [1 0; 0 1; 1 1; 0 1], 'mu', Inf, 'd', 2);
%! [ok, info] = dls_friction_exists (P);
%! assert (ok && ~info.criteria.all_w)
%! assert (norm (P.H' * info.kernel) < 1e-9 && norm (info.kernel) > 0.1)

%!test  % a witness that only rounding allows is none
%! H = [1 -1; 0 1; -1 1+4e-16; 0 1];
%! assert (dls_friction_exists (dls_problem ('M', eye (2), 'H', H, 'w', [-1; 0; -1; 0], ...
%!                                         'mu', 0, 'd', 2)), false)

%!test  % no contacts; singular M
%! assert (dls_friction_exists (dls_problem ('M', eye (2), 'H', zeros (0, 2), 'mu', [], 'd', 3)))
%! [ok, info] = dls_friction_exists (dls_problem ('M', diag ([1 0]), 'H', eye (2), 'mu', 1));
%! assert ({ok, info.status, info.criteria.closed}, {false, 'not_guaranteed', true})

%!error id=delassus:option
%! P = dls_problem ('W', eye (2), 'q', [-1; 0], 'mu', 1, 'd', 2);
%! P.d = [2; 2];
%! dls_friction_exists (P);
%!error id=delassus:type dls_friction_exists (3)
%!error <^dls_friction_exists: W.1,1. is NaN> P = dls_problem ('W', eye (2), 'mu', 1, 'd', 2);
%! P.W(1,1) = NaN;
%! dls_friction_exists (P);
%!error <^dls_friction_exists: no data> dls_friction_exists (struct ('form', 'local'))
%!test  % no coordinates: v is empty, but a column
%! [ok, info] = dls_friction_exists (dls_problem ('M', [], 'H', [], 'mu', 1, 'd', 2));
%! assert ({ok, size(info.v), size(info.u)}, {true, [0 1], [0 1]})

%!test  % a witness is one in the data as given: w = 0 has v = 0, nothing else
%! P = dls_problem ('M', [2 3; 3 5], 'H', [1 0; -1 -1; 2 0], 'f', [-3; 1], 'mu', 0.75, 'd', 3);
%! [ok, info] = dls_friction_exists (P);
%! assert (ok && info.criteria.weak && ~info.criteria.strict)
%! assert (isempty (info.r) && isempty (info.certificate))
%! assert (info.residual.velocity, 0)
%! assert (norm (P.H' * info.kernel) <= 1e-8)

%!test  % 2D, L* is touched, not entered: (4.4) is not (4.1); (4.4) found from beside it
%! H = [1 0; 0 1; -1 0; 0 1];
%! [ok, info] = dls_friction_exists (dls_problem ('M', eye (2), 'H', H, 'w', [1; 0; -1; 0], ...
%!                                                'mu', 0.5, 'd', 2));
%! assert ({ok, info.criteria.strict, info.criteria.weak}, {true, false, true})
%! assert (abs (info.u([1 3])) < 1e-14)

%!test  % in units that differ by 1e12 the verdict is the same, and its proof
%! H = [sin(pi/4); cos(pi/4)];
%! for mu = [0.5, 2]
%!   P = dls_problem ('M', eye (2), 'H', [[H, 1e12*H]; [-1e-6*H, 1e6*H]], 'w', [0; 1; 0; 1e-6], ...
%!                    'mu', mu, 'd', 2);
%!   [ok, info] = dls_friction_exists (P);
%!   Q = dls_problem ('M', eye (2), 'H', [[H, H]; [-H, H]], 'w', [0; 1; 0; 1], 'mu', mu, 'd', 2);
%!   assert (dls_friction_exists (Q), ok)
%! end

%!test  % data known to 1e-6 only
%! P = dls_problem ('M', 1, 'H', [1; 0; -1; 0], 'w', [0; 0; -1e-8; 0], 'mu', 1, 'd', 2);
%! [ok, info] = dls_friction_exists (P, 'DataAccuracy', 0);
%! assert (info.exitflag, -2)
%! [ok, info] = dls_friction_exists (P, 'DataAccuracy', 1e-6);
%! assert (info.exitflag ~= -2)
%!shared P
%! P = dls_problem ('W', eye (2), 'mu', 1);
%!error id=delassus:option dls_friction_exists (P, 'DataAccuracy', 1)
%!error id=delassus:option dls_friction_exists (P, 'Accuracy', 1)
%!error id=delassus:option dls_friction_exists (P, 'MaxTime', 'long')
%!demo
%! % a bar drawn over the ground: how sure a solution is, over friction (below 0: there may be none)
%! mu = linspace (0.1, 2, 13);
%! hold on
%! for angle = [pi/6 pi/4 pi/3]
%!   H = [sin(angle); cos(angle)];
%!   P = dls_problem ('M', 1, 'H', H, 'f', H(1), 'w', [0; 1], 'mu', 0.5, 'd', 2);
%!   for k = 1:numel (mu)
%!     [~, info] = dls_friction_exists (dls_problem (P, 'mu', mu(k)));
%!     margin(k) = info.margin;
%!   end
%!   plot (mu, margin);
%! end
%! xlabel ('mu'); ylabel ('margin'); legend ('30', '45', '60 degrees');
