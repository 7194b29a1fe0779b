% TABLE  What you learn: what can be said of reactions that equilibrium does not determine.
%   A table on 4, 5 and 8 legs. Three legs would be determined; every other one adds a freedom, and
%   the minimum-norm answer is only one of many. The exact interval of each leg tells which legs
%   must carry something, and how much any of them may have to carry. The ends of the intervals
%   are supports on three legs: all of these are tried as a check. Writes build/table.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

weight = 400;                                 % N
load_at = [0.3; 0.2];                         % of the half sides 1
corners = [1 -1 -1 1; 1 1 -1 -1];
tables = {corners, [corners, [0; 0]], [corners, [1 0 -1 0; 0 1 0 -1]]};

fig = figure ('visible', 'off', 'position', [0 0 1000 600]);
for k = 1:3
  P = tables{k};
  legs = columns (P);
  names = struct ('u', {arrayfun(@(i) sprintf ('leg %d', i), 1:legs, 'UniformOutput', false)});
  % Coordinates: height of the centre, rotations about x and y. F stands on the left: downwards.
  S = dls_system ('M', diag ([40 15 15]), 'F', weight * [1; load_at(2); -load_at(1)], ...
                  'Gu', [ones(1, legs); P(2, :); -P(1, :)], 'names', names);
  [lo, hi, info] = dls_reaction_range (S);
  [a, least] = dls_kkt (S.M, S.Gu, S.F, zeros (legs, 1));     % minimum norm, here all push
  fprintf ('%d legs: %s, the acceleration is %.0e\n', legs, info.status, norm (a));
  fprintf ('          at (x, y)     lowest   highest   minimum norm\n');
  fprintf ('  leg %d    (%2d, %2d)  %9.3f %9.3f %14.3f\n', [1:legs; P; lo.nu'; hi.nu'; least']);
  assert (strcmp (info.status, 'solved') && ~any (info.determined.nu) && norm (a) < 1e-10);
  assert (all (lo.nu - 1e-7 <= least & least <= hi.nu + 1e-7));

  % Supports on three legs that push: the corners of the set of admissible reactions.
  support = zeros (legs, 0);
  for three = nchoosek (1:legs, 3)'
    G = S.Gu(:, three);
    if abs (det (G)) > 1e-9 && all (G \ S.F >= -1e-9)
      support(three, end+1) = G \ S.F;
    end
  end
  fprintf ('  %d supports on three legs give the same ends\n\n', columns (support));
  assert (max (abs (lo.nu - min (support, [], 2))) < 1e-6 * weight);
  assert (max (abs (hi.nu - max (support, [], 2))) < 1e-6 * weight);

  subplot (2, 3, k);
  plot ([1 -1 -1 1 1], [1 1 -1 -1 1], 'k-', P(1, :), P(2, :), 'ko', 'markersize', 8, ...
        load_at(1), load_at(2), 'rx', 'markersize', 12, 'linewidth', 2);
  text (P(1, :) + 0.1, P(2, :) + 0.2, cellstr (num2str ((1:legs)')));
  axis ([-1.5 1.5 -1.5 1.5], 'square');
  title (sprintf ('%d legs, weight at x', legs));
  subplot (2, 3, 3 + k);
  plot ([1; 1] * (1:legs), [lo.nu, hi.nu]', 'b-', 'linewidth', 8, ...
        1:legs, least, 'wo', 'markersize', 4, 'markerfacecolor', 'r');
  axis ([0.5, legs + 0.5, -10, 300]);
  xlabel ('leg');
  ylabel ('reaction in N');
  if k == 1
    % Closed form: r + s * (1, -1, 1, -1) with r linear in the place of the load.
    r = weight / 4 * (1 + P' * load_at);
    s = [max(-r([1 3])), min(r([2 4]))];
    assert (max (abs (lo.nu - (r + min (s .* [1; -1; 1; -1], [], 2)))) < 1e-6 * weight);
    assert (max (abs (hi.nu - (r + max (s .* [1; -1; 1; -1], [], 2)))) < 1e-6 * weight);
    must = find (lo.nu > 1e-6 * weight)';
    fprintf ('On 4 legs, legs%s carry something in any case.\n\n', sprintf (' %d', must));
    assert (isequal (must, [1 4]));
  end
end
save_picture (fig, 'table');
