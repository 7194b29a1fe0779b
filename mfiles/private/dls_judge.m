function varargout = dls_judge (what, varargin)
% The report of dls_verify; dls_judge (WHAT, ...): report: a new one; check, nothing: what it says;
% units, most: sizes; proof, covers: of certificates.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['verify_', what], varargin{:});
end

% What dls_verify begins with: nothing was checked yet.
function report = verify_report (kind, status)
  checks = struct ('name', {}, 'value', {}, 'bound', {}, 'ok', {});
  report = struct ('kind', kind, 'status', status, 'ok', true, 'verifiable', true, ...
                   'residual', NaN, 'excludes', NaN, 'message', '', 'checks', checks);
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

% Units in which the entries of K are near one: rows and columns of diag (r)*K*diag (c) have
% geometric means of one (the least squares of Curtis and Reid, which other units of the caller do
% not change; with one output for symmetric K: r = c). What can only be rounding is left out. A
% homogeneous matrix [A q] or [P A' q; A 0 -b; q' -b' 0] has a last column (for the number 1):
% unknowns of the size c(1:end-1)/c(end) make its terms comparable.
function [r, c] = verify_units (K)
  [m, n] = size (K);
  K = abs (K);
  [i, j, v] = find (K);
  [i, j, v] = deal (i(:), j(:), v(:));
  rows = full (max (K, [], 2));
  columns = full (max (K, [], 1))';
  keep = v > 1e-14 * sqrt (rows(i) .* columns(j));
  [i, j, v] = deal (i(keep), j(keep), log (v(keep)));
  in_row = max (accumarray (i, 1, [m, 1]), 1);
  in_column = max (accumarray (j, 1, [n, 1]), 1);
  c = zeros (n, 1);
  for k = 1:50
    r = -accumarray (i, v + c(j,1), [m, 1]) ./ in_row;
    before = c;
    c = -accumarray (j, v + r(i,1), [n, 1]) ./ in_column;
    if (max (abs (c - before)) < 0.1)
      break
    end
  end
  if (nargout < 2 && m == n)
    r = (r + c) / 2;
  end
  r = exp (r);
  c = exp (c);
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
  report.excludes = min ([report.excludes, 100 / value]);
end

% Are the columns of S (entries -1, 0, 1) the leaves of a tree, each node of which divides by the
% sign of one row? Then they exclude each other and together are all patterns of signs.
function ok = verify_covers (S)
  i = find (all (S ~= 0, 2), 1);
  ok = size (S, 2) == 1 && isempty (i);
  if (size (S, 2) > 1 && ~isempty (i))
    rest = S([1:i-1, i+1:end],:);
    ok = verify_covers (rest(:,S(i,:) < 0)) && verify_covers (rest(:,S(i,:) > 0));
  end
end
