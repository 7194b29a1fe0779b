% DOC_PAGE  A whole HTML page: head, content, list of the pages.
%
%   html = doc_page (title, body, page, pages)
%
% PAGE is the name of this one; PAGES a struct array with the fields name and title.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function html = doc_page (title, body, page, pages)
  items = '';
  for p = pages
    current = '';
    if (strcmp (p.name, page))
      current = ' aria-current="page"';
    end
    items = sprintf ('%s<li><a href="%s.html"%s>%s</a></li>\n', items, p.name, current, ...
                     doc_escape (p.title));
  end
  name = doc_escape (title);
  if (! strcmp (title, 'Delassus'))
    name = [name, ' - Delassus'];
  end
  html = strjoin ({'<!DOCTYPE html>'
                   '<html lang="en">'
                   '<head>'
                   '<meta charset="utf-8">'
                   '<meta name="viewport" content="width=device-width, initial-scale=1">'
                   sprintf('<title>%s</title>', name)
                   '<link rel="stylesheet" href="style.css">'
                   '</head>'
                   '<body>'
                   ['<header><a class="home" href="index.html">Delassus</a>', ...
                    '<a class="menu" href="#pages">Pages</a></header>']
                   sprintf('<main>\n%s</main>', body)
                   sprintf('<nav id="pages">\n<ul>\n%s</ul>\n</nav>', items)
                   '</body>'
                   '</html>'
                   ''}, "\n");
end
