% FUZZ_GATEWAY  Calls of gateways, most of them damaged: an answer, or an error delassus:...; the
% arguments are not changed.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_gateway (seed, number)
  why = '';
  random_case (seed, number);
  [gateway, args] = gateway_call ();
  args = damage (args);
  before = apart (args);
  out = cell (1, randi ([0, 7]));
  start = cputime ();
  try
    [out{:}] = feval (gateway, args{:});
  catch err
    why = ours (err);
  end
  if (isempty (why) && ~isequaln (apart (args), before))
    why = ['wrong: ', gateway, ' changed its arguments'];
  elseif (isempty (why) && cputime () - start > 5)
    why = ['slow: ', gateway];
  end
end

function args = damage (args)
  way = rand ();
  verb = double (~isempty (args) && ischar (args{1}));
  if (way < 0.1)
    others = cell (1, randi ([0, 10]));
    args = [args(1:verb), cellfun(@(x) bad_value (), others, 'UniformOutput', false)];
  elseif (way < 0.15 && ~isempty (args))
    args(randi (numel (args))) = [];
  elseif (way < 0.2)
    args{end+1} = bad_value ();
  elseif (way < 0.95 && ~isempty (args))
    for k = 1:1 + (rand () < 0.3)
      at = randi (numel (args));
      args{at} = damaged (args{at});
    end
  end
end

function why = ours (err)
  why = '';
  if (~strncmp (err.identifier, 'delassus:', 9))
    why = sprintf ('foreign: %s: %s', err.identifier, err.message);
  end
end

% A copy with memory of its own: what is written into the arguments does not show in it. Of what is
% too large to compare, the size.
function c = apart (c)
  if (iscell (c))
    c = cellfun (@apart, c, 'UniformOutput', false);
  elseif (isstruct (c) && isscalar (c))
    c = structfun (@apart, c, 'UniformOutput', false);
  elseif (isa (c, 'double') && numel (c) >= 1e5)
    c = size (c);
  elseif (isa (c, 'double') && ~isempty (c))
    first = c(1);
    c(1) = first + 1;
    c(1) = first;
  end
end
