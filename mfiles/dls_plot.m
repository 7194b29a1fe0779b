function [fig, panels] = dls_plot (sol, varargin)
%DLS_PLOT  Draw a motion (positions, velocities, percussions, gaps ...) or a mechanism.
%   DLS_PLOT (SOL) draws what there is in a solution of DLS_SIMULATE, one panel each, with at most
%   six curves in a panel: those that vary most.
%   DLS_PLOT (SOL, PANELS) draws these, a cell: quantities of DLS_VALUE ('piston.x', 'pin.force'), a
%   cell of quantities in one panel, or 'q', 'angles', 'v', 'spins', 'p', 'gap', 'drift', 'energy',
%   'status'.
%   DLS_PLOT (SOL, 'Option', VALUE, ...)
%       'Panels'        the same; []: all that do not vanish
%       'Coordinates'   which of q and v to draw ([]: those that vary most)
%       'Contacts'      which contacts to draw ([]: the first 6)
%       'Names'         cell of names of the coordinates ([]: of bodies, or q1, q2 ...)
%       'Figure'        a figure to draw in
%       'File'          a name ....pdf, ....png or ....svg: the figure is written there
%   DLS_PLOT (B, ...) draws a mechanism of DLS_MECHANISM as it stands at B.q: bodies by their shapes
%   (without one: as bars between their joints), joints by the usual symbols, names, and what
%   DLS_CONTACT says of the reactions there: forces as arrows to one scale, on the second body of
%   each joint, moments as arcs (in space as arrows with two heads); friction cones where shapes
%   touch. Red is what forces and accelerations do not determine.
%       'Reactions', 'Labels'   false: without them (true)
%       'Figure'
%   DLS_PLOT (AXES, ...) draws in these axes: a mechanism, or one of the panels of a motion.
%   [FIG, AXES] = DLS_PLOT (...) returns the figure and the axes in it. What DLS_SWEEP returned goes
%   to DLS_PLOT_MAP.
%   Velocities jump: they are drawn as stairs. Percussions are those of one step each: h bilateral,
%   N normal, T tangential. 'drift' is the largest violation of constraints and the deepest
%   penetration of gaps; the potential counts from its lowest value. The status of one contact is a
%   curve through the names of its states, that of several a bar each: open where there is none.
%
%   Example:
%     model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%     dls_plot (dls_simulate (model, [0 4], 1, 0, 'Step', 1e-2))
%
%   See also DLS_SIMULATE, DLS_ANIMATE, DLS_MECHANISM.
% SPDX-License-Identifier: GPL-3.0-or-later
  ax = [];
  if (nargin > 1 && isscalar (sol) && ishghandle (sol))
    ax = sol;
    sol = varargin{1};
    varargin(1) = [];
  end
  if (nargin > 0 && isstruct (sol) && isscalar (sol) && isfield (sol, 'kind') ...
      && strcmp (sol.kind, 'sweep'))
    [~, panels] = dls_plot_map (ax, sol, varargin{:});
  elseif (nargin > 0 && dls_is_mechanism (sol, 'dls_plot'))
    panels = of_mechanism (ax, sol, dls_table_options ('dls_plot', varargin));
  elseif (nargin < 1 || ~isstruct (sol) ...
          || ~all (isfield (sol, {'t', 'q', 'v', 'p', 'status', 'gap', 'drift', 'energy'})))
    found = {'nothing is given; '};
    if (nargin > 0)
      if (isstruct (sol))
        dls_kind_input (sol, 'motion', 'dls_plot');
      end
      found = {['the argument is ', dls_describe(sol), '; ']};
    end
    error ('delassus:type', 'dls_plot: %sexpected a solution of dls_simulate or of dls_sweep', ...
           found{:});
  else
    if (~isempty (varargin) && iscell (varargin{1}))
      varargin = [{'Panels'}, varargin];
    end
    o = defaults (sol, dls_table_options ('dls_plot', varargin));
    panels = of_motion (ax, sol, o);
    written (panels, o.File);
  end
  if (nargout > 0)
    fig = get (panels(1), 'parent');
  end
end

