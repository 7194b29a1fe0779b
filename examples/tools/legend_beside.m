function legend_beside (place, names, colours, styles)
% LEGEND_BESIDE  A legend in axes of its own: gnuplot knows no place outside of a picture's.
%   legend_beside (place, names, colours, styles)   place: of the axes, in parts of the figure;
%   styles: such as '-o'
% SPDX-License-Identifier: GPL-3.0-or-later
ax = axes ('position', place);
hold on
for k = 1:numel (names)
  plot (nan, nan, styles{k}, 'color', colours(k,:), 'markersize', 5, 'linewidth', 2);
end
axis (ax, 'off');
legend (names, 'location', 'northwest', 'interpreter', 'none');
end
