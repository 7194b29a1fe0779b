function [v, p, ok] = dls_step_backsolve (F, r, c)
% A*v - G*p = r, G'*v + c = 0 for one or several columns; ok: the answers satisfy the equations.
% SPDX-License-Identifier: GPL-3.0-or-later
  ok = true;
  switch (F.kind)
    case 'dense'
      b = [r; -c];
      x = F.U \ (F.L \ b(F.p,:));
    case 'sparse'
      x = F.Q * (F.U \ (F.L \ (F.p * [r; -c])));
      ok = all (isfinite (x(:)));
    otherwise
      v = zeros (size (r));
      p = zeros (F.m, size (r, 2));
      for k = 1:size (r, 2)
        [v(:,k), p(:,k), info] = dls_kkt (F.p, full (-r(:,k)), full (c(:,k)));
        ok = ok && (strcmp (info.status, 'solved') ...
                    || max (info.residual.dynamics, info.residual.constraints) < 1e-8);
      end
      return
  end
  v = x(1:F.n,:);
  p = x(F.n+1:end,:);
end
