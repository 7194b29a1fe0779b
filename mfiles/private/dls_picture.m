function dls_picture (file, draw)
% What draw () draws: in the current figure, or hidden and printed to FILE where that is not empty.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isempty (file))
    clf (gcf ());
    draw ();
    return
  end
  fig = figure ('visible', 'off');
  closer = onCleanup (@() close (fig));
  draw ();
  print (fig, '-dpng', '-r100', file);
end
