% STEWART  What you learn: a platform on six legs falls where its legs are long enough to hold it.
%   Six legs between a triangle below and a triangle above, each with a ball at both ends: 36
%   equations for 42 velocities (legs may turn about themselves). Turned by 90 degrees about its
%   axis the legs no longer hold the platform, wherever it is: the rank falls, and the forces along
%   all legs, and these alone, are not determined.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

low = 2 * [cosd([0 0 120 120 240 240]); sind([0 0 120 120 240 240]); zeros(1, 6)];
turn = @(x) [cosd(x), -sind(x), 0; sind(x), cosd(x), 0; 0 0 1];
high = [cosd([-60 60 60 180 180 -60]); sind([-60 60 60 180 180 -60]); zeros(1, 6)];
for yaw = [0 30 90]
  B = dls_mechanism ('gravity', [0 0 -9.81]);
  R = turn (yaw);
  B = dls_body (B, 'platform', 'mass', 100, 'inertia', [10 10 20], 'at', [0 0 1.5], 'turned', R);
  for k = 1:6
    leg = sprintf ('leg%d', k);
    up = R * high(:, k) + [0; 0; 1.5];
    way = up - low(:, k);
    half = norm (way) / 2;
    z = way / norm (way);                    % the leg's own axes: x along it
    x = cross (z, [0; 0; 1]) / norm (cross (z, [0; 0; 1]));
    B = dls_body (B, leg, 'mass', 1e-3, 'inertia', [1e-7 1e-4 1e-4], 'at', low(:, k) + way / 2, ...
                  'turned', [z, x, cross(z, x)]);
    B = dls_joint (B, sprintf ('foot%d', k), 'ball', {'ground', low(:, k), 'along', way}, ...
                   {leg, [-half 0 0]});
    B = dls_joint (B, sprintf ('head%d', k), 'ball', {leg, [half 0 0]}, {'platform', high(:, k)});
  end
  D = dls_redundancy (B);
  fprintf ('yaw %2d degrees: rank %d of 36, gap %.1e, %d reactions not determined\n', yaw, ...
           D.rank, D.gap, nnz (~D.determined));
  assert (D.rank == 36 - (yaw == 90) && D.acceleration_unique);
  if yaw < 90                                % x of a head is along its leg: forces by statics
    [a, lambda] = dls_kkt (B);
    W = zeros (6);
    for k = 1:6
      p = R * high(:, k);
      u = (p + [0; 0; 1.5] - low(:, k)) / norm (p + [0; 0; 1.5] - low(:, k));
      W(:, k) = [u; cross(p, u)];
      push(k) = lambda.(sprintf ('head%d', k)).x;
    end
    legs = W \ [0; 0; 981; 0; 0; 0];
    assert (norm (a(1:6)) < 1e-9 && max (abs (push' - legs)) < 0.01);
    fprintf ('   pushes of the legs: %s N\n', sprintf ('%.2f ', push));
  end
end

% Turned by 90 degrees: along every leg the force is open, across it all is determined.
open = ~cellfun (@isempty, regexp (D.names, '^(foot|head)\d\.x$'));
assert (isequal (~D.determined(:), open(:)));
save_mechanism (B, 'stewart', 'Labels', false);
