function y = sweep_trial (p, folder)
% SWEEP_TRIAL  A function for sweeps that notes each call as a file in folder/calls and then does
%   what p.what says at p.k: 'value', 'slow', 'error', 'die' (kill -9), 'once' (die the first
%   time), 'exit', 'flag' (error unless folder/flag exists).
% SPDX-License-Identifier: GPL-3.0-or-later
calls = sprintf ('%s/calls/%d-%d', folder, p.k, getpid ());
fclose (fopen (sprintf ('%s-%d', calls, numel (glob ([calls, '-*']))), 'w'));
switch p.what
  case 'slow'
    pause (0.05);
  case 'error'
    error ('trial:bad', 'no value at %d', p.k);
  case 'die'
    kill (getpid (), 9);
  case 'once'
    if numel (glob (sprintf ('%s/calls/%d-*', folder, p.k))) == 1, kill (getpid (), 9); end
  case 'exit'
    exit (0);
  case 'flag'
    if ~exist ([folder, '/flag'], 'file'), error ('no flag'); end
end
y = [p.k^2, rand(), randn(), rande()];
end
