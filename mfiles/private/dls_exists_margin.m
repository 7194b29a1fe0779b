function answer = dls_exists_margin (H, w, mu, d, lifted, accuracy, limit)
% Largest t <= 1 with H*v + w - t*e_N in L*, e_N at the contacts `lifted`.
% One conic program in (v, t), in units of contacts and of coordinates in which H is of size one;
% what it finds is judged in the data as given. Fields: margin (-Inf: no t will do; NaN: not
% known), v, u, weak, strict (u is in L*; inside at the contacts `lifted`), r ([] unless r is in
% L, H'*r = 0, w'*r = -1), kernel ([] unless in L, H'*r = 0, of size one; for w = 0), velocity,
% reaction (how far outside u and r are, relative), status, iterations.
% SPDX-License-Identifier: GPL-3.0-or-later
  [row, column] = units (H, d);
  n = size (H, 2);
  size_w = max ([row .* abs(w); 0]);
  size_w = size_w + (size_w == 0);
  X = program (diagonal (row) * H * diagonal (column), row .* w / size_w, mu, d, lifted, ...
               limit);
  answer = struct ('margin', X.margin, 'v', [], 'u', [], 'weak', false, 'strict', false, ...
                   'r', [], 'kernel', [], 'velocity', NaN, 'reaction', NaN, ...
                   'status', X.status, 'iterations', X.iterations);
  far = 1e6 * column * size_w;
  found = size (X.v, 2) == 1;
  v = column .* X.v * size_w;
  judge = @(answer, v) with_witness (answer, v, H, w, mu, d, lifted, accuracy);
  answer = judge (answer, zeros (n, 1));
  if (~answer.strict && found)
    answer = judge (answer, v);
  end
  if (found && ~answer.strict && (~answer.weak || X.margin > 1e-7))
    answer = judge (answer, touch (v, H, w, mu, d));      % equations, and where L* is touched
  end
  if (~answer.weak)
    answer = with_proof (answer, row .* X.r, H, w, mu, d, far, accuracy);
  end
  if (~answer.strict && ~any (w))
    answer.kernel = kernel_of (row .* X.r, H, mu, d, accuracy);
  end
end

% Powers of two: one of a contact, one of a column.
function [row, column] = units (H, d)
  H = abs (H);
  row = ones (size (H, 1), 1);
  column = ones (size (H, 2), 1);
  for k = 1:3
    if (isempty (H))
      break
    end
    of_row = max (H * diagonal (column), [], 2);
    largest = max (reshape (full (of_row), d, []), [], 1);
    row = reshape (repmat (inverse (largest), d, 1), [], 1);
    largest = full (max (diagonal (row) * H, [], 1));
    column = reshape (inverse (largest), [], 1);
  end
end

function D = diagonal (x)
  D = sparse (1:numel (x), 1:numel (x), x);
end

function x = inverse (x)
  x(~(x > 0)) = 1;
  x = 2 .^ -round (log2 (x));
end

% X.v, X.margin, X.r (in L; a proof if w'*r < 0)
function X = program (H, w, mu, d, lifted, limit)
  N = numel (w);
  n = size (H, 2);
  nc = N / d;
  curved = mu > 0 & isfinite (mu);
  part = reshape (1:N, d, nc);
  tangents = reshape (part(2:end,isinf (mu)), [], 1);
  straight = reshape (part(1,~curved), [], 1);
  cones = reshape (part(:,curved), [], 1);
  Y = ones (d, nc);
  Y(2:end,curved) = repmat (mu(curved)', d - 1, 1);
  lift = zeros (N, 1);
  lift(part(1,lifted)) = 1;
  rows = reshape ([tangents; straight; cones], [], 1);
  B = [-H(rows,:), sparse(lift(rows))];
  B = sparse (1:numel (rows), 1:numel (rows), Y(rows)) * B;
  nz = numel (tangents);
  ns = numel (straight);
  A = [B(1:nz+ns,:); sparse(1, n), 1; B(nz+ns+1:end,:)];
  b = Y(:) .* w;
  b = [b(rows(1:nz+ns)); 1; b(cones)];
  [x, ~, y, info] = dls_conic ([], [zeros(n, 1); -1], A, b, ...
                               struct ('z', nz, 'l', ns + 1, 'q', d * ones (sum (curved), 1)), ...
                               'MaxTime', limit);
  X = struct ('margin', NaN, 'v', zeros (n, 0), 'r', zeros (N, 1), 'status', info.status, ...
              'iterations', info.iterations);
  y(nz + ns + 1) = [];
  X.r(rows) = reshape (Y(rows), [], 1) .* y;
  X.r(~isfinite (X.r)) = 0;
  if (strcmp (info.status, 'solved'))
    X.margin = x(end);
    X.v = reshape (x(1:n), n, 1);
  elseif (strcmp (info.status, 'primal_infeasible'))
    X.margin = -Inf;
  end
end

% Is u = H*v + w in L*, by the data as given? The slack of each contact is known up to rounding and
% the accuracy of the data, relative to the terms of u.
function answer = with_witness (answer, v, H, w, mu, d, lifted, accuracy)
  u = full (H * v) + w;
  terms = full (abs (H) * abs (v)) + abs (w);
  doubt = (accuracy + (size (H, 2) + 4) * eps) * reshape (terms, d, []);
  [slack, stuck] = in_dual (reshape (u, d, []), mu);
  bound = mu';
  bound(isinf (bound)) = 0;
  sideways = sum (doubt(2:end,:), 1);
  doubt = doubt(1,:) + bound .* sideways;
  weak = all (stuck <= sideways) && all (slack >= -doubt);
  strict = weak && all (slack(lifted) > doubt(lifted));
  if (strict || (weak && ~answer.weak))
    [answer.v, answer.u, answer.weak, answer.strict] = deal (v, u, weak, strict);
    answer.velocity = max ([0, -slack, stuck]) / max ([abs(w); abs(u); realmin]);
  end
end

% u_N - mu*|u_T|, and |u_T| where it must vanish
function [slack, stuck] = in_dual (u, mu)
  bound = mu';
  t = sqrt (sum (u(2:end,:) .^ 2, 1));
  stuck = t .* isinf (bound);
  bound(isinf (bound)) = 0;
  slack = u(1,:) - bound .* t;
end

% Newton's method for slack = 0 where it is small or negative, |u_T| = 0 where that is asked for.
function v = touch (v, H, w, mu, d)
  bound = mu';
  bound(isinf (bound)) = 0;
  for k = 1:3
    u = reshape (full (H * v) + w, d, []);
    [slack, ~] = in_dual (u, mu);
    terms = max (reshape (full (abs (H) * abs (v)) + abs (w), d, []), [], 1);
    t = sqrt (sum (u(2:end,:) .^ 2, 1));
    close = slack <= 1e-6 * terms;
    apex = close & t <= 1e-6 * terms & bound > 0;
    side = reshape (find (close & ~apex), 1, []);
    first = d * (side - 1) + 1;
    A = H(first,:);
    for i = 2:d
      e = bound(side) .* u(i,side) ./ max (t(side), realmin);
      A = A - diagonal (e) * H(first+i-1,:);
    end
    part = reshape (1:numel (w), d, []);
    fixed = [reshape(part(:,apex), [], 1); reshape(part(2:end,isinf (mu')), [], 1)];
    A = [A; H(fixed,:)];
    rhs = [reshape(slack(side), [], 1); reshape(u(fixed), [], 1)];
    if (isempty (rhs))
      break
    end
    v = v + dls_kkt (speye (numel (v)), A', zeros (numel (v), 1), rhs);      % A*dv + rhs = 0
  end
end

% r made to be in L; a proof if it beats what v up to `far` could do.
function answer = with_proof (answer, r, H, w, mu, d, far, accuracy)
  r = into_cone (r, mu, d);
  if (any (r))                                            % without rounding's part of H'*r
    s = into_cone (dls_kkt (speye (numel (r)), H, -r, zeros (size (H, 2), 1)), mu, d);
    if (far' * abs (H' * s) < far' * abs (H' * r))
      r = s;
    end
  end
  beyond = -(w' * r);
  left = abs (full (H' * r));
  doubt = (accuracy + (numel (r) + 4) * eps);
  left = left + doubt * full (abs (H') * abs (r));
  if (beyond > 2 * doubt * (abs (w') * abs (r)) && beyond > 2 * (far' * left))
    answer.r = r / beyond;
    answer.reaction = max ([abs(full (H' * r)); 0]) ...
                      / max (max (full (abs (H') * abs (r))), realmin);
  end
end

function r = kernel_of (r, H, mu, d, accuracy)
  r = into_cone (r, mu, d);
  left = abs (full (H' * r));
  if (~any (r) || any (left > (1e-8 + accuracy) * max (full (abs (H') * abs (r)))))
    r = [];
  else
    r = r / max (abs (r));
  end
end

% Rounding of interior points is cut off: |r_T| <= mu*r_N.
function r = into_cone (r, mu, d)
  r = reshape (r, d, []);
  bound = mu';
  r(1,:) = max (r(1,:), 0);
  t = sqrt (sum (r(2:end,:) .^ 2, 1));
  most = bound .* r(1,:);
  most(isinf (bound)) = Inf;
  share = (1 - 4 * eps) * most ./ max (t, realmin);
  share(t <= most) = 1;
  r(2:end,:) = r(2:end,:) .* share;
  r = r(:);
end
