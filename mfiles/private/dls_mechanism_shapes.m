function D = dls_mechanism_shapes (D, B)
% Shapes of bodies of a mechanism that touch, by their corners, for dls_mechanism_mex: shape, touch,
% corner, face of D (mex/dls_mechanism_data.h); that of the ground is known.
% SPDX-License-Identifier: GPL-3.0-or-later
  D.shape = zeros (4, numel (B.bodies));
  D.touch = reshape ([B.touches.a, B.touches.b, B.touches.mu, B.touches.restitution, ...
                      B.touches.stiffness, B.touches.damping], [], 6)';
  D.corner = zeros (3, 0);
  D.face = zeros (3, 0);
  if (isempty (D.touch))
    return
  end
  touching = reshape (unique (D.touch(1:2,:)), 1, []);
  if (touching(1) < 0)
    touching = find (~cellfun (@isempty, {B.bodies.shape}));
  end
  corner = cell (1, numel (touching));
  face = corner;
  for k = find (touching > 0)
    [D.shape(:,touching(k)), corner{k}, face{k}] = outline (B.bodies(touching(k)));
  end
  D.corner = [D.corner, corner{:}];
  D.face = [D.face, face{:}] - 1;
end

% DLS_SHAPE_.., radius, numbers of corners and faces; these
function [s, corner, face] = outline (body)
  corner = zeros (3, 0);
  face = zeros (3, 0);
  kind = 3;
  radius = 0;
  half = body.size / 2;
  switch (body.shape)
    case {'halfplane', 'halfspace'}
      kind = 1;
    case {'circle', 'sphere'}
      kind = 2;
      radius = body.size;
      corner = zeros (3, 1);
    case 'segment'
      corner = [-half, half; 0, 0; 0, 0];
    case {'capsule', 'cylinder'}
      kind = 4 + strcmp (body.shape, 'cylinder');
      radius = body.size(1);
      corner = [0, 0; 0, 0; -half(2), half(2)];
    case 'box'
      corner = [half(1) * [-1 1 1 -1]; half(2) * [-1 -1 1 1]; zeros(1, 4)];
      if (numel (half) == 3)
        kind = 4;
        corner = [corner, corner];
        corner(3,:) = half(3) * [-1 -1 -1 -1 1 1 1 1];
        face = [1 1 5 5 1 1 2 2 3 3 4 4; 3 4 6 7 2 6 3 7 4 8 1 5; 2 3 7 8 6 5 7 6 8 7 5 8];
      end
    case {'hull', 'mesh'}
      kind = 4 + 2 * strcmp (body.shape, 'mesh');
      corner = body.points;
      face = body.faces;
    case 'polygon'
      corner = [body.points; zeros(1, size (body.points, 2))];
  end
  s = [kind; radius; size(corner, 2); size(face, 2)];
end
