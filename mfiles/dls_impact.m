function [vplus, p, info] = dls_impact (S, vminus, E, varargin)
%DLS_IMPACT  Velocities after simultaneous impacts, percussions, and what they do to the energy.
%   [VPLUS, P, INFO] = DLS_IMPACT (S, VMINUS, E) for a system S of DLS_SYSTEM (its M, Gb, Gu, and
%   Hu, muu; all unilateral constraints are hit at once) and the velocity VMINUS before:
%       M*(v+ - v-) = Gb*p.nb + Gu*p.nu             percussions (COUPLING (71))
%       Gb'*v+ = 0
%       0 <= p.nu  _|_  Gu'*v+ + E*Gu'*v- >= 0      generalised Newton's law (COUPLING (76), (77))
%   E is the matrix of restitution, nu-by-nu; a vector is its diagonal, a scalar serves for all.
%   M may be singular, constraints redundant: then v+ is unique modulo ker M, P need not be.
%   Where muu > 0 percussions obey Coulomb's law, |p.tu_i| <= muu_i*p.nu_i, against the tangential
%   velocity of the law (below), and + Hu*p.tu stands on the right of the first line.
%   DLS_IMPACT (S, VMINUS, E, OPTS) or (..., 'Option', VALUE, ...):
%       'Law'   of all contacts, or a cell with one for each; motions have the same (DLS_MODEL):
%               'newton'   as above; friction opposes Hu'*v+ + TangentRestitution*Hu'*v-, and energy
%                          may grow
%               'moreau'   v+ = v- + (1+e)*(w - v-), w the plastic velocity (E = 0) nearest to v-
%                          in the kinetic metric; one e >= 0 for all. As 'newton' when Gb'*v- = 0
%                          and there is no friction; friction opposes Hu'*w, and with e <= 1
%                          energy never grows
%               'plastic'  E is not used: zero
%               'poisson'  normal percussions pc as if plastic, then at least e*pc more (beside
%                          other laws and with friction turns of both need not settle)
%               'fremond'  percussions are subgradients of a potential of dissipation, quadratic in
%                          the mean normal velocity, so that a contact alone has restitution e
%               'auto'     'moreau' where muu > 0 (E must then be one coefficient, or a law be
%                          named), otherwise 'newton' (default)
%               a handle   p = f (W, u, e, mu): percussions, contact by contact, normal first, from
%                          the Delassus matrix of the contacts and their velocities before
%       'TangentRestitution'   of 'newton', for all or for each
%       'EnergyGuard'  'on': where energy would grow, v+ is the nearest velocity towards the plastic
%                      one that keeps it (not for a handle)
%       'Formulation'  'mlcp', the mixed complementarity problem (default), or one of COUPLING's
%               programs: '80' (least squares in p.nu), '81' (its complementarity problem), '82'
%               and '83' (duals, with both multipliers of ERRATA), '84' (Gauss' principle). All
%               give the same v+ where the law holds at all contacts; where it does not, '80' to
%               '83' miss it least in Gu'*v+, and the others keep v+ complementary to p.nu.
%               (85), (86) ignore couplings and E: DLS_WELLPOSED says whether they agree
%       'Uniqueness'   'on' (default) | 'off': INFO.unique
%       and those of DLS_LCP ('Method', 'Tolerance', ...), as in DLS_MLCP
%
%   INFO.status, .exitflag    as in DLS_MLCP; with friction as in DLS_FRICTION: there may be no
%                     solution, or several
%   INFO.law          the law that was used; 'one for each', 'own'; .laws, .tangent: of each
%                     contact, and its 'TangentRestitution'
%   INFO.certificate  [] or a struct with .kind, .text (the arithmetic that checks it) and
%       kind 'farkas': x, y, u   M*x + Gb*y + Gu*u = 0, Gb'*x = 0, Gu'*x >= 0, u >= 0 and
%                                u'*E*Gu'*v- < x'*M*v-: no percussions satisfy the law
%       kind 'ray':    v, nb, nu along which Lemke's method goes to infinity
%       kind 'modes' or 'relaxation' as of DLS_FRICTION, with B = [Gu, Hu] contact by contact,
%                      normal first, u = B'*v+ + w and w = E*Gu'*v-, TangentRestitution*Hu'*v-:
%                      M*p + Gb*z = B*y, Gb'*p = 0, s = B'*p, and y'*w + p'*M*v- < 0
%   INFO.residual     recomputed from S, VMINUS, E:
%       .dynamics         |M (v+ - v-) - Gb p.nb - Gu p.nu| / (|M v+| + |M v-| + |Gb p.nb| + ...)
%       .constraints      max |Gb'*v+ (+ e*Gb'*v- for 'moreau')|
%       .complementarity  max |min (p.nu, Gu'*v+ + E*Gu'*v-)|; other laws and impacts in parts as
%                         their laws say
%       .friction         max |p.tu - P (p.tu - u_T)|, P on |p.tu| <= muu*p.nu, u_T of the law
%       .worst            the largest of the four
%   INFO.energy       .before, .after, .loss: kinetic energy; .contacts (nu-by-1), .bilateral: the
%                     work of the percussions, p.*(velocities before + after)/2, which adds up to
%                     .after - .before (with .tangential, nu-by-1, where there is friction)
%   INFO.admissible   .energy      the energy does not grow
%                     .kinetic     percussions p.nu >= 0 with Gu'*v+ = -E*Gu'*v- exist: (77)
%                     .kinematic   Gu'*v+ >= 0
%                     .before      Gb'*v- = 0
%                     .approach    Gu'*v- <= 0, as (76) assumes
%   INFO.unique       .velocity, .percussions   true, false, NaN (not decided)
%                     .determined               nb+nu logical: percussions with one value only
%                     .kernel                   (nb+nu)-by-k: percussions that cancel each other
%                     .velocity_kernel          directions in which v+ is not determined
%   INFO.program      .formulation; .objective of (80) (zero where (77) holds) or of (84); .w1, .w2:
%                     multipliers of p.nu >= 0 and of E*inv(I+E)*Ac*p.nu >= 0
%   INFO.law_holds    nu-by-1: Gu'*v+ = -E*Gu'*v- (COUPLING (76)); false where the law would pull
%   INFO.restitution  E as a matrix
%   INFO.normal       .before, .after: Gu'*v-, Gu'*v+
%   INFO.parts        of laws for each contact, 'poisson', 'fremond', 'EnergyGuard': a struct array
%                     role, v, nb, nu, tu: 'first' (as the laws say), 'second' (more percussions, of
%                     Poisson and Fremond), 'plastic' (if energy was guarded; v+ and P are between
%                     it and what the others add up to)
%   INFO.message      says in words what is not admissible; .method, .iterations, .time
%   S may be a mechanism of DLS_MECHANISM; P has percussions by name, too: P.joint.row, INFO.bodies
%   velocities after the impact.
%
%   Example: Newton's cradle. The matrix that sends the shock through (three equal balls)
%     S = dls_system ('M', eye (3), 'Gu', [-1 0; 1 -1; 0 1]);
%     [v, p, info] = dls_impact (S, [1; 0; 0], [0 1; 1 0]);
%     v'
%     % ans = 0   0   1
%     v = dls_impact (S, [1; 0; 0], 1);           % elastic, contact by contact
%     v'
%     % ans = -0.3333   0.6667   0.6667
%
%   See also DLS_SYSTEM, DLS_DELASSUS, DLS_KINETIC_ANGLE, DLS_MLCP.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 3)
    error ('delassus:type', 'dls_impact: expected a struct made by dls_system, vminus and E');
  end
  started = tic ();
  S = dls_system_input (S, 'dls_impact');
  vminus = dls_vector_input (vminus, S.n, 'dls_impact', 'vminus');
  [own, opts] = dls_in_name_of ('dls_impact', @dls_options_mex, 'own', 'dls_impact', varargin);
  accuracy = given (opts, 'DataAccuracy', 8 * eps);
  limit = given (opts, 'MaxTime', Inf);
  friction = any (S.muu > 0) || any (S.mub > 0);
  if (friction && ~strcmp (own.Formulation, 'mlcp'))
    error ('delassus:option', 'dls_impact: program %s knows no friction; expected muu = 0', ...
           own.Formulation);
  end
  opts.Formulation = own.Formulation;
  check_unique = ~friction && own.Uniqueness;
  [law, compiled] = named (own, friction, E, S.nu);
  E = restitution (E, S.nu, law);
  K = E * ~strcmp (law, 'moreau');             % Moreau: first the plastic velocity
  et = of_tangents (own, S.nu, law);
  hit = dls_impact_terms (S, vminus, K, et * friction, accuracy);
  if (compiled)
    check_unique = false;
    [vplus, p, lcp] = dls_impact_parts ('by_law', S, vminus, E, et, own, friction);
    if (lcp.exitflag ~= 1 && any (strcmp (law, {'newton', 'plastic'})))
      lcp = proven (lcp, S, vminus, K, hit, opts, friction);
    end
  elseif (friction)
    [vplus, p, lcp] = dls_impact_friction (S, hit, opts);
    lcp.program = struct ('formulation', 'mlcp', 'objective', NaN, 'w1', [], 'w2', []);
  else
    [vplus, p.nb, p.nu, lcp] = percussions (S, vminus, K, hit, opts);
  end
  if (strcmp (law, 'moreau') && ~compiled)
    e = E(1);
    vplus = vminus + (1 + e) * (vplus - vminus);
    for name = fieldnames (p)'
      p.(name{1}) = (1 + e) * p.(name{1});
    end
  end
  if (isscalar (E))
    E = E * speye (S.nu);
  end
  info = struct ('status', lcp.status, 'exitflag', lcp.exitflag, 'message', '', ...
                 'residual', [], 'iterations', lcp.iterations, 'time', 0, 'method', lcp.method, ...
                 'certificate', lcp.certificate);
  info.law = law;
  [info.laws, info.tangent, info.parts] = deal (names_of (own, law, S.nu), et, []);
  if (isfield (lcp, 'parts'))
    info.parts = lcp.parts;
  end
  X = struct ('E', E, 'before', vminus, 'names', {info.laws}, 'et', et, 'v', vplus, 'p', p, ...
              'formulation', lcp.program.formulation, 'parts', info.parts, 'certificate', ...
              info.certificate, 'energy', [], 'residual', []);
  [report, facts] = dls_verify_impact (S, X, info.status);
  info = described (info, facts, p, S);
  info.restitution = E;
  info.program = lcp.program;
  info.unique = [];
  if (check_unique && info.exitflag == 1)
    info.unique = dls_impact_parts ('unique', S, hit, limit - toc (started), accuracy);
  end
  info.message = message (info, lcp.message, compiled);
  if (strcmp (info.status, 'no_solution'))
    report = dls_verify_problems ('impact', struct ('S', S, 'vminus', vminus, 'E', E), ...
                                  struct ('vplus', vplus, 'p', p, 'info', info), ...
                                  dls_judge ('report', 'impact', info.status));
  end
  info = verified (info, report);
  p = dls_by_name (p, S);
  info = dls_by_name (info, S, vplus);
  info.time = toc (started);
  if (nargout == 0)
    dls_show_answer ({'vplus', 'p'}, {vplus, p}, info);
    clear vplus
  end
