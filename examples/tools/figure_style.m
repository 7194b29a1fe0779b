function colours = figure_style (fig)
% FIGURE_STYLE  The one style of all figures: colours that colour-blind people tell apart, sizes.
%   colours = figure_style ()   8-by-3: black, orange, sky blue, green, yellow, blue, vermilion,
%     purple (Okabe and Ito), for curves in this order: (6), (7), (4), (8), (2), (3), (1)
%   figure_style (fig)   before a figure is saved: letters that stay legible at half size, room for
%     titles and labels, ticks of logarithmic axes at most six, quiet legends; red, green, blue ...
%     and Octave's own colours become their neighbours of these
% SPDX-License-Identifier: GPL-3.0-or-later
colours = [0 0 0; 230 159 0; 86 180 233; 0 158 115; 240 228 66; 0 114 178; 213 94 0
           204 121 167] / 255;
if nargin == 0, return, end
for ax = findall (fig, 'type', 'axes')'
  if any (strcmp (get (ax, 'tag'), {'legend', 'colorbar'})), continue, end
  set (ax, 'fontsize', 12, 'titlefontsizemultiplier', 1);
  make_room (ax, get (fig, 'position')(4));
  for name = 'xy'
    if strcmp (get (ax, [name 'scale']), 'log'), decades (ax, name); end
  end
end
pure = [1 0 0; 0 0 1; 0 1 0; 0 0.5 0; 1 0 1; 0 1 1; 1 1 0; get(0, 'defaultaxescolororder')];
instead = colours([7 6 4 4 8 3 2, 6 7 2 8 4 3 1], :);
for name = {'line', 'text', 'patch'; 'color', 'color', 'edgecolor'}
  for h = findall (fig, 'type', name{1})'
    colour = get (h, name{2});               % or 'none'
    known = false;
    if isnumeric (colour), [known, k] = ismember (colour, pure, 'rows'); end
    if known, set (h, name{2}, instead(k, :)); end
  end
end
for leg = findall (fig, 'tag', 'legend')'
  set (leg, 'fontsize', 11, 'box', 'off');
end
end

% 55 pixels below for numbers and label, 42 above for the title.
function make_room (ax, height)
place = get (ax, 'position');
ends = [place(2), place(2) + place(4)];
labels = {get(get (ax, 'xlabel'), 'string'), get(get (ax, 'title'), 'string')};
if ~isempty (labels{1}), ends(1) = max (ends(1), 55 / height); end
if ~isempty (labels{2}), ends(2) = min (ends(2), 1 - 42 / height); end
set (ax, 'position', [place(1), ends(1), place(3), diff(ends)]);
end

% Powers of ten inside of the limits, at most six.
function decades (ax, name)
span = log10 (get (ax, [name 'lim']));
ticks = ceil (span(1) - 1e-9):floor (span(2) + 1e-9);
if numel (ticks) < 2                           % 1, 2, 5 where there is hardly a power of ten
  ticks = sort ([1; 2; 5] * 10 .^ (floor (span(1)):ceil (span(2))))(:)';
  ticks = ticks(log10 (ticks) >= span(1) & log10 (ticks) <= span(2));
  set (ax, [name 'tick'], ticks, [name 'ticklabel'], arrayfun (@(x) sprintf ('%g', x), ticks, ...
       'UniformOutput', false), [name 'minortick'], 'off');
  return
end
step = max (1, ceil (numel (ticks) / 6));
ticks = ticks(1:step:end);
labels = arrayfun (@(k) sprintf ('10^{%d}', k), ticks, 'UniformOutput', false);
set (ax, [name 'tick'], 10 .^ ticks, [name 'ticklabel'], labels, [name 'minortick'], 'off');
end
