function P = dls_progress (P, done, display)
% How far long work is, and the time left. P = dls_progress (CALLER, TOTAL, DISPLAY) starts the
% clock, P = dls_progress (P, DONE) tells; DONE may be a handle, asked only when it is needed. After
% 2 s: with DISPLAY 'iter' lines that become rarer, else, where somebody sits at the prompt and
% DISPLAY is not 'off', one line that disappears at the end. DLS_PROGRESS ('prompt'): does somebody?
% SPDX-License-Identifier: GPL-3.0-or-later
  if (ischar (P) && nargin == 1)
    P = at_prompt ();
    return
  elseif (ischar (P))
    P = struct ('caller', P, 'total', done, 'lines', strcmp (display, 'iter'), 'start', tic (), ...
                'due', Inf, 'first', [], 'shown', 0);
    if (P.lines || (~strcmp (display, 'off') && at_prompt ()))
      P.due = 2;
    end
    return
  end
  if (isinf (P.due) && P.shown == 0)
    return                                     % nobody is told
  end
  t = toc (P.start);
  if (isempty (P.first) && isfinite (P.due))
    P.first = count (done);                    % found finished
  end
  over = isnumeric (done) && done >= P.total;
  if (over && P.shown > 0)
    fprintf ('\r%s\r', blanks (P.shown));
    P.due = Inf;
  end
  if (over || t < P.due)
    return
  end
  done = count (done);
  left = 'nothing finished yet';
  if (done > P.first)
    left = sprintf ('about %s left', words (t * (P.total - done) / (done - P.first)));
  end
  text = sprintf ('%s: %.3g of %g (%.0f %%), %s, %s', P.caller, done, P.total, ...
                  floor (100 * done / P.total), words (t), left);
  if (P.lines)
    P.due = t + min (60, max (1, t / 2));
    fprintf ('%s\n', text);
  else
    P.due = t + 0.5;
    fprintf ('\r%s%s\r%s', text, blanks (max (0, P.shown - numel (text))), text);
    P.shown = numel (text);
  end
  if (exist ('OCTAVE_VERSION', 'builtin'))
    fflush (stdout);
  end
end

function n = count (done)
  if (isa (done, 'function_handle'))
    n = done ();
  else
    n = done;
  end
end

function text = words (s)
  if (s < 100)
    text = sprintf ('%.0f s', s);
  elseif (s < 6000)
    text = sprintf ('%.0f min', s / 60);
  else
    text = sprintf ('%.1f h', s / 3600);
  end
end

% Is there a person who types and sees what is printed? Not in scripts Octave was started with.
function yes = at_prompt ()
  persistent known
  if (isempty (known))
    if (exist ('OCTAVE_VERSION', 'builtin'))
      words = argv ();
      script = any (ismember (words, {'--eval', '-e'})) ...
               || (~isempty (words) && exist (words{end}, 'file') == 2);
      known = isguirunning () || (~script && terminal ('/dev/stdin') && terminal ('/dev/stdout'));
    else
      known = usejava ('desktop');
    end
  end
  yes = known;
end

% A device, but not the one that swallows everything.
function yes = terminal (name)
  s = stat (name);
  none = stat ('/dev/null');
  yes = ~isempty (s) && strncmp (s.modestr, 'c', 1) && ~(~isempty (none) && s.rdev == none.rdev);
end