function ax = of_mechanism (ax, B, o)
  if (~isempty ([o.Panels(:); o.Coordinates(:); o.Contacts(:); o.Names(:)]))
    error ('delassus:option', ['dls_plot: ''Panels'', ''Coordinates'', ''Contacts'' and ', ...
           '''Names'' are of motions; expected of a mechanism ''Reactions'', ''Labels''']);
  end
  if (isempty (ax))
    ax = axes ('parent', figure_of (o));
  end
  dls_plot_mechanism (B, ax, o, B.q(:,[]));
end

function panels = of_motion (ax, sol, o)
  count = numel (o.Panels);
  if (~isempty (ax) && count > 1)
    dls_raise ('delassus:option', ...
               'dls_plot: %d panels for one pair of axes; expected one of %s', count, '''Panels''');
  end
  if (isempty (ax))
    fig = figure_of (o);
  end
  columns = 1 + (count > 4);
  rows = ceil (count / columns);
  panels = ax;
  for k = 1:count
    column = mod (k - 1, columns);
    row = floor ((k - 1) / columns);
    place = [(0.19 + column) / columns, 1 - (row + 0.86) / rows * 0.93, ...
             0.64 / columns, 0.70 / rows];
    if (isempty (ax))
      panels(k) = axes ('parent', fig, 'position', place);
    else
      axes (ax);
    end
    panel (sol, o.Panels{k}, o);
    if (k > count - columns)
      xlabel ('t');
    end
    if (sol.t(end) > sol.t(1))
      xlim ([sol.t(1), sol.t(end)]);
    end
  end
end

function fig = figure_of (o)
  if (isempty (o.Figure))
    fig = figure ();
    if (numel (o.Panels) > 4)                % two columns, with names beside them
      set (fig, 'position', get (fig, 'position') .* [1 1 0 0] + [0 0 900 640]);
    end
  elseif (~(isscalar (o.Figure) && ishghandle (o.Figure)))
    error ('delassus:type', 'dls_plot: ''Figure'' is %s; expected a figure', ...
           dls_describe (o.Figure));
  else
    fig = o.Figure;
    set (0, 'currentfigure', fig);          % figure (fig) would make it visible
  end
end

function written (panels, file)
  if (isempty (file))
    return
  end
  type = '';
  if (ischar (file))
    [~, ~, type] = fileparts (file);
  end
  if (~any (strcmpi (type, {'.pdf', '.png', '.svg'})))
    error ('delassus:option', 'dls_plot: ''File'' is %s; expected a name ....pdf, %s', ...
           dls_describe (file), '....png or ....svg');
  end
  fig = get (panels(1), 'parent');
  dls_output ('whole', 'dls_plot', {file}, ...
              @(part) print (fig, ['-d', lower(type(2:end))], part{1}));
end

function o = defaults (sol, o)
  nq = size (sol.q, 1);
  nu = size (sol.status, 1);
  if (isempty (o.Contacts))
    o.Contacts = 1:min (nu, most ());
  end
  if (~among (o.Coordinates, nq) || ~among (o.Contacts, nu))
    dls_raise ('delassus:dimension', ...
               ['dls_plot: ''Coordinates'' is %s and ''Contacts'' is %s; ', ...
               'expected some of %d coordinates and of %d contacts'], ...
               dls_describe (o.Coordinates), dls_describe (o.Contacts), nq, nu);
  elseif (~iscellstr (o.Names) || any (numel (o.Names) < o.Coordinates * ~isempty (o.Names)))
    dls_raise ('delassus:dimension', 'dls_plot: ''Names'' is %s; expected a cell of %d texts', ...
               dls_describe (o.Names), nq);
  end
  o.curves = dls_plot_curves (sol, o, most ());
  o.Panels = panel_list (sol, o, nu);
end

