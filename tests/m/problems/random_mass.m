function M = random_mass (n)
% A full mass matrix, well conditioned enough for formulas with its inverse.
% SPDX-License-Identifier: GPL-3.0-or-later
R = randn (n);
M = R * R' + 0.3 * eye (n);
end
