function [me, host, pid] = dls_sweep_owner ()
% Who claims points: host-pid of this process.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent name
  if (exist ('OCTAVE_VERSION', 'builtin'))
    pid = getpid ();
    if (isempty (name))
      name = gethostname ();
    end
  else
    pid = feature ('getpid');
    if (isempty (name))
      [~, name] = system ('hostname');
    end
  end
  host = regexprep (name, '\W', '_');
  me = sprintf ('%s-%d', host, pid);
end
