function rows = figure_row (quantity, paper, here, agreement)
% FIGURE_ROW  One line of the report of make figures: quantity, paper, here, difference, verdict.
%   figure_row (quantity, paper, here, tolerance) compares two numbers; figures that disagree by
%     more than the relative tolerance fail.
%   figure_row (quantity, paper, here, verdict) with a text, of what the script has checked itself:
%     'agrees', 'agrees to 1e-12', 'agrees: why so', 'differs by 0.1: why', 'differs: why'.
%   figure_row (quantity, 'not stated', here, check)   the paper prints no number: by what else it
%     was checked.
%   rows = figure_row () returns what was recorded (cell, five texts a row) and forgets it.
% SPDX-License-Identifier: GPL-3.0-or-later
persistent recorded
if nargin == 0
  rows = recorded;
  recorded = cell (0, 5);
  return
end
if isnumeric (agreement)
  off = abs (here - paper) / max (abs (paper), realmin);
  agreement = sprintf ('%s %.1e', {'differs by', 'agrees to'}{1 + (off <= agreement)}, off);
  failed = agreement(1) == 'd';
else
  failed = false;
end
text = [{quantity, show(paper), show(here)}, verdict(agreement, paper)];
recorded = [recorded; text];
fprintf ('  %s | %s | %s | %s | %s\n', text{:});
if failed
  error ('%s: the paper has %s, here %s', text{1:3});
end
end

% {difference, verdict}
function parts = verdict (text, paper)
if ischar (paper) && strcmp (paper, 'not stated')
  parts = {text, 'no number in the paper'};
  return
end
number = '[-+]?\d[\d.]*(?:e[-+]?\d+)?(?= |:|;|,|$)';
found = regexp (text, ['^(?<word>agrees|differs)(?: (?:to|by|by up to) (?<off>' number '))?' ...
                       '(?:[:;,]? (?<why>.*))?$'], 'names', 'once');
if isempty (found) || isempty (found.word) || (found.word(1) == 'd' && isempty (found.why) ...
                                               && isempty (found.off))
  error ('figure_row: "%s"; expected ''agrees ...'', or ''differs: why''', text);
end
parts = {found.off, found.word};
if ~isempty (found.why), parts{2} = [found.word, ': ', found.why]; end
end

function text = show (value)
text = value;
if isnumeric (value)
  text = strjoin (arrayfun (@(x) sprintf ('%.10g', x), value(:)', 'UniformOutput', false), ', ');
end
end
