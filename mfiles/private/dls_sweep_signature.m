function s = dls_sweep_signature (fun, G, seed)
% A checksum of what decides the results of a sweep: the grid, the seed, and the function with its
% captured variables and, when it lives in a file, the text of this file.
% SPDX-License-Identifier: GPL-3.0-or-later
  text = [described(fun), described(rmfield (G, 'count')), described(seed)];
  if (exist ('hash', 'builtin'))
    s = hash ('md5', text);
  else
    digest = java.security.MessageDigest.getInstance ('MD5');
    s = sprintf ('%02x', typecast (digest.digest (uint8 (text)), 'uint8'));
  end
end

function t = described (x)
  head = sprintf ('%s[%s]', class (x), sprintf ('%d ', size (x)));
  if (isa (x, 'function_handle'))
    t = described_function (x);
  elseif (ischar (x))
    t = [head, x(:)'];
  elseif (issparse (x))
    [i, j, v] = find (x);
    t = ['sparse', head, described([i(:), j(:)]), described(v(:))];
  elseif (isnumeric (x) && ~isreal (x))
    t = ['complex', head, described(real (x)), described(imag (x))];
  elseif (isnumeric (x))
    t = [head, char(typecast (reshape (x, 1, []), 'uint8'))];
  elseif (islogical (x))
    t = [head, char('0' + reshape (x, 1, []))];
  elseif (iscell (x))
    parts = cellfun (@described, reshape (x, 1, []), 'UniformOutput', false);
    t = [head, '{', strjoin(parts, ','), '}'];
  elseif (isstruct (x))
    t = [head, strjoin(fieldnames (x)', ','), described(struct2cell (x))];
  else
    t = head;                                  % objects: their class and size
  end
end

function t = described_function (f)
  about = functions (f);
  t = func2str (f);
  if (isfield (about, 'workspace') && ~isempty (about.workspace))
    t = [t, described(about.workspace)];
    return
  end
  file = about.file;
  if (isempty (file))
    file = which (t);                          % a handle read from a file does not know it
  end
  if (exist (file, 'file') == 2)
    t = [t, fileread(file)];
  end
end
