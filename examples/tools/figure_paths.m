% FIGURE_PATHS  What the scripts of papers and gallery begin with: paths, and the toolbox.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..', '..', 'mfiles'), ...
         fullfile (here, '..', '..', 'tests', 'm', 'problems'));
dls_setup ();