function list = panel_list (sol, o, nu)
  known = {'q', 'angles', 'v', 'spins', 'p', 'gap', 'drift', 'energy', 'status'};
  list = o.Panels;
  if (ischar (list))
    list = {list};
  end
  if (isempty (list))
    there = cellfun (@(g) ~isempty (g.rows), {o.curves.q, o.curves.angles, o.curves.v, ...
                                              o.curves.spins});
    list = known([there, any(sol.p(:) ~= 0), any(abs (sol.gap(:)) > 1e-9), ...
                  any([sol.drift.constraint, sol.drift.gap] > 1e-16), ...
                  any(isfinite (sol.energy.kinetic)), nu > 0]);
  elseif (~iscell (list) || ~all (cellfun (@(p) ischar (p) || iscellstr (p), list)))
    error ('delassus:option', 'dls_plot: ''Panels'' is %s; expected some of %s', ...
           dls_describe (list), strjoin (known, ', '));
  end
  for name = list(cellfun (@ischar, list))
    if (~any (strcmp (name{1}, known)) && ~any (name{1} == '.') ...
        && isempty (regexp (name{1}, '^((q|v|gap)\d+|kinetic|potential|elastic)$', 'once')))
      error ('delassus:option', 'dls_plot: unknown panel ''%s''; expected some of %s, or %s%s', ...
             name{1}, strjoin (known, ', '), 'a quantity of dls_value', ...
             dls_nearest_name (name{1}, known));
    end
  end
end

% A reader follows six curves in a panel.
function n = most ()
  n = 6;
end

function yes = among (k, count)
  yes = isnumeric (k) && isreal (k) && all (k(:) >= 1 & k(:) <= count & k(:) == fix (k(:)));
end

function panel (sol, what, o)
  if (iscell (what))
    quantities (sol, what);
    return
  end
  switch (what)
    case {'q', 'angles'}
      plot (sol.t, sol.q(o.curves.(what).rows,:));
      titles = {'positions q', 'angles'};
      ylabel (titles{1 + strcmp (what, 'angles')});
      names (o.curves.(what).names);
    case {'v', 'spins'}
      stairs_of (sol.t, sol.v(o.curves.(what).rows,:));
      titles = {'velocities v', 'angular velocities'};
      ylabel (titles{1 + strcmp (what, 'spins')});
      names (o.curves.(what).names);
    case 'p'
      percussions (sol, o.Contacts);
    case 'gap'
      plot (sol.t, sol.gap(o.Contacts,:));
      ylabel ('gaps');
      names (contact_names (sol, o.Contacts, 'g'));
    case 'drift'
      drift (sol);
    case 'energy'
      energy (sol.t, sol.energy);
    case 'status'
      if (numel (o.Contacts) == 1)
        one_status (sol, o.Contacts);
      else
        statuses (sol, o.Contacts);
      end
    otherwise
      quantities (sol, {what});
  end
end

function quantities (sol, list)
  plot (sol.t, dls_value (sol, list));
  if (numel (list) == 1)
    ylabel (dls_drawn (list{1}), 'interpreter', 'none');
  else
    names (list);
  end
end

