% FUZZ_MECHANISM  Random mechanisms, many of them redundant, against themselves in another place.
% A world that is turned and moved as a whole changes no reaction, no rank, no energy; accelerations
% against pinv; motions keep their constraints and, to their order, their energy.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_mechanism (seed, number)
  random_case (seed, number);
  d = 2 + (rand () < 0.5);
  W = described (d);
  axis = randn (3, 1);
  Q = turn (d, axis);
  here = build (W, eye (d), zeros (d, 1));
  there = build (W, Q, randi ([-3, 3], d, 1));
  [here, one] = dls_assemble (here);
  [there, other] = dls_assemble (there);
  why = '';
  if (~strcmp (one.status, 'assembled') || ~strcmp (other.status, one.status))
    why = sprintf ('soft: %s, turned %s: %s', one.status, other.status, one.message);
    return
  end
  why = of_reactions (here, there);
  if (isempty (why))
    why = of_motions (here, there, Q, d);
  end
  if (~isempty (why))
    why = sprintf ('%s (%s)', why, strjoin (unique ({here.joints.kind}), ' '));
  end
end

% Bodies anywhere, joints that are closed as they stand: places in the world.
function W = described (d)
  bodies = randi (4);
  W.gravity = randi ([-10, 10], d, 1);
  W.d = d;
  for k = 1:bodies
    body = struct ('at', randi ([-8, 8], d, 1) / 4, 'R', turn (d, randn (3, 1)), ...
                   'mass', randi (8) / 4, 'velocity', randi ([-2, 2], d, 1), ...
                   'spin', randi ([-2, 2], 2*d-3, 1));
    body.inertia = randi ([3, 5], 1 + 2 * (d == 3), 1) / 8;
    W.bodies(k) = body;
  end
  kinds = {{'hinge', 'slider', 'slot', 'fixed', 'distance'}, ...
           {'hinge', 'slider', 'slot', 'ball', 'universal', 'cylindrical', 'planar', 'fixed', ...
            'distance', 'screw'}};
  kinds = kinds{d-1};
  for k = 1:randi (bodies + 2)
    pair = [randi([0, bodies]), randi(bodies)];
    if (pair(1) == pair(2))
      pair(1) = 0;
    end
    W.joints(k) = struct ('kind', kinds{randi (numel (kinds))}, 'pair', pair, ...
                          'point', randi ([-8, 8], d, 1) / 4, 'far', randi ([1, 4], d, 1) / 4, ...
                          'axis', turn (d, randn (3, 1)));
  end
  W.springs = randi ([0, 2]);
end

function B = build (W, Q, shift)
  d = W.d;
  B = dls_mechanism ('gravity', Q * W.gravity);
  for k = 1:numel (W.bodies)
    b = W.bodies(k);
    R = Q * b.R;
    turned = R;
    if (d == 2)
      turned = atan2 (R(2,1), R(1,1));
    end
    B = dls_body (B, sprintf ('b%d', k), 'mass', b.mass, 'inertia', b.inertia, 'at', ...
                  Q * b.at + shift, 'turned', turned, 'velocity', Q * b.velocity, 'spin', b.spin);
  end
  for k = 1:numel (W.joints)
    j = W.joints(k);
    far = j.point + strcmp (j.kind, 'distance') * j.far;
    more = {};
    if (strcmp (j.kind, 'screw'))
      more = {'pitch', 0.5};
    end
    a = place (W, Q, shift, j.pair(1), j.point, j.axis, true);
    b = place (W, Q, shift, j.pair(2), far, j.axis(:,[2:d, 1]), strcmp (j.kind, 'universal'));
    B = dls_joint (B, sprintf ('j%d', k), j.kind, a, b, more{:});
  end
  for k = 1:W.springs
    B = dls_force (B, sprintf ('s%d', k), 'spring', {'ground', shift}, {sprintf('b%d', 1)}, ...
                   'stiffness', 3 * k, 'length', k / 4);
  end
end

