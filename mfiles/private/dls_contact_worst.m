function worst = dls_contact_worst (S, P, a, lambda)
% The largest residual of the laws in S.
% SPDX-License-Identifier: GPL-3.0-or-later
  r = dls_contact_mex ('check', S, P, P.law, a, lambda);
  worst = max ([r.dynamics, r.bilateral, r.unilateral, r.sticking, r.friction]);
end