% The largest ones: bilateral, normal and tangential of the contacts
function percussions (sol, contacts)
  nu = size (sol.status, 1);
  nb = sol.nb;
  d1 = sol.d - 1;
  tangents = nb + nu + bsxfun (@plus, (contacts - 1) * d1, (1:d1)');
  owner = repmat (contacts, d1, 1);
  rows = [1:nb, nb + contacts, tangents(:)'];
  list = [numbered('h', 1:nb), contact_names(sol, contacts, 'N'), numbered('T', owner(:)')];
  if (isfield (sol, 'names') && numel (sol.names.b) == nb)
    list(1:nb) = sol.names.b;
  end
  k = dls_plot_curves (sol.p(rows,:), most ());
  stairs_of (sol.t, sol.p(rows(k),:));
  ylabel ('impulses');
  names (list(k));
end

function list = contact_names (sol, contacts, letter)
  list = numbered (letter, contacts);
  if (isfield (sol, 'names') && numel (sol.names.u) >= max ([contacts, 0]) ...
      && isempty (sol.contact))
    list = reshape (sol.names.u(contacts), 1, []);
  end
end

function drift (sol)
  known = {'constraint', 'gap'};
  known = known([any(sol.drift.constraint > 0), any(sol.drift.gap > 0)]);
  y = zeros (0, numel (sol.t));
  for name = known
    y(end+1,:) = sol.drift.(name{1});
  end
  y(y < 1e-16) = NaN;                       % rounding of zero leaves the curve
  semilogy (sol.t, y);
  ylabel ('violation');
  decades = [floor(log10 (min (y(:)))), ceil(log10 (max (y(:))))];
  if (all (isfinite (decades)))
    decades(2) = max (decades(2), decades(1) + 1);
    ylim (10 .^ decades);
    set (gca (), 'ytick', 10 .^ (decades(1):ceil (diff (decades) / 4):decades(2)));
  end
  colours = get (gca (), 'colororder');
  names (known, colours);
end

function energy (t, e)
  if (all (isnan (e.total)))
    plot (t, e.kinetic);
    ylabel ('kinetic energy');
  else
    low = min (e.potential);
    plot (t, e.kinetic, t, e.potential - low, t, e.total - low, 'k');
    ylabel ('energy');
    colours = get (gca (), 'colororder');
    names ({'kinetic', 'potential', 'total'}, [colours(1:2,:); 0 0 0]);
  end
end

% A curve through the names of the states.
function one_status (sol, contact)
  words = {'open', 'closed', 'sticks', 'slips'};
  top = 1 + 2 * (sol.d > 1);
  stairs_of (sol.t, sol.status(contact,:));
  set (gca (), 'ytick', 0:top, 'yticklabel', words(1:top+1));
  ylim ([-0.3, top + 0.3]);
  ylabel ('status');
end

% A bar for each contact, colours for what it does.
function statuses (sol, contacts)
  words = {'closed', 'sticks', 'slips'};
  colours = [0.35 0.35 0.35; 0.2 0.6 0.3; 0.85 0.3 0.1];
  there = find (any (any (bsxfun (@eq, sol.status(contacts,:), cat (3, 1, 2, 3)), 1), 2))';
  hold ('on');
  for what = there
    x = zeros (4, 0);
    y = x;
    for i = 1:numel (contacts)
      change = diff ([0, sol.status(contacts(i),:) == what, 0]);
      first = sol.t(max (find (change > 0) - 1, 1));        % a step ends at its t
      last = sol.t(find (change < 0) - 1);
      x = [x, [first; last; last; first]];
      y = [y, repmat(i + 0.35 * [-1; -1; 1; 1], 1, numel (first))];
    end
    patch ('xdata', x, 'ydata', y, 'facecolor', colours(what,:), 'edgecolor', colours(what,:));
  end
  hold ('off');
  ylim ([0.4, numel(contacts) + 0.6]);
  set (gca (), 'ytick', 1:numel (contacts), 'box', 'on', ...
       'yticklabel', arrayfun (@num2str, contacts, 'UniformOutput', false));
  ylabel ('contact');
  names (words(there), colours(there,:));
end

function stairs_of (t, y)
  [x, z] = stairs (t, y');
  plot (x, z);
end

function list = numbered (letter, k)
  list = arrayfun (@(i) sprintf ('%s%d', letter, i), k, 'UniformOutput', false);
end

% Names beside the axes in the colours of the curves: all toolkits keep the axes where they are.
function names (list, colours)
  if (nargin < 2)
    colours = get (gca (), 'colororder');
    if (numel (list) < 2)
      return
    end
  end
  for k = 1:numel (list)
    text (1.03, 1 - 0.15 * (k - 0.5), dls_drawn (list{k}), 'units', 'normalized', 'fontsize', ...
          8, 'interpreter', 'none', 'color', colours(mod (k - 1, size (colours, 1)) + 1,:));
  end
end

%!testif ; ! isempty (available_graphics_toolkits ())
%! model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%! sol = dls_simulate (model, [0 2], 1, 0, 'Step', 0.02);
%! fig = figure ('visible', 'off');
%! dls_plot (sol, 'Figure', fig, 'Names', {'height'});
%! assert (numel (findobj (fig, 'type', 'axes', 'tag', '')), 7)
%! labels = get (findobj (fig, 'type', 'axes', 'tag', ''), 'yticklabel');
%! assert (sum (cellfun (@(x) isequal (x(:)', {'open', 'closed'}), labels)), 1)   % status
%! clf (fig);
%! dls_plot (sol, 'Figure', fig, 'Panels', {'q', 'energy'});
%! panels = findobj (fig, 'type', 'axes', 'tag', '');
%! drawn = get (findobj (panels(end), 'type', 'line'), 'ydata');
%! assert (drawn(:)', sol.q, 1e-15)
%! clf (fig);
%! ax = axes ('parent', fig, 'position', [0.1 0.1 0.2 0.2]);
%! [f, panels] = dls_plot (ax, sol, 'Panels', 'q');
%! assert ({f, panels, get(findobj (ax, 'type', 'line'), 'ydata')(:)'}, {fig, ax, sol.q}, 1e-15)
%! [f, panels] = dls_plot (ax, dls_mechanism ('d', 2), 'Reactions', false);
%! assert ({f, panels, numel(findobj (fig, 'type', 'axes', 'tag', ''))}, {fig, ax, 1})
%! fail ("dls_plot (ax, sol)", "7 panels for one pair of axes");
%! close (fig);
%!testif ; ! isempty (available_graphics_toolkits ())    % all of the reactions is in the picture
%! B = dls_body (dls_mechanism ('gravity', [0 -9.81]), 'door', 'mass', 20, ...
%!               'inertia', 2, 'at', [0.4 0]);
%! B = dls_joint (B, 'upper', 'hinge', {'ground', [0 0.7]}, {'door', [-0.4 0.7]});
%! B = dls_joint (B, 'lower', 'hinge', {'ground', [0 -0.7]}, {'door', [-0.4 -0.7]});
%! [fig, ax] = dls_plot (B, 'Figure', figure ('visible', 'off'));
%! drawn = get (findobj (ax, 'type', 'line'), {'xdata', 'ydata'});
%! limits = axis (ax);
%! inside = @(x, low, high) all (x(:) >= low & x(:) <= high | isnan (x(:)));
%! assert (all (cellfun (@(x) inside (x, limits(1), limits(2)), drawn(:,1))))
%! assert (all (cellfun (@(y) inside (y, limits(3), limits(4)), drawn(:,2))))
%! close (fig);
%!testif ; ! isempty (available_graphics_toolkits ())    % bars of two contacts
%! model = dls_model ('mass', eye (2), 'force', [-2; -8], 'gap', @(q) q, 'gapgrad', eye (2));
%! sol = dls_simulate (model, [0 2], [1; 1], [0; 0], 'Step', 0.02);
%! fig = figure ('visible', 'off');
%! dls_plot (sol, 'Figure', fig, 'Panels', 'status');
%! x = get (findobj (fig, 'type', 'patch'), 'xdata');
%! assert ([min(x, [], 1)', max(x, [], 1)'], [1 2; 0.5 2], 0.03)
%! close (fig);
%!testif ; ! isempty (available_graphics_toolkits ())    % a weight on a strut and two walls
%! B = dls_mechanism ('gravity', [0 -10]);
%! B = dls_body (B, 'disk', 'mass', 1, 'shape', 'circle', 'size', 0.5, 'at', [2 1]);
%! B = dls_joint (B, 'strut', 'distance', {'ground', [2 0]}, {'disk', [0 -0.5]});
%! B = dls_joint (B, 'left', 'distance', {'ground', [0 1]}, {'disk', [-0.5 0]});
%! B = dls_joint (B, 'right', 'distance', {'ground', [4 1]}, {'disk', [0.5 0]});
%! B = dls_joint (B, 'drag', 'own', {'x'}, @(t, q, v) deal (q(3), [0; 0; 1], 0));
%! fig = figure ('visible', 'off');
%! dls_plot (B, 'Figure', fig);
%! arrows = findobj (fig, 'type', 'line', 'linewidth', 2);
%! x = get (arrows, 'xdata');
%! y = get (arrows, 'ydata');
%! assert (numel (arrows), 1)                 % the walls do not pull without a reason
%! assert ([x(1:2)(:), y(1:2)(:)], [2 0.5; 2, 0.5 + 0.25 * norm([4, 1.5])], 1e-9)
%! assert (numel (findobj (fig, 'type', 'patch')), 1)
%! B = dls_force (B, 'wind', 'force', 'disk', [4 0]);
%! clf (fig);
%! dls_plot (B, 'Figure', fig, 'Labels', false);
%! arrows = findobj (fig, 'type', 'line', 'linewidth', 2);
%! red = cellfun (@(c) c(1) > 0.5, get (arrows, 'color'));
%! assert ([numel(red), sum(red)], [3 2])
%! level = cellfun (@(y) y(1) == y(2) && y(1) == 1, get (arrows, 'ydata'));
%! assert (level, red)
%! assert (isempty (findobj (fig, 'type', 'text', 'string', 'strut')))
%! close (fig);
%!testif ; ! isempty (available_graphics_toolkits ())    % in free fall joints carry nothing
%! B = dls_mechanism ('gravity', [0 -9.81]);
%! B = dls_body (B, 'a', 'mass', 1, 'inertia', 1, 'shape', 'box', 'size', [1 0.1]);
%! B = dls_body (B, 'b', 'mass', 1, 'inertia', 1, 'at', [1 0], 'shape', 'box', 'size', [1 0.1]);
%! B = dls_joint (B, 'j', 'hinge', {'a', [0.5 0]}, {'b', [-0.5 0]});
%! fig = figure ('visible', 'off');
%! dls_plot (B, 'Figure', fig);
%! assert (isempty (findobj (fig, 'type', 'line', 'linewidth', 2)))
%! close (fig);
%!testif ; ! isempty (available_graphics_toolkits ())    % quantities by name; a file
%! B = dls_mechanism ('gravity', [0 -9.81]);
%! for k = 1:4
%!   B = dls_body (B, sprintf ('b%d', k), 'mass', 1, 'inertia', 1, 'velocity', [k 0], 'spin', k);
%! end
%! sol = dls_simulate (B, [0 0.1], 'Step', 1e-2);
%! file = [tempname(), '.png'];
%! [fig, panels] = dls_plot (sol, {'b2.x', {'b1.y', 'b3.angle'}, 'q', 'spins'}, 'File', file, ...
%!                           'Figure', figure ('visible', 'off'));
%! lines = arrayfun (@(a) numel (findobj (a, 'type', 'line')), panels);
%! assert (lines, [1 2 6 4])
%! written = dir (file);
%! assert (written.bytes > 1000)
%! fail ("dls_plot (sol, {'energ'}, 'Figure', fig)", 'did you mean ''energy''');
%! fail ("dls_plot (sol, 'File', 'x.doc', 'Figure', fig)", 'expected a name');
%! close (fig);
%! delete (file);
%!error <of motions; expected of a mechanism> dls_plot (dls_mechanism ('d', 2), 'Panels', {'q'})
%!error id=delassus:type dls_plot (3)
%!error id=delassus:option dls_plot (dls_simulate (dls_model ('mass', 1), [0 1], 0, 0), ...
%!  'Panels', 'x')
%!shared sol
%! sol = dls_simulate (dls_model ('mass', 1), [0 1], 0, 0, 'Step', 0.5);
%!error id=delassus:type dls_plot (struct ('energy', 1))
%!error id=delassus:option dls_plot (sol, 'Panels', {3})
%!error id=delassus:dimension dls_plot (sol, 'Coordinates', 2)
%!error id=delassus:dimension dls_plot (sol, 'Coordinates', 0)
%!error id=delassus:dimension dls_plot (sol, 'Coordinates', {1})
%!error id=delassus:dimension dls_plot (sol, 'Contacts', -1)
%!error id=delassus:dimension dls_plot (sol, 'Names', {3})
%!error id=delassus:type dls_plot (sol, 'Figure', 'x')
%!demo
%! % a ball on a hard floor: all panels
%! model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%! dls_plot (dls_simulate (model, [0 4], 1, 0, 'Step', 1e-2));
%!testif ; ! isempty (available_graphics_toolkits ())    % three bars of one colour are not a map
%! model = dls_model ('mass', eye (2), 'force', [-2; -2], 'gap', [0; 0], 'gapgrad', eye (2));
%! sol = dls_simulate (model, [0 1], [1; 1], [0; 0], 'Step', 0.02);
%! sol.status(1,[5 15 25]) = 1;
%! fig = figure ('visible', 'off');
%! dls_plot (sol, 'Figure', fig, 'Panels', {'status'});
%! assert (get (findall (fig, 'type', 'patch'), 'facecolor'), [0.35 0.35 0.35])
%! close (fig);
