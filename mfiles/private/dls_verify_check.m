function report = dls_verify_check (report, name, value, bound)
% One more check: value <= bound, otherwise (and for NaN, or several) the answer is refused.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (~(isscalar (value) && isreal (value)))
    value = NaN;
  end
  ok = value <= bound;
  report.checks(end+1) = struct ('name', name, 'value', full (value), 'bound', bound, 'ok', ok);
  if (~ok && report.ok)
    report.message = sprintf ('%s: %.1e, expected at most %.1e', name, full (value), bound);
  end
  report.ok = report.ok && ok;
end
