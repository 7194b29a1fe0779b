function text = dls_printable (text)
% `text` with ? for what is no printable ASCII: regexprep and lower refuse what is not UTF-8.
% SPDX-License-Identifier: GPL-3.0-or-later
  text(double (text) < 32 | double (text) > 126) = '?';     % letters compare as signed bytes
end
