% FUZZ_GRASP  Planar grasps with integer points and normals: exact linear programs decide closure.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_grasp (seed, number)
  random_case (seed, number);
  k = randi (5);
  p = struct ('points', randi ([-3, 3], 2, k), 'normals', randi ([-2, 2], 2, k), ...
              'mu', randi ([0, 8], k, 1) .* (rand () < 0.8));
  p.normals(1,~any (p.normals, 1)) = 1;
  W = [];
  F = [];
  for i = 1:k
    normal = wrench (p.points(:,i), p.normals(:,i));
    tangent = wrench (p.points(:,i), [0 -1; 1 0] * p.normals(:,i));   % of the same length
    W = [W, normal];
    F = [F, 8 * normal + p.mu(i) * tangent, 8 * normal - p.mu(i) * tangent];
  end
  p.mu = p.mu / 8;
  Q = dls_grasp (p.points, p.normals, p.mu, 'MaxPoints', 20);
  [force, form] = deal (spans (F), spans (W));
  why = '';
  if (~isnan (force) && ~isnan (Q.force_closure) && Q.force_closure ~= force)
    why = sprintf ('wrong: force_closure %d, exactly %d', Q.force_closure, force);
  elseif (~isnan (form) && ~isnan (Q.form_closure) && Q.form_closure ~= form)
    why = sprintf ('wrong: form_closure %d, exactly %d', Q.form_closure, form);
  else
    why = judged (p, Q, Q.verdict);
  end
  if (isempty (why) && strcmp (Q.verdict, 'undecided'))
    why = sprintf ('soft: undecided, exactly %d %d', force, form);
  end
end

function w = wrench (p, f)
  w = [f; p(1) * f(2) - p(2) * f(1)];
end

% Columns span all space by positive sums: full rank, and a sum with all coefficients >= 1 is zero.
function yes = spans (W)
  k = size (W, 2);
  yes = exact_rank (W) == size (W, 1);
  if (yes)
    L = exact_lp (W, zeros (size (W, 1), 1), -eye (k), -ones (k, 1));
    yes = L.feasible;
  end
end
