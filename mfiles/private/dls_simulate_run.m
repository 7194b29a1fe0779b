function [result, message, err, found, seen] = dls_simulate_run (run)
% Take the steps of a run of dls_motion_mex to its end, those of a tenth of a second at a time so
% that Octave may obey signals (SIGTERM) in between, or one by one where somebody is to be asked.
% err: what a function of the user raised, or an interruption; [] otherwise. found: events of the
% user, and where one ended the run (Inf: none did); seen: by 'Monitor'.
% SPDX-License-Identifier: GPL-3.0-or-later
  err = [];
  opts = run.opts;
  some = 16;
  asks = ~isempty (opts.OutputFcn) || ~isempty (opts.Stop) || ~isempty (opts.Events) ...
         || ~isempty (run.seen);
  seen = run.seen;
  found = struct ('list', [], 'stop', Inf);
  before = [];
  progress = dls_progress ('dls_simulate', run.course.tend - run.course.t0, opts.Display);
  if (asks)
    some = 1;
  end
  keeps = ~isempty (opts.Checkpoint);
  told = struct ('t', run.course.t0, 'q', run.course.q, 'v', run.course.v, 'steps', 0);
  found.list = run.found.list;
  if (keeps)
    guard = onCleanup (@() dls_simulate_checkpoint ('leave', run));
    told = dls_motion_mex ('next', run.id, run.model, 0);
    [result, message, found] = deal (run.kept('result'), run.kept('message'), run.found);
    if (~isempty (result))                     % the file has all of it
      return
    end
  end
  try
    if (~isempty (opts.OutputFcn) && user_says (run, opts.OutputFcn, 'OutputFcn', told, 'init'))
      [result, message] = deal ('stopped', 'OutputFcn');
      return
    end
    result = '';
    if (~isempty (opts.Events))
      [~, ~, before] = events_of_step (run, told, before);
    end
    if (told.steps == 0)
      seen = monitored (run, told);
      run.seen = seen;
    end
    while (isempty (result))
      steps = some;
      if (keeps)
        steps = min (some, dls_simulate_checkpoint ('left', run, told.steps));
      end
      told = dls_motion_mex ('next', run.id, run.model, steps);
      [result, message, err] = verdict (run, told);
      if (asks && ~any (strcmp (result, {'failed', 'error'})) && isempty (err))
        [result, message] = asked_to_stop (run, told, result, message);
        if (~isempty (opts.Events))
          [list, found.stop, before] = events_of_step (run, told, before);
          found.list = [found.list, list];
          if (found.stop < Inf)
            [result, message] = deal ('stopped', 'Events');
          end
        end
        if (mod (told.steps, opts.Stride) == 0)
          [run.seen, seen] = deal (monitored (run, told));
        end
      elseif (~asks)
        some = max (1, ceil (0.1 * told.steps / told.time));
      end
      if (keeps && isempty (result))
        dls_simulate_checkpoint ('reached', run, told, found, seen);
      end
      progress = dls_progress (progress, told.t - run.course.t0);
    end
    dls_progress (progress, progress.total);
  catch err
    err = in_words (dls_motion_mex ('asked', run.id), err);
    [result, message] = deal ('error', err.message);
  end
  if (keeps)
    dls_simulate_checkpoint ('finish', run, result, message, found, seen);
  end
  if (~isempty (opts.OutputFcn) && isempty (err))
    user_says (run, opts.OutputFcn, 'OutputFcn', told, 'done');
  end
end

% How a run has ended; '' when it has not.
function [result, message, err] = verdict (run, told)
  err = [];
  result = '';
  message = '';
  if (~isempty (told.fault))
    message = ['dls_simulate: ', told.fault];
    [result, err] = deal ('error', struct ('identifier', 'delassus:model', 'message', message));
    return
  end
  switch (told.outcome)
    case 'time_limit'
      [result, message] = deal ('stopped', 'MaxTime');
    case 'max_iterations'
      [result, message] = deal ('stopped', 'MaxSteps');
    case 'interrupted'
      [result, message] = deal ('stopped', 'interrupted');
      err = struct ('identifier', 'delassus:interrupted', 'message', ...
                    sprintf ('dls_simulate: interrupted at t = %.10g', told.t));
    case 'solved'
      if (told.finished)
        result = 'finished';
      end
    otherwise
      result = 'failed';
      message = [told.message, massless(run, told)];
  end
