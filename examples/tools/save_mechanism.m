function save_mechanism (B, name, varargin)
% SAVE_MECHANISM  A picture of a mechanism and its reactions as build/figures/<name>.png.
%   Only where the environment has DLS_PICTURES ("make motions"). Options go to dls_plot.
% SPDX-License-Identifier: GPL-3.0-or-later
if isempty (getenv ('DLS_PICTURES')), return; end
folder = output_folder ('figures');
fig = figure ('visible', 'off', 'position', [0 0 600 450]);
dls_plot (B, 'Figure', fig, varargin{:});
quiet = warning ('off', 'all');
print (fig, '-dpng', '-r100', fullfile (folder, [name '.png']));
warning (quiet);
close (fig);
end
