function [report, facts] = dls_verify_impact (S, X, status)
% What libcore/verify says of an impact of S, and what its answer is (dls_impact_facts). X: E (of
% restitution, a matrix), before (velocity), names and et (law and 'TangentRestitution' of each),
% v, p (p.nb, p.nu, p.tu), parts, formulation and certificate as in info of DLS_IMPACT, and numbers
% that are to be checked: energy, residual ([]: not).
% SPDX-License-Identifier: GPL-3.0-or-later
  known = {'newton', 'moreau', 'poisson', 'fremond', 'plastic'};    % as dls_impact_law has them
  [~, code] = ismember (reshape (X.names(1:S.nu), [], 1), known);
  answer = struct ('status', status, 'law', code - 1, 'E', X.E, 'et', X.et, 'before', X.before, ...
                   'rebound', 0, 'program', any (strcmp (X.formulation, {'80', '81', '82', ...
                   '83'})), 'tolerance', 1e-9, 'v', X.v, 'nb', X.p.nb, 'nu', X.p.nu, 'tu', [], ...
                   'energy', X.energy, 'residual', X.residual);
  if (~strcmp (X.formulation, 'mlcp'))
    answer.tolerance = 1e-7;                     % of an interior point
  end
  if (isfield (X.p, 'tu'))
    answer.tu = X.p.tu;
  end
  if (~isempty (X.parts))
    roles = {X.parts.role};
    answer.role = strcmp (roles, 'second') + 2 * strcmp (roles, 'plastic');
    [answer.V, answer.Nb, answer.Nu, answer.Tu] = deal ([X.parts.v], [X.parts.nb], ...
                                                        [X.parts.nu], [X.parts.tu]);
  elseif (S.nu > 0 && all (code == 2))
    answer.rebound = full (X.E(1,1));
  end
  c = X.certificate;
  if (isstruct (c) && isfield (c, 'x') && isfield (c, 'u'))
    [answer.x, answer.y, answer.u] = deal (c.x, c.y, c.u);
  end
  [report, facts] = dls_verify_friction_mex ('impact', S, answer);
end
