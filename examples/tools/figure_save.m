function figure_save (fig, name, columns_, data)
% FIGURE_SAVE  Write a figure and its numbers to build/figures/<name>.pdf, .png, .csv; close it.
%   columns_: cell of names; data: one column each (rows shorter than others end in NaN).
% SPDX-License-Identifier: GPL-3.0-or-later
file = fullfile (output_folder ('figures'), name);
assert (size (data, 2) == numel (columns_));
text = [strjoin(columns_, ','), sprintf('\n'), ...
        sprintf([repmat('%.15g,', 1, size (data, 2) - 1), '%.15g\n'], data')];
out = fopen ([file '.csv'], 'w');
fwrite (out, text);
fclose (out);
written = dir ([file '.csv']);
assert (written.bytes == numel (text), 'figure_save: %s.csv cannot be written', file);

figure_style (fig);
% gnuplot stretches dashes with the width of the line. The page is the figure at 100 pixels an
% inch; Ghostscript draws smoother than gnuplot's png.
inches = get (fig, 'position')(3:4) / 100;
set (findall (fig, 'type', 'line', 'linestyle', '--'), 'linewidth', 1);
set (findall (fig, 'type', 'line', 'linestyle', ':'), 'linewidth', 1.8);
set (fig, 'paperunits', 'inches', 'papersize', inches, 'paperposition', [0 0 inches]);
quiet = warning ('off', 'all');
print (fig, '-dpdf', [file '.pdf']);
setenv ('FIGURE_FILE', file);                     % no name passes through the shell
[failed, text] = system (['gs -q -dSAFER -sDEVICE=png16m -dTextAlphaBits=4 ' ...
                          '-dGraphicsAlphaBits=4 -r110 -o "$FIGURE_FILE.png" "$FIGURE_FILE.pdf"']);
warning (quiet);
close (fig);
if failed
  error ('figure_save: Ghostscript could not draw %s: %s', name, text);
end
end
