function text = dls_drawn (text)
% A text, or a cell of texts, as pictures show it: gnuplot runs what stands in backquotes, and its
% commands end at quotes and at ends of lines.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (iscell (text))
    text = cellfun (@dls_drawn, text, 'UniformOutput', false);
    return
  end
  text(text == '`' | text == '"') = '''';
  text(text == '\') = '/';
  code = double (text);
  text((code >= 0 & code < 32) | code == 127) = ' ';
end