end

% A claim that does not stand is weakened.
function info = verified (info, report)
  proofs = {'infeasible', 'no_solution'};
  if (~report.ok && any (strcmp (info.status, proofs)))
    [info.status, info.exitflag, info.certificate] = deal ('undecided', -4, []);
  elseif (~report.ok && report.verifiable)
    [info.status, info.exitflag] = deal ('numerical_trouble', -5);
  else
    return
  end
  info.message = [info.message, '; verification: ', report.message];
end

% What compiled code finds of the answer. Kelvin: percussions work on the mean of the velocities
% before and after.
function info = described (info, facts, p, S)
  r = facts.residual;
  info.residual = struct ('dynamics', r(1), 'constraints', r(2), 'complementarity', r(3), ...
                          'friction', r(4), 'worst', max (r));
  work = reshape (facts.work(S.nb+1:end), size (facts.before, 1), S.nu);
  [before, after] = deal (facts.energy(1), facts.energy(2));
  info.energy = struct ('before', before, 'after', after, 'loss', before - after, 'contacts', ...
                        reshape (work(1,:), [], 1), 'bilateral', sum (facts.work(1:S.nb)));
  if (isfield (p, 'tu'))
    info.energy.tangential = sum (work(2:end,:), 1)';
  end
  info.normal = struct ('before', facts.before(1,:)', 'after', facts.after(1,:)');
  info.admissible = struct ('energy', facts.keeps_energy, 'kinematic', facts.keeps_apart, ...
                            'before', facts.held, 'kinetic', info.exitflag == 1 && ...
                            all (facts.holds) && facts.keeps_apart, 'approach', facts.approaches);
  info.law_holds = facts.holds;
