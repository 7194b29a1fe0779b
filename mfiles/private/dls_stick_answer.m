function varargout = dls_stick_answer (what, varargin)
% Parts of the verdict of dls_sticking; dls_stick_answer (WHAT, ...): margin, critical friction,
% polish: digits of reactions, persists: of the neighbourhood.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['stick_', what], varargin{:});
end

% The largest eps with |t_i| <= mu_i*|n_i| - weights_i*eps at all contacts, lu >= 0, G*lambda = w.
% Double cones (bilateral contacts): branch on the sign of n; a contact without a sign has no cone.
%   R.eps          Inf: unbounded; -Inf: lu >= 0 and the equations do not fit
%   R.lambda       a point where it is attained (where Inf: with margin opts.cap)
%   R.leaves       signs (contacts-by-leaves) and y (n-by-leaves): w'*y bounds eps there
%   R.status       'solved' or 'numerical_trouble' or 'limit';  R.programs
function R = stick_margin (E, mu, weights, opts)
  k = numel (mu);
  R = struct ('eps', -Inf, 'lambda', [], 'status', 'solved', 'programs', 0, 'message', '');
  R.leaves = struct ('signs', zeros (k, 0), 'y', zeros (size (E.G, 1), 0));
  stack = ones (k, 1);
  stack(E.bilateral) = 0;
  while (size (stack, 2) > 0)
    signs = stack(:,end);
    stack(:,end) = [];
    if (R.programs >= opts.MaxNodes)
      R.status = 'limit';
      R.message = sprintf ('%d programs were not enough for the double cones', opts.MaxNodes);
      return
    end
    [value, lambda, y, status, message, programs] = ...
      dls_sticking_mex ('margin', E, mu, signs, weights, opts.Facets, opts.cap, opts.always, ...
                        max (opts.MaxTime - toc (opts.clock), 0));
    R.programs = R.programs + programs;
    if (strcmp (status, 'trouble'))
      R.status = 'numerical_trouble';
      R.message = message;
      return
    end
    worst = 0;
    if (any (signs == 0) && value > R.eps && ~(R.eps >= 0 && value <= R.eps * (1 + 1e-9)))
      worst = branching_contact (E, mu, signs, weights, lambda, value, ...
                                 opts.Facets);
    end
    if (worst > 0 && value > max (R.eps, -opts.tolerance))
      n = lambda(E.normal(worst));
      children = [signs, signs];
      first = 1 - 2 * (n < 0);
      children(worst,:) = [-first, first];
      stack = [stack, children];
      continue
    end
    if (value > R.eps)                         % below zero a bound is all that is needed
      R.eps = value;
      R.lambda = lambda;
    end
    R.leaves.signs(:,end+1) = signs;
    R.leaves.y(:,end+1) = y;
  end
end

% The bilateral contact without a sign whose double cone is violated most; 0: none is.
function worst = branching_contact (E, mu, signs, weights, lambda, value, facets)
  worst = 0;
  open = find (signs == 0);
  t = reshape (lambda(E.tangent(:,open)), E.d - 1, numel (open));
  [~, ~, t] = dls_stick ('polygon', E.d, facets, t);
  goal = value;
  goal(isinf (goal)) = 0;
  slack = mu(open) .* abs (lambda(E.normal(open))) - t - weights(open) * goal;
  [least, k] = min (slack);
  if (isinf (value) || least < -1e-9 * (norm (lambda, Inf) + 1e-300))
    worst = open(k);
  end
end

% The smallest m such that |t_i| <= m*base_i*|n_i| has a solution, by Dinkelbach's method: at m
% the point of greatest margin has a ratio max |t_i| / (base_i |n_i|) that is the next m. The last
% one is not improved, but where the solution leaves a contact without a force its ratio is that of
% rounding errors, and contacts that cannot be loaded (margin 0 for all m) or reactions that must
% grow beyond bounds (an infimum) may stop it too early: bisection confirms it or goes on.
% Inf: none; NaN: not found, not even up to twice what Dinkelbach's method says. base []: the same
% friction at all contacts, those with mu = 0 among them.
function m = stick_critical (E, base, opts)
  if (isempty (base))
    E = rough (E);
    base = ones (numel (E.normal), 1);
  end
  opts.always = true;
  m = 0;
  if (~isempty (base))
    m = descend (E, base, opts);
  end
  if (isfinite (m) && m > 0)
    m = bisected (E, base, m, opts);
  end
end

