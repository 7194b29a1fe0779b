function varargout = dls_judge (what, varargin)
% The report of dls_verify; dls_judge (WHAT, ...): report: a new one; check, leave, nothing: what it
% says; add: what C found; units, most: sizes; proof: of certificates. The rest is in C.
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (what)
    case 'check'
      [varargout{1:nargout}] = verify_check (varargin{:});
    case 'leave'
      [varargout{1:nargout}] = verify_leave (varargin{:});
    case 'report'
      [varargout{1:nargout}] = verify_report (varargin{:});
    case 'add'
      [varargout{1:nargout}] = verify_add (varargin{:});
    case 'units'
      [varargout{1:nargout}] = verify_units (varargin{:});
    case 'most'
      [varargout{1:nargout}] = verify_most (varargin{:});
    case 'proof'
      [varargout{1:nargout}] = verify_proof (varargin{:});
    case 'nothing'
      [varargout{1:nargout}] = verify_nothing (varargin{:});
  end
end

% What dls_verify begins with: nothing was checked yet.
function report = verify_report (kind, status)
  checks = struct ('name', {}, 'value', {}, 'bound', {}, 'ok', {});
  report = struct ('kind', kind, 'status', status, 'ok', true, 'verifiable', true, ...
                   'residual', NaN, 'excludes', NaN, 'message', '', 'checks', checks, ...
                   'not_checked', {{}});
end

% One more check: value <= bound, otherwise (and for NaN, or several) the answer is refused.
function report = verify_check (report, name, value, bound)
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

% A status that claims nothing, or that comes without what would prove it.
function report = verify_nothing (report)
  report.ok = false;
  report.verifiable = false;
  report.message = sprintf ('''%s'' comes without anything to verify', report.status);
end

% Units in which the entries of K are near one: see libcore/verify/units.c. With one output of a
% symmetric K.
function varargout = verify_units (K)
  [varargout{1:max (nargout, 1)}] = dls_verify_mex ('units', K);
end

% What residuals are relative to: the largest unknown in its unit, or the constants (the number 1 in
% its unit). At most 1e4 times these: 1e-6 of larger unknowns would hide them.
function most = verify_most (x, one, constants)
  most = max ([abs(x(:)); one]);
  if (any (constants))
    most = min (most, 1e4 * one);
  end
end

% A combination of the conditions says e'*x >= gain > 0, where e should vanish. That excludes all x
% with |e|'*|x| < gain: they must be excluded up to 100 times their natural sizes, reach. What
% the data themselves leave open counts, too: 8*eps of each term, and the rounding of the sums.
function report = verify_proof (report, gain, gain_terms, e, e_terms, reach)
  most = (8 + numel (e)) * eps;
  open = 100 * (abs (e)' * reach) + most * (e_terms' * reach + gain_terms);
  value = open / max (gain, 0);
  if (gain <= 0 || isnan (open))
    value = Inf;
  end
  report = verify_check (report, 'what the certificate leaves open', value, 1);
  left = max ([0; abs(e) .* reach]) / max ([realmin; e_terms .* reach; gain_terms]);
  report = verify_check (report, 'the sums vanish', left, 1e-6);
  report.excludes = min ([report.excludes, 100 / value]);
end

% The checks of C join the report.
function report = verify_add (report, R)
  if (report.ok)
    report.message = R.message;
  end
  report.ok = report.ok && R.ok;
  report.verifiable = report.verifiable && R.verifiable;
  report.residual = max (report.residual, R.residual);
  report.excludes = min (report.excludes, R.excludes);
  report.checks = [report.checks, R.checks];
  report.not_checked = [report.not_checked, R.not_checked];
end

% Claims that were not checked.
function report = verify_leave (report, claim)
  report.not_checked{end+1} = claim;
end
