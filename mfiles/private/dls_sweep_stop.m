function dls_sweep_stop (J, opts)
% After an error or Ctrl-C: stop the workers, free the folder, say where the finished points are.
% Nothing to do when the sweep came to its end: then the lock is gone.
% SPDX-License-Identifier: GPL-3.0-or-later
  lock = [J.folder, '/lock'];
  if (exist (lock, 'file') ~= 2 || ~strcmp (strtrim (fileread (lock)), J.me))
    return
  end
  dls_sweep_clear ([J.folder, '/claims'], true);   % no worker finds anything any more
  if (strcmp (opts.Engine, 'cores'))
    for pid = str2double (dls_sweep_names ([J.folder, '/workers']))
      if (waitpid (pid, WNOHANG ()) == 0)
        kill (pid, SIG ().KILL);
        waitpid (pid);
      end
    end
  end
  points = numel (dls_sweep_names ([J.folder, '/points']));
  keep = points > 0 || ~isempty (opts.Folder);
  dls_sweep_close (J.folder, ~keep);
  if (keep && ~strcmp (opts.Display, 'off'))
    how = '';
    if (~strcmp (opts.Engine, 'mpi') && isempty (opts.Folder))
      how = ' with this ''Folder''';
    end
    fprintf ('dls_sweep: stopped; %d of %d points are in ''%s'': the same call%s goes on\n', ...
             points, J.G.count, J.folder, how);
  end
end
