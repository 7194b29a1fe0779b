function [d, c] = dls_inertia_units (M, G)
% Natural units (dls_natural_units) of the coordinates, x = d .* y, and of the columns of G: in
% them inertias and gradients are 1, in whatever units M and G are given.
% SPDX-License-Identifier: GPL-3.0-or-later
  [n, m] = size (G);
  none = sparse (n, 0);
  zero = zeros (0, 1);
  S = struct ('d', 2, 'n', n, 'nb', m, 'nu', 0, 'modeb', {cell(1, m)}, 'modeu', {cell(1, 0)}, ...
              'M', sparse (M), 'F', zeros (n, 1), 'Gb', sparse (G), 'bb', zeros (m, 1), ...
              'Gu', none, 'bu', zero, 'Hb', none, 'tb', zero, 'Hu', none, 'tu', zero, ...
              'mub', zeros (m, 1), 'muu', zero, 'vtb', zeros (1, m), 'vtu', zeros (1, 0));
  [~, U] = dls_contact_mex ('units', S);
  d = U.a;
  c = U.nb;
end
