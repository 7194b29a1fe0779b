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
%       'names'      struct with the cells b and u: names of the constraints, used in all reports;
%                    perhaps also bodies: names of groups of n/k coordinates each
%   S has these fields and kind = 'system', n, nb, nu (sizes), modeb, modeu (cells of
%   'frictionless', 'sliding', 'sticking', one per constraint).
%   DLS_SYSTEM (S, 'Name', VALUE, ...) changes blocks of an existing system.
%   S = DLS_SYSTEM (B): a mechanism of DLS_MECHANISM at its present state B.t, B.q, B.v; names are
%   'joint.row', contacts and limits count where they are closed. Names of this form in any system
%   let answers come by name, too: lambda.joint.row beside lambda.nb; info.bodies.name.
%   S = DLS_SYSTEM (MODEL, T, Q, V) is the system of a model of DLS_MODEL at an instant, with the
%   contacts that are closed and do not open there; S = DLS_SYSTEM (SOL, K) that of a motion of
%   DLS_SIMULATE at SOL.t(K), with the contacts that SOL.status says are closed. Contact 3 of the
%   model is then called 'u3'. DLS_SYSTEM (MODEL, T, Q, V, 'Name', VALUE, ...) changes blocks.
%   Of models and mechanisms bb is a sum of terms that may cancel: what contradicts in it and is
%   rounding of these is taken out (see 'ConstraintAccuracy' of DLS_KKT).
%
%   Example: a block of mass 2 on the floor (2D), pushed sideways by 3 N, mu = 0.5
%     S = dls_system ('M', 2*eye (2), 'F', [-3; 2*9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%     S.modeu
%     % ans = {'sticking'}
%
%   See also DLS_CONTACT, DLS_STICKING, DLS_REACTION_RANGE, DLS_WELLPOSED, DLS_MECHANISM.
% SPDX-License-Identifier: GPL-3.0-or-later
  % the gateway judges what it is given; only what it refuses is examined, converted, explained
  try
    S = dls_system_mex (varargin);
  catch err
    S = converted (varargin, err);
  end
  if (isempty (S))
    S = varargin{1};                           % it lacks nothing
  end
  if (nargout == 0)
    dls_show (S)
    clear S
  end
end

% Mechanisms, models and motions as systems, or what is wrong.
function S = converted (args, err)
  if (~isempty (args) && isstruct (args{1}) && isscalar (args{1}) && isfield (args{1}, 'kind') ...
      && ischar (args{1}.kind) && any (strcmp (args{1}.kind, {'mechanism', 'model', 'motion'})))
    args = of_another (args);
    S = dls_system (args{:});
  else
    explain (args);
    dls_raise (err, 'dls_system');
  end
end

% The system of a mechanism, a model or a motion in the place of its arguments.
function args = of_another (args)
  kind = args{1}.kind;
  if (strcmp (kind, 'mechanism'))
    given = dls_mechanism_system (args{1}, 'dls_system');
    args = [reshape([fieldnames(given), struct2cell(given)]', 1, []), args(2:end)];
  elseif (strcmp (kind, 'model'))
    if (numel (args) < 4)
      error ('delassus:dimension', 'dls_system: %d given; expected model, t, q, v', ...
             numel (args));
    end
    args = [{dls_model_system(args{1:4}, [])}, args(5:end)];
  elseif (strcmp (kind, 'motion'))
    sol = args{1};
    if (~all (isfield (sol, {'t', 'q', 'v', 'x', 'status', 'contact', 'model'})))
      error ('delassus:type', 'dls_system: the motion lacks t, q, v ...; expected one of %s', ...
             'dls_simulate');
    end
    count = numel (sol.t);
    args(end+1:2) = {[]};
    k = args{2};
    if (~isa (k, 'double') || ~isreal (k) || ~isscalar (k) || ~any (k == 1:count))
      dls_raise ('delassus:dimension', ...
                 'dls_system: k is %s; expected one of the %d columns of sol', dls_describe (k), ...
                 count);
    end
    if (isfield (sol.model, 'mechanism'))
      S = dls_system (dls_at (sol.model.mechanism, sol, k));
    else
      sol.model.x = sol.x(:,k);
      S = dls_model_system (sol.model, sol.t(k), sol.q(:,k), sol.v(:,k), sol.status(:,k), ...
                            sol.contact(:,k));
    end
    args = [{S}, args(3:end)];
  end
end

% Names that are no blocks, and what is not one struct.
function explain (args)
  blocks = {'M', 'F', 'Gb', 'bb', 'Gu', 'bu', 'Hb', 'tb', 'Hu', 'tu', 'mub', 'muu', 'vtb', ...
            'vtu', 'd', 'names'};
  made = {'kind', 'n', 'nb', 'nu', 'modeb', 'modeu'};
  if (~isempty (args) && isstruct (args{1}))
    dls_kind_input (args{1}, 'system', 'dls_system');
    check_names (fieldnames (args{1})', [blocks, made], blocks);
    args(1) = [];
  end
  names = args(1:2:end);
  if (iscellstr (names))
    check_names (names, blocks, blocks);
  end
end

function check_names (names, good, blocks)
  for name = names
    if (~any (strcmp (name{1}, good)))
      hint = dls_nearest_name (name{1}, blocks);
      if (strcmpi (name{1}, 'mu'))
        hint = '; did you mean ''muu'' (unilateral) or ''mub'' (bilateral)?';
      end
      error ('delassus:option', 'dls_system: unknown block ''%s''; expected one of %s%s', ...
             name{1}, strjoin (blocks, ', '), hint);
    end
  end
end

%!test  % a system whose blocks were emptied by hand is completed, or refused
%! S = dls_system ('M', eye (2), 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%! T = S;
%! [T.vtu, T.tu] = deal (zeros (1, 0), zeros (0, 1));
%! assert (dls_system (T), S)
%! T.n = 2 + 1i;
%! assert (dls_system (T), S)

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
%!error <did you mean 'muu'> dls_system ('M', 1, 'mu', 1)
%!error <F is 1-by-2; expected 2 rows: is it F'\?> dls_system ('M', eye (2), 'F', [0 1])
%!error <muu has 2 entries; expected 1, one per column of Gu, or one for all>
%! dls_system ('M', eye (2), 'Gu', [0; 1], 'Hu', [1; 0], 'muu', [.1 .2]);
%!error <M is a 1-by-1 single; .*: double .M.\?> dls_system ('M', single (1))
%!error id=delassus:option dls_system ('M', 1, 'd', 4)
%!error id=delassus:dimension dls_system ('F', 1)
%!error id=delassus:dimension dls_system ('M', eye (2), 'Gu', [0 1])
%!error id=delassus:dimension dls_system ('M', eye (2), 'Gu', [0; 1], 'Hu', eye (2), 'muu', 1)
%!error id=delassus:dimension dls_system ('M', eye (2), 'Gu', [0; 1], 'muu', 1)
%!error id=delassus:structure dls_system ('M', eye (2), 'Gb', [0; 0])
%!error id=delassus:indefinite dls_system ('M', [1 2; 2 1])
%!error <k is 0; expected one of the 3 columns of sol>
%! dls_system (dls_simulate (dls_model ('mass', 1), [0 1], 1, 0, 'Step', 0.5), 0);
%!error id=delassus:notFinite dls_system ('M', 1, 'Gu', 1, 'Hu', 1, 'muu', 1, 'vtu', NaN)
%!error id=delassus:type dls_system (struct ('M', {1, 2}))
%!demo
%! % a block on a slope that becomes steeper: it rests up to atan (mu), then slides
%! S = dls_system ('M', eye (2), 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%! slope = linspace (0, 1, 41);
%! for k = 1:41
%!   a(:,k) = dls_contact (dls_system (S, 'F', 9.81 * [-sin(slope(k)); cos(slope(k))]));
%! end
%! plot (slope, a(1,:), atan (0.5) * [1 1], [0 4], 'k:'); xlabel ('slope'); ylabel ('acceleration');
