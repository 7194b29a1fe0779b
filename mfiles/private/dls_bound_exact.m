function r = dls_bound_exact (S, Q)
% det (A(a,a) - mu*T(a,a)*diag (s)) for all index sets a with all bilateral contacts and all signs s
% of their reactions: positive at mu = 0, and all of them exactly while the problem is P.
% SPDX-License-Identifier: GPL-3.0-or-later
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
  Tb = dls_sliding_tangents (S, 'b');
  T = [Tb(:,Q.sb), dls_sliding_tangents(S, 'u')];
  [W, ok] = dls_bound_couplings (S.M, S.Gb(:,~Q.sb), G(:,end-m+1:end), T);
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
    a = [1:k, k + find(dls_bound_bits (set, m - k))];
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
      s(1:k) = 1 - 2 * dls_bound_bits (signs, k);
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
