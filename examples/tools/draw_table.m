function draw_table (head, side, cells, good)
% DRAW_TABLE  Draw a table of texts in the current axes; good: logicals (NaN: neither) that colour.
%   head: cell of columns; side: cell of rows; cells: rows-by-columns cell of texts.
% SPDX-License-Identifier: GPL-3.0-or-later
[m, n] = size (cells);
colour = [0.80 0.93 0.80; 0.97 0.80 0.78; 0.93 0.93 0.93];
hold on
for i = 1:m
  text (-0.05, m - i + 0.5, side{i}, 'horizontalalignment', 'right');
  for j = 1:n
    kind = 3;
    if ~isnan (good(i, j)), kind = 2 - good(i, j); end
    patch (j - [1 0 0 1], m - i + [0 0 1 1], colour(kind, :), 'edgecolor', 'w');
    text (j - 0.5, m - i + 0.5, cells{i, j}, 'horizontalalignment', 'center');
  end
end
for j = 1:n
  text (j - 0.5, m + 0.35, head{j}, 'horizontalalignment', 'center', 'fontweight', 'bold');
end
axis ([-0.6 * n / 2, n, 0, m + 0.7], 'off');
end
