% FUZZ_THROWN  Balls in free flight by the event-driven scheme, with its own steps and given ones.
% Impacts, their times and the last velocities have closed forms; bodies with shapes (all pairs, or
% those that are near), and a model in functions that knows gaps only.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_thrown (seed, number)
  random_case (seed, number);
  own = randi (2 ^ 30);
  way = randi (4);
  [P, exact] = thrown_balls (own);
  ways = {'shapes', 'many', 'functions', 'steps'};
  opts = {'Scheme', 'event-driven', 'MaxTime', 20};
  if (way == 4)
    opts = [opts, {'Step', P.tend / randi([3, 100])}];
  end
  if (size (exact.hits, 1) == 40)
    why = '';
  else
    [sol, v] = throw_balls (P, ways{way}, opts);
    why = compare (P, exact, sol, v);
  end
  if (~isempty (why))
    why = sprintf ('%s (%s, d %d, %d balls, seed %d)', why, ways{way}, P.d, numel (P.r), own);
  end
end

function why = compare (P, exact, sol, v)
  why = '';
  hits = exact.hits(:,1)';
  t = [sol.events(strcmp ({sol.events.kind}, 'impact')).t];
  off = norm (v - exact.v(:,~P.fixed), 'fro') / norm (exact.v, 'fro');
  % normals are as exact as positions beside the radii; each impact multiplies what they are off
  blur = max (1e-8, 1e-10 / min (P.r)) * 30 ^ numel (hits);
  if (~strcmp (sol.result, 'finished'))
    why = sprintf ('soft: %s: %s', sol.result, sol.message);
  elseif (numel (hits) > 12)                   % rounding decides the later ones: the first four
    first = 1:4;
    blur = 30 ^ 4 * max (1e-8, 1e-10 / min (P.r));
    if (numel (t) < 4 || any (abs (t(first) - hits(first)) > blur))
      why = sprintf ('wrong: %d impacts, the first at other times', numel (t));
    end
  elseif (numel (t) ~= numel (hits))
    why = sprintf ('wrong: %d impacts, expected %d', numel (t), numel (hits));
  elseif (off > blur || any (abs (t - hits) > blur))
    why = sprintf ('wrong: velocities off by %.1e, times by %.1e', off, max ([0, abs(t - hits)]));
  elseif (sol.stats.evaluations > 2000 * (1 + numel (hits)))
    why = sprintf ('slow: %d evaluations', sol.stats.evaluations);
  end
end
