function save_picture (fig, name)
% SAVE_PICTURE  Write a figure to build/<name>.png and close it.
% SPDX-License-Identifier: GPL-3.0-or-later
build = output_folder ();
quiet = warning ('off', 'all');
print (fig, '-dpng', '-r100', fullfile (build, [name '.png']));
warning (quiet);
close (fig);
end
