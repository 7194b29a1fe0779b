function [T, sliding] = dls_sliding_tangents (S, side)
% Direction of sliding of each constraint of a side ('b' or 'u') as columns, [H]*[xi] of the papers
% with xi = vt/|vt| (sgn (vt) in 2D), zero where it does not slide: friction is -mu*T*|lambda|.
% SPDX-License-Identifier: GPL-3.0-or-later
  count = S.(['n', side]);
  sliding = strcmp (S.(['mode', side]), 'sliding');
  T = sparse (S.n, count);
  H = S.(['H', side]);
  v = S.(['vt', side]);
  for i = find (sliding)
    T(:,i) = H(:,(i-1)*(S.d-1) + (1:S.d-1)) * (v(:,i) / norm (v(:,i)));
  end
end
