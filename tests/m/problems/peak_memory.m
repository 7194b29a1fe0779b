function mb = peak_memory ()
% PEAK_MEMORY  The most memory that this process has had, in MB; 0 where the system does not say.
% SPDX-License-Identifier: GPL-3.0-or-later
mb = 0;
if exist ('/proc/self/status', 'file')
  kb = regexp (fileread ('/proc/self/status'), 'VmHWM:\s*(\d+)', 'tokens', 'once');
  mb = str2double (kb) / 1e3;
end
end
