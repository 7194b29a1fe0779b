function dls_sweep_close (folder, whole)
% Leave the folder of a sweep: what is stored stays, or the folder disappears (whole).
% SPDX-License-Identifier: GPL-3.0-or-later
  for part = {'claims', 'claims.new', 'tmp', 'lost', 'workers'}
    dls_sweep_clear ([folder, '/', part{1}], true);
  end
  dls_sweep_delete ([folder, '/job']);
  if (whole)
    dls_sweep_clear ([folder, '/points'], true);
    dls_sweep_delete ([folder, '/sweep']);
  end
  dls_sweep_delete ([folder, '/lock']);
  if (whole && isempty (dls_sweep_names (folder)))
    rmdir (folder);
  end
end
