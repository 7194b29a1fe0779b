function P = dls_contact_problem (S, coulomb)
% The contact problem as one mixed complementarity problem
%    A*x + B*z + a = 0,   w = C*x + D*z + b,   0 <= w _|_ z >= 0
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
  P.Db = slide (S, 'b');                   % sliding friction is -Hb*Db*|lb|, -Hu*Du*lu
  P.Du = slide (S, 'u');
  P.kb = stuck (S, 'b');                   % positions of sticking tangents in tb and in tu
  P.ku = stuck (S, 'u');
  Ht = [S.Hb(:,P.kb), S.Hu(:,P.ku)];
  nt = size (Ht, 2);
  mu = [S.mub(ceil (P.kb / (S.d - 1))); S.muu(ceil (P.ku / (S.d - 1)))];
  c = [];
  if (coulomb)
    c = find (isfinite (mu));              % mu = Inf: an equation in any case
  end
  nc = numel (c);
  fromb = c(c <= numel (P.kb));            % in 2D a tangent's position is its contact
  fromu = c(c > numel (P.kb));
  P.m = find (any (P.Db, 1));
  if (~isempty (fromb))
    P.m = sort ([P.m, P.kb(fromb)']);
  end
  nm = numel (P.m);
  P.sizes = [n, nb, nt, nm, nu, nc];
  P.Ht = Ht;
  P.coulomb = c;
  if (any (P.Db(:)))
    Hb = S.Hb * P.Db;
    P.Gb = S.Gb - Hb;
    Bm = 2 * Hb(:,P.m);
  else
    P.Gb = S.Gb;
    Bm = sparse (n, nm);
  end
  P.Gu = S.Gu;
  P.slides = any (P.Du(:));
  if (P.slides)
    P.Gu = S.Gu - S.Hu * P.Du;
  end
  P.monotone = ~(P.slides || nm > 0 || nc > 0);
  ne = nb + nt;
  J = [S.Gb, Ht];
  P.A = [S.M, -P.Gb, -Ht; J', sparse(ne, ne)];
  P.a = [S.F; S.bb; S.tb(P.kb); S.tu(P.ku)];
  P.b = [zeros(nm, 1); S.bu; zeros(2 * nc, 1)];
  if (nm + nc == 0)
    P.B = [-P.Gu; sparse(ne, nu)];
    P.C = [S.Gu', sparse(nu, ne)];
    P.D = sparse (nu, nu);
    return
  end
  pick = sparse (1:nm, P.m, 1, nm, nb);    % lb of the contacts with m
  I = sparse (nb + c, 1:nc, 1, ne, nc);
  P.B = [Bm, -P.Gu, sparse(n, 2 * nc); sparse(ne, nm + nu), -I, I];
  Lb = sparse (1:numel (fromb), P.kb(fromb), mu(fromb), nc, nb);
  row = numel (fromb) + (1:numel (fromu));
  Lu = sparse (row, P.ku(fromu - numel (P.kb)), mu(fromu), nc, nu);
  T = sparse (1:nc, c, 1, nc, nt);
  P.C = [sparse(nm, n), pick, sparse(nm, nt); S.Gu', sparse(nu, ne); ...
         sparse(nc, n), Lb, T; sparse(nc, n), Lb, -T];
  L = [2 * Lb * pick', Lu, sparse(nc, 2 * nc)];
  P.D = [speye(nm), sparse(nm, nu + 2 * nc); sparse(nu, nm + nu + 2 * nc); L; L];
end

function D = slide (S, s)
  v = S.(['vt', s]);
  count = S.(['n', s]);
  k = S.d - 1;
  rows = size (S.(['H', s]), 2);
  D = sparse (rows, count);
  mu = S.(['mu', s])';
  use = find (mu > 0 & any (v ~= 0, 1));
  if (~isempty (use))
    unit = v(:,use) ./ repmat (sqrt (sum (v(:,use) .^ 2, 1)) ./ mu(use), k, 1);
    at = bsxfun (@plus, (use - 1) * k, (1:k)');
    D = sparse (at(:), kron (use(:), ones (k, 1)), unit(:), rows, count);
  end
end

function k = stuck (S, s)
  k = find (S.(['mu', s]) > 0 & ~any (S.(['vt', s]) ~= 0, 1)');
  if (S.d == 3)
    k = [2 * k - 1, 2 * k]';
  end
  k = k(:);
end
