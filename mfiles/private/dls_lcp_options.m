function [opts, start] = dls_lcp_options (caller, n, args)
% Options of dls_lcp for the gateway, and the start as a full n-by-1 column ([]: none).
% SPDX-License-Identifier: GPL-3.0-or-later
  opts = struct ();
  start = [];
  if (isempty (args))
    return
  end
  [opts, extra] = dls_parse_options (caller, 'dls_lcp', struct ('Start', []), args);
  if (~isempty (extra.Start) || ~isa (extra.Start, 'double'))
    start = dls_vector_input (extra.Start, n, caller, 'Start');
  end
end
