function failed = run_figures (folder, only)
% RUN_FIGURES  Run scripts that draw, print their report, and count those that failed.
%   failed = run_figures (folder, only) runs examples/<folder>/*.m, or those that begin with only,
%   each with no variables of its own. A script that raises is reported; the others still run. The
%   report is also written to build/figures/<folder>.txt unless only some were asked for.
% SPDX-License-Identifier: GPL-3.0-or-later
if nargin < 2, only = ''; end
top = fullfile (fileparts (mfilename ('fullpath')), '..', '..');
pattern = '*';
if ~isempty (only), pattern = [only '*']; end
files = sort (glob (fullfile (top, 'examples', folder, [pattern '.m'])));
if isempty (files)
  error ('run_figures: there is no examples/%s/%s.m', folder, only);
end
set (0, 'defaultlinelinewidth', 2);
report = cell (0, 6);
failed = 0;
start = tic ();
for k = 1:numel (files)
  [~, name] = fileparts (files{k});
  fprintf ('[%d/%d] %s\n', k, numel (files), name);
  fflush (stdout);
  clock = tic ();
  figure_row ();
  try
    run_alone (files{k});
    rows = figure_row ();
  catch err
    failed = failed + 1;
    rows = [figure_row(); {'the script', '', '', '', ['FAILED: ' first_line(err.message)]}];
    fprintf ('  FAILED: %s\n', err.message);
    arrayfun (@(s) fprintf ('    at %s line %d\n', s.name, s.line), err.stack);
  end
  close ('all');
  report = [report; [repmat({name}, size (rows, 1), 1), rows]];
  fprintf ('  %.1f s\n', toc (clock));
end
text = table (report);
fprintf ('\n%s\n%d of %d drawn in build/figures, %d failed, %.0f s\n', text, ...
         numel (files) - failed, numel (files), failed, toc (start));
if isempty (only)
  place = fullfile (top, 'build', 'figures');
  if ~exist (place, 'dir'), mkdir (place); end
  [~, last] = fileparts (folder);
  out = fopen (fullfile (place, [last '.txt']), 'w');
  fputs (out, text);
  fclose (out);
end
end

function run_alone (file)
source (file);
end

function line = first_line (text)
line = strtok (text, sprintf ('\n'));
end

function text = table (report)
report = [{'figure', 'quantity', 'paper', 'here', 'difference', 'verdict'}; report];
wide = max (cellfun (@numel, report), [], 1);
text = '';
for k = 1:size (report, 1)
  cells = cellfun (@(c, w) sprintf ('%-*s', w, c), report(k, :), num2cell (wide), ...
                   'UniformOutput', false);
  text = [text, strtrim(strjoin (cells, ' | ')), sprintf('\n')];
end
end
