% LONG_REDUNDANT  Gradients of a long system of integers, some constraints redundant, and the truth.
%
%   [G, nullity, open] = long_redundant (kind, bays)
%
% open: which reactions are not determined. Kinds:
%   'chain'   links between neighbours; some are there twice, some bars close loops of many links
%   'truss'   bays in a row; some have two diagonals
%   'bodies'  a chain of plane bodies on hinges, some of these are there twice
%
% SPDX-License-Identifier: GPL-3.0-or-later
function [G, nullity, open] = long_redundant (kind, bays)
  twice = find (rand (1, bays) < 10 ^ (-1 - 2 * rand ()));
  twice = unique ([twice, randi(bays)]);
  nullity = numel (twice);
  open = false;
  switch (kind)
    case 'chain'
      reach = max (1, round (10 .^ (3 * rand (1, nullity)) .* (rand (1, nullity) < 0.2)));
      last = min (twice + reach, bays + 1);
      i = [1:bays, twice];
      j = [2:bays+1, last];
      G = sparse ([i, j], [1:numel(i), 1:numel(i)], [-ones(size (i)), ones(size (i))], bays + 1, ...
                  numel (i));
      ends = accumarray ([twice, last]', [ones(nullity, 1); -ones(nullity, 1)], [bays + 1, 1]);
      open = [cumsum(ends(1:bays)) > 0; true(nullity, 1)];
      G = G(randi (2):end,:);                  % one end is held, or both are free
    case 'truss'
      nullity = numel (twice);
      number = @(bay, top) 2 * bay + top + 1;
      b = (0:bays-1)';
      bars = [number(b, 0), number(b + 1, 0); number(b, 1), number(b + 1, 1)
              number(b + 1, 0), number(b + 1, 1); number(b, 0), number(b + 1, 1)
              number(twice' - 1, 1), number(twice', 0)];
      place = [floor((0:2*bays+1)' / 2), mod((0:2*bays+1)', 2)];
      d = place(bars(:,2),:) - place(bars(:,1),:);
      k = (1:rows (bars))';
      G = sparse ([2 * bars - 1, 2 * bars], [k, k, k, k], [-d(:,1), d(:,1), -d(:,2), d(:,2)], ...
                  4 * (bays + 1), numel (k));
      G = G(5:end,:);                          % the first two points are held
      stiff = false (bays, 1);
      stiff(twice) = true;
      open = [stiff; stiff; stiff | [stiff(2:end); false]; stiff; true(nullity, 1)];
    case 'bodies'
      hinges = [1:bays, twice];
      at = randi ([-2, 2], 4, bays)(:,hinges);
      k = 1:numel (hinges);
      G = hinge_rows (hinges, at(1:2,:), 3 * bays) - hinge_rows (hinges - 1, at(3:4,:), 3 * bays);
      open = false (bays, 1);
      open(twice) = true;
      open = kron ([open; true(nullity, 1)], [1; 1]) > 0;
      nullity = 2 * nullity;
  end
end

% Columns x, y of a point p of each body (0: the ground).
function G = hinge_rows (body, p, n)
  count = numel (body);
  x = 2 * (1:count) - 1;
  row = 3 * body - 2;
  i = [row, row + 1, row + 2, row + 2];
  j = [x, x + 1, x, x + 1];
  v = [ones(1, 2 * count), -p(2,:), p(1,:)];
  moves = i > 0;
  G = sparse (i(moves), j(moves), v(moves), n, 2 * count);
end
