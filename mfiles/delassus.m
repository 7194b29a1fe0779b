function delassus (varargin)
%DELASSUS  The map of the toolbox: which function answers which question.
%   Redundant constraints, singular mass matrices: M*a + F = G*lambda, G'*a + b = 0
%     what are a and lambda?                 dls_kkt, dls_kkt_setup (many right-hand sides)
%     which reactions are determined?        dls_redundancy
%   Contacts and friction at one instant: S = dls_system (...)
%     accelerations and reactions            dls_contact; derivatives: dls_sensitivity
%     can all contacts stick, and how well?  dls_sticking; grasps: dls_grasp
%     under which loads?                     dls_loads; other modes: dls_modes
%     between which values are reactions?    dls_reaction_range
%     what do the papers guarantee?          dls_wellposed, dls_friction_bound, dls_delassus
%     velocities after an impact             dls_impact
%   Friction of a time step, or of many bodies: P = dls_problem (...)
%     reactions and velocities               dls_friction, dls_friction_exists, dls_residual
%   Machines of bodies and joints: B = dls_mechanism (...)
%     build, close, look                     dls_body, dls_joint, dls_force, dls_assemble, dls_plot
%   Motion: model = dls_model (...), or B
%     run, draw, film                        dls_simulate, dls_plot, dls_animate
%     rest, periodic motions, derivatives    dls_equilibrium, dls_periodic, dls_variation
%   Complementarity problems, conic programs  dls_lcp, dls_mlcp, dls_lcp_all, dls_conic
%   Any answer: is it right?                 dls_verify;  what is this struct?  dls_show
%   Parameters, files, options               dls_sweep, dls_read, dls_write, dls_options
%   "help dls_kkt" has forms, options, outputs and an example. DELASSUS prints this map.
%
%   See also DLS_KKT, DLS_CONTACT, DLS_SIMULATE, DLS_SHOW.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin > 0)
    error ('delassus:dimension', 'delassus: %d given; expected none', nargin);
  end
  lines = strsplit (fileread ([mfilename('fullpath'), '.m']), sprintf ('\n'));
  last = find (strncmp (lines, '%   See also', 12), 1) - 2;
  fprintf ('%s\n', regexprep (strjoin (lines(3:last), sprintf ('\n')), '(^|\n)%   ', '$1'));
end

%!test  % every function of the map exists
%! names = unique (regexp (evalc ('delassus ()'), 'dls_\w+', 'match'));
%! assert (numel (names) > 30)
%! assert (all (cellfun (@(n) exist (n, 'file') == 2, names)))
%!error id=delassus:dimension delassus (1)
%!demo
%! % the map of the toolbox (nothing to draw)
%! delassus
