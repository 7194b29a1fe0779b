% CHECKPOINT_RUN  A motion of half a second whose state is kept in a file.
%
%   sol = checkpoint_run (FILE, ...)   options of dls_simulate besides
%
% SPDX-License-Identifier: GPL-3.0-or-later
function sol = checkpoint_run (file, varargin)
  model = dls_model ('mass', 1, 'force', @(t, q, v) -2 - 0.1 * sin (t) * v, 'gap', 0, ...
                     'gapgrad', 1, 'restitution', 0.5);
  sol = dls_simulate (model, [0 20], 1, 0, 'Step', 1e-3, 'Stride', 10, 'Display', 'off', ...
                      'Checkpoint', file, varargin{:});
end
