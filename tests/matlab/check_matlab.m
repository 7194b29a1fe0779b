% CHECK_MATLAB  Do the m-files keep to what MATLAB knows? Grammar, line by line, and functions.
%
%   check_matlab (FOLDER)   prints "file:line: what", then "N passed, N failed"
%
% matlab_functions.txt lists functions that MATLAB has; one that is not there fails until somebody
% has looked it up; `only_here` has what only Octave is asked for. Comments, tests and texts are not
% looked at. (The grammar tree-sitter-matlab of npm, 1.0.17, refuses x(:,1): it is no judge.)
%
% SPDX-License-Identifier: GPL-3.0-or-later
function check_matlab (folder)
  here = fileparts (mfilename ('fullpath'));
  known = strsplit (strtrim (fileread (fullfile (here, 'matlab_functions.txt'))));
  files = [listed(folder), listed(fullfile (folder, 'private'))];
  [~, own] = cellfun (@fileparts, files, 'UniformOutput', false);
  gateways = dir (fullfile (folder, '..', 'mex', '*_mex.c'));
  own = [own, regexprep({gateways.name}, '\.c$', '')];
  failed = 0;
  for k = 1:numel (files)
    failed = failed + ~file_passes (files{k}, [known, only_here(files{k})], own);
  end
  fprintf ('%d passed, %d failed\n', numel (files) - failed, failed);
end

% Sweeps, who sits at the prompt, and what kind of file a name has.
function names = only_here (file)
  [~, name] = fileparts (file);
  names = {};
  if (strncmp (name, 'dls_sweep', 9))
    names = {'cd', 'confirm_recursive_rmdir', 'gethostname', 'getpid', 'getppid', 'kill', ...
             'nproc', 'rande', 'randg', 'randp', 'readdir', 'readlink', 'rename', 'symlink', ...
             'unlink', 'waitpid', 'SIG', 'WNOHANG', 'OCTAVE_EXEC_HOME', 'geteuid', 'hash', 'stat'};
  elseif (strcmp (name, 'dls_progress'))
    names = {'argv', 'fflush', 'isguirunning', 'stat'};
  elseif (strcmp (name, 'dls_file'))
    names = {'stat'};
  elseif (strcmp (name, 'dls_output'))
    names = {'rename', 'unlink'};
  end
end

function names = listed (folder)
  found = dir (fullfile (folder, '*.m'));
  names = fullfile (folder, {found.name});
end

function ok = file_passes (file, known, own)
  lines = strsplit (fileread (file), "\n", 'CollapseDelimiters', false);
  ok = true;
  code = '';
  for k = 1:numel (lines)
    [line, quoted] = bare (lines{k});
    what = grammar (line);
    if (quoted)
      what = 'a text in double quotes (a string object there)';
    end
    if (~isempty (what))
      fprintf ('%s:%d: %s\n', file, k, what);
      ok = false;
    end
    code = [code, line, "\n"];
  end
  code = regexprep (code, '\.\.\.[^\n]*\n', ' ');
  foreign = setdiff (called (code), [known, own, defined(code)]);
  if (~isempty (foreign) && ~strcmp (foreign{1}, ''))
    fprintf ('%s: functions that MATLAB may not have: %s\n', file, strjoin (foreign, ', '));
    ok = false;
  end
end

% A line without its texts and comments. A quote after a name, a number, a bracket or a quote is a
% transpose.
function [code, quoted] = bare (line)
  quoted = false;
  if (~any (line == '"' | line == ''''))
    code = regexprep (line, '%.*', '');
    return
  end
  code = '';
  k = 1;
  while (k <= numel (line))
    c = line(k);
    if (c == '%')
      break
    elseif (c == '"' || (c == '''' && isempty (regexp (line(1:k-1), '[\w\)\]\}''\.]$', 'once'))))
      stop = k + 1;
      while (stop <= numel (line) && (line(stop) ~= c ...
                                      || (stop < numel (line) && line(stop+1) == c)))
        stop = stop + 1 + (line(stop) == c);
      end
      quoted = quoted || c == '"';
      code = [code, '0'];
      k = stop + 1;
    else
      code(end+1) = c;
      k = k + 1;
    end
  end
end

function what = grammar (line)
  rules = {
    '\)\(', 'an index of a result, f(x)(i)'
    '\<(endif|endwhile|endfor|endfunction|endswitch|end_try_catch|unwind_protect|until)\>', ...
    'a keyword of Octave'
    '!', '''!'' for ''~'''
    '[-+*/|&]=', 'an operator that assigns'
    '\+\+|\*\*', 'an operator of Octave'
    '#', 'a comment with ''#'''
    '^[^=(\[{]*[^=<>~(\[{]=[^=][^=(\[{@]*[^=<>~]=[^=]', 'an assignment within an assignment'
  };
  what = '';
  line = regexprep (line, '\.\(([^()]|\([^()]*\))*\)', '.x');       % S.(name)(1) is fine
  for k = 1:size (rules, 1)
    if (~isempty (regexp (line, rules{k,1}, 'once')))
      what = rules{k,2};
      return
    end
  end
end

% Names before a parenthesis, and of handles
function names = called (code)
  code = regexprep (code, '\.\s*[A-Za-z]\w*', '.');          % fields
  names = regexp (code, '(?<![\w.])([A-Za-z]\w*)[ \t]*\(', 'tokens');
  handles = regexp (code, '@([A-Za-z]\w*)', 'tokens');
  names = unique (cellfun (@(t) t{1}, [names, handles], 'UniformOutput', false));
  words = {'if', 'elseif', 'while', 'for', 'switch', 'case', 'end', 'return', 'function', ...
           'otherwise', 'catch', 'try', 'else', 'break', 'persistent'};
  names = setdiff (names, words);
end

% Names that the file assigns, takes as arguments, or defines
function names = defined (code)
  index = '(\([^=\n]*\)|\{[^=\n]*\}|\.[\w.(){}:+,\- ]*)?';
  simple = regexp (code, ['([A-Za-z]\w*)\s*', index, '\s*=[^=]'], 'tokens');
  names = cellfun (@(t) t{1}, simple, 'UniformOutput', false);
  lists = [regexp(code, '\[([^\]\n=]*)\]\s*=[^=]', 'tokens'), ...
           regexp(code, '@\(([^)]*)\)', 'tokens'), ...
           regexp(code, 'function[^\n(]*\(([^)]*)\)', 'tokens'), ...
           regexp(code, 'function\s+(?:[^\n=]*=\s*)?(\w+)', 'tokens'), ...
           regexp(code, 'for \(?(\w+) *=', 'tokens'), regexp(code, 'catch (\w+)', 'tokens'), ...
           regexp(code, 'persistent ([^\n;]*)', 'tokens')];
  for k = 1:numel (lists)
    names = [names, regexp(lists{k}{1}, '[A-Za-z]\w*', 'match')];
  end
end
