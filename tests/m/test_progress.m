function [pass, skipped] = test_progress ()
% TEST_PROGRESS  Long work tells how far it is on one line where somebody sits at the prompt, which
%   script (1) pretends; in scripts nothing, unless asked for.
%   [pass, skipped] = test_progress ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = true;
skipped = system ('command -v script >/dev/null 2>&1') ~= 0;
if skipped, return, end
work = ['x = dls_sweep (@(p) numel (evalc (''pause (0.5)'')), struct (''a'', 1:6), ', ...
        '''Engine'', ''serial'''];
[typed, late] = at_prompt ([work, ');'], [work, ', ''Display'', ''off'');']);
line = '\rdls_sweep: \d of 6 \(\d+ %\), \d+ s, about \d+ s left *\r';
pass = [holds('at the prompt', numel (regexp (typed, line)) >= 1), ...
        holds('the line goes', ~isempty (regexp (typed, 'left *\r +\r[^\r]*>'))), ...
        holds('off is off', isempty (strfind (late, ' left')))];
text = evalc ([work, ');']);
pass(end+1) = holds ('in scripts', isempty (text));
end

function ok = holds (name, ok)
if ~ok, fprintf ('test_progress: %s\n', name); end
end

function varargout = at_prompt (varargin)
file = tempname ();
for k = 1:nargin
  fid = fopen (file, 'w');
  dirs = strjoin (strsplit (path (), pathsep ()), ''', ''');
  fprintf (fid, 'addpath (''%s'');\n%s\nexit\n', dirs, varargin{k});
  fclose (fid);
  octave = fullfile (OCTAVE_EXEC_HOME (), 'bin', 'octave-cli');
  [~, varargout{k}] = system (sprintf ('script -qec "%s -f -H -q" /dev/null <%s', octave, file));
end
delete (file);
end
