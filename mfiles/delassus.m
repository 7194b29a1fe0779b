function delassus (topic, name)
%DELASSUS  The map of the toolbox: which function answers which question.
%   delassus                prints this map
%   delassus papers         what the short names of the papers (ALLSTICK ...) stand for
%   delassus examples       lists the examples;  delassus examples door  prints one of them
%   delassus doc            opens the manual;    delassus doc dls_kkt    opens a page of it
%
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
%     build, close, draw                     dls_body, dls_joint, dls_force, dls_assemble, dls_plot
%   Motion: model = dls_model (...), or B
%     check gradients, run, draw, film       dls_check_model, dls_simulate, dls_plot, dls_animate
%     quantities by name, at any time        dls_value, dls_at
%     equilibria, periodic motions           dls_equilibrium, dls_periodic, dls_variation
%   Complementarity problems, conic programs  dls_lcp, dls_mlcp, dls_lcp_all, dls_conic
%   Any answer: is it right?                 dls_verify;  a struct in words  dls_show, dls_table
%   Parameters, files, options               dls_sweep, dls_read, dls_write, dls_options
%   "help dls_kkt" has call forms, options, outputs and an example.
%
%   See also DLS_KKT, DLS_CONTACT, DLS_SIMULATE, DLS_SHOW.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 2)
    name = '';
  end
  if (nargin < 1)
    lines = strsplit (fileread ([mfilename('fullpath'), '.m']), sprintf ('\n'));
    last = find (strncmp (lines, '%   See also', 12), 1) - 2;
    fprintf ('%s\n', regexprep (strjoin (lines(3:last), sprintf ('\n')), '(^|\n)%   ', '$1'));
    return
  end
  if (~ischar (topic) || ~ischar (name))
    error ('delassus:type', 'delassus: the arguments must be texts: delassus papers');
  end
  switch (topic)
    case 'papers'
      papers ();
    case 'examples'
      examples (name);
    case 'doc'
      manual (name);
    otherwise
      error ('delassus:value', ...
             'delassus: ''%s'' is no topic; expected ''papers'', ''examples'' or ''doc''', topic);
  end
end

function papers ()
  fprintf ('  %-10s %s\n', ...
    'ALLSTICK', 'Brogliato, Kovecses, Acary: The contact problem in Lagrangian systems with', ...
    '', 'redundant frictional bilateral and unilateral constraints and singular mass', ...
    '', 'matrix. The all-sticking contacts problem. Multibody Syst. Dyn. 48 (2), 2020', ...
    'TUTORIAL', 'Blumentals, Brogliato, Bertails-Descoubes: The contact problem in Lagrangian', ...
    '', 'systems subject to bilateral and unilateral constraints, with or without sliding', ...
    '', 'Coulomb''s friction: a tutorial. 2016', ...
    'COUPLING', 'Brogliato: Inertial couplings between unilateral and bilateral holonomic', ...
    '', 'constraints in frictionless Lagrangian systems. 2013', ...
    'HIGHORDER', 'Acary: Higher order event-capturing time-stepping schemes and adaptive steps', ...
    '', 'for nonsmooth multibody systems', ...
    'CONIC', 'Acary, Cadoux, Lemarechal, Malick: A formulation of the linear discrete Coulomb', ...
    '', 'friction problem via convex optimization', ...
    'EXIST', 'Cadoux, Malick: Existence of a fixed point under the weak assumption', ...
    'DARTLCP', 'Notes on building the contact LCP for articulated bodies in generalised', ...
    '', 'coordinates');
  fprintf ('Numbers after a name are those of its equations and propositions.\n');
end

function examples (name)
  folder = beside ('examples', fullfile ('..', 'examples'), 'demo.m', 'the examples');
  if (~isempty (name))
    file = fullfile (folder, [regexprep(name, '\.m$', ''), '.m']);
    if (~isempty (regexp (name, '[^\w.]', 'once')) || ~exist (file, 'file'))
      error ('delassus:value', ...
             'delassus: there is no example ''%s''; delassus examples lists them', name);
    end
    fprintf ('%s\nrun it: run (''%s'')\n', fileread (file), file);
    return
  end
  files = dir (fullfile (folder, '*.m'));
  for k = 1:numel (files)
    fid = fopen (fullfile (folder, files(k).name));
    head = fgetl (fid);
    fclose (fid);
    said = regexprep (head, '^%\s*\S+\s+(What you learn: )?', '');
    fprintf ('  %-24s %s\n', files(k).name(1:end-2), said);
  end
  fprintf ('in %s\n', folder);
end

function manual (name)
  folder = beside ('manual', fullfile ('..', 'build', 'doc'), 'index.html', ...
                   'the manual ("make doc" builds it)');
  if (isempty (name))
    name = 'index';
  end
  page = fullfile (folder, [name, '.html']);
  if (~isempty (regexp (name, '[^\w-]', 'once')) || ~exist (page, 'file'))
    error ('delassus:value', 'delassus: the manual has no page ''%s''', name);
  end
  fprintf ('%s\n', page);
  if (usejava ('desktop') || ~isempty (getenv ('DISPLAY')))
    web (page);
  end
end

% The folder in an installed package, or in a clone
function folder = beside (installed, clone, file, what)
  here = fileparts (mfilename ('fullpath'));
  shared = fullfile ('/', 'usr', 'share', 'doc', 'delassus', 'html');        % the Debian package
  for place = {fullfile(here, installed), fullfile(here, clone), shared}
    folder = place{1};
    if (exist (fullfile (folder, file), 'file'))
      return
    end
  end
  error ('delassus:absent', 'delassus: %s: not found near %s', what, here);
end

%!test  % every function of the map exists
%! names = unique (regexp (evalc ('delassus ()'), 'dls_\w+', 'match'));
%! assert (numel (names) > 30)
%! assert (all (cellfun (@(n) exist (n, 'file') == 2, names)))
%!test  % all papers, by their short names
%! text = evalc ('delassus papers');
%! for name = {'ALLSTICK', 'TUTORIAL', 'COUPLING', 'HIGHORDER', 'CONIC', 'EXIST', 'DARTLCP'}
%!   assert (~isempty (strfind (text, name{1})))
%! end
%!test  % examples by their first lines
%! text = evalc ('delassus examples');
%! assert (~isempty (regexp (text, '  door +how many hinges')))
%! assert (~isempty (strfind (evalc ('delassus examples door'), 'dls_redundancy')))
%!error id=delassus:value delassus ('examples', '../secret')
%!error id=delassus:value delassus ('paper')
%!error id=delassus:type delassus (1)
%!demo
%! % the map of the toolbox (nothing to draw)
%! delassus
