% TRUSS  What you learn: a bridge with more bars than it needs: which forces are sure all the same.
%   Six panels, four of them with crossing diagonals, on a fixed and a sliding support: 28 equations
%   for 24 displacements. Statics leaves four forces open; which bars do they touch, which bars may
%   be taken out (in each panel one, or a bar that panels share), which may not? The rank says it by
%   name; an independent null space and the method of joints agree.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

a = 4;
nodes = {'l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6', 'u1', 'u2', 'u3', 'u4', 'u5'};
at = a * [0:6, 1:5; zeros(1, 7), ones(1, 5)];
bars = {'l0l1', 'l1l2', 'l2l3', 'l3l4', 'l4l5', 'l5l6', 'u1u2', 'u2u3', 'u3u4', 'u4u5', ...
        'l1u1', 'l2u2', 'l3u3', 'l4u4', 'l5u5', 'l0u1', 'l6u5', ...
        'l1u2', 'l2u1', 'l2u3', 'l3u2', 'l3u4', 'l4u3', 'l4u5', 'l5u4'};
B = dls_mechanism ('gravity', [0 -9.81]);
for k = 1:numel (nodes)                      % bars are light; the load is in the nodes
  B = dls_body (B, nodes{k}, 'mass', 1000, 'inertia', 1, 'at', at(:, k));
end
for bar = bars
  B = dls_joint (B, bar{1}, 'distance', {bar{1}(1:2)}, {bar{1}(3:4)});
end
B = dls_joint (B, 'west', 'hinge', {'ground', [0 0]}, {'l0'});
B = dls_joint (B, 'east', 'slot', {'ground', [6*a 0], 'along', [1 0]}, {'l6'});
R = dls_redundancy (B);
disp (R.table);
assert (R.rank == 24 && R.nullity == 4);

% Which forces are sure: rows of an independent null space.
G = full (getfield (dls_system (B), 'Gb'));
sure = max (abs (null (G)), [], 2) < 1e-9;
assert (isequal (logical (R.determined(:)), sure));
fprintf ('sure: %s\n', strjoin (R.names(sure), ', '));
assert (isequal (find (sure(1:25))', [1 6 16 17]));

% They are those of the method of joints: half of the weight at each end.
[~, lambda, info] = dls_kkt (B);
weight = 12 * 1000 * 9.81;
assert (abs (lambda.west.y - weight / 2) < 1e-6 * weight);
assert (abs (lambda.l0u1.length - sqrt (2) * (weight / 2 - 9810)) < 1e-6 * weight);  % pushes

% Any of the proposed sets makes all forces sure; a sure bar is in none of them.
sets = R.releases.sets;
fprintf ('%d sets of 4 bars could go\n', size (sets, 1));
assert (R.releases.count == 4 && ~any (ismember (find (sure), sets(:))));
for set = sets(1:10:end, :)'
  assert (rank (G(:, setdiff (1:28, set)), 1e-9) == 24);
end
save_mechanism (B, 'truss', 'Labels', false);