end

function value = given (opts, name, value)
  if (isfield (opts, name))
    value = opts.(name);
  end
end

% What 'auto' stands for: with friction Moreau's law, which has one coefficient. compiled: laws that
% compiled code has, that of motions; the others are proven here.
function [law, compiled] = named (own, friction, E, nu)
  law = own.Law;
  handle = isa (law, 'function_handle');
  if (isempty (law) || (ischar (law) && strcmpi (law, 'auto')))
    law = 'newton';
    if (friction)
      law = 'moreau';
      if (isa (E, 'double') && numel (E) > 1 && any (full (E(:)) ~= full (E(1))) ...
          && ~isequal (full (E), full (E(1)) * eye (nu)))
        error ('delassus:option', ['dls_impact: E has several coefficients and muu > 0; ', ...
               'expected one coefficient, or a law by name (''newton'' has one per contact)']);
      end
    end
  elseif (~handle)
    dls_impact_law (law, 'dls_impact');
    law = lower (law);
  end
  several = iscell (law);
  if (several)
    law = 'one for each';
  elseif (handle)
    law = 'own';
  end
  compiled = handle || several || any (strcmp (law, {'poisson', 'fremond'})) || own.EnergyGuard;
  if (compiled && ~strcmp (own.Formulation, 'mlcp'))
    error ('delassus:option', 'dls_impact: program %s knows Newton''s law alone', own.Formulation);
  end
