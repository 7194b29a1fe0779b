function rows = figure_row (quantity, paper, here, agreement)
% FIGURE_ROW  Record one line "quantity | paper | here | agreement" of the report of make figures.
%   figure_row (quantity, paper, here, tolerance) compares two numbers; figures that disagree by
%     more than the relative tolerance fail.
%   figure_row (quantity, paper, here, agreement) with a text: what the script has checked itself.
%     paper says 'not stated' where the paper gives no number.
%   rows = figure_row () returns what was recorded (cell, four texts a row) and forgets it.
% SPDX-License-Identifier: GPL-3.0-or-later
persistent recorded
if nargin == 0
  rows = recorded;
  recorded = cell (0, 4);
  return
end
agrees = true;
if isnumeric (agreement)
  off = abs (here - paper) / max (abs (paper), realmin);
  agrees = off <= agreement;
  agreement = sprintf ('%s, %.1e', {'DIFFERS', 'agrees'}{1 + agrees}, off);
end
text = {quantity, show(paper), show(here), agreement};
recorded = [recorded; text];
fprintf ('  %s | %s | %s | %s\n', text{:});
if ~agrees
  error ('%s: the paper has %s, here %s', text{1:3});
end
end

function text = show (value)
text = value;
if isnumeric (value)
  text = strjoin (arrayfun (@(x) sprintf ('%.10g', x), value(:)', 'UniformOutput', false), ', ');
end
end
