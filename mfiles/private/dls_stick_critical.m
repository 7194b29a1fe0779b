function m = dls_stick_critical (E, base, opts)
% The smallest m such that |t_i| <= m*base_i*|n_i| has a solution, by Dinkelbach's method: at m
% the point of greatest margin has a ratio max |t_i| / (base_i |n_i|) that is the next m. Every m
% on the way is attained, the last one cannot be improved. NaN: not found; Inf: none.
% SPDX-License-Identifier: GPL-3.0-or-later
  opts.always = true;
  if (isempty (base))
    m = 0;
    return
  end
  weights = ones (size (base));
  m = 0;
  best = Inf;
  for iteration = 1:60
    opts.cap = E.size * (1 + m) / min (weights);
    R = dls_stick_margin (E, m * base, weights, opts);
    if (~strcmp (R.status, 'solved'))
      m = NaN;
      return
    elseif (isempty (R.lambda))
      m = Inf;                                 % lu >= 0 and the equations exclude each other
      return
    end
    [ratio, n] = attained (E, base, R.lambda, opts.Facets);
    if (m == 0 && ratio == 0)
      return
    elseif (ratio >= best * (1 - 1e-10) && isfinite (best))
      m = best;
      return
    elseif (isfinite (ratio))
      best = ratio;
      m = ratio;
      weights = base .* max (n, 1e-3 * max (n));
    elseif (isfinite (best))
      m = best;
      return
    else
      m = max (1, 10 * m);                     % an unloaded contact: friction counts for more
      if (m > 1e7)
        m = Inf;
        return
      end
    end
  end
  m = NaN;
end

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
