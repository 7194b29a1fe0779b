function [a, b] = dls_mechanism_frames (B, a, b, caller)
% The axes of two places as frames, rotations in the axes of their bodies: the first is along, where
% one is given; where one place has none, its frame coincides with the other at B.q.
% SPDX-License-Identifier: GPL-3.0-or-later
  [~, A] = dls_mechanism_pose (B, a.body);
  [~, C] = dls_mechanism_pose (B, b.body);
  if (isempty (a.along) && ~isempty (b.along))
    [b, a] = one_after_other (b, C, a, A, B.d, caller);
  else
    [a, b] = one_after_other (a, A, b, C, B.d, caller);
  end
end

% The first has axes, or takes those of its body.
function [a, b] = one_after_other (a, A, b, C, d, caller)
  T = C' * A;                                      % from the axes of body a to those of body b
  if (isempty (a.along))
    a.frame = eye (d);
  else
    if (isempty (a.across) && ~isempty (b.across))
      a.across = off_axis (T' * b.across, a.along);
    end
    a.frame = axes_of (a.along, a.across, d, caller);
  end
  b.frame = T * a.frame;
  if (~isempty (b.along))
    if (isempty (b.across) && d == 3)
      b.across = off_axis (b.frame(:,2), b.along);
    end
    b.frame = axes_of (b.along, b.across, d, caller);
  end
end

% x, unless it is parallel to u.
function x = off_axis (x, u)
  if (norm (x - u * (u' * x)) <= 1e-6)
    x = [];
  end
end

% Axes of a place: the first is along; in space the second is what is left of across.
function R = axes_of (along, across, d, caller)
  if (d == 2)
    R = [along, [-along(2); along(1)]];
    return
  end
  if (isempty (across))
    [~, k] = min (abs (along) - [2; 1; 0] * 1e-9);
    across = zeros (3, 1);
    across(k) = 1;
  end
  across = across - along * (along' * across);
  if (norm (across) <= 1e-9)
    error ('delassus:option', ['%s: ''across'' is parallel to ''along''; expected two ', ...
           'different directions'], caller);
  end
  across = across / norm (across);
  u = along;
  U = [0, -u(3), u(2); u(3), 0, -u(1); -u(2), u(1), 0];
  R = [u, across, U * across];
end
