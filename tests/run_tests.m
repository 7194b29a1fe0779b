% RUN_TESTS  Run all m tests: the blocks in mfiles, tests/m/test_*.m, and the examples.
%
%   run_tests (OUT)
%
% Call it from the top folder, with mfiles and the gateways in the path.  Lines "passed failed
% skipped name" are added to the file OUT/counts/m, one per file, as soon as it is done: what ran
% before a crash is not lost, and the line "0 0 0 end" says that all ran.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function run_tests (out)
  addpath (fullfile (pwd, 'tests', 'm'), fullfile (pwd, 'tests', 'm', 'problems'));
  counts = fullfile (pwd, out, 'counts', 'm');
  each (fullfile ('mfiles', '*.m'), @run_blocks, 'blocks', counts);
  each (fullfile ('mfiles', 'private', '*.m'), @run_blocks, 'blocks', counts);
  each (fullfile ('tests', 'm', 'test_*.m'), @run_vector, 'test', counts);
  each (fullfile ('examples', '*.m'), @run_example, 'example', counts);
  append (counts, sprintf ('0 0 0 end\n'));
end

% Run every file of a pattern, print one line for it, and note its counts.
function each (pattern, run, kind, counts)
  files = sort (glob (pattern));
  for i = 1:numel (files)
    [~, name] = fileparts (files{i});
    printf ('  %-8s %-30s', kind, name);
    fflush (stdout);
    [c, text] = run (fullfile (pwd, files{i}), name);
    append (counts, sprintf ('%d %d %d %s\n', c, name));
    printf (' %4d passed', c(1));
    if (c(2) > 0)
      printf (', %d FAILED', c(2));
    end
    if (c(3) > 0)
      printf (', %d skipped', c(3));
    end
    printf ('\n');
    if (c(2) > 0)
      printf ('    | %s\n', strrep (strtrim (text), "\n", "\n    | "));
    end
    fflush (stdout);
  end
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

function append (file, line)
  fid = fopen (file, 'a');
  fputs (fid, line);
  fclose (fid);
end
