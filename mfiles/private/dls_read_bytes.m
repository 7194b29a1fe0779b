function text = dls_read_bytes (file)
% All of a file as text.
% SPDX-License-Identifier: GPL-3.0-or-later
  try
    text = fileread (file);
    text(text > 127) = '?';                    % numbers are what is looked for
  catch err
    error ('delassus:file', 'dls_read: ''%s'' cannot be read: %s', file, err.message);
  end
end
