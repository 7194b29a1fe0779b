function mesh = dls_scene_mesh (shape, d, sides)
% The unit mesh of a shape about its centre: points, normals, faces (triangles that share what is
% round), lines (its edges; of round ones what shows how they turn). In the plane the outline alone.
% sides: of what is round, a multiple of 4.
% SPDX-License-Identifier: GPL-3.0-or-later
  mesh = struct ('points', zeros (3, 0), 'normals', zeros (3, 0), 'faces', zeros (3, 0), ...
                 'lines', zeros (3, 0));
  w = linspace (0, 2 * pi, sides + 1);
  round_ = [cos(w); sin(w); 0 * w];
  square = [-1 1 1 -1 -1; -1 -1 1 1 -1; 0 0 0 0 0] / 2;
  switch (shape)
    case 'segment'
      mesh.lines = [-0.5 0.5; 0 0; 0 0];
    case 'circle'
      mesh.points = round_(:,1:end-1);
      mesh.lines = [[0; 0; 0], round_];
    case 'sphere'
      mesh = globe (mesh, w, linspace (0, pi, sides / 2 + 1));
      mesh.lines = [round_, nan(3, 1), round_([1 3 2],:), nan(3, 1), round_([3 1 2],:)];
    case 'cylinder'
      mesh = tube (mesh, round_);
    otherwise
      if (d == 2)
        mesh.points = square(:,1:4);
        mesh.lines = square;
      else
        mesh = cube (mesh, square);
      end
  end
end

function mesh = globe (mesh, w, z)
  [W, Z] = ndgrid (w, z);
  mesh.points = [cos(W(:)) .* sin(Z(:)), sin(W(:)) .* sin(Z(:)), cos(Z(:))]';
  mesh.normals = mesh.points;
  mesh.faces = net (numel (w), numel (z));
end

% Triangles of a grid of m by n points
function F = net (m, n)
  [I, J] = ndgrid (1:m-1, 1:n-1);
  a = reshape (I + (J - 1) * m, 1, []);
  F = [a, a + 1; a + m, a + m; a + 1, a + m + 1];
end

function mesh = tube (mesh, rim)
  up = [0; 0; 0.5];
  high = bsxfun (@plus, rim, up);
  low = bsxfun (@minus, rim, up);
  m = size (rim, 2);
  flat = repmat (2 * up, 1, m + 1);
  mesh.points = [high, low, up, high, -up, low];
  mesh.normals = [rim, rim, flat, -flat];
  fan = [ones(1, m - 1); 2:m; 3:m+1];
  mesh.faces = [net(m, 2), 2 * m + fan, 3 * m + 1 + fan];
  edge = 1:(m - 1) / 4:m - 1;
  side = [high(:,edge); low(:,edge); nan(3, 4)];
  mesh.lines = [high, nan(3, 1), low, nan(3, 1), reshape(side, 3, [])];
end

function mesh = cube (mesh, square)
  face = bsxfun (@plus, square(:,1:4), [0; 0; 0.5]);
  for turn = {[1 2 3], [2 3 1], [3 1 2]}
    for side = [1, -1]
      at = size (mesh.points, 2);
      P = side * face;
      P(turn{1},:) = P;
      mesh.points = [mesh.points, P];
      mesh.normals = [mesh.normals, repmat(sign (sum (P, 2)), 1, 4)];
      mesh.faces = [mesh.faces, at + [1 1; 2 3; 3 4]];
      mesh.lines = [mesh.lines, P(:,[1:end, 1]), nan(3, 1)];
    end
  end
end
