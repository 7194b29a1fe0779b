% FUZZ_TURNS  Machines whose joints turn several times: chains of hinges with springs, stops and
% drives, beginning whole turns away, in a plane anywhere in space against themselves in the plane;
% then stopped anywhere, assembled, and on from there.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_turns (seed, number)
  random_case (seed, number);
  schemes = {'moreau-jean', 'moreau-jean-projected', 'nonsmooth-generalized-alpha', ...
             'event-capturing', 'event-driven'};
  scheme = schemes{randi (5)};
  W = described ();
  fastest = max (abs (W.speed)) * numel (W.speed);
  h = min (0.25 / fastest * 2 ^ randi ([-2, 2]), 0.01);
  if (strncmp (scheme, 'event', 5))
    h = min (0.03 / fastest, 0.002);                            % rates of quaternions are added up
  end
  steps = randi ([20, 150]);
  opts = {'Scheme', scheme, 'Step', h, 'MaxTime', 10, 'Display', 'off'};
  flat = in_plane (W);
  B = in_space (W);
  one = dls_simulate (flat, [0, h * steps], opts{:});
  two = dls_simulate (B, [0, h * steps], opts{:});
  why = '';
  if (max (one.drift.constraint) > 1)                % joints are open: rounding grows without end
    return
  end
  why = compared (W, one, two);
  if (isempty (why) && strcmp (two.result, 'finished'))
    why = verified (B, two);
  end
  if (isempty (why) && strcmp (two.result, 'finished'))
    why = went_on (B, two, opts);
  end
  if (~isempty (why))
    kinds = {'springs', 'stops', 'drive', 'function'};
    on = [any(W.stiffness > 0), any(isfinite (W.stop(:))), W.driven > 0, W.by_function];
    why = sprintf ('%s (%s, h %.2g, %d bodies, %s)', why, scheme, h, numel (W.speed), ...
                   strjoin (kinds(on), ' '));
  end
end

