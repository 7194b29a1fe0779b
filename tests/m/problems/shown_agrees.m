% SHOWN_AGREES  Does what a help text shows agree with what its example gave?
%
%   [ok, why] = shown_agrees (shown, output, value)
%
% SHOWN is a cell of comment lines. "% ans = ..." is compared with the value {ans}: numbers to half
% a unit of their last shown digit (integers to 1e-6, "0.09..." cut off), texts word by word, cells
% by evaluation. Everything else is compared with the printed OUTPUT, word by word, numbers as
% above.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function [ok, why] = shown_agrees (shown, output, value)
  text = strjoin (regexprep (shown, '^\s*%', ''), "\n");
  rest = regexp (text, '^\s*ans =(.*)$', 'tokens', 'once');
  if (isempty (rest))
    is = strsplit (strtrim (output));
  elseif (isempty (value))
    ok = false;
    why = 'the statement gives no ans';
    return;
  else
    text = strtrim (rest{1});
    value = value{1};
    if (iscell (value))
      ok = isequal (eval (text), value);
      why = strtrim (output);
      return;
    elseif (ischar (value))
      is = strsplit (strtrim (value));
    else
      is = num2cell (full (double (value)).'(:).');
    end
  end
  wanted = strsplit (strtrim (text));
  ok = numel (wanted) == numel (is) && all (cellfun (@same, wanted, is));
  why = strtrim (output);
end

function yes = same (wanted, is)
  if (ischar (is) && strcmp (wanted, is))
    yes = true;
    return;
  elseif (ischar (is))
    is = str2double (is);
  end
  cut = regexp (wanted, '\.\.\.$', 'once');
  number = regexprep (wanted, '\.\.\.$', '');
  x = str2double (number);
  decimals = regexp (number, '\.(\d*)', 'tokens', 'once');
  exponent = regexp (number, 'e([-+]\d+)$', 'tokens', 'once');
  unit = 2e-6;
  if (! isempty (decimals))
    unit = 10 ^ -numel (decimals{1});
  end
  if (! isempty (exponent))
    unit = unit * 10 ^ str2double (exponent{1});
  end
  within = unit * (0.501 + 0.5 * ! isempty (cut));
  both_nan = strcmp (wanted, 'NaN') && isnan (is);
  yes = isequal (x, is) || abs (x - is) <= within || both_nan;
end
