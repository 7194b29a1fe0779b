function text = dls_describe (x, name)
% "a 3-by-4 complex double", "the text 'fast'", "-1": for error messages. With the name of the
% argument the remedy: ": double (G)?" where that would be one, else ''.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin > 1)
    text = '';
    if ((isnumeric (x) || islogical (x)) && isreal (x) && ~isa (x, 'double'))
      text = sprintf (': double (%s)?', name);
    end
    return
  elseif (ischar (x) && size (x, 1) == 1 && numel (x) <= 40)
    text = ['the text ''', x, ''''];
    return
  elseif (isa (x, 'double') && isscalar (x) && isreal (x))
    text = sprintf ('%g', x);
    return
  end
  kind = class (x);
  if (isnumeric (x) && ~isreal (x))
    kind = ['complex ', kind];
  end
  size_text = sprintf ('-by-%d', size (x));
  text = ['a ', size_text(5:end), ' ', kind];
end
