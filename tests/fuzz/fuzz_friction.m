% FUZZ_FRICTION  Small friction problems of integers. In 2D the four states of each contact decide
% exactly whether there is a solution; in 3D dls_verify judges what is claimed. One in three has
% fewer coordinates than rows and walls that move (w is not in Im H): reactions may jam, and
% velocities computed from them densely are what counts.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_friction (seed, number)
  random_case (seed, number);
  if (rand () < 1 / 3)
    why = jamming ();
    return
  end
  d = 2 + (rand () < 0.3);
  nc = randi (3);
  n = randi (5);
  H = random_case ('integers', d * nc, n);
  H(~any (H, 2),randi (n)) = 1;
  M = diag (randi (2, n, 1));
  if (rand () < 0.5)
    B = random_case ('integers', n, n);
    M = B * B' + eye (n) * (rand () < 0.7);
  end
  u = struct ('M', M, 'H', H, 'f', randi ([-4, 4], n, 1), 'mu', randi ([0, 8], nc, 1), ...
              'w', randi ([-3, 3], d * nc, 1) .* (rand (d * nc, 1) < 0.5));
  e = 10 * (rand () < 0.3);
  [a, f] = deal (2 ^ randi ([-e, e]), 2 ^ randi ([-e, e]));      % units of velocity and impulse
  P = dls_problem ('M', f / a * M, 'H', H, 'f', f * u.f, 'w', a * u.w, 'mu', u.mu / 8, 'd', d);
  opts = {'MaxTime', 2};
  if (rand () < 0.4)
    methods = {'interior-point', 'newton', 'fixpoint', 'gauss-seidel', 'lcp'};
    opts = [opts, {'Method', methods{randi(5)}}];
  end
  start = cputime ();
  try
    [r, v, z, info] = dls_friction (P, opts{:});
  catch err
    why = refused (err, opts);
    return
  end
  time = cputime () - start;
  [exists, known] = states (u, d);
  why = '';
  if (known && exists && any (strcmp (info.status, {'infeasible', 'no_solution'})))
    why = sprintf ('wrong: %s, but there is a solution', info.status);
  elseif (known && ~exists && strcmp (info.status, 'solved'))
    why = 'wrong: solved, but there is no solution';
  end
  if (isempty (why))
    why = judged (P, struct ('r', r, 'u', v, 'v', z, 'info', info), info.status);
  end
  if (isempty (why))
    why = criteria (P, exists, known);
  end
  if (isempty (why) && time > 3)
    why = sprintf ('slow: %.1f s with MaxTime 2', time);
  end
  if (isempty (why) && any (strcmp (info.status, {'numerical_trouble', 'undecided'})))
    why = sprintf ('soft: %s, exists %d, known %d', info.status, exists, known);
  end
  if (~isempty (why))
    why = sprintf ('%s (d %d, nc %d, %s)', why, d, nc, info.method);
  end
end

% Answers that are solved have velocities that obey the law, whatever the reactions are.
function why = jamming ()
  d = 2 + (rand () < 0.8);
  nc = randi ([2, 4]);
  n = randi (d * nc - 1);
  B = randn (n);
  M = B * B' + 0.1 * eye (n);
  M = (M + M') / 2;
  H = randn (d * nc, n);
  w = randn (d * nc, 1) * rand ();
  mu = 1.5 * rand (nc, 1);
  P = dls_problem ('M', M, 'H', H, 'f', -M * randn (n, 1), 'w', w, 'mu', mu, 'd', d);
  if (rand () < 0.3)
    P = dls_problem ('W', H * (M \ H'), 'q', w - H * (M \ P.f), 'mu', mu, 'd', d);
  end
  [r, u, v, info] = dls_friction (P, 'MaxTime', 3);
  why = judged (P, struct ('r', r, 'u', u, 'v', v, 'info', info), info.status);
  if (strcmp (info.status, 'solved'))
    if (strcmp (P.form, 'global'))
      free = w - H * (M \ P.f);
    else
      free = P.q;
    end
    off = missed (free + H * (M \ (H' * r)), r, mu, d) / norm (free);
    if (off > 1e-4)
      why = sprintf ('wrong: solved, but velocities miss the law by %.1e', off);
    end
  end
  if (~isempty (why))
    why = sprintf ('%s (jam, %s, d %d, nc %d, n %d, %s)', why, P.form, d, nc, n, info.method);
  end
end

% By how much, in units of u: approach, an open contact that is loaded or a closed one that opens,
% a slip that friction does not oppose fully. Loads below 1e-7 of the largest count as none.
function worst = missed (u, r, mu, d)
  worst = 0;
  small = 1e-7 * max ([abs(r); realmin]);
  for c = 1:numel (mu)
    [x, y] = deal (r((c-1)*d + (1:d)), u((c-1)*d + (1:d)));
    worst = max (worst, -y(1));
    if (x(1) > small)
      t = norm (x(2:d));
      slip = norm (y(2:d));
      worst = max (worst, abs (y(1)));
      if (t < mu(c) * x(1) - small)
        worst = max (worst, slip);
      elseif (t > small)
        worst = max (worst, norm (y(2:d) + slip * x(2:d) / t));
      end
    end
  end
end

% Methods may not apply (gauss_seidel with a singular M); they say so.
function why = refused (err, opts)
  why = '';
  if (~strncmp (err.identifier, 'delassus:', 9) || numel (opts) < 4)
    why = sprintf ('foreign: %s: %s', err.identifier, err.message);
  end
end

function why = criteria (P, exists, known)
  why = '';
  [ok, info] = dls_friction_exists (P);
  if (known && ok && ~exists)
    why = 'wrong: dls_friction_exists says yes, but there is no solution';
  elseif (known && exists && isequal (info.necessary, true) && ~isempty (info.r))
    why = 'wrong: dls_friction_exists proves that there is none, but there is one';
  else
    why = judged (P, struct ('ok', ok, 'info', info), info.status);
  end
end

% x = [v; r]: open, sticking, slipping in either direction.
function [exists, known] = states (u, d)
  [exists, known] = deal (false, d == 2);
  if (d ~= 2)
    return
  end
  nc = numel (u.mu);
  n = numel (u.f);
  I = [zeros(2 * nc, n), eye(2 * nc)];
  V = [u.H, zeros(2 * nc)];
  choices = cell (nc, 1);
  for c = 1:nc
    [i, j, m, w] = deal (2 * c - 1, 2 * c, u.mu(c), u.w);
    cone = [8 * I(j,:) - m * I(i,:); -8 * I(j,:) - m * I(i,:); -I(i,:)];   % also where mu = 0
    choices{c} = {rows(I([i, j],:), [0; 0], -V(i,:), w(i)), ...
                  rows(V([i, j],:), -w([i, j]), cone, [0; 0; 0])};
    for s = [1, -1]
      choices{c}{end+1} = rows ([V(i,:); 8 * I(j,:) + s * m * I(i,:)], [-w(i); 0], ...
                                [-I(i,:); -s * V(j,:)], [0; s * w(j)]);
    end
  end
  L = exact_lp ([u.M, -u.H'], -u.f, zeros (0, n + 2 * nc), zeros (0, 1));
  [exists, known] = any_feasible (exact_cases (L, choices, true));
end

function P = rows (Aeq, beq, Ain, bin)
  P = struct ('Aeq', Aeq, 'beq', beq, 'Ain', Ain, 'bin', bin);
end
