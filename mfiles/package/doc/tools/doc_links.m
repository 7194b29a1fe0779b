% DOC_LINKS  Link names of functions and of papers in HTML text without tags.
%
%   html = doc_links (html, context)
%
% DLS_KKT and dls_kkt link to dls_kkt.html when context.names holds the name; ALLSTICK and the other
% short names to the page of the papers.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function html = doc_links (html, context)
  papers = 'ALLSTICK|TUTORIAL|COUPLING|HIGHORDER|CONIC|EXIST|DARTLCP';
  pattern = ['(?<![\w/.])(?:DLS_[A-Z_]+|dls_[a-z_]+|', papers, ')(?![\w.]*\w)(?!\.html)'];
  [found, between] = regexp (html, pattern, 'match', 'split');
  for i = 1:numel (found)
    name = lower (found{i});
    if (strcmp (name, context.page))
      found{i} = name;
    elseif (any (strcmp (name, context.names)))
      found{i} = sprintf ('<a href="%s.html">%s</a>', name, name);
    elseif (found{i}(1) != 'd' && found{i}(1) != 'D' || strcmp (name, 'dartlcp'))
      found{i} = sprintf ('<a class="paper" href="papers.html#%s">%s</a>', name, found{i});
    end
  end
  html = strjoin (between, found);
end
