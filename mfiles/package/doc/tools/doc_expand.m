% DOC_EXPAND  A page of Markdown with its Octave samples run.
%
%   [lines, notes] = doc_expand (lines, context)
%
% Behind a fence "octave" stand what it printed (fences "out") and what it drew; all of a page run
% in one session. Pictures ![...](file) of the build are copied; where one is absent the page does
% without it. context: page (its name), out (folder of the manual), build (where pictures are looked
% for). notes: samples (how many ran), missing (pictures that are not there), errors
% ('page.md:line: what').
%
% SPDX-License-Identifier: GPL-3.0-or-later
function [made, notes] = doc_expand (lines, context)
  notes = struct ('samples', 0, 'missing', {{}}, 'errors', {{}});
  fences = find (strncmp (lines, '```', 3));
  samples = {};
  codes = {};
  pictures = {};
  for i = 1:2:numel (fences)
    if (strcmp (lines{fences(i)}, '```octave'))
      inner = fences(i) + 1 : fences(i + 1) - 1;
      chunks = doc_chunks (lines(inner), inner(1));
      samples{end+1} = struct ('first', fences(i), 'last', fences(i + 1), 'chunks', {chunks});
      codes = [codes, {chunks.code}];
      here = repmat ({''}, 1, numel (chunks));
      here{end} = fullfile (context.out, sprintf ('%s-%d.png', context.page, numel (samples)));
      pictures = [pictures, here];
    end
  end
  results = doc_session (codes, pictures);
  notes.samples = numel (samples);
  if (! isempty (results) && ! isempty (results(end).error))
    every = cellfun (@(s) s.chunks, samples, 'UniformOutput', false);
    every = [every{:}];
    notes.errors = {sprintf('%s.md:%d: %s', context.page, every(numel (results)).line, ...
                            results(end).error)};
  end
  made = {};
  next = 1;
  for k = 1:numel (samples) * isempty (notes.errors)
    s = samples{k};
    made = [made, lines(next:s.first - 1), doc_sample(s.chunks, results(1:numel (s.chunks)))];
    results(1:numel (s.chunks)) = [];
    next = s.last + 1;
  end
  made = [made, lines(next:end)];
  [made, notes.missing] = with_pictures (made, context);
end

function [lines, missing] = with_pictures (lines, context)
  missing = {};
  for k = find (strncmp (lines, '![', 2))
    file = regexp (lines{k}, '\]\(([^)]*)\)\s*$', 'tokens', 'once');
    if (isempty (file) || exist (fullfile (context.out, file{1}), 'file'))
      continue;
    end
    from = fullfile (context.build, file{1});
    [~, name, type] = fileparts (from);
    if (exist (from, 'file'))
      copyfile (from, fullfile (context.out, [name, type]));
      lines{k} = strrep (lines{k}, file{1}, [name, type]);
      lines{k} = [lines{k}, moving(fileparts (from), name, context)];
    else
      missing{end+1} = file{1};
      lines{k} = '';
    end
  end
end

% The page of the same motion, where "make motions" wrote one, in a folder of its own.
function link = moving (folder, name, context)
  link = '';
  page = fullfile (folder, [name, '.html']);
  if (exist (page, 'file'))
    into = fullfile (context.out, 'motions');
    if (! exist (into, 'dir'))
      mkdir (into);
    end
    copyfile (page, into);
    link = sprintf ("\n\n[The same in motion](motions/%s.html)", name);
  end
end
