% MODES_MAP  Painleve's rod at rest: which modes of contact a load allows, and where several do.
%   A uniform rod (mass 1, half length 1, mu = 1.6) touches the floor at the angle theta. dls_modes
%   gives the polygons of loads of its four modes; at 1 rad, where friction destabilises the
%   contact, flight, sticking and slipping overlap; at 1.4 rad every load has one mode.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
fig = figure ('visible', 'off', 'position', [0 0 1000 480]);
colour = figure_style ()([3 4 7 2], :) * 0.65 + 0.35;
x = linspace (-30, 30, 241);
y = linspace (0, 18, 241);
[X, Y] = meshgrid (x, y);
theta = [1 1.4];
data = [X(:), Y(:)];
for j = 1:2
  th = theta(j);
  S = dls_system ('M', diag ([1 1 1/3]), 'F', [0; 9.81; 0], 'Gu', [0; 1; -cos(th)], 'muu', 1.6, ...
                  'Hu', [1; 0; sin(th)]);
  D = dls_modes (S, 'ForceDirections', [-1 0; 0 -1; 0 0]);      % loads as they push
  K = dls_modes (D, [X(:), Y(:)]');
  count = sum (K, 1)';
  paradox = 1 + 3 * cos (th) * (cos (th) - 1.6 * sin (th)) < 0;
  figure_row (sprintf ('theta = %g: pairs of modes that overlap', th), sprintf ('A < 0: %d', ...
              paradox), numel (D.overlaps), 'agrees: closed form');
  assert (D.covered == 1 && D.unique == ~paradox && max (count) == 1 + 2 * paradox);
  picture = ones ([size(X), 3]);
  for k = 1:numel (D.modes)
    on = reshape (K(k,:)' & count == 1, size (X));
    for c = 1:3
      layer = picture(:,:,c);
      layer(on) = colour(k,c);
      picture(:,:,c) = layer;
    end
  end
  several = reshape (count > 1, size (X));
  picture(repmat (several, [1 1 3])) = 0.45;
  axes ('position', [0.08 + 0.49 * (j-1), 0.15, 0.4, 0.74]);
  image (x, y, picture);
  set (gca, 'ydir', 'normal');
  hold on
  for k = 1:numel (D.modes)
    own = reshape (K(k,:)' & count == 1, size (X));
    if any (own(:))
      text (mean (X(own)), mean (Y(own)), D.modes(k).name, 'horizontalalignment', 'center');
    end
  end
  if any (several(:))
    text (mean (X(several)), mean (Y(several)), sprintf ('%d modes', max (count)), 'color', 'w', ...
          'horizontalalignment', 'center');
  end
  xlabel ('load along the floor in N');
  ylabel ('load upwards in N');
  title (sprintf ('\\theta = %g rad', th));
  data = [data, count];
end
figure_save (fig, 'modes_map', {'load_x', 'load_y', 'modes_1', 'modes_1p4'}, data);
