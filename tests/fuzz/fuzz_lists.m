% FUZZ_LISTS  Contacts that come and go: balls and boxes, in plane and space, by all schemes.
% The list of contacts grows beyond its first capacity and shrinks. All pairs of balls are checked,
% in the list or not: gaps, energy, residuals; the same motion with a list of all pairs.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_lists (seed, number)
  random_case (seed, number);
  schemes = {'moreau-jean', 'moreau-jean-projected', 'nonsmooth-generalized-alpha', ...
             'event-capturing', 'event-driven', 'schatzman-paoli'};
  d = 2 + (rand () < 0.4);
  scheme = schemes{randi (6 - (d == 3))};
  kinds = {'rain', 'rows', 'boxes', 'both'};
  P = struct ('d', d, 'scheme', scheme, 'kind', kinds{randi (3 + (d == 2))}, 'mu', ...
              (rand () < 0.5) * randi (3) / 4, 'e', (rand () < 0.5) * randi (3) / 4, ...
              'h', 2e-3 * randi (4), 'own', strcmp (scheme, 'event-driven') && rand () < 0.3);
  P = bodies (P);
  why = judge (P);
  if (~isempty (why))
    why = sprintf ('%s (%s, %s, d %d, %d bodies, h %g, mu %g, e %g%s)', why, scheme, P.kind, d, ...
                   P.count, P.h, P.mu, P.e, ', own steps'(1:end*P.own));
  end
end

% rain: balls that fall one after the other; rows: balls that meet others and leave them; boxes;
% both: few balls, whose motion is known from a list of all pairs
function P = bodies (P)
  P.g = 9.81 * ~strcmp (P.kind, 'rows');
  P.count = randi ([21, 26]);
  k = 0:P.count-1;
  P.r = 0.08 + 0.02 * rand (1, P.count);
  side = zeros (P.d - 2, P.count);
  P.v = zeros (P.d, P.count);
  switch (P.kind)
    case 'rain'
      P.x = [0.25 * mod(k, 6) + 0.04 * rand(1, P.count); side; ...
             0.12 + 0.25 * floor(k / 6) + 0.01 * k];
      P.v(1,:) = randn (1, P.count) / 4;
    case 'rows'
      half = mod (k, 2);
      P.x = [0.23 * floor(k / 2) + 3 * half; side; 0.02 * rand(1, P.count) + 0.1 * half];
      P.v(1,:) = 4 - 8 * half;
    case 'boxes'
      P.count = randi ([2, 4]);
      k = 0:P.count-1;
      P.r = 0 * k + 0.1;
      P.v = zeros (P.d, P.count);
      P.x = [0.03 * k; zeros(P.d - 2, P.count); 0.15 + 0.3 * k];
    case 'both'
      P.count = 8;
      P.r = P.r(1:8);
      P.v = randn (P.d, 8);
      P.x = [0.3 * (0:7); 0.3 + rand(1, 8)];
  end
end

function B = mechanism (P, others)
  B = dls_mechanism ('gravity', [zeros(1, P.d - 1), -P.g]);
  shapes = {'circle', 'sphere'};
  for k = 1:P.count
    m = 100 * P.r(k) ^ 2;
    shape = {'shape', shapes{P.d-1}, 'size', P.r(k)};
    if (strcmp (P.kind, 'boxes'))
      sizes = 2 * P.r(k) * [1.5, 1, 1];
      shape = {'shape', 'box', 'size', sizes(1:P.d)};
    end
    B = dls_body (B, sprintf ('b%d', k), 'mass', m, 'inertia', 0.4 * m * P.r(k) ^ 2 * ...
                  ones (1, 1 + 2 * (P.d == 3)), shape{:}, 'at', P.x(:,k)', 'velocity', P.v(:,k)');
  end
  for k = 1:others
    B = dls_body (B, sprintf ('o%d', k), 'fixed', true, 'shape', 'circle', 'size', 0.1, 'at', ...
                  [50 * k, 100]);
  end
  B = dls_touch (B, 'all', 'all', 'mu', P.mu, 'restitution', P.e);
  if (P.g > 0)
    B = dls_touch (B, 'ground', 'all', 'mu', P.mu, 'restitution', P.e);
  end
end

