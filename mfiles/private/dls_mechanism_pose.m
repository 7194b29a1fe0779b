function [x, R] = dls_mechanism_pose (B, k)
% Position and rotation of body k (0: the ground) at B.q.
% SPDX-License-Identifier: GPL-3.0-or-later
  d = B.d;
  if (k == 0)
    x = zeros (d, 1);
    R = eye (d);
    return
  end
  body = B.bodies(k);
  p = body.place;
  if (~body.fixed)
    p = B.q(body.first(1) + (1:4*d-5));
  end
  x = p(1:d);
  if (d == 2)
    R = [cos(p(3)), -sin(p(3)); sin(p(3)), cos(p(3))];
  else
    p = p(4:7) / norm (p(4:7));
    U = 2 * [0, -p(4), p(3); p(4), 0, -p(2); -p(3), p(2), 0];
    R = eye (3) + p(1) * U + U * U / 2;
  end
end
