% CONIC_FIG08  Computing time per time step over the number of contacts, 600 beads.
%   Projected gradients (v), warm, and interior points for four facets (iv). The paper reads from
%   its figure: the time of interior points increases with the size; gradients gain from warm
%   restarts at the end, where contacts are many. No numbers; beads are ours.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
G = bead_logs (600, 'projected-gradient');
I = bead_logs (600, 'facets');
late = @(L) L.nc > 0.9 * max (L.nc);
fall = @(L) L.nc > 0.3 * max (L.nc) & L.nc < 0.9 * max (L.nc);
cost = @(L, which_) 1e6 * mean (L.time(which_(L)) ./ L.nc(which_(L)));
figure_row ('interior points: us per contact, fall and end', 'more or less regular growth', ...
            [cost(I, fall), cost(I, late)], 'agrees: no jump');
figure_row ('gradients: us per contact, fall and end', 'decrease at the end', ...
            [cost(G, fall), cost(G, late)], 'agrees');
assert (cost (G, late) < cost (G, fall));
big = I.nc > 20;
power = polyfit (log (I.nc(big)), log (I.time(big)), 1)(1);
figure_row ('interior points: time like contacts to the power', 'not stated', power, 'fitted');
assert (power > 0.5 && all (G.time > 0) && max (G.nc) > 600 && max (I.nc) > 600);

fig = figure ('visible', 'off', 'position', [0 0 700 470]);
colour = figure_style ();
semilogy (I.nc, 1e3 * I.time, 'o', 'markersize', 4, 'color', colour(6, :), G.nc, 1e3 * G.time, ...
          'x', 'markersize', 4, 'color', colour(7, :));
xlim ([0 1500]);
xlabel ('contacts');
ylabel ('ms per time step');
legend ('four facets, interior points', 'projected gradients, warm', 'location', 'southeast');
title ('CONIC Fig. 8: time per step, 600 beads');
n = max (numel (I.nc), numel (G.nc));
column = @(x) [x(:); nan(n - numel (x), 1)];
figure_save (fig, 'CONIC_fig08', {'contacts_ip', 's_ip', 'contacts_pg', 's_pg'}, ...
             [column(I.nc), column(I.time), column(G.nc), column(G.time)]);
