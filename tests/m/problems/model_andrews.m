function [model, q0, v0, exact] = model_andrews ()
% MODEL_ANDREWS  Motion of Andrews' squeezer (see MAKE_ANDREWS) from its consistent start.
%   [model, q0, v0, exact] = model_andrews ()   exact: q at t = 0.03, of the IVP test set;
%   10 digits agree with other schemes (test_golden)
% SPDX-License-Identifier: GPL-3.0-or-later
[~, ~, ~, ~, ~, q0] = make_andrews ();
v0 = zeros (7, 1);
model = dls_model ('mass', @(q) part ('M', q, 0 * q), 'force', @(t, q, v) part ('f', q, v), ...
  'constraint', @(q) part ('h', q, 0 * q), 'constraintgrad', @(q) part ('G', q, 0 * q), ...
  'constraintrate', @(t, q, v) part ('b', q, v));
exact = [15.81077119629904; -15.75637105984298; 0.04082224013073101; -0.5347301163226948; ...
         0.5244099658805304; 0.5347301163226948; 1.048080741042263];
end

% All parts at the last position are kept: a stage asks for them one after the other.
function x = part (name, q, v)
persistent at parts
if ~isequal (at, [q; v]) && ~(any (name == 'MhG') && numel (at) == 14 && isequal (at(1:7), q))
  [M, G, F, b, ~, ~, ~, h] = make_andrews (q, v);
  parts = struct ('M', full (M), 'G', full (G), 'f', -F, 'b', b, 'h', h);
  at = [q; v];
end
x = parts.(name);
end
