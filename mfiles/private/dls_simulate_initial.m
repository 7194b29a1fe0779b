function dls_simulate_initial (model, t, q, v, opts)
% Report initial data that violate the constraints, with numbers.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (strcmp (opts.Initial, 'off'))
    return
  end
  E = dls_model_at (model, 'hgGw', t, q, v);
  text = '';
  [worst, k] = max ([0; abs(E.h)]);
  if (worst > opts.InitialTolerance)
    text = sprintf ('constraint %d is violated by %g at q0', k - 1, E.h(k-1));
  end
  speed = abs (full (E.G' * v + E.wb));
  [worst, k] = max ([0; speed]);
  if (isempty (text) && worst > opts.InitialTolerance)
    text = sprintf ('v0 violates constraint %d: its rate of change is %g', k - 1, speed(k-1));
  end
  [worst, k] = min ([0; E.g]);
  if (isempty (text) && worst < -opts.InitialTolerance)
    text = sprintf ('contact %d penetrates by %g at q0', k - 1, -worst);
  end
  if (isempty (text))
    return
  end
  text = sprintf (['dls_simulate: inconsistent initial data: %s; expected at most %g ', ...
                   '(''InitialTolerance'')'], text, opts.InitialTolerance);
  if (strcmp (opts.Initial, 'error'))
    error ('delassus:initial', '%s', text);
  end
  warning ('delassus:initial', '%s', text);
end
