% TEST_DOC_TOOLS  What makes the manual: samples of pages that run, help texts, sessions, links.
% SPDX-License-Identifier: GPL-3.0-or-later
function pass = test_doc_tools ()
  here = fileparts (mfilename ('fullpath'));
  top = fileparts (fileparts (here));
  tools = fullfile (top, 'mfiles', 'package', 'doc', 'tools');
  addpath (tools);
  out = tempname ();
  mkdir (out);
  unwind_protect
    context = struct ('names', {{'dls_kkt'}}, 'page', 'page', 'out', out, 'build', out, 'top', top);
    pass = [sessions(context), pieces(context), help_texts(context), messages(top), links(out), ...
            shown(), formulas(), readme(top)];
  unwind_protect_cleanup
    confirm_recursive_rmdir (false, 'local');
    rmdir (out, 's');
    rmpath (tools);
  end_unwind_protect
end

% Samples of a page share a workspace, show what they print, and say where they fail.
function pass = sessions (context)
  lines = {'# S', '```octave', 'a = [1 2', '     3 4];   % matrix', 'f = @(t) a(1,1)*t ...', ...
           '         + 1;', '```', 'text', '```octave', 'f (3)', 'k = 5;  % one'' s', '```'};
  [made, notes] = doc_expand (lines, context);
  text = strjoin (made, "\n");
  pass = [notes.samples == 2, isempty(notes.errors), ...
          ! isempty(strfind (text, "f (3)\n```\n\n```out\nans = 4\n```")), ...
          ! isempty(strfind (text, "```octave\nk = 5;  % one' s\n```")), ...
          any(strcmp (made, 'text')), sum(strcmp (made, '::: sample')) == 2];
  lines{10} = 'no_such_function (3)';
  [~, notes] = doc_expand (lines, context);
  pass = [pass, numel(notes.errors) == 1, strncmp(notes.errors{1}, 'page.md:10: ', 12)];
  chunks = doc_chunks ({'% first', 'for i = 1:2', '  i;', 'end', '% ans = 2', 'x = [1'}, 7);
  pass = [pass, numel(chunks) == 2, chunks(1).line == 7, chunks(2).line == 12, ...
          isequal(chunks(1).after, {'% ans = 2'})];
end

% Pictures that are absent are left out and reported.
function pass = pieces (context)
  save_text (fullfile (context.out, 'there.png'), '');
  lines = {'![yes](there.png)', '![no](figures/none.png)', '```text', '![raw', '```'};
  [made, notes] = doc_expand (lines, context);
  pass = [isequal(notes.missing, {'figures/none.png'}), any(strcmp (made, '![yes](there.png)')), ...
          ! any(strcmp (made, '![no](figures/none.png)')), any(strcmp (made, '![raw'))];
end

function pass = help_texts (context)
  html = doc_help_body ({'Prose about DLS_KKT', 'goes on.', 'New one', '    x = 1,   y = 2', ...
                         '  ''Tol''    how small', '           it is', 'INFO.a   <b>'}, context);
  pass = [! isempty(strfind (html, 'about <a href="dls_kkt.html">dls_kkt</a> goes on.</p>')), ...
          ! isempty(strfind (html, '<p>New one</p>')), ...
          ! isempty(strfind (html, '$$\begin{aligned}& x = 1 \qquad y = 2\end')), ...
          ! isempty(strfind (html, '<code>''Tol''</code></dt><dd>how small it is</dd>')), ...
          ! isempty(strfind (html, '<code>INFO.a</code></dt><dd>&lt;b&gt;</dd>'))];
  h = doc_help (fullfile (context.top, 'mfiles', 'dls_kkt.m'));
  pass = [pass, strcmp(h.name, 'dls_kkt'), numel(h.examples) == 1, any(strcmp (h.see, ...
          'dls_redundancy')), strcmp(h.summary(1:13), 'Accelerations')];
  [lines, notes] = doc_function (h, context);
  pass = [pass, isempty(notes.errors), strcmp(lines{1}, '# dls_kkt'), ...
          any(strncmp (lines, 'ans =', 5)), ! any(strncmp (lines, '% ans', 5))];
end

% Every status with its number, every id with the functions that name it.
function pass = messages (top)
  lines = doc_messages (top, {'dls_kkt', 'dls_lcp'});
  pass = [any(strncmp (lines, '| `inconsistent` | -2 | `dls_kkt` |', 35)), ...
          any(strncmp (lines, '| `ray` | -7 | ', 15)), ...
          any(strcmp (lines, '| `delassus:dimension` | `dls_kkt`, `dls_lcp` |'))];
