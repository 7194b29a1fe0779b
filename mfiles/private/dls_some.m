function text = dls_some (list, most)
% The first few (12) of a cellstr, and how many more there are: 'a, b and 3 more'. Of a text: the
% same where numbers and nouns agree, '1 row' for '1 rows'.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (ischar (list))
    text = dls_options_mex ('agree', list);
    return
  elseif (nargin < 2)
    most = 12;
  end
  text = strjoin (list(1:min (end, most)), ', ');
  if (numel (list) > most)
    text = sprintf ('%s and %d more', text, numel (list) - most);
  end
end
