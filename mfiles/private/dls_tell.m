function dls_tell (caller, opts, outcome, message, seconds)
% The line of 'Display': what came out, and why.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (strcmp (opts.Display, 'off'))
    return
  end
  if (~isempty (message))
    outcome = [outcome, ': ', strrep(message, sprintf ('\n'), ' ')];
  end
  fprintf ('%s: %s, %.2g s\n', caller, outcome, seconds);
end
