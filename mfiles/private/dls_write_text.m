function dls_write_text (file, pieces)
% Write texts, one after the other, or raise an error and leave no half of a file.
% SPDX-License-Identifier: GPL-3.0-or-later
  [fid, why] = fopen (file, 'w');
  if (fid < 0)
    error ('delassus:file', 'dls_write: ''%s'' cannot be written: %s', file, why);
  end
  written = true;
  for k = 1:numel (pieces)
    written = written && fwrite (fid, pieces{k}, 'char') == numel (pieces{k});
  end
  closed = fclose (fid) == 0;
  if (~(written && closed))
    delete (file);
    error ('delassus:file', 'dls_write: ''%s'' cannot be written completely', file);
  end
end