end

function pass = links (out)
  save_text (fullfile (out, 'a.html'), '<a href="b.html#x">1</a><a href="#y">2</a><i id="y">');
  save_text (fullfile (out, 'b.html'), ['<p id="x"><a href="c.html"><a href="a.html#z">', ...
                                        '<img src="d.png"><a href="https://e.org">']);
  pass = isequal (sort (doc_check_links (out)), ...
                  {'b.html: no a.html#z', 'b.html: no c.html', 'b.html: no d.png'});
end

function save_text (file, text)
  id = fopen (file, 'w');
  fputs (id, text);
  fclose (id);
end

% What help texts show is compared to its last digit, not more and not less.
function pass = shown ()
  pass = [shown_agrees({'% ans = 3.2700   1'}, '', {[3.27004, 1]}), ...
          ! shown_agrees({'% ans = 3.2700   1'}, '', {[3.2702, 1]}), ...
          ! shown_agrees({'% ans = 3'}, '', {3.01}), ...
          ! shown_agrees({'% ans = 3'}, '', {[3, 3]}), ...
          shown_agrees({'% ans =', '%    1  2', '%    3  4.0e-3'}, '', {[1, 2; 3, 0.00404]}), ...
          shown_agrees({'% ans = solved'}, '', {'solved'}), ...
          ! shown_agrees({'% ans = solved'}, '', {'not solved'}), ...
          shown_agrees({'% ans = {''a''}'}, '', {{'a'}}), ...
          shown_agrees({'% 2 rows: 0.50'}, sprintf ('2  rows:\n 0.501\n'), {}), ...
          ! shown_agrees({'% 2 rows: 0.50'}, '2 rows: 0.51', {})];
end

% What is a formula becomes one; other text stays as it is.
function pass = formulas ()
  same = @(lines, tex) isequal (regexprep (doc_formula (lines), '\s', ''), ...
                                ['\begin{aligned}', tex, '\end{aligned}']);
  pass = [same({"G'*a + bb = 0      rows"}, '&G^{\top}\,a+b_{b}=0\qquad\text{rows}'), ...
          same({'a = 0      one', 'b = 0      two'}, ...
               '&a=0\quad&&\text{one}\\&b=0\quad&&\text{two}'), ...
          same({"0 <= p.nu  _|_  v+ >= 0", 'x = inv (M)*b'}, ...
               '&0\lep_{nu}\perpv^{+}\ge0\\&x=M^{-1}\,b'), ...
          same({'theta = sqrt (2*(a + b))*c'}, '&\theta=\sqrt{2\,(a+b)}\,c'), ...
          isempty(doc_formula ({'K = UPDATE (K, A)'})), isempty(doc_formula ({'of two bodies'}))];
end

% The sessions of the README give what they show (but what ends with dots).
function pass = readme (top)
  lines = strsplit (fileread (fullfile (top, 'README.md')), "\n", 'CollapseDelimiters', false);
  typed = find (strncmp (lines, '    >> ', 7));
  codes = regexprep (lines(typed), '^    >> ', '');
  got = doc_session (codes, repmat ({''}, size (codes)));
  pass = numel (got) == numel (codes) && isempty (got(end).error);
  if (! pass)
    printf ('README, "%s": %s\n', codes{numel (got)}, got(end).error);
  end
  for k = 1:numel (got)
    last = typed(k);
    while (strncmp (lines{last + 1}, '    ', 4) && ! any (typed == last + 1))
      last += 1;
    end
    told = regexprep (lines(typed(k) + 1 : last), '^    ', '% ');
    if (! isempty (told) && ! any (strcmp (told, '% ...')))
      [pass(end+1), why] = shown_agrees (told, got(k).output, got(k).value);
      if (! pass(end))
        printf ('README, "%s": %s\n', codes{k}, why);
      end
    end
  end
  pass(end+1) = criteria (strjoin (lines, "\n"));
end

% A sliding contact has all the criteria that the README counts.
function ok = criteria (text)
  number = regexp (text, '(\d+) criteria', 'tokens', 'once');
  S = dls_system ('M', eye (2), 'F', [0; 1], 'Gu', [0; 1], 'Hu', [1; 0], ...
                  'muu', 0.3, 'vtu', 1, 'd', 2);
  W = dls_wellposed (S);
  ok = numel (number) == 1 && str2double (number{1}) == numel (W.criteria);
  if (! ok)
    printf ('README: dls_wellposed has %d criteria\n', numel (W.criteria));
  end
end
