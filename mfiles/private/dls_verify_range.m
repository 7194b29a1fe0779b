function report = dls_verify_range (S, answer, report)
% lo, hi of dls_reaction_range.
%   solved            lo <= hi; unbounded, determined and detaching as the intervals say; with
%                     answer.lambda (any admissible reactions): these are inside
%   no_acceleration   u: G*u = 0, b'*u < 0, u >= 0 at unilateral constraints
%   no_balance        d: M*d = 0, G'*d = 0 (>= 0 at unilateral constraints), F'*d < 0
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (report.status)
    case {'solved', 'bounds'}
      lo = joined (answer.lo);
      hi = joined (answer.hi);
      report = dls_verify_check (report, 'lo <= hi', sum (~(lo <= hi)), 0);
      if (isfield (answer, 'lambda') && report.ok)
        l = joined (answer.lambda);
        most = max ([abs(l); abs(lo(isfinite (lo))); abs(hi(isfinite (hi))); realmin]);
        report = dls_verify_check (report, 'admissible reactions are inside', ...
                                   max ([0; lo - l; l - hi]) / most, 1e-6);
      end
      gone = answer.info.detaching(:);
      both = max (abs ([answer.lo.nu(gone); answer.hi.nu(gone); 0]));
      report = dls_verify_check (report, 'open contacts have no force', both, 0);
    case {'no_acceleration', 'no_balance'}
      report = dls_verify_contradiction (S, answer.info.certificate, report);
    otherwise
      report = dls_verify_nothing (report);
  end
end

function x = joined (r)
  x = [r.nb(:); r.nu(:); r.tb(:); r.tu(:)];
end

% Certificates of dls_sticking and dls_reaction_range for systems without acceleration or balance:
%   no_acceleration   u: G*u = e = 0, b'*u < 0, u >= 0 at unilateral constraints, and 0 <= u'*(G'*a
%                     + b) says -e'*a <= b'*u
%   no_balance        d: M*d = 0, G'*d = 0 (>= 0 at unilateral constraints), F'*d < 0
function report = dls_verify_contradiction (S, certificate, report)
  k = S.d - 1;
  rows_b = repmat (strcmp ('sticking', S.modeb(:)'), k, 1);
  rows_u = repmat (strcmp ('sticking', S.modeu(:)'), k, 1);
  G = [S.Gb, S.Gu, S.Hb(:,rows_b(:)), S.Hu(:,rows_u(:))];
  b = [S.bb; S.bu; S.tb(rows_b(:)); S.tu(rows_u(:))];
  m = numel (b);
  uni = S.nb + (1:S.nu);
  d = dls_verify_units ([S.M, G, S.F; G', sparse(m, m), b; S.F', b', 0]);
  reach = d(1:end-1) / d(end);
  if (isfield (certificate, 'u'))
    u = certificate.u;
    u(uni) = max (u(uni), 0);                  % what is negative shows in the sum
    report = dls_verify_proof (report, -(b' * u), abs (b)' * abs (u), G * u, abs (G) * abs (u), ...
                               reach(1:S.n));
  else
    y = certificate.d;
    e = G' * y;
    e(uni) = min (e(uni), 0);
    report = dls_verify_proof (report, -(S.F' * y), abs (S.F)' * abs (y), [S.M * y; e], ...
                               [abs(S.M) * abs(y); abs(G)' * abs(y)], reach);
  end
end
