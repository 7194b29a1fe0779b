function save_motion (sol, name, varargin)
% SAVE_MOTION  A mechanism's motion as build/figures/<name>.html, and a picture of it as <name>.png.
%   Only where the environment has DLS_PICTURES ("make motions"): tests have no use for them.
%   Options go to dls_animate. The picture shows the instant a third of the way; there is none of
%   more than 200 bodies.
% SPDX-License-Identifier: GPL-3.0-or-later
if isempty (getenv ('DLS_PICTURES')), return; end
folder = output_folder ('figures');
dls_animate (sol, fullfile (folder, [name '.html']), varargin{:});
if numel (sol.model.mechanism.bodies) > 200, return; end
B = dls_at (sol.model.mechanism, sol, max (1, round (numel (sol.t) / 3)));
save_mechanism (B, name);
end
