function R = dls_stick_joint (S, E, U, opts)
% Acceleration, reactions and force parameters u together, where Gauss' principle cannot give the
% acceleration beforehand: because the force F + B*u is sought (ALLSTICK Prop. 3, 5, Cor. 1), or
% because sliding contacts make the problem nonsymmetric (ALLSTICK (71)-(74)).
% Branch and bound on convex programs. A pattern has one entry per unilateral contact (1: closed,
% -1: open, 0: both an >= 0 and lu >= 0) and then per bilateral one with friction (the sign of its
% normal reaction; 0: not fixed); entries that nothing depends on are 1.
% The data are in natural units (dls_natural_units). E.weights: of the margin eps at the contacts
% with cones.
%   R.status       'solved', 'limit' or 'numerical_trouble'
%   R.found        there is a solution: R.a, R.lambda (columns of E), R.force_parameter, R.eps,
%                  R.pattern
%   R.leaves       without a solution: pattern, y, z, w (one column per leaf): see dls_verify
%   R.eps          largest margin (without a solution: a bound); Inf: unbounded
% SPDX-License-Identifier: GPL-3.0-or-later
  k = S.nu + S.nb;
  R = struct ('status', 'solved', 'found', false, 'eps', -Inf, 'programs', 0, 'a', NaN (S.n, 1), ...
              'lambda', NaN (size (E.b)), 'force_parameter', NaN (size (U.B, 2), 1), ...
              'pattern', zeros (k, 1), 'message', '');
  R.leaves = struct ('pattern', zeros (k, 0), 'y', zeros (S.n, 0), ...
                     'z', zeros (numel (E.b), 0), 'w', zeros (numel (U.c), 0));
  E.size = unit_force (S, E, U);
  smallest = strcmp (opts.Goal, 'smallest');
  stack = root (S, E, opts);
  best = -Inf;
  while (size (stack, 2) > 0)
    if (R.programs >= opts.MaxNodes)
      R.status = 'limit';
      R.message = sprintf ('%d programs were not enough for the patterns', opts.MaxNodes);
      return
    end
    pattern = stack(:,end);
    stack(:,end) = [];
    N = solve_node (S, E, U, pattern, opts, smallest);
    R.programs = R.programs + N.programs;
    if (~strcmp (N.status, 'solved'))
      R.status = 'numerical_trouble';
      R.message = N.message;
      return
    end
    if (N.value < -1e-8 * E.size && ~(smallest && N.value > -Inf))
      R.eps = max (R.eps, N.value * (1 - R.found));
      R.leaves.pattern(:,end+1) = pattern;     % no solution here, and this proves it
      R.leaves.y(:,end+1) = N.y;
      R.leaves.z(:,end+1) = N.z;
      R.leaves.w(:,end+1) = N.w;
      continue
    elseif (R.found && (N.value <= best || N.value - best <= 1e-9 * abs (best)))
      continue
    end
    [worst, first] = branching (S, E, pattern, N);
    if (worst > 0)
      children = [pattern, pattern];
      children(worst,:) = [-first, first];
      stack = [stack, children];
      continue
    end
    best = N.value;
    R.found = true;
    R.eps = N.eps;
    R.a = N.a;
    if (any (any (S.M)))
      R.a = without_noise (N.a, E.size / norm (S.M, 1));
    end
    if (~any (E.b) && norm (S.M * R.a, Inf) <= 1e-8 * E.size)
      R.a(:) = 0;                              % rest is a solution, too
    end
    N.lambda(E.sliding_b) = N.lambda(E.sliding_b) - N.q;
    R.lambda = without_noise (N.lambda, E.size);
    R.force_parameter = without_noise (N.u, E.size / max (norm (U.B, 1), realmin));
    R.pattern = pattern;
  end
end

function x = without_noise (x, unit)
  x(abs (x) <= 1e-9 * unit) = 0;
end

% Forces are measured in those that are given; without any, in those that may be added.
function f = unit_force (S, E, U)
  f = max ([norm(S.F, Inf), norm(E.b, Inf) * norm(S.M, 1), norm(E.b, Inf)]);
  if (f == 0)
    f = max ([norm(U.c, Inf), norm(U.center), U.radius(isfinite (U.radius))]) * norm (U.B, 1);
  end
  f = max ([f, f == 0]);
end

function pattern = root (S, E, opts)
  pattern = [zeros(S.nu, 1); ones(S.nb, 1)];
  if (opts.Persistent || opts.Static)
    pattern(1:S.nu) = 1;
  end
  pattern(S.nu + E.normal(E.bilateral)) = 0;
  pattern(S.nu + find (E.sliding_b)) = 0;
