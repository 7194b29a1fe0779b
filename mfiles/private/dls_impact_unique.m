function q = dls_impact_unique (S, hit, seconds, accuracy)
% Which velocities and percussions satisfy the law of DLS_IMPACT (hit: dls_impact_terms).
% q.velocity, q.percussions: true, false or NaN (not decided); q.kernel (nb+nu rows): combinations
% of percussions that do nothing; q.velocity_kernel: directions in which v+ may change;
% q.determined: percussions that are the same in all solutions.
% SPDX-License-Identifier: GPL-3.0-or-later
  dls_criteria ('clock', seconds, accuracy);
  m = S.nb + S.nu;
  f = dls_criteria ('unique', hit.law, hit.law.Gb, zeros (S.nb, 1));
  q = struct ('velocity', f.a.yes, 'percussions', f.all.yes, 'kernel', zeros (m, 0), ...
              'velocity_kernel', zeros (S.n, 0), 'determined', true (m, 1));
  if (isequal (q.velocity, false))
    R = dls_wellposed_rank (S.M, [S.Gb, S.Gu(:,~f.open)]);
    q.velocity_kernel = full (R.acceleration_kernel);
  end
  if (isnan (q.percussions))
    q.determined = false (m, 1);
  elseif (~q.percussions)
    active = find ([true(S.nb, 1); ~f.open(:)]);
    q = among (q, S, active, find ([true(S.nb, 1); f.strong(:)]));
  end
end

% Those that are determined among all active columns are, those that are not among the pressing
% ones are not; the others move where a combination of columns vanishes with its loose ones >= 0.
function q = among (q, S, active, pressing)
  G = [S.Gb, S.Gu];
  loose = ~ismember (active, pressing);
  R = dls_wellposed_rank (S.M, G(:,active));
  q.kernel = zeros (size (G, 2), size (R.kernel, 2));
  q.kernel(active,:) = full (R.kernel);
  q.determined(active) = R.determined;
  Q = dls_wellposed_rank (S.M, G(:,pressing));
  sure = true (size (G, 2), 1);
  sure(pressing) = Q.determined;
  signs = speye (numel (active));
  for i = find (~q.determined & sure)'
    row = sparse (1, find (active == i), 1, 1, numel (active));
    moves = false;
    for s = [1 -1]
      moves = moves || isequal (true, dls_wellposed_lp ([G(:,active); row], ...
                                [zeros(S.n, 1); s], signs(loose,:), zeros (sum (loose), 1)));
    end
    q.determined(i) = ~moves;
  end
end
