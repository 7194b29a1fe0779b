function varargout = dls_verify_margin (what, varargin)
% V.margin, .mu_min, .mu_scale of dls_sticking; dls_verify_margin (WHAT, ...): claims, units.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['margin_', what], varargin{:});
end

% V.proof of S, in natural units u, in the caller's.
function P = margin_units (P, S, u)
  E = dls_stick ('columns', S);
  unit = [u.nb; u.nu; u.tb(E.rows_tb); u.tu(E.rows_tu)];
  for name = {'margin', 'mu_min', 'mu_scale'}
    if (~isempty (P.(name{1})))
      if (~isempty (P.(name{1}).lambda))
        P.(name{1}).lambda = unit .* P.(name{1}).lambda;
      end
      if (~isempty (P.(name{1}).y))
        P.(name{1}).y = bsxfun (@times, u.a, P.(name{1}).y);
      end
    end
  end
end

% S, V, V.proof in natural units, but for V.margin; unit: of the reactions. libcore/verify/margin.c.
% given: {E} of dls_stick ('setup').
function report = margin_claims (S, V, report, unit, given)
  if (nargin < 5)
    given = {};
  end
  values = [V.margin, V.mu_min, V.mu_scale];
  names = {'margin', 'mu_min', 'mu_scale'};
  if (isstruct (V.certificate) && any (strcmp (V.certificate.kind, {'no_acceleration', ...
                                                                    'no_balance'})))
    report = dls_judge ('check', report, 'margin, mu_min, mu_scale of no solution', ...
                        sum (values ~= [-Inf, Inf, Inf]), 0);
    return
  elseif (isempty (V.a) || any (strcmp ('sliding', [S.modeb, S.modeu])) || isfield (V, 'force_set'))
    for k = find (~isnan (values))
      report = dls_judge ('leave', report, names{k});
    end
    return
  end
  E = dls_verify_cones (S, V.a, V.detaching, true, false, V.facets, given{:});
  A = dls_verify_cones (S, V.a, V.detaching, true, true, V.facets, given{:});
  E.weight = reshape (1 ./ unit(E.normal), [], 1);
  report = claim (report, 'margin', 'margin', E, V.margin, V.proof.margin);
  all_ = A;
  all_.mu(:) = 1;
  report = claim (report, 'friction', 'mu_min', all_, V.mu_min, V.proof.mu_min);
  if (isempty (E.mu) && ~isempty (A.mu))       % a multiple of no friction is none
    right = [strcmp(V.verdict, 'sticking') && V.mu_scale == 0, ...
             strcmp(V.verdict, 'not_sticking') && isinf(V.mu_scale), isnan(V.mu_scale)];
    report = dls_judge ('check', report, 'mu_scale', double (~any (right)), 0);
  else
    report = claim (report, 'friction', 'mu_scale', E, V.mu_scale, V.proof.mu_scale);
  end
end

function report = claim (report, kind, name, E, value, P)
  if (isnan (value) || (isempty (E.mu) && strcmp (kind, 'margin') && value == Inf))
    return
  elseif (isempty (P))
    report = dls_judge ('leave', report, name);
    return
  end
  X = dls_verify_held_mex (kind, E, leaves (E, P, value));
  X.not_checked = strcat (name, {': '}, X.not_checked);
  for k = 1:numel (X.checks)
    X.checks(k).name = [name, ': ', X.checks(k).name];
  end
  if (~X.ok)
    X.message = [name, ': ', X.message];
  end
  report = dls_judge ('add', report, X);
end

function P = leaves (E, P, value)
  P.value = value;
  P.signs = reshape (P.signs, numel (E.normal), size (P.y, 2));
  P.y = reshape (P.y, size (E.G, 1), size (P.y, 2));
end
