function pass = test_where ()
% TEST_WHERE  The table "Where is ... of the paper" has every numbered item of the papers; its
%   functions and tests exist and name it; the blocks of "Corrections to the papers" run.
%   pass = test_where ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
top = fileparts (fileparts (here));
doc = fullfile (top, 'mfiles', 'package', 'doc');
[papers, rows] = table_of (fullfile (doc, 'where.md'));
pass = [links(rows, top), complete(papers, rows), criteria(papers, rows), ...
        corrections(fullfile (doc, 'corrections.md'))];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_where: %s\n', name); end
end

% Rows of each paper: item, where, test, verdict.
function [papers, rows] = table_of (file)
papers = {};
rows = cell (0, 5);
for line = strsplit (fileread (file), "\n")
  if strncmp (line{1}, '## ', 3)
    papers{end+1} = line{1}(4:end);
  elseif strncmp (line{1}, '| ', 2) && isempty (strfind (line{1}, '| item |'))
    cells = strtrim (strsplit (line{1}(2:end-1), '|'));
    rows(end+1,:) = [papers(end), cells];
  end
end
end

function pass = links (rows, top)
verdicts = {'as printed', 'corrected', 'criterion', 'conclusion', 'other data', 'used', 'drawing'};
pass = [];
for k = 1:size (rows, 1)
  name = [rows{k,1}, ' ', rows{k,2}];
  pass(end+1) = holds ([name, ': verdict'], any (strcmp (rows{k,5}, verdicts)));
  files = regexp (rows{k,3}, 'examples/[\w/]+\.m', 'match');
  functions = regexp (rows{k,3}, '\<dls_\w+', 'match');
  files = fullfile (top, [files, strcat('mfiles/', functions, '.m')]);
  there = cellfun (@(f) exist (f, 'file') == 2, files);
  pass(end+1) = holds ([name, ': where'], ~isempty (files) && all (there));
  test = fullfile (top, 'tests', 'm', [rows{k,4}, '.m']);
  made = strcmp (rows{k,4}, 'make check') ...       % examples, and test blocks of functions
         || (strcmp (rows{k,4}, 'make figures') && strncmp (rows{k,3}, '`examples/papers/', 17));
  pass(end+1) = holds ([name, ': test'], exist (test, 'file') == 2 || made);
  if all (pass(end-1:end)) && ~any (strcmp (rows{k,5}, {'used', 'drawing'}))
    pass(end+1) = holds ([name, ': is not mentioned in the function'], ...
                         says (files, rows(k,:), top));
    pass(end+1) = holds ([name, ': is not mentioned in the test'], ...
                         made || says ({test}, rows(k,:), ''));
  end
end
scripts = {dir(fullfile (top, 'examples', 'papers', '*_*.m')).name};
text = [rows{:,3}];
for k = find (~cellfun (@isempty, regexp (scripts, '^[A-Z]+_')))     % of papers
  pass(end+1) = holds (scripts{k}, ~isempty (strfind (text, scripts{k})));
end
end

% Do the files, with private ones that they call, name the paper and an item of the row (not of
% another paper)? All items
% in tests of equations; all results in functions that evaluate criteria.
function yes = says (files, row, top)
[~, script] = fileparts (files{1});
yes = strncmp (script, row{1}, numel (row{1}));      % a script of the paper
wanted = items_of (row{2});
if yes || isempty (wanted), yes = true; return, end
text = read (files, top);
others = {'ALLSTICK', 'TUTORIAL', 'COUPLING', 'HIGHORDER', 'CONIC', 'EXIST', 'DARTLCP'};
others(strcmp (others, row{1})) = [];      % what follows their names in a line is theirs
have = items_of (regexprep (text, sprintf ('\\<(%s)\\>[^\n]*?(?=\\<%s\\>|\n|$)', ...
                                           strjoin (others, '|'), row{1}), ''));
have = ismember (wanted, have);
result = strcmp (row{5}, 'criterion') & ~cellfun (@isempty, regexp (wanted, '^(Prop|Cor|Theorem)'));
whole = isempty (top) && any (strcmp (row{4}, {'test_equations', 'test_allstick'}));
yes = ~isempty (strfind (text, row{1})) && any (have) && (isempty (top) || all (have(result))) ...
      && (~whole || all (have));
if ~yes, fprintf ('  not named: %s\n', strjoin (wanted(~have), ', ')); end
end

% Each is read once; lines of comments are joined.
function [text, items] = read (files, top)
persistent known
if isempty (known), known = containers.Map (); end
key = strjoin (files, ' ');
if ~isKey (known, key)
  text = '';
  for f = files
    own = fileread (f{1});
    text = [text, own];
    helpers = unique (regexp (own, '\<dls_\w+', 'match'));
    if isempty (top), helpers = {}; end
    for p = strcat (fullfile (top, 'mfiles', 'private'), filesep (), helpers, '.m')
      if exist (p{1}, 'file') == 2, text = [text, fileread(p{1})]; end
    end
  end
  text = regexprep (text, '\n\s*%+', ' ');
  known(key) = {text, items_of(text)};
end
entry = known(key);
[text, items] = entry{:};
end

% 'Prop 3', '(12)', ... of a text, ranges in full: "Props. 3, 5 to 7".
function list = items_of (text)
words = {'Assumption', 'Definition', 'Prop', 'Cor', 'Lemma', 'Theorem', 'Remark', 'Example', ...
         'Figure', 'Table', 'Algorithm', 'section', 'App'};
