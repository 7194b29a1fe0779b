function B = make_crank (d, rate)
% An arm that hangs off its axis under gravity, driven: `rate` of the drive.
% SPDX-License-Identifier: GPL-3.0-or-later
if (d == 3)
  B = dls_mechanism ('gravity', [0 -9.81 0]);
  B = dls_body (B, 'arm', 'mass', 1, 'inertia', [.01 .1 .1], 'at', [.5 0 0]);
  B = dls_joint (B, 'base', 'hinge', {'ground', [0 0 0], 'along', [0 0 1]}, {'arm', [-.5 0 0]});
else
  B = dls_mechanism ('gravity', [0 -9.81]);
  B = dls_body (B, 'arm', 'mass', 1, 'inertia', .1, 'at', [.5 0]);
  B = dls_joint (B, 'base', 'hinge', {'ground', [0 0]}, {'arm', [-.5 0]});
end
B = dls_joint (B, 'motor', 'drive', 'base', rate);
B = dls_assemble (B);
end
