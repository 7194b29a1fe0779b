% LOCOMOTIVE  What you learn: a mechanism that loses its way at a dead centre, and what leads it on.
%   Two wheels coupled by a rod are a parallelogram. When the cranks are in line with the axles the
%   equations lose rank: the second wheel may go on or turn back, and the forces along the rod are
%   not determined. Engines have a second rod on the other side, a quarter of a turn ahead: its
%   equations repeat others everywhere, but the rank is the same in all positions.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

r = 0.5;
for rods = 1:2
  free = zeros (1, 13);
  for k = 0:12
    phi = k * pi / 6;
    B = dls_mechanism ('gravity', [0 -9.81]);
    for w = 1:2
      wheel = sprintf ('wheel%d', w);
      B = dls_body (B, wheel, 'mass', 300, 'shape', 'circle', 'size', 1, 'at', [2*w 0], ...
                    'turned', phi);
      B = dls_joint (B, sprintf ('axle%d', w), 'hinge', {'ground', [2*w 0]}, {wheel});
    end
    for j = 1:rods
      crank = r * [cos((j - 1) * pi / 2), sin((j - 1) * pi / 2)];
      angle = phi + (j - 1) * pi / 2;
      rod = sprintf ('rod%d', j);
      B = dls_body (B, rod, 'mass', 50, 'shape', 'segment', 'size', 2, ...
                    'at', [3 0] + r * [cos(angle), sin(angle)]);
      for w = 1:2
        B = dls_joint (B, sprintf ('pin%d%d', j, w), 'hinge', ...
                       {sprintf('wheel%d', w), crank}, {rod, [2*w-3 0]});
      end
    end
    R = dls_redundancy (B);
    free(k+1) = numel (B.v) - R.rank;
    if rods == 1 && k == 0, dead = R; at = B; end
  end
  fprintf ('%d rod(s): degrees of freedom at phi = 0, 30 ... 360 degrees: %s\n', rods, ...
           sprintf ('%d ', free));
  if rods == 1
    assert (isequal (free, 1 + (mod (0:12, 6) == 0)));
  else
    assert (all (free == 1) && R.nullity == 1);
  end
end

% At the dead centre: forces along the line of all pins are not determined, those across it are.
disp (dead.table);
along = ~cellfun (@isempty, regexp (dead.names, '\.x$'));
assert (isequal (dead.determined(:), ~along(:)));

% Both ways on: the wheels turn together, or against each other.
G = full (getfield (dls_system (at), 'Gb'));
V = null (G');
turns = V([3 6], :);
assert (size (V, 2) == 2 && rank (turns) == 2);

% The second rod leads it on: a turn in a second.
[~, ~, V] = svd (full (getfield (dls_system (B), 'Gb'))');
B.v = 2 * pi / V(3, end) * V(:, end);
sol = dls_simulate (B, [0 1], 'Scheme', 'moreau-jean-projected', 'Step', 2e-3);
assert (strcmp (sol.result, 'finished') && sol.q(3, end) - B.q(3) > 6);
save_motion (sol, 'locomotive');
