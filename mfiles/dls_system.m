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
%   S = DLS_SYSTEM (B): a mechanism of DLS_MECHANISM at its present state B.t, B.q, B.v; names are
%   'joint.row', contacts and limits count where they are closed. Names of this form in any system
%   let answers come by name, too: lambda.joint.row beside lambda.nb.
%   S = DLS_SYSTEM (MODEL, T, Q, V) is the system of a model of DLS_MODEL at an instant, with the
%   contacts that are closed and do not open there; S = DLS_SYSTEM (SOL, K) that of a motion of
%   DLS_SIMULATE at SOL.t(K), with the contacts that SOL.status says are closed. Contact 3 of the
%   model is then called 'u3'. DLS_SYSTEM (MODEL, T, Q, V, 'Name', VALUE, ...) changes blocks.
%
%   Example: a block of mass 2 on the floor (2D), pushed sideways by 3 N, mu = 0.5
%     S = dls_system ('M', 2*eye (2), 'F', [-3; 2*9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%     S.modeu
%     % ans = {'sticking'}
%
%   See also DLS_CONTACT, DLS_STICKING, DLS_REACTION_RANGE, DLS_WELLPOSED, DLS_MECHANISM.
% SPDX-License-Identifier: GPL-3.0-or-later
  blocks = {'M', 'F', 'Gb', 'bb', 'Gu', 'bu', 'Hb', 'tb', 'Hu', 'tu', 'mub', 'muu', 'vtb', ...
            'vtu', 'd', 'names'};
  S = cell2struct (cell (numel (blocks), 1), blocks, 1);
  if (nargin > 0 && isstruct (varargin{1}) && isfield (varargin{1}, 'kind') ...
      && strcmp (varargin{1}(1).kind, 'mechanism'))
    given = dls_mechanism_system (varargin{1}, 'dls_system');
    varargin = [reshape([fieldnames(given), struct2cell(given)]', 1, []), varargin(2:end)];
  elseif (nargin > 0 && isstruct (varargin{1}))
    varargin = of_motion (varargin);
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
  if (nargout == 0)
    dls_show (S)
    clear S
  end
end

% The system of a model or of a motion in the place of its arguments.
function args = of_motion (args)
  kind = '';
  if (isscalar (args{1}) && isfield (args{1}, 'kind'))
    kind = args{1}.kind;
  end
  if (strcmp (kind, 'model'))
    if (numel (args) < 4)
      error ('delassus:dimension', 'dls_system: %d arguments; expected model, t, q, v', ...
             numel (args));
    end
    args = [{dls_model_system(args{1:4}, [])}, args(5:end)];
  elseif (strcmp (kind, 'motion'))
    sol = args{1};
    count = numel (sol.t);
    if (numel (args) < 2 || ~isa (args{2}, 'double') || ~isscalar (args{2}) ...
        || ~any (args{2} == 1:count))
      error ('delassus:dimension', 'dls_system: expected a motion and one of its %d columns', ...
             count);
    end
    k = args{2};
    if (isfield (sol.model, 'mechanism'))
      S = dls_system (dls_at (sol.model.mechanism, sol, k));
    else
      sol.model.x = sol.x(:,k);
      S = dls_model_system (sol.model, sol.t(k), sol.q(:,k), sol.v(:,k), sol.status(:,k));
    end
    args = [{S}, args(3:end)];
  end
end

% Blocks are taken; what dls_system adds is made anew; anything else is a slip.
function S = known_fields (S, given, blocks)
  made = {'kind', 'n', 'nb', 'nu', 'modeb', 'modeu'};
  names = fieldnames (given);
  if (numel (names) == numel (blocks) + numel (made) && all (strcmp (names', [blocks, made])))
    S = given;                                 % as dls_system made it
    return
  end
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

% What is missing by its default; the gateway judges and fills in the rest.
function S = complete (S)
  if (isempty (S.M))
    error ('delassus:dimension', 'dls_system: the block M is missing; expected n-by-n');
  end
  if (isempty (S.d))
    S.d = 2;
  end
  n = size (S.M, 1);
  S.Gb = no_columns (S.Gb, n);
  S.Gu = no_columns (S.Gu, n);
  S.Hb = no_columns (S.Hb, n);
  S.Hu = no_columns (S.Hu, n);
  S.mub = one_each (S.mub, size (S.Gb, 2));
  S.muu = one_each (S.muu, size (S.Gu, 2));
  names = S.names;
  try
    S = dls_system_mex (S);
  catch err
    dls_raise (err, 'dls_system');
  end
  S.names = struct ('b', {constraint_names(names, 'b', S.nb)}, ...
                    'u', {constraint_names(names, 'u', S.nu)});
end

function A = no_columns (A, n)
  if (isempty (A) && isa (A, 'double'))
    A = sparse (n, 0);
  end
end

function mu = one_each (mu, count)
  if (isa (mu, 'double') && isscalar (mu))
    mu = mu * ones (count, 1);
  elseif (isa (mu, 'double') && isvector (mu))
    mu = mu(:);
  end
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
