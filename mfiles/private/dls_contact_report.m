function info = dls_contact_report (status, exitflag, method, message, iterations)
% INFO of dls_contact with the fields that every method knows.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent blank
  if (isempty (blank))
    blank = struct ('status', '', 'exitflag', 0, 'message', '', 'residual', [], 'iterations', 0, ...
                    'time', 0, 'method', '', 'certificate', [], 'cones', [], 'solutions', [], ...
                    'enumerated', false, 'unique', NaN);
  end
  info = blank;
  info.status = status;
  info.exitflag = exitflag;
  info.method = method;
  info.message = message;
  info.iterations = iterations;
end
