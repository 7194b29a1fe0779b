function hit = dls_impact_terms (S, vminus, E, accuracy)
% What the law of an impact has of the velocity before: hit.momentum = M*v-, hit.shift = E*Gu'*v-.
% hit.law: M*v - M*v- = Gb*nb + Gu*nu, Gu'*v + E*Gu'*v- >= 0 as a contact problem in natural units,
% which are hit.unit.
% Sums that are below the accuracy of their terms are zero: E*Gu'*v- = -1e-17 would ask for a
% percussion where Gu'*v+ = 0 for all v+ (COUPLING (76)), and no v+ would satisfy it.
% SPDX-License-Identifier: GPL-3.0-or-later
  hit.momentum = cleaned (S.M * vminus, abs (S.M) * abs (vminus), accuracy);
  hit.shift = cleaned (E * (S.Gu' * vminus), abs (E) * (abs (S.Gu)' * abs (vminus)), accuracy);
  law = dls_system (S, 'F', -hit.momentum, 'bu', hit.shift, 'bb', [], 'tb', [], 'tu', [], ...
                    'vtu', [], 'vtb', []);
  [hit.law, hit.unit] = dls_natural_units (law);
end

function x = cleaned (x, terms, accuracy)
  x = full (x);
  x(abs (x) <= accuracy * terms) = 0;
end
