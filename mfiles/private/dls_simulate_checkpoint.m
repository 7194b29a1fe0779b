function varargout = dls_simulate_checkpoint (what, varargin)
% The file of 'Checkpoint':
% run = ('begin', run, about)         of a run that was set up; it goes on from its file, if there
%                                     is one, where `about` and the options are the same
% left = ('left', run, steps)         steps until the next instant from which a run may go on
% ('reached', run, told, found, seen) at such an instant: the run forgets what a run that goes on
%                                     from here cannot know; each minute the file is written
% ('finish', run, result, message, found, seen)   the file is written, as the run has ended
% ('leave', run)                      the same, whatever has ended the run without that (SIGTERM)
% Such instants are the same in all runs; from the last one a run goes on with the same bits.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (what, varargin{:});
end

function run = begin (run, about)
  file = run.opts.Checkpoint;
  decides = rmfield (run.opts, {'Checkpoint', 'CheckpointTime', 'Display', 'OnError', ...
                                'MaxSteps', 'MaxTime'});
  % Instants: so many steps apart that they take little of the time, whatever the size
  names = {'file', 'digest', 'state', 'clock', 'cost', 'result', 'message'};
  values = {file, digest({about, decides}), [], tic(), 0, '', ''};
  run.kept = containers.Map (names, values, 'UniformValues', false);
  run.kept('every') = max (20, ceil (1*2e1 / numel (run.course.v)));
  if (dls_file ('exists', file))
    run = resumed (run, contents (run.kept));
  else
    dls_output ('writable', file, 'dls_simulate');
  end
end

function steps = left (run, steps)
  every = run.kept('every');
  steps = every - mod (steps, every);
end

function reached (run, told, found, seen)
  kept = run.kept;
  if (told.finished || mod (told.steps, kept('every')) > 0)
    return
  end
  dls_motion_mex ('renew', run.id, run.model);
  remember (run, found, seen);
  if (toc (kept('clock')) > max (run.opts.CheckpointTime, 20 * kept('cost')))
    write (run);
  end
end

% The state at this instant, which the file will have
function remember (run, found, seen)
  state = dls_motion_mex ('keep', run.id, run.model, false);
  state.found = found;
  state.seen = seen;
  state.looked = [];
  if (~isempty (run.look.at))
    state.looked = [run.look.book('files'); looked(run.look.book('friction'))];
  end
  run.kept('state') = state;
end

% A motion that came to its end is stored as it is; any other one goes on from its last instant.
% What is wrong with the disk does not end a motion: the file before stays.
function finish (run, result, message, found, seen)
  kept = run.kept;
  over = strcmp (result, 'finished') || any (strcmp (message, {'Stop', 'OutputFcn', 'Events'}));
  if (over && isempty (kept('result')))
    remember (run, found, seen);
    kept('result') = result;
    kept('message') = message;
  end
  leave (run);
end

function leave (run)
  kept = run.kept;
  if (~isempty (kept('state')))
    write (run);
  end
  kept('state') = [];
end

function write (run)
  kept = run.kept;
  start = tic ();
  now = kept('state');
  whole = dls_motion_mex ('keep', run.id, run.model, true);
  if (size (whole.status, 1) ~= numel (now.status_now) && size (whole.status, 2) > 0)
    return                                     % more contacts since: the file before stays
  end
  for name = {'t', 'q', 'v', 'p', 'status', 'gap', 'identity', 'kinetic', 'potential', ...
              'violation', 'work', 'residual', 'elastic'}
    now.(name{1}) = whole.(name{1})(:,1:now.sizes(1));
  end
  now.event = whole.event(:,1:now.sizes(2));
  P = struct ('kind', 'checkpoint', 'version', 1, 'digest', kept('digest'), 'result', ...
              kept('result'), 'message', kept('message'));
  P.seen = arrayfun (@watched, now.seen, 'UniformOutput', false);
  P = in_words (P, found_in (rmfield (now, {'found', 'seen'}), now.found));
  try
    dls_output ('whole', 'dls_simulate', {kept('file')}, ...
                @(part) dls_output ('mat', 'dls_simulate', P, part{1}, true));
  catch err
    warning ('delassus:checkpoint', '%s', err.message);
  end
  kept('clock') = tic ();
  kept('cost') = toc (start);
end

% The checkpoint in the file, or why it is none.
function P = contents (kept)
  file = kept('file');
  try
    P = dls_read_mat (file, Inf, true);
    good = isfield (P, 'kind') && strcmp (P.kind, 'checkpoint') && P.version == 1;
    good = good && all (isfield (P, {'digest', 'result', 'message', 'seen', 'names'}));
    P.state = from_words (P);
  catch err
    error ('delassus:format', 'dls_simulate: ''Checkpoint'', ''%s'' cannot be read: %s', file, ...
           regexprep (err.message, '^dls_read: ', ''));
  end
  if (~good)
    error ('delassus:format', ['dls_simulate: ''Checkpoint'', ''%s'' is no checkpoint; ', ...
           'expected a file that dls_simulate wrote, or a new name'], file);
  elseif (~isequal (P.digest, kept('digest')))
    error ('delassus:resume', ['dls_simulate: ''Checkpoint'', ''%s'' is of another motion ', ...
           '(model, times, initial state or options differ); expected the same, or a new ', ...
           'name'], file);
  end
