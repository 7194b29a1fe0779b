function [a, lambda, info] = dls_contact_unscale (S, P, U, a, lambda, info)
% The answer of dls_contact in the units U of the caller, whose system S is.
% SPDX-License-Identifier: GPL-3.0-or-later
  a = U.a .* a;
  lambda = forces (U, lambda, S);
  for k = 1:numel (info.solutions)
    info.solutions(k).a = U.a .* info.solutions(k).a;
    info.solutions(k).lambda = forces (U, info.solutions(k).lambda, S);
  end
  info.cones.b = U.nb .* info.cones.b;
  info.cones.u = U.nu .* info.cones.u;
  if (isfield (info, 'formulations'))
    for k = find (~cellfun (@isempty, {info.formulations.a}))
      info.formulations(k).a = U.a .* info.formulations(k).a;
      info.formulations(k).lambda = forces (U, info.formulations(k).lambda, S);
    end
  end
  c = info.certificate;
  if (isstruct (c) && isfield (c, 'problem') && isfield (c.problem, 'C'))
    info.certificate = proof (S, P, U, c);
  elseif (isstruct (c) && strcmp (c.kind, 'cases'))
    tangents = [U.tb(P.kb); U.tu(P.ku)];
    for k = 1:numel (c.cases)
      Q = dls_contact_cones ('case', S, P.law, c.cases(k).state);
      r = rows (Q, c.cases(k).problem, [U.a; U.nb; U.nb; U.nu; tangents]);
      info.certificate.cases(k).y = c.cases(k).y ./ r;
      info.certificate.cases(k).problem = Q;
    end
  elseif (isstruct (c))
    Q = dls_contact_cones ('program', S, P.law);
    r = rows (Q, c.problem, U.a);
    info.certificate.y = c.y ./ r(1:Q.cones.z);
    info.certificate.u = c.u ./ r(Q.cones.z+1:end);
    info.certificate.problem = struct ('A', Q.A, 'b', Q.b, 'cones', Q.cones);
  end
end

% Units of the rows, A*diag (x) = diag (r)*N.A and b = r .* N.b, from those of the first unknowns.
function r = rows (Q, N, x)
  size_of = @(A, b, x) max (abs ([bsxfun(@times, A(:,1:numel (x)), x(:)'), b]), [], 2);
  r = full (size_of (Q.A, Q.b, x) ./ size_of (N.A, N.b, ones (size (x))));
  r(isnan (r)) = 1;
end

function l = forces (U, l, S)
  l.nb = U.nb .* l.nb;
  l.nu = U.nu .* l.nu;
  l.tb = U.tb .* l.tb;
  l.tu = U.tu .* l.tu;
  l = dls_by_name (l, S);
end

% Rows of accelerations and unknown forces have the unit c of their contact, rows of forces and
% unknown accelerations (m, p, q of dls_contact_mex) its inverse.
function c = proof (S, P, U, c)
  tangents = [U.tb(P.kb); U.tu(P.ku)];
  laws = U.size ./ tangents(P.coulomb);
  e = [U.a; U.nb; tangents] / U.size;
  f = [U.size ./ U.nb(P.m); U.nu / U.size; laws; laws];
  z = [U.nb(P.m) / U.size; U.nu / U.size; laws; laws];
  p = c.problem;
  c.y = e .* c.y / U.size;                 % so that the sum remains -1
  c.u = f .* c.u / U.size;
  c.problem = struct ('A', by (p.A, e, e), 'B', by (p.B, e, z), 'C', by (p.C, f, e), ...
                      'D', by (p.D, f, z), 'a', U.size * p.a ./ e, 'b', U.size * p.b ./ f);
end

function A = by (A, rows, columns)
  [m, n] = size (A);
  A = spdiags (1 ./ rows, 0, m, m) * A * spdiags (1 ./ columns, 0, n, n);
end
