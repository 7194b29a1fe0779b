function gone = dls_sweep_gone (owner)
% Is the process host-pid known to have ended? Only those of this host can be known.
% SPDX-License-Identifier: GPL-3.0-or-later
  [~, host] = dls_sweep_owner ();
  parts = regexp (owner, '^(.*)-(\d+)$', 'tokens', 'once');
  gone = ~isempty (parts) && strcmp (parts{1}, host) && isempty_process (str2double (parts{2}));
end

% A zombie, ended but not yet waited for by its parent, counts as none: it computes nothing.
function none = isempty_process (pid)
  if (exist ('OCTAVE_VERSION', 'builtin'))
    none = kill (pid, 0) ~= 0;
  else
    none = system (sprintf ('kill -0 %d 2>/dev/null', pid)) ~= 0;
  end
  stat = sprintf ('/proc/%d/stat', pid);
  if (~none && exist (stat, 'file') == 2)
    try
      none = ~isempty (regexp (fileread (stat), '\) Z [^)]*$', 'once'));
    catch
      none = true;                             % gone since
    end
  end
end
