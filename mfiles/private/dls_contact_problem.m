function P = dls_contact_problem (S, coulomb)
% The contact problem as one mixed complementarity problem
%    A*x + B*z + a = 0,   w = C*x + D*z + b,   0 <= w _|_ z >= 0,   K = [A B; C D]
% x = [acceleration; lb; sticking tangents t], z = [m; lu; p; q], with
%   m   of the bilateral contacts with a friction force that depends on |lb| = lb + 2*m:
%       0 <= m _|_ lb + m >= 0                                          (TUTORIAL (37))
%   lu  0 <= lu _|_ Gu'*a + bu >= 0, columns Gu - Hu*mu*v/|v|           (TUTORIAL (43), (56))
%   p,q (Coulomb at the acceleration level, 2D) H'*a + t' = p - q,
%       0 <= p _|_ mu*|ln| + t >= 0, 0 <= q _|_ mu*|ln| - t >= 0        (ALLSTICK (5), (69))
% SPDX-License-Identifier: GPL-3.0-or-later
  n = S.n;
  nb = S.nb;
  nu = S.nu;
  if (~any ([S.mub; S.muu]))
    P = frictionless (S);
    return
  end
  [P.Db, P.kb] = friction (S, S.mub, S.vtb, S.Hb);  % sliding friction is -Hb*Db*|lb|, -Hu*Du*lu;
  [P.Du, P.ku] = friction (S, S.muu, S.vtu, S.Hu);  % positions of sticking tangents in tb and tu
  P.Gb = S.Gb;
  P.Gu = S.Gu;
  P.slides = nnz (P.Du) > 0;
  if (P.slides)
    P.Gu = S.Gu - S.Hu * P.Du;
  end
  c = zeros (0, 1);
  mu = c;
  nt = numel (P.kb) + numel (P.ku);
  if (nt == 0)
    P.Ht = sparse (n, 0);
    P.a = [S.F; S.bb];
  else
    P.Ht = [S.Hb(:,P.kb), S.Hu(:,P.ku)];
    P.a = [S.F; S.bb; S.tb(P.kb); S.tu(P.ku)];
    if (coulomb)
      mu = [S.mub(P.kb); S.muu(P.ku)];     % in 2D a tangent's position is its contact
      c = find (isfinite (mu));            % mu = Inf: an equation in any case
    end
  end
  nc = numel (c);
  fromb = c(c <= numel (P.kb));
  P.coulomb = c;
  P.m = [];
  if (nnz (P.Db) > 0)
    P.m = find (any (P.Db, 1));
    P.Gb = S.Gb - S.Hb * P.Db;
  end
  if (~isempty (fromb))
    P.m = sort ([P.m, P.kb(fromb)']);
  end
  nm = numel (P.m);
  P.sizes = [n, nb, nt, nm, nu, nc];
  P.monotone = ~(P.slides || nm > 0 || nc > 0);
  ne = nb + nt;
  P.ne = n + ne;
  top = [S.M, -P.Gb, -P.Ht];
  J = [S.Gb, P.Ht]';
  if (nm + nc == 0)
    P.b = S.bu;
    P.K = [top, -P.Gu; J, sparse(ne, ne + nu); S.Gu', sparse(nu, ne + nu)];
    return
  end
  P.K = conditions (S, P, top, J, mu);
  P.b = [zeros(nm, 1); S.bu; zeros(2 * nc, 1)];
end

% K with the conditions of |lb| and of Coulomb's law
function K = conditions (S, P, top, J, mu)
  s = num2cell (P.sizes);
  [n, nb, nt, nm, nu, nc] = s{:};
  ne = nb + nt;
  c = P.coulomb;
  fromb = c(c <= numel (P.kb));
  fromu = c(c > numel (P.kb));
  Bm = 2 * (S.Gb(:,P.m) - P.Gb(:,P.m));    % friction of lb + 2*m
  pick = sparse (1:nm, P.m, 1, nm, nb);    % lb of the contacts with m
  I = sparse (nb + c, 1:nc, 1, ne, nc);
  Lb = sparse (1:numel (fromb), P.kb(fromb), mu(fromb), nc, nb);
  row = numel (fromb) + (1:numel (fromu));
  Lu = sparse (row, P.ku(fromu - numel (P.kb)), mu(fromu), nc, nu);
  T = sparse (1:nc, c, 1, nc, nt);
  C = [sparse(nm, n), pick, sparse(nm, nt); S.Gu', sparse(nu, ne); ...
       sparse(nc, n), Lb, T; sparse(nc, n), Lb, -T];
  L = [2 * Lb * pick', Lu, sparse(nc, 2 * nc)];
  D = [speye(nm), sparse(nm, nu + 2 * nc); sparse(nu, nm + nu + 2 * nc); L; L];
  K = [top, Bm, -P.Gu, sparse(n, 2 * nc); J, sparse(ne, ne + nm + nu), -I, I; C, D];
end

function P = frictionless (S)
  n = S.n;
  nb = S.nb;
  nu = S.nu;
  P.Db = [];
  P.Du = [];
  P.kb = zeros (0, 1);
  P.ku = P.kb;
  P.m = [];
  P.Gb = S.Gb;
  P.Gu = S.Gu;
  P.Ht = sparse (n, 0);
  P.slides = false;
  P.monotone = true;
  P.sizes = [n, nb, 0, 0, nu, 0];
  P.coulomb = P.kb;
  P.a = [S.F; S.bb];
  P.b = S.bu;
  P.ne = n + nb;
  if (nb == 0)
    P.K = [S.M, -S.Gu; S.Gu', sparse(nu, nu)];
  else
    J = [S.Gb, S.Gu];
    P.K = [S.M, -J; J', sparse(nb + nu, nb + nu)];
  end
end

% D: of the sliding contacts mu*v/|v|; k: the tangents of the sticking ones.
function [D, k] = friction (S, mu, v, H)
  count = numel (mu);
  rows = size (H, 2);
  D = sparse (rows, count);
  k = zeros (0, 1);
  if (~any (mu))
    return
  end
  slides = mu' > 0 & any (v, 1);
  k = find (mu > 0 & ~slides');
  d = S.d - 1;
  use = find (slides);
  if (~isempty (use))
    unit = bsxfun (@times, v(:,use), mu(use)' ./ sqrt (sum (v(:,use) .^ 2, 1)));
    at = bsxfun (@plus, (use - 1) * d, (1:d)');
    cols = bsxfun (@plus, use, zeros (d, 1));
    D = sparse (at(:), cols(:), unit(:), rows, count);
  end
  if (d == 2)
    k = [2 * k - 1, 2 * k]';
  end
  k = k(:);
end
