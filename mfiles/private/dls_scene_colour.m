function colour = dls_scene_colour (k, fixed)
% The colour of body k of a picture; what never moves is grey.
% SPDX-License-Identifier: GPL-3.0-or-later
  palette = [0.47 0.65 0.85; 0.93 0.70 0.42; 0.60 0.78 0.50; 0.80 0.60 0.78; 0.88 0.56 0.53
             0.55 0.77 0.77; 0.80 0.76 0.45];
  colour = palette(mod (k - 2, size (palette, 1)) + 1,:);
  if (fixed)
    colour = [0.78 0.78 0.78];
  end
end
