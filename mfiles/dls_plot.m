function fig = dls_plot (sol, varargin)
%DLS_PLOT  Draw a motion: positions, velocities, percussions, gaps, drift, energy, status.
%   DLS_PLOT (SOL) draws what there is in a solution of DLS_SIMULATE, one panel each.
%   DLS_PLOT (SOL, 'Option', VALUE, ...)
%       'Panels'        cell of 'q', 'v', 'p', 'gap', 'drift', 'energy', 'status' (all that
%                       tell something)
%       'Coordinates'   which of q and v to draw (the first 8)
%       'Contacts'      which contacts to draw (the first 8)
%       'Names'         cell of names of the coordinates, for the legend
%       'Figure'        a figure to draw in
%   FIG = DLS_PLOT (...) returns the figure. What DLS_SWEEP returned goes to DLS_PLOT_MAP.
%   Velocities jump: they are drawn as stairs. Percussions are those of one step each. 'drift' is
%   the largest violation of constraints and the deepest penetration of gaps.
%
%   Example:
%     model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%     dls_plot (dls_simulate (model, [0 4], 1, 0, 'Step', 1e-2))
%
%   See also DLS_SIMULATE, DLS_ANIMATE.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin > 0 && isstruct (sol) && isfield (sol, 'kind') && strcmp (sol.kind, 'sweep'))
    dls_plot_map (sol, varargin{:});
    if (nargout > 0)
      fig = gcf ();
    end
    return
  elseif (nargin < 1 || ~isstruct (sol) ...
          || ~all (isfield (sol, {'t', 'q', 'v', 'p', 'status', 'gap', 'drift', 'energy'})))
    error ('delassus:type', 'dls_plot: expected a solution of dls_simulate or of dls_sweep');
  end
  extra = struct ('Panels', [], 'Coordinates', [], 'Contacts', [], 'Names', {{}}, 'Figure', []);
  [~, o] = dls_parse_options ('dls_plot', '', extra, varargin);
  o = defaults (sol, o);
  if (isempty (o.Figure))
    fig = figure ();
  elseif (~(isscalar (o.Figure) && ishghandle (o.Figure)))
    error ('delassus:type', 'dls_plot: ''Figure'' is %s; expected a figure', ...
           dls_describe (o.Figure));
  else
    fig = o.Figure;
    set (0, 'currentfigure', fig);          % figure (fig) would make it visible
  end
  count = numel (o.Panels);
  columns = 1 + (count > 4);
  rows = ceil (count / columns);
  for k = 1:count
    subplot (rows, columns, k);
    panel (sol, o.Panels{k}, o);
    xlabel ('t');
  end
  if (nargout == 0)
    clear fig
  end
end

function o = defaults (sol, o)
  n = size (sol.q, 1);
  nu = size (sol.status, 1);
  if (isempty (o.Coordinates))
    o.Coordinates = 1:min (n, 8);
  end
  if (isempty (o.Contacts))
    o.Contacts = 1:min (nu, 8);
  end
  if (~among (o.Coordinates, n) || ~among (o.Contacts, nu))
    error ('delassus:dimension', ['dls_plot: ''Coordinates'' is %s and ''Contacts'' is %s; ', ...
           'expected some of %d coordinates and of %d contacts'], ...
           dls_describe (o.Coordinates), dls_describe (o.Contacts), n, nu);
  elseif (~iscellstr (o.Names) || any (numel (o.Names) < o.Coordinates * ~isempty (o.Names)))
    error ('delassus:dimension', 'dls_plot: ''Names'' is %s; expected a cell of %d texts', ...
           dls_describe (o.Names), n);
  end
  known = {'q', 'v', 'p', 'gap', 'drift', 'energy', 'status'};
  if (ischar (o.Panels))
    o.Panels = {o.Panels};
  end
  if (isempty (o.Panels))
    says = [true, true, any(sol.p(:) ~= 0), nu > 0, ...
            any([sol.drift.constraint, sol.drift.gap] > 0), ...
            any(isfinite (sol.energy.kinetic)), nu > 0];
    o.Panels = known(says);
  elseif (~iscellstr (o.Panels) || ~all (ismember (o.Panels, known)))
    error ('delassus:option', 'dls_plot: unknown panel; expected some of %s', ...
           strjoin (known, ', '));
  end
end

function yes = among (k, count)
  yes = isnumeric (k) && isreal (k) && all (k(:) >= 1 & k(:) <= count & k(:) == fix (k(:)));
end

function panel (sol, what, o)
  switch (what)
    case 'q'
      plot (sol.t, sol.q(o.Coordinates,:));
      ylabel ('positions q');
      names (o);
    case 'v'
      stairs_of (sol.t, sol.v(o.Coordinates,:));
      ylabel ('velocities v');
      names (o);
    case 'p'
      stem (sol.t, sol.p', 'marker', 'none');
      ylabel ('percussions of a step');
    case 'gap'
      plot (sol.t, sol.gap(o.Contacts,:));
      ylabel ('gaps');
    case 'drift'
      semilogy (sol.t, max (sol.drift.constraint, 1e-17), sol.t, max (sol.drift.gap, 1e-17));
      ylabel ('violation of h, g');
    case 'energy'
      e = sol.energy;
      if (all (isnan (e.total)))
        plot (sol.t, e.kinetic);
        ylabel ('kinetic energy');
      else
        plot (sol.t, e.kinetic, sol.t, e.potential, sol.t, e.total, 'k');
        ylabel ('energy');
        legend ('kinetic', 'potential', 'total');
      end
    case 'status'
      hold ('on');
      for k = o.Contacts
        stairs_of (sol.t, sol.status(k,:) / 4 + k);
      end
      hold ('off');
      ylabel ('contact: open, closed, sticks, slips');
  end
end

function stairs_of (t, y)
  [x, z] = stairs (t, y');
  plot (x, z);
end

function names (o)
  if (~isempty (o.Names))
    legend (o.Names{o.Coordinates});
  end
end

%!testif ; ! isempty (available_graphics_toolkits ())
%! model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%! sol = dls_simulate (model, [0 2], 1, 0, 'Step', 0.02);
%! fig = figure ('visible', 'off');
%! dls_plot (sol, 'Figure', fig, 'Names', {'height'});
%! assert (numel (findobj (fig, 'type', 'axes', 'tag', '')), 7)
%! clf (fig);
%! dls_plot (sol, 'Figure', fig, 'Panels', {'q', 'energy'});
%! axis_q = subplot (2, 1, 1);
%! drawn = get (findobj (axis_q, 'type', 'line'), 'ydata');
%! assert (drawn(:)', sol.q, 1e-15)
%! close (fig);
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
