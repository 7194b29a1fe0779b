function [modes, motion] = dls_modes_polyhedra (Q, count)
% The polyhedra of loads of all combinations of cases of the contacts (DLS_MODES_SETUP), empty ones
% left out; motion{k}: inertia forces and accelerations of the contacts are motion*[x; 1].
% SPDX-License-Identifier: GPL-3.0-or-later
  one = struct ('name', '', 'A', [], 'c', [], 'E', [], 'e', [], 'full', true, 'point', []);
  modes = repmat (one, 1, 0);
  motion = {};
  sizes = cellfun (@numel, Q.cases);
  for k = 0:count - 1
    rest = k;
    [equal, sides] = deal (zeros (0, size (Q.K, 2) + 1));
    names = {};
    gaps = equal;
    for c = numel (sizes):-1:1
      now = Q.cases{c}(1 + mod (rest, sizes(c)));
      rest = floor (rest / sizes(c));
      names = [{now.name}, names];
      equal = [now.equal * [Q.Z{c}, Q.z0{c}]; equal];
      sides = [now.sides * [Q.Z{c}, Q.z0{c}]; sides];
      gaps = [Q.Z{c}(1:Q.d,:), Q.z0{c}(1:Q.d); gaps];
    end
    [p, Y] = polyhedron (Q, equal, sides);
    if (~isempty (p))
      p.name = strjoin (names, ', ');
      modes(end+1) = orderfields (p, one);
      last = [zeros(1, size (Y, 2) - 1), 1];
      motion{end+1} = [Q.M * Y(1:Q.n,:); gaps * [Y; last]];
    end
  end
end

% y = Y*[x; 1] + N*free solves the equations where E*x + e = 0; the sides in terms of x.
function [p, Y] = polyhedron (Q, equal, sides)
  k = size (Q.k1, 2);
  K = [Q.K; equal(:,1:end-1)];
  r = [Q.k1, Q.k0; zeros(size (equal, 1), k), equal(:,end)];
  [L, W, R] = svd (K);
  s = [diag(W(:,1:min (size (W)))); zeros(size (K, 2) - min (size (W)), 1)];
  rank_ = sum (s > 1e-10 * max ([s; realmin]));
  Y = -R(:,1:rank_) * diag (1 ./ s(1:rank_)) * L(:,1:rank_)' * r;
  held = clean (L(:,rank_+1:end)' * r);
  p = [];
  if (any (~any (held(:,1:k), 2) & held(:,end)))
    return                                 % the equations contradict each other
  end
  held = held(any (held, 2),:);
  A = [sides(:,1:end-1) * R(:,rank_+1:end), sides(:,1:end-1) * Y];
  A(:,end) = A(:,end) + sides(:,end);
  A = dls_polyhedron ('project', A, size (R, 2) - rank_);
  p = struct ('A', A(:,1:k), 'c', A(:,end), 'E', held(:,1:k), 'e', held(:,end), ...
              'full', isempty (held));
  [radius, p.point] = dls_polyhedron ('inside', p.A, p.c, p.E, p.e);
  if (radius < -1e-9)
    p = [];
    return
  end
  p.full = p.full && radius > 1e-7;
  p = dls_polyhedron ('facets', p);
end

% What is rounding beside 1 is zero: all is in natural units.
function A = clean (A)
  A(abs (A) <= 1e-10) = 0;
end
