function report = dls_step_report ()
% What one step tells: nothing happened yet.
% SPDX-License-Identifier: GPL-3.0-or-later
  report = struct ('ok', true, 'message', '', 'error', [], 'solves', 0, 'factorisations', 0, ...
                   'iterations', 0, 'events', []);
end
