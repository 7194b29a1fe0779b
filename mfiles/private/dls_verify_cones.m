function varargout = dls_verify_cones (what, varargin)
% Cones of reactions that are held; dls_verify_cones (WHAT, ...): contacts: of a system; outside:
% reactions that are not admissible; slack: how far inside; dual: multipliers that are not in the
% dual; cover: are these signs all cases?
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['cones_', what], varargin{:});
end

% Columns E.G, E.b of dls_stick ('columns') with E.free: those that can carry something where the
% contacts `detaching` are open; contacts with mu = 0 carry no tangential force, but `rough` ones.
% E.positive: lu >= 0; E.facets: 0, or the sides of pyramids.
function E = cones_contacts (S, detaching, cones, rough, facets)
  E = dls_stick ('columns', S);
  E.facets = facets;
  if (rough && ~isempty (E.smooth))
    [E.normal, order] = sort ([E.normal; E.smooth_normal]);
    tangent = [E.tangent, E.smooth];
    E.tangent = tangent(:,order);
    mu = [E.mu; zeros(size (E.smooth_normal))];
    E.mu = mu(order);
    E.smooth = zeros (S.d - 1, 0);
  end
  open = [false(S.nb, 1); detaching(:)];
  E.free = true (size (E.b));
  E.free(open) = false;
  E.free(E.smooth) = false;
  gone = open(E.normal);
  E.free(E.tangent(:,gone)) = false;
  E.free(E.welded(:,open(E.welded_normal))) = false;
  keep = ~gone(:) & cones;
  E.normal = reshape (E.normal(keep), [], 1);
  E.tangent = reshape (E.tangent(:,keep), S.d - 1, []);
  E.mu = reshape (E.mu(keep), [], 1);
  E.bilateral = E.normal <= S.nb;
  E.positive = false (size (E.b));
  E.positive(S.nb + (1:S.nu)) = ~detaching(:);
end

% The largest distance of each column of X from: lu >= 0, |t| <= mu*|n|, zero where not free. With
% signs (contacts-by-columns) the normal forces have these.
function v = cones_outside (E, mu, X, signs)
  X = full (X);
  v = max ([zeros(1, size (X, 2)); abs(X(~E.free,:)); -X(E.positive,:)], [], 1);
  n = X(E.normal,:);
  if (nargin > 3)
    n = signs .* n;
    v = max ([v; -n], [], 1);
  end
  v = max ([v; reach(E, X, false) - bsxfun(@times, mu, abs (n))], [], 1);
end

% mu*|n| - |t| of the contacts.
function v = cones_slack (E, mu, x)
  v = mu .* abs (x(E.normal)) - reach (E, x, false);
end

% |t| of all contacts; of pyramids the least mu*n that allows t, or `dual` max g'*t with |t| <= 1.
function r = reach (E, X, dual)
  k = size (X, 2);
  t = reshape (X(E.tangent,:), E.d - 1, []);
  if (E.d == 3 && E.facets > 0)
    angle = pi * (2 * (1:E.facets)' - 1 + dual) / E.facets;
    r = max ([cos(angle), sin(angle)] * t, [], 1) / cos (pi / E.facets) ^ ~dual;
  else
    r = sqrt (sum (t .^ 2, 1));
  end
  r = reshape (r, numel (E.normal), k);
end

% How far each column of Z is outside of the dual of the cones: Z'*lambda >= 0 for all lambda with
% these signs (0: the contact has no cone). pull: of the tangential forces, contacts-by-columns.
function [v, pull] = cones_dual (E, mu, Z, signs)
  v = zeros (1, size (Z, 2));
  pull = reach (E, Z, true);
  use = signs ~= 0;
  equal = E.free & ~E.positive;
  equal(E.normal(use)) = false;
  equal(E.tangent(:,use)) = false;
  rest = E.positive;
  rest(E.normal(use)) = false;
  n = bsxfun (@times, signs(use,1), Z(E.normal(use,1),:));
  v = max ([v; abs(Z(equal,:)); -Z(rest,:); bsxfun(@times, mu(use,1), pull(use,:)) - n], [], 1);
  pull(~use,:) = 0;
end

% Are the leaves (signs: contacts-by-leaves) all cases? Unilateral contacts have the sign 1; known:
% signs that the equations leave to bilateral ones (0: both).
function ok = cones_cover (E, signs, known)
  one = ~E.bilateral | known ~= 0;
  known(~E.bilateral) = 1;
  right = all (all (bsxfun (@eq, signs(one,:), known(one,1)) | bsxfun (@and, signs(one,:) == 0, ...
                                                                       E.bilateral(one,1))));
  ok = right && dls_verify_mex ('covers', signs(~one,:));
end
