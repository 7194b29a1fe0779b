function text = dls_describe (x)
% "a 3-by-4 complex double": for error messages.
% SPDX-License-Identifier: GPL-3.0-or-later
  kind = class (x);
  if (isnumeric (x) && ~isreal (x))
    kind = ['complex ', kind];
  end
  size_text = sprintf ('-by-%d', size (x));
  text = ['a ', size_text(5:end), ' ', kind];
end