% Bodies k on hinges at `from` of the body before, `to` of its own; angles begin at `start`.
function W = described ()
  n = randi (4);
  W = struct ('mass', randi (8, 1, n) / 4, 'inertia', randi (8, 1, n) / 8, ...
              'from', randi ([-4, 4], 2, n) / 8, 'to', randi ([-4, 4], 2, n) / 8, ...
              'start', 2 * pi * (rand (1, n) - 0.5), 'turns', randi ([-3, 3], 1, n), ...
              'speed', randi ([-40, 40], 1, n) + 0.5, ...
              'stiffness', (rand (1, n) < 0.6) .* randi (8, 1, n), ...
              'rest', 6 * randn (1, n), 'damping', (rand (1, n) < 0.5) .* rand (1, n), ...
              'stop', repmat ([-Inf; Inf], 1, n), 'bounce', randi ([0, 4], 1, n) / 4, ...
              'driven', 0, 'gravity', 10 * randi ([-1, 1], 2, 1), 'by_function', rand () < 0.4);
  angle = W.start + 2 * pi * W.turns;
  for k = find (rand (1, n) < 0.4)
    W.stop(:,k) = angle(k) + [-1; 1] .* (0.2 + 4 * rand (2, 1));
    W.stop(randi (2),k) = (-1) ^ randi (2) * Inf;
    if (W.stop(1,k) >= W.stop(2,k) || (isinf (W.stop(1,k)) && W.stop(1,k) > 0) ...
        || all (isinf (W.stop(:,k))))
      W.stop(:,k) = angle(k) + [-1; 1] * 3;
    end
  end
  if (rand () < 0.4)
    W.driven = randi (n);
    W.stop(:,W.driven) = [-Inf; Inf];
  end
  [~, axis] = min (rand (3, 1));
  [W.Q, ~] = qr (randn (3) + 2 * ((1:3)' == axis) * [1 1 1]);
  W.Q = W.Q * det (W.Q);
  W.shift = randi ([-2, 2], 3, 1);
  W.twist = 2 * pi * rand (1, n);                  % of the axes of bodies in space
end

function R = flat_turn (a)
  R = [cos(a), -sin(a); sin(a), cos(a)];
end

% Where the bodies are, angles of bodies without whole turns, velocities
function P = placed (W)
  n = numel (W.mass);
  P = struct ('x', zeros (2, n), 'a', cumsum (W.start), 'v', zeros (2, n), 'w', cumsum (W.speed));
  [tip, u, a, w] = deal (zeros (2, 1), zeros (2, 1), 0, 0);
  cross2 = @(w, r) w * [-r(2); r(1)];
  for k = 1:n
    arm = flat_turn (a) * W.from(:,k);
    hinge = tip + arm;
    u = u + cross2 (w, arm);
    [a, w] = deal (P.a(k), P.w(k));
    arm = -flat_turn (a) * W.to(:,k);
    P.x(:,k) = hinge + arm;
    P.v(:,k) = u + cross2 (w, arm);
    [tip, u] = deal (P.x(:,k), P.v(:,k));
  end
end

function B = in_plane (W)
  P = placed (W);
  B = dls_mechanism ('gravity', W.gravity);
  before = 'ground';
  for k = 1:numel (W.mass)
    name = sprintf ('b%d', k);
    B = dls_body (B, name, 'mass', W.mass(k), 'inertia', W.inertia(k), 'at', P.x(:,k), ...
                  'turned', P.a(k), 'velocity', P.v(:,k), 'spin', P.w(k));
    B = dls_joint (B, sprintf ('h%d', k), 'hinge', {before, W.from(:,k), 'along', [1 0]}, ...
                   {name, W.to(:,k), 'along', [1 0]}, stops(W, k){:});
    before = name;
  end
  B.q(3:3:end) = B.q(3:3:end) + 2 * pi * cumsum (W.turns)';
  B = loaded (B, W, false);
end

% z of the plane is the third column of Q; x of body k is turned by its twist about it.
function B = in_space (W)
  P = placed (W);
  Q = W.Q;
  B = dls_mechanism ('gravity', Q(:,1:2) * W.gravity);
  [before, last, shift] = deal ('ground', Q, W.shift);
  for k = 1:numel (W.mass)
    name = sprintf ('b%d', k);
    T = blkdiag (flat_turn (W.twist(k)), 1);
    R = Q * blkdiag (flat_turn (P.a(k)), 1) * T;
    B = dls_body (B, name, 'mass', W.mass(k), 'inertia', W.inertia(k) * [0.7 0.8 1], 'at', ...
                  Q(:,1:2) * P.x(:,k) + W.shift, 'turned', R, ...
                  'velocity', Q(:,1:2) * P.v(:,k), 'spin', [0; 0; P.w(k)]);
    B = dls_joint (B, sprintf ('h%d', k), 'hinge', ...
                   {before, last(:,1:2) * W.from(:,k) + shift, 'along', last(:,3), 'across', ...
                    last(:,1)}, ...
                   {name, T(1:2,:)' * W.to(:,k), 'along', [0 0 1], 'across', T(1,:)}, ...
                   stops(W, k){:});
    B.joints(end).turns = W.turns(k);
    [before, last, shift] = deal (name, T', zeros (3, 1));
  end
  B = loaded (B, W, W.by_function);
end

function options = stops (W, k)
  options = {};
  if (any (isfinite (W.stop(:,k))))
    options = {'limits', W.stop(:,k)', 'restitution', W.bounce(k)};
  end
end

function B = loaded (B, W, by_function)
  for k = find (W.stiffness + W.damping > 0)
    [s, c, rest] = deal (W.stiffness(k), W.damping(k), W.rest(k));
    args = {'spring', sprintf('h%d', k), 'stiffness', s, 'damping', c, 'length', rest};
    if (by_function)
      args = {'torque', sprintf('h%d', k), @(t, q, v, a, w) -s * (a - rest) - c * w};
    end
    B = dls_force (B, sprintf ('s%d', k), args{:});
  end
  if (W.driven > 0)
    motion = [W.start(W.driven) + 2 * pi * W.turns(W.driven), W.speed(W.driven), 3];
    B = dls_joint (B, 'motor', 'drive', sprintf ('h%d', W.driven), motion);
  end
end

function why = compared (W, one, two)
  why = '';
  if (~strcmp (one.result, two.result))
    why = sprintf ('soft: %s in the plane, %s in space: %s%s', one.result, two.result, ...
                   one.message, two.message);
    return
  elseif (~strcmp (one.result, 'finished'))
    why = sprintf ('soft: %s: %s', one.result, one.message);
    return
  end
  n = numel (W.mass);
  angle = diff ([zeros(1, numel(one.t)); one.q(3:3:end,:)], 1, 1);
  turns = round (angle / (2 * pi));
  near = abs (abs (angle - 2 * pi * two.turns) - pi) < 1e-4;
  x = zeros (2 * n, numel (one.t));
  for k = 1:n
    x(2*k-1:2*k,:) = W.Q(:,1:2)' * bsxfun (@minus, two.q(7*k-6:7*k-4,:), W.shift);
  end
  rows = reshape ([1; 2] + 3 * (0:n-1), 1, []);
  off = max (max (abs (x - one.q(rows,:))));
  spin = max (max (abs (two.v(6:6:end,:) - one.v(3:3:end,:)))) / max (abs (one.v(:)));
  hits = sum (strcmp ({one.events.kind}, 'impact')) + sum (strcmp ({one.events.kind}, 'close'));
  most = 1e-6 * 4 ^ min (hits, 6);
  if (any (any (two.turns ~= turns & ~near)))
    why = 'wrong: whole turns differ from those of the plane';
  elseif (off > most || spin > most)
    why = sprintf ('wrong: places differ by %.1e, spins by %.1e (%d hits)', off, spin, hits);
  elseif (max (max (abs (one.gap - two.gap))) > most)
    why = sprintf ('wrong: gaps differ by %.1e', max (max (abs (one.gap - two.gap))));
  elseif (max (abs (diff (one.energy.total) - diff (two.energy.total))) ...
          > most * max (one.energy.kinetic) && ~W.by_function)
    why = 'wrong: energies differ';          % what places add does not change
  end
end

% dls_verify accepts it, but not with a turn more somewhere
function why = verified (B, sol)
  why = '';
  more = rand () < 0.5;
  k = randi (numel (sol.turns));
  sol.turns(k) = sol.turns(k) + more * (-1) ^ randi (2);
  [ok, report] = dls_verify (B, sol);
  if (~ok && ~more)
    why = sprintf ('wrong: dls_verify: %s', report.message);
  elseif (ok && more && numel (report.not_checked) < 2)
    why = 'wrong: dls_verify accepts a turn too many';
  end
end

% Stopped anywhere: from dls_at, after dls_assemble, and on from a solution
function why = went_on (B, sol, opts)
  why = '';
  k = randi (numel (sol.t));
  C = dls_at (B, sol, k);
  if (~isequal ([C.joints(1:size (sol.turns, 1)).turns]', sol.turns(:,k)))
    why = 'wrong: turns of dls_at';
    return
  end
  if (strcmp (sol.scheme, 'moreau-jean-projected'))
    [A, info] = dls_assemble (C);
    if (~strcmp (info.status, 'assembled') && ~strcmp (info.status, 'violated'))
      why = sprintf ('wrong: %s where it was closed: %s', info.status, info.message);
    elseif (norm (A.q - C.q) > 1e-9 || ~isequal ({A.joints.turns}, {C.joints.turns}))
      why = sprintf ('wrong: assembled, it moves by %.1e', norm (A.q - C.q));
    end
  end
  if (isempty (why) && k < numel (sol.t))
    half = dls_simulate (B, sol.t([1, k]) + [0, (k == 1) * sol.step], opts{:});
    rest = dls_simulate (B, sol.t(end), half, opts{3:end});
    off = max (abs (rest.q(:,end) - sol.q(:,end)));
    if (off > 1e-6 || (off < 1e-9 && ~isequal (rest.turns(:,end), sol.turns(:,end))))
      why = sprintf ('wrong: on from the middle, it differs by %.1e', off);
    end
  end
end
