function V = dls_stick_sought (V, S, opts)
% Verdict of dls_sticking where acceleration, reactions and perhaps the force are sought together
% (dls_stick_joint). What is found is checked by dls_verify before it is called a verdict.
% SPDX-License-Identifier: GPL-3.0-or-later
  E = dls_stick_columns (S);
  U = dls_stick_force (opts.Force, S.n, 'dls_sticking');
  R = scaled (S, U, opts);
  V.programs = R.programs;
  V.margin = R.eps;
  V.a = R.a;
  V.lambda = sliding_friction (S, dls_stick_lambda (E, R.lambda));
  V.detaching = false (S.nu, 1);
  V.force_set = U;
  if (~isempty (opts.Force))
    V.force_parameter = R.force_parameter;
    V.force = S.F + U.B * R.force_parameter;
    [V.W_n, V.W_t, V.V_n, V.V_t] = dls_stick_map (S, E, opts.Static);
  end
  if (R.found)
    an = S.Gu' * R.a + S.bu;
    unloaded = R.pattern(1:S.nu) == -1 | V.lambda.nu <= 1e-9 * norm (V.lambda.nu, Inf);
    V.detaching = unloaded & an > 1e-9 * max (norm (S.bu, Inf), norm (S.Gu, 1) * norm (R.a, Inf));
    V.names_detaching = S.names.u(V.detaching);
    V.verdict = 'sticking';
    V.message = 'all contacts that shall stick do';
    if (strcmp (R.status, 'limit'))
      V.message = [V.message, '; the margin may be larger: ', R.message];
    end
  elseif (strcmp (R.status, 'solved'))
    V.verdict = 'not_sticking';
    V.message = 'no acceleration and reactions let the contacts stick';
    if (~isempty (opts.Force))
      V.message = 'no force that is allowed lets the contacts stick';
    end
    V.certificate = R.leaves;
    V.certificate.kind = 'joint';
  else
    V.margin = NaN;
    V.message = R.message;
    return
  end
  [ok, info] = dls_verify (S, V);
  if (~ok)
    V.message = sprintf ('%s, but this is not proved: %s', V.message, info.message);
    V.verdict = 'undecided';
    V.certificate = [];
  end
end

% Solved with gradients of length one and masses of at most one: contact i is multiplied by g_i,
% and time by sqrt (mass).
function R = scaled (S, U, opts)
  mass = norm (S.M, 1) + ~any (S.M(:));
  T = S;
  T.M = S.M / mass;
  [T, gb] = unit_gradients (T, 'b', mass);
  [T, gu] = unit_gradients (T, 'u', mass);
  E = dls_stick_columns (T);
  k = ones (S.d - 1, 1);
  tangent_b = kron (gb, k);
  tangent_u = kron (gu, k);
  g = [gb; gu; tangent_b(E.rows_tb); tangent_u(E.rows_tu)];
  unit = max ([g(E.normal); realmin]);
  E.weights = unit ./ g(E.normal);
  R = dls_stick_joint (T, E, U, opts);
  R.a = R.a / mass;
  R.lambda = g .* R.lambda;
  R.eps = unit * R.eps;
  R.leaves.z = bsxfun (@times, mass * g, R.leaves.z);
end

function [S, g] = unit_gradients (S, s, mass)
  G = S.(['G', s]);
  count = size (G, 2);
  g = 1 ./ reshape (full (sqrt (sum (G .^ 2, 1))), count, 1);
  S.(['G', s]) = G * spdiags (g, 0, count, count);
  S.(['b', s]) = mass * g .* S.(['b', s]);
  H = S.(['H', s]);
  if (~isempty (H))
    h = kron (g, ones (S.d - 1, 1));
    S.(['H', s]) = H * spdiags (h, 0, numel (h), numel (h));
    S.(['t', s]) = mass * h .* S.(['t', s]);
  end
end

% -mu*|ln|*vt/|vt|
function L = sliding_friction (S, L)
  sides = 'bu';
  for k = 1:2
    s = sides(k);
    v = S.(['vt', s]);
    for i = find (strcmp ('sliding', S.(['mode', s])))
      L.(['t', s])((i-1)*(S.d-1) + (1:S.d-1)) = -S.(['mu', s])(i) * abs (L.(['n', s])(i)) ...
                                                * v(:,i) / norm (v(:,i));
    end
  end
end
