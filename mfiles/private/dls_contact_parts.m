function varargout = dls_contact_parts (what, varargin)
% Parts of answers of dls_contact; dls_contact_parts (WHAT, ...): report: its info; friction: all
% reactions; kkt: DLS_KKT without errors of numbers; unscale: in the caller's units.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['contact_', what], varargin{:});
end

% INFO of dls_contact with the fields that every method knows.
function info = contact_report (status, exitflag, method, message, iterations)
  persistent blank
  if (isempty (blank))
    blank = struct ('status', '', 'exitflag', 0, 'message', '', 'residual', [], 'iterations', 0, ...
                    'time', 0, 'method', '', 'certificate', [], 'cones', [], 'solutions', [], ...
                    'enumerated', false, 'unique', NaN);
  end
  info = blank;
  info.status = status;
  info.exitflag = exitflag;
  info.method = method;
  info.message = message;
  info.iterations = iterations;
end

% All reactions from the normal ones and the tangential ones of sticking contacts.
function lambda = contact_friction (S, P, nb, nu, t)
  lambda.nb = nb;
  lambda.nu = nu;
  lambda.tb = zeros (size (S.Hb, 2), 1);
  lambda.tu = zeros (size (S.Hu, 2), 1);
  if (isempty (lambda.tb) && isempty (lambda.tu))
    return
  end
  if (nnz (P.Db) > 0)
    lambda.tb = full (-P.Db * abs (nb));
  end
  if (P.slides)
    lambda.tu = full (-P.Du * nu);
  end
  if (~isempty (t))
    lambda.tb(P.kb) = t(1:numel (P.kb));
    lambda.tu(P.ku) = t(numel (P.kb)+1:end);
  end
end

% DLS_KKT, whose numbers may fail as an outcome: no error, but the status 'numerical_trouble'.
function [x, l, info] = contact_kkt (varargin)
  try
    [x, l, info] = dls_kkt (varargin{:});
  catch err
    if (~strcmp (err.identifier, 'delassus:numerical'))
      rethrow (err);
    end
    x = NaN (size (varargin{1}, 1), 1);
    l = NaN (size (varargin{2}, 2), 1);
    info = struct ('status', 'numerical_trouble', 'exitflag', -5, 'message', err.message, ...
                   'iterations', 0, 'certificate', []);
  end
end

% The answer of dls_contact in the units U of the caller, whose system S is.
function [a, lambda, info] = contact_unscale (S, P, U, a, lambda, info)
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