% From a guess m one end of a bracket moves away until the least factor is inside. Next to a guess
% where the margin begins to be zero rounding may decide: what is well below is tried first.
function high = bisected (E, base, m, opts)
  [low, high, step] = deal (m, m, 1e-8);
  if (attainable (E, base, m * (1 + step), opts))
    below = 1e-4;
    low = m * (1 - below);
    while (low > 0 && attainable (E, base, low, opts))
      below = min (30 * below, 1);
      [high, low] = deal (low, m * (1 - below));
    end
    if (high == m && ~attainable (E, base, m * (1 - step), opts))
      low = m * (1 - step);
    end
  else
    found = false;
    while (~found && step < 1)
      step = min (30 * step, 1);
      [low, high] = deal (high, m * (1 + step));
      found = attainable (E, base, high, opts);
    end
    high(~found) = NaN;
  end
  for halving = 1:60
    if (~(high - low > 2e-8 * high))
      break
    end
    middle = (low + high) / 2;
    if (attainable (E, base, middle, opts))
      high = middle;
    else
      low = middle;
    end
  end
end

function E = rough (E)
  E.free(E.smooth) = true;
  E.normal = [E.normal; E.smooth_normal];
  E.tangent = [E.tangent, E.smooth];
  E.bilateral = E.normal <= E.nb;
end

function best = descend (E, base, opts)
  weights = ones (size (base));
  m = 0;
  best = Inf;
  for iteration = 1:40
    opts.cap = E.size * (1 + m) / min (weights);
    R = stick_margin (E, m * base, weights, opts);
    if (~strcmp (R.status, 'solved'))
      if (isinf (best))
        best = NaN;
      end
      return
    elseif (isempty (R.lambda))
      return                                   % lu >= 0 and the equations exclude each other
    end
    [ratio, n] = attained (E, base, R.lambda, opts.Facets);
    if (isinf (ratio) && isinf (best))
      m = max (1, 10 * m);                     % an unloaded contact: friction counts for more
      if (m > 1e7)
        return
      end
    elseif (ratio >= best * (1 - 1e-10) || ratio == 0)
      best = min (best, ratio);
      return
    else
      best = ratio;
      m = ratio;
      weights = base .* max (n, 1e-3 * max (n));
    end
  end
end

function ok = attainable (E, base, m, opts)
  opts.cap = E.size;
  R = stick_margin (E, m * base, ones (size (base)), opts);
  ok = ~isempty (R.lambda) && R.eps >= -1e-9 * E.size;
  if (ok && R.eps <= 1e-8 * E.size)
    E.mu = m * base;
    [~, ok] = stick_polish (E, R.lambda, max (opts.DataAccuracy, 1e-12));
  end
end

% The largest ratio |t| / (base*|n|), and the |n|; rounding errors do not count.
function [ratio, n] = attained (E, base, lambda, facets)
  n = abs (lambda(E.normal));
  [~, ~, t] = dls_stick ('polygon', E.d, facets, reshape (lambda(E.tangent), size (E.tangent)));
  noise = 1e-8 * (E.size + norm (lambda, Inf));
  t(t <= noise) = 0;
  n(n <= noise) = 0;
  ratio = t ./ (base .* n);
  ratio(t == 0) = 0;
  ratio = max (ratio);
end

% Reactions lambda of E (dls_stick, 'setup') fit into their cones to the accuracy of a program: do
% they to that of the data? What is nearly zero or on its cone is put there, by Newton's method
% and least squares; held: then the balance and all cones are missed by no more than accuracy
% times the terms.
function [lambda, held] = stick_polish (E, lambda, accuracy)
  held = false;
  if (sum (E.free) <= 1000)
    for near = [0, 1e-10, 1e-8, 1e-6, 1e-5] * max (norm (lambda, Inf), E.size)
      [x, held] = with_active (E, lambda, near, accuracy);
      if (held)
        lambda = x;
        return
      end
    end
  end
end

