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
