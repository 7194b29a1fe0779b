function report = dls_verify_proof (report, gain, gain_terms, e, e_terms, reach)
% A combination of the conditions says e'*x >= gain > 0, where e should vanish. That excludes all x
% with |e|'*|x| < gain: they must be excluded up to 100 times their natural sizes, reach. What
% the data themselves leave open counts, too: 8*eps of each term, and the rounding of the sums.
% SPDX-License-Identifier: GPL-3.0-or-later
  most = (8 + numel (e)) * eps;
  open = 100 * (abs (e)' * reach) + most * (e_terms' * reach + gain_terms);
  value = open / max (gain, 0);
  if (gain <= 0 || isnan (open))
    value = Inf;
  end
  report = dls_verify_check (report, 'what the certificate leaves open', value, 1);
  report.excludes = min ([report.excludes, 100 / value]);
end
