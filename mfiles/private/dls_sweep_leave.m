function whole = dls_sweep_leave (J, L, whole, limit)
% A rank has read all results. Rank 0 waits, up to a limit in seconds, until the others have, too,
% or are known to be dead: then the whole folder may be deleted.
% SPDX-License-Identifier: GPL-3.0-or-later
  dls_sweep_save (J.folder, sprintf ('workers/left.%d', L.rank), 1);
  if (L.rank > 0 || ~whole)
    return
  end
  start = tic ();
  while (toc (start) < limit)
    names = dls_sweep_names ([J.folder, '/workers']);
    away = 0;
    for r = 0:L.ranks-1
      owner = regexp (names, sprintf ('^here\\.%d\\.(.*)', r), 'tokens', 'once');
      owner = [owner{:}];
      away = away + (any (strcmp (names, sprintf ('left.%d', r))) ...
                     || (~isempty (owner) && dls_sweep_gone (owner{1})));
    end
    if (away == L.ranks)
      return
    end
    pause (0.01);
  end
  whole = false;
end