end

% The law of each contact, where there are several, else of all.
function names = names_of (own, law, nu)
  names = {law};
  if (iscell (own.Law))
    names = lower (own.Law);
  end
  if (numel (names) == 1)
    names = repmat (names, nu + (nu == 0), 1);
  end
end

% 'TangentRestitution' of each contact
function et = of_tangents (own, nu, law)
  et = zeros (nu, 1);
  if (~isempty (own.TangentRestitution))
    x = dls_vector_input (own.TangentRestitution, numel (own.TangentRestitution), ...
                          'dls_impact', '''TangentRestitution''');
    if (~any (numel (x) == [1, nu]))
      error ('delassus:dimension', ...
             'dls_impact: ''TangentRestitution'' has %d entries; expected 1 or %d', numel (x), nu);
    elseif (any (x < 0))
      error ('delassus:option', ...
             'dls_impact: ''TangentRestitution'' is negative; expected numbers >= 0');
    end
    et = et + x;
  end
  if (strcmp (law, 'plastic'))
    et(:) = 0;
  end
end

% What compiled code did not solve: is there a proof that there is nothing to find?
function lcp = proven (lcp, S, vminus, E, hit, opts, friction)
  if (friction)
    [~, ~, known] = dls_impact_friction (S, hit, opts);
  else
    [~, ~, ~, known] = percussions (S, vminus, E, hit, opts);
  end
  if (any (strcmp (known.status, {'infeasible', 'no_solution'})))
    for name = {'status', 'exitflag', 'certificate', 'message'}
      lcp.(name{1}) = known.(name{1});
    end
  end
