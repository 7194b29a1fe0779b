% RANDOM_SYSTEM  A small contact system in 2D with integer data, and its DLS_SYSTEM in other units.
%
%   [S, U] = random_system (kind)     kind 'sliding': contacts may slide; 'sticking': none does;
%                                     'frictionless'; 'smooth': sticking, and tangents where mu = 0
%   U: the integers M F Gb bb Hb tb Gu bu Hu tu, 8*mu as mb, mu, signs of sliding vb, vu;
%   units a, f, cb, cu:  a of S = U.a .* a of U,   reactions of S = f * reactions of U ./ cb, cu
%
% Many are degenerate: M singular, gradients repeated, forces on edges of cones.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function [S, U] = random_system (kind)
  n = randi (4);
  nb = randi ([0, 2]);
  nu = randi ([max(0, 1 - nb), 3 - nb]);
  U = integers (n, nb, nu, kind);
  e = 10 * (rand () < 0.4);
  U.a = 2 .^ randi ([-e, e], n, 1);
  U.cb = 2 .^ randi ([-e, e], nb, 1);
  U.cu = 2 .^ randi ([-e, e], nu, 1);
  U.f = 2 ^ randi ([-e, e]);
  D = 1 ./ U.a;
  S = dls_system ('M', U.f * (D .* U.M .* D'), 'F', U.f * D .* U.F, 'Gb', D .* U.Gb .* U.cb', ...
                  'bb', U.cb .* U.bb, 'Hb', D .* U.Hb .* U.cb', 'tb', U.cb .* U.tb, ...
                  'Gu', D .* U.Gu .* U.cu', 'bu', U.cu .* U.bu, 'Hu', D .* U.Hu .* U.cu', ...
                  'tu', U.cu .* U.tu, 'mub', U.mb / 8, 'muu', U.mu / 8, 'vtb', U.vb', 'vtu', U.vu');
end

function U = integers (n, nb, nu, kind)
  U = struct ('n', n, 'nb', nb, 'nu', nu);
  B = random_case ('integers', n, max (1, n - (rand () < 0.3)));
  U.M = B * B';
  if (rand () < 0.5)
    U.M = diag (randi ([0, 3], n, 1));
  elseif (rand () < 0.5)
    U.M = U.M + eye (n);
  end
  U.Gb = columns_of (n, nb);
  U.Gu = columns_of (n, nu);
  U.Hb = random_case ('integers', n, nb);
  U.Hu = random_case ('integers', n, nu);
  U.mb = randi (8, nb, 1) .* (rand (nb, 1) < 0.4);
  U.mu = randi (8, nu, 1) .* (rand (nu, 1) < 0.8);
  if (strcmp (kind, 'frictionless'))
    U.mb(:) = 0;
    U.mu(:) = 0;
  end
  if (~strcmp (kind, 'smooth'))
    U.Hb(:,U.mb == 0) = 0;
    U.Hu(:,U.mu == 0) = 0;
  end
  U.vb = randi ([-1, 1], nb, 1) * strcmp (kind, 'sliding') .* (U.mb > 0);
  U.vu = randi ([-1, 1], nu, 1) * strcmp (kind, 'sliding') .* (U.mu > 0);
  some = @(m, part) randi ([-2, 2], m, 1) .* (rand (m, 1) < part);
  U.F = randi ([-4, 4], n, 1) * (rand () < 0.9);
  U.bb = some (nb, 0.2);
  U.bu = some (nu, 0.4);
  U.tb = some (nb, 0.15) .* (U.mb > 0);
  U.tu = some (nu, 0.15) .* (U.mu > 0);
  if (rand () < 0.3)                           % at rest, on edges of the cones
    lu = randi ([0, 2], nu, 1);
    t = 8 * (U.mu == 8) .* lu .* randi ([-1, 1], nu, 1) / 8;
    U.F = U.Gu * lu + U.Gb * randi ([-3, 3], nb, 1) + U.Hu * t;
    [U.bb(:), U.bu(:), U.tb(:), U.tu(:)] = deal (0);
  end
end

function G = columns_of (n, m)
  G = random_case ('integers', n, m);
  G(randi (n),~any (G, 1)) = 1;
  if (m > 1 && rand () < 0.4)
    G(:,2) = randi ([1, 2]) * G(:,1);
  end
end
