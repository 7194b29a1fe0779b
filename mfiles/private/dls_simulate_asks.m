function args = dls_simulate_asks (run, f, t, q, v, varargin)
% Arguments of a function that is asked between steps: states are the last one, if it takes them.
% SPDX-License-Identifier: GPL-3.0-or-later
  [q, v, x] = dls_simulate_split (run, q, v);
  args = [{t, q, v}, varargin];
  if (run.nx > 0 && nargin (f) > numel (args))
    args{end+1} = x;
  end
end
