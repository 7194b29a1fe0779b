function [page, count] = dls_animate_page (sol, o)
% A motion of a mechanism as one page (dls_page.html) that asks nothing of the network: positions,
% forces and curves as integers of 16 bits. count: the number of instants.
% SPDX-License-Identifier: GPL-3.0-or-later
  B = sol.model.mechanism;
  k = instants (sol, o);
  count = numel (k);
  S = dls_scene (dls_at (B, sol, 1), sol.q(:,k), 32);
  P = struct ('d', B.d, 't', {num2cell(sol.t(k))}, 'speed', o.Speed);
  P.digits = max (0, min (6, 2 - floor (log10 (max (sol.t(end) - sol.t(1), 1e-4)))));
  P = positions (P, sol.q(:,k));
  P.box = {S.box(:,1)', S.box(:,2)'};
  P.bodies = arrayfun (@body_of, S.bodies, 'UniformOutput', false);
  P.meshes = arrayfun (@mesh_of, S.meshes, 'UniformOutput', false);
  P.links = arrayfun (@link_of, S.links, 'UniformOutput', false);
  P.labels = arrayfun (@label_of, S.labels, 'UniformOutput', false);
  undetermined = open_joints (dls_at (B, sol, k(1)));
  for j = 1:numel (P.labels)
    P.labels{j}.open = any (strcmp (P.labels{j}.name, undetermined));
  end
  P = arrows (P, B, sol, k, undetermined);
  P.curves = curves (B, sol, k, o.Plots);
  P.events = events (sol);
  text = fileread (fullfile (fileparts (mfilename ('fullpath')), 'dls_page.html'));
  title = sprintf ('%s, t = %g to %g', strjoin ({B.bodies(1:min (end, 3)).name}, ', '), ...
                   sol.t(1), sol.t(end));
  parts = regexp (text, '@TITLE@|@DATA@', 'split');    % in this order in the template
  page = [parts{1}, escaped(title), parts{2}, strrep(jsonencode (P), '<', '\u003c'), parts{3}];
end

