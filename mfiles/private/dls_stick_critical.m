function m = dls_stick_critical (E, base, opts)
% The smallest m such that |t_i| <= m*base_i*|n_i| has a solution, by Dinkelbach's method: at m
% the point of greatest margin has a ratio max |t_i| / (base_i |n_i|) that is the next m. Every m
% on the way is attained; the last one is not improved. Contacts that cannot be loaded (margin 0
% for all m) or reactions that must grow beyond bounds (an infimum) may stop it too early, so a
% little less friction is tried, and bisection goes on from there. Inf: none; NaN: not found.
% base []: the same friction at all contacts, those with mu = 0 among them.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isempty (base))
    E = rough (E);
    base = ones (numel (E.normal), 1);
  end
  opts.always = true;
  m = 0;
  if (~isempty (base))
    m = descend (E, base, opts);
  end
  if (isfinite (m) && m > 0 && attainable (E, base, m * (1 - 1e-4), opts))
    low = 0;
    for iteration = 1:45
      middle = (low + m) / 2;
      if (attainable (E, base, middle, opts))
        m = middle;
      else
        low = middle;
      end
      if (m - low <= 1e-9 * m)
        break
      end
    end
  end
  if (isfinite (m) && m > 0 && ~attainable (E, base, m * (1 + 1e-8), opts))
    m = NaN;                                   % rounding, magnified by much friction
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
    R = dls_stick_margin (E, m * base, weights, opts);
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
  R = dls_stick_margin (E, m * base, ones (size (base)), opts);
  ok = ~isempty (R.lambda) && R.eps >= -1e-9 * E.size;
  if (ok && R.eps <= 1e-8 * E.size)
    E.mu = m * base;
    [~, ok] = dls_stick_polish (E, R.lambda, max (opts.DataAccuracy, 1e-10));
  end
end

% The largest ratio |t| / (base*|n|), and the |n|; rounding errors do not count.
function [ratio, n] = attained (E, base, lambda, facets)
  n = abs (lambda(E.normal));
  [~, ~, t] = dls_stick_polygon (E.d, facets, reshape (lambda(E.tangent), size (E.tangent)));
  noise = 1e-8 * (E.size + norm (lambda, Inf));
  t(t <= noise) = 0;
  n(n <= noise) = 0;
  ratio = t ./ (base .* n);
  ratio(t == 0) = 0;
  ratio = max (ratio);
end
