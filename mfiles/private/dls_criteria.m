function varargout = dls_criteria (what, varargin)
% What the criteria of dls_wellposed share; dls_criteria (WHAT, ...): clock: the time that is left;
% products, bits, couplings: of matrices; cone, unique: programs.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin == 1)                               % what is asked most often: the clock
    [varargout{1:max(nargout, 1)}] = wellposed_clock ();
    return
  end
  [varargout{1:nargout}] = feval (['wellposed_', what], varargin{:});
end

% Seconds left to DLS_WELLPOSED, whose programs ask here before they begin, and the accuracy of the
% data; with arguments: it begins.
function [left, accuracy] = wellposed_clock (limit, data_accuracy)
  persistent timer seconds relative
  if (nargin > 0 || isempty (timer))
    timer = tic ();
    seconds = Inf;
    relative = 8 * eps;
  end
  if (nargin > 0)
    seconds = limit;
    relative = data_accuracy;
  end
  left = max (seconds - toc (timer), 0);
  accuracy = relative;
end

% G'*Z without what is rounding.
function C = wellposed_products (G, Z)
  C = G' * Z;
  size_of = sqrt (sum (G .^ 2, 1))' * sqrt (sum (Z .^ 2, 1));
  C(abs (C) <= 1e-11 * size_of) = 0;
end

% The lowest binary digits of a number, a row of zeros and ones.
function b = wellposed_bits (number, count)
  b = mod (floor (number ./ 2 .^ (0:count-1)), 2);
end

