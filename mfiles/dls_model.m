function model = dls_model (varargin)
%DLS_MODEL  A mechanical system for DLS_SIMULATE: equations of motion, constraints, contacts.
%   MODEL = DLS_MODEL ('name', VALUE, ...) describes
%       M(q)*dv/dt = f(t,q,v) + G*lambda_b + N*lambda_n + T*lambda_t
%       h(q) = 0,    0 <= g(q) _|_ lambda_n >= 0,    Coulomb friction |lambda_t| <= mu*lambda_n,
%   with the force on the RIGHT and gradients as columns. Each entry is a value or a handle of (q)
%   or of (t,q,v):
%     'mass'            n-by-n, symmetric; may be singular where G makes up for it
%     'force'           n-by-1
%     'constraint'      h, nb-by-1               'constraintgrad'  G, n-by-nb
%     'gap'             g, nu-by-1, >= 0         'gapgrad'         N, n-by-nu
%     'tangent'         T, n-by-(d-1)*nu, contact by contact
%     'mu'              nu coefficients of friction, or one for all, or a handle
%     'restitution'     nu of them in [0,1], or one for all (0), or a handle
%     'law'             of impacts, a name or a cell with one per contact (DLS_IMPACT tells them):
%                       'newton' (default), 'moreau', 'plastic' | 'poisson', 'fremond': for
%                       'event-driven';  'tangentrestitution'   of newton, in [0,1] (0)
%                       or a handle, for 'event-driven': p = f (W,u,e,mu), or (W,u,e,mu,k), k the
%                       contacts that are hit or closed: percussions that make u + W*p of their
%                       velocities u, contact by contact, normal first, as in DLS_IMPACT. No contact
%                       may approach afterwards
%     'cohesion'        c, nu forces or one for all (0), or a handle: closed contacts bear lambda_n
%                       down to -c, the law is that of lambda_n + c
%     'stiffness', 'damping'   k and c of compliant contacts, nu numbers each, one for all, or a
%                       handle: lambda_n = max (0, -k*g - c*dg/dt) where g <= 0, no tension;
%                       k = Inf (default): rigid, with 'restitution'
%     'creep'           s, nu or one for all (0), or a handle: regularised friction, Coulomb's law
%                       is that of T'*v + s*lambda_t. What would stick creeps at s*|lambda_t|
%     'rolling', 'spinning'    arms m, nu or one for all, or a handle: T has 2 more columns for each
%                       contact (1 where d is 2) and one more for spinning (d = 3), behind the
%                       tangents: relative rotations. Moments are at most m*lambda_n, against them
%                       (cohesion ... spinning: implicit in the steps of Moreau and Jean, but for
%                       stiffness in those of 'nonsmooth-generalized-alpha')
%     'd'               2 or 3: dimension of the contacts
%     'contacts'        a handle of (q), (t,q,v) or (t,q,v,h), h the step: identities (different
%                       whole numbers > 0) of the contacts that there are, in any order, a column;
%                       asked before each step: those that may touch within it (steps of
%                       'event-driven' are long). 'gap' and all that belongs to contacts are then
%                       functions of (q,list) or (t,q,v,list); mu, restitution, law .. may be one
%                       number. Percussions and states follow identities: SOL.contact
%   Tangents need not have length one: T*diag ([s1 s2]) with mu is an ellipse, mu*s1 and mu*s2
%   (lambda_t is then per length of the tangent). A handle mu of (t,q,v) may depend on the slip
%   T'*v: it is that of the beginning of each step.
%   Optional: 'force_q', 'force_v' (Jacobians, n-by-n, for stiff forces); 'potential' (scalar, for
%   the energy); 'constraintrate', 'gaprate' (d/dt(G')*v, d/dt(N')*v); 'constrainttime',
%   'gaptime', 'tangenttime' (partial derivatives with respect to t, for moving walls and belts);
%   'n'; 'names' (of the coordinates). Gradients that are not given come from differences, Jacobians
%   too: 'force_pattern', n-by-n, is nonzero where a force depends on a coordinate or its velocity;
%   then few displacements do (coordinates that share no force together). A force that takes columns
%   q, v of several states and returns as many is called once for all.
%     'advance'         next = a (q,v,h), positions a time h after q with velocity v: where dq/dt is
%                       not v, as of quaternions. Then q has nq >= n entries, v has n; gaps,
%                       constraints and forces are functions of q, gradients stay n-by-m, with
%                       respect to velocities (G'*v is the rate of h), force_q is along advance;
%                       'n' is needed beside a 'mass' that is a function. Not for
%                       'schatzman-paoli'
%     'metric'          d = m (p,q), a distance of positions: DLS_ERROR compares with it
%     'state'           g, nx-by-1, a handle of (t,q,v,x): states x beside q and v, dx/dt = g
%                       (controllers, actuators, friction with memory)
%     'sample'          {period, c}: x := c(t,q,v,x) at multiples of the period: sampled control
%     'x0'              x at the beginning (nx-by-1); then force, potential, mu and restitution may
%                       be handles of (t,q,v,x), too. Motions have SOL.x
%   A numeric 'gap' or 'constraint' with a constant gradient N or G is affine: g = gap + N'*q.
%
%   DLS_MODEL ('M', M, 'C', C, 'K', K, 'f', f, ...) is a linear model, M*dv/dt + C*v + K*q = f + ..;
%   with constant gradients it is simulated in compiled code. f is n-by-1 or a handle of (t).
%   DLS_MODEL ('library', FILE, 'numbers', X) is a model in C, in a shared object that exports what
%   delassus.h says of dls_library_host; it is given the numbers X. Its steps cost what they cost in
%   C. examples/c/library/pendulum.c is one, with the line that compiles it. A program error in it
%   ends Octave.
%   DLS_MODEL (MODEL, 'name', VALUE, ...) changes an existing model.
%   DLS_CHECK_MODEL compares gradients with differences; use it first.
%
%   Example: a ball above the ground
%     model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%     sol = dls_simulate (model, [0 4], 1, 0, 'Step', 1e-3);
%     sol.q(end)
%
%   See also DLS_SIMULATE, DLS_CHECK_MODEL, DLS_PLOT, DLS_SYSTEM.
% SPDX-License-Identifier: GPL-3.0-or-later
  functions = {'mass', 'force', 'constraint', 'constraintgrad', 'gap', 'gapgrad', 'tangent', ...
               'force_q', 'force_v', 'potential', 'constraintrate', 'gaprate', ...
               'constrainttime', 'gaptime', 'tangenttime', 'mu', 'restitution', ...
               'tangentrestitution', 'law', 'cohesion', 'stiffness', 'damping', 'creep', ...
               'rolling', 'spinning', 'contacts', 'state', 'sample', 'advance'};
  constants = {'d', 'n', 'names', 'x0', 'M', 'C', 'K', 'force_pattern', 'metric'};
  given = dls_model_names (varargin, [functions, constants, {'f', 'library', 'numbers'}]);
  model = struct ('kind', 'model', 'linear', isfield (given, 'M'), 'given', given);
  if (model.linear)
    given = linear_part (given);
  end
  [given, model.x, model.period] = states (given);
  [model.library, model.numbers, model.nq, model.moments] = deal ('', [], [], 0);
  if (isfield (given, 'law') && ~isempty (given.law) && ~isa (given.law, 'function_handle'))
    given.law = dls_impact_law (given.law, 'dls_model');
  end
  for k = 1:numel (functions)
    name = functions{k};
    if (~isfield (given, name))
      given.(name) = [];
    end
    model.(name) = given.(name);
    model.arity.(name) = arity_of (given.(name), name, ...
                                   isfield (given, 'contacts') && ~isempty (given.contacts));
  end
  model = linear_fields (model, given);
  model.pattern = pattern_of (given, model);
  model.metric = metric_of (given);
  if (isfield (given, 'library'))
    model = of_library (model, given);
  elseif (isfield (given, 'numbers'))
    error ('delassus:option', 'dls_model: ''numbers'' are given without a ''library''');
  else
    model = sizes (model, given);
  end
  if (nargout == 0)
    dls_show (model)
    clear model
  end
end

% Pairs of a name and a value, after the data of an existing model; later ones win.
function given = dls_model_names (args, names)
  given = struct ();
  if (~isempty (args) && isstruct (args{1}))
    dls_kind_input (args{1}, 'model', 'dls_model');
    if (~isfield (args{1}, 'given') || ~isstruct (args{1}.given))
      error ('delassus:type', 'dls_model: the first argument is a struct; expected a model');
    end
    given = args{1}.given;
    args(1) = [];
  end
  if (mod (numel (args), 2) ~= 0 || ~iscellstr (args(1:2:end)))
    error ('delassus:option', 'dls_model: expected pairs of a name and its value');
  end
  for k = 1:2:numel (args)
    if (~any (strcmp (args{k}, names)))
      error ('delassus:option', 'dls_model: unknown name ''%s''; expected one of %s%s', args{k}, ...
             strjoin (names, ', '), dls_nearest_name (args{k}, names));
    end
    given.(args{k}) = args{k+1};
  end
end

% A model in a shared object: all else is there.
function model = of_library (model, given)
  others = setdiff (fieldnames (given), [fieldnames(model.arity); {'library'; 'numbers'; 'x0'}]);
  parts = fieldnames (model.arity);
  parts = parts(cellfun (@(name) ~isempty (given.(name)), parts));
  others = [others; parts];
  file = given.library;
  if (~isempty (others))
    error ('delassus:option', ['dls_model: ''%s'' is given beside a ''library'', which has ', ...
           'it all'], others{1});
  elseif (~(ischar (file) && size (file, 1) == 1 && exist (file, 'file') == 2))
    error ('delassus:file', 'dls_model: the library is %s; expected a file that exists', ...
           dls_describe (file));
  end
  if (isfield (given, 'numbers'))
    model.numbers = dls_vector_input (given.numbers(:), numel (given.numbers), 'dls_model', ...
                                      'numbers');
  end
  if (file(1) ~= '/')                                   % where the user is now
    file = fullfile (pwd (), file);
  end
  model.library = file;
  found = dls_in_name_of ('dls_model', @dls_motion_mex, 'library', model);
  [model.n, model.nq, model.nb, model.nu, model.d] = deal (found.n, found.nq, found.nb, ...
                                                           found.nu, found.d);
  model.names = {};
  if (numel (model.x) ~= found.nx)
    dls_raise ('delassus:dimension', 'dls_model: x0 has %d entries; expected %d as its library', ...
               numel (model.x), found.nx);
  end
end

% States at the beginning, and the period of a control; 'sample' is its handle.
function [given, x, period] = states (given)
  x = zeros (0, 1);
  period = 0;
  if (isfield (given, 'x0'))
    x = dls_vector_input (given.x0, numel (given.x0), 'dls_model', 'x0');
  end
  rules = intersect (fieldnames (given), {'state', 'sample'});
  if (isfield (given, 'library'))
    return
  elseif (isempty (x) ~= isempty (rules))
    error ('delassus:option', ['dls_model: states want ''x0'', where they begin, and ', ...
                               '''state'' or ''sample'', what becomes of them']);
  elseif (~isempty (x) && (isfield (given, 'M') ...
                           || any (isfield (given, {'force_q', 'force_v'}))))
    error ('delassus:option', ['dls_model: a model with states has ''mass'' and ''force''; ', ...
                               'its Jacobians are differences']);
  end
  if (isfield (given, 'sample'))
    s = given.sample;
    if (~(iscell (s) && numel (s) == 2 && isa (s{1}, 'double') && isscalar (s{1}) && s{1} > 0 ...
          && isfinite (s{1}) && isa (s{2}, 'function_handle')))
      error ('delassus:option', 'dls_model: sample is %s; expected {period, function}', ...
             dls_describe (s));
    end
    [period, given.sample] = s{:};
  end
end

function given = linear_part (given)
  if (isfield (given, 'mass') || isfield (given, 'force'))
    error ('delassus:option', ...
           'dls_model: both M and mass or force are given; expected M, C, K, f or mass, force');
  end
  [given.M, given.mass] = deal (dls_sparse_input (given.M, 'dls_model', 'M', 'square'));
  n = size (given.M, 1);
  for name = {'C', 'K'}
    if (~isfield (given, name{1}) || isempty (given.(name{1})))
      given.(name{1}) = sparse (n, n);
    end
    A = dls_sparse_input (given.(name{1}), 'dls_model', name{1});
    if (~isequal (size (A), [n, n]))
      error ('delassus:dimension', 'dls_model: %s is %d-by-%d; expected %d-by-%d like M', ...
             name{1}, size (A, 1), size (A, 2), n, n);
    end
    dls_finite_input (A, 'dls_model', name{1});
    given.(name{1}) = A;
  end
  if (~isfield (given, 'f') || isempty (given.f))
    given.f = zeros (n, 1);
  elseif (~isa (given.f, 'function_handle'))
    given.f = dls_vector_input (given.f, n, 'dls_model', 'f');
  elseif (arguments_of (given.f, 'f') > 1)
    error ('delassus:type', 'dls_model: the number of arguments of f is %d; expected (t)', ...
           nargin (given.f));
  end
  given.force = [];
end

function f = metric_of (given)
  f = [];
  if (isfield (given, 'metric') && ~isempty (given.metric))
    f = given.metric;
    if (~isa (f, 'function_handle'))
      error ('delassus:type', 'dls_model: metric is %s; expected a function of (p,q)', ...
             dls_describe (f));
    end
  end
end

% Where derivatives of the force may be nonzero; [] is everywhere.
function S = pattern_of (given, model)
  S = [];
  if (~isfield (given, 'force_pattern') || isempty (given.force_pattern))
    return
  elseif (model.linear || ~isempty (model.x) || model.arity.force <= 0)
    error ('delassus:option', ['dls_model: ''force_pattern'' is given; expected it beside a ', ...
           '''force'' that is a function, without states']);
  end
  S = given.force_pattern;
  if (islogical (S))
    S = double (S);
  end
  S = double (dls_sparse_input (S, 'dls_model', 'force_pattern', 'square') ~= 0);
end

function model = linear_fields (model, given)
  names = {'M', 'C', 'K', 'f'};
  for k = 1:4
    model.(names{k}) = [];
    if (model.linear)
      model.(names{k}) = given.(names{k});
    elseif (isfield (given, names{k}))
      error ('delassus:option', ...
             'dls_model: %s is given without M; linear models have M, C, K, f', names{k});
    end
  end
end

% lists: contacts come and go; functions of (q,list) have arity 2, those of (t,q,v,list) 5.
function a = arity_of (x, name, lists)
  of_contacts = {'gap', 'gapgrad', 'tangent', 'gaprate', 'gaptime', 'tangenttime', 'mu', ...
                 'restitution', 'tangentrestitution', 'cohesion', 'stiffness', 'damping', ...
                 'creep', 'rolling', 'spinning', 'law'};
  lists = lists && any (strcmp (name, of_contacts));
  if (any (strcmp (name, {'state', 'sample', 'advance'})) && isa (x, 'double') && ~isempty (x))
    error ('delassus:type', 'dls_model: %s is a number; expected a function', name);
  elseif (isa (x, 'double') && ((lists && (numel (x) > 1 ...
          || (~isempty (x) && any (strcmp (name, of_contacts(1:6)))))) ...
          || (~isempty (x) && strcmp (name, 'contacts'))))
    error ('delassus:type', ['dls_model: %s is %s beside ''contacts'', which come and go; ', ...
           'expected a function'], name, dls_describe (x));
  elseif (isempty (x) && ~isa (x, 'function_handle'))
    a = -1;
  elseif (isa (x, 'double') && isreal (x))
    if (strcmp (name, 'stiffness'))
      x = x(x ~= Inf);                                   % rigid
    end
    dls_finite_input (x, 'dls_model', name);
    a = 0;
  elseif (isa (x, 'function_handle'))
    a = arguments_of (x, name);
    if (a < 0)
      a = 3;
    end
    if (any (strcmp (name, {'advance', 'law'})))
      expected = {3, '(q,v,h)'};
      if (strcmp (name, 'law'))
        expected = {[4 5], '(W,u,e,mu) or (W,u,e,mu,k)'};
      end
      if (~any (a == expected{1}))
        error ('delassus:type', 'dls_model: the number of arguments of %s is %d; expected %s', ...
               name, a, expected{2});
      end
      return
    end
    of_states = {'force', 'potential', 'mu', 'restitution', 'state', 'sample'};
    if (lists && (a == 4 || a == 3))
      a = 5;
    end
    if (lists && a ~= 2 && a ~= 5)
      error ('delassus:type', ['dls_model: the number of arguments of %s is %d; expected ', ...
             '(q,list) or (t,q,v,list) beside ''contacts'''], name, a);
    elseif (lists || (strcmp (name, 'contacts') && a == 4))
      return
    elseif (a ~= 1 && a ~= 3 && ~(a == 4 && any (strcmp (name, of_states))))
      error ('delassus:type', ['dls_model: the number of arguments of %s is %d; expected (q) ', ...
             'or (t,q,v); with states (t,q,v,x) in %s'], name, a, strjoin (of_states, ', '));
    end
  else
    error ('delassus:type', 'dls_model: %s is %s; expected a real matrix or a function handle', ...
           name, dls_describe (x));
  end
end

% Of built-in functions the number is not known.
function a = arguments_of (f, name)
  try
    a = nargin (f);
  catch
    error ('delassus:type', ['dls_model: %s is @%s, built in or not found; expected a ', ...
           'function of (q) or (t,q,v), for instance @(q) %s (q)'], name, func2str (f), ...
           func2str (f));
  end
end

% What is known before the first state: the rest is found by dls_model_bind.
function model = sizes (model, given)
  if (model.arity.mass < 0)
    error ('delassus:option', 'dls_model: neither ''mass'' nor ''M'' is given');
  end
  model.n = [];
  if (isfield (given, 'n') && ~isempty (given.n))
    if (~(isa (given.n, 'double') && isscalar (given.n) && given.n >= 0 ...
          && given.n == fix (given.n)))
      error ('delassus:option', 'dls_model: n is %s; expected the number of coordinates', ...
             dls_describe (given.n));
    end
    model.n = given.n;
  elseif (model.arity.mass == 0)
    model.n = size (dls_sparse_input (model.mass, 'dls_model', 'mass', 'square'), 1);
  end
  if (model.arity.mass == 0)
    dls_finite_input (model.mass, 'dls_model', 'M', 'mass');
  end
  [model.nb, model.nu] = deal ([]);
  check_advance (model);
  if (model.arity.contacts > 0 && model.arity.gap < 0)
    error ('delassus:option', 'dls_model: ''contacts'' is given without ''gap''');
  end
  for c = {'constraint', 'gap'}
    if (model.arity.(c{1}) < 0 && model.arity.([c{1}, 'grad']) >= 0)
      error ('delassus:option', 'dls_model: ''%sgrad'' is given without ''%s''', c{1}, c{1});
    elseif (model.arity.(c{1}) == 0 && model.arity.([c{1}, 'grad']) ~= 0)
      error ('delassus:option', ...
             ['dls_model: ''%s'' is a number; expected a constant ''%sgrad'' with it, ', ...
              'or a function'], c{1}, c{1});
    end
  end
  if (model.arity.constraint < 0)
    model.nb = 0;
  end
  [model.d, model.names] = deal (1, {});
  for name = {'d', 'names'}
    if (isfield (given, name{1}) && ~isempty (given.(name{1})))
      model.(name{1}) = given.(name{1});
    end
  end
  if (model.arity.gap < 0)
    model.nu = 0;
  end
  friction (model, given);
  if (model.arity.tangent >= 0 && ~isfield (given, 'd'))
    model.d = 2;
  elseif (model.arity.tangent < 0)
    model.d = 1;
  end
  moments = [model.arity.rolling, model.arity.spinning] >= 0;
  if (any (moments) && ~(model.d == 3 || (model.d == 2 && ~moments(2))))
    error ('delassus:option', ['dls_model: ''rolling'' or ''spinning'' with d = %d; expected ', ...
           'tangents, and d = 3 for ''spinning'''], model.d);
  end
  model.moments = moments * [model.d - 1; 1];
  model.d = model.d + model.moments;
end

% Positions that advance by themselves
function check_advance (model)
  if (model.arity.advance < 0)
    return
  elseif (isempty (model.n))
    error ('delassus:option', ['dls_model: ''advance'' beside a ''mass'' that is a function; ', ...
           'expected ''n'', the number of velocities']);
  elseif (model.linear || model.arity.constraint == 0 || model.arity.gap == 0)
    error ('delassus:option', ['dls_model: ''advance'' beside what is linear in q (M, K, a ', ...
           'number for ''gap'' or ''constraint''); expected functions']);
  end
end

function yes = nonnegative (x)
  yes = isa (x, 'double') && isreal (x) ...
        && (isempty (x) || (isvector (x) && all (nonzeros (x) >= 0)));
end

function friction (model, given)
  if (~iscellstr (model.names))
    error ('delassus:type', 'dls_model: names is %s; expected a cell of texts', ...
           dls_describe (model.names));
  end
  for name = {'restitution', 'tangentrestitution', 'cohesion', 'stiffness', 'damping', 'creep', ...
              'rolling', 'spinning', 'mu'}
    x = model.(name{1});
    if (~(model.arity.(name{1}) > 0 || nonnegative (x)))
      error ('delassus:option', 'dls_model: %s is %s; expected numbers >= 0', name{1}, ...
             dls_describe (x));
    elseif (any (strfind (name{1}, 'resti')) && isnumeric (x) && any (nonzeros (x) > 1))
      error ('delassus:option', ['dls_model: %s is %s; expected numbers in [0,1], more makes ', ...
             'energy'], name{1}, dls_describe (x));
    end
  end
  if (model.arity.damping >= 0 && model.arity.stiffness < 0)
    error ('delassus:option', 'dls_model: ''damping'' is given without ''stiffness''');
  elseif ((model.arity.mu > 0 || any (model.mu(:) > 0)) && model.arity.tangent < 0)
    error ('delassus:option', 'dls_model: mu is given without ''tangent''');
  elseif (model.arity.tangent >= 0 && model.arity.gap < 0)
    error ('delassus:option', 'dls_model: ''tangent'' is given without ''gap''');
  elseif (isfield (given, 'd') && ~(isequal (given.d, 2) || isequal (given.d, 3)))
    error ('delassus:option', 'dls_model: d is %s; expected 2 or 3', dls_describe (given.d));
  end
end

%!test
%! model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%! assert ({model.n, model.nb, model.d, model.linear}, {1, 0, 1, false})
%! model = dls_model (model, 'restitution', 0.25, 'force', @(q) -q);
%! assert ({model.restitution, model.arity.force, model.arity.mass}, {0.25, 1, 0})
%!test
%! model = dls_model ('M', eye (2), 'K', [2 -1; -1 2], 'gap', 0, 'gapgrad', [1; 0]);
%! assert (model.linear && issparse (model.C) && isequal (model.f, [0; 0]))
%!error id=delassus:option dls_model ('mas', 1)
%!error <expected .period, function.> dls_model ('mass', 1, 'x0', 1, 'sample', @(t, q, v, x) x)
%!error <states want 'x0'> dls_model ('mass', 1, 'state', @(t, q, v, x) x)
%!error <its Jacobians are differences>
%! dls_model ('mass', 1, 'x0', 1, 'state', @(t, q, v, x) x, 'force_q', 1);
%!error <of gap is 1; expected .q,list.>
%! dls_model ('mass', 1, 'contacts', @(q) 1, 'gap', @(q) q);
%!error <'contacts' is given without 'gap'> dls_model ('mass', 1, 'contacts', @(q) 1);
%!error <gap is 1 beside 'contacts'>
%! dls_model ('mass', 1, 'contacts', @(q) 1, 'gap', 1, 'gapgrad', 1);
%!error <of gap is 4> dls_model ('mass', 1, 'gap', @(t, q, v, x) x);
%!error id=delassus:option dls_model ('mass')
%!error id=delassus:option dls_model ('force', 1)
%!error id=delassus:option dls_model ('mass', 1, 'M', 1)
%!error id=delassus:option dls_model ('mass', 1, 'K', 1)
%!error id=delassus:option dls_model ('mass', 1, 'gap', 0)
%!error id=delassus:option dls_model ('mass', 1, 'gapgrad', 1)
%!error id=delassus:option dls_model ('mass', 1, 'gap', 0, 'gapgrad', 1, 'mu', 0.3)
%!error id=delassus:option dls_model ('mass', 1, 'gap', 0, 'gapgrad', 1, 'restitution', -1)
%!error <restitution is 1.5; expected numbers in .0,1.>
%! dls_model ('mass', 1, 'gap', 0, 'gapgrad', 1, 'restitution', 1.5)
%!error <tangentrestitution is 2; expected numbers in .0,1.>
%! dls_model ('mass', 1, 'gap', 0, 'gapgrad', 1, 'tangentrestitution', 2)
%!error id=delassus:indefinite dls_model ('mass', -1)
%!error id=delassus:indefinite dls_model ('M', [1 2; 2 1])
%!error id=delassus:notSymmetric dls_model ('mass', [1 1; 0 1])
%!assert (dls_model ('mass', [1 1; 1 1]).n, 2)                % singular ones are
%!error id=delassus:type dls_model ('mass', 'heavy')
%!error <force is @sin, built in> dls_model ('mass', 1, 'force', @sin)
%!error id=delassus:type dls_model ('M', 1, 'f', @(q, v) 1)
%!error id=delassus:type dls_model ('mass', 1, 'names', 3)
%!error id=delassus:option dls_model ('mass', 1, 'n', 'x')
%!error <of force is 2; expected> dls_model ('mass', 1, 'force', @(q, v) q)
%!error <expected .q,v,h.> dls_model ('mass', 1, 'advance', @(q, v) q + v)
%!error <advance is a number> dls_model ('mass', 1, 'advance', 1)
%!error <expected 'n'> dls_model ('mass', @(q) q, 'advance', @(q, v, h) q + h*v)
%!error <linear in q> dls_model ('M', 1, 'advance', @(q, v, h) q + h*v)
%!error <linear in q> dls_model ('mass', 1, 'advance', @(q, v, h) q + h*v, 'gap', 0, 'gapgrad', 1)
%!error <metric is 1> dls_model ('mass', 1, 'metric', 1)
%!error id=delassus:notFinite dls_model ('mass', NaN)
%!error id=delassus:dimension dls_model ('M', eye (2), 'K', 1)
%!error id=delassus:option
%! dls_model ('mass', 1, 'gap', 0, 'gapgrad', 1, 'restitution', sparse (1e12, 3));
%!demo
%! % a particle in a bowl, hit by the rim
%! bowl = dls_model ('mass', eye (2), 'force', @(t, q, v) -4 * q - 0.1 * v, ...
%!                   'gap', @(q) 1 - norm (q), 'gapgrad', @(q) -q / norm (q), 'restitution', 0.9);
%! sol = dls_simulate (bowl, [0 12], [0.5; 0], [0; 2.5], 'Step', 5e-3);
%! t = linspace (0, 2*pi);
%! plot (cos (t), sin (t), 'k', sol.q(1,:), sol.q(2,:)); axis equal
