function [lo, hi, info] = dls_range_patterns (S, u, opts)
% Intervals of all reactions of a system with sliding contacts, in natural units. Friction is a
% multiple of the normal reaction, so that the problem is mixed and linear (dls_contact_mex),
%    A*x + B*z + a = 0,   w = C*x + D*z + b,   0 <= w _|_ z >= 0.
% With w_i = 0 or z_i = 0 chosen for each i its solutions are a polyhedron; the set of all solutions
% is the union of those that are not empty, found by branching.
% SPDX-License-Identifier: GPL-3.0-or-later
  P = dls_contact_mex ('problem', S, false);
  [E, at] = static_system (S, P, opts);
  nz = numel (P.b);
  [side, a] = known_sides (S, P, opts);
  R = branch (nothing (E, S), E, at, side, opts);
  if (strcmp (R.status, 'infeasible') && opts.DataAccuracy > 0)
    [U, moved] = dls_range_infeasible ('relaxed', E, opts.DataAccuracy);
    at_u = at;
    at_u.t = at.t + moved;
    at_u.stuck = at.stuck + moved;
    R = dls_range_infeasible ('judged', R, branch (nothing (U, S), U, at_u, zeros (size (side)), ...
                                                   opts), opts);
  end
  [certificate, proof] = deal ([]);
  if (strcmp (R.status, 'infeasible'))
    [R, certificate] = dls_range_infeasible ('proved', R, dls_stick ('columns', S), S, u, opts);
  end
  if (~any (strcmp (R.status, {'solved', 'bounds'})))
    R.lo(:) = NaN;
    R.hi(:) = NaN;
    R.abs_lo(:) = NaN;
    R.abs_hi(:) = NaN;
    R.determined(:) = false;
  end
  R = dls_range ('rounded', R, E.size);
  [lo, hi] = reactions (S, P, at, R);
  if (any (strcmp (R.status, {'solved', 'bounds'})))
    proof = attained (S, P, at, R.points, u, opts.Cones);
  end
  names = {'nb', 'nu', 'tb', 'tu'};
  for k = 1:4
    l = lo.(names{k});
    h = hi.(names{k});
    unbounded.(names{k}) = isinf (l) | isinf (h);
    determined.(names{k}) = h - l <= 1e-12 * E.size;
  end
  w = at.w(P.sizes(4)+1:nz);
  info = struct ('status', R.status, 'exitflag', dls_exitflag (R.status), ...
                 'message', R.message, 'residual', struct ('worst', R.error), ...
                 'iterations', R.programs, 'time', NaN, 'method', 'patterns', ...
                 'certificate', certificate, 'proof', proof, 'determined', determined, ...
                 'unbounded', unbounded, 'a', a, 'detaching', R.lo(w(:)) > 1e-9 * E.size, ...
                 'parts', R.parts);
end

% No reactions so far.
function R = nothing (E, S)
  R = struct ('lo', Inf (size (E.b)), 'hi', -Inf (size (E.b)), 'programs', 0, 'parts', 0, ...
              'error', 0, 'determined', true (size (E.b)), 'status', 'infeasible', 'nodes', 0, ...
              'message', 'no pattern of complementarity is feasible');
  R.abs_lo = Inf (S.nb, 1);
  R.abs_hi = -Inf (S.nb, 1);
  R.points = zeros (numel (E.b), 0);
end

% The complementarity problem in the form of dls_stick ('setup'): columns [a, lb | z, w | t].
function [E, at] = static_system (S, P, opts)
  n = S.n;
  nb = S.nb;
  nt = numel (P.kb) + numel (P.ku);
  nz = numel (P.b);
  nm = P.sizes(4);
  ne = n + nb + nt;
  K = P.K;
  E.G = [K(:,1:n+nb), K(:,ne+1:end), [sparse(ne, nz); -speye(nz)], K(:,n+nb+1:ne)];
  E.w = -full ([P.a; P.b]);
  E.b = zeros (size (E.G, 2), 1);
  E.free = true (size (E.b));
  E.nb = n + nb;
  E.nu = 2 * nz;
  E.d = S.d;
  at.lb = n + (1:nb)';
  at.z = n + nb + (1:nz)';
  at.lu = at.z(nm+1:end);
  at.w = at.z + nz;
  at.t = n + nb + 2 * nz + (1:nt)';
  at.m = P.m;
  % contacts that stick, with their cones
  k = S.d - 1;
  cb = ceil (P.kb(1:k:end) / k);
  cu = ceil (P.ku(1:k:end) / k);
  normal = [at.lb(cb); at.lu(cu)];
  tangent = reshape (at.t, k, []);
  mu = [S.mub(cb); S.muu(cu)];
  bilateral = [true(numel (cb), 1); false(numel (cu), 1)];
  at.stuck = tangent(:,~bilateral);
  at.stuck_normal = normal(~bilateral);
  use = isfinite (mu) & opts.Cones;
  E.normal = normal(use);
  E.tangent = tangent(:,use);
  E.mu = mu(use);
  E.bilateral = bilateral(use);
  E.size = max ([norm(E.w, Inf), realmin]);