end

function run = resumed (run, P)
  kept = run.kept;
  state = P.state;
  dls_in_name_of ('dls_simulate', @dls_motion_mex, 'resume', run.id, run.model, state);
  kept('result') = P.result;
  kept('message') = P.message;
  for k = 1:numel (state.te)
    run.found.list = [run.found.list, struct('t', state.te(k), 'q', state.qe(:,k), 'v', ...
                                             state.ve(:,k), 'k', state.ie(k))];
  end
  run.found.stop = state.stop;
  for k = 1:numel (run.seen)
    one = P.seen{k};
    [run.seen(k).t, run.seen(k).value] = deal (one.t, one.value);
    for j = 1:numel (one.changed)
      event = struct ('t', one.at(j), 'contact', k, 'kind', 'monitor', 'value', one.changed(j));
      run.seen(k).events = [run.seen(k).events, event];
    end
  end
  if (~isempty (run.look.at) && ~isempty (state.looked))
    run.look.book('files') = state.looked(1);
    run.look.book('friction') = looked_again (run.look.book('friction'), state.looked(2:end));
  end
  remember (run, run.found, run.seen);
end

% Events of the user, and when one ended the run
function x = found_in (x, found)
  [x.te, x.qe, x.ve, x.ie, x.stop] = deal ([], [], [], [], found.stop);
  if (~isempty (found.list))
    list = found.list;
    [x.te, x.qe, x.ve, x.ie] = deal ([list.t], [list.q], [list.v], [list.k]);
  end
end

% What 'Monitor' has answered, and when it changed
function y = watched (one)
  y = struct ('t', one.t, 'value', {one.value}, 'at', zeros (1, 0), 'changed', {{}});
  if (~isempty (one.events))
    y.at = [one.events.t];
    y.changed = {one.events.value};
  end
end

% Problems that were solved by the user's method and beside it
function x = looked (friction)
  x = zeros (0, 1);
  for e = friction
    x = [x; e.problems; e.solved; e.residual; e.seconds];
  end
end

function friction = looked_again (friction, x)
  for k = 1:min (numel (friction), numel (x) / 4)
    parts = num2cell (x(4*k-3:4*k));
    [friction(k).problems, friction(k).solved, friction(k).residual, ...
     friction(k).seconds] = parts{:};
  end
end

% Arrays as words of 32 bits: files keep whole numbers as such, without the sign of zero.
function P = in_words (P, x)
  names = fieldnames (x);
  P.names = strjoin (names', ' ');
  P.sizes = zeros (2, numel (names));
  parts = struct2cell (x);
  for k = 1:numel (parts)
    P.sizes(:,k) = size (parts{k});
    parts{k} = typecast (double (parts{k}(:))', 'uint32');
  end
  P.words = [parts{:}];
end

function x = from_words (P)
  names = strsplit (P.names, ' ');
  numbers = typecast (uint32 (P.words), 'double');
  ends = cumsum (prod (P.sizes, 1));
  if (numel (names) ~= numel (ends) || ends(end) ~= numel (numbers))
    error ('delassus:format', 'its sizes do not fit its numbers');
  end
  for k = 1:numel (names)
    some = numbers(ends(k)-prod (P.sizes(:,k))+1:ends(k));
    x.(names{k}) = reshape (some, P.sizes(:,k)');
  end
end

% Two sums of the bytes of data, by which other data are told apart
function text = digest (about)
  bytes = double (bytes_of (dls_plain (about)));
  prime = 2147483647;
  chunk = 4096;
  sums = [numel(bytes), 1, 1];
  for first = 1:chunk:numel (bytes)
    part = bytes(first:min (end, first + chunk - 1));
    at = (1:numel (part)) + mod (first, 65521);
    sums(2) = mod (16807 * sums(2) + sum (part .* mod (at * 40692, 65537)), prime);
    sums(3) = mod (48271 * sums(3) + sum (part .* mod (at .^ 2, 65521)), prime);
  end
  text = sprintf ('%.0f-%08x-%08x', sums);
end

function bytes = bytes_of (x)
  head = uint8 (sprintf ('%s%s;', class (x), sprintf (' %d', size (x))));
  if (iscell (x))
    parts = cellfun (@bytes_of, x(:)', 'UniformOutput', false);
    bytes = [head, parts{:}];
  elseif (ischar (x))
    bytes = [head, uint8(x(:)')];
  else
    [i, j, v] = find (x);
    place = {i, j};
    if (~issparse (x))
      [v, place] = deal (x, {});
    end
    numbers = [reshape([place{:}], [], 1); real(double (v(:))); imag(double (v(:)))];
    bytes = [head, typecast(numbers', 'uint8')];
  end
end
