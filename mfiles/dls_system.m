function S = dls_system (varargin)
%DLS_SYSTEM  The instantaneous contact problem of a mechanical system: build and check it.
%   S = DLS_SYSTEM ('M', M, 'F', F, 'Gu', GU, ...) collects, at one instant,
%       M*a + F = Gb*lb + Gu*lu + Hb*tb + Hu*tu           dynamics (F stands on the left)
%       Gb'*a + bb = 0                                    bilateral constraints
%       0 <= Gu'*a + bu  _|_  lu >= 0                     unilateral constraints (active contacts)
%   and the data of Coulomb friction. Blocks (absent ones are empty or zero):
%       'M'          n-by-n, symmetric positive semidefinite (may be singular)
%       'F'          n-by-1
%       'Gb', 'Gu'   gradients of the bilateral and unilateral constraints, one column each
%       'bb', 'bu'   d/dt(G')*qdot
%       'Hb', 'Hu'   directions of the tangential forces, d-1 columns per constraint, in order
%       'tb', 'tu'   d/dt(H')*qdot
%       'mub','muu'  friction coefficients >= 0, one per constraint or for all; Inf: never slides
%       'vtb','vtu'  tangential velocities, (d-1)-by-constraints: zero means sticking
%       'd'          2 (one tangent per contact, default) or 3 (two)
%       'names'      struct with the cells b and u: names of the constraints, used in all reports
%   S has these fields and kind = 'system', n, nb, nu (sizes), modeb, modeu (cells of
%   'frictionless', 'sliding', 'sticking', one per constraint).
%   DLS_SYSTEM (S, 'Name', VALUE, ...) changes blocks of an existing system.
%
%   Example: a block of mass 2 on the floor (2D), pushed sideways by 3 N, mu = 0.5
%     S = dls_system ('M', 2*eye (2), 'F', [-3; 2*9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%     S.modeu
%     % ans = {'sticking'}
%
%   See also DLS_CONTACT, DLS_STICKING, DLS_REACTION_RANGE, DLS_WELLPOSED.
% SPDX-License-Identifier: GPL-3.0-or-later
  blocks = {'M', 'F', 'Gb', 'bb', 'Gu', 'bu', 'Hb', 'tb', 'Hu', 'tu', 'mub', 'muu', 'vtb', ...
            'vtu', 'd', 'names'};
  S = cell2struct (cell (numel (blocks), 1), blocks, 1);
  if (nargin > 0 && isstruct (varargin{1}))
    dls_kind_input (varargin{1}, 'system', 'dls_system');
    S = known_fields (S, varargin{1}, blocks);
    varargin(1) = [];
  end
  if (mod (numel (varargin), 2) ~= 0 || ~all (cellfun (@ischar, varargin(1:2:end))))
    error ('delassus:option', 'dls_system: expected pairs of a block''s name and its value');
  end
  for k = 1:2:numel (varargin)
    name = blocks(strcmp (varargin{k}, blocks));
    if (isempty (name))
      unknown_block (varargin{k}, blocks);
    end
    S.(name{1}) = varargin{k+1};
  end
  S = complete (S);
end

% Blocks are taken; what dls_system adds is made anew; anything else is a slip.
function S = known_fields (S, given, blocks)
  made = {'kind', 'n', 'nb', 'nu', 'modeb', 'modeu'};
  names = fieldnames (given);
  for k = 1:numel (names)
    if (any (strcmp (names{k}, blocks)))
      S.(names{k}) = given.(names{k});
    elseif (~any (strcmp (names{k}, made)))
      unknown_block (names{k}, blocks);
    end
  end
end

function unknown_block (name, blocks)
  error ('delassus:option', 'dls_system: unknown block ''%s''; expected one of %s%s', name, ...
         strjoin (blocks, ', '), dls_nearest_name (name, blocks));
end

function S = complete (S)
  S.kind = 'system';
  if (isempty (S.d))
    S.d = 2;
  end
  if (~(isequal (S.d, 2) || isequal (S.d, 3)))
    error ('delassus:option', 'dls_system: d is %s; expected 2 or 3', dls_describe (S.d));
  end
  if (isempty (S.M))
    error ('delassus:dimension', 'dls_system: the block M is missing; expected n-by-n');
  end
  S.M = dls_square_input (S.M, 'dls_system', 'M');
  dls_finite_input (S.M, 'dls_system', 'M');
  dls_mass_input (S.M, 'dls_system');
  S.n = size (S.M, 1);
  S.F = dls_optional_vector (S.F, S.n, 'dls_system', 'F');
  sides = 'bu';
  names = S.names;
  S.names = struct ('b', {{}}, 'u', {{}});
  for k = 1:2
    S = complete_side (S, sides(k), names);
  end
end

% Gradients, tangents and friction of the bilateral or the unilateral constraints.
function S = complete_side (S, s, names)
  G = gradients (S.(['G', s]), S.n, ['G', s]);
  count = size (G, 2);
  H = gradients (S.(['H', s]), S.n, ['H', s]);
  if (size (H, 2) ~= 0 && size (H, 2) ~= (S.d - 1) * count)
    error ('delassus:dimension', ...
           'dls_system: H%s is %d-by-%d; expected %d columns, %d per column of G%s (d = %d)', ...
           s, S.n, size (H, 2), (S.d - 1) * count, S.d - 1, s, S.d);
  end
  empty = find (~any (G, 1), 1);
  if (~isempty (empty))
    error ('delassus:structure', 'dls_system: column %d of G%s is zero; expected a gradient', ...
           empty, s);
  end
  mu = friction (S.(['mu', s]), count, ['mu', s]);
  if (isempty (H) && any (mu > 0))
    error ('delassus:dimension', ...
           'dls_system: mu%s is positive but H%s is missing; expected tangents', s, s);
  end
  S.(['G', s]) = G;
  S.(['H', s]) = H;
  S.(['b', s]) = dls_optional_vector (S.(['b', s]), count, 'dls_system', ['b', s]);
  S.(['t', s]) = dls_optional_vector (S.(['t', s]), size (H, 2), 'dls_system', ['t', s]);
  S.(['mu', s]) = mu;
  S.(['vt', s]) = velocities (S.(['vt', s]), count, S.d, H, mu, ['vt', s]);
  S.(['n', s]) = count;
  S.(['mode', s]) = modes (mu, S.(['vt', s]));
  S.names.(s) = constraint_names (names, s, count);
end

function G = gradients (G, n, name)
  if (isempty (G) && isa (G, 'double'))
    G = sparse (n, 0);
  end
  G = dls_sparse_input (G, 'dls_system', name);
  if (size (G, 1) ~= n)
    error ('delassus:dimension', ...
           'dls_system: %s is %d-by-%d; expected %d rows, as M (gradients are columns)', ...
           name, size (G, 1), size (G, 2), n);
  end
  dls_finite_input (G, 'dls_system', name);
end

function mu = friction (mu, count, name)
  if (isempty (mu) && isa (mu, 'double'))
    mu = zeros (count, 1);
  end
  if (~(isa (mu, 'double') && isreal (mu) && (isscalar (mu) || (isvector (mu) ...
        && numel (mu) == count))))
    error ('delassus:dimension', 'dls_system: %s is %s; expected %d coefficients or one', ...
           name, dls_describe (mu), count);
  end
  if (~all (mu >= 0))
    error ('delassus:option', 'dls_system: %s contains %g; expected mu >= 0', name, ...
           mu(find (~(mu >= 0), 1)));
  end
  mu = full (mu(:)) .* ones (count, 1);
end

function v = velocities (v, count, d, H, mu, name)
  if (isempty (v) && isa (v, 'double'))
    v = zeros (d - 1, count);
  end
  if (~(isa (v, 'double') && isreal (v) && isequal (size (v), [d - 1, count])))
    error ('delassus:dimension', 'dls_system: %s is %s; expected %d-by-%d', name, ...
           dls_describe (v), d - 1, count);
  end
  v = full (v);
  bad = find (~all (isfinite (v), 1), 1);
  if (~isempty (bad))
    error ('delassus:notFinite', 'dls_system: %s of constraint %d is not finite; %s', name, bad, ...
           'expected the tangential velocity (zero: sticking)');
  end
  bad = find (any (v ~= 0, 1)' & isinf (mu), 1);
  if (~isempty (bad))
    error ('delassus:option', 'dls_system: constraint %d has mu = Inf and slides in %s', bad, name);
  end
  if (isempty (H) && any (v(:) ~= 0))
    error ('delassus:dimension', 'dls_system: %s is not zero but there are no tangents', name);
  end
end

function m = modes (mu, v)
  m = repmat ({'frictionless'}, 1, numel (mu));
  slides = any (v ~= 0, 1)';
  m(mu > 0 & slides) = {'sliding'};
  m(mu > 0 & ~slides) = {'sticking'};
end

function list = constraint_names (names, s, count)
  list = {};
  if (isstruct (names) && isfield (names, s))
    list = names.(s);
  end
  if (isempty (list))
    list = cell (1, count);
    for k = 1:count
      list{k} = sprintf ('%s%d', s, k);
    end
  end
  if (~(iscellstr (list) && numel (list) == count))
    error ('delassus:option', 'dls_system: names.%s has %d entries; expected %d texts', s, ...
           numel (list), count);
  end
  list = list(:)';
end

%!test  % the example of the help
%! S = dls_system ('M', 2*eye (2), 'F', [-3; 2*9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%! assert (S.modeu, {'sticking'})
%! assert ([S.n, S.nb, S.nu, S.d], [2 0 1 2])
%! S = dls_system (S, 'vtu', 3);
%! assert (S.modeu, {'sliding'})
%! S = dls_system (S, 'muu', 0);
%! assert (S.modeu, {'frictionless'})
%! assert (S.names.u, {'u1'})
%! assert (isempty (S.Gb) && isequal (size (S.Gb), [2 0]))
%!error id=delassus:option dls_system ('M', 1, 'Gu', 1, 'Hu', 1, 'muu', -1)
%!error id=delassus:option dls_system ('M', 1, 'Q', 1)
%!error id=delassus:option dls_system ('M', 1, 'd', 4)
%!error id=delassus:dimension dls_system ('F', 1)
%!error id=delassus:dimension dls_system ('M', eye (2), 'Gu', [0 1])
%!error id=delassus:dimension dls_system ('M', eye (2), 'Gu', [0; 1], 'Hu', eye (2), 'muu', 1)
%!error id=delassus:dimension dls_system ('M', eye (2), 'Gu', [0; 1], 'muu', 1)
%!error id=delassus:structure dls_system ('M', eye (2), 'Gb', [0; 0])
%!error id=delassus:indefinite dls_system ('M', [1 2; 2 1])
%!error id=delassus:notFinite dls_system ('M', 1, 'Gu', 1, 'Hu', 1, 'muu', 1, 'vtu', NaN)
%!error id=delassus:type dls_system (struct ('M', {1, 2}))
