function [F, I, L, A] = dls_scene_forces (B, E, D, lb, tb, lu, tu)
% Reactions as arrows, one per item of D.joint (joint, end of a slider, limit) that has any, and one
% per point where shapes touch:
%   F, L    force and moment about I.point on its second body, in the axes of the world (d-by-k and
%           1-by-k, in space 3-by-k); on the first body where the second cannot move
%   I       item (1-by-k; contacts are counted on from those of D.joint), body (of the point, from
%           0), point (d-by-k, in the axes of that body)
% lb, tb, lu, tu: of the columns of E.G, E.H, E.N, E.T. A column of a gradient is a force on the
% centre of a body and a moment, in space in the axes of the body.
% dls_scene_forces (B, CALLER): those that dls_contact finds at the present state; I is [] where
% there are none.
%   A   note (why there are none), system, reactions (as dls_contact has them), equations (of
%       dls_mechanism_evaluate; contacts of shapes are counted on from the items), near (contacts
%       that count), normal (their forces)
% dls_scene_forces (A, 'open'): the items with a reaction that is not determined.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (ischar (E) && strcmp (E, 'open'))
    F = open_items (B.system, B.reactions, B.equations, B.near);
    return
  elseif (ischar (E))
    [A, E, D, lb, tb, lu, tu] = reactions_of (B, E);
    if (isempty (A.reactions))
      [F, I, L] = deal ([]);
      return
    end
  end
  d = B.d;
  m = 3 * d - 3;
  b = 1:numel (E.joint);
  G = [E.G(:,b), E.N];
  l = [lb(b); lu];
  [E, D] = with_touches (B, E, D);
  owner = [E.joint(:); E.contact(:)];
  if (~isempty (tb))
    G = [G, E.H];
    l = [l; tb];
    owner = [owner; E.slider(:)];
  end
  if (~isempty (tu))
    G = [G, E.T];
    l = [l; tu];
    owner = [owner; kron(E.contact(:), ones (numel (tu) / numel (lu), 1))];
  end
  [item, ~, of] = unique (owner(:)');
  I = struct ('item', item, 'body', D.at(item), 'point', D.joint(6 + (1:d),item));
  still = [true, B.bodies.fixed];
  first = zeros (1, numel (still));
  numbers = reshape ([B.bodies(~still(2:end)).first], 2, []);
  first(~still) = numbers(2,:);
  on = D.joint(3,item);
  side = 1 - 2 * still(on+1);
  on(side < 0) = D.joint(2,item(side < 0));
  [i, j, x] = find (G);
  j = j(:);
  k = reshape (of(j), [], 1);
  i = i(:) - reshape (first(on(k)+1), [], 1);
  near = i >= 1 & i <= m;
  W = accumarray ([i(near), k(near)], x(near) .* l(j(near)), [m, numel(item)]);
  W = bsxfun (@times, W, side);
  F = W(1:d,:);
  L = W(d+1:end,:);
  if (nargout > 2)
    L = about_points (B, I, on, F, L);
  end
end

% Contacts of shapes as items at points of the ground. Their bodies are in their identities, as
% delassus.h has them.
function [E, D] = with_touches (B, E, D)
  at = find (E.touch(:)' > 0);
  E.contact(at) = size (D.joint, 2) + (1:numel (at));
  last = size (D.joint, 2);
  pair = floor ((E.identity(at) - 1) / 1024);
  D.joint(2,E.contact(at)) = mod (pair, numel (B.bodies) + 1);
  D.joint(3,E.contact(at)) = floor (pair / (numel (B.bodies) + 1));
  D.at = D.joint(3,:);
  D.at(last+1:end) = 0;
  D.joint(6 + (1:B.d),last+1:end) = E.point(:,at);
end

% Moments in the axes of the world, about the points
function L = about_points (B, I, on, F, L)
  P = places (B);
  d = B.d;
  arm = P(1:d,I.body+1) + turned (P(:,I.body+1), I.point, d) - P(1:d,on+1);
  if (d == 2)
    L = L - (arm(1,:) .* F(2,:) - arm(2,:) .* F(1,:));
  else
    L = turned (P(:,on+1), L, d) - times (arm, F);
  end
end

% Of the ground and all bodies: columns (x, y, angle) or (position, unit quaternion)
function P = places (B)
  P = zeros (4 * B.d - 5, numel (B.bodies) + 1);
  if (B.d == 3)
    P(4,:) = 1;
  end
  fixed = [B.bodies.fixed];
  P(:,[false, fixed]) = [zeros(size (P, 1), 0), B.bodies(fixed).place];
  P(:,[false, ~fixed]) = reshape (B.q, size (P, 1), []);
  if (B.d == 3)
    P(4:7,:) = bsxfun (@rdivide, P(4:7,:), sqrt (sum (P(4:7,:) .^ 2, 1)));
  end
end

% The columns of x from the axes of bodies at P to those of the world
function y = turned (P, x, d)
  if (d == 2)
    y = [cos(P(3,:)) .* x(1,:) - sin(P(3,:)) .* x(2,:)
         sin(P(3,:)) .* x(1,:) + cos(P(3,:)) .* x(2,:)];
  else
    y = 2 * times (P(5:7,:), x);
    y = x + bsxfun (@times, P(4,:), y) + times (P(5:7,:), y);
  end
end

function c = times (a, b)
  c = a([2 3 1],:) .* b([3 1 2],:) - a([3 1 2],:) .* b([2 3 1],:);
end

function [A, E, D, lb, tb, lu, tu] = reactions_of (B, caller)
  [C, E] = dls_mechanism_system (B, caller);
  C = dls_system (C);
  [D, lb, tb, lu, tu] = deal ([]);
  A = struct ('note', '', 'system', C, 'reactions', [], 'equations', E, ...
              'near', reshape (ismember (E.names.u, C.names.u), 1, []), 'normal', []);
  if (C.nb + C.nu == 0)
    return
  end
  [~, r, info] = dls_contact (C, 'Solutions', 'one');
  if (info.exitflag == -2)                     % steps leave velocities of order h beside G'*v = 0
    [~, r, info] = dls_contact (C, 'Solutions', 'one', 'DataAccuracy', 1e-3);
  end
  if (info.exitflag ~= 1)
    A.note = [', reactions: ', strrep(info.status, '_', ' ')];
    return
  end
  [~, D] = dls_mechanism_evaluate (B, B.t, B.q, B.v, caller);
  count = numel (A.near);
  k = B.d - 1;
  A.normal = zeros (count, 1);
  A.normal(A.near) = r.nu;
  tu = zeros (k * count * (size (E.T, 2) > 0), 1);
  if (~isempty (tu) && ~isempty (r.tu))
    tu(kron (A.near(:), ones (k, 1)) > 0) = r.tu;
  end
  [~, column] = ismember (E.slider, E.joint);
  [lb, tb, lu] = deal (r.nb, r.tb(column(column > 0)), A.normal);
  A.reactions = r;
  A.equations.contact(E.touch > 0) = size (D.joint, 2) + (1:sum (E.touch > 0));
end

% Items with a reaction that forces and accelerations do not determine: sliding friction goes along
% with its normal force.
function open = open_items (C, r, E, near)
  own = zeros (1, C.nb - numel (E.joint));     % have no place
  item = [E.joint(:)', own, reshape(E.contact(near), 1, [])];
  [Gb, at_b] = with_friction (C.Gb, C.Hb, r.nb, r.tb, C.modeb);
  [Gu, at_u] = with_friction (C.Gu, C.Hu, r.nu, r.tu, C.modeu);
  R = dls_redundancy (C.M, [Gb, Gu]);
  item = item([at_b, C.nb + at_u]);
  open = unique (item(~R.determined));
end

% Gradients, each with the sliding friction it brings, then the tangents that stick; at: whose they
% are.
function [G, at] = with_friction (G, H, n, t, modes)
  count = size (G, 2);
  at = 1:count;
  if (isempty (H))
    return
  end
  k = size (H, 2) / count;
  for i = find (strcmp (modes(:)', 'sliding') & n(:)' ~= 0)
    own = (i - 1) * k + (1:k);
    G(:,i) = G(:,i) + H(:,own) * (reshape (t(own), [], 1) / n(i));
  end
  stick = find (strcmp (modes(:)', 'sticking'));
  at = [at, kron(stick, ones (1, k))];
  G = [G, H(:,kron (strcmp (modes(:)', 'sticking'), ones (1, k)) > 0)];
end
