function [D, I] = dls_mechanism_data (B, t, q, v)
% A mechanism as numbers for dls_mechanism_mex.
% [D, I] = dls_mechanism_data (B, t, q, v)   at (t, q, v): functions of the user are asked there
% [D, I] = dls_mechanism_data (B)            for motions: they are listed in I.functions, and
%                                            sliders with friction are contacts, with a clearance
%   D            d, gravity, fixed, mass, inertia, place, joint, force, angle, shape, corner, touch:
%                see mex/dls_mechanism_data.h
%   q            with or without the angles that D counts
%   I.joint      the joint of each item (column of D.joint)
%   I.rows       names of the lines of each item
%   I.own        joints that are functions of the user
%   I.functions, .called, .counts, .inputs   of the user, their names, how many numbers they return,
%                with how many arguments they are called
% SPDX-License-Identifier: GPL-3.0-or-later
  D = bodies (B);
  D = dls_mechanism_shapes (D, B);
  now = {};
  if (nargin > 1)
    now = {t, q(1:numel (B.q)), v};
  end
  [D.angle, first] = angles (B);
  [D.joint, I] = joints (B, now, first);
  [D.force, I] = forces (B, now, I, first);
  asked = find (~cellfun (@isempty, I.along));
  if (~isempty (asked))
    along = dls_mechanism_mex ('along', D, q, v);
    for k = asked
      D.force(22:27,k) = I.along{k} (along(1,k), along(2,k));
    end
  end
end

function D = bodies (B)
  count = numel (B.bodies);
  rows = 4 * B.d - 5;
  D = struct ('d', B.d, 'gravity', B.gravity, 'fixed', double ([B.bodies.fixed]), ...
              'mass', [B.bodies.mass], 'inertia', reshape ([B.bodies.inertia], [], count), ...
              'place', zeros (rows, count));
  if (count == 0)
    D.fixed = zeros (1, 0);
    D.mass = zeros (1, 0);
  end
  D.place(:,D.fixed ~= 0) = [B.bodies.place];
  D.place(:,D.fixed == 0) = reshape (B.q, rows, []);
end

% Angles of joints in space that count whole turns, as items: of all joints that turn about an axis.
% first: the number of the first angle of each joint.
function [X, first] = angles (B)
  count = dls_mechanism_turns ('count', B);
  first = 1 + cumsum ([0, count]);
  X = zeros (33, sum (count));
  if (isempty (X))
    return
  end
  of = zeros (1, sum (count));
  of(first(count > 0)) = find (count > 0);
  second = of == 0;                                  % of universal joints
  of(second) = of([second(2:end), false]);
  X = places (B.d, [B.joints(of).a], [B.joints(of).b], X);
  line = repmat ({'turn'}, size (of));
  line(count(of) == 2) = {'bend'};
  line(second) = {'bend second'};
  K = kinds (B.d);
  [~, X(1,:)] = ismember (line, {K.name});
  X(32,:) = dls_mechanism_turns ('of', B)';
end

% The number of the angle that an item measures
function k = number_of (kind, joint, first)
  k = zeros (size (joint));
  turns = ismember (kind, {'turn', 'turn spring', 'bend', 'bend second'});
  k(turns) = first(joint(turns)) + strcmp (kind(turns), 'bend second');
end

% Numbers of kinds as dls_mechanism_mex counts them, and the names of their lines.
function [K, F] = kinds (d)
  persistent known
  if (isempty (known))
    known = cell (3, 2);
    [known{2,:}] = dls_mechanism_mex ('kinds', 2);
    [known{3,:}] = dls_mechanism_mex ('kinds', 3);
  end
  [K, F] = known{d,:};
end

