function [R, change] = dls_contact_relaxed (S, P, accuracy)
% The system (in natural units, where accelerations are of the size of forces) with data changed
% within their accuracy, relative to the terms of each equation, so that it may become consistent:
% unilateral constraints are loosened, bilateral ones and forces moved to where they agree. [] when
% they do not come to agree so. change: the largest relative change.
% SPDX-License-Identifier: GPL-3.0-or-later
  R = S;
  reach = max (abs ([S.F; 0]));
  R.bu = S.bu + accuracy * (abs (S.bu) + full (sum (abs (S.Gu), 1))' * reach);
  change = accuracy;
  G = [S.Gb, P.Ht];
  b = [S.bb; S.tb(P.kb); S.tu(P.ku)];
  if (~isempty (b))
    [a, ~, info] = dls_contact_kkt (speye (S.n), G, zeros (S.n, 1), b);
    r = G' * a + b;
    terms = abs (b) + full (sum (abs (G), 1))' * reach;
    if (strcmp (info.status, 'numerical_trouble') || any (abs (r) > accuracy * terms))
      R = [];
      return
    end
    b = b - r;
    R.bb = b((1:S.nb), 1);
    R.tb(P.kb) = b(S.nb + (1:numel (P.kb)));
    R.tu(P.ku) = b(S.nb + numel (P.kb) + (1:numel (P.ku)));
  end
  Z = dls_wellposed_rank (S.M, [G, S.Gu]);
  Z = full (Z.acceleration_kernel);
  if (~isempty (Z) && all (abs (Z' * S.F) <= accuracy * (abs (Z)' * (abs (S.F) + reach))))
    R.F = S.F - Z * ((Z' * Z) \ (Z' * S.F));
  end
end
