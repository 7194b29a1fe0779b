function J = dls_sensitivity (problem, answer, what, varargin)
%DLS_SENSITIVITY  Derivatives of accelerations and reactions by all data, or their adjoints.
%   J = DLS_SENSITIVITY (PROBLEM, ANSWER, 'F') differentiates the equations that hold in the answer
%   (implicit function theorem): one column for each entry of the parameter.
%     PROBLEM                       ANSWER               parameters               J
%     struct M, G, F, b             struct a, lambda     'F', 'b', 'M', 'G'       .a, .lambda
%     K of DLS_KKT_SETUP            []                   'F', 'b'                 .a, .lambda
%     S of DLS_SYSTEM, mechanism    of DLS_CONTACT       'F', 'bb', 'bu', 'tb', 'tu', 'mub', 'muu',
%                                                        'M', 'Gb', 'Gu', 'Hb', 'Hu'
%                                                                                 .a, .lambda.nb ...
%     P, global form                struct r, u, v       'f', 'w', 'mu', 'M', 'H' .r, .u, .v
%     P, local form                 struct r, u          'q', 'mu', 'W'           .r, .u
%     P of the kind 'law'           as above             also 'angle', 'cohesion', 'rolling',
%                                                        'spinning'; of mu (s) the slopes are
%                                                        differences, and it is no parameter
%     S, mechanism                  V of DLS_STICKING    as of DLS_CONTACT        .mu_min, .mu_scale
%     S, mechanism                  struct lo, hi, info  as of DLS_CONTACT        .lo.nu, .hi.nu ...
%                                   of DLS_REACTION_RANGE
%   Of a mechanism J.lambda and J.lo, J.hi have reactions by name, too, J.bodies accelerations.
%   Of a matrix each nonzero entry is a parameter, in the order of FIND, alone: add the two columns
%   of a pair that changes together (M). KKT systems are solved by their factor.
%   G = DLS_SENSITIVITY (PROBLEM, ANSWER, NAMES, COTANGENT), NAMES a text or a cell of them: the
%   adjoint, G.F = (dy/dF)'*COTANGENT, ..., for the cost of one solve. COTANGENT is a struct like
%   the answer (a, lambda; r, v); what is left out is zero.
%
%     J.status     'solved'              differentiable; all that is determined was computed
%                  'one_sided'           a contact is at the end of its state (J.contacts): a column
%                                        is the change when its parameter grows. A weakly active
%                                        contact without friction or sliding, in 2D also the limit
%                                        of sticking
%                  'not_differentiable'  other such contacts: NaN. (Adjoints need 'solved')
%                  Of mu_min and ends of intervals (by the multipliers of their programs): where
%                  several multipliers belong to the answer, that of a parameter that grows
%     J.contacts   which are so, bilateral ones first
%     J.message
%   Rows of reactions that are not determined (redundant constraints; DLS_KKT: of its reactions of
%   minimum norm the derivative) and columns that leave no solution are NaN; so are those of a
%   coefficient 0 where nothing moves: friction would begin in any direction.
%
%   Example: a block of mass 2 slips; how its acceleration depends on the load
%     S = dls_system ('M', 2*eye (2), 'F', [-13; 2*9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%     [x.a, x.lambda, x.info] = dls_contact (S);
%     J = dls_sensitivity (S, x, 'F');
%     J.a
%     % ans =
%     %   -0.5000  -0.2500
%     %         0        0
%     G = dls_sensitivity (S, x, {'F', 'muu'}, struct ('a', [1; 0]));
%     [G.F; G.muu]'
%     % ans = -0.5000  -0.2500  -9.8100
%
%   Example: how much friction the block needs, and what the force sideways adds to it
%     V = dls_sticking (dls_system (S, 'F', [-3; 2*9.81]));
%     J = dls_sensitivity (dls_system (S, 'F', [-3; 2*9.81]), V, 'F');
%     [V.mu_min, J.mu_min]
%     % ans = 0.1529  -0.0510  -0.0078
%
%   Of a motion: DLS_VARIATION.
%
%   See also DLS_KKT, DLS_CONTACT, DLS_STICKING, DLS_REACTION_RANGE, DLS_FRICTION, DLS_REDUNDANCY.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 3 || nargin > 4)
    error ('delassus:dimension', ['dls_sensitivity: %d given; expected problem, answer, ', ...
           'parameter and perhaps a cotangent'], nargin);
  end
  names = what;
  if (ischar (what))
    names = {what};
  end
  if (~iscellstr (names) || isempty (names) || (nargin < 4 && numel (names) > 1))
    error ('delassus:type', ['dls_sensitivity: the parameter is %s; expected a name (several ', ...
           'with a cotangent)'], dls_describe (what));
  end
  weights = [];
  if (nargin > 3)
    weights = varargin{1};
    if (~isstruct (weights))
      error ('delassus:type', 'dls_sensitivity: the cotangent is %s; expected a struct', ...
             dls_describe (weights));
    end
  end
  J = derivatives (problem, answer, names, weights);
  if (nargout == 0)
    dls_show (J)
    clear J
  end
end

function J = derivatives (problem, answer, names, weights)
  if (isstruct (answer) && (isfield (answer, 'verdict') || all (isfield (answer, {'lo', 'hi'}))))
    J = dls_sensitivity_ends (problem, answer, names, weights, @known_names);
    return
  end
  E = equations (problem, answer);
  known_names (E, names);
  if (isequal (weights, []))
    D = E.parameters.(names{1}) ();
    [y, J] = E.forward (E, full (rows (E, D)), ~isempty (D.law));
    J = E.shape (E, J, y, D);
    return
  end
  [z, J] = E.adjoint (E, E.flat (E, weights));
  for k = 1:numel (names)
    J.(names{k}) = full (-rows (E, E.parameters.(names{k}) ())' * z);
  end
end

function known_names (E, names)
  unknown = find (~isfield (E.parameters, names), 1);
  if (~isempty (unknown))
    error ('delassus:option', 'dls_sensitivity: no parameter %s; expected one of %s', ...
           names{unknown}, strjoin (fieldnames (E.parameters)', ', '));
  end
end

% The derivative of the equations: of the dynamics, through the accelerations u of the constraints
% (Cu*u), or by coefficients of their laws.
function R = rows (E, D)
  R = sparse (E.n + size (E.Cu, 1), max ([size(D.dynamics, 2), size(D.u, 2), numel(D.which)]));
  if (~isempty (D.dynamics))
    R(1:E.n,:) = D.dynamics;
  end
  if (~isempty (D.u))
    R(E.n+1:end,:) = E.Cu * D.u;
  elseif (~isempty (D.law))
    R(E.n+1:end,:) = E.law.(D.law)(:,D.which);
  end
end

% What is differentiated; E.parameters.(name) () is the derivative of the data.
function E = equations (problem, answer)
  if (isa (problem, 'dls_factorisation'))
    E = linear (struct ('M', sparse (problem.n, problem.n), 'G', sparse (problem.n, problem.m)), ...
                struct ('a', zeros (problem.n, 1), 'lambda', zeros (problem.m, 1)));
    E.K = problem;
    E.parameters = rmfield (E.parameters, {'M', 'G'});
  elseif (isstruct (problem) && all (isfield (problem, {'M', 'G', 'F', 'b'})))
    own_fields (answer, {'a', 'lambda'});
    E = linear (problem, answer);
    E.K = dls_kkt_setup (problem.M, problem.G);
  elseif (isstruct (problem) && isfield (problem, 'kind') ...
          && any (strcmp (problem.kind, {'friction', 'law'})))
    problem = dls_problem_input (problem, 'dls_sensitivity', true);
    own_fields (answer, {'r', 'u'});
    E = of_contacts ('friction', problem, answer);
  else
    problem = dls_system_input (problem, 'dls_sensitivity');
    own_fields (answer, {'a', 'lambda'});
    E = of_contacts ('contact', problem, answer);
  end
end

function E = of_contacts (what, problem, answer)
  E = dls_sensitivity_laws (what, problem, answer);
  [E.forward, E.adjoint, E.flat, E.shape] = deal (@forward, @adjoint, @flat, @shape);
end

function own_fields (answer, names)
  if (~(isstruct (answer) && isscalar (answer) && all (isfield (answer, names))))
    error ('delassus:type', 'dls_sensitivity: the answer is %s; expected a struct with %s', ...
           dls_describe (answer), strjoin (names, ', '));
  end
end

% M*a + F - G*l = 0, G'*a + b = 0.
function E = linear (P, answer)
  [n, m] = size (P.G);
  E = struct ('n', n, 'm', m, 'Cu', speye (m), 'forward', @linear_forward, ...
              'adjoint', @linear_adjoint, 'flat', @linear_flat, 'shape', @linear_shape);
  a = dls_vector_input (answer.a, n, 'dls_sensitivity', 'a of the answer');
  l = dls_vector_input (answer.lambda, m, 'dls_sensitivity', 'lambda of the answer');
  data = @(R, u) @() struct ('dynamics', R, 'u', u, 'law', '', 'which', []);
  E.parameters = struct ('F', data (speye (n), []), 'b', data ([], speye (m)), 'M', [], 'G', []);
  [i, j] = find (P.M);
  E.parameters.M = data (sparse (i, 1:numel (i), a(j), n, numel (i)), []);
  [i, j] = find (P.G);
  k = 1:numel (i);
  E.parameters.G = data (sparse (i, k, -l(j), n, numel (i)), sparse (j, k, a(i), m, numel (i)));
end

function [y, J] = linear_forward (E, R, ~)
  [a, l, info] = dls_kkt (E.K, R(1:E.n,:), R(E.n+1:end,:));
  y = [a; l];
  y(:,~info.consistent) = NaN;
  J = struct ('a', [], 'lambda', [], 'status', 'solved', 'contacts', [], 'message', info.message);
end

function [z, J] = linear_adjoint (E, w)
  [a, l, info] = dls_kkt (E.K, -w(1:E.n), w(E.n+1:end));
  z = [a; -l];
  J = struct ('status', 'solved', 'contacts', [], 'message', info.message);
  if (~all (info.consistent))
    J.message = 'the cotangent asks for what is not determined: of the least-squares solution';
  end
end

function w = linear_flat (E, c)
  w = zeros (E.n + E.m, 1);
  if (isfield (c, 'a'))
    w(1:E.n) = dls_vector_input (c.a, E.n, 'dls_sensitivity', 'a');
  end
  if (isfield (c, 'lambda'))
    w(E.n+1:end) = dls_vector_input (c.lambda, E.m, 'dls_sensitivity', 'lambda');
  end
end

function J = linear_shape (E, J, y, ~)
  J.a = y(1:E.n,:);
  J.lambda = y(E.n+1:end,:);
end

% R: of the dynamics and of Cu*u, or (law) of the equations of the laws.
function [y, J] = forward (E, R, law)
  J = report (E);
  s = solver (E.A);
  J.message = s.why;
  if (any (isnan (R(:))) && isempty (J.message))
    J.message = 'NaN: friction begins in any direction where nothing moves';
  end
  if (E.lost)
    y = NaN (size (E.A, 1), size (R, 2));
  elseif (isempty (E.pairs))
    y = -s.solve (R);
    y(s.free,:) = NaN;
    y(:,s.held (R)) = NaN;
  else
    y = one_sided (E, R, law);
  end
end

% The change with each column when what is at the end of its state may leave it one way.
function y = one_sided (E, R, law)
  n = E.n;
  N = E.rows * E.nc;
  rows = n + [E.pairs.row];
  U = [sparse(numel (rows), n), vertcat(E.pairs.U)];
  W = vertcat (E.pairs.W);
  A = E.A;
  A(rows,:) = U;
  B = sparse (rows, 1:numel (rows), -1, n + N, numel (rows));
  none = sparse (numel (rows), numel (rows));
  y = NaN (n + N, size (R, 2));
  for j = find (all (isfinite (R), 1))
    a = R(:,j);
    shift = zeros (N, 1);                  % Cu is 1 in these rows: their change of u
    if (~law)
      shift(rows-n) = a(rows);
      a(rows) = 0;
    end
    [x, ~, ~, info] = dls_mlcp (A, B, W * [E.Jk, sparse(N, N)], none, a, W * shift);
    if (strcmp (info.status, 'solved'))
      y(:,j) = x;
    end
  end
end

function [z, J] = adjoint (E, w)
  J = report (E);
  s = solver (E.A);
  J.message = s.why;
  if (E.lost || ~isempty (E.pairs))
    z = NaN (size (w));
    J.status = 'not_differentiable';
    J.message = 'contacts at the end of their state: adjoints need a differentiable answer';
  else
    z = s.transposed (w);
    if (s.open (w))
      z(:) = NaN;
      J.message = 'the cotangent asks for what is not determined';
    end
  end
end

function J = report (E)
  J = struct ('status', 'solved', 'contacts', E.contacts, 'message', '');
  if (E.lost)
    J.status = 'not_differentiable';
  elseif (~isempty (E.pairs))
    J.status = 'one_sided';
  end
end

% Solutions of minimum norm in balanced units; which rows are free; columns that leave no solution
% (held), cotangents of what is not determined (open).
function s = solver (A)
  [r, c] = dls_judge ('units', A);
  k = numel (c);
  A = diag (sparse (r)) * A * diag (sparse (c));
  if (~all (isfinite (nonzeros (A))))
    error ('delassus:notFinite', ['dls_sensitivity: derivatives of the equations are Inf or ', ...
           'NaN; expected data whose products are finite']);
  end
  s = struct ('free', false (k, 1), 'held', @(R) false (1, size (R, 2)), 'open', @(w) false, ...
              'why', '', 'solve', [], 'transposed', []);
  if (k > 500)                             % sparse LU, of what is regular
    [L, U, P, Q] = lu (A);
    if (~(min (abs (diag (U))) > 1e-12 * max (abs (diag (U)))))
      dls_raise ('delassus:dimension', ...
                 ['dls_sensitivity: %d unknowns with redundant equations; ', ...
                 'expected at most 500'], k);
    end
    s.solve = @(R) bsxfun (@times, c, Q * (U \ (L \ (P * bsxfun (@times, r, R)))));
    s.transposed = @(w) r .* (P' * (L' \ (U' \ (Q' * (c .* w)))));
    return
  end
  [P, S, Q] = svd (full (A));
  S = diag (S);
  good = S > 1e-11 * max ([S; realmin]);
  T = Q(:,good) * diag (1 ./ S(good)) * P(:,good)';
  s.solve = @(R) bsxfun (@times, c, T * bsxfun (@times, r, R));
  s.transposed = @(w) r .* (T' * (c .* w));
  if (~all (good))
    s.free = max (abs (Q(:,~good)), [], 2) > 1e-7;
    beyond = @(Z, X) max (abs (Z' * X), [], 1) > 1e-8 * max (abs (X), [], 1);
    s.held = @(R) beyond (P(:,~good), bsxfun (@times, r, R));
    s.open = @(w) beyond (Q(:,~good), c .* w);
    s.why = sprintf ('%d unknowns are not determined', sum (s.free));
  end
end

function w = flat (E, c)
  w = zeros (E.n + E.rows * E.nc, 1);
  if (strcmp (E.kind, 'contact'))
    if (isfield (c, 'a'))
      w(1:E.n) = dls_vector_input (c.a, E.n, 'dls_sensitivity', 'a');
    end
    for name = {'nb', 'nu', 'tb', 'tu'}
      if (isfield (c, 'lambda') && isfield (c.lambda, name{1}))
        at = E.at.(name{1});
        w(E.n+at) = dls_vector_input (c.lambda.(name{1}), numel (at), 'dls_sensitivity', name{1});
      end
    end
    return
  end
  names = {'v', 'u'};
  if (isfield (c, names{1+E.local}))
    w(1:E.n) = dls_vector_input (c.(names{1+E.local}), E.n, 'dls_sensitivity', names{1+E.local});
  end
  if (isfield (c, 'r'))
    w(E.n+1:end) = dls_vector_input (c.r, E.rows * E.nc, 'dls_sensitivity', 'r');
  end
end

function J = shape (E, J, y, D)
  a = y(1:E.n,:);
  r = y(E.n+1:end,:);
  if (strcmp (E.kind, 'contact'))
    J.a = a;
    for name = {'nb', 'nu', 'tb', 'tu'}
      J.lambda.(name{1}) = r(E.at.(name{1}),:);
    end
    J.lambda = dls_by_name (J.lambda, E.S);
    J = dls_by_name (J, E.S, a);
    return
  end
  J.r = r;
  J.u = full (E.Jk * a);
  if (~isempty (D.u))
    J.u = J.u + D.u;
  end
  if (~E.local)
    J.v = a;
  end
end

%!test  % the examples of the help
%! S = dls_system ('M', 2*eye (2), 'F', [-13; 2*9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%! [x.a, x.lambda, x.info] = dls_contact (S);
%! J = dls_sensitivity (S, x, 'F');
%! assert (J.a, [-0.5 -0.25; 0 0], 1e-12)
%! assert ([J.lambda.nu; J.lambda.tu], [0 1; 0 -0.5], 1e-12)
%! G = dls_sensitivity (S, x, {'F', 'muu'}, struct ('a', [1; 0]));
%! assert ([G.F; G.muu]', [-0.5 -0.25 -9.81], 1e-12)
%! S = dls_system (S, 'F', [-3; 2*9.81]);
%! J = dls_sensitivity (S, dls_sticking (S), 'F');
%! assert (J.mu_min, [-1, -3 / (2 * 9.81)] / (2 * 9.81), 1e-8)
%!test  % a block that rests with no force to spare begins to slip one way, is held the other way
%! S = dls_system ('M', eye (2), 'F', [-5; 10], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%! x = struct ('a', [0; 0], 'lambda', struct ('nb', [], 'nu', 10, 'tb', [], 'tu', -5));
%! J = dls_sensitivity (S, x, 'F');
%! assert ({J.status, J.contacts}, {'one_sided', 1})
%! assert (J.a, [0 0; 0 0], 1e-12)                    % pushed less, pressed more: it stays
%! assert ([J.lambda.nu; J.lambda.tu], [0 1; 1 0], 1e-12)    % tu = F(1)
%! S.F = [5; 10];
%! x.lambda.tu = 5;
%! J = dls_sensitivity (S, x, 'F');
%! assert (J.a, [-1 0; 0 0], 1e-12)                   % pushed more: it slips
%!test  % a factor at hand
%! K = dls_kkt_setup (eye (2), [1; 1]);
%! J = dls_sensitivity (K, [], 'F');
%! assert (J.a, [-0.5 0.5; 0.5 -0.5], 1e-12)
%! assert (J.lambda, [0.5 0.5], 1e-12)
%!error <no parameter mu; expected one of F, b, M, G>
%! P = struct ('M', 1, 'G', 1, 'F', 1, 'b', 0);
%! dls_sensitivity (P, struct ('a', 0, 'lambda', 1), 'mu');
%!error id=delassus:dimension dls_sensitivity (1)
%!error id=delassus:type dls_sensitivity (dls_system ('M', 1), 3, 'F')
%!error id=delassus:type
%! dls_sensitivity (dls_system ('M', 1), struct ('a', 1, 'lambda', 1), {'F', 'M'})
%!demo
%! % the friction that a block needs, over a pull that lifts it, too, and its sensitivity
%! S = @(push) dls_system ('M', eye (2), 'F', [-push; 20-push], 'Gu', [0; 1], ...
%!                          'Hu', [1; 0], 'muu', 1);
%! push = 1:0.5:10;
%! plot (push, arrayfun (@(x) dls_sticking (S (x)).mu_min, push), 'o');
%! hold on
%! J = dls_sensitivity (S (4), dls_sticking (S (4)), 'F');
%! plot (push, dls_sticking (S (4)).mu_min - sum (J.mu_min) * (push - 4));
%! xlabel ('pull'); ylabel ('mu');