% Every joint is an item, but: own ones are none, a slider with friction is two slots (in motions
% four contacts), a joint with play is the contacts of its pins and what else it keeps, limits are
% one more each. Roles: 0 and 1, the joint or its ends; 2 and 3, its limits; 4 to 7, the sides of
% its ends; 8 and 9, the ends of a pin; 10, what is left. kind: names that dls_mechanism_mex knows.
function [X, I] = joints (B, now, first_angle)
  J = B.joints(:)';
  kind = {J.kind};
  I = struct ('joint', [], 'rows', {{}}, 'own', reshape (find (strcmp (kind, 'own')), 1, []), ...
              'functions', {{}}, 'called', {{}}, 'counts', zeros (1, 0), 'inputs', zeros (1, 0), ...
              'along', {{}});
  X = zeros (33, 0);
  if (numel (J) == numel (I.own))
    return
  end
  play = ~cellfun (@isempty, {J.clearance});
  rough = [J.mu] > 0;
  flat = B.d == 2 & (strcmp (kind, 'slider') | strcmp (kind, 'slot'));
  loose = reshape (find (~flat & (play | (rough & isempty (now)))), 1, []);
  [roles, loose] = ends_of (kind, loose, B.d);
  rough = flat & (rough | (play & isempty (now)));
  rubs = strcmp (kind, 'slider') & rough;
  stays = ~strcmp (kind, 'own');
  stays(loose) = false;
  if (isempty (now))
    first = find (stays & ~rough);
    second = [];
    slots = find (rough & ~rubs);
    sides = [repmat(find (rubs), 1, 4), slots, slots];
    sided = [4, 5, 6, 7];
    sided = [reshape(repmat (sided, sum (rubs), 1), 1, []), 4 + 0 * slots, 6 + 0 * slots];
  else
    first = find (stays);
    second = find (rubs);
    [sides, sided] = deal (zeros (1, 0));
  end
  [limits, along, of] = coordinates (J);
  low = limits(:,1)' > -Inf;
  high = limits(:,2)' < Inf;
  first(strcmp (kind(first), 'distance') & ismember (first, of)) = [];       % a rope
  I.joint = [first, second, of(low), of(high), sides, loose];
  role = [zeros(size (first)), ones(size (second)), 2 * ones(1, sum (low)), ...
          3 * ones(1, sum (high)), sided, roles];
  which = zeros (size (role));
  which(role == 2 | role == 3) = [along(low), along(high)];
  [I.joint, order] = sort (I.joint);
  role = role(order);
  which = which(order);
  J = J(I.joint);
  kind = kind(I.joint);
  X = places (B.d, [J.a], [J.b], zeros (33, numel (J)));
  X(22:27,:) = reshape ([J.data], 6, []);
  X(29,:) = [J.mu] .* ((flat(I.joint) & role < 2) | role > 3) .* (role < 10);
  if (B.d == 2)
    X(32,:) = [J.turns];
  end
  [X, kind] = rubbing (X, kind, J, role, B.d);
  [X, kind] = with_play (X, kind, J, role, B.d);
  [X, kind] = limited (X, kind, J, role, which);
  [X, kind, I] = driven (X, kind, J, B, now, I);
  if (B.d == 3)
    driven_one = [J.of];
    of = I.joint;
    of(driven_one > 0) = driven_one(driven_one > 0);
    X(33,:) = number_of (kind, of, first_angle);
  end
  [K, at] = numbered (kind, J, kinds (B.d));
  X(1,:) = at;
  I.rows = line_names (J, K, role, which, strcmp (kind, 'slot') & strcmp ({J.kind}, 'slider'));
end

function X = places (d, a, b, X)
  X(2,:) = [a.body];
  X(3,:) = [b.body];
  X(3 + (1:d),:) = [a.point];
  X(6 + (1:d),:) = [b.point];
  A = reshape ([a.frame], d * d, []);
  C = reshape ([b.frame], d * d, []);
  X(9 + (1:d),:) = A(1:d,:);
  X(12 + (1:d),:) = A(d+(1:d),:);
  X(15 + (1:d),:) = C(1:d,:);
  X(18 + (1:d),:) = C(d+(1:d),:);
end

% The two ends of a slider with friction, on the second body along its axis; in motions their sides.
function [X, kind] = rubbing (X, kind, J, role, d)
  for k = find ((role < 2 & X(29,:) > 0 & strcmp (kind, 'slider')) | (role > 3 & role < 8))
    shift = 0;
    if (strcmp (kind{k}, 'slider'))
      shift = (1 - 2 * mod (role(k), 2)) * J(k).size / 2 * J(k).b.frame(:,1);
    end
    kind{k} = 'slot';
    if (role(k) > 3)
      X(28,k) = 1 - 2 * (role(k) > 5);
      play = J(k).clearance;
      if (isempty (play))
        play = J(k).size / 1000;
      end
      shift = shift + X(28,k) * play / 2 * J(k).b.frame(:,2);
    end
    X(6 + (1:d),k) = X(6 + (1:d),k) + shift;
  end
