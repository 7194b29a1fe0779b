function [y, what] = dls_quantity (sol, name, k, caller)
% A quantity of a motion by its name at the columns k: dls_value lists the names.
% what: 'state' (a function of t, q, v), 'stored' (energies, gaps) or 'step' (reactions of a step).
% dls_quantity (sol, 'known'): names to suggest.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (strcmp (name, 'known'))
    y = known_names (sol);
    return
  end
  dot = max ([0, find(name == '.')]);               % a name from a file may contain some
  part = {name(1:dot-1), name(dot+1:end)};
  energies = {'energy', 'kinetic', 'potential', 'elastic'};
  fields = {'total', 'kinetic', 'potential', 'elastic'};
  if (any (strcmp (name, energies)))
    y = sol.energy.(fields{strcmp (name, energies)})(k);
    what = 'stored';
    return
  end
  [y, what] = of_rows (sol, name, part, k);
  if (isempty (what) && isfield (sol, 'model') && isfield (sol.model, 'mechanism'))
    B = sol.model.mechanism;
    [y, what] = of_body (B, sol, part, k);
    if (isempty (what))
      [y, what] = of_joint (B, sol, part, k);
    end
    if (isempty (what))
      [y, what] = reaction (B, sol, name, part, k, caller);
    end
  end
  if (isempty (what))
    known = known_names (sol);
    error ('delassus:option', '%s: there is no quantity ''%s''; expected some of %s%s', ...
           caller, name, strjoin (known(1:min (end, 12)), ', '), dls_nearest_name (name, known));
  end
end

% q1, v2, gap3: rows of the motion;  CONTACT.gap
function [y, what] = of_rows (sol, name, part, k)
  [y, what] = deal ([], '');
  row = regexp (dls_printable (name), '^(q|v|gap)([1-9]\d*)$', 'tokens', 'once');
  if (~isempty (row) && str2double (row{2}) <= size (sol.(row{1}), 1))
    y = sol.(row{1})(str2double (row{2}),k);
    what = 'state';
    if (strcmp (row{1}, 'gap'))
      what = 'stored';
    end
  elseif (strcmp (part{2}, 'gap') && isfield (sol, 'names') && isempty (sol.contact))
    at = find (strcmp ([part{1}, '.n'], sol.names.u) | strcmp (part{1}, sol.names.u), 1);
    if (~isempty (at))
      y = sol.gap(at,k);
      what = 'stored';
    end
  end
end

function [y, what] = of_body (B, sol, part, k)
  [y, what] = deal ([], '');
  body = find (strcmp ({B.bodies.name}, part{1}) & ~[B.bodies.fixed]);
  [places, rates] = words (B.d);
  if (isempty (body))
    return
  elseif (any (strcmp (part{2}, places)))
    y = sol.q(B.bodies(body).first(1) + find (strcmp (part{2}, places)),k);
    what = 'state';
  elseif (any (strcmp (part{2}, rates)))
    y = sol.v(B.bodies(body).first(2) + find (strcmp (part{2}, rates)),k);
    what = 'state';
  end
end

function [places, rates] = words (d)
  places = {'x', 'y', 'angle'};
  rates = {'vx', 'vy', 'spin'};
  if (d == 3)
    places = {'x', 'y', 'z'};
    rates = {'vx', 'vy', 'vz', 'wx', 'wy', 'wz'};
  end
end

% The coordinate of a joint, and its rate: those that a torque on the joint would measure
function [y, what] = of_joint (B, sol, part, k)
  [y, what] = deal ([], '');
  joint = find (strcmp ({B.joints.name}, part{1}));
  if (isempty (joint))
    return
  end
  kinds = coordinates ();
  at = find (strcmp (B.joints(joint).kind, kinds(:,1)));
  if (isempty (at) || ~any (strcmp (part{2}, kinds{at,2})))
    return
  end
  B.forces = B.forces([]);
  if (strcmp (B.joints(joint).kind, 'distance'))
    B = dls_force (B, 'probe', 'torque', first_moving (B), zeros (2 * B.d - 3, 1));
    B.forces(1).kind = 'spring';
    [B.forces(1).a, B.forces(1).b] = deal (B.joints(joint).a, B.joints(joint).b);
    B.forces(1).data = [0, 0, 0];
  else
    B = dls_force (B, 'probe', 'torque', part{1}, 0);
  end
  D = dls_mechanism_data (B);
  x = dls_mechanism_mex ('along', D, with_turns (D, sol, k), sol.v(:,k));
  y = x(1 + strcmp (part{2}, kinds{at,2}{2}),:);
  what = 'state';
