function E = dls_verify_cones (S, a, detaching, cones, rough, facets, E)
% The contacts of S (in natural units) that are held, as dls_verify_held_mex takes them:
% columns E.G, E.b of dls_stick ('columns') with E.free: those that can carry something where the
% contacts `detaching` are open; contacts with mu = 0 carry no tangential force, but `rough` ones.
% cones: are there any? E.w = M*a + F; E.positive: lu >= 0; E.facets: 0, or the sides of pyramids;
% E.size: the largest force. E: from dls_stick ('setup'), of these contacts.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 7)
    E = dls_stick ('columns', S);
    E = closed (E, S, detaching, cones);
  end
  E.facets = facets;
  if (rough && ~isempty (E.smooth))
    [E.normal, order] = sort ([E.normal; E.smooth_normal]);
    tangent = [E.tangent, E.smooth];
    E.tangent = tangent(:,order);
    mu = [E.mu; zeros(size (E.smooth_normal))];
    E.mu = mu(order);
    E.free(E.smooth) = true;
    E.smooth = zeros (S.d - 1, 0);
  end
  E.free(E.smooth) = false;
  E.normal = reshape (E.normal, [], 1);
  E.tangent = reshape (E.tangent, [], 1);
  E.mu = reshape (E.mu, [], 1);
  E.bilateral = E.normal <= S.nb;
  E.positive = false (size (E.b));
  E.positive(S.nb + (1:S.nu)) = ~detaching(:);
  E.w = full (S.M * a + S.F);
  E.size = full (max ([abs(E.w); abs(S.F); 1e-2 * (abs (S.M) * abs (a)); 1e-6]));
  E.size = max (E.size, ~any ([S.F; S.bb; S.bu; S.tb; S.tu]));   % given forces are near one
end

% Open contacts carry nothing.
function E = closed (E, S, detaching, cones)
  open = [false(S.nb, 1); detaching(:)];
  E.free = ~[open; false(size (E.G, 2) - numel (open), 1)];
  gone = open(E.normal);
  E.free(E.tangent(:,gone)) = false;
  E.free(E.welded(:,open(E.welded_normal))) = false;
  still = ~open(E.smooth_normal);
  E.free(E.smooth(:,~still)) = false;
  E.smooth = E.smooth(:,still);
  E.smooth_normal = E.smooth_normal(still);
  keep = ~gone(:) & cones;
  E.normal = E.normal(keep);
  E.tangent = E.tangent(:,keep);
  E.mu = E.mu(keep);
end