end

% The contacts of joints with play, and what else these keep: hinges do not move along their axis,
% sliders do not turn about it.
function [roles, loose] = ends_of (kind, loose, d)
  both = loose(d == 3 & ~ismember (kind(loose), {'ball', 'slot'}));
  more = both(~strcmp (kind(both), 'cylindrical'));
  roles = [8 * ones(size (loose)), 9 * ones(size (both)), 10 * ones(size (more))];
  loose = [loose, both, more];
end

% Pins of the second body in holes of the first
function [X, kind] = with_play (X, kind, J, role, d)
  for k = find (role == 10)
    kept = {'collar', 'key'};
    kind{k} = kept{1 + strcmp(J(k).kind, 'slider')};
  end
  for k = find (role == 8 | role == 9)
    [radius, play] = deal (0, J(k).clearance);
    if (~isempty (J(k).radius))
      radius = J(k).radius;
    end
    if (isempty (play))
      play = radius / 1000;
      if (strcmp (J(k).kind, 'slider'))
        play = J(k).size / 1000;
      end
    end
    if (d == 2 || strcmp (J(k).kind, 'ball'))
      kind{k} = 'touch inside';
    else
      kind{k} = 'touch pin';
      if (~strcmp (J(k).kind, 'slot'))
        X(6 + (1:d),k) = X(6 + (1:d),k) + (17 - 2 * role(k)) * J(k).size / 2 * J(k).b.frame(:,1);
      end
    end
    X(22:27,k) = [radius; radius + play; 0; 0; 0; 0];
    X(28,k) = 1;
    X(30,k) = J(k).restitution;
  end
end

% Low and high of the limited coordinates of all joints, their numbers in the joint, the joints.
function [limits, along, of] = coordinates (J)
  [along, of] = deal (zeros (1, 0));
  limits = zeros (0, 2);
  for k = find (~cellfun ('isempty', {J.limits}))
    count = numel (J(k).limits) / 2;
    limits = [limits; reshape(J(k).limits, count, 2)];
    along = [along, 1:count];
    of = [of, repmat(k, 1, count)];
  end
end

function [X, kind] = limited (X, kind, J, role, which)
  line = struct ('hinge', {{'turn'}}, 'cylindrical', {{'travel', 'turn'}}, ...
                 'planar', {{'travel y', 'travel z', 'turn'}}, 'ball', {{'swing'}}, ...
                 'universal', {{'bend', 'bend second'}}, 'distance', {{'distance'}}, ...
                 'slider', {{'travel'}}, 'slot', {{'travel'}}, 'screw', {{'travel'}});
  for k = find (role == 2 | role == 3)
    kind{k} = line.(J(k).kind){which(k)};
    x = reshape (J(k).limits, [], 2);
    X(22:27,k) = [x(which(k),role(k) - 1); 0; 0; 0; 0; 0];
    X(28,k) = 5 - 2 * role(k);
    X(29,k) = 0;
    X(30,k) = J(k).restitution;
  end
end

% A drive is the coordinate of the driven joint, at time t.
function [X, kind, I] = driven (X, kind, J, B, now, I)
  for k = find (strcmp (kind, 'drive'))
    kind{k} = 'travel';
    if (strcmp (B.joints(J(k).of).kind, 'hinge'))
      kind{k} = 'turn';
    end
    if (~isempty (J(k).handle))
      f = @(t, q, v) moved (J(k), t);
      [X, I] = asked (X, k, f, J(k), 3, 1, now, I);
    end
  end
  for k = find (strcmp (kind, 'rolling'))
    if (J(k).data(2) > 0)
      kind{k} = 'rolling round';
    elseif (B.d == 3 && ~isempty (J(k).b.along))
      kind{k} = 'rolling disk';
    end
  end
end

function p = moved (joint, t)
  x = dls_mechanism_own ('value', joint.handle, {t}, 3, joint.name, ...
                         '[value; rate; second rate]');
  p = [x; t; 0; 0];
