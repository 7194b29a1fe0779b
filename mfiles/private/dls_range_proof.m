function varargout = dls_range_proof (what, varargin)
% What proves the intervals of dls_range; dls_range_proof (WHAT, ...): start, reactions, some,
% leaf, ends, fixed, movable, finish, units. info.proof of dls_reaction_range:
%   P.lambda       admissible reactions, if all parts have some
%   P.moves        columns: lambda + move attains an end, or move is a direction without end
%   P.at_lo, .at_hi, .from_lo, .from_hi   of each reaction: its move (0: none), and where that
%                  begins (0: at lambda)
%   P.along        a move that the equations allow to a reaction whose ends are one value
%   P.leaves       columns: reactions whose ends multipliers y_lo, y_hi bound where the signs of the
%                  cones are these; or y: no reactions have these signs; part: counts from 1
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['proof_', what], varargin{:});
end

% Multipliers are full: [] where they would be too large.
function P = proof_start (E)
  P = [];
  m = numel (E.b);
  none = zeros (m, 1);
  P = struct ('lambda', none, 'moves', sparse (m, 0), 'at_lo', none, 'at_hi', none, 'from_lo', ...
              none, 'from_hi', none, 'along', none, 'part', 0, 'point', false, 'size', 0, ...
              'fixed', []);
  P.leaves = struct ('part', {}, 'columns', {}, 'signs', {}, 'rows', {}, 'y', {}, 'y_lo', {}, ...
                     'y_hi', {});
end

% The proof {L} of a program in x, of the equations in some rows: reactions = scale*(T*x - shift).
% infinite: of the ends lo, hi ([]: nothing is shifted). Without a proof: [].
function P = proof_reactions (L, T, rows, scale, shift, infinite)
  P = [];
  if (isempty (L))
    return
  end
  P = L{1};
  y = zeros (numel (rows), 2 * numel (P.at_lo) + 1);
  y(rows,:) = [P.y_lo, P.y_hi, P.empty];
  k = numel (P.at_lo);
  P.y_lo = y(:,1:k);
  P.y_hi = y(:,k+(1:k));
  P.empty = y(:,end);
  P.points = scale * (T * P.points);
  if (~isempty (infinite))
    point = true (1, size (P.points, 2));
    at = [P.at_lo; P.at_hi];
    point(at(infinite)) = false;
    P.points = P.points - scale * shift * point;
  end
  P.none = false;
end

% Of some of the ends.
function P = proof_some (P, which)
  if (~isempty (P))
    P.y_lo = P.y_lo(:,which);
    P.y_hi = P.y_hi(:,which);
    P.at_lo = P.at_lo(which);
    P.at_hi = P.at_hi(which);
  end
end

% The program of reactions `rows` about the columns, with these signs; first: of a part.
function P = proof_leaf (P, first, columns, signs, rows, L)
  most = 4e6;
  P.part = P.part + first;
  P.point = P.point && ~first;
  P.size = P.size + numel (L.y_lo) + numel (L.y_hi);
  if (P.size > most)
    P = [];
    return
  end
  leaf = struct ('part', P.part, 'columns', columns, 'signs', signs, 'rows', rows, 'y', [], ...
                 'y_lo', L.y_lo, 'y_hi', L.y_hi);
  if (L.none)
    [leaf.y, leaf.y_lo, leaf.y_hi] = deal (L.empty, [], []);
  end
  P.leaves(end+1) = leaf;
end

% The ends that this program attains: better_lo, better_hi, of the columns. lo, hi: its own.
function P = proof_ends (P, columns, better_lo, better_hi, rows, L, lo, hi)
  if (isempty (rows))
    return
  end
  if (~P.point)
    P.lambda(rows) = L.points(:,L.point);
    P.point = true;
  end
  ray = false (1, size (L.points, 2));
  ray([L.at_lo(isinf (lo)); L.at_hi(isinf (hi))]) = true;
  D = sparse (numel (P.lambda), numel (ray));
  D(rows,:) = L.points - P.lambda(rows) * ~ray;
  before = size (P.moves, 2);
  P.moves = [P.moves, D];
  P.at_lo(columns(better_lo)) = before + L.at_lo(better_lo);
  P.at_hi(columns(better_hi)) = before + L.at_hi(better_hi);
  P.from_lo(columns(better_lo)) = before + L.point;
  P.from_hi(columns(better_hi)) = before + L.point;
