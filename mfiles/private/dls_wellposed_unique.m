function q = dls_wellposed_unique (S, E, e)
% What is unique in M*a + F = E*eta + Gu*lambda, E'*a + e = 0, 0 <= Gu'*a + bu _|_ lambda >= 0,
% which has solutions: facts q.a, q.u (Gu*lambda), q.all (eta, lambda); q.strong and q.open:
% contacts with lambda > 0 and with Gu'*a + bu > 0 in some solution ([]: not found). The problem is
% the convex program min a'*M*a/2 + F'*a, and a maximally complementary solution tells.
% SPDX-License-Identifier: GPL-3.0-or-later
  unknown = struct ('yes', NaN, 'number', NaN, 'witness', []);
  q = struct ('a', unknown, 'u', unknown, 'all', unknown, 'strong', [], 'open', []);
  P = struct ('S', S, 'E', E, 'e', e);
  k = size (E, 2);
  [~, ~, ~, info] = dls_conic (S.M, S.F, [E'; -S.Gu'], [-e; S.bu], struct ('z', k, 'l', S.nu), ...
                           'MaxTime', dls_wellposed_clock ());
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
    [q.a.yes, d] = dls_wellposed_cone ([S.M; P.E'; S.Gu(:,strong)'], S.Gu(:,loose)');
    q.a.witness = moved (q.a.yes, d);
  end
  used = [true(k, 1); strong | loose];
  G = [P.E, S.Gu];
  I = speye (k + S.nu);
  signs = I([false(k, 1); loose],used);
  if (q.all.yes ~= other.all.yes)
    [q.all.yes, d] = dls_wellposed_cone (G(:,used), signs);
    x = zeros (k + S.nu, 1);
    x(used) = d;
    q.all.witness = moved (q.all.yes, x);
  end
  if (q.u.yes ~= other.u.yes)
    q.u.yes = NaN;
    if (isequal (q.all.yes, true))
      q.u.yes = true;
    elseif (S.n <= 100)
      V = [sparse(S.n, k), S.Gu];
      [q.u.yes, q.u.witness] = sums (G(:,used), signs, V(:,used));
    end
  end
end

function d = moved (yes, d)
  if (~isequal (yes, false))
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
      if (isequal (exists, true))
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
