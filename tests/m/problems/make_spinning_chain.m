function B = make_spinning_chain (d, free, stop)
% Arms that spin about their ends, on hinges between two bodies, with springs and a stop of the last
% one; free: no ground.
% SPDX-License-Identifier: GPL-3.0-or-later
if (d == 3), B = dls_mechanism ('gravity', [0 -9.81 0]);
else, B = dls_mechanism ('gravity', [0 -9.81]); end
spins = [25 -35 60];
place = @(x) [x, zeros(1, d - 1)];
along = {};
if (d == 3), along = {'along', [0 0 1]}; end
before = [{'ground', place(0)}, along];
[tip, up] = deal (0);
for k = 1:3
  name = sprintf ('b%d', k);
  J = 0.1 * k;
  spin = spins(k);
  v = [0, up + 0.1 * spin];
  if (d == 3), [J, spin, v] = deal ([J J J], [0 0 spin], [v, 0]); end
  B = dls_body (B, name, 'mass', 1, 'inertia', J, 'at', place (tip + 0.1), 'spin', spin, ...
                'velocity', v);
  if (~free || k > 1)
    B = dls_joint (B, sprintf ('h%d', k), 'hinge', before, {name, place(-0.1)});
    B = dls_force (B, sprintf ('s%d', k), 'spring', sprintf ('h%d', k), 'stiffness', 2 * k, ...
                   'damping', 0.02, 'length', k - 2);
  end
  before = [{name, place(0.1)}, along];
  tip = tip + 0.2;
  up = up + 0.2 * spins(k);
end
B.joints(end).limits = [-stop, stop];
B.joints(end).restitution = 0.7;
end