end

% Coordinates that have no mass, where no constraint makes up for it
function text = massless (run, told)
  [text, model, most] = deal ('', run.model, 300);
  if (isfield (model, 'machine') || run.nx > 0 || model.n > most || ~isempty (model.library))
    return
  end
  E = dls_model_at (model, 'GM', told.t, told.q, told.v);
  Z = null ([full(E.M); full(E.G)']);
  found = find (max (abs ([Z, zeros(model.n, 1)]), [], 2) > 1e-6)';
  for k = found(1:min (end, 8))
    text = sprintf ('%s %d', text, k);
    if (k <= numel (model.names))
      text = sprintf ('%s (%s)', text, model.names{k});
    end
  end
  if (~isempty (text))
    text = ['; the mass is singular, and no constraint makes up for it, in coordinates', text];
  end
end

% The error of a function of the model, with the state where it was asked.
function err = in_words (asked, err)
  if (~isempty (asked.name))
    text = sprintf (['dls_simulate: ''%s'' of the model failed: %s\n', ...
                     '  at t = %.10g, q = %s, v = %s'], asked.name, err.message, asked.t, ...
                    shown (asked.q), shown (asked.v));
    if (isfield (asked, 'x') && ~isempty (asked.x))
      text = sprintf ('%s, x = %s', text, shown (asked.x));
    end
    err = struct ('identifier', 'delassus:model', 'message', text);
  end
end

function text = shown (x)
  text = mat2str (x(1:min (end, 8))', 6);
  if (numel (x) > 8)
    text = [text(1:end-1), sprintf(' ... %d in all]', numel (x))];
  end
end

function [result, message] = asked_to_stop (run, told, result, message)
  opts = run.opts;
  if (~isempty (opts.OutputFcn) && user_says (run, opts.OutputFcn, 'OutputFcn', told, ''))
    [result, message] = deal ('stopped', 'OutputFcn');
  elseif (~isempty (opts.Stop) && user_says (run, opts.Stop, 'Stop', told))
    [result, message] = deal ('stopped', 'Stop');
  end
end

% What a function of the user says; one without a result says no.
function stop = user_says (run, f, name, state, varargin)
  stop = false;
  args = arguments_of (run, f, state.t, state.q, state.v, varargin{:});
  try
    if (nargout (f) == 0)
      f (args{:});
    else
      stop = f (args{:});
    end
  catch err
    id = err.identifier;                        % one that the user chose stays
    if (isempty (id) || strncmp (id, 'Octave:', 7) || strncmp (id, 'MATLAB:', 7))
      id = 'delassus:model';
    end
    error (id, 'dls_simulate: ''%s'' failed at t = %.10g: %s', name, state.t, err.message);
  end
  if (~(islogical (stop) || isnumeric (stop)))
    error ('delassus:model', 'dls_simulate: ''%s'' returned %s; expected true or false', name, ...
           dls_describe (stop));
  end
  stop = any (stop(:));
end

% Arguments of a function that is asked between steps: states are the last one, if it takes them.
function args = arguments_of (run, f, t, q, v, varargin)
  [q, v, x] = dls_simulate_finish ('split', run, q, v);
  args = [{t, q, v}, varargin];
  if (run.nx > 0 && nargin (f) > numel (args))
    args{end+1} = x;
  end
end

% Events of the user in the step that has ended: value(k) of [value, isterminal, direction] =
% f (t, q, v) goes through zero, as for ode45. They are located in the dense output of the step.
% before, now: time and values at its ends. stop: time of the first one that is terminal, or Inf.
function [list, stop, now] = events_of_step (run, told, before)
  list = struct ('t', {}, 'q', {}, 'v', {}, 'k', {});
  stop = Inf;
  [now.value, terminal, direction] = events_at (run, told.t, told.q, told.v);
  now.t = told.t;
  if (isempty (before))
    return
  elseif (numel (now.value) ~= numel (before.value))
    dls_raise ('delassus:model', 'dls_simulate: ''Events'' returned %d values at t = %.10g; %s', ...
               numel (now.value), told.t, sprintf ('expected %d as before', numel (before.value)));
  end
  rise = now.value - before.value;
  hit = before.value ~= 0 & before.value .* now.value <= 0 & direction .* rise >= 0;
  for k = find (hit)'
    t = root (run, k, before, now);
    [q, v] = dls_motion_mex ('between', run.id, run.model, t);
    list(end+1) = struct ('t', t, 'q', q, 'v', v, 'k', k);
  end
  [~, order] = sort ([list.t]);
  list = list(order);
  last = find (terminal([list.k]), 1);
  if (~isempty (last))
    stop = list(last).t;
    list = list([list.t] <= stop);
  end
end

function [value, terminal, direction] = events_at (run, t, q, v)
  f = run.opts.Events;
  args = arguments_of (run, f, t, q, v);
  try
    [value, terminal, direction] = f (args{:});
  catch err
    error ('delassus:model', 'dls_simulate: ''Events'' failed at t = %.10g: %s', t, err.message);
  end
  count = numel (value);
  if (~(isa (value, 'double') && isreal (value) && ~any (isnan (value(:))) ...
        && any (numel (terminal) == [1, count]) && any (numel (direction) == [0, 1, count])))
    error ('delassus:model', ['dls_simulate: ''Events'' returned %s, %s and %s at t = %.10g; ', ...
           'expected real values, and for each whether it ends the run, and its direction'], ...
           dls_describe (value), dls_describe (terminal), dls_describe (direction), t);
  elseif (isempty (direction))
    direction = 0;
  end
  value = value(:);
  terminal = logical (terminal(:)) & true (count, 1);
  direction = direction(:) .* ones (count, 1);
end

% Regula falsi (Illinois): the side that stays is halved.
function b = root (run, k, before, now)
  [a, fa] = deal (before.t, before.value(k));
  [b, fb] = deal (now.t, now.value(k));
  for iteration = 1:100
    if (fb == 0 || abs (b - a) <= 4 * eps (max (abs (a), abs (b))))
      return
    end
    c = b - fb * (b - a) / (fb - fa);
    if (~(c > min (a, b) && c < max (a, b)))
      c = (a + b) / 2;
    end
    [q, v] = dls_motion_mex ('between', run.id, run.model, c);
    values = events_at (run, c, q, v);
    fc = values(k);
    if (fc * fb < 0)
      [a, fa] = deal (b, fb);
    else
      fa = fa / 2;
    end
    [b, fb] = deal (c, fc);
  end
end

% What 'Monitor' asks of the contact system at the end of a step, added to run.seen.
function seen = monitored (run, told)
  seen = run.seen;
  if (isempty (seen))
    return
  end
  [q, v, x, turns] = dls_simulate_finish ('split', run, told.q, told.v);
  if (isfield (run.model, 'machine'))
    B = dls_mechanism_turns ('at', run.model.mechanism, turns);
    [B.t, B.q, B.v] = deal (told.t, q, v);
    S = dls_system (B);
  else
    model = run.given;
    model.x = x;
    S = dls_model_system (model, told.t, q, v, []);
  end
  for k = 1:numel (seen)
    seen(k) = answered (seen(k), k, S, told.t);
  end
end

function one = answered (one, k, S, t)
  try
    value = one.f (S);
  catch err
    error ('delassus:model', 'dls_simulate: ''Monitor'' %s failed at t = %.10g: %s', ...
           one.name, t, err.message);
  end
  number = (isnumeric (value) || islogical (value)) && isscalar (value) && isreal (value);
  if (~(number || ischar (value)) || (~isempty (one.t) && iscell (one.value) == number))
    error ('delassus:model', ['dls_simulate: ''Monitor'' %s returned %s at t = %.10g; ', ...
           'expected a number, true or false, or a text, always the same'], ...
           one.name, dls_describe (value), t);
  end
  if (ischar (value))
    value = {value};
  else
    value = double (value);
  end
  if (~isempty (one.t) && changes (one.value(end), value))
    event = struct ('t', t, 'contact', k, 'kind', 'monitor', 'value', value);
    one.events = [one.events, event];
  end
  one.t(end+1) = t;
  one.value = [one.value(1:numel (one.t)-1), value];
end

% Did a verdict change? Texts are, and whole numbers; other numbers are measured.
function yes = changes (a, b)
  yes = ~isequal (a, b) && (iscell (a) || (a == fix (a) && b == fix (b)));
end
