% FULL_DISK  Write problems that do not fit where files have a limited size.
%
%   full_disk (FOLDER)   prints "all refused" when every one raises delassus:file
%
% SPDX-License-Identifier: GPL-3.0-or-later
function full_disk (folder)
  n = 4000;
  P = dls_problem ('W', spdiags (sin (1:n)' + 2, 0, n, n), 'q', cos (1:n)', 'mu', 0.5, 'd', 2);
  refused = 0;
  for way = {'.dat', '.hdf5', '.mtx', '.mat'}
    try
      dls_write (P, fullfile (folder, ['x', way{1}]));
      printf ('%s was written\n', way{1});
    catch err
      refused = refused + strcmp (err.identifier, 'delassus:file');
      printf ('%s: %s\n', err.identifier, err.message);
    end
  end
  if (refused == 4)
    printf ('all refused\n');
  end
end
