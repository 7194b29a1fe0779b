% RANDOM_CONTACTS  A random system of dls_system: in 2D or 3D; some stick, slide, are bilateral.
%
%   S = random_contacts ()
%
% SPDX-License-Identifier: GPL-3.0-or-later
function S = random_contacts ()
  n = randi (6);
  nb = randi ([0, 2]);
  nu = randi ([0, 3]);
  d = 2 + (rand () < 0.3);
  B = randn (n, max (n - (rand () < 0.3), 1));
  S = dls_system ('M', B * B', 'F', 3 * randn (n, 1), 'd', d, ...
                  'Gb', gradients (n, nb), 'Hb', gradients (n, (d-1) * nb), ...
                  'Gu', gradients (n, nu), 'Hu', gradients (n, (d-1) * nu), ...
                  'mub', rand (nb, 1) .* (rand (nb, 1) < 0.4), ...
                  'muu', rand (nu, 1) .* (rand (nu, 1) < 0.7), ...
                  'vtb', randn (d-1, nb) .* repmat (rand (1, nb) < 0.5, d-1, 1), ...
                  'vtu', randn (d-1, nu) .* repmat (rand (1, nu) < 0.4, d-1, 1), ...
                  'bu', randn (nu, 1) .* (rand (nu, 1) < 0.5));
end

function G = gradients (n, m)
  G = round (2 * randn (n, m)) + (rand () < 0.5) * randn (n, m);
  G(1,~any (G, 1)) = 1;
end
