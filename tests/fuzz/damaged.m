% DAMAGED  A value with one random change: an entry, its size, its class, a field; or another one.
%
%   v = damaged (v)
%
% SPDX-License-Identifier: GPL-3.0-or-later
function v = damaged (v)
  if (rand () < 0.3 || numel (v) > 1e6 || ndims (v) > 2)
    v = bad_value ();
  elseif (isstruct (v))
    v = damaged_struct (v);
  elseif (iscell (v))
    v = damaged_cell (v);
  elseif (ischar (v))
    ways = {[v(:)', 'x'], '', double(v), {v}, upper(v), v(:)};
    v = ways{randi (numel (ways))};
  elseif (isa (v, 'function_handle'))
    ways = {@(varargin) error('user:boom', 'boom'), @(varargin) [], @(varargin) NaN, @() 1};
    v = ways{randi (numel (ways))};
  elseif (isnumeric (v) || islogical (v))
    v = damaged_array (v);
  else
    v = bad_value ();
  end
end

function v = damaged_struct (v)
  names = fieldnames (v);
  if (isempty (names) || numel (v) ~= 1 || rand () < 0.05)
    v(1).extra_field = 3;
    return
  end
  name = names{randi (numel (names))};
  if (rand () < 0.15)
    v = rmfield (v, name);
  else
    v.(name) = damaged (v.(name));
  end
end

function v = damaged_cell (v)
  if (isempty (v) || rand () < 0.2)
    v = [v(:)', {1}];
  else
    k = randi (numel (v));
    v{k} = damaged (v{k});
  end
end

function v = damaged_array (v)
  switch (randi (15))
    case {1, 2, 3}
      values = [NaN, Inf, -Inf, -1, 0, 1.5, 1e300, -1e300, 1e-300, 1e16, 2^31, -3, 1e9];
      if (isempty (v))
        v = 0;
      end
      v = double (v);
      v(randi (numel (v))) = values(randi (numel (values)));
    case 4
      v = v.';
    case 5
      v = [v; v];
    case 6
      v = [v, v];
    case 7
      v = v(1:end-1);
    case 8
      v = single (full (v));
    case 9
      v = int32 (real (full (v)));
    case 10
      v = v ~= 0;
    case 11
      v = double (v) + 1i;
    case 12
      if (issparse (v))
        v = full (v);
      elseif (ndims (v) == 2)
        v = sparse (double (v));
      end
    case 13
      v = {v};
    case 14
      v = 1e8 * -double (v);
    case 15
      v = reshape (full (v), [size(v, 1), 1, numel(v) / max(size (v, 1), 1)]);
  end
end
