% TEST_HELP_EXAMPLES  Every public function has an example in its help text that runs and shows what
% it gives, a demonstration that draws ("make doc" runs them; a few have nothing to draw), and tells
% its options, or names a function that does; Contents.m lists the functions as the index does.
% SPDX-License-Identifier: GPL-3.0-or-later
function pass = test_help_examples ()
  here = fileparts (mfilename ('fullpath'));
  top = fileparts (fileparts (here));
  tools = fullfile (top, 'mfiles', 'package', 'doc', 'tools');
  addpath (tools);
  home = pwd ();
  work = tempname ();                    % examples may write files
  mkdir (work);
  cd (work);
  pass = [];
  unwind_protect
    groups = doc_index (fullfile (top, 'mfiles', 'package', 'INDEX'));
    for name = [groups.names]
      file = fullfile (top, 'mfiles', [name{1}, '.m']);
      pass = [pass, check(doc_help (file)), options_told(name{1}, fileread (file), top)];
    end
    listed = fullfile (top, 'mfiles', 'Contents.m');
    pass(end+1) = strcmp (fileread (listed), doc_contents (top));
    if (! pass(end))
      printf ('mfiles/Contents.m is not what INDEX and the first lines say: make contents\n');
    end
  unwind_protect_cleanup
    cd (home);
    confirm_recursive_rmdir (false, 'local');
    rmdir (work, 's');
    rmpath (tools);
  end_unwind_protect
end

% One pass for "has an example that runs", one for each output that the help text shows.
function pass = check (h)
  chunks = [h.examples.chunks];
  pass = ! isempty (chunks);
  if (! pass)
    printf ('%s: no example in its help text\n', h.name);
    return;
  end
  undrawn = {'delassus', 'dls_build', 'dls_options', 'dls_setup', 'dls_show', 'dls_table', ...
             'dls_version'};
  draws = 'plot|bar|image|contour|loglog|semilog|dls_profile';
  pass(2) = ! isempty (h.demo) && isempty (regexp ([h.demo.code], draws, 'once')) ...
                                  == any (strcmp (h.name, undrawn));
  if (! pass(2))
    printf ('%s: no %%!demo with a picture\n', h.name);
  end
  got = doc_session ({chunks.code}, cell (size (chunks)));
  for k = 1:numel (got)
    where = sprintf ('%s.m:%d', h.name, chunks(k).line);
    if (! isempty (got(k).error))
      printf ('%s: %s\n', where, got(k).error);
      pass(1) = false;
    elseif (! isempty (got(k).output) && ! isempty (chunks(k).after))
      [pass(end+1), why] = shown_agrees (chunks(k).after, got(k).output, got(k).value);
      if (! pass(end))
        printf ('%s: shows\n%s\nbut gives\n%s\n', where, strjoin (chunks(k).after, "\n"), why);
      end
    elseif (any (! cellfun (@isempty, regexp (chunks(k).after, '^\s*% ans ='))))
      printf ('%s: shows an answer but prints none\n', where);
      pass(end+1) = false;
    end
  end
end

% Every option of the table stands in the help text, or in that of a function which it names.
function pass = options_told (name, text, top)
  pass = [];
  try
    table = dls_options_mex ('table', name);
  catch
    return;                              % it has no options
  end
  text = regexprep (text, '\n% SPDX.*', '');
  for other = unique (lower (regexp (text, '(?<=\W)DLS_[A-Z_]+', 'match')))
    file = fullfile (top, 'mfiles', [other{1}, '.m']);
    if (exist (file, 'file') && ! strcmp (other{1}, 'dls_options'))
      text = [text, regexprep(fileread (file), '\n% SPDX.*', '')];
    end
  end
  missing = {table.name};
  missing = missing(cellfun (@(o) isempty (strfind (text, ['''', o, ''''])), missing));
  pass = isempty (missing);
  if (! pass)
    printf ('%s: no help on %s\n', name, strjoin (missing, ', '));
  end
end