end

% The program of a pattern in x = [a; lambda; q; u; eps or |u|] / size, and what its solution says.
% At sliding bilateral contacts |lb| = lb + 2*q, and lambda holds lb + q >= 0.
function N = solve_node (S, E, U, pattern, opts, smallest)
  [A, b, cones, keep, at] = program (S, E, U, pattern, opts, smallest);
  total = numel (keep);
  weighted = keep(end);
  q = zeros (total, 1);
  q(end) = 2 * smallest - 1;
  cap = find (at.cap);
  row = true (size (b));
  row(cap) = false;
  for attempt = 1:2
    cone = cones;
    cone.l = cones.l - sum (~row);
    [x, y, info] = dls_stick ('solve', q(keep), A(row,keep), b(row), cone, opts);
    N.programs = attempt;
    if (~strcmp (info.status, 'dual_infeasible'))
      break
    end
    row(cap) = true;
  end
  dual = zeros (size (b));
  dual(row) = y;
  full_x = zeros (total, 1);
  full_x(keep) = x * E.size;
  N.status = 'solved';
  N.message = info.message;
  N.a = zeros (S.n, 1);
  N.a(1:numel (at.a)) = full_x(at.a);
  N.lambda = reshape (full_x(at.lambda), [], 1);
  N.q = full_x(at.q);
  N.u = full_x(at.u);
  N.y = dual(at.dynamics);
  N.z = zeros (size (E.b));
  N.z(at.eq) = dual(at.eq_rows);
  N.z(at.in) = -dual(at.in_rows);
  N.w = dual(at.set);
  N.eps = margin (E, N.lambda, pattern, S, opts.Facets);
  if (strcmp (info.status, 'primal_infeasible'))
    N.value = -Inf;
  elseif (~strcmp (info.status, 'solved'))
    N.status = 'trouble';
  elseif (smallest)
    N.value = -norm (N.u);
  elseif (~weighted || attempt == 2)
    N.value = Inf;
    N.eps = Inf;
  else
    N.value = full_x(end);
    N.eps = N.value;
  end
end

