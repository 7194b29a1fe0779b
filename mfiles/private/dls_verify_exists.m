function report = dls_verify_exists (P, answer, report)
% ok, info of dls_friction_exists.
%   a witness u: in L* = {u_N >= mu*|u_T|}, u - w in the range of H (or of W, with z)
%   a proof r:   in L, H'*r = e = 0 (W*r), w'*r < 0: for all v with H*v + w in L*
%                0 <= r'*(H*v + w), that is -e'*v <= w'*r
% SPDX-License-Identifier: GPL-3.0-or-later
  info = answer.info;
  if (strcmp (P.form, 'global'))
    [H, w] = deal (P.H, P.w);
  else
    [H, w] = deal ((P.W + P.W') / 2, P.q);
  end
  [N, n] = size (H);
  [r, c] = dls_verify_units ([H, w]);
  of_contact = max (reshape (1 ./ r, P.d, []), [], 1);
  if (isequal (answer.ok, true) && isempty (info.u))
    report = dls_verify_check (report, 'there is a witness', Inf, 0);
  elseif (~isempty (info.u))
    u = H * info.v + w;
    most = dls_verify_most (info.v ./ c(1:n), 1 / c(end), w);
    report = dls_verify_check (report, 'u is computed from v', ...
                               max (abs (u - info.u) .* r) / most, 1e-6);
    if (isequal (answer.ok, true))
      report = dls_verify_check (report, 'u in L*', ...
                                 max ([0, outside(u, P, true) ./ of_contact]) / most, 1e-6);
    end
  end
  if (~isempty (info.r))
    y = info.r;
    of_contact = min (reshape (r, P.d, []), [], 1);
    far = max ([0, outside(y, P, false) ./ of_contact]);
    report = dls_verify_check (report, 'r in L', far / max (abs (y) ./ r), 1e-9);
    report = dls_verify_proof (report, -(w' * y), abs (w)' * abs (y), H' * y, ...
                               abs (H)' * abs (y), c(1:n) / c(end));
  end
  if (isempty (report.checks))
    report = dls_verify_nothing (report);
  end
end

% How far each contact is outside of K or K*.
function x = outside (v, P, dual)
  v = reshape (v, P.d, P.nc);
  t = sqrt (sum (v(2:end,:) .^ 2, 1));
  mu = P.mu(:)';
  stuck = isinf (mu);
  mu(stuck) = 0;
  if (dual)
    x = mu .* t - v(1,:);
    x(stuck) = max (x(stuck), t(stuck));
  else
    t(stuck) = 0;
    x = max (t - mu .* v(1,:), -v(1,:));
  end
end
