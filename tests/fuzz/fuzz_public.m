% FUZZ_PUBLIC  Legal calls of public functions with one damaged argument: an answer, or an error
% delassus:... that names a function.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_public (seed, number)
  why = '';
  random_case (seed, number);
  [name, args] = public_call ();
  [args, legal] = damage (args);
  out = cell (1, outputs (name));
  start = cputime ();
  try
    [~, out{:}] = evalc_of (name, args, numel (out));
  catch err
    why = ours (err, name, legal);
  end
  if (isempty (why) && cputime () - start > 10)
    why = ['slow: ', name];
  end
end

function n = outputs (name)
  n = randi ([0, abs(nargout (name))]);
end

% What is printed is swallowed.
function [text, varargout] = evalc_of (name, args, count)
  varargout = cell (1, count);
  text = evalc ('[varargout{:}] = feval (name, args{:});');
end

function [args, legal] = damage (args)
  way = rand ();
  legal = false;
  if (way < 0.04)
    legal = true;
  elseif (way < 0.07 && ~isempty (args))
    args(randi (numel (args))) = [];
  elseif (way < 0.1)
    args{end+1} = bad_value ();
  elseif (~isempty (args))
    at = randi (numel (args));
    args{at} = damaged (args{at});
  end
end

function why = ours (err, name, legal)
  why = '';
  at = '';
  if (~isempty (err.stack))
    at = sprintf (' (%s, line %d)', err.stack(1).name, err.stack(1).line);
  end
  if (strcmp (err.identifier, 'user:boom'))
    return                                     % the caller's own function failed
  elseif (~strncmp (err.identifier, 'delassus:', 9))
    why = sprintf ('foreign: %s: %s: %s%s', name, err.identifier, err.message, at);
  elseif (isempty (regexp (err.message(double (err.message) < 127), ...
                           '^dls_\w+(/update|, [^:]+)?: ', 'once')))
    why = sprintf ('foreign: %s: no function is named: %s%s', name, err.message, at);
  elseif (legal)
    why = sprintf ('wrong: a legal call of %s: %s', name, err.message);
  end
end