function [A, b, cones, keep, at] = program (S, E, U, pattern, opts, smallest)
  m = numel (E.b);
  closed = pattern(1:S.nu);
  sign_b = pattern(S.nu+1:end);
  slide = find (E.sliding_b);
  na = S.n * ~opts.Static;
  p = size (U.B, 2);
  s = numel (slide);
  total = na + m + s + p + 1;
  at.a = 1:na;
  at.lambda = na + (1:m)';
  at.q = na + m + (1:s)';
  at.u = na + m + s + (1:p)';
  [keep, C] = cone_rows (S, E, closed, sign_b, opts, smallest);
  keep = [true(na, 1); keep; sign_b(slide) ~= 1; true(p, 1); smallest || any(C.e)];
  D = E.G;                                     % columns of the forces
  D(:,1:S.nb) = S.Gb - E.Tb;
  D(:,S.nb + (1:S.nu)) = S.Gu - E.Tu;
  Q = -S.Gb(:,slide) - E.Tb(:,slide);
  at.in = S.nb + find (closed <= 0);
  at.eq = setdiff ((1:m)', at.in);
  if (opts.Static)
    at.in = zeros (0, 1);
    at.eq = at.in;
  end
  me = numel (at.eq);
  mi = numel (at.in);
  J = E.G';
  J = J(:,1:na);
  c = numel (U.c);
  split = [sparse(1:s, at.lambda(slide)', -1, s, total); sparse(1:s, at.q, -1, s, total)];
  ball = sparse (0, total);
  ball_b = zeros (0, 1);
  if (isfinite (U.radius))
    ball = [sparse(1, total); sparse(1:p, at.u, -1, p, total)];
    ball_b = [U.radius / E.size; -U.center / E.size];
  end
  if (smallest)
    ball = [ball; sparse(1, total, -1, 1, total); sparse(1:p, at.u, -1, p, total)];
    ball_b = [ball_b; zeros(p + 1, 1)];
  end
  l = C.cones.l;
  lift = @(R, e) [sparse(size (R, 1), na), R, sparse(size (R, 1), s + p), sparse(e(:))];
  A = [S.M(:,1:na), -D, -Q, U.B, sparse(S.n, 1); ...
       J(at.eq,:), sparse(me, total - na); ...
       sparse(1, total, 1 - smallest, 1, total); ...
       -J(at.in,:), sparse(mi, total - na); ...
       sparse(c, na + m + s), U.C, sparse(c, 1); ...
       lift(C.A(1:l,:), C.e(1:l)); split; ball; lift(C.A(l+1:end,:), C.e(l+1:end))];
  b = [-S.F; -E.b(at.eq); E.size; E.b(at.in); U.c; zeros(l + 2 * s, 1)] / E.size;   % eps <= size
  b = [b; ball_b; zeros(size (C.A, 1) - l, 1)];
  cones = struct ('z', S.n + me, 'l', 1 + mi + c + l + 2 * s, ...
                  'q', [(p + 1) * ones(1, numel (ball_b) / (p + 1)), C.cones.q]);
  at.dynamics = 1:S.n;
  at.eq_rows = S.n + (1:me);
  at.in_rows = S.n + me + 1 + (1:mi);
  at.set = S.n + me + 1 + mi + (1:c);
  at.cap = false (size (b));
  at.cap(S.n + me + 1) = true;
end

% Open contacts carry nothing; cones with a margin where contacts are closed, without one where
% that is not decided yet.
function [keep, C] = cone_rows (S, E, closed, sign_b, opts, smallest)
  E.detaching = closed == -1;
  keep = true (size (E.b));
  keep(S.nb + find (E.detaching)) = false;
  keep(E.sliding_b' & sign_b == -1) = false;
  state = [sign_b; closed];                    % by column of the normals
  signs = state(E.normal);
  weights = E.weights .* (signs ~= 0) * ~smallest;
  open = ~E.bilateral & signs == -1;
  keep(E.tangent(:,open)) = false;
  keep(E.welded(:,ismember (E.welded_normal, S.nb + find (E.detaching)))) = false;
  keep(E.smooth) = false;
  signs(~E.bilateral) = 1;
  signs(open) = 0;
  C = dls_stick ('cones', E, E.mu, signs, weights, opts.Facets);
end

% The margin of a point: contacts that are not open by pattern or by their reaction.
function value = margin (E, lambda, pattern, S, facets)
  state = [pattern(S.nu+1:end); pattern(1:S.nu)];
  n = abs (lambda(E.normal));
  touch = E.bilateral | state(E.normal) == 1 | n > 1e-9 * norm (lambda, Inf);
  [~, ~, t] = dls_stick ('polygon', E.d, facets, reshape (lambda(E.tangent), size (E.tangent)));
  value = min ([(E.mu(touch) .* n(touch) - t(touch)) ./ E.weights(touch); Inf]);
end

% The entry of the pattern that the point violates most, and the value to try first; 0: none.
function [worst, first] = branching (S, E, pattern, N)
  force = max (norm (N.lambda, Inf), E.size);
  closed = pattern(1:S.nu);
  u = S.nb + (1:S.nu)';
  an = E.G(:,u)' * N.a + reshape (E.b(u), S.nu, 1);
  motion = max ([norm(E.b, Inf), norm(E.G, 1) * norm(N.a, Inf), realmin]);
  violation = zeros (size (pattern));
  violation(1:S.nu) = min (an / motion, N.lambda(u) / force) .* (closed == 0);
  first = 1 - 2 * (an / motion > N.lambda(u) / force);
  ln = N.lambda(E.normal);
  [~, ~, t] = dls_stick ('polygon', E.d, 0, reshape (N.lambda(E.tangent), size (E.tangent)));
  goal = N.value * (N.value > 0 && isfinite (N.value));
  lack = (t + goal * E.weights - E.mu .* abs (ln)) / force;
  lack(isinf (N.value) & (E.bilateral | ln > 1e-9 * force)) = 1;   % each may bound the margin
  for k = find (lack' > 1e-9)
    i = S.nu + E.normal(k);
    if (~E.bilateral(k))
      i = E.normal(k) - S.nb;
      lack(k) = min (lack(k), ln(k) / force);
    end
    if (pattern(i) == 0)
      violation(i) = max (violation(i), lack(k));
    end
  end
  sign_b = ones (S.nb, 1);
  sign_b(N.lambda(1:S.nb) < 0) = -1;
  slide = find (E.sliding_b);
  open = pattern(S.nu + slide) == 0;
  both = min (N.lambda(slide), N.q) / force .* open;
  violation(S.nu + slide) = both;
  sign_b(slide) = 1 - 2 * (N.q > N.lambda(slide));
  first = [first; sign_b];
  [value, worst] = max ([violation; -1]);
  if (value <= 1e-9)
    worst = 0;
    return
  end
  first = first(worst);
end
