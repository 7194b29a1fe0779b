function report = dls_verify_nothing (report)
% A status that claims nothing, or that comes without what would prove it.
% SPDX-License-Identifier: GPL-3.0-or-later
  report.ok = false;
  report.verifiable = false;
  report.message = sprintf ('''%s'' comes without anything to verify', report.status);
end
