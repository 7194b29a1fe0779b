% FUZZ_SCENE  Motions of towers, heaps, shots into them, and blocks on inclines, by all schemes.
% What must hold of them is recomputed from the numbers of the scene: momentum of the whole by the
% percussions of the ground, cones, gaps between circles, their law of impact, energy that does not
% grow; a step that leaves more of its equations than it says.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_scene (seed, number)
  random_case (seed, number);
  schemes = {'moreau-jean', 'moreau-jean-projected', 'schatzman-paoli', ...
             'nonsmooth-generalized-alpha', 'rattle', 'event-capturing', 'event-driven'};
  scheme = schemes{randi (7)};
  L = some_scene ();
  h = 1e-3 * 2 ^ randi ([0, 3]);
  opts = {'Scheme', scheme, 'Step', h, 'MaxTime', 5, 'Display', 'off'};
  sol = dls_simulate (L.B, [0, h * randi([20, 100])], opts{:});
  checks = {@told, @cones, @momentum, @law, @gaps, @energy, @verified};
  why = '';
  for k = 1:numel (checks) * (numel (sol.t) > 2)
    why = checks{k} (L, sol, h);
    if (~isempty (why))
      break
    end
  end
  if (isempty (why) && ~strcmp (sol.result, 'finished'))
    why = sprintf ('soft: %s: %s', sol.result, sol.message);
  end
  if (~isempty (why))
    why = sprintf ('%s (%s, %s, h %g, mu %g, e %g)', why, scheme, L.what, h, L.mu, L.e);
  end
end

function L = some_scene ()
  L = struct ('g', 9.81, 'mu', randi ([0, 4]) / 4, 'e', (rand () < 0.4) * randi ([0, 3]) / 4, ...
              'slope', 0, 'm', [], 'I', [], 'radius', []);
  kind = randi (4);
  kinds = {'tower', 'heap', 'shot', 'incline'};
  L.what = kinds{kind};
  if (kind == 4)
    L.slope = randi ([1, 6]) * pi / 16;
  end
  L.B = dls_mechanism ('gravity', L.g * [sin(L.slope), -cos(L.slope)]);
  if (kind == 2)
    L = heap (L, randi ([3, 12]));
  else
    L = boxes (L, randi ([1, 3]), kind);
  end
  L.B = dls_touch (L.B, 'all', 'all', 'mu', L.mu, 'restitution', L.e);
  L.B = dls_touch (L.B, 'ground', 'all', 'mu', L.mu, 'restitution', L.e);
end

function L = heap (L, count)
  wide = ceil (sqrt (count));
  for k = 0:count-1
    at = [0.25 * mod(k, wide) + 0.1 * mod(floor (k / wide), 2), 0.12 + 0.23 * floor(k / wide)];
    L = body (L, 'circle', 0.1, at + 0.01 * rand (1, 2), randi ([-4, 4], 1, 2) / 2);
  end
end

function L = boxes (L, rows, kind)
  gap = 0.02 * (rand () < 0.7);
  for row = 1:rows
    for k = 1:(kind < 4) * (rows + 1 - row) + (kind == 4)
      at = [(0.4 + gap) * (k + row / 2), 0.2 * row - 0.1];
      L = body (L, 'box', [0.4, 0.2], at, [0, 0]);
    end
  end
  if (kind == 3)
    L = body (L, 'circle', 0.15, [0, 0.16 + 0.1 * randi([0, 3])], [randi([1, 10]), 0]);
  end
end

function L = body (L, shape, wide, at, v)
  k = numel (L.m) + 1;
  if (strcmp (shape, 'circle'))
    m = 1000 * pi * wide ^ 2;
    I = m * wide ^ 2 / 2;
  else
    m = 1000 * prod (wide);
    I = m * sum (wide .^ 2) / 12;
  end
  L.m(k) = m;
  L.I(k) = I;
  L.radius(k) = wide(1) * strcmp (shape, 'circle');
  L.B = dls_body (L.B, sprintf ('b%d', k), 'mass', m, 'inertia', I, 'shape', shape, 'size', ...
                  wide, 'at', at, 'velocity', v);
end

% Of motions whose steps do not say that they miss their laws
function why = verified (L, sol, h)
  why = '';
  [ok, report] = dls_verify (L.B, sol);
  if (~ok && ~any (sol.residual > 1e-7))
    why = sprintf ('wrong: dls_verify: %s', report.message);
  end
end

% A step that leaves much of its equations says so.
function why = told (L, sol, h)
  why = '';
  said = sol.events(strcmp ({sol.events.kind}, 'unsettled'));
  late = sol.t(sol.residual > 1e-6);
  for t = late
    if (~any (abs ([said.t] - t) < 1e-9))
      why = sprintf ('wrong: residual %.1e, and nobody says so', sol.residual(sol.t == t));
    end
  end
  if (isempty (why) && any (sol.residual > 1e-2))
    why = sprintf ('soft: residual %.1e', max (sol.residual));
  end
end

function [n, t] = percussions (sol)
  nu = size (sol.status, 1);
  n = sol.p(sol.nb+1:sol.nb+nu,:);
  t = sol.p(sol.nb+nu+1:end,:);
  if (isempty (t))
    t = 0 * n;
  end
end

