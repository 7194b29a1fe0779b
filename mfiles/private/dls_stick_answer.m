function varargout = dls_stick_answer (what, varargin)
% Parts of the verdict of dls_sticking; dls_stick_answer (WHAT, ...): margin, critical friction,
% leaves, persists: of the neighbourhood.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['stick_', what], varargin{:});
end

% The largest eps with |t_i| <= mu_i*|n_i| - weights_i*eps at all contacts, lu >= 0, G*lambda = w.
% Double cones (bilateral contacts): branch on the sign of n; a contact without a sign has no cone.
%   R.eps          Inf: unbounded; -Inf: lu >= 0 and the equations do not fit
%   R.lambda       a point where it is attained (where Inf: with margin opts.cap); [] without any
%   R.leaves       signs (contacts-by-leaves) and y (n-by-leaves): w'*y bounds eps there
%   R.status       'solved' or 'numerical_trouble' or 'limit';  R.programs
function R = stick_margin (E, mu, weights, opts)
  [R.eps, R.lambda, R.leaves.signs, R.leaves.y, R.status, R.message, R.programs] = ...
    dls_sticking_mex ('margin', E, mu, weights, opts.Facets, opts.cap, opts.MaxNodes, ...
                      max (opts.MaxTime - toc (opts.clock), 0));
end

% The smallest m such that |t_i| <= m*base_i*|n_i| has a solution. Inf: none; NaN: not found. base
% []: the same friction at all contacts, those with mu = 0 among them.
%   P.lambda   reactions with m;  P.below, .signs, .y: leaves of stick_margin that exclude any with
%              a little less (Inf: with much friction)
function [m, P, programs] = stick_critical (E, base, opts)
  if (isempty (base))
    if (~isempty (E.smooth))
      E = rough (E);
    end
    base = ones (numel (E.normal), 1);
  end
  [m, lambda, below, R.leaves.signs, R.leaves.y, programs] = ...
    dls_sticking_mex ('critical', E, base, opts.Facets, opts.MaxNodes, opts.DataAccuracy, ...
                      max (opts.MaxTime - toc (opts.clock), 0));
  P = [];
  if (isempty (E.normal))
    lambda = E.lambda;
  end
  if (m == 0)
    P = struct ('lambda', lambda, 'below', 0, 'signs', [], 'y', []);
  elseif (m > 0 && isempty (R.leaves.y))
    P = struct ('lambda', lambda, 'below', m * (1 - 1e-4), 'signs', [], 'y', []);
  elseif (m > 0)
    P = stick_leaves (E, R, below);
    P.lambda = lambda;
  end
end

% Leaves with contacts in the order of their columns.
function P = stick_leaves (E, R, below)
  [~, order] = sort (E.normal);
  P = struct ('lambda', [], 'below', below, 'signs', R.leaves.signs(order,:), 'y', ...
              R.leaves.y);
end

function E = rough (E)
  E.free(E.smooth) = true;
  E.normal = [E.normal; E.smooth_normal];
  E.tangent = [E.tangent, E.smooth];
  E.bilateral = E.normal <= E.nb;
end

% Does the all-sticking mode last on [t, t + eps)? (ALLSTICK Prop. 4, for data that change
% continuously.) Where the equations of the touching contacts are regular the reactions are
% continuous, and what is strictly inside its cone stays there; redundant reactions can be chosen
% so if the rank of the gradients does not change.
%   N.status   'persists', 'persists_if_rank_constant', 'ends', 'undecided';  N.reason
function N = stick_persists (S, V)
  N = struct ('status', 'undecided', 'reason', V.message);
  E = dls_stick ('columns', S);
  if (strcmp (V.verdict, 'not_sticking'))
    N.status = 'ends';
    N.reason = 'the contacts do not stick';
    return
  elseif (~strcmp (V.verdict, 'sticking'))
    return
  elseif (any (V.detaching))
    N.status = 'ends';
    N.reason = ['detaching: ', dls_some(V.names_detaching)];
    return
  end
  L = V.lambda;
  force = norm ([L.nb; L.nu; L.tb; L.tu], Inf);
  loose = find (L.nu <= 1e-7 * force);
  turn = find (E.sliding_b' & abs (L.nb) <= 1e-7 * force);
  if (~isempty (loose))
    N.reason = ['touching without a force: ', dls_some(S.names.u(loose))];
  elseif (V.margin <= 1e-7 * force)
    N.reason = 'some reactions are on the boundary of their cones';
  elseif (~isempty (turn))
    N.reason = ['sliding with a normal force of zero: ', strjoin(S.names.b(turn), ', ')];
  else
    N = regularity (S, E, L, N);
  end
end

function N = regularity (S, E, L, N)
  m = size (E.G, 2);
  if (S.n + m <= 1000)
    D = E.G;
    sign_b = ones (S.nb, 1);
    sign_b(L.nb < 0) = -1;
    D(:,1:S.nb) = S.Gb - E.Tb * diag (sparse (sign_b));
    D(:,S.nb + (1:S.nu)) = S.Gu - E.Tu;
    K = full ([S.M, -D; E.G', sparse(m, m)]);
    regular = rcond (scaled (K)) > 1e-12;
    mass = full ([S.M; E.G']);
    moving = rank (scaled (mass)) < S.n;
  elseif (~E.slides)
    R = dls_redundancy (S.M, E.G);
    regular = R.nullity == 0 && R.acceleration_unique;
    moving = ~R.acceleration_unique;
  else
    N.reason = 'sliding contacts: the rank of so large a matrix is not computed';
    return
  end
  if (regular)
    N.status = 'persists';
    N.reason = 'all reactions are unique and strictly inside their cones';
  elseif (~moving && ~E.slides)
    N.status = 'persists_if_rank_constant';
    N.reason = 'reactions strictly inside their cones exist; they are not unique';
  elseif (moving)
    N.reason = 'the acceleration is not unique';
  else
    N.reason = 'reactions with sliding contacts are not unique';
  end
end

% Rows and columns of largest entry one.
function K = scaled (K)
  K = bsxfun (@rdivide, K, max (max (abs (K), [], 2), realmin));
  K = bsxfun (@rdivide, K, max (max (abs (K), [], 1), realmin));
end
