% FOURBAR  What you learn: a planar linkage in space is redundant, and which joints to replace.
%   Three bars and four hinges, described twice: in the plane, and in space. In space the hinges
%   have 20 equations for 18 velocities, and it moves all the same: rank 17. Forces in the plane
%   are determined; those across it are not. 164 sets of three releases would determine all of
%   them; one says which two of the hinges to replace, by a ball and by a cylindrical joint.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'), ...
         fullfile (here, '..', 'tests', 'm', 'problems'));
dls_setup ();
close_to = @(x, y, tol) all (abs (x(:) - y(:)) <= tol * max (abs (y(:))));

P = [0 0.5 2.2 2.5; 0 sqrt(0.75) 1.6 0; 0 0 0 0];
bars = {'ground', 'crank', 'coupler', 'rocker', 'ground'};
pins = {'A', 'B', 'C', 'D'};
for d = [2 3]
  B = dls_mechanism ('gravity', [0; -9.81; zeros(d - 2, 1)]);
  arm = zeros (d, 5);
  arm(:, 5) = P(1:d, 4);
  for k = 1:3
    D = P(:, k+1) - P(:, k);
    arm(1, k+1) = norm (D) / 2;
    turned = [zeros(1, 2 * (d - 2)), atan2(D(2), D(1))];
    B = dls_body (B, bars{k+1}, 'mass', norm (D), 'shape', 'box', ...
                  'size', [norm(D); 0.1 * ones(d - 1, 1)], ...
                  'at', (P(1:d, k) + P(1:d, k+1)) / 2, 'turned', turned);
  end
  axis = {{}, {'along', [0 0 1]}};
  for k = 1:4
    B = dls_joint (B, pins{k}, 'hinge', [bars(k), {arm(:, k)}, axis{d-1}], ...
                   {bars{k+1}, arm(:, k+1) .* (2 * (k == 4) - 1)});
  end
  B.joints(1).speed = 1;                     % the crank turns, the others follow
  linkage{d} = dls_assemble (B);
end

% In the plane: as many equations as it needs. In space 3 more, which repeat others.
dls_show (linkage{2});
dls_show (linkage{3});
R = dls_redundancy (linkage{3});
assert (R.rank == 17 && R.nullity == 3 && R.acceleration_unique);
sets = R.releases.sets;
assert (R.releases.count == 3 && size (sets, 1) == 164);
S = dls_system (linkage{3});
for set = nchoosek (R.releases.rows, 3)'     % each of them, and no other, leaves rank 17
  left = rank (full (S.Gb(:, setdiff (1:20, set))), 1e-9);
  assert ((left == 17) == ismember (sort (set)', sets, 'rows'));
end

% The same motion, and the accelerations of an independent model with three angles.
[a2, l2] = dls_kkt (linkage{2});
[a3, l3] = dls_kkt (linkage{3});
[~, ~, ~, ~, ~, ~, angles] = make_fourbar3d ();
assert (close_to (a2(3:3:end), angles, 1e-9) && close_to (a3(6:6:end), angles, 1e-9));

% 'along' is x of a joint: across the plane. What is in the plane is determined, the rest is not.
for k = 1:4
  p = l3.(pins{k});
  fprintf ('%s: force in the plane %8.4f, across %8.4f (undetermined)\n', pins{k}, ...
           norm ([p.y, p.z]), p.x);
  assert (close_to (norm ([p.y, p.z]), norm ([l2.(pins{k}).x, l2.(pins{k}).y]), 1e-9));
end
open = ~cellfun (@isempty, regexp (R.names, '\.(x|ry|rz)$'));
assert (isequal (R.determined(:), ~open(:)));

% Released: C becomes a ball (no ry, rz), D gives way along its axis (no x).
B = linkage{3};
B.joints(3).kind = 'ball';
B.joints(4).kind = 'cylindrical';
R = dls_redundancy (B);
assert (R.nullity == 0 && all (R.determined));

sol = dls_simulate (linkage{3}, [0 2], 'Scheme', 'moreau-jean-projected', 'Step', 5e-3);
assert (strcmp (sol.result, 'finished') && max (sol.residual) < 1e-9);
save_motion (sol, 'fourbar');