% J'*X and J'*Y, where X and Y are the accelerations under J and T with G'*a = 0.
function [W, ok] = wellposed_couplings (M, G, J, T)
  [X, proper] = dls_inertia ('solve', M, G, [J, T]);
  W = full (J' * X);
  k = size (J, 2);
  W(:,1:k) = (W(:,1:k) + W(:,1:k)') / 2;
  ok = all (proper);
  if (~ok)
    W(:,~proper) = NaN;
    W(~proper(1:k),:) = NaN;
  end
end

% Is {x : E*x = 0, A*x >= 0} = {0}? By the rank of [E; A] (no line in it) and the feasibility of
% sum (A*x) = 1 (rows of A with norm 1); NaN: not known. x: an element that is not zero, else zero.
function [trivial, x] = wellposed_cone (E, A)
  n = size (A, 2);
  x = zeros (n, 1);
  if (n == 0)
    trivial = true;
    return
  elseif (wellposed_clock () == 0)
    trivial = NaN;
    return
  end
  R = dls_wellposed_rank (sparse (n, n), [E; A]');
  if (~R.acceleration_unique)
    trivial = false;
    x = full (R.acceleration_kernel(:,1));
    return
  elseif (size (A, 1) == 0)
    trivial = true;
    return
  end
  scale = sqrt (full (sum (A .^ 2, 2)));
  scale(scale == 0) = 1;
  A = diag (sparse (1 ./ scale)) * A;
  [exists, y] = dls_wellposed_lp ([E; sum(A, 1)], [zeros(size (E, 1), 1); 1], A, ...
                                  zeros (size (A, 1), 1));
  trivial = NaN;
  if (~isnan (exists))
    trivial = ~exists;
  end
  if (exists == 1)
    x = y;
  end
end

% What is unique in M*a + F = E*eta + Gu*lambda, E'*a + e = 0, 0 <= Gu'*a + bu _|_ lambda >= 0,
% which has solutions: facts q.a, q.u (Gu*lambda), q.all (eta, lambda); q.strong and q.open:
% contacts with lambda > 0 and with Gu'*a + bu > 0 in some solution ([]: not found). The problem is
% the convex program min a'*M*a/2 + F'*a, and a maximally complementary solution tells.
function q = wellposed_unique (S, E, e)
  unknown = struct ('yes', NaN, 'number', NaN, 'witness', []);
  q = struct ('a', unknown, 'u', unknown, 'all', unknown, 'strong', [], 'open', []);
  P = struct ('S', S, 'E', E, 'e', e);
  k = size (E, 2);
  [~, ~, ~, info] = dls_conic (S.M, S.F, [E'; -S.Gu'], [-e; S.bu], struct ('z', k, 'l', S.nu), ...
                           'MaxTime', wellposed_clock ());
  if (~strcmp (info.status, 'solved'))
    return
  end
  u = k + (1:S.nu);
  strong = info.active.strong(u);
  open = info.active.inactive(u);
  q = ranks (P, strong, ~open);
  if (any (~strong & ~open))
    q = degenerate (P, q, ranks (P, ~open, strong), strong, ~strong & ~open);
  end
  q.strong = strong;
  q.open = open;
end

% Contacts that touch without force: when it matters, look at the cones of directions in which
% the solution could move, reactions and gaps of these contacts only to positive values.
function q = degenerate (P, q, other, strong, loose)
  S = P.S;
  k = size (P.E, 2);
  if (q.a.yes ~= other.a.yes)
    [q.a.yes, d] = wellposed_cone ([S.M; P.E'; S.Gu(:,strong)'], S.Gu(:,loose)');
    q.a.witness = moved (q.a.yes, d);
  end
  used = [true(k, 1); strong | loose];
  G = [P.E, S.Gu];
  I = speye (k + S.nu);
  signs = I([false(k, 1); loose],used);
  if (q.all.yes ~= other.all.yes)
    [q.all.yes, d] = wellposed_cone (G(:,used), signs);
    x = zeros (k + S.nu, 1);
    x(used) = d;
    q.all.witness = moved (q.all.yes, x);
  end
  if (q.u.yes ~= other.u.yes)
    q.u.yes = NaN;
    if (q.all.yes == 1)
      q.u.yes = true;
    elseif (S.n <= 100)
      V = [sparse(S.n, k), S.Gu];
      [q.u.yes, q.u.witness] = sums (G(:,used), signs, V(:,used));
    end
  end
end

function d = moved (yes, d)
  if (yes ~= 0)
    d = [];
  end
end

% Is V*x = 0 for all x with G*x = 0, C*x >= 0?
function [yes, v] = sums (G, C, V)
  yes = true;
  v = [];
  zero = zeros (size (C, 1), 1);
  for i = find (any (V, 2)')
    for s = [1 -1]
      [exists, x] = dls_wellposed_lp ([G; V(i,:)], [zeros(size (G, 1), 1); s], C, zero);
      if (exists == 1)
        yes = false;
        v = full (V * x);
        return
      elseif (isnan (exists))
        yes = NaN;
      end
    end
  end
end

function q = ranks (P, pressing, closed)
  S = P.S;
  A = dls_wellposed_rank (S.M, [P.E, S.Gu(:,closed)]);
  q.a = struct ('yes', A.acceleration_unique, 'number', size (A.acceleration_kernel, 2), ...
                'witness', []);
  if (~q.a.yes)
    q.a.witness = full (A.acceleration_kernel(:,1));
  end
  G = S.Gu(:,pressing);
  L = dls_wellposed_rank (S.M, [P.E, G]);
  q.all = struct ('yes', L.nullity == 0, 'number', L.nullity, 'witness', []);
  q.u = struct ('yes', true, 'number', 0, 'witness', []);
  k = size (P.E, 2);
  if (L.nullity > 0 && ~isempty (L.kernel))
    index = [1:k, k + find(pressing(:)')];
    q.all.witness = zeros (k + S.nu, 1);
    q.all.witness(index) = L.kernel(:,1);
    E = dls_wellposed_rank (S.M, P.E);
    U = dls_wellposed_rank (S.M, G);
    q.u.number = E.rank + U.rank - L.rank;
    q.u.yes = q.u.number == 0;
    if (~q.u.yes)
      V = full (G * L.kernel(k+1:end,:));
      [largest, i] = max (sum (V .^ 2, 1));
      q.u.witness = V(:,i);
    end
  end
end