end

% By kind of joint: its coordinate and the rate of that
function kinds = coordinates ()
  kinds = {'hinge', {'angle', 'rate'}; 'slider', {'position', 'speed'}; ...
           'slot', {'position', 'speed'}; 'screw', {'position', 'speed'}; ...
           'distance', {'length', 'rate'}};
end

function name = first_moving (B)
  name = B.bodies(find (~[B.bodies.fixed], 1)).name;
end

% Positions with the angles of joints, whole turns as the motion counted them
function q = with_turns (D, sol, k)
  q = sol.q(:,k);
  if (size (D.angle, 2) > 0)
    near = dls_mechanism_mex ('turns', D, q);
    whole = dls_mechanism_mex ('angles', D, q);
    if (size (whole, 1) == size (q, 1))
      whole = [q; zeros(size (D.angle, 2), numel (k))];
    end
    angles = size (q, 1) + (1:size (D.angle, 2));
    whole(angles,:) = whole(angles,:) + 2 * pi * (sol.turns(:,k) - near);
    q = whole;
  end
end

% JOINT.ROW, CONTACT.n: a row;  JOINT.force, JOINT.moment: the norm of its rows
function [y, what] = reaction (B, sol, name, part, k, caller)
  [y, what] = deal ([], '');
  rows = find (strcmp (name, [sol.names.b(:); sol.names.u(:)]), 1);
  parts = {'force', 'moment'; {'x', 'y', 'z'}, {'rx', 'ry', 'rz', 'r', 'twist'}};
  norm_of = isempty (rows) && any (strcmp (part{2}, parts(1,:)));
  if (norm_of)
    wanted = strcat ([part{1}, '.'], parts{2,strcmp(part{2}, parts(1,:))});
    rows = find (ismember (sol.names.b, wanted));
  end
  if (isempty (rows))
    return
  end
  names = [sol.names.b(:); sol.names.u(:)];
  what = 'step';
  y = zeros (numel (rows), numel (k));
  if (strncmp (sol.scheme, 'event', 5))             % percussions are those of impacts alone
    for i = 1:numel (k)
      y(:,i) = instant (dls_at (B, sol, k(i)), names(rows), caller);
    end
  else
    h = diff (sol.t);
    before = max (k - 1, 1);
    y = bsxfun (@rdivide, sol.p(rows,k), sol.t(k) - sol.t(before));
    y(:,k == 1 | sol.t(k) == sol.t(before)) = 0;
  end
  if (norm_of)
    y = sqrt (sum (y .^ 2, 1));
  end
end

% Reactions of an instant; 0 where there are none
function y = instant (B, names, caller)
  [~, ~, ~, A] = dls_scene_forces (B, caller);
  y = zeros (numel (names), 1);
  for i = 1:numel (names) * ~isempty (A.reactions)
    y(i) = sum ([A.reactions.nb(strcmp (names{i}, A.system.names.b)); ...
                 A.reactions.nu(strcmp (names{i}, A.system.names.u))]);
  end
end

function list = known_names (sol)
  list = {'energy', 'kinetic', 'potential'};
  if (~(isfield (sol, 'model') && isfield (sol.model, 'mechanism')))
    list = [list, {'q1', 'v1', 'gap1'}];
    return
  end
  B = sol.model.mechanism;
  places = words (B.d);
  for body = reshape (B.bodies(find (~[B.bodies.fixed], 50)), 1, [])
    list = [list, strcat([body.name, '.'], places)];
  end
  kinds = coordinates ();
  for joint = reshape (B.joints(1:min (end, 50)), 1, [])
    at = strcmp (joint.kind, kinds(:,1));
    if (any (at))
      list{end+1} = [joint.name, '.', kinds{at,2}{1}];
    end
  end
  list = [list, sol.names.b(:)', sol.names.u(:)'];
end
