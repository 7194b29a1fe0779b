function dls_plot_mechanism (B, ax, o, q)
% A mechanism in axes, as it stands at B.q, with its reactions there (dls_plot); with room for the
% columns q.
% SPDX-License-Identifier: GPL-3.0-or-later
  dls_mechanism_input (B, 'dls_plot');
  S = dls_scene (B, q, 8 + 24 * (B.d == 2));      % gnuplot is slow with many faces
  hold (ax, 'on');
  for k = 1:numel (S.bodies)
    [x, R] = dls_mechanism_pose (B, k - 1);
    draw_body (ax, S, k, x, R, o);
  end
  for link = S.links
    ends = [at(B, link.a, link.pa), at(B, link.b, link.pb)];
    if (strcmp (link.kind, 'spring'))
      ends = coil (ends, S.unit);
    end
    path_of (ax, ends, 'color', [0.45 0.3 0.1], 'linewidth', 1.5);
  end
  note = '';
  force = 0;
  if (o.Reactions && ~isempty (B.v))
    [note, S.box, force] = reactions (ax, B, S);
  end
  if (o.Labels)
    joint_names (ax, B, S);
  end
  hold (ax, 'off');
  axis (ax, 'equal');
  room = 0.12 * max (S.box(:,2) - S.box(:,1)) + 3 * S.unit;
  limits = [S.box(:,1) - room, S.box(:,2) + room]';
  if (B.d == 3)                                % a cube: gnuplot draws flat boxes of axes small
    limits = bsxfun (@plus, mean (limits, 1), [-0.5; 0.5] * max (diff (limits, 1, 1)));
  end
  axis (ax, limits(:)');
  if (o.Labels)
    scales (ax, limits, S.unit, force);
  end
  if (B.d == 3)
    view (ax, 35, 25);
    zlabel (ax, 'z');
  end
  xlabel (ax, 'x');
  ylabel (ax, 'y');
  title (ax, dls_drawn (sprintf ('t = %.4g%s', B.t, note)), 'interpreter', 'none');
end

% Names of joints; those of one place in one line
function joint_names (ax, B, S)
  X = zeros (B.d, numel (S.labels));
  for i = 1:numel (S.labels)
    X(:,i) = at (B, S.labels(i).body, S.labels(i).point);
  end
  left = true (1, numel (S.labels));
  for i = 1:numel (S.labels)
    same = left & sqrt (sum (bsxfun (@minus, X, X(:,i)) .^ 2, 1)) < 2 * S.unit;
    if (left(i))
      word (ax, X(:,i) + S.unit, strjoin ({S.labels(same).name}, ', '), [0.25 0.25 0.25]);
    end
    left = left & ~same;
  end
end

% Bars of a round length and of a round force, in the corner; force: length of the arrow of a unit
function scales (ax, limits, unit, force)
  x = limits(1,:)' + 2 * unit;
  across = double ((1:numel (x))' == 1);
  long = round_down (0.2 * (limits(2,1) - limits(1,1)));
  bars = {long, sprintf('length %g', long), [0.25 0.25 0.25]};
  if (force > 0)
    most = round_down (long / force);
    bars = [bars; {most * force, sprintf('force %g', most), [0 0.45 0.2]}];
  end
  for i = 1:size (bars, 1)
    from = x + 3 * (i - 1) * unit * double ((1:numel (x))' == numel (x));
    path_of (ax, [from, from + bars{i,1} * across], 'color', bars{i,3}, 'linewidth', 3);
    word (ax, from + (bars{i,1} + unit) * across, bars{i,2}, bars{i,3});
  end
end

% 1, 2 or 5 times a power of ten
function y = round_down (x)
  p = 10 ^ floor (log10 (x));
  steps = [5 2 1];
  y = p * steps(find (steps <= x / p * (1 + 1e-12), 1));
end

function x = at (B, k, point)
  [x, R] = dls_mechanism_pose (B, k - 1);
  x = x + R * point;
end

function draw_body (ax, S, k, x, R, o)
  body = S.bodies(k);
  colour = body.colour;
  d = S.d;
  path_of (ax, bsxfun (@plus, R * body.floor, x), 'color', (d == 3) * [0.4 0.4 0.4] + 0.35, ...
           'linewidth', 1);
  for part = body.parts
    mesh = S.meshes(part.mesh);
    put = @(P) bsxfun (@plus, R * scaled (P, part, d), x);
    P = put (mesh.points);
    if (d == 2 && ~isempty (P))
      patch (P(1,:), P(2,:), colour, 'parent', ax, 'edgecolor', 'none');
    elseif (~isempty (P))
      patch ('vertices', P', 'faces', mesh.faces', 'facecolor', colour, 'edgecolor', 'none', ...
             'parent', ax);
    end
    wide = 1 + 2 * isempty (P);                % a segment is its line
    path_of (ax, put (mesh.lines), 'color', 0.55 * colour, 'linewidth', wide);
  end
  path_of (ax, bsxfun (@plus, R * body.bare, x), 'color', 0.8 * colour, 'linewidth', 3);
  path_of (ax, bsxfun (@plus, R * body.lines, x), 'color', [0.15 0.15 0.15], 'linewidth', 1);
  if (o.Labels && k > 1)
    word (ax, x - 2 * S.unit, body.name, 0.5 * colour);
  end
end

function P = scaled (P, part, d)
  P = bsxfun (@plus, bsxfun (@times, part.scale, P), part.shift);
  P = P(1:d,:);
end

function path_of (ax, P, varargin)
  if (isempty (P))
    return
  end
  P = num2cell (P, 2);
  line (P{:}, 'parent', ax, varargin{:});
end

function word (ax, x, text_of, colour)
  x = num2cell (x);
  text (x{:}, dls_drawn (text_of), 'parent', ax, 'interpreter', 'none', 'color', colour, ...
        'fontsize', 8);
end

function P = coil (ends, u)
  [e, across] = beside (ends(:,2) - ends(:,1));
  s = [0, 0.2, 0.25:0.1:0.75, 0.8, 1];
  w = [0, 0, (-1) .^ (1:6), 0, 0];
  P = bsxfun (@plus, ends(:,1), (ends(:,2) - ends(:,1)) * s) + u * across * w;
end

% The direction of x and one across it
function [e, across] = beside (x)
  e = x / max (norm (x), realmin);
  if (numel (x) == 2)
    across = [-e(2); e(1)];
  else
    [~, k] = min (abs (e));
    across = cross (e, double ((1:3)' == k));
    across = across / max (norm (across), realmin);
  end
end

% Forces to one scale, the longest a quarter of the picture; moments likewise, as arrows with two
% heads, in the plane as arcs. Red is what equilibrium does not determine. box: with their tips.
% force: length of the arrow of a unit force, 0 where none is drawn: what is below rounding of the
% weights and of the applied forces is left out.
function [note, box, force] = reactions (ax, B, S)
  [F, I, L, A] = dls_scene_forces (B, 'dls_plot');
  note = A.note;
  box = S.box;
  force = 0;
  if (isempty (I))
    return
  end
  used = I.item;
  X = zeros (B.d, numel (used));
  for i = 1:numel (used)
    X(:,i) = at (B, I.body(i) + 1, I.point(:,i));
  end
  open = dls_scene_forces (A, 'open');
  long = 0.25 * norm (S.box(:,2) - S.box(:,1));
  pushed = reshape (A.equations.f, 3 * B.d - 3, []);
  pushed = pushed(1:B.d,:);
  noise = 1e-9 * max ([sqrt(sum (F .^ 2, 1)), sqrt(sum (L .^ 2, 1)) / max(long, realmin), ...
                       sqrt(sum (pushed .^ 2, 1))]);
  strongest = sqrt (max (sum (F .^ 2, 1)));
  if (strongest > noise)
    force = long / strongest;
  end
  moment = 0.5 * long / max ([sqrt(max (sum (L .^ 2, 1))), realmin]);
  for i = 1:numel (used)
    colour = [0 0.45 0.2];
    if (ismember (used(i), open))
      colour = [0.85 0.05 0.05];
    end
    if (norm (F(:,i)) > noise)
      arrow (ax, X(:,i), force * F(:,i), S.unit, colour, 1);
      tip = X(:,i) + force * F(:,i);
      box = [min(box(:,1), tip), max(box(:,2), tip)];
    end
    if (norm (L(:,i)) > noise * long)
      turning (ax, X(:,i), moment * L(:,i), S.unit, colour);
    end
  end
  cones (ax, A, X, used, force, S.unit);
end

function arrow (ax, x, f, u, colour, heads)
  [e, across] = beside (f);
  h = min (1.2 * u, 0.4 * norm (f));
  tip = x + f;
  P = [x, tip, nan(size (x))];
  for j = 1:heads
    P = [P, tip - h * e + 0.5 * h * across, tip, tip - h * e - 0.5 * h * across, nan(size (x))];
    tip = tip - h * e;
  end
  path_of (ax, P, 'color', colour, 'linewidth', 2);
end

function turning (ax, x, l, u, colour)
  if (numel (x) == 3)
    arrow (ax, x, l, u, colour, 2);
    return
  end
  w = sign (l) * linspace (0, 1.5 * pi, 25);
  r = max (abs (l) / 2, 1.5 * u);
  P = bsxfun (@plus, x, r * [cos(w); sin(w)]);
  path_of (ax, P(:,1:24), 'color', colour, 'linewidth', 1.5);
  arrow (ax, P(:,24), P(:,25) - P(:,24), u, colour, 1);
end

% Friction cones of contacts that press: two edges, in space a rim and four edges.
function cones (ax, A, X, used, force, u)
  E = A.equations;
  d = A.system.d;
  if (isempty (A.system.Hu))
    return
  end
  w = linspace (0, 2 * pi, 17);
  for j = find (A.near(:)' & E.mu(:)' > 0 & A.normal' > 0 & E.touch(:)' > 0)
    x = X(:,used == E.contact(j));
    mu = min (E.mu(j), 1e3);
    long = min (max (force * A.normal(j), 3 * u), 8 * u) / sqrt (1 + mu ^ 2);
    n = E.normal(:,j);
    [~, t] = beside (n);
    if (d == 2)
      edge = long * [n + mu * t, n - mu * t];
      P = [x + edge(:,1), x, x + edge(:,2)];
    else
      rim = bsxfun (@plus, x + long * n, long * mu * (t * cos (w) + cross (n, t) * sin (w)));
      P = [rim, x, rim(:,5), rim(:,9), x, rim(:,13)];
    end
    path_of (ax, P, 'color', [0.5 0.5 0.5], 'linestyle', '--');
  end
end
