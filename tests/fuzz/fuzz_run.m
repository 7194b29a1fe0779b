% FUZZ_RUN  Cases of a kind, one after the other, each noted before and after it is run.
%
%   fuzz_run (KIND, SEED, FIRST, SECONDS, LOG, LAST)   from case FIRST to LAST, at most 1000
%   fuzz_run (KIND, SEED, NUMBER)                one case, its verdict is printed
%
% A case is why = fuzz_KIND (SEED, NUMBER): '' is good, other texts begin with 'wrong: ',
% 'foreign: ', 'soft: ' or 'slow: '.  An error that escapes counts as foreign, whatever its
% identifier: a kind catches the errors that it expects.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function fuzz_run (kind, seed, first, seconds, log, last)
  warning ('off', 'all');
  if (nargin == 3)
    [why, time] = one (kind, seed, first);
    printf ('%s, seed %d, case %d: %s (%.3f s)\n', kind, seed, first, why, time);
    exit (strncmp (why, 'wrong', 5) || strncmp (why, 'foreign', 7));
  end
  fid = fopen (log, 'a');
  start = tic ();
  before = NaN;
  for number = first:min (first + 999, last)
    fprintf (fid, 'run %d\n', number);
    fflush (fid);
    [why, time] = one (kind, seed, number);
    fprintf (fid, 'end %d %.4f %s\n', number, time, why);
    if (number == first + 99)
      before = resident ();      % what Octave loads once is loaded
    end
    if (toc (start) > seconds)
      break
    end
  end
  if (~isnan (before))
    fprintf (fid, 'memory %d %d %d\n', number, before, resident ());
  end
  fclose (fid);
end

function [why, time] = one (kind, seed, number)
  start = tic ();
  try
    why = feval (['fuzz_', kind], seed, number);
  catch err
    at = '';
    if (~isempty (err.stack))
      at = sprintf (' (%s, line %d)', err.stack(1).name, err.stack(1).line);
    end
    why = sprintf ('foreign: %s: %s%s', err.identifier, err.message, at);
  end
  time = toc (start);
  if (isempty (why))
    why = 'good';
  end
  why = regexprep (why, '\s+', ' ');
end

function kb = resident ()
  text = regexp (fileread ('/proc/self/status'), 'VmRSS:\s*(\d+)', 'tokens', 'once');
  kb = str2double (text{1});
end
