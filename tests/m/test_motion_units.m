function pass = test_motion_units ()
% TEST_MOTION_UNITS  Motions in other units, powers of two: lengths from 1 um to 1 km.
%   pass = test_motion_units ()   logical row; each failing element prints its name.
%   Promise: the same result, warnings and motion to 1e-6, in every scheme, with gradients and by
%   differences, whatever the units of length, time and mass are. ('CriticalFactor' of
%   'event-capturing' has a unit of time and is given in it.)
% SPDX-License-Identifier: GPL-3.0-or-later
models = {@ball, @block, @pendulum, @trough, @mechanism};
schemes = {'moreau-jean', 'moreau-jean-projected', 'schatzman-paoli', ...
           'rattle', 'nonsmooth-generalized-alpha', 'event-capturing', 'event-driven'};
units = [2^-20, 1, 1; 2^10, 2^20, 2^-20; 1, 2^-20, 2^20; 2^-20, 2^20, 2^20];
pass = [];
for m = 1:numel (models)
  for scheme = schemes
    for given = 0:double (m < 5)
      [x, result] = motion (models{m}, scheme{1}, [1 1 1], given);
      for k = 1:rows (units)
        [y, other] = motion (models{m}, scheme{1}, units(k,:), given);
        off = norm (y - x, Inf) / norm (x, Inf);
        name = sprintf ('%s, %s, gradients %d, units %d: %.1e, %s', func2str (models{m}), ...
                        scheme{1}, given, k, off, other);
        pass(end+1) = holds (name, off < 1e-6 && strcmp (result, other));
      end
    end
  end
end
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_motion_units: %s\n', name); end
end

% The end in the first units; result and warnings
function [x, result] = motion (f, scheme, units, given)
[L, T, M] = deal (units(1), units(2), units(3));
[model, q, v, tend, scale] = f (L, T, M, given);
row = {[0 tend], q, v};
if isempty (q)
  row = {[0 tend]};
end
row = [row, {'Scheme', scheme, 'Step', tend / 30}];
if strcmp (scheme, 'event-capturing')
  order = 5;                                % the critical length is C*h^(order + 1)
  row = [row, {'CriticalFactor', 1e-3 * T ^ -order}];
end
sol = dls_simulate (model, row{:});
x = [sol.q(:,end) ./ scale; sol.v(:,end) ./ scale * T];
result = strjoin ([{sol.result}, {sol.warnings.what}], ', ');
end

function model = with (parts, gradient, given)
if given
  parts = [parts, gradient];
end
model = dls_model (parts{:});
end

function [model, q, v, tend, scale] = ball (L, T, M, given)
model = with ({'mass', M, 'force', -2 * M * L / T^2, 'gap', @(q) q, 'restitution', 0.5}, ...
              {'gapgrad', 1}, given);
[q, v, tend, scale] = deal (L, 0, 1.7 * T, L);
end

function [model, q, v, tend, scale] = block (L, T, M, given)
model = with ({'mass', M * eye(2), 'force', [0; -10 * M * L / T^2], 'gap', @(q) q(2), ...
               'restitution', 0, 'mu', 0.3, 'd', 2, 'tangent', [1; 0]}, ...
              {'gapgrad', [0; 1]}, given);
[q, v, tend, scale] = deal ([0; 0], [L / T; 0], 0.25 * T, [L; L]);
end

function [model, q, v, tend, scale] = pendulum (L, T, M, given)
model = with ({'mass', M * eye(2), 'force', [0; -10 * M * L / T^2], ...
               'constraint', @(q) (q' * q) / L - L}, ...
              {'constraintgrad', @(q) 2 * q / L}, given);
[q, v, tend, scale] = deal ([L; 0], [0; 0], 0.3 * T, [L; L]);
end

% Curved, with friction
function [model, q, v, tend, scale] = trough (L, T, M, given)
model = with ({'mass', M * eye(2), 'force', [0; -10 * M * L / T^2], 'restitution', 0, ...
               'gap', @(q) q(2) - L * (q(1) / L)^2, 'mu', 0.2, 'd', 2, ...
               'tangent', @(q) [1; 2 * q(1) / L]}, ...
              {'gapgrad', @(q) [-2 * q(1) / L; 1]}, given);
[q, v, tend, scale] = deal ([0.5; 0.25] * L, [0; 0], 0.2 * T, [L; L]);
end

% A rod on a hinge swings onto the floor, by bodies and joints
function [B, q, v, tend, scale] = mechanism (L, T, M, ~)
B = dls_mechanism ('gravity', [0, -10 * L / T^2]);
B = dls_body (B, 'rod', 'mass', M, 'inertia', M * L^2 / 12, 'at', [0.5 0.3] * L, ...
              'shape', 'circle', 'size', 0.1 * L);
B = dls_joint (B, 'pin', 'hinge', {'ground', [0 0.3] * L}, {'rod', [-0.5 0] * L});
B = dls_touch (B, 'ground', 'rod', 'mu', 0.3, 'restitution', 0.5);
[q, v, tend, scale] = deal ([], [], 0.3 * T, [L; L; 1]);
end