end

% The numbers of item k are those of a function: f now, or whenever its handle is asked, with so
% many inputs; five: that know the coordinate of a joint and its rate.
function [X, I] = asked (X, k, f, owner, count, inputs, now, I)
  if (isempty (now))
    I.functions{end+1} = owner.handle;
    I.called{end+1} = owner.name;
    I.counts(end+1) = count;
    I.inputs(end+1) = inputs;
    X(31,k) = numel (I.functions);
  elseif (inputs == 5)
    I.along{k} = @(value, rate) f (now{:}, value, rate);
  else
    X(22:27,k) = f (now{:});
  end
end

function [K, at] = numbered (kind, J, K)
  at = zeros (1, numel (kind));
  for k = 1:numel (K)
    at(strcmp (kind, K(k).name)) = k;
  end
  if (any (at == 0))
    error ('delassus:option', 'dls_mechanism: the joint ''%s'' has no kind of dls_joint', ...
           J(find (at == 0, 1)).name);
  end
  K = K(at);
end

% Rows of each item: limits are low and high (of several coordinates low1, low2 ...), the ends of a
% slider with friction n1 and n2.
function rows = line_names (J, K, role, which, ends)
  rows = {K.lines};
  word = {'low', 'high'};
  for k = find (role == 2 | role == 3)
    rows{k} = word(role(k) - 1);
    if (numel (J(k).limits) > 2)
      rows{k} = {sprintf('%s%d', rows{k}{1}, which(k))};
    end
  end
  for k = find (role == 8 | role == 9)
    rows{k} = {sprintf('n%d', role(k) - 7)};
    if (~any (strcmp (J(k).name, {J(role == 9).name})))
      rows{k} = {'n'};
    end
  end
  for k = find (role > 3 & role < 8)
    rows{k} = {sprintf('%s%d', word{1 + (role(k) > 5)}, 1 + mod (role(k), 2))};
  end
  for k = find (ends & role < 2)
    rows{k} = {sprintf('n%d', 1 + role(k))};
  end
  [rows{strcmp({J.kind}, 'drive') & role < 2}] = deal ({'drive'});
end

function [X, I] = forces (B, now, I, first_angle)
  f = B.forces(:)';
  f = f(~strcmp ({f.kind}, 'own'));
  X = zeros (33, 0);
  if (isempty (f))
    return
  end
  kind = {f.kind};
  for k = find ([f.joint] > 0)
    joint = B.joints(f(k).joint);
    f(k).a = joint.a;
    f(k).b = joint.b;
    kind{k} = 'travel spring';
    if (strcmp (joint.kind, 'hinge'))
      kind{k} = 'turn spring';
    end
  end
  X = places (B.d, [f.a], [f.b], zeros (33, numel (f)));
  of_joint = find ([f.joint] > 0);
  if (B.d == 2)
    X(32,of_joint) = [B.joints([f(of_joint).joint]).turns];
  else
    X(33,of_joint) = number_of (kind(of_joint), [f(of_joint).joint], first_angle);
  end
  for k = 1:numel (f)
    if (isempty (f(k).handle))
      X(22:27,k) = law (f(k), f(k).data);
    else
      rows = B.d;
      if (strcmp (f(k).kind, 'torque'))
        rows = 1 + 2 * (B.d == 3 && f(k).joint == 0);
      end
      inputs = 3 + 2 * (f(k).joint > 0 && nargin (f(k).handle) == 5);
      of = @(varargin) law (f(k), dls_mechanism_own ('value', f(k).handle, varargin, rows, ...
                                                     f(k).name, 'its value'));
      [X, I] = asked (X, k, of, f(k), rows, inputs, now, I);
    end
  end
  [~, F] = kinds (B.d);
  for k = 1:numel (F)
    X(1,strcmp (kind, F{k})) = k;
  end
end

% Numbers of libcore/mechanism/forces.c
function p = law (force, x)
  p = zeros (6, 1);
  switch (force.kind)
    case 'spring'
      p(1:3) = x([1 3 2]);
    case 'bushing'
      p(1:4) = x;
    otherwise
      p(3 + (1:numel (x))) = x;
  end
end