function [lambda, held] = with_active (E, lambda, near, accuracy)
  u = false (size (lambda));
  u(E.nb + (1:E.nu)) = true;
  zero = find (E.free & u & lambda <= near);
  [n, t, force] = contacts (E, lambda);
  bound = E.mu .* abs (n);
  gone = reshape (E.tangent(:,force <= near & bound <= near), [], 1);
  zero = unique ([zero; gone]);
  edge = find (bound - force <= near & force > near);
  side = sign (n(edge));
  free = find (E.free);
  m = numel (lambda);
  for k = 1:6
    [n, t, force] = contacts (E, lambda);
    r = [E.w - E.G * lambda; E.mu(edge) .* abs(n(edge)) - force(edge); -lambda(zero)];
    if (norm (r, Inf) <= eps * E.size)
      break
    end
    d = t(:,edge) * diag (sparse (1 ./ max (force(edge), realmin)));
    rows = ones (E.d - 1, 1) * (1:numel (edge));
    J = sparse (rows, E.tangent(:,edge), d, numel (edge), m) ...
        - sparse (1:numel (edge), E.normal(edge), E.mu(edge) .* side, numel (edge), m);
    A = [E.G; J; sparse(1:numel (zero), zero, 1, numel (zero), m)];
    lambda(free) = lambda(free) + pinv (full (A(:,free)), 1e-10) * r;
  end
  lambda(zero) = 0;
  [n, ~, force] = contacts (E, lambda);
  terms = abs (E.G) * abs (lambda) + abs (E.w);
  held = all (abs (E.G * lambda - E.w) <= 2 * accuracy * max (terms, E.size)) ...
         && all (lambda(u) >= 0) && norm (lambda, Inf) <= 1e6 * E.size ...
         && all (force - E.mu .* abs (n) <= accuracy * max (force, E.size));
end

function [n, t, force] = contacts (E, lambda)
  n = lambda(E.normal);
  t = reshape (lambda(E.tangent), size (E.tangent));
  force = sqrt (sum (t .^ 2, 1))';
end

% Does the all-sticking mode last on [t, t + eps)? (ALLSTICK Prop. 4, for data that change
% continuously.) Where the equations of the touching contacts are regular the reactions are
% continuous, and what is strictly inside its cone stays there; redundant reactions can be chosen
% so if the rank of the gradients does not change.
%   N.status   'persists', 'persists_if_rank_constant', 'ends', 'undecided';  N.reason
function N = stick_persists (S, V)
  N = struct ('status', 'undecided', 'reason', V.message);
  E = dls_stick ('columns', S);
  if (strcmp (V.verdict, 'not_sticking'))
    N.status = 'ends';
    N.reason = 'the contacts do not stick';
    return
  elseif (~strcmp (V.verdict, 'sticking'))
    return
  elseif (any (V.detaching))
    N.status = 'ends';
    N.reason = ['detaching: ', dls_some(V.names_detaching)];
    return
  end
  L = V.lambda;
  force = norm ([L.nb; L.nu; L.tb; L.tu], Inf);
  loose = find (L.nu <= 1e-7 * force);
  turn = find (E.sliding_b' & abs (L.nb) <= 1e-7 * force);
  if (~isempty (loose))
    N.reason = ['touching without a force: ', dls_some(S.names.u(loose))];
  elseif (V.margin <= 1e-7 * force)
    N.reason = 'some reactions are on the boundary of their cones';
  elseif (~isempty (turn))
    N.reason = ['sliding with a normal force of zero: ', strjoin(S.names.b(turn), ', ')];
  else
    N = regularity (S, E, L, N);
  end
end

function N = regularity (S, E, L, N)
  m = size (E.G, 2);
  if (S.n + m <= 1000)
    D = E.G;
    sign_b = ones (S.nb, 1);
    sign_b(L.nb < 0) = -1;
    D(:,1:S.nb) = S.Gb - E.Tb * diag (sparse (sign_b));
    D(:,S.nb + (1:S.nu)) = S.Gu - E.Tu;
    K = full ([S.M, -D; E.G', sparse(m, m)]);
    regular = rcond (scaled (K)) > 1e-12;
    mass = full ([S.M; E.G']);
    moving = rank (scaled (mass)) < S.n;
  elseif (~E.slides)
    R = dls_redundancy (S.M, E.G);
    regular = R.nullity == 0 && R.acceleration_unique;
    moving = ~R.acceleration_unique;
  else
    N.reason = 'sliding contacts: the rank of so large a matrix is not computed';
    return
  end
  if (regular)
    N.status = 'persists';
    N.reason = 'all reactions are unique and strictly inside their cones';
  elseif (~moving && ~E.slides)
    N.status = 'persists_if_rank_constant';
    N.reason = 'reactions strictly inside their cones exist; they are not unique';
  elseif (moving)
    N.reason = 'the acceleration is not unique';
  else
    N.reason = 'reactions with sliding contacts are not unique';
  end
end

% Rows and columns of largest entry one.
function K = scaled (K)
  K = bsxfun (@rdivide, K, max (max (abs (K), [], 2), realmin));
  K = bsxfun (@rdivide, K, max (max (abs (K), [], 1), realmin));
end
