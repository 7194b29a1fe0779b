function E = dls_stick_columns (S)
% Columns of forces and accelerations, and the contacts with a friction cone. Those with mu = Inf
% stick without one, those with mu = 0 (where they are asked to stick: dls_stick_question) without
% a force.
%   E.G, E.b       all columns [Gb, Gu, Hb, Hu] that act (tangents of sticking contacts only)
%   E.nb, .nu, .d  sizes;  E.rows_tb, .rows_tu: which entries of tb, tu the tangents are
%   E.normal, .tangent ((d-1)-by-k), .mu, .bilateral   contacts with a cone: columns of E.G
%   E.welded, .welded_normal                           those with mu = Inf
%   E.smooth, .smooth_normal                           those with mu = 0
%   E.slides       some contact slides: its force is mu*|l| against Tb, Tu = H*vt/|vt| (one column
%                  per constraint, times mu; zero: does not slide);  E.sliding_b: which bilateral
% SPDX-License-Identifier: GPL-3.0-or-later
  E.nb = S.nb;
  E.nu = S.nu;
  E.d = S.d;
  k = S.d - 1;
  stb = reshape (find (strcmp ('sticking', S.modeb)), 1, []);
  stu = reshape (find (strcmp ('sticking', S.modeu)), 1, []);
  E.rows_tb = reshape (bsxfun (@plus, (stb - 1) * k, (1:k)'), [], 1);
  E.rows_tu = reshape (bsxfun (@plus, (stu - 1) * k, (1:k)'), [], 1);
  E.count_tb = k * S.nb * ~isempty (S.Hb);
  E.count_tu = k * S.nu * ~isempty (S.Hu);
  E.G = [S.Gb, S.Gu, S.Hb(:,E.rows_tb), S.Hu(:,E.rows_tu)];
  E.b = [S.bb; S.bu; S.tb(E.rows_tb); S.tu(E.rows_tu)];
  E.normal = [stb(:); S.nb + stu(:)];
  E.tangent = S.nb + S.nu + reshape (1:k * numel (E.normal), k, numel (E.normal));
  E.mu = reshape ([S.mub(stb(:)); S.muu(stu(:))], [], 1);
  E.bilateral = [true(numel (stb), 1); false(numel (stu), 1)];
  cone = isfinite (E.mu) & E.mu > 0;
  E.welded = E.tangent(:,isinf (E.mu));
  E.welded_normal = E.normal(isinf (E.mu));
  E.smooth = E.tangent(:,E.mu == 0);
  E.smooth_normal = E.normal(E.mu == 0);
  E.normal = E.normal(cone);
  E.tangent = E.tangent(:,cone);
  E.mu = E.mu(cone);
  E.bilateral = E.bilateral(cone);
  E.slides = any (strcmp ('sliding', [S.modeb, S.modeu]));
  if (E.slides)
    [E.Tb, E.sliding_b] = dls_sliding_friction (S, 'b');
    E.Tu = dls_sliding_friction (S, 'u');
  else
    E.Tb = sparse (S.n, S.nb);
    E.Tu = sparse (S.n, S.nu);
    E.sliding_b = false (1, S.nb);
  end
end