end

% v+ and the percussions under the matrix of restitution E; hit: dls_impact_terms.
function [v, nb, nu, info] = percussions (S, vminus, E, hit, opts)
  formulation = opts.Formulation;
  opts = rmfield (opts, 'Formulation');
  if (~any (hit.momentum) && ~any (hit.shift))
    info = struct ('status', 'solved', 'exitflag', 1, 'certificate', [], 'method', 'none', ...
                   'iterations', 0, 'message', 'at rest');
    none = zeros (S.nu, 1);
    info.program = struct ('formulation', formulation, 'objective', 0, 'w1', none, 'w2', none);
    v = vminus - vminus;
    nb = zeros (S.nb, 1);
    nu = none;
  elseif (strcmp (formulation, 'mlcp') || S.nu == 0)
    [v, nb, nu, info] = complementarity (S, hit, opts);
  else
    [v, nb, nu, info] = program (S, vminus, E, hit, formulation, opts);
  end
  if (strcmp (info.status, 'infeasible') && isempty (info.certificate))
    [~, ~, ~, known] = complementarity (S, hit, opts);
    info.certificate = known.certificate;
  end
  if (~isfield (info, 'program'))
    info.program = struct ('formulation', formulation, 'objective', NaN, 'w1', [], 'w2', []);
  end
end

% The percussions of contacts by a program, the rest by equations.
function [v, nb, nu, info] = program (S, vminus, E, hit, formulation, opts)
  zero = zeros (S.nb, 1);
  [v0, nb0] = dls_kkt (S.M, S.Gb, -hit.momentum, zero);
  [nu, solved, result] = dls_in_name_of ('dls_impact', @dls_impact_parts, 'programs', S, ...
                                          vminus, v0, E, hit, formulation, opts);
  [dv, nb, kkt] = dls_kkt (S.M, S.Gb, -full (S.Gu * nu), zero);
  v = v0 + dv;
  nb = nb0 + nb;
  result.formulation = formulation;
  info = struct ('status', solved.status, 'exitflag', -2, 'certificate', [], 'method', ...
                 ['program (', formulation, ')'], 'iterations', solved.iterations, 'message', ...
                 ['COUPLING (', formulation, '): ', solved.message], 'program', result);
  if (strcmp (info.status, 'solved') && kkt.exitflag == 1)
    info.exitflag = 1;
  elseif (strcmp (info.status, 'primal_infeasible'))
    info.status = 'infeasible';
  end
end

