function [a, lambda, info] = dls_contact (S, varargin)
%DLS_CONTACT  Acceleration and reactions of a system with contacts and friction at one instant.
%   [A, LAMBDA, INFO] = DLS_CONTACT (S) solves the contact problem of S = DLS_SYSTEM (...):
%       M*a + F = Gb*lb + Gu*lu + Hb*tb + Hu*tu
%       Gb'*a + bb = 0,   0 <= Gu'*a + bu  _|_  lu >= 0
%       sliding:   tangential force -mu*|l|*v/|v| of each contact (TUTORIAL (35))
%       sticking:  |t| <= mu*|l|, and where the contact begins to slip, t = -mu*|l|*at/|at| with
%                  at = H'*a + tau (Coulomb's law; mu = Inf: at = 0)
%   as one mixed complementarity problem in which nothing is inverted: M may be singular and all
%   constraints redundant. LAMBDA has the fields nb, nu (normal), tb, tu (tangential).
%   DLS_CONTACT (S, OPTS) or (..., 'Option', VALUE, ...): see DLS_OPTIONS ('dls_contact');
%       'Sticking'       'coulomb'    as above (ALLSTICK (5), (69)). 2D: exact; 3D: DLS_FRICTION
%                                     where there are no bilateral constraints, else or if that
%                                     fails a fixed point on the normal forces, each step one
%                                     convex program (Gauss' principle)
%                        'equations'  sticking is required: Hb'*a + tb = 0, Hu'*a + tu = 0, at open
%                                     contacts too (ALLSTICK (9), (43), (65)). INFO.cones reports
%                                     the cones, nothing enforces them
%       'Solutions'      'auto'  list all where friction may cause several and there are at most 8
%                                unilateral or slipping, 20 frictional bilateral conditions
%                        'one' | 'all'  never | always (up to 20 conditions)
%                        3D Coulomb: where the fixed point is not shown to contract (which proves
%                        that there is one solution) and there are at most 4 contacts, Newton's
%                        method from 32 cases of open, sticking and slipping contacts ('all': 1000)
%                        looks for more; what it finds is proved by its residual, but there may be
%                        others. If nothing is found: is that provable by convex relaxations?
%       'MinimumNorm'    'on' | 'off'  of the reactions for the acceleration found (normal ones and
%                        tangential ones of sticking contacts; not under Coulomb's law); 'off' is
%                        faster and leaves INFO.unique undecided unless all were enumerated
%       'Method'         of DLS_MLCP; other than 'auto': one solution, by that method. 'auto' tries
%                        more than 150 unknowns by Gauss' principle first, with friction by its
%                        fixed point on the normal forces ('gauss', 'cones' in INFO.method; or
%                        'friction')
%       'DataAccuracy'   relative accuracy of the data (8*eps), in terms of the equations: only what
%                        has no solution for all data within it is said to have none; a solution for
%                        some of them is one 'consistent to the accuracy of the data' (INFO.message)
%       'MaxTime'        seconds after which the best point is returned (Inf)
%       'Tolerance'      relative residual up to which an answer counts as solved (1e-8)
%       'MaxIterations'  of the fixed point (0: 200)
%       'Display'        'off' | 'final' | 'iter' (as 'final')
%       'Formulation'    'mlcp'  as above, or, without sliding friction and with sticking by
%                        'equations', one of the equivalent programs; [Gb Ht] are the equations, a0,
%                        H3 acceleration and bilateral force when lu = 0, Ac = Gu'*X = Gu'*Mc^-1*Gu,
%                        H4 = Gu'*a0 + bu
%         'gauss'        min 1/2*a'*M*a + F'*a, Gb'*a + bb = 0, Gu'*a + bu >= 0, for any M >= 0
%                        (TUTORIAL (5), (15), (27), COUPLING (48))
%         'projection'   the same as projection in the kinetic metric, for M > 0 (TUTORIAL (28))
%         'reduced'      the same in the eigenvectors of inv(M)*P, where P takes what the equations
%                        hold, for M > 0 (TUTORIAL (22), (26))
%         'lcp'          0 <= lu _|_ Ac*lu + H4 >= 0 (COUPLING (2), (20)); Ac and H4 must be finite
%         'reactions'    min 1/2*lu'*Ac*lu + H4'*lu, lu >= 0 (TUTORIAL (11), COUPLING (42), (53))
%         'dual'         min 1/2*l'*Ac*l, Ac*l + H4 >= 0 (COUPLING (49), (54))
%         'constrained'  min |a + M^-1*(F - H3)| in the metric M, Gu'*Mc^-1*M*(...) + H4 >= 0, for
%                        M > 0 (COUPLING (56))
%         'nearest', 'gap', 'gap-acceleration', 'gap-dual'   for Ac > 0: COUPLING (52), (43)-(45),
%                        (46) and (55), (50); (47) is misprinted and not offered
%         'variational', 'sliding-projection'   of unilateral contacts that slide, with
%                        A = Gu'*inv(M)*(Gu - Hu*[mu xi]) > 0 (TUTORIAL Prop. 12): the variational
%                        inequality (54) by extragradients, its projection (55)
%                        An assumption that fails is an error that names it
%         'all'          the answer as by default, compared with that of each program:
%                        INFO.table (text), INFO.formulations (name, source, needs, status, message,
%                        a, lambda, difference: of forces, relative; residual; agrees)
%
%   INFO.status      'solved'
%                    'infeasible'         no acceleration and reactions satisfy even the equations
%                                         and inequalities: INFO.certificate proves it
%                    'no_solution'        all cases were examined, none is a solution
%                    'ray', 'max_iterations', 'time_limit', 'interrupted', 'numerical_trouble',
%                    'undecided'          as in DLS_LCP: A is the best point found, not a solution
%   INFO.exitflag    1, -2, -2, -7, 0, 0, 0, -5, -4
%   INFO.residual    recomputed from S, relative to the largest force and acceleration:
%       .dynamics, .bilateral, .unilateral (natural map), .sticking, .friction, .worst of them
%   INFO.cones       .b, .u: mu*|l| - |t| per contact; negative: outside of the cone
%   INFO.solutions   struct array with a, lambda: all isolated solutions (and the ends of
%                    continua) where they were enumerated, else the one found
%   INFO.enumerated  the list is complete
%   INFO.unique      true, false or NaN (not decided): one acceleration, one set of reactions
%   INFO.certificate [] or a struct with y, u, text (the arithmetic that checks it) and problem
%                    (the matrices A, B, C, D, a, b of DLS_MLCP), of 'no_solution' a column of y, u
%                    for each of the cases of DLS_MLCP; in 3D and of large systems problem has A, b,
%                    cones of DLS_CONIC; of kind 'cases' with a vector y for each case (state per
%                    contact: 0 any, 1 closed or pushing, 2 open or pulling), together all
%   INFO.method, .message, .iterations, .time (s)
%   S may be a mechanism of DLS_MECHANISM; LAMBDA has its reactions by name, too: LAMBDA.joint.row,
%   and INFO.bodies its accelerations: INFO.bodies.crank.
%
%   Example: a block of mass 2 pushed over the floor (2D) by 13 N; mu = 0.5 cannot hold it
%     S = dls_system ('M', 2*eye (2), 'F', [-13; 2*9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%     [a, lambda, info] = dls_contact (S);
%     [a(1), lambda.nu, lambda.tu]
%     % ans =
%     %    1.5950   19.6200   -9.8100
%     [a, lambda, info] = dls_contact (S, 'Sticking', 'equations');   % outside of its cone
%     info.cones.u
%     % ans = -3.1900
%
%   See also DLS_SYSTEM, DLS_MLCP, DLS_KKT, DLS_LCP_ALL, DLS_CONIC.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 1)
    error ('delassus:type', 'dls_contact: expected a system made by dls_system');
  end
  timer = tic ();
  note = '';
  try
    [a, lambda, info, state] = dls_contact_mex ('solve', S, varargin);
  catch err
    dls_unless_arguments (err, 'dls_contact');
    [S, a, lambda, info, state, note] = completed (S, varargin);
  end
  if (state > 0)
    [a, lambda, info] = looked_after (S, varargin, timer, a, lambda, info, state);
  end
  info.message = [info.message, note];
  if (nargout == 0)
    dls_show_answer ({'a', 'lambda'}, {a, lambda}, info);
    clear a
  end
end

% A struct whose fields were changed by hand is completed and checked again.
function [S, a, lambda, info, state, note] = completed (S, args)
  dls_table_options ('dls_contact', args);
  [S, note] = dls_system_input (S, 'dls_contact');
  try
    [a, lambda, info, state] = dls_contact_mex ('solve', S, args);
  catch err
    known = dls_system (S);                    % knows which block is wrong
    dls_raise (err, 'dls_contact');
  end
end

% state: 1 names, display, certificates; 2 it was left to others.
function [a, lambda, info] = looked_after (S, args, timer, a, lambda, info, state)
  [opts, is] = dls_contact_options (args);
  opts.timer = timer;
  if (state == 2 || any (info.exitflag == [-2, -4, -7]) ...
      || (info.exitflag ~= 1 && strcmp (info.method, 'cones')))
    [a, lambda, info] = interpreted (S, opts, is, a, lambda, info, state);
  else
    lambda = dls_by_name (lambda, S);
    for k = 1:numel (info.solutions)
      info.solutions(k).lambda = dls_by_name (info.solutions(k).lambda, S);
    end
  end
  worst = info.residual.worst;
  if (info.exitflag == 1 && ~(worst <= max (opts.Tolerance, 4 * opts.DataAccuracy)))
    info.status = 'numerical_trouble';
    info.exitflag = dls_exitflag (info.status);
    info.message = sprintf ('%s; residual %.1e', info.message, worst);
  end
  if (info.exitflag == 1 && isempty (info.solutions))
    info.solutions = struct ('a', a, 'lambda', {lambda});
  end
  info = dls_by_name (info, S, a);
  info.time = toc (timer);
  dls_tell ('dls_contact', opts, info.status, info.message, info.time);
end

% What is no solution, or was left to others: other methods, certificates, the accuracy of the data.
% a, lambda, info: the answer so far, unless state is 2. In natural units U, so that nothing depends
% on the caller's. P.law: contacts stick, and Coulomb's law is theirs.
function [a, lambda, info] = interpreted (S, opts, is, a, lambda, info, state)
  given = dls_system_input (S, 'dls_contact');
  [S, U] = dls_natural_units (given);
  P = dls_contact_mex ('problem', S, is.coulomb);
  if (~is.mlcp && (P.law || ~(P.monotone || is.variational || ~is.program)))
    refuse_friction (S, opts.Formulation);
  end
  if (state == 2)
    [a, lambda, info] = solve (S, P, U, opts, is);
  else
    a = a ./ U.a;
    for s = {'nb', 'nu', 'tb', 'tu'}
      lambda.(s{1}) = lambda.(s{1}) ./ U.(s{1});
    end
    info.cones = struct ('b', info.cones.b ./ U.nb, 'u', info.cones.u ./ U.nu);
    info = certified (S, P, info, opts);
  end
  if (any (info.exitflag == [-2, -4, -7]) && opts.DataAccuracy > 0)
    [a, lambda, info] = within_accuracy (S, P, U, opts, is, a, lambda, info);
  end
  if (~is.mlcp && ~is.program)
    [info.formulations, info.table] = dls_contact_many ('compare', S, P, a, lambda, info.status);
  end
  [a, lambda, info] = dls_contact_parts ('unscale', given, P, U, a, lambda, info);
end

function [a, lambda, info] = solve (S, P, U, opts, is)
  if (is.variational)
    [a, lambda, info] = formulation (S, P, opts.Formulation);
    [info.residual, info.cones] = dls_contact_mex ('check', S, P.law, a, lambda);
    info.unique = true;
  elseif (is.program)
    [a, lambda, info] = formulation (S, P, opts.Formulation);
    [lambda, info] = judge (S, P, U, is, a, lambda, info);
  elseif (P.monotone && isempty (P.b))
    [a, lambda, info] = equations (S, P);
    [lambda, info] = judge (S, P, U, is, a, lambda, info);
  else
    [a, lambda, info, state] = dls_contact_mex ('again', S, U, time_left (opts), false);
    if (state == 2)
      [a, lambda, info] = large (S, P, U, opts, is, info);
    end
    info = certified (S, P, info, opts);
  end
end

function opts = time_left (opts)
  opts.MaxTime = max (opts.MaxTime - toc (opts.timer), 0);
  opts = rmfield (opts, 'timer');
end

% More unknowns than pivots like, and a convex problem: redundant sticking tangents make the
% equations of the mixed problem singular, which stops its interior point, while the quadratic
% program has them as multipliers. enumerated: all cases were examined, none is a solution.
function [a, lambda, info] = large (S, P, U, opts, is, enumerated)
  [a, lambda, info] = formulation (S, P, 'gauss');
  [info.residual, info.cones] = dls_contact_mex ('check', S, P.law, a, lambda);
  if (info.exitflag == -2 || (info.exitflag == 1 && info.residual.worst <= opts.Tolerance))
    [lambda, info] = judge (S, P, U, is, a, lambda, info);
    return
  end
  if (~enumerated)
    opts.Solutions = 'one';
  end
  [a, lambda, info] = dls_contact_mex ('again', S, U, time_left (opts), true);
end

% Vectors that prove something are put beside what they multiply.
function info = certified (S, P, info, opts)
  ne = P.ne;
  spatial = P.law && S.d == 3;
  if (strcmp (info.method, 'cones') && info.exitflag == -2)
    info.certificate = dls_contact_cones ('proof', S, P.law, info.certificate);
  elseif (spatial && info.exitflag ~= 1 && ~strcmp (opts.Solutions, 'one'))
    info = dls_contact_cones ('refuted', S, P, opts, info);
  elseif (isa (info.certificate, 'double') && ~isempty (info.certificate))
    info.certificate = dls_contact_proof (P, info.certificate(1:ne), info.certificate(ne+1:end));
  elseif (strcmp (info.status, 'no_solution'))
    c = dls_lcp_proof ('cases', P.K, [P.a; P.b], ne, opts, toc (opts.timer));
    if (~isempty (c))
      info.certificate = dls_contact_proof (P, c.u(1:ne,:), c.u(ne+1:end,:));
      info.certificate.kind = 'cases';
      info.certificate.cases = c.cases;
      info.certificate.text = dls_lcp_proof ('text', 'cases');
    end
  end
end

% There is no solution: is that so for all data within their accuracy?
function [a, lambda, info] = within_accuracy (S, P, U, opts, is, a, lambda, info)
  [R, change] = dls_contact_relaxed (S, P, opts.DataAccuracy);
  if (isempty (R))
    return
  end
  [a2, l2, i2] = solve (R, dls_contact_mex ('problem', R, is.coulomb), U, opts, is);
  if (i2.exitflag == 1)
    [i2.residual, i2.cones] = dls_contact_mex ('check', S, P.law, a2, l2);
    i2.message = sprintf (['%s; consistent to the accuracy of the data: they were changed by ', ...
                           '%.1e of their terms'], i2.message, change);
    a = a2;
    lambda = l2;
    info = i2;
  elseif (i2.exitflag ~= -2 && info.exitflag == -2)
    info.status = 'undecided';
    info.exitflag = -4;
    info.certificate = [];
    info.message = sprintf ('%s; undecided: with data changed by %.1e of their terms, %s', ...
                            info.message, change, i2.status);
  end
end

% The equivalent programs minimise (not those of sliding contacts), and know no law of friction.
function refuse_friction (S, name)
  if (any (strcmp ([S.modeb, S.modeu], 'sliding')))
    error ('delassus:option', ['dls_contact: ''Formulation'' is ''%s'', which minimises; ', ...
           'expected ''mlcp'', ''variational'', ''sliding-projection'' with sliding friction'], ...
           name);
  end
  error ('delassus:option', ['dls_contact: ''Formulation'' is ''%s'', which knows no law of ', ...
         'friction; expected ''Sticking'', ''equations'' with it (contacts stick whatever it ', ...
         'costs), or the formulation ''mlcp'' for Coulomb''s law'], name);
end

% The residual; of a solution also the minimum norm and whether it is unique (with its active set).
function [lambda, info] = judge (S, P, U, is, a, lambda, info)
  how = double ([is.coulomb, P.law, info.exitflag == 1 && is.minimal]);
  [lambda, info.residual, info.cones, info.unique, text] = ...
    dls_contact_mex ('judge', S, U, how, a, lambda);
  info.message = [info.message, text];
end

% One of the equivalent programs.
function [a, lambda, info] = formulation (S, P, name)
  [a, lambda, v] = dls_contact_formulation (S, P, name);
  if (~isempty (v.fails))
    error ('delassus:option', 'dls_contact: ''Formulation'' is ''%s'', which needs %s', name, ...
           v.fails);
  end
  info = dls_contact_parts ('report', v.status, v.exitflag, name, v.message, v.iterations);
  if (~isempty (v.proof))
    info.certificate = dls_contact_proof (P, v.proof.y, v.proof.u);
    info.unique = false;
  end
end

% Only equations, symmetric: the Moore-Penrose solution (ALLSTICK (9), (31)).
function [a, lambda, info] = equations (S, P)
  G = [S.Gb, P.Ht];
  [a, l, k] = dls_contact_parts ('kkt', S.M, G, S.F, [S.bb; S.tb(P.kb); S.tu(P.ku)]);
  lambda = dls_contact_parts ('friction', S, P, l((1:S.nb), 1), zeros (0, 1), l((S.nb+1:end), 1));
  info = dls_contact_parts ('report', 'solved', 1, 'kkt', k.message, k.iterations);
  if (any (strcmp (k.status, {'undecided', 'numerical_trouble', 'interrupted'})))
    info.status = k.status;
    info.exitflag = k.exitflag;
  elseif (strcmp (k.status, 'inconsistent'))
    info.status = 'infeasible';
    info.exitflag = -2;
    info.unique = false;
    info.enumerated = true;
    y = zeros (S.n + size (G, 2), 1);
    if (any (k.certificate.constraints))
      y(S.n+1:end) = k.certificate.constraints;
    else
      y(1:S.n) = k.certificate.forces;
    end
    info.certificate = dls_contact_proof (P, -y / (P.a' * y), zeros (0, 1));
  end
end

% The certificate of DLS_MLCP with the matrices that it multiplies.
function c = dls_contact_proof (P, y, u)
  text = ['with problem.A, B, C, D, a, b: u >= 0, A''*y + C''*u = 0, B''*y + D''*u <= 0, ', ...
          'a''*y + b''*u < 0; so no x, z >= 0 have A*x + B*z + a = 0, C*x + D*z + b >= 0'];
  e = 1:P.ne;
  f = P.ne + (1:numel (P.b));
  data = struct ('A', P.K(e,e), 'B', P.K(e,f), 'C', P.K(f,e), 'D', P.K(f,f), 'a', P.a, 'b', P.b);
  c = struct ('kind', 'farkas', 'y', y, 'u', u, 'text', text, 'problem', data);
end

% The system (in natural units, where accelerations are of the size of forces) with data changed
% within their accuracy, relative to the terms of each equation, so that it may become consistent:
% unilateral constraints are loosened, bilateral ones and forces moved to where they agree. [] when
% they do not come to agree so. change: the largest relative change.
function [R, change] = dls_contact_relaxed (S, P, accuracy)
  R = S;
  reach = max (abs ([S.F; 0]));
  R.bu = S.bu + accuracy * (abs (S.bu) + full (sum (abs (S.Gu), 1))' * reach);
  change = accuracy;
  G = [S.Gb, P.Ht];
  b = [S.bb; S.tb(P.kb); S.tu(P.ku)];
  if (~isempty (b))
    [a, ~, info] = dls_contact_parts ('kkt', speye (S.n), G, zeros (S.n, 1), b);
    r = G' * a + b;
    terms = abs (b) + full (sum (abs (G), 1))' * reach;
    if (strcmp (info.status, 'numerical_trouble') || any (abs (r) > accuracy * terms))
      R = [];
      return
    end
    b = b - r;
    R.bb = b((1:S.nb), 1);
    R.tb(P.kb) = b(S.nb + (1:numel (P.kb)));
    R.tu(P.ku) = b(S.nb + numel (P.kb) + (1:numel (P.ku)));
  end
  Z = dls_wellposed_rank (S.M, [G, S.Gu]);
  Z = full (Z.acceleration_kernel);
  if (~isempty (Z) && all (abs (Z' * S.F) <= accuracy * (abs (Z)' * (abs (S.F) + reach))))
    R.F = S.F - Z * ((Z' * Z) \ (Z' * S.F));
  end
end

% The contact problem by the program called name (dls_contact_program), to the last digits: the
% contacts that press in its answer make equations, whose solution (DLS_KKT) replaces the answer
% when it satisfies the laws better. v: what dls_contact_program returns.
function [a, lambda, v] = dls_contact_formulation (S, P, name)
  v = dls_contact_program (S, P, name);
  a = v.a;
  lambda = v.lambda;
  if (v.exitflag ~= 1 || any (strcmp (name, {'variational', 'sliding-projection'})))
    return
  end
  g = S.Gu' * a + S.bu;
  force = max (abs ([S.F; S.M * a; v.nu; realmin]));
  reach = max ([max(abs(S.Gu), [], 1), 0]) * force / max ([max(abs(S.M), [], 1), realmin]);
  motion = max ([abs(S.bu); abs(S.Gu)' * abs(a); full(reach); realmin]);
  presses = v.nu / force > g / motion;
  ne = S.nb + size (P.Ht, 2);
  [x, l, k] = dls_contact_parts ('kkt', S.M, [S.Gb, P.Ht, S.Gu(:,presses)], S.F, ...
                               [S.bb; S.tb(P.kb); S.tu(P.ku); S.bu(presses)]);
  nu = zeros (S.nu, 1);
  nu(presses) = l(ne+1:end);
  if (any (strcmp (k.status, {'inconsistent', 'numerical_trouble'})) ...
      || any (nu < -1e-12 * force))
    return
  end
  new = dls_contact_parts ('friction', S, P, l((1:S.nb), 1), max (nu, 0), l((S.nb+1:ne), 1));
  if (dls_contact_many ('worst', S, P, x, new) ...
      < dls_contact_many ('worst', S, P, a, lambda))
    a = x;
    lambda = new;
  end
end

% The options of dls_contact, and what they mean as flags.
function [opts, is] = dls_contact_options (args)
  opts = dls_table_options ('dls_contact', args);
  is.coulomb = strcmp (opts.Sticking, 'coulomb');
  is.mlcp = strcmp (opts.Formulation, 'mlcp');
  is.program = ~is.mlcp && ~strcmp (opts.Formulation, 'all');
  is.variational = any (strcmp (opts.Formulation, {'variational', 'sliding-projection'}));
  is.minimal = opts.MinimumNorm;
end

%!test  % parallel contacts on what has no mass, at rest: both touch, more may press
%! S = dls_system ('M', diag ([1 0 0 0]), 'F', [-2; -2; 1; 2], 'Gb', [-2; 2; -2; 1], 'bb', 0, ...
%!                 'Gu', [0 0; -2 -4; 3 6; 2 4], 'Hb', [2; 1; 0; -2], 'Hu', [-1 1; -2 -3; 2 -1; ...
%!                 0 0], 'mub', 5/8, 'muu', [2; 5] / 8, 'd', 2);
%! for unit = 2 .^ [-9 0 9]
%!   T = dls_system (S, 'M', S.M * unit, 'F', S.F / 32);
%!   [~, ~, info] = dls_contact (T, 'Sticking', 'equations');
%!   assert (~isequal (info.unique, true))
%! end

%!test  % the examples of the help
%! S = dls_system ('M', 2*eye (2), 'F', [-13; 2*9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%! [a, l, info] = dls_contact (S);
%! assert ([a(1), l.nu, l.tu], [1.595, 19.62, -9.81], 1e-12)
%! assert (info.status, 'solved')
%! assert (info.unique, true)
%! [a, l, info] = dls_contact (S, 'Sticking', 'equations');
%! assert (info.cones.u, -3.19, 1e-12)
%! [a, l] = dls_contact (dls_system (S, 'F', [-3; 2*9.81]));
%! assert ([a; l.nu; l.tu], [0; 0; 19.62; -3], 1e-12)
%! [a, l, info] = dls_contact (dls_system (S, 'F', [-13; -1]));
%! assert ([a; l.nu; l.tu], [6.5; 0.5; 0; 0], 1e-12)        % it lifts off
%! assert (info.unique, true)
%! [a, l] = dls_contact (dls_system (S, 'vtu', -2));         % sliding
%! assert ([a; l.nu; l.tu], [(13 + 9.81) / 2; 0; 19.62; 9.81], 1e-12)

%!test  % friction never exceeds its cone, and none acts in the air
%! given = {'M', 2*eye(2), 'Gu', [0; 1], 'Hu', [1; 0], 'muu', .5};
%! [a, l, info] = dls_contact (dls_system (given{:}, 'F', [-100; 19.62]));
%! assert ([a; l.nu; l.tu], [(100 - 9.81) / 2; 0; 19.62; -9.81], 1e-11)
%! [a, l, info] = dls_contact (dls_system (given{:}, 'F', [-3; -5]));
%! assert ([a; l.nu; l.tu], [1.5; 2.5; 0; 0], 1e-12)
%!error <expected 'Sticking', 'equations' with it>
%! dls_contact (dls_system ('M', eye (2), 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 1), ...
%!              'Formulation', 'dual');

%!test  % only a mass; nothing but equations; a frictionless contact that opens
%! [a, l, info] = dls_contact (dls_system ('M', 2, 'F', 4));
%! assert (a, -2, 1e-14)
%! assert ({size(l.nb), size(l.nu), size(l.tb), size(l.tu)}, {[0 1], [0 1], [0 1], [0 1]})
%! [a, l, info] = dls_contact (dls_system ('M', 2, 'F', -4, 'Gu', 1));
%! assert ([a, l.nu], [2, 0], 1e-14)
%! assert (info.solutions.a, 2, 1e-14)

%!test  % contradicting constraints: the certificate is arithmetic
%! S = dls_system ('M', eye (2), 'F', [1; 2], 'Gb', [1 1; 0 0], 'bb', [1; 3]);
%! [a, l, info] = dls_contact (S);
%! assert ({info.status, info.exitflag}, {'infeasible', -2})
%! c = info.certificate;  p = c.problem;
%! assert (p.A' * c.y, zeros (4, 1), 1e-12)
%! assert (p.a' * c.y, -1, 1e-12)
%! [a, l, info] = dls_contact (dls_system (S, 'Gu', [0; 1]));
%! assert (info.status, 'infeasible')
%! c = info.certificate;  p = c.problem;
%! assert (p.A' * c.y + p.C' * c.u, zeros (4, 1), 1e-9)
%! assert (all (c.u >= 0) && p.B' * c.y + p.D' * c.u <= 1e-9 && p.a' * c.y + p.b' * c.u < 0)

%!test  % rounding of the caller contradicts nothing
%! S = dls_system ('M', eye (2), 'F', [0; 9.81], 'Gb', [1 1; 0 0], 'bb', [0.1+0.2-0.3; 0]);
%! [a, l, info] = dls_contact (S);
%! assert (info.status, 'solved')
%! assert (~isempty (strfind (info.message, 'consistent to the accuracy of the data')))
%! S = dls_system ('M', eye (2), 'F', [0; 9.81], 'Gu', [1 -1 0; 0 0 1], 'bu', [-5.6e-17; 0; 0]);
%! [a, l, info] = dls_contact (S);
%! assert (info.status, 'solved')
%! assert (l.nu(3), 9.81, 1e-12)
%! [a, l, info] = dls_contact (dls_system (S, 'bu', [-1e-9; 0; 0]));
%! assert (info.status, 'infeasible')
%! [a, l, info] = dls_contact (dls_system (S, 'bu', [-1e-9; 0; 0]), 'DataAccuracy', 1e-8);
%! assert (info.status, 'solved')
%!error <^dls_contact: the argument is a friction problem; expected a contact system>
%! dls_contact (dls_problem ('W', eye (2), 'q', [1; 1], 'mu', 0, 'd', 2));
%!error <bu> dls_contact (setfield (dls_system ('M', 1), 'bU', 1))
%!error id=delassus:type dls_contact ()
%!error id=delassus:type dls_contact (3)
%!error id=delassus:option dls_contact (dls_system ('M', 1), 'Sticking', 'glue')
%!error id=delassus:option dls_contact (dls_system ('M', 1), 'Stick', 'coulomb')
%!error id=delassus:dimension dls_contact (struct ('F', 1))
%!demo
%! % a block that is pushed: friction grows with the force, then the block slides
%! push = linspace (0, 20, 41);
%! for k = 1:41
%!   S = dls_system ('M', 2*eye (2), 'F', [-push(k); 19.62], ...
%!                   'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%!   [a, lambda] = dls_contact (S);
%!   out(:,k) = [a(1); -lambda.tu];
%! end
%! plot (push, out); xlabel ('push'); legend ('acceleration', 'friction');
