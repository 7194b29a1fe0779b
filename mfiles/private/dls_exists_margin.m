function answer = dls_exists_margin (H, w, mu, d, lifted)
% DLS_EXISTS_MARGIN  Largest t <= 1 with H*v + w - t*e_N in L*, e_N at the contacts `lifted`.
%   answer = dls_exists_margin (H, w, mu, d, lifted)
%   One conic program in (v, t). Fields: margin (-Inf: no t will do; NaN: not decided), v ([] if
%   margin < 0), r (if margin < 0 or if it is below 1 for w = 0: in L, H'*r = 0, w'*r = -1 or, for
%   w = 0, of size one), status, iterations.
% SPDX-License-Identifier: GPL-3.0-or-later
  N = numel (w);
  n = size (H, 2);
  nc = N / d;
  curved = mu > 0 & isfinite (mu);
  part = reshape (1:N, d, nc);
  tangents = reshape (part(2:end,isinf (mu)), [], 1);
  straight = reshape (part(1,~curved), [], 1);
  cones = reshape (part(:,curved), [], 1);
  Y = ones (d, nc);
  Y(2:end,curved) = repmat (mu(curved)', d - 1, 1);
  lift = zeros (N, 1);
  lift(part(1,lifted)) = 1;
  rows = reshape ([tangents; straight; cones], [], 1);
  B = [-H(rows,:), sparse(lift(rows))];
  B = sparse (1:numel (rows), 1:numel (rows), Y(rows)) * B;
  nz = numel (tangents);
  ns = numel (straight);
  A = [B(1:nz+ns,:); sparse(1, n), 1; B(nz+ns+1:end,:)];
  b = Y(:) .* w;
  b = [b(rows(1:nz+ns)); 1; b(cones)];
  [x, ~, y, info] = dls_conic ([], [zeros(n, 1); -1], A, b, ...
                               struct ('z', nz, 'l', ns + 1, 'q', d * ones (sum (curved), 1)));
  answer = struct ('margin', NaN, 'v', [], 'r', [], 'status', info.status, ...
                   'iterations', info.iterations);
  r = zeros (N, 1);
  y(nz + ns + 1) = [];
  r(rows) = reshape (Y(rows), [], 1) .* y;
  if (strcmp (info.status, 'solved'))
    answer.margin = x(end);
    if (x(end) > -1e-7)
      answer.v = reshape (x(1:n), n, 1);
    else
      answer.r = r / -(w' * r);
    end
    if (~any (w) && x(end) < 0.5)
      answer.r = r / max (abs (r));
    end
  elseif (strcmp (info.status, 'primal_infeasible'))
    answer.margin = -Inf;
    answer.r = r / -(w' * r);
  end
end
