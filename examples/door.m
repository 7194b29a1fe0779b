% DOOR  What you learn: how many hinges are too many, and which reactions to trust.
%   A door turns at 2 rad/s on three hinges, on two, on two balls, on a ball and a slot. The
%   motion is the same. With three hinges none of the 15 reactions is determined; with a ball and a
%   slot all 5 are. Sums are determined in each case: the weight, and the centripetal force.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
close_to = @(x, y, tol) all (abs (x(:) - y(:)) <= tol * max (abs (y(:))));

% 0.9 x 2 m, 30 kg; its hinges are 0.8 m above and below the centre, and between.
kinds = {{'hinge', 'hinge', 'hinge'}, {'hinge', 'hinge'}, {'ball', 'ball'}, {'ball', 'slot'}};
names = {'lower', 'upper', 'middle'};
height = [-0.8, 0.8, 0];
count = [0, 0, 4, 5];
for k = 1:4
  B = dls_mechanism ('gravity', [0 0 -9.81]);
  B = dls_body (B, 'door', 'mass', 30, 'shape', 'box', 'size', [0.9 0.04 2], ...
                'at', [0.45 0 0], 'velocity', [0 0.9 0], 'spin', [0 0 2]);
  for i = 1:numel (kinds{k})                 % x of a joint is up, y along the closed door
    B = dls_joint (B, names{i}, kinds{k}{i}, {'ground', [0 0 height(i)], 'along', [0 0 1]}, ...
                   {'door', [-0.45 0 height(i)]});
  end
  R = dls_redundancy (B);
  [a, lambda, info] = dls_kkt (B);
  fprintf ('\n%s: %d equations, rank %d, %d reactions determined\n', strjoin (kinds{k}, ', '), ...
           numel (R.names), R.rank, nnz (R.determined));
  assert (strcmp (info.status, 'solved') && R.rank == 5 && R.acceleration_unique);
  assert (nnz (R.determined) == count(k) && R.nullity == numel (R.names) - 5);

  % The same motion: the centre accelerates towards the hinges with w^2 times 0.45 m.
  assert (close_to (a, [-4 * 0.45; 0; 0; 0; 0; 0], 1e-11));
  up = 0;
  inward = 0;
  for i = 1:numel (kinds{k})
    j = lambda.(names{i});
    if isfield (j, 'x'), up = up + j.x; end
    inward = inward + j.y;
  end
  fprintf ('   weight carried %.4f N, centripetal force %.4f N\n', up, inward);
  assert (close_to (up, 30 * 9.81, 1e-11) && close_to (inward, -30 * 4 * 0.45, 1e-11));
  if k == 3
    disp (R.table);
  end
end

% Two balls leave one state of self-stress open: they may pull at each other, up and down.
B.joints(2).kind = 'ball';
R = dls_redundancy (B);
assert (isequal (R.names(~R.determined), {'lower.x', 'upper.x'}));
assert (isequal (R.releases.sets, find (~R.determined(:))));

sol = dls_simulate (B, [0 2], 'Scheme', 'moreau-jean-projected', 'Step', 2e-3);
assert (close_to (sol.v(6, :), 2, 0.01));    % nothing slows it
save_motion (sol, 'door');
