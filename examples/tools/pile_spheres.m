function beads = pile_spheres (N, across, seed)
% PILE_SPHERES  N spheres packed in a box, one after the other, each carried by three others.
%   beads = pile_spheres (N, across, seed)
%   A sphere is dropped above a point of the plan; it takes the lowest place nearby where it touches
%   three objects that carry it without friction, or lies on the floor: about as many contacts as
%   equations for their normal forces. No motion is computed, so that rounding does not decide which
%   pile it is. Radii 0.04 to 0.06 m, density 2500 kg/m^3; the box is `across` spheres wide.
%   Fields as those of BEAD_START: R, mass (1-by-N), x (3-by-N), box (2 widths), v (6N-by-1, zero).
% SPDX-License-Identifier: GPL-3.0-or-later
u = mod (sqrt ([2; 3; 5]) * ((1:40*N) + 1000 * seed), 1);   % Weyl
R = 0.04 + 0.02 * u(1,1:N);
box = 0.115 * across * [1 1];
x = zeros (3, N);
k = 1;
for plan = u(2:3,:)
  [place, done] = settle (x(:,1:k-1), R(1:k), box, plan .* box');
  if (done)
    x(:,k) = place;
    k = k + 1;
    if (k > N), break, end
  end
end
assert (k > N);
beads = struct ('R', R, 'mass', 2500 * 4 / 3 * pi * R .^ 3, 'x', x, 'box', box, ...
                'v', zeros (6 * N, 1));
end

% The lowest place near the point of the plan.
function [place, done] = settle (x, R, box, plan)
r = R(end);
R = R(1:end-1);
plan = min (max (plan, r), box' - r);
away = sqrt (sum ((x(1:2,:) - plan) .^ 2, 1));
under = away < r + R;
place = [plan; max([r, x(3,under) + sqrt((r + R(under)) .^ 2 - away(under) .^ 2)])];
done = place(3) == r;
if (done), return, end
far = sqrt (sum ((x - place) .^ 2, 1)) - R - r;
[~, order] = sort (far);
near = order(1:min (8, end));
around = order(far(order) < 8 * r);
walls = [0 0 1 0; 1 0 0 0; 0 1 0 0; -1 0 0 box(1); 0 -1 0 box(2)]';    % n'*x + offset >= 0
objects = numel (near) + (1:5);
close_by = walls(1:3,:)' * place + walls(4,:)' < 2.5 * r;
triples = nchoosek ([1:numel(near), objects(close_by)], 3)';
[places, carried] = touch (place, x(:,near), R(near) + r, walls - [zeros(3, 5); r * ones(1, 5)], ...
                           triples);
places = places(:, carried & sqrt (sum ((places - place) .^ 2, 1)) < 3 * r);
[~, order] = sort (places(3,:));
for place = places(:,order)
  if (all (sqrt (sum ((x(:,around) - place) .^ 2, 1)) > R(around) + r - 1e-9) && ...
      all (walls(1:3,:)' * place + walls(4,:)' > r - 1e-9))
    done = true;
    return
  end
end
end

% From one point on to where it touches each triple of objects, by Newton's method of all at once;
% carried: the weight is a nonnegative combination of the normals.
function [y, carried] = touch (start, centres, radii, planes, triples)
count = columns (triples);
y = repmat (start, 1, count);
for k = 1:20
  [gap, n] = deal (zeros (3, count), zeros (3, 3, count));
  for i = 1:3
    round = triples(i,:) <= numel (radii);
    d = y(:,round) - centres(:,triples(i,round));
    size_ = sqrt (sum (d .^ 2, 1));
    gap(i,round) = size_ - radii(triples(i,round));
    n(i,:,round) = d ./ size_;
    flat = planes(:,triples(i,~round) - numel (radii));
    gap(i,~round) = sum (flat(1:3,:) .* y(:,~round), 1) + flat(4,:);
    n(i,:,~round) = flat(1:3,:);
  end
  step = solve (n, -gap);
  size_ = sqrt (sum (step .^ 2, 1));
  y = y + step .* min (1, start(3) ./ max (size_, realmin));
end
up = solve (permute (n, [2 1 3]), repmat ([0; 0; 1], 1, count));
carried = all (abs (gap) < 1e-12, 1) & all (up > -1e-9, 1);
end

% A(:,:,k) * x(:,k) = b(:,k) by Cramer's rule.
function x = solve (A, b)
column = @(k) reshape (A(:,k,:), 3, []);
[p, q, s] = deal (column (1), column (2), column (3));
det_ = dot (p, cross (q, s));
x = [dot(b, cross (q, s)); dot(p, cross (b, s)); dot(p, cross (q, b))] ./ det_;
end
