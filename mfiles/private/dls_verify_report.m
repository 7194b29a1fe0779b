function report = dls_verify_report (kind, status)
% What dls_verify begins with: nothing was checked yet.
% SPDX-License-Identifier: GPL-3.0-or-later
  checks = struct ('name', {}, 'value', {}, 'bound', {}, 'ok', {});
  report = struct ('kind', kind, 'status', status, 'ok', true, 'verifiable', true, ...
                   'residual', NaN, 'excludes', NaN, 'message', '', 'checks', checks);
end
