% BRICARD_LOOP  What you learn: six bars along the edges of a cube, that move against all counting.
%   Six bars in a loop with six hinges: 30 equations for 30 velocities, and it moves: rank 29. No
%   hinge can be blamed, none of the 30 reactions is determined, any one may be released. The angles
%   of neighbours keep Bricard's relation, cos (a) cos (b) + cos (a) + cos (b) = 0. A corner that is
%   off by a hundredth locks it.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

P = [0 1 1 1 0 0; 0 0 1 1 1 0; 0 0 0 1 1 1];
for wrong = [0.01 0]
  B = dls_mechanism ('gravity', [0 0 -9.81]);
  names = {'ground', 'bar1', 'bar2', 'bar3', 'bar4', 'bar5', 'ground'};
  arm = [P(:, 1), zeros(3, 5), P(:, 6)];
  P(:, 4) = [1; 1; 1] + wrong * [1; 0; 2];   % not at all at last
  for k = 1:5
    way = P(:, k+1) - P(:, k);
    B = dls_body (B, names{k+1}, 'mass', 1, 'shape', 'box', 'size', max (abs (way), 0.05), ...
                  'at', (P(:, k) + P(:, k+1)) / 2);
    arm(:, k+1) = way / 2;
  end
  for k = 1:6                                % across both bars
    way = cross (P(:, k) - P(:, 1 + mod (k - 2, 6)), P(:, 1 + mod (k, 6)) - P(:, k));
    first = arm(:, k);
    if k == 1, first = P(:, 1); end
    second = -arm(:, k+1);
    if k == 6, second = P(:, 6); end
    B = dls_joint (B, sprintf ('h%d', k), 'hinge', {names{k}, first, 'along', round(way)}, ...
                   {names{k+1}, second});
  end
  R = dls_redundancy (B);
  fprintf ('off by %g: rank %d of 30, gap %.1e, %d reactions not determined\n', wrong, R.rank, ...
           R.gap, nnz (~R.determined));
  assert (R.rank == 29 + (wrong > 0));
end
dls_show (B);

% It falls through 1 s of its motion. In the middle of a step it is not closed: what is smaller
% than a thousandth counts as a repetition.
sol = dls_simulate (B, linspace (0, 1, 51), 'Scheme', 'moreau-jean-projected', 'Step', 1e-3, ...
                    'RankTolerance', 1e-3);
assert (strcmp (sol.result, 'finished') && max (sol.drift.constraint) < 1e-12);
worst = 0;
for k = 1:51
  point = [P(:, 1), zeros(3, 4), P(:, 6)];
  for bar = 1:4                              % the ends of the bars, by their quaternions
    q = sol.q(7*bar + (-6:0), k);
    U = [0 -q(7) q(6); q(7) 0 -q(5); -q(6) q(5) 0];
    point(:, bar+1) = q(1:3) + (eye (3) + 2 * q(4) * U + 2 * U^2) * arm(:, bar+1);
  end
  way = diff (point(:, [1:6, 1]), 1, 2);
  cosine = sum (way .* way(:, [6 1:5]));
  worst = max (worst, max (abs (cosine .* cosine([2:6 1]) + cosine + cosine([2:6 1]))));
end
fprintf ('Bricard''s relation of the angles holds to %.1e\n', worst);
assert (worst < 1e-10 && max (range (sol.q(3:7:end, :), 2)) > 0.4);
R = dls_redundancy (dls_at (B, sol, 51));
assert (R.rank == 29);
save_motion (sol, 'bricard_loop');
