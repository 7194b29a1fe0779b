function text = dls_some (list, most)
% The first few (12) of a cellstr, and how many more there are: 'a, b and 3 more'. Of a text: the
% same where numbers and nouns agree, '1 row' for '1 rows'.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (ischar (list))
    text = agreeing (list);
    return
  elseif (nargin < 2)
    most = 12;
  end
  text = strjoin (list(1:min (end, most)), ', ');
  if (numel (list) > most)
    text = sprintf ('%s and %d more', text, numel (list) - most);
  end
end

function text = agreeing (text)
  nouns = ['bilateral constraint|constraint|contact|coordinate|column|row|nonzero|iteration|', ...
           'step|pivot|worker|point|load|facet|ray|line|equation|part|region|pair|reaction|', ...
           'solution|direction|face|program|answer|piece|event|joint|force|mode|unknown'];
  one = '(?<![\w.,-])1 ';
  text = regexprep (text, [one, '(', nouns, ')s(?!\w)'], '1 $1');
  text = regexprep (text, [one, 'vertices'], '1 vertex');
  text = regexprep (text, [one, 'velocities'], '1 velocity');
  text = regexprep (text, [one, 'bodies'], '1 body');
end