% The mixed complementarity problem of v+ and the percussions, in natural units.
function [v, nb, nu, info] = complementarity (S, hit, opts)
  T = hit.law;
  u = hit.unit;
  A = [T.M, -T.Gb; T.Gb', sparse(S.nb, S.nb)];
  B = [-T.Gu; sparse(S.nb, S.nu)];
  C = [T.Gu', sparse(S.nu, S.nb)];
  [x, nu, ~, info] = dls_in_name_of ('dls_impact', @dls_mlcp, A, B, C, sparse (S.nu, S.nu), ...
                                      [T.F; zeros(S.nb, 1)], T.bu, opts);
  info.certificate = in_given_units (info.certificate, S, u);
  v = full (u.a .* x(1:S.n));
  nb = full (u.nb .* reshape (x(S.n+1:end), [], 1));
  nu = full (u.nu .* nu);
end

function c = in_given_units (scaled, S, unit)
  c = scaled;
  if (isempty (scaled))
    return
  elseif (strcmp (scaled.kind, 'farkas'))
    c = struct ('kind', 'farkas', 'x', unit.a .* scaled.y(1:S.n), 'u', unit.nu .* scaled.u);
    c.y = unit.nb .* reshape (scaled.y(S.n+1:end), [], 1);
    c.text = ['M*x + Gb*y + Gu*u = 0, Gb''*x = 0, Gu''*x >= 0, u >= 0, ', ...
              'u''*E*Gu''*v- < x''*M*v-: no percussions satisfy the law'];
  else
    d = scaled.direction;
    c = struct ('kind', 'ray', 'v', unit.a .* d(1:S.n), 'nu', unit.nu .* d(S.n+S.nb+1:end));
    c.nb = unit.nb .* reshape (d(S.n+1:S.n+S.nb), [], 1);
    c.text = 'direction of v+ and the percussions along which Lemke''s method goes to infinity';
  end
end

function text = message (info, text, compiled)
  if (info.exitflag ~= 1)
    return
  end
  if (~info.admissible.before)
    text = [text, '; the bilateral velocities are not zero before the impact: kinematically ', ...
            'inadmissible, and the percussions p.nb act on them'];
  end
  if (~info.admissible.energy)
    text = [text, sprintf(['; the kinetic energy grows from %g to %g: E is energetically ', ...
            'inadmissible'], info.energy.before, info.energy.after)];
  end
  if (~info.admissible.approach)
    text = [text, '; a contact separates before the impact (Gu''*v- > 0)'];
  end
  if (~all (info.law_holds) && ~compiled)
    text = [text, '; at some contacts Newton''s law would need percussions that pull: ', ...
            'kinetically inadmissible, there v+ is complementary instead (info.law_holds)'];
  end
  if (~info.admissible.kinematic)
    text = [text, sprintf(['; a normal velocity after the impact is %g: E is kinematically ', ...
            'inadmissible'], min (info.normal.after))];
  end
end

% E as a matrix; for Moreau's law as the one coefficient.
function E = restitution (E, nu, law)
  if (strcmp (law, 'plastic') || (isempty (E) && nu == 0))
    E = sparse (nu, nu);
  end
  E = dls_sparse_input (E, 'dls_impact', 'E');
  dls_finite_input (E, 'dls_impact', 'E');
  if (isscalar (E))
    E = E * speye (nu);
  elseif (isvector (E) && numel (E) == nu)
    E = spdiags (full (E(:)), 0, nu, nu);
  elseif (~isequal (size (E), [nu, nu]))
    error ('delassus:dimension', ...
           'dls_impact: E is %d-by-%d; expected %d-by-%d, or a vector of %d, or a scalar', ...
           size (E, 1), size (E, 2), nu, nu, nu);
  end
  if (any (diag (E) < 0))
    error ('delassus:option', 'dls_impact: E(%d,%d) is negative; expected restitution >= 0', ...
           find (diag (E) < 0, 1) * [1, 1]);
  end
  if (strcmp (law, 'moreau'))
    e = 0;
    if (nu > 0)
      e = full (E(1,1));
    end
    if (any (any (E ~= e * speye (nu))))
      error ('delassus:option', ...
             'dls_impact: Moreau''s law has one coefficient; expected E = e or e*eye (%d)', nu);
    end
    E = e;
  end
end

% What the law of an impact has of the velocity before: hit.momentum = M*v-, hit.shift = E*Gu'*v-,
% hit.slip = et*Hu'*v-.
% hit.law: M*v - M*v- = Gb*nb + Gu*nu, Gu'*v + E*Gu'*v- >= 0 as a contact problem in natural units,
% which are hit.unit.
% Sums that are below the accuracy of their terms are zero: E*Gu'*v- = -1e-17 would ask for a
% percussion where Gu'*v+ = 0 for all v+ (COUPLING (76)), and no v+ would satisfy it.
function hit = dls_impact_terms (S, vminus, E, et, accuracy)
  hit.momentum = cleaned (S.M * vminus, abs (S.M) * abs (vminus), accuracy);
  hit.shift = cleaned (E * (S.Gu' * vminus), abs (E) * (abs (S.Gu)' * abs (vminus)), accuracy);
  hit.slip = [];
  if (any (et))
    each = kron (et, ones (S.d - 1, 1));
    hit.slip = cleaned (each .* (S.Hu' * vminus), each .* (abs (S.Hu)' * abs (vminus)), accuracy);
  end
  law = dls_system (S, 'F', -hit.momentum, 'bu', hit.shift, 'bb', [], 'tb', [], 'tu', hit.slip, ...
                    'vtu', [], 'vtb', []);
  [hit.law, hit.unit] = dls_natural_units (law);
end

function x = cleaned (x, terms, accuracy)
  x = full (x);
  x(abs (x) <= accuracy * terms) = 0;
end

%!test  % the example of the help: Newton's cradle
%! S = dls_system ('M', eye (3), 'Gu', [-1 0; 1 -1; 0 1]);
%! [v, p, info] = dls_impact (S, [1; 0; 0], [0 1; 1 0]);
%! assert (v, [0; 0; 1], 1e-12)
%! assert (p.nu, [1; 1], 1e-12)
%! assert (all (info.law_holds) && info.admissible.energy && info.admissible.kinematic)
%! [v, p, info] = dls_impact (S, [1; 0; 0], 1);
%! assert (v, [-1; 2; 2] / 3, 1e-12)
%! assert (info.energy.loss, 0, 1e-12)

%!test  % GOLDEN 14: Ac = [2 .5; .5 1]
%! Gu = chol ([2 0.5; 0.5 1]);
%! S = dls_system ('M', eye (2), 'Gu', Gu);
%! [v, p, info] = dls_impact (S, Gu' \ [-1; -0.5], 0.5 * eye (2));
%! assert (p.nu, [9/14; 3/7], 1e-12)
%! assert (Gu' * v, [0.5; 0.25], 1e-12)
%! assert (info.status, 'solved')

%!test  % GOLDEN 14: percussion ratio of the rod in an inclined guide, -alpha/(alpha^2+beta^2)
%! al = 0.4;  be = 1.1;  m = 1.5;  l = 0.8;  t = 0.6;
%! S = dls_system ('M', diag ([m m m*l^2/3]), 'Gb', [al; be; 0], 'Gu', [1; 0; l*sin(t)]);
%! [v, p, info] = dls_impact (S, [-be; al; -0.3], 0.7);
%! assert (p.nb / p.nu, -0.29197080292, 1e-11)
%! assert (info.normal.after, -0.7 * info.normal.before, 1e-12)
%! assert (info.energy.loss, -0.5 * p.nu * (info.normal.after + info.normal.before), 1e-12)

%!test  % two balls; the three laws
%! m = [1; 3];  S = dls_system ('M', diag (m), 'Gu', [-1; 1]);  v0 = [2; -1];  e = 0.6;
%! c = sum (m .* v0) / 4;
%! truth = c + e * (c - v0);
%! assert (dls_impact (S, v0, e), truth, 1e-12)
%! assert (dls_impact (S, v0, e, 'Law', 'moreau'), truth, 1e-12)
%! [v, p, info] = dls_impact (S, v0, e, struct ('Law', 'plastic'));
%! assert (v, [c; c], 1e-12)
%! assert (info.energy.loss, 0.5 * 0.75 * 9, 1e-12)
%! assert (dls_impact (S, [-1; 1], e), [-1; 1], 1e-12)

%!test  % friction: Moreau's law; Newton's; sticking; energies
%! S = dls_system ('M', eye (2), 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%! [v, p, info] = dls_impact (S, [1; -1], 0.5);
%! assert ({info.status, info.law}, {'solved', 'moreau'})
%! assert ([v; p.nu; p.tu], [0.25; 0.5; 1.5; -0.75], 1e-8)
%! work = info.energy.contacts + info.energy.tangential + info.energy.bilateral;
%! assert (work, -info.energy.loss, 1e-8)
%! assert (dls_impact (S, [1; -1], 0.5, 'Law', 'newton'), [0.25; 0.5], 1e-8)
%! S = dls_system (S, 'muu', 2);
%! assert (dls_impact (S, [1; -1], 0.5), [-0.5; 0.5], 1e-8)
%! [v, p] = dls_impact (S, [1; -1], 0.5, 'Law', 'newton');
%! assert ([v; p.tu], [0; 0.5; -1], 1e-8)
%!test  % all that moves before moves against Gb: the law asks for E*Gu'*v- nevertheless
%! S = dls_system ('M', diag ([0 2]), 'Gb', [1; 0], 'Gu', [2 2 0; 2 -2 1]);
%! for form = {'mlcp', '80', '81', '82', '83', '84'}
%!   [v, p, info] = dls_impact (S, [2; 0], [1; 0.5; 1], 'Formulation', form{1});
%!   assert (info.status, 'solved')
%!   assert (v, [0; 0], 1e-9)
%! end
%!test  % in space, with a redundant bilateral constraint, a coordinate without mass, a zero row
%! S = dls_system ('M', diag ([1 1 1 1 0]), 'Gu', [0; 0; 1; 0; 0], 'd', 3, 'muu', 0.5, ...
%!                 'Hu', [1 0; 0 1; 0 0; 0 0; 0 0], 'Gb', [0 0; 0 0; 0 0; 1 2; 0 0]);
%! [v, p, info] = dls_impact (S, [3; 4; -1; 0; 0], 0.5);
%! assert (info.status, 'solved')
%! assert (v(1:4), [3; 4; -1; 0] + 1.5 * [-0.3; -0.4; 1; 0], 1e-7)
%! assert ([p.nb; p.nu; p.tu], [0; 0; 1.5; -0.45; -0.6], 1e-7)
%! assert (info.admissible.energy)
%!test  % a law has to be named, or friction left out, where Coulomb's law is not that of Moreau
%! S = dls_system ('M', eye (2), 'Gu', [0 0; 1 1], 'Hu', [1 1; 0 0], 'muu', 0.5);
%! [v, p, info] = dls_impact (S, [1; -1], [0.5; 0.5]);
%! assert (v, [0.25; 0.5], 1e-7)
%! assert (dls_impact (S, [1; -1], [0.5; 0.2], 'Law', 'newton'), [0.25; 0.5], 1e-7)
%!error <E has several coefficients>
%! dls_impact (dls_system ('M', eye (2), 'Gu', eye (2), 'Hu', eye (2), 'muu', 0.5), [1; 1], [1 0]);
%!error <mub is positive .b1.;>
%! dls_impact (dls_system ('M', eye (2), 'Gb', [1; 0], 'Hb', [0; 1], 'mub', 1), [1; 1], []);
%!error <dls_impact: the argument is a friction problem; expected a contact system>
%! dls_impact (dls_problem ('W', eye (2), 'q', [-1; 0], 'mu', 0.5, 'd', 2), 1, 1);
%!error id=delassus:type dls_impact (3, 1, 1)
%!error id=delassus:dimension dls_impact (dls_system ('M', 1, 'Gu', 1), [1; 2], 1)
%!error id=delassus:dimension dls_impact (dls_system ('M', 1, 'Gu', 1), 1, [1 2])
%!error id=delassus:option dls_impact (dls_system ('M', 1, 'Gu', 1), 1, -1)
%!error id=delassus:option dls_impact (dls_system ('M', 1, 'Gu', 1), 1, 1, 'Law', 'huygens')
%!error id=delassus:option dls_impact (dls_system ('M', 1, 'Gu', [1 1]), 1, [0 1], 'Law', 'moreau')
%!error id=delassus:notFinite dls_impact (dls_system ('M', 1, 'Gu', 1), NaN, 1)
%!test  % one coordinate, no contact
%! [v, p, info] = dls_impact (dls_system ('M', 1), -1, 0.5);
%! assert ({v, size(p.nu), info.status}, {-1, [0 1], 'solved'})
%!demo
%! % velocities of three balls in a row after a shock, over the restitution
%! S = dls_system ('M', eye (3), 'Gu', [-1 0; 1 -1; 0 1]);
%! e = 0:0.1:1;
%! v = cell2mat (arrayfun (@(x) dls_impact (S, [1; 0; 0], x), e, 'UniformOutput', false));
%! plot (e, v, 'o-');
%! xlabel ('restitution');
%! legend ('first', 'second', 'third');