function why = judge (P)
  opts = {'Scheme', P.scheme, 'Step', P.h, 'MaxTime', 2, 'Display', 'off'};
  if (P.own)
    opts(3:4) = [];
  end
  span = [0, 50 * 4e-3];
  sol = dls_simulate (mechanism (P, 22 * strcmp (P.kind, 'both')), span, opts{:});
  checks = {@list, @told, @gaps, @energy};
  why = '';
  for k = 1:numel (checks) * (numel (sol.t) > 2)
    why = checks{k} (P, sol);
    if (~isempty (why))
      return
    end
  end
  if (~strcmp (sol.result, 'finished'))
    why = sprintf ('soft: %s: %s', sol.result, sol.message);
  elseif (strcmp (P.kind, 'both'))
    why = alike (sol, dls_simulate (mechanism (P, 0), span, opts{:}));
  end
end

% Identities differ, and free places are told; an overlap is in the list, with its gap
function why = list (P, sol)
  why = '';
  bodies = P.count + 22 * strcmp (P.kind, 'both') + 1;
  for j = 2:numel (sol.t)
    who = sol.contact(sol.contact(:,j) > 0,j);
    if (numel (unique (who)) < numel (who))
      why = 'wrong: a contact has two places';
      return
    end
    if (strcmp (P.kind, 'boxes') || mod (j, 7) > 0)
      continue
    end
    [g, a, b] = distances (P, sol, j);
    [known, at] = ismember (1 + 1024 * (a + bodies * b), sol.contact(:,j));
    off = max ([0; abs(sol.gap(at(known),j) - g(known))]);
    if (off > 1e-12)
      why = sprintf ('wrong: a gap of the list by %g', off);
      return
    end
  end
end

% Gaps of all pairs of balls a < b
function [g, a, b] = distances (P, sol, j)
  w = 3 + 4 * (P.d == 3);
  x = reshape (sol.q(1:w*P.count,j), w, [])(1:P.d,:);
  [a, b] = find (triu (ones (P.count), 1));
  g = sqrt (sum ((x(:,a) - x(:,b)) .^ 2, 1))' - P.r(a)' - P.r(b)';
end

function why = told (P, sol)
  why = '';
  said = sol.events(strcmp ({sol.events.kind}, 'unsettled'));
  for t = sol.t(sol.residual > 1e-6)
    if (~any (abs ([said.t] - t) < 1e-9))
      why = sprintf ('wrong: residual %.1e, and no event', sol.residual(sol.t == t));
    end
  end
end

% Of all pairs of balls, and of balls and the ground
function why = gaps (P, sol)
  why = '';
  if (strcmp (P.kind, 'boxes'))
    return
  end
  speed = max (abs (sol.v(:))) + P.g * sol.t(end);
  allowed = 4 * P.h * speed;
  captured = any (strcmp ({sol.events.kind}, 'captured'));       % crossed by steps of Moreau
  if (strcmp (P.scheme, 'moreau-jean-projected') ...
      || (strcmp (P.scheme, 'event-driven') && ~captured))
    allowed = 1e-7;
  end
  w = 3 + 4 * (P.d == 3);
  for j = 1:numel (sol.t)
    deep = Inf;
    if (P.g > 0)
      deep = min (sol.q(P.d:w:end,j) - P.r');
    end
    deep = min ([deep; distances(P, sol, j)]);
    if (deep < -allowed)
      why = sprintf ('wrong: %g deep at %g', -deep, sol.t(j));
      return
    end
  end
end

function why = energy (P, sol)
  why = '';
  if (strcmp (P.scheme, 'schatzman-paoli'))
    return                                       % its velocities are differences across impacts
  end
  E = sol.energy.kinetic + sol.energy.potential;
  made = [sol.events(strcmp ({sol.events.kind}, 'energy')).value];
  size_of = max (E) - min (E) + max (sol.energy.kinetic);
  grown = max (E - cummin (E)) - sum (made);
  limit = 0.05;
  if (strcmp (P.scheme, 'event-driven'))
    limit = 1e-9;
  end
  if (grown > limit * size_of)
    why = sprintf ('wrong: energy grows by %g of %g', grown, size_of);
  end
end

% Until rounding has grown: by impacts
function why = alike (one, other)
  why = '';
  n = size (other.q, 1);
  hits = nnz (strcmp ({other.events.kind}, 'impact'));
  if (~strcmp (other.result, 'finished'))
    why = sprintf ('wrong: with all pairs: %s: %s', other.result, other.message);
  elseif (norm (one.q(1:n,end) - other.q(:,end), Inf) > 1e-9 * 10 ^ min (hits, 9))
    why = sprintf ('soft: with all pairs another motion, by %g after %d impacts', ...
                   norm (one.q(1:n,end) - other.q(:,end), Inf), hits);
  end
end
