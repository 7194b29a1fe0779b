function text = dls_show_value (x, name, shown)
% What a value is, in a few words: small ones are written out, of others the size is told.
% lines = dls_show_value (x, name, shown): 'name: ...'; below it structs in it (joints by name)
% and bodies, each in a line, at most so many.
% SPDX-License-Identifier: GPL-3.0-or-later
  most = 6;
  if (nargin > 1)
    text = lines_of (x, name, shown);
    return
  end
  if (ischar (x) && size (x, 1) <= 1)
    text = x(1:min (end, 60));
  elseif (islogical (x) && isscalar (x))
    words = {'no', 'yes'};
    text = words{1 + x};
  elseif ((isnumeric (x) || islogical (x)) && isreal (x) && numel (x) <= most ...
          && (isvector (x) || isempty (x)))
    text = strtrim (sprintf ('%.5g ', full (x) + 0));        % + 0: no -0
    if (~isscalar (x))
      text = ['[', text, ']'];
    end
  elseif (isa (x, 'function_handle'))
    text = func2str (x);
    text = text(1:min (end, 60));
  elseif (isstruct (x) && isscalar (x))
    text = parts_of (x);
  else
    text = sprintf ('-by-%d', size (x));
    text = text(5:end);
    if ((isnumeric (x) || islogical (x)) && issparse (x))
      text = dls_some (sprintf ('%s, %d nonzeros', text, nnz (x)));
    elseif (isa (x, 'double') && isvector (x))
      text = sprintf ('%s, %.4g to %.4g, norm %.4g', text, min (x), max (x), norm (x));
    elseif (~isnumeric (x))
      text = [text, ' ', class(x)];
    end
  end
end

function lines = lines_of (x, name, shown)
  inner = {};
  if (isstruct (x) && isscalar (x))
    names = fieldnames (x);
    inner = names(structfun (@(part) isstruct (part) || strcmp (name, 'bodies'), x));
  end
  if (isempty (inner))
    lines = {[name, ': ', dls_show_value(x)]};
    return
  end
  lines = {strtrim([name, ': ', parts_of(rmfield (x, inner))])};
  left = numel (inner) - shown;
  for k = 1:numel (inner)
    if (left <= 0 || k <= shown - 4 || k > shown - 4 + left)   % contacts come last
      lines{end+1} = sprintf ('  %s: %s', inner{k}, dls_show_value (x.(inner{k})));
    elseif (k == shown - 3)
      lines{end+1} = sprintf ('  ... %d more', left);
    end
  end
end

% Fields in one line, numbers written out, and the parts of a few structs in it (joints by name);
% more are counted.
function text = parts_of (x)
  few = 4;
  values = struct2cell (x);
  inner = cellfun (@isstruct, values);
  parts = {};
  for k = find (~inner & ~cellfun ('isempty', values))'
    parts{end+1} = value_of (x, k);
  end
  if (sum (inner) > few)
    parts{end+1} = sprintf ('%d by name', sum (inner));
  else
    for k = find (inner)'
      parts{end+1} = value_of (x, k);
    end
  end
  text = strjoin (parts, ', ');
end

function text = value_of (x, k)
  names = fieldnames (x);
  text = dls_show_value (x.(names{k}));
  if (isstruct (x.(names{k})))
    text = ['(', text, ')'];
  end
  text = [names{k}, ' ', text];
end
