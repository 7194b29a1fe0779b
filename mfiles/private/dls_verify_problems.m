function varargout = dls_verify_problems (what, varargin)
% Answers about friction problems, impacts and models, of the kind WHAT (see dls_verify).
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['verify_', what], varargin{:});
end

% r, u, v of dls_friction: see libcore/verify/friction.c. Of P.kind 'law' mu is that of the slips,
% and certificates are of the problem of disks.
function report = verify_friction (P, answer, report)
  solved = strcmp (report.status, 'solved');
  is_law = strcmp (P.kind, 'law');
  [r, u, v, info] = deal (answer.r, answer.u, answer.v, answer.info);
  if (is_law && ~solved)
    P = dls_law_disks (P, []);
    is_law = false;
    r = zeros (P.d * P.nc, 1);
    [u, v] = deal (r, zeros (0, 1));
  end
  if (is_law && isa (P.mu, 'function_handle'))
    U = reshape (u, P.rows, P.nc);
    [~, L] = dls_law_disks (P, sqrt (sum (U(2:P.d,:) .^ 2, 1))');
    P.mu = L.mu;
  end
  Q = contacts_of (P);
  X = struct ('status', report.status, 'r', r, 'u', u);
  if (strcmp (P.form, 'global'))
    X.v = v;
    if (~solved)
      X.v = zeros (numel (P.f), 1);
    end
  end
  if (solved && ~is_law && isfield (info, 'residual') && isfield (info.residual, 'speed'))
    R = info.residual;
    X.told = [R.equality; R.scaled; R.siconos; R.velocity; R.speed];
  end
  c = [];
  if (isfield (info, 'certificate'))
    c = info.certificate;
  end
  if (~solved && isstruct (c) && any (strcmp (c.kind, {'modes', 'relaxation'})))
    X.y = c.y;
    if (strcmp (P.form, 'global'))
      X.p = c.p;
    end
    if (strcmp (c.kind, 'modes'))
      X.mode = c.mode;
    end
    if (isfield (c, 'arc'))
      X.arc = c.arc;
    end
  end
  report = dls_judge ('add', report, dls_verify_friction_mex (P.form, Q, X));
end

% P as libcore/verify/friction.c has it.
function Q = contacts_of (P)
  is_law = strcmp (P.kind, 'law');
  Q = struct ('d', P.d, 'rows', P.d, 'law', is_law, 'mu', P.mu(:,1));
  if (is_law)
    Q.rows = P.rows;
    [Q.angle, Q.cohesion, Q.rolling, Q.spinning] = ...
      deal (P.angle, P.cohesion, P.rolling, P.spinning);
    if (size (P.mu, 2) == 2)
      Q.second = P.mu(:,2);
    end
  end
  for name = {'M', 'H', 'f', 'w', 'W', 'q'}
    if (isfield (P, name{1}))
      Q.(name{1}) = P.(name{1});
    end
  end
end

% ok, info of dls_friction_exists: see libcore/verify/exists.c.
function report = verify_exists (P, answer, report)
  info = answer.info;
  X = struct ('status', info.status, 'ok', isequal (answer.ok, true), 'strict', ...
              info.criteria.strict, 'weak', info.criteria.weak, 'necessary', info.necessary);
  for name = {'v', 'u', 'r', 'kernel', 'free'}
    X.(name{1}) = info.(name{1});
  end
  report = dls_judge ('add', report, dls_verify_friction_mex (['exists ', P.form], ...
                                                              contacts_of (P), X));
end

% vplus, p of dls_impact for S, vminus, E: see libcore/verify/impact.c. 'no_solution' is what the
% friction problem of [v; -p.nb] proves: M*v - Gb*p.nb - M*vminus = B*r, Gb'*v = 0, u = B'*v + w.
function report = verify_impact (problem, answer, report)
  if (strcmp (report.status, 'no_solution'))
    report = impact_refuted (problem, answer, report);
    return
  end
  report = dls_judge ('add', report, verify_impact_alone (problem, answer, report.status));
  if (strcmp (report.status, 'solved'))
    report.not_checked = [report.not_checked, {'info.unique', 'info.admissible', ...
                                               'info.law_holds', 'info.residual'}];
  end
end

% What the library says, of other outcomes than 'no_solution'.
function found = verify_impact_alone (problem, answer, status)
  [S, vm, info, p] = deal (problem.S, problem.vminus, answer.info, answer.p);
  [E, names, et, B, order] = of_impact (problem, answer);
  codes = -ones (S.nu, 1);
  mine = isfield (info, 'program') && any (strcmp (info.program.formulation, ...
                                                  {'80', '81', '82', '83'}));
  if (~any (strcmp (names, 'own')) && ~mine)
    known = {'newton', 'moreau', 'poisson', 'fremond', 'plastic'};    % as dls_impact_law has them
    for k = 1:numel (known)
      codes(strcmp (names, known{k})) = k - 1;
    end
  end
  in_order = @(x) [x.nb(:); one_by_one(x, order)];
  d = max (numel (order) / max (S.nu, 1), 1);
  Q = struct ('M', S.M, 'G', S.Gb, 'd', d, 'law', codes(:), 'B', B, 'mu', S.muu(:), 'E', ...
              sparse (E), 'et', et, 'v', vm, 'rebound', 0);
  X = struct ('status', status, 'v', answer.vplus, 'p', in_order (p));
  if (isfield (info, 'energy'))
    X.energy = [info.energy.before; info.energy.after];
  end
  if (isfield (info, 'parts') && ~isempty (info.parts))
    roles = {info.parts.role};
    X.role = strcmp (roles, 'second') + 2 * strcmp (roles, 'plastic');
    X.V = [info.parts.v];
    X.P = zeros (numel (X.p), numel (roles));
    for k = 1:numel (roles)
      X.P(:,k) = in_order (info.parts(k));
    end
  elseif (S.nu > 0 && all (strcmp (names, 'moreau')))
    Q.rebound = full (E(1,1));
  end
  c = [];
  if (isfield (info, 'certificate'))
    c = info.certificate;
  end
  if (isstruct (c) && isfield (c, 'x') && isfield (c, 'u'))
    [X.x, X.y, X.u] = deal (c.x, c.y, c.u);
  end
  found = dls_verify_friction_mex ('impact', Q, X);
end

% E as a matrix, the law and 'TangentRestitution' of each contact, columns of B contact by contact
function [E, names, et, B, order] = of_impact (problem, answer)
  [S, E, info, p] = deal (problem.S, problem.E, answer.info, answer.p);
  if (isscalar (E))
    E = E * speye (S.nu);
  elseif (isvector (E))
    E = spdiags (full (E(:)), 0, S.nu, S.nu);
  end
  if (isfield (info, 'laws') && ~isempty (info.laws))
    names = info.laws(1:S.nu);
    et = info.tangent;
  else
    names = repmat ({'newton'}, S.nu, 1);
    et = zeros (S.nu, 1);
  end
  B = [S.Gu, S.Hu];
  order = 1:S.nu;
  if (isfield (p, 'tu') && ~isempty (p.tu))
    order = reshape ([order; reshape(S.nu + (1:(S.d-1)*S.nu), S.d - 1, S.nu)], 1, []);
  end
  B = sparse (B(:,order));
end

function report = impact_refuted (problem, answer, report)
  [S, vm] = deal (problem.S, problem.vminus);
  [E, ~, et, B, order] = of_impact (problem, answer);
  d = numel (order) / max (S.nu, 1);
  w = [E * (S.Gu' * vm); kron(et, ones (d - 1, 1)) .* (S.Hu' * vm)];
  P = struct ('kind', 'friction', 'form', 'global', 'd', d, 'nc', S.nu, 'mu', S.muu(:), ...
              'M', [S.M, S.Gb; S.Gb', sparse(S.nb, S.nb)], 'H', ...
              [B', sparse(d * S.nu, S.nb)], 'f', full ([-(S.M * vm); zeros(S.nb, 1)]), 'w', ...
              full (w(order)));
  x = struct ('r', 0 * P.w, 'u', 0 * P.w, 'v', 0 * P.f, 'info', answer.info);
  c = [];
  if (isfield (answer.info, 'certificate'))
    c = answer.info.certificate;
  end
  if (isstruct (c) && isfield (c, 'z'))
    x.info.certificate.p = [c.p; c.z];
  end
  report = verify_friction (P, x, report);
end

% Percussions contact by contact.
function x = one_by_one (p, order)
  x = p.nu(:);
  if (numel (order) > numel (x))
    x = [p.nu(:); p.tu(:)];
  end
  x = x(order);
end

function report = verify_motion (model, sol, report)
  report = dls_verify_motion (model, sol, report);
end
