% FUZZ_MOTION  Motions of small linear systems of integers.
% Each step of Moreau and Jean in the caller's data; other schemes by what must hold at every step;
% data against handles, parts against the whole.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_motion (seed, number)
  random_case (seed, number);
  L = some_system ();
  data = dls_model ('M', L.M, 'C', L.C, 'K', L.K, 'f', L.f, L.rest{:});
  schemes = {'moreau-jean', 'moreau-jean-projected', 'schatzman-paoli', ...
             'nonsmooth-generalized-alpha', 'rattle', 'event-capturing', 'event-driven'};
  scheme = schemes{1 + (rand () < 0.5) * randi ([0, 6])};
  step = 2 ^ -randi ([3, 7]);
  opts = {'Scheme', scheme, 'Step', step, 'Initial', 'project', 'MaxTime', 10};
  span = [0, 16 * step];
  sol = dls_simulate (data, span, L.q, L.v, opts{:});
  if (~strcmp (sol.result, 'finished'))
    why = sprintf ('soft: %s, %s: %s', scheme, sol.result, sol.message);
    return
  end
  why = always (L, sol);
  if (isempty (why) && strcmp (scheme, 'moreau-jean'))
    why = equations (L, sol, step);
  end
  if (isempty (why) && isempty (strfind (scheme, 'event')))
    why = energy (L, sol);
  end
  if (isempty (why))
    half = dls_simulate (data, [0, span(2) / 2], L.q, L.v, opts{:});
    why = alike ('in two parts', sol, dls_simulate (data, span(2), half, opts{:}));
  end
  springs = strcmp (scheme, 'rattle') && (any (L.K(:)) || any (L.C(:))); % known ones are filtered
  if (isempty (why) && ~strcmp (scheme, 'event-driven') && ~springs)
    own = dls_model ('mass', @(q) L.M, 'force', @(t, q, v) L.f - L.C * v - L.K * q, L.rest{:});
    why = alike ('by handles', sol, dls_simulate (own, span, L.q, L.v, opts{:}));
  end
  if (isempty (why) && L.nu > 0 && ~strcmp (scheme, 'event-driven') && ~springs)
    why = alike ('by lists', sol, dls_simulate (of_lists (L), span, L.q, L.v, opts{:}));
  end
  if (~isempty (why))
    why = sprintf ('%s (%s)', why, scheme);
  end
end

