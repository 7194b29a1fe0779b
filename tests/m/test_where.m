function pass = test_where ()
% TEST_WHERE  The table "Where is ... of the paper" is complete and has no dead links; the blocks of
%   "Corrections to the papers" run; local errors of HIGHORDER section 4, friction of section 7.
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
verdicts = {'as printed', 'corrected', 'criterion', 'conclusion', 'other data', 'used'};
pass = [];
for k = 1:size (rows, 1)
  name = [rows{k,1}, ' ', rows{k,2}];
  pass(end+1) = holds ([name, ': verdict'], any (strcmp (rows{k,5}, verdicts)));
  pass(end+1) = holds ([name, ': test'], exist (fullfile (top, 'tests', 'm', [rows{k,4}, '.m']), ...
                                                'file') == 2);
  files = regexp (rows{k,3}, 'examples/[\w/]+\.m', 'match');
  functions = regexp (rows{k,3}, '\<dls_\w+', 'match');
  pages = regexp (rows{k,3}, '\w+\.md', 'match');
  files = [files, strcat('mfiles/', functions, '.m'), strcat('mfiles/package/doc/', pages)];
  there = cellfun (@(f) exist (fullfile (top, f), 'file') == 2, files);
  pass(end+1) = holds ([name, ': where'], ~isempty (files) && all (there));
end
scripts = dir (fullfile (top, 'examples', 'papers', '*_*.m'));
text = [rows{:,3}];
for k = 1:numel (scripts)
  pass(end+1) = holds (scripts(k).name, ~isempty (strfind (text, scripts(k).name)));
end
end

% The numbers of "Props. 3, 5 to 7": of all rows of a paper.
function list = numbers (rows, paper, word)
list = {};
for item = rows(strcmp (rows(:,1), paper),2)'
  found = regexp (item{1}, [word, 's?\.? ([0-9][0-9., to]*)'], 'tokens');
  for f = [found{:}]
    for part = strtrim (strsplit (f{1}, ','))
      ends = strtrim (strsplit (part{1}, 'to'));
      ends = regexprep (ends(~cellfun (@isempty, ends)), '\.$', '');
      if numel (ends) == 2
        [a, b] = deal (strsplit (ends{1}, '.'), strsplit (ends{2}, '.'));
        prefix = sprintf ('%s.', a{1:end-1});
        for j = str2double (a{end}):str2double (b{end})
          list{end+1} = sprintf ('%s%d', prefix, j);
        end
      else
        list = [list, ends];
      end
    end
  end
end
end

function pass = complete (papers, rows)
upto = @(n) arrayfun (@(k) sprintf ('%d', k), 1:n, 'UniformOutput', false);
W = {'ALLSTICK', 'Prop', upto(16); 'ALLSTICK', 'Cor', upto(5); 'ALLSTICK', 'Lemma', upto(3)
     'ALLSTICK', 'Example', upto(6); 'ALLSTICK', 'Theorem', {'1'}
     'TUTORIAL', 'Prop', upto(14); 'TUTORIAL', 'Cor', upto(3); 'TUTORIAL', 'Theorem', upto(4)
     'TUTORIAL', 'Remark', upto(3); 'TUTORIAL', 'Assumption', upto(4)
     'COUPLING', 'Prop', upto(20); 'COUPLING', 'Cor', upto(7); 'COUPLING', 'Lemma', upto(7)
     'COUPLING', 'Theorem', upto(6); 'COUPLING', 'Remark', upto(8); 'COUPLING', 'Example', upto(3)
     'COUPLING', 'Assumption', upto(5); 'HIGHORDER', 'Prop', upto(3); 'HIGHORDER', 'Lemma', {'1'}
     'HIGHORDER', 'Theorem', {'1'}; 'HIGHORDER', 'Remark', upto(5); 'HIGHORDER', 'Figure', upto(7)
     'CONIC', 'Lemma', {'3.5', '4.1', '4.2', '4.3'}; 'CONIC', 'Prop', {'4.4', '4.5', '4.8'}
     'CONIC', 'Theorem', {'3.3', '3.6', '3.7', '4.6', '5.1'}; 'CONIC', 'Remark', {'3.4', '4.7'}
     'CONIC', 'Figure', {'3', '4', '5', '6', '7', '8', '9'}; 'CONIC', 'Table', {'1'}
     'EXIST', 'Lemma', {'2.1', '2.2', '2.3', '2.4', '2.5', '3.1', '3.2', '3.3'}
     'EXIST', 'Theorem', {'1.1', '1.2', '3.4', '3.5'}};
pass = holds ('papers', isequal (papers, {'ALLSTICK', 'TUTORIAL', 'COUPLING', 'HIGHORDER', ...
                                          'CONIC', 'EXIST', 'DARTLCP'}));
for k = 1:size (W, 1)
  missing = setdiff (W{k,3}, numbers (rows, W{k,1}, W{k,2}));
  pass(end+1) = holds (sprintf ('%s %s %s is not in the table', W{k,1}, W{k,2}, ...
                                strjoin (missing, ' ')), isempty (missing));
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
                         any (strcmp (t{1}{3}, numbers (rows, t{1}{1}, t{1}{2}))));
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
