function [D, I] = dls_mechanism_data (B, t, q, v)
% A mechanism as numbers for dls_mechanism_mex, at (t, q, v) where it has functions of the user.
%   D            d, gravity, fixed, mass, inertia, place, joint, force: see mex/dls_mechanism_mex.c
%   I.joint      the joint of each item (column of D.joint)
%   I.rows       names of the lines of each item
%   I.own        joints that are functions of the user
% SPDX-License-Identifier: GPL-3.0-or-later
  D = bodies (B);
  [D.joint, I] = joints (B, t);
  D.force = forces (B, t, q, v);
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
end

% Numbers of kinds as dls_mechanism_mex counts them, and the names of their lines.
function [K, F] = kinds (d)
  persistent K2 F2 K3 F3
  if (isempty (K2))
    [K2, F2] = dls_mechanism_mex ('kinds', 2);
    [K3, F3] = dls_mechanism_mex ('kinds', 3);
  end
  if (d == 2)
    [K, F] = deal (K2, F2);
  else
    [K, F] = deal (K3, F3);
  end
end

% Every joint is an item, but: own ones are none, a slider with friction is two slots, limits are
% one more each. kind: names that dls_mechanism_mex knows.
function [X, I] = joints (B, t)
  J = B.joints(:)';
  kind = {J.kind};
  I = struct ('joint', [], 'rows', {{}}, 'own', reshape (find (strcmp (kind, 'own')), 1, []));
  X = zeros (31, 0);
  if (numel (J) == numel (I.own))
    return
  end
  rubs = strcmp (kind, 'slider') & [J.mu] > 0;
  first = find (~strcmp (kind, 'own'));
  second = find (rubs);
  limits = reshape ([J.limits], 2, []);
  low = find (~cellfun (@isempty, {J.limits}));
  high = low(limits(2,:) < Inf);
  low = low(limits(1,:) > -Inf);
  I.joint = [first, second, low, high];
  role = [zeros(size (first)), ones(size (second)), 2 * ones(size (low)), 3 * ones(size (high))];
  [I.joint, order] = sort (I.joint);
  role = role(order);
  J = J(I.joint);
  kind = kind(I.joint);
  X = places (B.d, [J.a], [J.b], zeros (31, numel (J)));
  X(22:27,:) = reshape ([J.data], 6, []);
  X(29,:) = [J.mu];
  [X, kind] = rubbing (X, kind, J, role, B.d);
  [X, kind] = limited (X, kind, J, role);
  [X, kind] = driven (X, kind, J, B, t);
  [K, at] = numbered (kind, kinds (B.d));
  X(1,:) = at;
  I.rows = line_names (J, K, role, strcmp (kind, 'slot') & strcmp ({J.kind}, 'slider'));
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

% The two ends of a slider with friction, on the second body along its axis.
function [X, kind] = rubbing (X, kind, J, role, d)
  for k = find (strcmp (kind, 'slider') & X(29,:) > 0 & role < 2)
    kind{k} = 'slot';
    X(6 + (1:d),k) = X(6 + (1:d),k) + (1 - 2 * role(k)) * J(k).size / 2 * J(k).b.frame(:,1);
  end
end

function [X, kind] = limited (X, kind, J, role)
  for k = find (role >= 2)
    kind{k} = 'travel';
    if (strcmp (J(k).kind, 'hinge'))
      kind{k} = 'turn';
    end
    X(22:27,k) = [J(k).limits(role(k) - 1); 0; 0; 0; 0; 0];
    X(28,k) = 5 - 2 * role(k);
    X(29,k) = 0;
    X(30,k) = J(k).restitution;
  end
end

% A drive is the coordinate of the driven joint, at time t.
function [X, kind] = driven (X, kind, J, B, t)
  for k = find (strcmp (kind, 'drive'))
    kind{k} = 'travel';
    if (strcmp (B.joints(J(k).of).kind, 'hinge'))
      kind{k} = 'turn';
    end
    if (~isempty (J(k).handle))
      x = dls_mechanism_call (J(k).handle, {t}, 3, J(k).name, '[value; rate; second rate]');
      X(22:27,k) = [x; t; 0; 0];
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

function [K, at] = numbered (kind, K)
  at = zeros (1, numel (kind));
  for k = 1:numel (K)
    at(strcmp (kind, K(k).name)) = k;
  end
  K = K(at);
end

% Rows of each item: limits are low and high, the ends of a slider with friction n1 and n2.
function rows = line_names (J, K, role, ends)
  rows = {K.lines};
  word = {'low', 'high'};
  for k = find (role >= 2)
    rows{k} = word(role(k) - 1);
  end
  for k = find (ends)
    rows{k} = {sprintf('n%d', 1 + role(k))};
  end
  [rows{strcmp({J.kind}, 'drive') & role < 2}] = deal ({'drive'});
end

function X = forces (B, t, q, v)
  f = B.forces(:)';
  f = f(~strcmp ({f.kind}, 'own'));
  X = zeros (31, 0);
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
  X = places (B.d, [f.a], [f.b], zeros (31, numel (f)));
  for k = 1:numel (f)
    X(22:27,k) = law (f(k), value_of (f(k), B.d, t, q, v));
  end
  [~, F] = kinds (B.d);
  for k = 1:numel (F)
    X(1,strcmp (kind, F{k})) = k;
  end
end

function x = value_of (force, d, t, q, v)
  x = force.data;
  if (~isempty (force.handle))
    rows = d;
    if (strcmp (force.kind, 'torque'))
      rows = 1 + 2 * (d == 3 && force.joint == 0);
    end
    x = dls_mechanism_call (force.handle, {t, q, v}, rows, force.name, 'its value');
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