% Text in HTML. (In JSON, '<' stands in texts only: without it no tag or comment begins there.)
function text = escaped (text)
  marks = {'&', '&amp;'; '<', '&lt;'; '>', '&gt;'; '"', '&quot;'; '''', '&#39;'};
  for k = 1:size (marks, 1)
    text = strrep (text, marks{k,:});
  end
end

% Columns of the motion: all, up to 1000 (300 where reactions of each are computed); with a rate
% those at equal times.
function k = instants (sol, o)
  t = sol.t;
  most = 1000 - 700 * by_events (sol);
  if (~isempty (o.Rate))
    wanted = t(1):(o.Speed / o.Rate):t(end);
  elseif (numel (t) <= most)
    wanted = t;
  else
    wanted = linspace (t(1), t(end), most);
  end
  [~, first] = unique (t, 'first');
  k = unique (interp1 (t(first), first(:)', wanted, 'nearest'));
  if (numel (first) == 1)
    k = 1;
  end
end

% Percussions of such schemes are those of impacts alone.
function yes = by_events (sol)
  yes = strncmp (sol.scheme, 'event', 5);
end

% Integers of 16 bits as text
function text = packed (x)
  text = matlab.net.base64encode (typecast (int16 (x(:)'), 'uint8'));
end

function P = positions (P, q)
  if (P.d == 2)                                % the page turns by the shorter way
    q(3:3:end,:) = mod (q(3:3:end,:) + pi, 2 * pi) - pi;
  end
  low = min (q, [], 2);
  high = max (q, [], 2);
  step = max (high - low, eps) / 65000;
  P.nq = size (q, 1);
  P.offset = num2cell ((low + high) / 2)';
  P.step = num2cell (step)';
  P.q = packed (bsxfun (@rdivide, bsxfun (@minus, q, (low + high) / 2), step));
end

function b = body_of (body)
  b = struct ('name', body.name, 'place', {num2cell(body.place)'}, 'first', body.first, ...
              'colour', body.colour, ...
              'lines', {num2cell(body.lines(:)')}, 'bare', {num2cell(body.bare(:)')}, ...
              'floor', {num2cell(body.floor(:)')});
  b.parts = {};
  for part = body.parts
    b.parts{end+1} = struct ('mesh', part.mesh - 1, 'scale', part.scale', 'shift', part.shift');
  end
end

function m = mesh_of (mesh)
  m = struct ('points', round (mesh.points(:)' * 1e5) / 1e5, ...
              'normals', round (mesh.normals(:)' * 1e3) / 1e3, 'faces', mesh.faces(:)' - 1, ...
              'lines', round (mesh.lines(:)' * 1e5) / 1e5);
end

function l = link_of (link)
  l = struct ('a', link.a - 1, 'pa', link.pa', 'b', link.b - 1, 'pb', link.pb', ...
              'kind', link.kind);
end

function l = label_of (label)
  l = struct ('name', label.name, 'body', label.body - 1, 'point', label.point');
end

% Names of joints with reactions that are not determined; of many bodies nobody sees them.
function names = open_joints (B)
  names = {};
  most = 200;
  if (numel (B.bodies) > most)
    return
  end
  [~, found, ~, A] = dls_scene_forces (B, 'dls_animate');
  if (~isempty (found))
    [D, I] = dls_mechanism_data (B, B.t, B.q, B.v);
    item = dls_scene_forces (A, 'open');
    names = {B.joints(I.joint(item(item <= size (D.joint, 2)))).name};
  end
end

% Reactions: what a step gave as percussions, by its length; of event-driven motions those of the
% instant. An arrow as long as a quarter of the picture is the force (an eighth: the moment) that
% all but one in twenty instants stay below.
function P = arrows (P, B, sol, k, undetermined)
  [D, I] = dls_mechanism_data (B);
  if (by_events (sol))
    [~, I] = dls_mechanism_data (B, B.t, B.q, B.v);
  end
  nb = sol.nb;
  nu = size (sol.status, 1);
  F = zeros (B.d, 0, numel (k));
  L = zeros (2 * B.d - 3, 0, numel (k));
  touching = repmat ({zeros(2 * B.d, 0)}, 1, numel (k));
  used = struct ('item', [], 'body', [], 'point', zeros (B.d, 0));
  joints = [];
  C = dls_at (B, sol, k(1));
  for i = 1:numel (k)
    [C.t, C.q, C.v] = deal (sol.t(k(i)), sol.q(:,k(i)), sol.v(:,k(i)));
    if (by_events (sol))
      [f, found, l] = dls_scene_forces (C, 'dls_animate');
      if (isempty (found))
        continue
      end
      used = found;
    else
      E = dls_mechanism_evaluate (C, C.t, C.q, C.v, 'dls_animate', D, I);
      [lu, tu] = of_contacts (sol, k(i), E, nb, nu);
      [f, used, l] = dls_scene_forces (C, E, D, force_at (sol, k(i), 1:nb), [], lu, tu);
    end
    joints = used.item <= size (D.joint, 2);
    F(:,1:sum (joints),i) = f(:,joints);
    L(:,1:sum (joints),i) = l(:,joints);
    touching{i} = [used.point(:,~joints); f(:,~joints)];
    touching{i} = touching{i}(:,any (f(:,~joints), 1));
  end
  used = struct ('body', used.body(joints), 'point', used.point(:,joints), 'joint', ...
                 reshape (I.joint(used.item(joints)), 1, []));
  each = cellfun (@(c) max ([0, sqrt(sum (c(B.d+1:end,:) .^ 2, 1))]), touching);
  largest = sort (max ([reshape(sqrt (sum (F .^ 2, 1)), [], numel (k)); each], [], 1));
  weight = sum ([B.bodies(~[B.bodies.fixed]).mass]) * norm (B.gravity);
  ref = max ([largest(ceil (0.95 * end)), 1e-3 * largest(end), 1e-6 * weight, realmin]);
  P.force = 0.25 * norm (P.box{2} - P.box{1}) / 4000;
  clipped = @(F) max (min (F / ref * 4000, 32767), -32767);
  P.forces = packed (clipped (F));
  most = sort (max ([reshape(sqrt (sum (L .^ 2, 1)), [], numel (k)); zeros(1, numel (k))], [], 1));
  low = max ([most(ceil (0.95 * end)), 1e-3 * most(end), 1e-9 * ref * P.force * 4000, realmin]);
  P.moments = packed (max (min (L / low * 2000, 32767), -32767));
  P.arrows = arrayfun (@(j) struct ('body', used.body(j), 'point', used.point(:,j)', 'open', ...
                         any (strcmp (B.joints(used.joint(j)).name, undetermined))), ...
                       1:numel (used.body), 'UniformOutput', false);
  P.touching = cumsum ([0, cellfun('size', touching, 2)]);
  C = [touching{:}, zeros(2 * B.d, 0)];
  P.origin = (P.box{1} + P.box{2}) / 2;
  P.pixel = max (norm (P.box{2} - P.box{1}), realmin) / 30000;
  P.contacts = packed ([bsxfun(@minus, C(1:B.d,:), P.origin') / P.pixel; clipped(C(B.d+1:end,:))]);
end

% Forces of the contacts in E: where they come and go they are found by their identities.
function [lu, tu] = of_contacts (sol, k, E, nb, nu)
  p = force_at (sol, k, nb+1:size (sol.p, 1));
  lu = p(1:nu);
  tu = p(nu+1:end);
  if (isfield (sol, 'contact') && ~isempty (sol.contact))
    [there, place] = ismember (E.identity(:), sol.contact(:,k));
    lu = zeros (numel (place), 1);
    lu(there) = p(place(there));
    tu = reshape ([reshape(tu, [], nu), zeros(numel (tu) / nu, 1)], [], nu + 1);
    place(~there) = nu + 1;
    tu = reshape (tu(:,place), [], 1);
  end
end

function f = force_at (sol, k, which)
  f = sol.p(which,k);
  if (k > 1 && sol.t(k) > sol.t(k-1))
    f = f / (sol.t(k) - sol.t(k-1));
  else
    f = 0 * f;
  end
end

function list = curves (B, sol, k, names)
  if (isempty (names))
    names = default_curves (B, sol, k);
  end
  list = {};
  for name = names(:)'
    y = curve (sol, k, name{1});
    low = min (y);
    step = max (max (y) - low, 1e-12 * max (abs (y)) + realmin) / 32000;
    list{end+1} = struct ('name', name{1}, 'low', low, 'step', step, ...
                          'data', packed ((y - low) / step));
  end
end

% The first coordinates that move
function names = default_curves (B, sol, k)
  most = 6;
  names = {};
  for name = coordinates (B)
    y = curve (sol, k, name{1});
    if (numel (names) < most && max (y) - min (y) > 1e-6 * (1 + max (abs (y))))
      names = [names, name];
    end
  end
  names = [{'energy'}, names];
end

function names = coordinates (B)
  words = {'x', 'y', 'angle'};
  if (B.d == 3)
    words{3} = 'z';
  end
  names = {};
  for body = reshape (B.bodies(find (~[B.bodies.fixed], 50)), 1, [])
    names = [names, strcat([body.name, '.'], words)];
  end
end

function y = curve (sol, k, name)
  y = dls_quantity (sol, name, k, 'dls_animate');
  y(isnan (y)) = 0;
end

% Up to 500 of them, that a mark on the line of time can tell
function list = events (sol)
  e = sol.events(:)';
  e = e(unique (round (linspace (1, numel (e), min (numel (e), 500)))));
  list = {};
  for one = e
    text = one.kind;
    if (strcmp (one.kind, 'redundant'))
      text = [text, ' ', sol.names.b{one.contact}];
    elseif (any (one.contact == 1:numel (sol.names.u)))
      text = [text, ' ', sol.names.u{one.contact}];
    end
    list{end+1} = struct ('t', one.t, 'text', text);
  end
end
