function draw_bars (P, bars, force, what)
% DRAW_BARS  Draw bars in the current axes, coloured by the force they carry.
%   draw_bars (P, bars, force, what) P: 2-by-k points; bars: m-by-2 point numbers; force:
%   m tensions. Red bars are pulled, blue ones pushed, pale ones carry little; what: the
%   title. Forces go into 9 classes and every class is one line object with gaps (NaN), so
%   100 000 bars are quick. With many bars the deepest colour begins at the 98 % quantile,
%   not at the largest force.
% SPDX-License-Identifier: GPL-3.0-or-later
force = full (force(:));
top = max ([abs(force); realmin]);
few = size (bars, 1) < 50;
level_ = sort (abs (force));
deep = top;
if ~few, deep = level_(ceil (0.98 * end)); end
class_ = max (-4, min (4, round (4 * force / deep)));
blue = [0.05 0.20 0.65];
red = [0.75 0.05 0.10];
pale = [0.80 0.80 0.78];
hold on
for level = 0:4                              % strong bars on top of weak ones
  for c = unique ([-level, level])
    e = bars(class_ == c, :);
    if isempty (e)
      continue
    end
    s = (level / 4)^0.7;
    colour = (1 - s) * pale + s * (blue * (c < 0) + red * (c >= 0));
    X = nan (3 * size (e, 1), 2);
    X(1:3:end, :) = P(:, e(:, 1))';
    X(2:3:end, :) = P(:, e(:, 2))';
    plot (X(:, 1), X(:, 2), '-', 'color', colour, 'linewidth', 1 + 5 * few);
  end
end
if few
  plot (P(1, :), P(2, :), 'o', 'color', 'k', 'markerfacecolor', 'w', 'markersize', 6);
end
hold off
axis equal
axis off
title (sprintf ('%s: red pulled, blue pushed, at most %.3g N', what, top), 'fontsize', 10);
end
