function varargout = dls_verify_margin (what, varargin)
% V.margin, .mu_min, .mu_scale of dls_sticking; dls_verify_margin (WHAT, ...): claims, units,
% excludes.
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

% S, V, V.proof in natural units, but for V.margin; unit: of the reactions.
%   margin     lambda has it; leaves y of signs that are all cases: w'*lambda <= (w'*y)/(weights'*
%              |y_T|), y in the dual of the cones. Inf: lambda is a direction in which it grows
%   mu_min     lambda is admissible with it; y excludes reactions with .below
function report = margin_claims (S, V, report, unit)
  if (isstruct (V.certificate) && any (strcmp (V.certificate.kind, {'no_acceleration', ...
                                                                    'no_balance'})))
    wrong = [V.margin, V.mu_min, V.mu_scale] ~= [-Inf, Inf, Inf];
    report = dls_judge ('check', report, 'margin, mu_min, mu_scale of no solution', sum (wrong), 0);
    return
  elseif (isempty (V.a) || any (strcmp ('sliding', [S.modeb, S.modeu])) || isfield (V, 'force_set'))
    claimed = ~isnan ([V.margin, V.mu_min, V.mu_scale]);
    names = {'margin', 'mu_min', 'mu_scale'};
    for k = find (claimed)
      report = dls_judge ('leave', report, names{k});
    end
    return
  end
  E = dls_verify_cones ('contacts', S, V.detaching, true, false, V.facets);
  A = dls_verify_cones ('contacts', S, V.detaching, true, true, V.facets);
  w = S.M * V.a + S.F;
  P = V.proof;
  force = max ([abs(w); abs(S.F); 1e-6]);      % where anything is given its size is near one
  force = max (force, ~any ([S.F; S.bb; S.bu; S.tb; S.tu]));
  if (~isempty (P.margin) && ~isnan (V.margin))
    report = margin (report, E, V.margin, P.margin, w, force, 1 ./ unit(E.normal));
  elseif (~isnan (V.margin))
    report = dls_judge ('leave', report, 'margin');
  end
  report = friction (report, A, ones (size (A.mu)), V.mu_min, P.mu_min, w, force, 'mu_min');
  if (isempty (E.mu) && ~isempty (A.mu))       % a multiple of no friction is none
    right = [strcmp(V.verdict, 'sticking') && V.mu_scale == 0, ...
             strcmp(V.verdict, 'not_sticking') && isinf(V.mu_scale), isnan(V.mu_scale)];
    report = dls_judge ('check', report, 'mu_scale', double (~any (right)), 0);
  else
    report = friction (report, E, E.mu, V.mu_scale, P.mu_scale, w, force, 'mu_scale');
  end
end

% What the leaves leave of the margin, and what lambda has.
function report = margin (report, E, value, P, w, force, weights)
  k = numel (E.normal);
  signs = reshape (P.signs, k, size (P.y, 2));
  lambda = full (P.lambda);
  if (value == Inf && k > 0)
    lambda = lambda / max ([abs(lambda); realmin]);
    off = max (abs (E.G * lambda));
    report = dls_judge ('check', report, 'margin: G*direction = 0', off, 1e-6);
    report = dls_judge ('check', report, 'margin grows', -slack (E, lambda, weights), -1e-9);
    return
  elseif (value == Inf)
    return
  end
  report = dls_judge ('check', report, 'margin: the cases are all', ...
                      double (~dls_verify_cones ('cover', E, signs, zeros (k, 1))), 0);
  size_of = max ([force; abs(lambda)]);
  [bound, open] = deal (-Inf, 0);
  for i = 1:size (P.y, 2)
    [most, rest] = leaf_bound (E, P.y(:,i), signs(:,i), w, size_of, weights);
    bound = max (bound, most);
    open = max (open, rest);
  end
  unit = max ([size_of ./ weights; realmin]);
  if (isinf (value))
    report = dls_judge ('check', report, 'margin: no reactions', double (bound > -Inf), 0);
    return
  end
  report = dls_judge ('check', report, 'margin: bound', abs (bound - value) / unit, 1e-6);
  report = dls_judge ('check', report, 'margin: errors of the bound', open / unit, 1e-6);
  if (all (all (signs ~= 0)))
    report = dls_judge ('check', report, 'margin: of lambda', ...
                        abs (slack (E, lambda, weights) - value) / unit, 1e-6);
    report = dls_judge ('check', report, 'margin: G*lambda = M*a + F', ...
                        max ([0; abs(E.G * lambda - w)]) / size_of, 1e-6);
  end