% A point and axes of the world before it is turned, in the axes of a body.
function p = place (W, Q, shift, body, point, axis, axes)
  d = W.d;
  name = 'ground';
  R = Q;
  x = Q * point + shift;
  if (body > 0)
    name = sprintf ('b%d', body);
    R = W.bodies(body).R';
    x = R * (point - W.bodies(body).at);
  end
  p = {name, x};
  if (axes)
    p = [p, {'along', R * axis(:,1), 'across', R * axis(:,2)}];
  end
  if (axes && d == 2)
    p = p(1:4);
  end
end

function why = of_reactions (here, there)
  why = '';
  S = dls_system (here);
  [a, lambda, info] = dls_kkt (here);
  [~, lambda2, info2] = dls_kkt (there);
  R = dls_redundancy (here);
  R2 = dls_redundancy (there);
  G = full (S.Gb);
  A = pinv ([full(S.M), -G; G', zeros(size (G, 2))], 1e-9) * [-S.F; -S.bb];
  size_of = max ([1; abs(A)]);
  if (~strcmp (info.status, info2.status))
    why = sprintf ('wrong: turned, %s becomes %s', info.status, info2.status);
  elseif (R.rank ~= R2.rank || ~isequal (R.determined, R2.determined))
    why = sprintf ('wrong: turned, rank %d becomes %d', R.rank, R2.rank);
  elseif (R.rank ~= rank (G, 1e-9 * norm (G)))
    why = sprintf ('soft: rank %d, by singular values %d', R.rank, rank (G, 1e-9 * norm (G)));
  elseif (~strcmp (info.status, 'solved'))
    why = sprintf ('soft: %s', info.status);
  elseif (norm (a - A(1:numel (a))) > 1e-6 * size_of)
    why = sprintf ('wrong: accelerations differ from pinv by %g', norm (a - A(1:numel (a))));
  else
    [x, y] = deal (numbers (lambda), numbers (lambda2));
    if (norm (x - y) > 1e-6 * size_of)
      why = sprintf ('wrong: turned, reactions change by %g', norm (x - y));
    end
  end
end

% A struct of structs of numbers, as a column
function x = numbers (s)
  x = zeros (0, 1);
  for f = fieldnames (s)'
    if (isstruct (s.(f{1})))
      x = [x; numbers(s.(f{1}))];
    else
      x = [x; s.(f{1})(:)];
    end
  end
end

function why = of_motions (here, there, Q, d)
  why = '';
  opts = {'Step', 2e-3, 'Scheme', 'moreau-jean-projected', 'MaxTime', 20};
  one = dls_simulate (here, [0 0.1], opts{:});
  other = dls_simulate (there, [0 0.1], opts{:});
  if (~strcmp (one.result, other.result))
    why = sprintf ('wrong: %s, turned %s', one.result, other.result);
  elseif (~strcmp (one.result, 'finished'))
    why = sprintf ('soft: %s', one.message);
  elseif (max (one.drift.constraint) > 1e-6)
    why = sprintf ('wrong: constraints drift by %g', max (one.drift.constraint));
  else
    step = 3 + 3 * (d == 3);
    v = reshape (one.v(:,end), step, []);
    w = reshape (other.v(:,end), step, []);
    if (max (max (abs (Q * v(1:d,:) - w(1:d,:)))) > 1e-5 * max ([1; abs(v(:))]))
      why = sprintf ('wrong: turned, velocities differ by %g', ...
                     max (max (abs (Q * v(1:d,:) - w(1:d,:)))));
    end
  end
  E = one.energy.total;
  size_of = max (one.energy.kinetic) + 10;
  if (isempty (why) && abs (E(end) - E(1)) > 0.02 * size_of)
    why = sprintf ('soft: energy changes by %g of %g', E(end) - E(1), size_of);
  end
end

function R = turn (d, x)
  if (d == 2)
    R = [cos(x(1)), -sin(x(1)); sin(x(1)), cos(x(1))];
    return
  end
  R = expm ([0, -x(3), x(2); x(3), 0, -x(1); -x(2), x(1), 0]);
end
