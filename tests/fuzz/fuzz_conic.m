% FUZZ_CONIC  Integer conic programs: linear and quadratic ones are decided by exact linear
% programs, with second-order cones by how they are made (points strictly inside, a certificate).
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_conic (seed, number)
  random_case (seed, number);
  kind = randi (4);
  p = problem (kind);
  [n, m] = deal (size (p.A, 2), size (p.A, 1));
  dx = 2 .^ (10 * (rand () < 0.3) * (2 * rand (n, 1) - 1));
  dx = 2 .^ round (log2 (dx));
  dr = 2 .^ round (10 * (rand () < 0.3) * (2 * rand (m, 1) - 1));
  at = p.cones.z + p.cones.l;
  for k = p.cones.q
    dr(at+(1:k)) = dr(at+1);
    at = at + k;
  end
  s = p;
  s.P = dx .* p.P .* dx';
  s.q = dx .* p.q;
  s.A = dr .* p.A .* dx';
  s.b = dr .* p.b;
  opts = {};
  if (rand () < 0.3)
    methods = {'cholesky', 'ldl'};
    opts = {'Method', methods{randi(2)}};
  end
  [x, t, y, info] = dls_conic (s.P, s.q, s.A, s.b, s.cones, opts{:});
  why = verdict (p, info.status);
  if (isempty (why))
    why = judged (s, struct ('x', x, 's', t, 'y', y, 'info', info), info.status);
  end
  if (isempty (why) && ~any (strcmp (info.status, {'solved', 'primal_infeasible', ...
                                                   'dual_infeasible'})))
    why = ['soft: ', info.status];
  end
  if (~isempty (why))
    why = sprintf ('%s (kind %d, z %d, l %d, q %s, units %g)', why, kind, p.cones.z, p.cones.l, ...
                   mat2str (p.cones.q), max (abs (log2 ([dx; dr]))));
  end
end

% p.made: what is known of a problem with second-order cones; [] when exact programs decide.
function p = problem (kind)
  n = randi (5);
  cones = struct ('z', randi ([0, 2]), 'l', randi ([1, 6]), 'q', []);
  if (kind >= 3)
    cones.q = randi ([1, 4], 1, randi (2));
  end
  m = cones.z + cones.l + sum (cones.q);
  p = struct ('P', zeros (n), 'q', randi ([-3, 3], n, 1), 'A', random_case ('integers', m, n), ...
              'b', randi ([-3, 3], m, 1), 'cones', cones, 'made', '');
  if (rand () < 0.4)
    B = random_case ('integers', n, randi (n));
    p.P = B * B';
  end
  if (kind == 2 || kind == 3)                  % solvable; kind 2 perhaps degenerate
    p.b = p.A * randi ([-3, 3], n, 1) + inside (cones, false, kind == 2);
    p.q = -p.P * randi ([-3, 3], n, 1) - p.A' * inside (cones, true, kind == 2);
    p.made = 'solvable';
  elseif (kind == 4)                           % A'*y = 0, b'*y < 0
    y = inside (cones, true, false);
    i = cones.z + 1;
    y(i) = 1;
    p.A(i,:) = 0;
    p.A(i,:) = -y' * p.A;
    p.b(i) = 0;
    p.b(i) = -y' * p.b - randi (3);
    p.made = 'primal_infeasible';
  end
end

% Integers strictly inside of the cones (or on their boundaries).
function s = inside (cones, dual, degenerate)
  s = [zeros(cones.z, 1); randi(3, cones.l, 1)];
  if (dual)
    s(1:cones.z) = randi ([-3, 3], cones.z, 1);
  end
  if (degenerate)
    s(cones.z+1:end) = s(cones.z+1:end) .* (rand (cones.l, 1) < 0.5);
  end
  for k = cones.q
    v = randi ([-2, 2], k - 1, 1);
    s = [s; ceil(norm (v)) + 1; v];
  end
end

function why = verdict (p, status)
  why = '';
  truth = {p.made};
  if (isempty (p.cones.q))
    truth = exactly (p);
  end
  claims = {'solved', 'primal_infeasible', 'dual_infeasible'};
  if (isempty (truth{1}) || ~any (strcmp (status, claims)))
    return
  elseif (strcmp (truth{1}, 'solvable'))
    truth = {'solved'};
  elseif (isempty (p.cones.q) == false)
    truth = {'primal_infeasible', 'dual_infeasible'};
  end
  if (~any (strcmp (status, truth)))
    why = sprintf ('wrong: %s, exactly %s', status, strjoin (truth, ' or '));
  end
end

% Linear constraints: solvable unless infeasible, or unbounded along d with P*d = 0.
function truth = exactly (p)
  e = 1:p.cones.z;
  i = p.cones.z+1:numel (p.b);
  n = numel (p.q);
  L = exact_lp (p.A(e,:), p.b(e), p.A(i,:), p.b(i));
  D = exact_lp ([p.P; p.A(e,:); p.q'], [zeros(n + numel (e), 1); -1], p.A(i,:), ...
                zeros (numel (i), 1));
  truth = {};
  if (isequal (L.feasible, false))
    truth{end+1} = 'primal_infeasible';
  end
  if (isequal (D.feasible, true))
    truth{end+1} = 'dual_infeasible';
  end
  if (isnan (L.feasible) || isnan (D.feasible))
    truth = {''};
  elseif (isempty (truth))
    truth = {'solved'};
  end
end
