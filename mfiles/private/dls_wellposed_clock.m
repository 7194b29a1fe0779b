function [left, accuracy] = dls_wellposed_clock (limit, data_accuracy)
% Seconds left to DLS_WELLPOSED, whose programs ask here before they begin, and the accuracy of the
% data; with arguments: it begins.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent timer seconds relative
  if (nargin > 0 || isempty (timer))
    timer = tic ();
    seconds = Inf;
    relative = 8 * eps;
  end
  if (nargin > 0)
    seconds = limit;
    relative = data_accuracy;
  end
  left = max (seconds - toc (timer), 0);
  accuracy = relative;
end
