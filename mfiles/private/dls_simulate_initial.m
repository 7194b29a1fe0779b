function [q, v] = dls_simulate_initial (model, t, q, v, opts, E)
% Report initial data that violate the constraints, with numbers. E: equations of a mechanism there,
% or [].
% SPDX-License-Identifier: GPL-3.0-or-later
  if (strcmp (opts.Initial, 'off'))
    return
  end
  [E, names] = at_start (model, t, q, v, E);
  text = '';
  [worst, k] = max ([0; abs(E.h)]);
  if (worst > opts.InitialTolerance)
    text = sprintf ('constraint %s is violated by %g at q0', names.b (k - 1), E.h(k-1));
  end
  speed = abs (full (E.G' * v + E.wb));
  [worst, k] = max ([0; speed]);
  if (isempty (text) && worst > opts.InitialTolerance)
    text = sprintf ('v0 violates constraint %s: its rate of change is %g', names.b (k - 1), ...
                    speed(k-1));
  end
  [worst, k] = min ([0; E.g]);
  if (isempty (text) && worst < -opts.InitialTolerance)
    text = sprintf ('contact %s penetrates by %g at q0', names.u (k - 1), -worst);
  end
  if (isempty (text))
    return
  end
  closes = '';
  if (isfield (model, 'machine'))
    closes = 'dls_assemble closes loops and makes velocities fit; ';
  end
  text = sprintf (['dls_simulate: inconsistent initial data: %s; expected at most %g ', ...
                   '(''InitialTolerance''); %s''Initial'', ''project'' begins at the nearest ', ...
                   'state that fits'], text, opts.InitialTolerance, closes);
  if (strcmp (opts.Initial, 'error'))
    error ('delassus:initial', '%s', text);
  elseif (strcmp (opts.Initial, 'warn'))
    warning ('delassus:initial', '%s', text);
    return
  end
  [q, v] = nearest (model, t, q, v);
  dls_simulate_initial (model, t, q, v, setfield (opts, 'Initial', 'error'), []);
end

% The nearest positions with h (q) = 0, g (q) >= 0 and then velocities with G'*v + w = 0, in the
% metric of the mass.
function [q, v] = nearest (model, t, q, v)
  if (isfield (model, 'machine'))
    B = model.mechanism;
    [q, turns] = dls_mechanism_turns ('split', model.machine, q);
    B = dls_mechanism_turns ('at', B, turns);
    [B.t, B.q, B.v] = deal (t, q, v);
    B = dls_assemble (B, 'Overlaps', 'push');
    q = dls_mechanism_turns ('whole', model.machine, B.q, dls_mechanism_turns ('of', B));
    v = B.v;
    return
  end
  none = zeros (model.n, 1);
  for iteration = 1:50
    E = dls_model_at (model, 'hgGNMk', t, q, v);
    E.g(E.k < Inf) = Inf;
    deep = find (E.g < 0);
    if (max ([0; abs(E.h); -E.g]) <= 1e-14 * max (1, norm (q, Inf)))
      break
    end
    dq = dls_kkt (E.M, [sparse(E.G), sparse(E.N(:,deep))], none, [E.h; E.g(deep)]);
    q = dls_model_moved (model, q, dq, 1);
  end
  E = dls_model_at (model, 'GMw', t, q, v);
  v = v + dls_kkt (E.M, E.G, none, full (E.G' * v) + E.wb);
end

% Values at the start, and what constraint and contact k are called: by number, or by joint.
function [E, names] = at_start (model, t, q, v, E)
  if (isfield (model, 'machine'))
    if (isempty (E))
      E = dls_mechanism_evaluate (model.mechanism, t, q, v, 'dls_simulate');
    end
    names = struct ('b', @(k) E.names.b{k}, 'u', @(k) E.names.u{k});
  else
    E = dls_model_at (model, 'hgGwk', t, q, v);
    names = struct ('b', @(k) sprintf ('%d', k), 'u', @(k) sprintf ('%d', k));
  end
  E.g(E.k < Inf) = Inf;                             % compliant contacts may overlap
end
