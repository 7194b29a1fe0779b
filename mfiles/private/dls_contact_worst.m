function worst = dls_contact_worst (S, P, a, lambda)
% The largest residual of the laws in S.
% SPDX-License-Identifier: GPL-3.0-or-later
  r = dls_contact_mex ('check', S, P.law, a, lambda);
  worst = r.worst;
end