function L = some_system ()
  n = randi (4);
  nb = randi ([0, 1 + (rand () < 0.2)]) * (n > 1);
  nu = randi ([0, 3]);
  B = random_case ('integers', n, n);
  L = struct ('n', n, 'nb', nb, 'nu', nu, 'M', B * B' + eye (n));
  B = random_case ('integers', n, 1);
  L.C = (rand () < 0.3) * B * B';
  B = random_case ('integers', n, n);
  L.K = (rand () < 0.5) * B * B';
  L.f = randi ([-4, 4], n, 1) * (rand () < 0.8);
  L.G = random_case ('integers', n, nb);
  L.N = random_case ('integers', n, nu);
  L.N(1,~any (L.N, 1)) = 1;
  L.T = random_case ('integers', n, nu);
  L.mu = randi ([0, 4], nu, 1) / 4 * (rand () < 0.5);
  L.e = randi ([0, 4], nu, 1) / 4;
  L.g = randi ([0, 2], nu, 1) .* (rand (nu, 1) < 0.6) / 8;
  L.q = zeros (n, 1);
  L.v = randi ([-3, 3], n, 1);
  L.rest = {};
  if (nb > 0)
    L.rest = {'constraint', zeros(nb, 1), 'constraintgrad', L.G};
  end
  if (nu > 0)
    L.rest = [L.rest, {'gap', L.g, 'gapgrad', L.N, 'restitution', L.e}];
    if (any (L.mu > 0))
      L.rest = [L.rest, {'d', 2, 'tangent', L.T, 'mu', L.mu}];
    end
  end
end

% The same with contacts that could come and go
function model = of_lists (L)
  model = dls_model ('mass', L.M, 'force', @(t, q, v) L.f - L.C * v - L.K * q, ...
                     'contacts', @(q) (1:L.nu)', 'restitution', @(q, list) L.e(list), ...
                     'gap', @(q, list) L.g(list) + L.N(:,list)' * q, ...
                     'gapgrad', @(q, list) L.N(:,list));
  if (L.nb > 0)
    model = dls_model (model, 'constraint', zeros (L.nb, 1), 'constraintgrad', L.G);
  end
  if (any (L.mu > 0))
    model = dls_model (model, 'd', 2, 'tangent', @(q, list) L.T(:,list), 'mu', ...
                       @(q, list) L.mu(list));
  end
end

% No percussion pulls, or leaves Coulomb's cone; the sum of them changes the velocities.
function why = always (L, sol)
  why = '';
  p = sol.p(sol.nb+1:end,:);
  n = p(1:L.nu,:);
  size_of = max ([1; abs(sol.p(:))]);
  if (strncmp (sol.scheme, 'event', 5))
    size_of = 100 * size_of;                   % accumulations of impacts end at speeds of 1e-7
  end
  if (any (n(:) < -1e-9 * size_of))
    why = sprintf ('wrong: a contact pulls, %g', min (n(:)));
  elseif (size (p, 1) > L.nu && any (any (abs (p(L.nu+1:end,:)) - L.mu .* n > 1e-8 * size_of)))
    why = 'wrong: a reaction outside of its cone';
  elseif (L.nb > 0 && max (max (abs (L.G' * sol.v))) > 1e-7 * max ([1; abs(sol.v(:))]) ...
          && ~strcmp (sol.scheme, 'schatzman-paoli'))
    why = sprintf ('wrong: velocities off the constraints by %g', max (max (abs (L.G' * sol.v))));
  elseif (any (~isfinite ([sol.q(:); sol.v(:); sol.p(:)])))
    why = 'wrong: not finite';
  end
end

% HIGHORDER (16) with theta = 1/2, gamma = 1, step by step
function why = equations (L, sol, h)
  why = '';
  v = sol.v;
  q = sol.q;
  middle = (v(:,1:end-1) + v(:,2:end)) / 2;
  p = sol.p(:,2:end);
  A = [L.G, L.N];
  if (size (p, 1) > size (A, 2))
    A = [A, L.T];
  end
  loads = h * (L.f - L.C * middle - L.K * (q(:,1:end-1) + h / 2 * middle));
  change = L.M * diff (v, 1, 2);
  size_of = max ([1e-3; abs(change(:)); abs(loads(:)); abs(p(:))]);
  if (max (max (abs (change - loads - A * p))) > 1e-9 * size_of)
    why = sprintf ('wrong: equations of motion by %g', max (max (abs (change - loads - A * p))));
    return
  elseif (max (max (abs (diff (q, 1, 2) - h * middle))) > 1e-12 * max ([1; abs(q(:))]))
    why = 'wrong: positions are not the integral of velocities';
    return
  end
  n = p(L.nb+1:L.nb+L.nu,:);
  before = L.N' * v(:,1:end-1);
  after = L.N' * v(:,2:end) + L.e .* before;
  small = 1e-8 * max ([1; abs(v(:))]) * max ([1, sum(abs (L.N), 1)]);
  said = [sol.events(strcmp ({sol.events.kind}, 'unsettled')).value];
  small = small * (1 + 1e8 * max ([0, said]));   % steps that say what they lack
  predicted = L.g + L.N' * q(:,1:end-1) + h * before;
  if (any (any (n > 1e-8 * size_of & abs (after) > small)))
    why = 'wrong: a percussion where the law of impact does not hold';
  elseif (any (any (predicted < -1e-9 & after < -small)))
    why = 'wrong: a closed contact goes on approaching';
  elseif (any (any (predicted > 1e-9 & n > 1e-8 * size_of)))
    why = 'wrong: a percussion at an open contact';
  elseif (size (p, 1) > L.nb + L.nu)
    t = p(L.nb+L.nu+1:end,:);
    slip = L.T' * v(:,2:end);
    sliding = abs (slip) > small & n > 1e-8 * size_of;
    if (any (any (sliding & abs (t + sign (slip) .* L.mu .* n) > 1e-7 * size_of)))
      why = 'wrong: friction does not resist its slip';
    end
  end
end

% Without loads nothing makes energy, unless Newton's law with friction does (told as an event).
function why = energy (L, sol)
  why = '';
  told = any (strcmp ({sol.events.kind}, 'energy'));
  if (any (L.f) || told || strcmp (sol.scheme, 'schatzman-paoli'))
    return
  end
  E = sum (sol.v .* (L.M * sol.v)) / 2 + sum (sol.q .* (L.K * sol.q)) / 2;
  % velocities are those after an impact, positions lag by half a step of it: O(h)
  if (any (L.K(:)) || strcmp (sol.scheme, 'moreau-jean-projected'))
    return
  end
  if (any (diff (E) > 1e-9 * max (E)) && sum (L.N(:) ~= 0) <= 1)
    why = sprintf ('wrong: energy grows by %g of %g', max (diff (E)), max (E));
  elseif (any (diff (E) > 1e-9 * max (E)))
    why = 'soft: energy grows, and no event says so';
  end
end

% Where answers are unique: velocities; a choice of contacts that rounding decides is soft.
function why = alike (how, one, other)
  why = '';
  if (~strcmp (other.result, one.result))
    why = sprintf ('wrong: %s: %s: %s', how, other.result, other.message);
    return
  end
  [same, at] = min (abs (other.t - one.t(end)));
  off = max (abs (other.v(:,at) - one.v(:,end))) / max ([1; abs(one.v(:))]);
  if (same > 1e-9 * one.t(end))
    why = sprintf ('wrong: %s it ends at %g', how, other.t(end));
  elseif (off > 1e-6 && ~isequal (one.status(:,end), other.status(:,at)))
    why = sprintf ('soft: %s other contacts are closed', how);
  elseif (off > 1e-6)
    why = sprintf ('soft: %s velocities differ by %g', how, off);
  end
end
