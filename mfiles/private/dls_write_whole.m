function dls_write_whole (caller, files, write)
% Files that are written whole or not at all: write (PARTS) writes them under other names in the
% same folder, then they are renamed.
% SPDX-License-Identifier: GPL-3.0-or-later
  parts = cell (size (files));
  for k = 1:numel (files)
    if (exist (files{k}, 'file') && ~dls_is_file (files{k}))
      error ('delassus:file', ['%s: ''%s'' is a folder, a pipe or a device; expected the name ', ...
             'of a file'], caller, files{k});
    end
    [folder, name, extension] = fileparts (files{k});
    [~, mark] = fileparts (tempname ());
    parts{k} = fullfile (folder, [name, '-', mark, extension]);
  end
  cleaner = onCleanup (@() remove (parts));
  try
    write (parts);
  catch err
    text = err.message;
    for k = 1:numel (parts)
      text = strrep (text, parts{k}, files{k});
    end
    error (err.identifier, '%s', text);
  end
  for k = 1:numel (parts)
    if (~dls_sweep_store ('move', parts{k}, files{k}))
      error ('delassus:file', '%s: ''%s'' cannot be written', caller, files{k});
    end
  end
end

function remove (parts)
  for k = 1:numel (parts)
    if (exist (parts{k}, 'file'))
      delete (parts{k});
    end
  end
end
