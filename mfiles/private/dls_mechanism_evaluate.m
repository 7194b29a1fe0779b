function [E, D, I] = dls_mechanism_evaluate (B, t, q, v, caller, D, I)
% All equations of a mechanism at (t, q, v), q with or without angles of joints: what
% dls_mechanism_mex ('evaluate') tells, with the constraints and forces that are functions of the
% user, and names: cells b and u, 'joint.row'; of contacts touch (numbers in B.touches, 0 of
% limits), point and normal (d-by-contacts, in the axes of the world, from the first body to the
% second; NaN of limits), k (stiffness, Inf: rigid) and damping of contacts.
% D, I: the numbers behind them (dls_mechanism_data), given or found; []: found for motions. Where
% they are given B has been looked at, and there are no names.
% SPDX-License-Identifier: GPL-3.0-or-later
  given = {};
  if (nargin > 5)
    given = {D, I};
  end
  if (nargin < 6 || isempty (D))
    dls_mechanism_input (B, caller);
  end
  try
    [E, D, I] = evaluate (B, t, q, v, caller, given{:});
  catch err
    if (strncmp (err.identifier, 'delassus:', 9))
      rethrow (err);
    end
    error ('delassus:type', '%s: the mechanism was edited, and does not fit together: %s', ...
           caller, err.message);
  end
end

function [E, D, I] = evaluate (B, t, q, v, caller, D, I)
  nq = (4 * B.d - 5) * sum (~[B.bodies.fixed]);
  n = (3 * B.d - 3) * sum (~[B.bodies.fixed]);
  if (numel (q) ~= nq + sum (dls_mechanism_turns ('count', B)))
    q = dls_vector_input (q, nq, caller, 'q of the mechanism');
  end
  v = dls_vector_input (v, n, caller, 'v of the mechanism');
  known = nargin > 5 && ~isempty (D);
  if (~known)
    held_by_something (B, caller);
  end
  if (nargin < 6)
    [D, I] = dls_mechanism_data (B, t, q, v);
  elseif (isempty (D))
    clearances (B, caller);
    [D, I] = dls_mechanism_data (B);
  end
  try
    E = dls_mechanism_mex ('evaluate', D, t, q, v);
  catch err
    dls_raise (err, caller);
  end
  E.identity = E.identity - 1;
  spring = [0, B.touches.stiffness; 0, B.touches.damping];
  E.k = spring(1,1+E.touch)';
  E.k(E.k == 0) = Inf;
  E.damping = spring(2,1+E.touch)';
  E.names = struct ('b', {{}}, 'u', {{}});
  if (~known)
    E.names.b = row_names (B, I, E.joint, E.line);
    E.names.u = contact_names (B, I, E);
  end
  E.point = E.point(1:B.d,:);
  E.normal = E.normal(1:B.d,:);
  [h, G, b, f, names] = dls_mechanism_own ('all', B, t, q(1:nq), v);
  E.f = E.f + f;
  if (~isempty (h))
    E.h = [E.h; h];
    E.G = [E.G, sparse(G)];
    E.bb = [E.bb; b];
    E.wb = [E.wb; zeros(size (h))];
    E.names.b = [E.names.b, names];
  end
end

% 'joint.row' of columns that belong to lines of items
function names = row_names (B, I, item, line)
  names = cell (1, 0);
  if (isempty (item))
    return
  end
  joint = {B.joints(I.joint(item)).name};
  rows = [I.rows{:}];
  before = cumsum ([0, cellfun('length', I.rows)]);
  rows = rows(reshape (before(item), 1, []) + reshape (line, 1, []));
  names = strcat (joint, {'.'}, rows);
end

% Limits are rows of joints; points where shapes touch 'body-body.n', or '.n1', '.n2' ...; the
% bodies and the number of a point are in its identity (dls_mechanism_values in delassus.h).
function names = contact_names (B, I, E)
  joints = E.touch == 0;
  names = cell (1, numel (E.touch));
  names(joints) = row_names (B, I, E.contact(joints), ones (1, sum (joints)));
  at = find (~joints);
  point = mod (E.identity(at) - 1, 1024);
  pair = (E.identity(at) - 1 - point) / 1024;
  bodies = [{'ground'}, {B.bodies.name}];
  first = mod (pair, numel (bodies));
  second = (pair - first) / numel (bodies);
  several = point > 0 | [point(2:end) > 0, false(1, ~isempty (at))];
  for k = 1:numel (at)
    row = 'n';
    if (several(k))
      row = sprintf ('n%d', point(k) + 1);
    end
    names{at(k)} = [bodies{first(k) + 1}, '-', bodies{second(k) + 1}, '.', row];
  end
end

% A body without mass that nothing touches has no equation.
function held_by_something (B, caller)
  light = find ([B.bodies.mass] == 0 & ~[B.bodies.fixed]);
  if (isempty (light) || any (strcmp ({B.joints.kind}, 'own')) ...
      || any (strcmp ({B.forces.kind}, 'own')))
    return
  end
  a = [B.joints.a, B.joints.b, B.forces.a, B.forces.b];
  if (~isempty (a))
    light = light(~ismember (light, [a.body]));
  end
  if (~isempty (light))
    error ('delassus:structure', ['%s: the body ''%s'' has no mass, and no joint or force ', ...
           'holds it'], caller, B.bodies(light(1)).name);
  end
end

% Contacts of a slot with friction are on one side of it or the other, in motions.
function clearances (B, caller)
  for k = find (strcmp ({B.joints.kind}, 'slot') & reshape ([B.joints.mu], 1, []) > 0)
    if (isempty (B.joints(k).clearance))
      error ('delassus:option', ['%s: the slot ''%s'' has friction; expected its ', ...
             '''clearance'' for a motion'], caller, B.joints(k).name);
    end
  end
end
