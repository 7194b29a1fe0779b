function [a, lambda, info] = dls_contact_unscale (S, P, U, a, lambda, info)
% The answer of dls_contact in the units U of the caller.
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
  end
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