end

% w'*y = lambda'*g >= sum (alpha .* weights) * eps, where |g_T| <= alpha <= s*g_N/mu: with alpha as
% large as it can be where eps >= 0; where it is negative only lu >= 0 allows another one.
% -Inf: no reactions have these signs.
function [bound, open] = leaf_bound (E, y, signs, w, size_of, weights)
  g = E.G' * y;
  [v, pull] = dls_verify_cones ('dual', E, E.mu, g, signs);
  r = inradius (E);
  least = pull / r;
  alpha = abs (signs) .* max (signs .* g(E.normal) ./ (r * E.mu), least);
  gain = w' * y;
  open = v * 10 * size_of * numel (g) + 1e-14 * (abs (w)' * abs (y));
  if (gain < 0)
    alpha(~E.bilateral) = least(~E.bilateral);
  end
  total = weights' * alpha;
  if (gain + open < 0 && total * size_of <= 1e-6 * -gain)
    [bound, open] = deal (-Inf, 0);
    return
  end
  bound = gain / total;
  open = open / total;
end

function r = inradius (E)
  r = 1;
  if (E.d == 3 && E.facets > 0)
    r = cos (pi / E.facets);
  end
end

% The least mu*|n| - |t| over weights; less where lu >= 0 or what is not free is missed.
function v = slack (E, lambda, weights)
  v = min (inradius (E) * dls_verify_cones ('slack', E, E.mu, lambda) ./ weights);
  E.normal = zeros (0, 1);
  E.tangent = zeros (E.d - 1, 0);
  off = dls_verify_cones ('outside', E, zeros (0, 1), lambda);
  v = v - off * (off > 1e-6 * max (abs (lambda)));
end

function report = friction (report, E, base, value, P, w, force, name)
  if (isnan (value))
    return
  elseif (isempty (P))
    report = dls_judge ('leave', report, name);
    return
  end
  k = numel (E.normal);
  if (isfinite (value))
    lambda = P.lambda;
    size_of = max ([force; abs(lambda)]);
    report = dls_judge ('check', report, [name, ': G*lambda = M*a + F'], ...
                        max ([0; abs(E.G * lambda - w)]) / size_of, 1e-6);
    report = dls_judge ('check', report, [name, ': lambda is admissible'], ...
                        dls_verify_cones ('outside', E, value * base, lambda) / size_of, 1e-6);
    apart = double (value < 0);
    if (value > 0)
      apart = abs (value - P.below) / value;
    end
    report = dls_judge ('check', report, [name, ': what is excluded, relative'], apart, 2e-4);
    report = dls_judge ('check', report, [name, ': excluded below'], double (P.below > value), 0);
    if (value == 0)
      return
    end
  else
    size_of = force;
    report = dls_judge ('check', report, [name, ': Inf'], double (~(P.below >= 1e4)), 0);
  end
  if (isempty (P.y))
    report = dls_judge ('leave', report, [name, ' (that less friction does not suffice)']);
    return
  end
  signs = reshape (P.signs, k, size (P.y, 2));
  report = dls_judge ('check', report, [name, ': the cases are all'], ...
                      double (~dls_verify_cones ('cover', E, signs, zeros (k, 1))), 0);
  excludes = margin_excludes (E, P.below * base, w, signs, P.y);
  report = dls_judge ('check', report, [name, ': what is left below'], ...
                      size_of / max (excludes, 0), 1e-1);
end

% The leaves exclude reactions up to this size.
function most = margin_excludes (E, mu, w, signs, y)
  most = Inf;
  for i = 1:size (y, 2)
    g = E.G' * y(:,i);
    v = dls_verify_cones ('dual', E, mu, g, signs(:,i));
    most = min (most, -(w' * y(:,i)) / (v + eps * norm (g, Inf)));
  end
end
