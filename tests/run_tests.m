% RUN_TESTS  Run all m tests: tests/m/test_*.m, the examples, and the blocks in mfiles.
%
%   run_tests (OUT)
%   run_tests (OUT, ONLY)   of the files of these names (cell of texts)
%
% Call it from the top folder, with mfiles and the gateways in the path.  Lines "passed failed
% skipped name" are added to the file OUT/counts/m, one per file, as soon as it is done: what ran
% before a crash is not lost, and the line "0 0 0 end" says that all ran.  Several processes share
% the work: whoever makes the folder OUT/counts/taken/NAME runs the file.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function run_tests (out, only)
  if (nargin < 2)
    only = {};
  end
  addpath (fullfile (pwd, 'tests', 'm'), fullfile (pwd, 'tests', 'm', 'problems'));
  counts = fullfile (pwd, out, 'counts');
  each (fullfile ('tests', 'm', 'test_*.m'), @run_vector, 'test', counts, only);
  each (fullfile ('examples', '*.m'), @run_example, 'example', counts, only);
  each (fullfile ('mfiles', '*.m'), @run_blocks, 'blocks', counts, only);
  each (fullfile ('mfiles', 'private', '*.m'), @run_blocks, 'blocks', counts, only);
  append (counts, sprintf ('0 0 0 end\n'));
end

% Run every file of a pattern that nobody has taken, print one line for it, and note its counts.
function each (pattern, run, kind, counts, only)
  files = sort (glob (pattern));
  for i = 1:numel (files)
    [~, name] = fileparts (files{i});
    if (~(isempty (only) || any (strcmp (name, only))) || ~take (counts, [kind, '-', name]))
      continue
    end
    before = cputime ();
    [c, text] = run (fullfile (pwd, files{i}), name);
    append (counts, sprintf ('%d %d %d %s\n', c, name));
    line = sprintf ('  %-8s %-30s %5d passed', kind, name, c(1));
    if (c(2) > 0)
      line = [line, sprintf(', %d FAILED', c(2))];
    end
    if (c(3) > 0)
      line = [line, sprintf(', %d skipped', c(3))];
    end
    if (cputime () - before >= 1)
      line = [line, sprintf(' (%.0f s)', cputime () - before)];
    end
    if (c(2) > 0)
      line = [line, sprintf('\n    | %s', strrep (strtrim (text), "\n", "\n    | "))];
    end
    if (any (c > 0))
      puts ([line, "\n"]);
      fflush (stdout);
    end
  end
end

function mine = take (counts, name)
  [made, text] = mkdir (fullfile (counts, 'taken'), name);
  mine = made && isempty (text);   % neither there before nor made by another at the same time
end

% The %! blocks of a file; files without blocks count nothing.
function [c, text] = run_blocks (file, name)
  text = '';
  c = [0, 0, 0];
  blocks = '^%!(test|assert|error|warning|fail|xtest)';
  if (isempty (regexp (fileread (file), blocks, 'once', 'lineanchors')))
    return;
  end
  log = tempname ();
  try
    [n, nmax, nxfail, nbug, nskip, nrtskip] = test (file, 'quiet', log);
    skipped = nskip + nrtskip;
    c = [n, max(nmax - n - nxfail - nbug, 0), skipped];
    if (sum (c) == 0)
      c = [0, 1, 0];   % the file does not parse
    end
    text = fileread (log);
  catch err
    c = [0, 1, 0];
    text = report (err);
  end
  if (exist (log, 'file'))
    delete (log);
  end
end

% A function that returns a vector of passes, and perhaps the number of checks that it skipped.
function [c, text] = run_vector (file, name)
  try
    [text, pass, skipped] = evalc_function (name);
    pass = logical (pass(:));
    c = [sum(pass), sum(! pass), skipped];
    if (isempty (pass) && skipped == 0)
      c = [0, 1, 0];
      text = [text, 'returned no result'];
    elseif (any (! pass))
      text = [text, sprintf('failed: pass(%s)', strjoin (cellstr (num2str (find (! pass))), ', '))];
    end
  catch err
    c = [0, 1, 0];
    text = report (err);
  end
end

function [text, pass, skipped] = evalc_function (name)
  skipped = 0;
  if (nargout (name) > 1)
    text = evalc (['[pass, skipped] = ', name, ' ();']);
  else
    text = evalc (['pass = ', name, ' ();']);
  end
end

% A script that must run to its end; it starts with no variables and in the top folder.
function [c, text] = run_example (file, name)
  home = pwd ();
  try
    text = evalc ('run_script (file)');
    c = [1, 0, 0];
  catch err
    c = [0, 1, 0];
    text = report (err);
  end
  cd (home);
  close ('all');
end

function run_script (file)
  source (file);
end

function text = report (err)
  text = sprintf ('error: %s\n', err.message);
  for k = 1:min (numel (err.stack), 5)
    text = [text, sprintf('  at %s line %d\n', err.stack(k).name, err.stack(k).line)];
  end
end

function append (counts, line)
  fid = fopen (fullfile (counts, 'm'), 'a');
  fputs (fid, line);
  fclose (fid);
end