end

% Reactions that the equations determine, as in base.
function P = proof_fixed (P, base, columns)
  P.lambda = base;
  P.moves = [P.moves, sparse(numel (base), 1)];
  P.at_lo(columns) = size (P.moves, 2);
  P.at_hi(columns) = size (P.moves, 2);
  P.fixed = columns;
end

% Each of these columns is not the same in all solutions of the equations, by a column of K.
function P = proof_movable (P, columns, K)
  if (isempty (columns) || size (K, 2) == 0)
    return
  end
  [~, which] = max (abs (K(columns,:)), [], 2);
  [used, ~, place] = unique (which);
  P.along(columns) = size (P.moves, 2) + place(:);
  P.moves = [P.moves, K(:,used)];
end

% The proof: multipliers of a program that knows some reactions only become those of all
% equations, G'*y unchanged for its own reactions and zero for the others.
function P = proof_finish (P, E)
  free = find (E.free);
  [Z, at] = deal ({}, []);
  for k = 1:numel (P.leaves)
    leaf = P.leaves(k);
    if (numel (leaf.rows) < numel (free))
      X = zeros (numel (E.b), size ([leaf.y, leaf.y_lo, leaf.y_hi], 2));
      X(leaf.rows,:) = E.G(:,leaf.rows)' * [leaf.y, leaf.y_lo, leaf.y_hi];
      Z{end+1} = X;
      at(end+1) = k;
    end
  end
  X = zeros (numel (E.b), numel (P.fixed));
  X(sub2ind (size (X), P.fixed(:)', 1:numel (P.fixed))) = 1;
  Z{end+1} = X;
  Z = [Z{:}];
  if (size (Z, 2) > 0)
    [Y, ~] = dls_kkt (speye (size (E.G, 1)), E.G(:,free), zeros (size (E.G, 1), size (Z, 2)), ...
                      -Z(free,:));
  end
  last = 0;
  for k = at
    leaf = P.leaves(k);
    counts = [size(leaf.y, 2), size(leaf.y_lo, 2), size(leaf.y_hi, 2)];
    next = last + [0, cumsum(counts)];
    P.leaves(k).y = Y(:,next(1)+1:next(2));
    P.leaves(k).y_lo = Y(:,next(2)+1:next(3));
    P.leaves(k).y_hi = Y(:,next(3)+1:next(4));
    last = next(4);
  end
  if (size (X, 2) > 0)
    y = Y(:,last+1:end);
    P.leaves(end+1) = struct ('part', P.part + 1, 'columns', P.fixed(:), 'signs', ...
                              double (~E.bilateral), 'rows', [], 'y', [], 'y_lo', y, 'y_hi', y);
  end
  P = pruned (P);
  P = rmfield (P, {'part', 'point', 'size', 'fixed'});
  P.leaves = rmfield (P.leaves, 'rows');
end

% Only the moves that are used.
function P = pruned (P)
  names = {'at_lo', 'at_hi', 'from_lo', 'from_hi', 'along'};
  used = false (size (P.moves, 2) + 1, 1);
  used([P.at_lo; P.at_hi; P.from_lo; P.from_hi; P.along] + 1) = true;
  if (all (used(2:end)))
    return
  end
  used(1) = true;
  place = cumsum (used) - 1;
  for name = names
    P.(name{1}) = place(P.(name{1}) + 1);
  end
  P.moves = P.moves(:,used(2:end));
end

% The proof for a system in natural units u as one of the caller's; unit: of the reactions.
function P = proof_units (P, u, unit)
  if (isempty (P))
    return
  end
  scale = diag (sparse (unit));
  motion = diag (sparse (u.a)) / u.size ^ 2;
  P.lambda = scale * P.lambda;
  P.moves = scale * P.moves;
  for k = 1:numel (P.leaves)
    if (isempty (P.leaves(k).y))
      to = diag (sparse (unit(P.leaves(k).columns)));
      P.leaves(k).y_lo = motion * P.leaves(k).y_lo * to;
      P.leaves(k).y_hi = motion * P.leaves(k).y_hi * to;
    else
      P.leaves(k).y = motion * P.leaves(k).y;
    end
  end
end
