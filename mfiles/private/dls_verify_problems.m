function varargout = dls_verify_problems (what, varargin)
% Answers about friction problems, impacts and models, of the kind WHAT (see dls_verify).
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (what)
    case 'friction'
      [varargout{1:nargout}] = verify_friction (varargin{:});
    case 'exists'
      [varargout{1:nargout}] = verify_exists (varargin{:});
    case 'impact'
      [varargout{1:nargout}] = verify_impact (varargin{:});
    case 'motion'
      [varargout{1:nargout}] = verify_motion (varargin{:});
  end
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
  for name = {'tolerance', 'velocity_tolerance'}
    if (isfield (info, name{1}) && isscalar (info.(name{1})))
      X.(name{1}) = min (info.(name{1}), 0.3);
    end
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
  [S, info, p] = deal (problem.S, answer.info, answer.p);
  if (strcmp (report.status, 'no_solution'))
    report = impact_refuted (problem, answer, report);
    return
  end
  [names, et] = deal (repmat ({'newton'}, S.nu, 1), zeros (S.nu, 1));
  if (isfield (info, 'laws') && ~isempty (info.laws))
    [names, et] = deal (info.laws(1:S.nu), info.tangent);
  end
  E = matrix_of (problem.E, S.nu);
  if (all (strcmp (names, 'plastic')))
    E = 0 * E;                                   % E is not used
  end
  X = struct ('E', E, 'before', problem.vminus, 'names', {names}, ...
              'et', et, 'v', answer.vplus, 'p', p, 'formulation', 'mlcp', 'parts', [], ...
              'certificate', [], 'energy', [], 'residual', []);
  for name = {'parts', 'certificate'}
    if (isfield (info, name{1}))
      X.(name{1}) = info.(name{1});
    end
  end
  if (isfield (info, 'program'))
    X.formulation = info.program.formulation;
  end
  if (isfield (info, 'energy'))
    X.energy = [info.energy.before; info.energy.after];
  end
  if (isfield (info, 'residual') && isstruct (info.residual))
    r = info.residual;
    X.residual = [r.dynamics; r.constraints; r.complementarity; r.friction];
  end
  [found, facts] = dls_verify_impact (S, X, report.status);
  report = dls_judge ('add', report, found);
  if (strcmp (report.status, 'solved'))
    report = impact_flags (report, info, facts);
    report = dls_judge ('leave', report, 'info.unique');
  end
end

% What the answer says of itself beside numbers
function report = impact_flags (report, info, facts)
  if (~isfield (info, 'admissible') || ~isfield (info, 'law_holds'))
    return
  end
  is = info.admissible;
  same = isequal (is.energy, facts.keeps_energy) && isequal (is.kinematic, facts.keeps_apart) ...
         && isequal (is.before, facts.held) && isequal (is.approach, facts.approaches) ...
         && isequal (is.kinetic, all (facts.holds) && facts.keeps_apart);
  report = dls_judge ('check', report, 'info.admissible', ~same, 0);
  report = dls_judge ('check', report, 'info.law_holds', ...
                      ~isequal (info.law_holds(:), facts.holds(:)), 0);
end

function E = matrix_of (E, nu)
  if (isscalar (E))
    E = E * speye (nu);
  elseif (isvector (E) && numel (E) == nu)
    E = spdiags (full (E(:)), 0, nu, nu);
  end
  E = sparse (E);
end

function report = impact_refuted (problem, answer, report)
  [S, vm, info] = deal (problem.S, problem.vminus, answer.info);
  E = matrix_of (problem.E, S.nu);
  et = zeros (S.nu, 1);
  if (isfield (info, 'tangent') && ~isempty (info.tangent))
    et = info.tangent;
  end
  d = 1 + (isfield (answer.p, 'tu') && ~isempty (answer.p.tu)) * (S.d - 1);
  order = reshape ([1:S.nu; reshape(S.nu + (1:(d-1)*S.nu), d - 1, S.nu)], 1, []);
  B = [S.Gu, S.Hu];
  w = [E * (S.Gu' * vm); kron(et, ones (d - 1, 1)) .* (S.Hu(:,1:(d-1)*S.nu)' * vm)];
  P = struct ('kind', 'friction', 'form', 'global', 'd', d, 'nc', S.nu, 'mu', S.muu(:), ...
              'M', [S.M, S.Gb; S.Gb', sparse(S.nb, S.nb)], 'H', ...
              [B(:,order)', sparse(d * S.nu, S.nb)], 'f', ...
              full ([-(S.M * vm); zeros(S.nb, 1)]), 'w', full (w(order)));
  x = struct ('r', 0 * P.w, 'u', 0 * P.w, 'v', 0 * P.f, 'info', info);
  c = [];
  if (isfield (info, 'certificate'))
    c = info.certificate;
  end
  if (isstruct (c) && isfield (c, 'z'))
    x.info.certificate.p = [c.p; c.z];
  end
  report = verify_friction (P, x, report);
end

function report = verify_motion (model, sol, report)
  report = dls_verify_motion (model, sol, report);
end
