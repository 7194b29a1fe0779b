function V = dls_stick_sought (V, S, U, u, opts)
% Verdict of dls_sticking where acceleration, reactions and perhaps the force (of the set U) are
% sought together (dls_stick_joint), of a system in natural units u; the margin is in the caller's.
% SPDX-License-Identifier: GPL-3.0-or-later
  E = dls_stick_columns (S);
  c = [u.nb; u.nu];
  c = reshape (c(E.normal), [], 1);
  unit = min ([c; Inf]);
  E.weights = max (unit ./ c, 1 / 16);
  R = dls_stick_joint (S, E, U, opts);
  V.programs = R.programs;
  V.margin = R.eps;
  if (isfinite (R.eps))
    V.margin = unit * R.eps;
  end
  V.a = R.a;
  V.lambda = sliding_friction (S, dls_stick_lambda (E, R.lambda));
  V.detaching = false (S.nu, 1);
  V.force_set = U;
  if (~isempty (opts.Force))
    V.force_parameter = R.force_parameter;
    V.force = S.F + U.B * R.force_parameter;
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