text = strrep (text, 'sec. ', 'section ');
list = strcat ('(', numbers (strjoin (regexp (text, '\(\d[\d.]*\)(?: to \(\d[\d.]*\))?', ...
                                              'match'), ';')), ')');
for word = words
  found = regexp (text, [word{1}, '(?:osition|ollary)?(?:s|ies)?\.? [0-9A-Z][0-9., to]*'], 'match');
  list = [list, strcat(word, {' '}, numbers (strjoin (strrep (found, word{1}, ''), ';')))];
end
list = unique (list);
end

function list = numbers (text)
list = {};
for ends = regexp (text, '(\d+(?:\.\d+)?|\<[A-Z]\>)\)?(?: to \(?(\d+(?:\.\d+)?))?', 'tokens')
  if numel (ends{1}) == 2, list = [list, range(ends{1}{:})]; else, list(end+1) = ends{1}; end
end
end

% '2.9' to '2.11': 2.9, 2.10, 2.11.
function list = range (first, last)
[a, b] = deal (strsplit (first, '.'), strsplit (last, '.'));
prefix = sprintf ('%s.', a{1:end-1});
list = arrayfun (@(j) sprintf ('%s%d', prefix, j), str2double (a{end}):str2double (b{end}), ...
                 'UniformOutput', false);
end

% How many of each the papers number (made once from their texts), those of a section as {1, 2}:
% 1.1 ... 1.n and so on; A: assumptions, D: definitions, P: propositions, ... E: equations.
function pass = complete (papers, rows)
counts = struct ( ...
  'ALLSTICK', {{3, 1, 16, 5, 3, 1, 7, 7, 7, 0, 0, 90}}, ...
  'TUTORIAL', {{4, 1, 14, 3, 0, 4, 3, 0, 2, 0, 0, 71}}, ...
  'COUPLING', {{5, 1, 20, 7, 7, 6, 8, 3, 3, 0, 0, 90}}, ...
  'HIGHORDER', {{5, 2, 3, 0, 1, 1, 5, 3, 7, 0, 1, 80}}, ...
  'CONIC', {{0, 0, {'4.4', '4.5', '4.8'}, 0, {'3.1', '3.2', '3.5', '4.1', '4.2', '4.3'}, ...
             {'3.3', '3.6', '3.7', '4.6', '5.1'}, {'3.4', '4.7'}, {'2.1'}, 9, 1, 0, ...
             [0 13 22 7 1 1]}}, ...
  'EXIST', {{0, 0, 0, 0, {'2.1', '2.2', '2.3', '2.4', '2.5', '3.1', '3.2', '3.3'}, ...
             {'1.1', '1.2', '3.4', '3.5'}, 0, 0, 1, 0, 0, [21 4 1]}}, ...
  'DARTLCP', {{0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 15}});
words = {'Assumption', 'Definition', 'Prop', 'Cor', 'Lemma', 'Theorem', 'Remark', 'Example', ...
         'Figure', 'Table', 'Algorithm'};
pass = holds ('papers', isequal (papers, fieldnames (counts)'));
for k = 1:numel (papers)
  have = strjoin (rows(strcmp (rows(:,1), papers{k}),2)', '; ');
  have = regexprep (items_of (have), '^(Figure \d+)[a-z]$', '$1');
  count = counts.(papers{k});
  wanted = {};
  for w = 1:11
    list = count{w};
    if isnumeric (list) && list > 0, list = range ('1', sprintf ('%d', list)); end
    if iscell (list), wanted = [wanted, strcat(words{w}, {' '}, list)]; end
  end
  equations = count{12};
  for section = find (equations)
    prefix = '';
    if numel (equations) > 1, prefix = sprintf ('%d.', section); end
    list = range ([prefix, '1'], sprintf ('%s%d', prefix, equations(section)));
    wanted = [wanted, strcat('(', list, ')')];
  end
  for item = wanted
    pass(end+1) = holds ([papers{k}, ' ', item{1}, ' is not in the table'], ...
                         any (strcmp (item{1}, have)));
  end
end
end

% What dls_wellposed names is in the table.
function pass = criteria (papers, rows)
S = dls_system ('M', eye (3), 'Gb', [1; 0; 0], 'Gu', [0; 1; 0], 'Hu', [0; 0; 1], 'muu', .5);
pass = [];
for source = {dls_wellposed(S).criteria.source}
  t = regexp (source{1}, '^(\w+) (Prop|Cor|Lemma|Theorem|Assumption|Remark)\.? (\d+)', 'tokens');
  if ~isempty (t) && any (strcmp (t{1}{1}, papers))
    pass(end+1) = holds ([source{1}, ' is not in the table'], ...
                         any (strcmp ([t{1}{2}, ' ', t{1}{3}], ...
                              items_of (strjoin (rows(strcmp (rows(:,1), t{1}{1}),2)', '; ')))));
  end
end
end

function pass = corrections (file)
[rand_, randn_] = deal (rand ('seed'), randn ('seed'));
blocks = regexp (fileread (file), '```octave\n(.*?)```', 'tokens');
pass = holds ('corrections', numel (blocks) >= 20);
for block__ = 1:numel (blocks)             % one workspace, as in the manual
  ok__ = true;
  try
    evalc (blocks{block__}{1});
  catch err__
    fprintf ('%s\n%s', blocks{block__}{1}, err__.message);
    ok__ = false;
  end
  pass(end+1) = holds (sprintf ('corrections, block %d', block__), ok__);
end
rand ('twister', rand_);
randn ('twister', randn_);
end
