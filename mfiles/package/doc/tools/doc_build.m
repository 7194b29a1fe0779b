% DOC_BUILD  Build the manual: the pages of mfiles/package/doc and one page per public function.
%
%   doc_build (top, build)     % folder of the project, folder of its build: makes BUILD/doc
%
% The numbered list of index.md links to all other pages; this is their order everywhere. All
% samples run. Whatever is wrong (a sample, a link, a page that index.md forgot) is printed; then
% it is an error.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function doc_build (top, build)
  clock = tic ();
  from = fullfile (top, 'mfiles', 'package', 'doc');
  out = fullfile (build, 'doc');
  if (exist (out, 'dir'))
    confirm_recursive_rmdir (false, 'local');
    rmdir (out, 's');
  end
  mkdir (out);
  copyfile (fullfile (from, 'style.css'), out);
  groups = doc_index (fullfile (top, 'mfiles', 'package', 'INDEX'));
  [pages, errors] = page_list (from);
  context = struct ('names', {[groups.names]}, 'page', '', 'out', out, 'build', build, 'top', top);
  home = cd (out);                       % samples may write files
  samples = 0;
  missing = {};
  for p = pages
    context.page = p.name;
    if (strcmp (p.name, 'functions'))
      html = functions_html (groups, context, top);
      notes = struct ('samples', 0, 'missing', {{}}, 'errors', {{}});
    else
      [html, notes] = doc_markdown (p.lines, context);
    end
    [samples, missing, errors] = note (notes, samples, missing, errors, p.name);
    save_page (out, p.name, doc_page (p.title, html, p.name, pages));
  end
  for name = context.names
    h = doc_help (fullfile (top, 'mfiles', [name{1}, '.m']));
    [html, notes] = doc_function (h, context);
    [samples, missing, errors] = note (notes, samples, missing, errors, h.name);
    save_page (out, h.name, doc_page (h.name, html, 'functions', pages));
  end
  cd (home);
  errors = [errors, doc_check_links(out)];
  cellfun (@(f) printf ('no picture %s: left out (make figures gallery demo)\n', f), missing);
  cellfun (@(e) printf ('%s\n', e), errors);
  printf ('%s: %d pages, %d samples run, %.0f s\n', fullfile (out, 'index.html'), ...
          numel (pages) + numel (context.names), samples, toc (clock));
  if (! isempty (errors))
    error ('delassus:doc', 'the manual has %d error(s)', numel (errors));
  end
end

% The pages in the order of the links of index.md, with their titles and lines.
function [pages, errors] = page_list (from)
  links = regexp (fileread (fullfile (from, 'index.md')), ...
                  '^\d+\. \[[^\]]*\]\(([a-z-]+)\.md\)', 'tokens', 'lineanchors');
  names = unique ([{'index'}, [links{:}]], 'stable');
  files = regexprep (cellstr (ls (fullfile (from, '*.md'))), '^.*/|\.md$', '');
  errors = cellfun (@(n) sprintf ('index.md has no link to %s.md', n), ...
                    setdiff (files(:)', names), 'UniformOutput', false);
  pages = struct ('name', {}, 'title', {}, 'lines', {});
  for name = names
    if (strcmp (name{1}, 'functions'))
      pages(end+1) = struct ('name', 'functions', 'title', 'All functions', 'lines', {{}});
      continue;
    end
    lines = strsplit (fileread (fullfile (from, [name{1}, '.md'])), "\n", ...
                      'CollapseDelimiters', false);
    pages(end+1) = struct ('name', name{1}, 'title', regexprep (lines{1}, '^# +', ''), ...
                           'lines', {lines});
  end
end

function html = functions_html (groups, context, top)
  html = sprintf ('<h1>All functions</h1>\n');
  for g = groups
    html = sprintf ('%s<h2 id="%s">%s</h2>\n<dl>\n', html, doc_slug (g.title), g.title);
    for name = g.names
      h = doc_help (fullfile (top, 'mfiles', [name{1}, '.m']));
      html = sprintf ('%s<dt><code>%s</code></dt><dd>%s</dd>\n', html, ...
                      doc_links (name{1}, context), doc_links (doc_escape (h.summary), context));
    end
    html = sprintf ('%s</dl>\n', html);
  end
end

function [samples, missing, errors] = note (notes, samples, missing, errors, name)
  printf ('  DOC  %s\n', name);
  fflush (stdout);
  samples = samples + notes.samples;
  missing = [missing, notes.missing];
  errors = [errors, notes.errors];
end

function save_page (out, name, html)
  file = fopen (fullfile (out, [name, '.html']), 'w');
  fputs (file, html);
  fclose (file);
end
