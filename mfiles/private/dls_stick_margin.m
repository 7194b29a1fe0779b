function R = dls_stick_margin (E, mu, weights, opts)
% The largest eps with |t_i| <= mu_i*|n_i| - weights_i*eps at all contacts, lu >= 0, G*lambda = w.
% Double cones (bilateral contacts): branch on the sign of n; a contact without a sign has no cone.
%   R.eps          Inf: unbounded; -Inf: lu >= 0 and the equations do not fit
%   R.lambda       a point where it is attained (where Inf: with margin opts.cap)
%   R.leaves       signs (contacts-by-leaves) and y (n-by-leaves): w'*y bounds eps there
%   R.status       'solved' or 'numerical_trouble' or 'limit';  R.programs
% SPDX-License-Identifier: GPL-3.0-or-later
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
    [value, lambda, y, status, message, programs] = solve_node (E, mu, signs, weights, opts);
    R.programs = R.programs + programs;
    if (strcmp (status, 'trouble'))
      R.status = 'numerical_trouble';
      R.message = message;
      return
    end
    worst = 0;
    if (value > R.eps && ~(R.eps >= 0 && value <= R.eps * (1 + 1e-9)))
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

% A margin that is not negative makes lu >= 0 follow from the cones: these rows, which cost half
% of the time, come in where the answer without them needs them.
function [value, lambda, y, status, message, programs] = solve_node (E, mu, signs, weights, opts)
  C = dls_stick_cones (E, mu, signs, weights, opts.Facets);
  lu = E.nb + find (~E.detaching);
  implied = false (size (E.b));
  implied(E.normal(~E.bilateral & signs == 1 & mu > 0)) = true;
  [value, lambda, y, status, message] = solve_program (E, without (C, implied(lu)), opts);
  programs = 1;
  if (any (lambda(implied) < -1e-10 * norm (lambda, Inf)) ...
      || strcmp (status, 'trouble'))
    [value, lambda, y, status, message] = solve_program (E, C, opts);
    programs = 2;
  end
end

function C = without (C, rows)
  rows = [rows(:); false(numel (C.e) - numel (rows), 1)];
  C.A = C.A(~rows,:);
  C.e = C.e(~rows);
  C.cones.l = C.cones.l - sum (rows);
end

function [value, lambda, y, status, message] = solve_program (E, C, opts)
  status = 'solved';
  free = find (E.free);
  N = numel (free);
  n = size (E.G, 1);
  lambda = zeros (numel (E.b), 1);
  some = any (C.e);
  cap = opts.cap;
  for attempt = 1:2
    A = [E.G(:,free), sparse(n, 1); C.A(:,free), C.e];
    b = [E.w / E.size; zeros(size (C.e))];
    cones = struct ('z', n, 'l', C.cones.l, 'q', C.cones.q);
    if (~some || attempt == 2 || opts.always)  % eps <= cap
      A = [A(1:n,:); sparse(1, N + 1, 1, 1, N + 1); A(n+1:end,:)];
      b = [E.w / E.size; cap / E.size; zeros(size (C.e))];
      cones.l = cones.l + 1;
    end
    [x, dual, info] = dls_stick_solve ([zeros(N, 1); -1], A, b, cones, opts);
    if (~strcmp (info.status, 'dual_infeasible'))
      break
    end
  end
  message = info.message;
  y = dual(1:n);
  lambda(free) = E.size * x(1:N);
  value = E.size * x(end);
  if (strcmp (info.status, 'primal_infeasible'))
    value = -Inf;
  elseif (~strcmp (info.status, 'solved'))
    status = 'trouble';
  elseif (~some || attempt == 2)
    value = Inf;
  end
end

% The bilateral contact without a sign whose double cone is violated most; 0: none is.
function worst = branching_contact (E, mu, signs, weights, lambda, value, facets)
  worst = 0;
  open = find (signs == 0);
  if (isempty (open))
    return
  end
  t = reshape (lambda(E.tangent(:,open)), E.d - 1, numel (open));
  [~, ~, t] = dls_stick_polygon (E.d, facets, t);
  goal = value;
  goal(isinf (goal)) = 0;
  slack = mu(open) .* abs (lambda(E.normal(open))) - t - weights(open) * goal;
  [least, k] = min (slack);
  if (isinf (value) || least < -1e-9 * (norm (lambda, Inf) + 1e-300))
    worst = open(k);
  end
end