% Of the steps that do not say that they miss their laws.
function why = cones (L, sol, h)
  why = '';
  [n, t] = percussions (sol);
  most = max ([1; n(:)]);
  [pull, rub] = deal (1e-9, 1e-7);
  if (any (strcmp (sol.scheme, {'event-capturing', 'event-driven'})))
    [pull, rub] = deal (1e-6, 1e-6);
  end
  right = ~(sol.residual > 1e-6);
  [n, t] = deal (n(:,right), t(:,right));
  if (any (n(:) < -pull * most))
    why = sprintf ('wrong: a contact pulls, %g of %g', min (n(:)), most);
  elseif (any (abs (t(:)) - L.mu * n(:) > rub * most))
    why = sprintf ('wrong: friction outside of its cone by %g of %g', ...
                   max (abs (t(:)) - L.mu * n(:)), most);
  elseif (any (~isfinite ([sol.q(:); sol.v(:); sol.p(:)])))
    why = 'wrong: not finite';
  end
end

% Momentum of the whole: its weight, and what the ground gives along its normal (0, 1)
function why = momentum (L, sol, h)
  why = '';
  if (strcmp (sol.scheme, 'schatzman-paoli'))
    return                                       % its velocities are differences of two steps
  end
  n = percussions (sol);
  ground = ~cellfun (@isempty, strfind (sol.names.u(:), 'ground'));
  won = L.m * diff (sol.v(2:3:end,:), 1, 2);
  given = sum (n(ground,2:end), 1) - L.g * cos (L.slope) * sum (L.m) * diff (sol.t);
  size_of = max ([sum(L.m) * L.g * h, abs(won), L.m * abs(sol.v(2:3:end,:))]);
  off = max (abs (won - given));
  if (off > 1e-7 * size_of)
    why = sprintf ('wrong: momentum by %g of %g', off, size_of);
  end
end

% Circles and the ground after a step of Moreau and Jean: u+ + e u- = 0 where they push
function why = law (L, sol, h)
  why = '';
  if (~strcmp (sol.scheme, 'moreau-jean') || ~all (L.radius > 0))
    return
  end
  n = percussions (sol);
  said = sol.events(strcmp ({sol.events.kind}, 'unsettled'));
  for i = 1:numel (sol.names.u)
    ends = regexp (sol.names.u{i}, '\d+', 'match');
    a = str2double (ends);
    for k = find (n(i,2:end) > 1e-9 * max (n(:)))
      q = (sol.q(:,k) + sol.q(:,k+1)) / 2;
      if (numel (a) == 2)
        N = q(3*a(2)+[-2, -1]) - q(3*a(1)+[-2, -1]);
        N = N / norm (N);
        u = N' * (sol.v(3*a(2)+[-2, -1],k:k+1) - sol.v(3*a(1)+[-2, -1],k:k+1));
      else
        u = sol.v(3*a(1)-1,k:k+1);
      end
      allowed = 1e-7 + sum ([said(abs ([said.t] - sol.t(k+1)) < 1e-9).value]);
      if (abs (u(2) + L.e * u(1)) > allowed * 10 * max ([1; abs(sol.v(:))]))
        why = sprintf ('wrong: the law of impact by %g', u(2) + L.e * u(1));
        return
      end
    end
  end
end

% How deep circles are in each other and in the ground: of schemes that project or find events not
% at all, of others by less than a few steps at their speed
function why = gaps (L, sol, h)
  why = '';
  speed = max (abs (sol.v(:))) + L.g * sol.t(end);
  allowed = 4 * h * speed;
  captured = any (strcmp ({sol.events.kind}, 'captured'));       % by steps of Moreau, and told
  if (strcmp (sol.scheme, 'moreau-jean-projected') ...
      || (strcmp (sol.scheme, 'event-driven') && ~captured))
    allowed = 1e-7;
  end
  for a = find (L.radius > 0)
    deep = min (sol.q(3*a-1,:)) - L.radius(a);
    for b = find (L.radius(1:a-1) > 0)
      away = sol.q(3*a+[-2, -1],:) - sol.q(3*b+[-2, -1],:);
      deep = min (deep, min (hypot (away(1,:), away(2,:))) - L.radius(a) - L.radius(b));
    end
    if (deep < -allowed)
      why = sprintf ('wrong: %g deep', -deep);
      return
    end
  end
end

% What is lost is lost.
function why = energy (L, sol, h)
  why = '';
  if (strcmp (sol.scheme, 'schatzman-paoli'))
    return                                       % its velocities are differences across impacts
  end
  v = sol.v .^ 2 / 2;
  E = L.m * (v(1:3:end,:) + v(2:3:end,:)) + L.I * v(3:3:end,:);
  down = cos (L.slope) * sol.q(2:3:end,:) - sin (L.slope) * sol.q(1:3:end,:);
  E = E + L.g * L.m * down;
  made = [sol.events(strcmp ({sol.events.kind}, 'energy')).value];
  size_of = max (E) - min (E) + max (sum (bsxfun (@times, L.m', v(1:3:end,:)), 1)) ...
            + sum (L.m) * L.g * 0.01;
  grown = max (E - cummin (E)) - sum (made);
  % projected positions and gradients within a step make some, O(h)
  if (grown > 0.05 * size_of)
    why = sprintf ('wrong: energy grows by %g of %g', grown, size_of);
  elseif (grown > 0.01 * size_of)
    why = sprintf ('soft: energy grows by %g of %g', grown, size_of);
  end
end
