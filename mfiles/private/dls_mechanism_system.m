function [S, E] = dls_mechanism_system (B, caller)
% The blocks of dls_system for a mechanism at (B.t, B.q, B.v): a struct of M, F, Gb, bb, ... with
% names; contacts and limits count where they are closed and do not open; forces of compliant ones
% are known. E: all that dls_mechanism_mex tells, own constraints and forces added, and the names
% (cells b, u) of all rows.
% SPDX-License-Identifier: GPL-3.0-or-later
  dls_mechanism_input (B, caller, 'building');     % dls_mechanism_evaluate looks at all
  if (isempty (B.v))
    error ('delassus:dimension', '%s: the mechanism has no body that moves; expected one', caller);
  end
  E = dls_mechanism_evaluate (B, B.t, B.q, B.v, caller);
  [slow, rests] = rounding_of (E, B);
  if (rests)
    B.v(:) = 0;
    E = dls_mechanism_evaluate (B, B.t, B.q, B.v, caller);
  end
  d = B.d;
  E.bb = dls_consistent_rates (E.G, E.bb, struct ('d', d, 'v', B.v), 64 * eps);
  E.f = E.f + E.N * springs (E, B, caller);
  S = struct ('M', E.M, 'F', -E.f, 'Gb', E.G, 'bb', E.bb, 'd', d);
  S.mub = zeros (size (E.G, 2), 1);
  if (~isempty (E.slider))
    S.Hb = sparse (size (E.G, 1), (d - 1) * size (E.G, 2));
    S.tb = zeros (size (S.Hb, 2), 1);
    [~, column] = ismember (E.slider, E.joint);   % of slots in the plane, which have one row
    S.Hb(:,column) = E.H;
    S.tb(column) = E.bh;
    S.vtb = zeros (1, size (E.G, 2));
    S.vtb(column) = clean (E.H' * B.v, slow);
    S.mub(column) = E.muh;
  end
  near = closed (E, B, slow);
  S.Gu = E.N(:,near);
  S.bu = E.bu(near);
  S.muu = E.mu(near);
  if (any (S.muu > 0))
    k = d - 1;
    at = reshape (bsxfun (@plus, (1:k)', k * (find (near)' - 1)), [], 1);
    S.Hu = E.T(:,at);
    S.tu = E.bt(at);
    S.vtu = reshape (clean (S.Hu' * B.v, slow), k, []);
  end
  moving = B.bodies(~[B.bodies.fixed]);
  S.names = struct ('b', {E.names.b}, 'u', {E.names.u(near)}, 'bodies', {{moving.name}});
end

% Slower than rounding is at rest.
function x = clean (x, slow)
  x(abs (x) <= slow) = 0;
end

% What came to rest in steps moves by their rounding: slower than 1e-12 of the motion, or of the
% speed that the forces make on the way of its size, positions and radii of gyration. rests: all do,
% and not all at 0.
function [slow, rests] = rounding_of (E, B)
  d = B.d;
  count = 3 * d - 3;
  inertia = reshape (full (diag (E.M)), count, []);
  heavy = inertia > 0;
  gyration = sqrt (max (inertia(d+1:end,:), [], 1) ./ inertia(1,:));
  at = reshape (abs (B.q), 4 * d - 5, []);
  far = max ([0; reshape(at(1:d,:), [], 1); gyration(heavy(1,:))']);
  weight = repmat ([ones(d, 1); far * ones(count - d, 1)], size (inertia, 2), 1);
  made = weight .* abs (E.f) ./ inertia(:);
  made = 1e-12 * sqrt (far * max ([0; made(heavy(:))]));
  rests = made > 0 && any (B.v) && all (weight .* abs (B.v) <= made);
  slow = max ([1e-300; made; 1e-12 * abs(B.v)]);
end

% Contacts without a gap that do not open.
function near = closed (E, B, slow)
  size_of = 1 + max ([0; abs(B.q)]);
  rate = E.N' * B.v + E.wu;
  near = E.k == Inf & E.g <= 1e-8 * size_of & rate <= max ([slow; 1e-9 * abs(B.v)]);
end

% Of compliant contacts what they push; their friction depends on how they came there.
function p = springs (E, B, caller)
  p = zeros (size (E.g));
  soft = find (E.k < Inf & E.g <= 0);
  p(soft) = max (0, -E.k(soft) .* E.g(soft) - E.damping(soft) .* (E.N(:,soft)' * B.v + E.wu(soft)));
  rubs = find (p > 0 & E.mu > 0, 1);
  if (~isempty (rubs))
    error ('delassus:option', ['%s: the contact ''%s'' has ''stiffness'' and ''mu''; expected ', ...
           'one of them in a question: friction of a spring is known in motions'], ...
           caller, E.names.u{rubs});
  end
end
