function [Q, unit] = dls_modes_setup (S, B, facets)
% The problem of DLS_MODES in natural units: K*y = -(k0 + k1*x) are the dynamics in
% y = [a; (l, t) of each contact], z = Z{c}*y + z0{c} = [an; at; l; t] what the cases of contact c
% are about: struct arrays name, equal (equal*z = 0, d rows) and sides (sides*z >= 0), homogeneous
% as all laws are; told: contacts that are unilateral or have friction. x = unit .* x', in which
% columns of the load have norm 1.
% SPDX-License-Identifier: GPL-3.0-or-later
  [N, U] = dls_natural_units (S);
  d = S.d;
  count = S.nb + S.nu;
  B = full (diag (sparse (U.a / U.size)) * B);
  unit = 1 ./ max (sqrt (sum (B .^ 2, 1))', realmin);
  unit(unit == 1 / realmin) = 1;
  share = B * diag (unit);
  unit = U.size * unit;
  G = full ([N.Gb, N.Gu]);
  H = [columns(N.Hb, S.n, (d - 1) * S.nb), columns(N.Hu, S.n, (d - 1) * S.nu)];
  g0 = [N.bb; N.bu];
  t0 = [constants(N.tb, (d - 1) * S.nb); constants(N.tu, (d - 1) * S.nu)];
  size_y = S.n + d * count;
  J = zeros (S.n, d * count);
  Q = struct ('d', d, 'n', S.n, 'M', full (N.M), 'Z', {cell(1, count)}, 'z0', {cell(1, count)}, ...
              'cases', {cell(1, count)});
  mu = [S.mub; S.muu];
  v = [reshape(S.vtb, d - 1, []), reshape(S.vtu, d - 1, [])];
  modes = [S.modeb, S.modeu];
  for c = 1:count
    at = (c - 1) * (d - 1) + (1:d-1);
    own = S.n + (c - 1) * d + (1:d);
    J(:,own-S.n) = [G(:,c), H(:,at)];
    Q.Z{c} = [[G(:,c), H(:,at)]', zeros(d, d * count); zeros(d, size_y)];
    Q.Z{c}(d+1:end,own) = eye (d);
    Q.z0{c} = [g0(c); t0(at); zeros(d, 1)];
    direction = [];
    if (strcmp (modes{c}, 'sliding'))
      direction = v(:,c) / norm (v(:,c));
    end
    Q.cases{c} = cases (d, mu(c) * ~strcmp (modes{c}, 'frictionless'), direction, facets, ...
                        c <= S.nb);
  end
  Q.told = [(S.mub > 0)', true(1, S.nu)];
  Q.K = [Q.M, -J];
  Q.k0 = N.F;
  Q.k1 = share;
end

% Where no friction is given there are no tangents.
function H = columns (H, n, count)
  H = full (H);
  if (size (H, 2) ~= count)
    H = zeros (n, count);
  end
end

function t = constants (t, count)
  if (numel (t) ~= count)
    t = zeros (count, 1);
  end
end

% States of one contact, in z = [an; at; l; t].
function list = cases (d, mu, direction, facets, bilateral)
  I = eye (2 * d);
  [an, at, l, t] = deal (I(1,:), I(2:d,:), I(d+1,:), I(d+2:end,:));
  one = @(name, equal, sides) struct ('name', name, 'equal', equal, 'sides', sides);
  list = one ('open', [l; t], an);
  if (bilateral)
    list = list([]);
  end
  signs = 1;
  if (bilateral && mu > 0 && isfinite (mu))
    signs = [1 -1];
  end
  for s = signs
    push = s * l;
    if (bilateral && numel (signs) == 1)
      push = zeros (0, 2 * d);
    end
    if (mu == 0)
      new = one ('closed', [an; t], push);
    elseif (~isempty (direction))
      new = one ('slide', [an; t + direction * (mu * s) * l], push);
    elseif (isinf (mu))
      new = one ('stick', [an; at], push);
    else
      new = coulomb (one, d, mu * s * l, facets, {an, at, t, push});
    end
    if (numel (signs) == 2)
      words = {', pushing', '', ', pulling'};
      for k = 1:numel (new)
        new(k).name = [new(k).name, words{2-s}];
      end
    end
    list = [list, new];
  end
end

% Sticking and slipping where friction is at most the polygon bound*co (V), bound = mu*|l|: inside;
% at a vertex, against the accelerations of its normal cone; on an edge, against its normal.
function list = coulomb (one, d, bound, facets, rows)
  [an, at, t, push] = rows{:};
  if (d == 2)
    list = [one('stick', [an; at], [push; bound - t; bound + t]), ...
            one('slip+', [an; t + bound], [push; at]), one('slip-', [an; t - bound], [push; -at])];
    return
  end
  angle = 2 * pi * (0:facets-1) / facets;
  V = [cos(angle); sin(angle)];
  middle = angle + pi / facets;
  n = [cos(middle); sin(middle)];
  h = cos (pi / facets);
  list = one ('stick', [an; at], [push; h * repmat(bound, facets, 1) - n' * t]);
  degrees = @(x) sprintf ('slip %g', mod (x * 180 / pi + 180, 360));
  for j = 1:facets
    ends = V(:,[j, mod(j, facets) + 1]);
    edge = ends(:,2) - ends(:,1);
    before = V(:,mod (j - 2, facets) + 1);
    list(end+1) = one (degrees (angle(j)), [an; t - V(:,j) * bound], ...
                       [push; -(V(:,j) - before)' * at; -(V(:,j) - ends(:,2))' * at]);
    list(end+1) = one (degrees (middle(j)), [an; n(:,j)' * t - h * bound; edge' * at], ...
                       [push; edge' * (t - ends(:,1) * bound); -edge' * (t - ends(:,2) * bound); ...
                        -n(:,j)' * at]);
  end
end
