function B = make_wheel (d, J, spin, varargin)
% A wheel with the inertia J on a hinge of the ground, that turns with `spin`; options of the hinge.
% SPDX-License-Identifier: GPL-3.0-or-later
B = dls_mechanism ('d', d);
if (d == 2)
  B = dls_body (B, 'w', 'mass', 1, 'inertia', J, 'spin', spin);
  B = dls_joint (B, 'h', 'hinge', {'ground'}, {'w'}, varargin{:});
else
  B = dls_body (B, 'w', 'mass', 1, 'inertia', J * [0.6 0.7 1], 'spin', [0 0 spin]);
  B = dls_joint (B, 'h', 'hinge', {'ground', [0 0 0], 'along', [0 0 1]}, {'w'}, varargin{:});
end
end
