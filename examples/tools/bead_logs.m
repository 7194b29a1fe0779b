function log = bead_logs (N, inner)
% BEAD_LOGS  CONIC's experiment: N beads fall into a box; convex problems by the method `inner`.
%   inner: 'projected-gradient' | 'facets' (four). Successive approximations until (6.1) <= 0.01,
%   but without its factor 1/n: with it the test is void (600 beads: "< 7.4"), and the beads sink
%   into each other by 2.2 radii. Runs until the beads rest (mean speed 0.05 m/s), remembered for
%   other figures of a session.
% SPDX-License-Identifier: GPL-3.0-or-later
persistent known
if isempty (known), known = struct (); end
name = sprintf ('%s_%d', strrep (inner, '-', '_'), N);
if ~isfield (known, name)
  options = {'Method', 'fixpoint', 'Outer', 'picard', 'Inner', 'projected-gradient', ...
             'OuterTolerance', 0.01};
  known.(name) = bead_run (bead_start (N, round ((N / 1.2) ^ (1/3)), 1), ...
                           struct ('options', {options}, 'steps', 260, 'rest', 0.05, ...
                                   'facets', 4 * strcmp (inner, 'facets')));
end
log = known.(name);
end