end

% Monotone problems: all solutions are complementary to each other, so one solution fixes a side of
% every pair but those where it is zero twice. 1: w = 0; -1: z = 0; 0: open.
function [side, a] = known_sides (S, P, opts)
  nz = numel (P.b);
  side = zeros (nz, 1);
  [a, lambda, info] = dls_contact (S, 'Sticking', 'equations', 'MaxTime', ...
                                   max (opts.MaxTime - toc (opts.clock), 0));
  if (info.exitflag == 1 && P.sizes(4) == 0 && monotone (S, P))
    w = S.Gu' * a + S.bu;
    force = 1 + norm (lambda.nu, Inf);         % rounding beside the data, which are of size one
    size_ = 1 + norm (a, Inf);
    side(lambda.nu > 1e-7 * force) = 1;
    side(w > 1e-7 * size_ & lambda.nu <= 1e-9 * force) = -1;
  end
end

% Is Gu'*Z*(Z'*M*Z)^-1*Z'*(Gu - Hu*Du) monotone? Z: accelerations that the equations leave.
function yes = monotone (S, P)
  yes = false;
  J = full ([S.Gb, P.Ht]');
  if (S.n > 500)
    return
  elseif (isempty (J))
    Z = eye (S.n);
  else
    Z = null (J);
  end
  if (isempty (Z))
    yes = true;
    return
  end
  [L, fail] = chol (Z' * full (S.M) * Z);
  if (~fail && rcond (L) > 1e-10)
    A = full (S.Gu' * Z) * (L \ (L' \ (Z' * full (P.Gu))));
    yes = min ([eig(A + A'); 0]) >= -1e-13 * norm (A, 1);
  end
end

function R = branch (R, E, at, side, opts)
  R.nodes = R.nodes + 1;
  if (toc (opts.clock) > opts.MaxTime)
    R.status = 'time_limit';
    R.message = 'MaxTime is over';
    return
  elseif (R.nodes > opts.MaxPatterns)
    R.status = 'undecided';
    R.message = dls_some (sprintf ('more than %d patterns of complementarity', ...
                                   opts.MaxPatterns));
    return
  end
  E.free = true (size (E.b));
  E.free(at.z(side < 0)) = false;
  E.free(at.w(side > 0)) = false;
  E.free(at.stuck(:,~E.free(at.stuck_normal))) = false;   % open: no tangent force either
  i = find (side == 0, 1);
  if (isempty (i))
    R = leaf (R, E, at, side, opts);
    return
  end
  [zi, wi, feasible] = largest (E, at.z(i), at.w(i), opts);
  R.programs = R.programs + 2;
  if (~feasible)
    return
  end
  for s = [1 -1]
    % both ways only where both can be positive
    if ((s > 0 && (zi > 0 || wi <= 0)) || (s < 0 && wi > 0))
      side(i) = s;
      R = branch (R, E, at, side, opts);
      if (any (strcmp (R.status, {'undecided', 'numerical_trouble', 'time_limit'})))
        return
      end
    end
  end
end

% Greatest values of columns i and j without complementarity and cones.
function [zi, wi, feasible] = largest (E, i, j, opts)
  mine = find (E.free);
  rows = any (E.G(:,mine), 2);
  free = mine <= E.nb | mine > E.nb + E.nu;
  C = sparse ([find(mine == i), find(mine == j)], 1:2, 1, numel (mine), 2);
  [~, h, info] = dls_range_mex (E.G(rows,mine), E.w(rows), free, C, ...
                                 max (opts.MaxTime - toc (opts.clock), 0));
  feasible = ~strcmp (info.status, 'primal_infeasible') && ...
             norm (E.w(~rows), Inf) <= 1e-8 * E.size;
  h(isnan (h)) = Inf;                          % not solved: both ways
  h(h <= 1e-9 * E.size) = 0;
  zi = h(1);
  wi = h(2);
end

function R = leaf (R, E, at, side, opts)
  closed = E.free(E.normal);
  E.normal = E.normal(closed);
  E.tangent = E.tangent(:,closed);
  E.mu = E.mu(closed);
  E.bilateral = E.bilateral(closed);
  T = dls_range ('intervals', E, opts, true);
  R.programs = R.programs + T.programs;
  R.parts = R.parts + T.parts;
  if (strcmp (T.status, 'infeasible'))
    return
  elseif (any (strcmp (T.status, {'numerical_trouble', 'time_limit'})))
    R.status = T.status;
    R.message = T.message;
    return
  elseif (~strcmp (R.status, 'bounds'))
    R.status = T.status;
    R.message = T.message;
  end
  R.lo = min (R.lo, T.lo);
  R.hi = max (R.hi, T.hi);
  R.error = max (R.error, T.error);
  l = T.lo(at.lb);
  h = T.hi(at.lb);
  turn = at.m(side(1:numel (at.m)) > 0);       % lb = -m <= 0
  [l(turn), h(turn)] = deal (-h(turn), -l(turn));
  R.abs_lo = min (R.abs_lo, l);
  R.abs_hi = max (R.abs_hi, h);
  if (~isempty (T.proof))
    finite = [T.proof.at_lo(isfinite (T.lo)); T.proof.at_hi(isfinite (T.hi))];
    R.points = [R.points, T.proof.lambda, ...
                bsxfun(@plus, T.proof.lambda, full (T.proof.moves(:,unique (finite(finite > 0)))))];
  end
end

% Friction of sliding contacts is a multiple of one reaction.
function [lo, hi] = reactions (S, P, at, R)
  [lo, hi] = deal (struct ('nb', R.lo(at.lb), 'nu', R.lo(at.lu)));
  hi.nb = R.hi(at.lb);
  hi.nu = R.hi(at.lu);
  kb = numel (P.kb);
  [lo.tb, hi.tb] = multiple (-P.Db, R.abs_lo, R.abs_hi);
  [lo.tu, hi.tu] = multiple (-P.Du, lo.nu, hi.nu);
  lo.tb(P.kb) = R.lo(at.t(1:kb));
  hi.tb(P.kb) = R.hi(at.t(1:kb));
  lo.tu(P.ku) = R.lo(at.t(kb+1:end));
  hi.tu(P.ku) = R.hi(at.t(kb+1:end));
end

function [l, h] = multiple (D, low, high)
  [l, h] = deal (zeros (size (D, 1), 1));
  [r, c, v] = find (D);
  ends = [v(:) .* reshape(low(c), [], 1), v(:) .* reshape(high(c), [], 1)];
  l(r) = min (ends, [], 2);
  h(r) = max (ends, [], 2);
end

% Of the points of all patterns those with the least and the greatest reactions and accelerations
% of contacts, as accelerations and reactions in the caller's units u.
function C = attained (S, P, at, X, u, cones)
  kb = numel (P.kb);
  lambda = struct ('nb', X(at.lb,:), 'nu', X(at.lu,:), 'tb', -P.Db * abs (X(at.lb,:)), ...
                   'tu', -P.Du * X(at.lu,:));
  lambda.tb(P.kb,:) = X(at.t(1:kb),:);
  lambda.tu(P.ku,:) = X(at.t(kb+1:end),:);
  all_ = [lambda.nb; lambda.nu; lambda.tb; lambda.tu; X(at.w,:)];
  [~, low] = min (all_, [], 2);
  [~, high] = max (all_, [], 2);
  used = unique ([low; high]);
  C = struct ('cones', cones, 'a', bsxfun (@times, u.a, X(1:S.n,used)), ...
              'lambda', lambda);
  for name = {'nb', 'nu', 'tb', 'tu'}
    C.lambda.(name{1}) = bsxfun (@times, u.(name{1}), lambda.(name{1})(:,used));
  end
end
