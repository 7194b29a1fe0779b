function G = ternary (n, m)
% TERNARY  Random columns of -1, 0 and 1, none of them zero.
%   G = ternary (n, m)
% SPDX-License-Identifier: GPL-3.0-or-later
G = floor (3 * rand (n, m)) - 1;
G(1,~any (G, 1)) = 1;
end
