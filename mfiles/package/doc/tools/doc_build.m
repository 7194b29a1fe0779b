% DOC_BUILD  Build the manual: the pages of mfiles/package/doc and one page per public function.
%
%   doc_build (top, build)     % folder of the project, folder of its build: makes BUILD/doc
%
% Pages are Markdown with formulas in TeX; their samples run, pandoc makes HTML with MathML of them.
% The numbered list of index.md links to all other pages; this is their order everywhere. Whatever
% is wrong (a sample, a link, a page that index.md forgot) is printed; then it is an error.
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
  copyfile (fullfile (from, 'manual.js'), out);
  groups = doc_index (fullfile (top, 'mfiles', 'package', 'INDEX'));
  [pages, errors] = page_list (from);
  context = struct ('names', {[groups.names]}, 'page', '', 'out', out, 'build', build, 'top', top);
  home = cd (out);                       % samples may write files
  samples = 0;
  missing = {};
  for p = pages
    context.page = p.name;
    notes = struct ('samples', 0, 'missing', {{}}, 'errors', {{}});
    switch (p.name)
      case 'functions', lines = functions (groups, top);
      case 'messages',  lines = doc_messages (top, context.names);
      case 'search'
        lines = {'# Search', '', '<p id="count"></p><ol id="hits"></ol>', ...
                 '<script src="search-index.js"></script>'};
      otherwise,        [lines, notes] = doc_expand (p.lines, context);
    end
    [samples, missing, errors] = note (notes, samples, missing, errors, p.name);
    errors = [errors, pandoc(lines, p.title, p.name, pages, context)];
  end
  for name = context.names
    context.page = name{1};
    h = doc_help (fullfile (top, 'mfiles', [name{1}, '.m']));
    [lines, notes] = doc_function (h, context);
    [samples, missing, errors] = note (notes, samples, missing, errors, h.name);
    errors = [errors, pandoc(lines, h.name, 'functions', pages, context)];
  end
  write (fullfile (out, 'search-index.js'), search_index (out));
  cd (home);
  errors = [errors, doc_check_links(out)];
  cellfun (@(f) printf ('no picture %s: make figures gallery motions demo\n', f), missing);
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
  names = unique ([{'index'}, [links{:}], {'search'}], 'stable');
  made = {'functions', 'All functions'; 'messages', 'Statuses and errors'; 'search', 'Search'};
  files = regexprep (cellstr (ls (fullfile (from, '*.md'))), '^.*/|\.md$', '');
  errors = cellfun (@(n) sprintf ('index.md has no link to %s.md', n), ...
                    setdiff (files(:)', names), 'UniformOutput', false);
  pages = struct ('name', {}, 'title', {}, 'lines', {});
  for name = names
    k = find (strcmp (name{1}, made(:,1)));
    if (! isempty (k))
      pages(end+1) = struct ('name', name{1}, 'title', made{k,2}, 'lines', {{}});
      continue;
    end
    lines = strsplit (fileread (fullfile (from, [name{1}, '.md'])), "\n", ...
                      'CollapseDelimiters', false);
    pages(end+1) = struct ('name', name{1}, 'title', regexprep (lines{1}, '^# +', ''), ...
                           'lines', {lines});
  end
end

function lines = functions (groups, top)
  lines = {'# All functions', ''};
  for g = groups
    lines = [lines, {['## ', g.title], ''}];
    for name = g.names
      h = doc_help (fullfile (top, 'mfiles', [name{1}, '.m']));
      summary = regexprep (h.summary, '([*_\\^$|<>])', '\\$1');
      lines = [lines, {['`', name{1}, '`'], [':   ', summary], ''}];
    end
  end
end

% One page; '' or what pandoc says.
function errors = pandoc (lines, title, current, pages, context)
  items = {};
  for p = pages
    mark = '';
    if (strcmp (p.name, current))
      mark = ' aria-current="page"';
    end
    items{end+1} = sprintf ('<li><a href="%s.html"%s>%s</a></li>', p.name, mark, ...
                            doc_escape (p.title));
  end
  tools = fullfile (context.top, 'mfiles', 'package', 'doc', 'tools');
  template = fileread (fullfile (tools, 'page.html'));
  template = strrep (template, '$nav$', ['<ul>', strjoin(items, "\n"), '</ul>']);
  work = tempname ();
  write ([work, '.md'], strjoin (lines, "\n"));
  write ([work, '.html'], template);
  setenv ('DLS_FUNCTIONS', strjoin (context.names));
  setenv ('DLS_PAGE', context.page);
  home = '';
  if (strcmp (context.page, 'index'))
    home = '-V home=yes';
  end
  forms = ['markdown-subscript-superscript-citations-example_lists-implicit_figures-raw_tex', ...
           '+lists_without_preceding_blankline+gfm_auto_identifiers-smart'];
  call = sprintf (['pandoc -f %s -t html5 --mathml --no-highlight --columns=9999 ', ...
                   '--template "%s.html" --metadata title="%s" %s --lua-filter "%s/links.lua" ', ...
                   '-o "%s.html" "%s.md" 2>&1'], forms, work, strrep (title, '`', ''), home, ...
                  tools, fullfile (context.out, context.page), work);
  [status, said] = system (call);
  unlink ([work, '.md']);
  unlink ([work, '.html']);
  errors = {};
  if (status != 0 || ! isempty (said))
    errors = {sprintf('%s: pandoc: %s', context.page, strtrim (said))};
  end
end

% The text of all pages, for manual.js.
function text = search_index (out)
  list = struct ('file', {}, 'title', {}, 'text', {});
  for file = glob (fullfile (out, '*.html'))'
    html = fileread (file{1});
    [~, name] = fileparts (file{1});
    title = regexp (html, '<title>(.*?)( - Delassus)?</title>', 'tokens', 'once');
    body = regexp (html, '<main>(.*)</main>', 'tokens', 'once');
    body = regexprep (regexprep (body{1}, '<annotation.*?</annotation>|<[^>]*>', ' '), '\s+', ' ');
    body = strrep (strrep (strrep (strrep (body, '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), ...
                   '&amp;', '&');
    list(end+1) = struct ('file', [name, '.html'], 'title', title{1}, 'text', body);
  end
  text = ['const PAGES = ', jsonencode(list), ";\n"];
end

function [samples, missing, errors] = note (notes, samples, missing, errors, name)
  printf ('  DOC  %s\n', name);
  fflush (stdout);
  samples = samples + notes.samples;
  missing = [missing, notes.missing];
  errors = [errors, notes.errors];
end

function write (file, text)
  id = fopen (file, 'w');
  fputs (id, text);
  fclose (id);
end
