function dls_write_text (file, pieces)
% Write texts, one after the other. What a full disk swallows, fclose does not tell.
% SPDX-License-Identifier: GPL-3.0-or-later
  [fid, why] = fopen (file, 'w');
  if (fid < 0)
    error ('delassus:file', 'dls_write: ''%s'' cannot be written: %s', file, why);
  end
  bytes = 0;
  for k = 1:numel (pieces)
    fwrite (fid, pieces{k}, 'char');
    bytes = bytes + numel (pieces{k});
  end
  fclose (fid);
  written = dir (file);
  if (~isscalar (written) || written.bytes ~= bytes)
    error ('delassus:file', 'dls_write: ''%s'' cannot be written: is the disk full?', file);
  end
end
