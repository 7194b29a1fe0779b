function [X, F, L, used] = dls_scene_forces (B, E, D, lb, tb, lu, tu)
% Reactions as arrows, one per item of D.joint (joint, end of a slider, contact) that has any:
%   X, F   points and forces on its second body (d-by-k; on the first where the second cannot move)
%   L      moments about these points (1-by-k, in space 3-by-k)
%   used   the items
% lb, lu, tb, tu: of the columns of E.G, E.N, E.H, E.T. A column of a gradient is a force on the
% centre of the body and a moment, in space in the axes of the body.
% SPDX-License-Identifier: GPL-3.0-or-later
  d = B.d;
  b = 1:numel (E.joint);
  g = [E.G(:,b) * diag(sparse (lb(b))), E.N * diag(sparse (lu))];
  owner = [E.joint(:); E.contact(:)]';
  if (~isempty (tb))
    g = [g, E.H * diag(sparse (tb))];
    owner = [owner, E.slider(:)'];
  end
  if (~isempty (tu))
    g = [g, E.T * diag(sparse (tu))];
    owner = [owner, kron(E.contact(:)', ones (1, numel (tu) / numel (lu)))];
  end
  used = unique (owner);
  count = numel (used);
  [X, F] = deal (zeros (d, count));
  L = zeros (2 * d - 3, count);
  for k = 1:count
    i = used(k);
    whole = full (sum (g(:,owner == i), 2));
    side = 1;
    body = D.joint(3,i);
    point = D.joint(6 + (1:d),i);
    [x, R] = dls_mechanism_pose (B, body);
    X(:,k) = x + R * point;
    if (body == 0 || B.bodies(body).fixed)
      side = -1;
      body = D.joint(2,i);
      [x, R] = dls_mechanism_pose (B, body);
    end
    at = B.bodies(body).first(2);
    F(:,k) = side * whole(at+(1:d));
    arm = X(:,k) - x;
    if (d == 2)
      L(k) = side * whole(at+3) - (arm(1) * F(2,k) - arm(2) * F(1,k));
    else
      L(:,k) = side * R * whole(at+(4:6)) - cross (arm, F(:,k));
    end
  end
end
