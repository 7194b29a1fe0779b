% FUZZ_KKT  Integer KKT systems, singular and redundant; exact ranks decide, pinv gives the values.
% Some long ones, whose solution is known.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_kkt (seed, number)
  random_case (seed, number);
  if (rand () < 0.02)
    why = long_case ();
    return
  end
  [M, G, F, b] = problem (randi (6), randi ([0, 7]), randi (5));
  [n, m] = size (G);
  d = ones (n + m, 1);                         % units of a and of lambda
  if (rand () < 0.5)
    d = 2 .^ randi ([-13, 13], n + m, 1);
  end
  [ds, dc] = deal (d(1:n), d(n+1:end));
  p = struct ('M', sparse (ds .* M .* ds'), 'G', sparse (ds .* G .* dc'), 'F', ds .* F, ...
              'b', dc .* b);
  opts = {};
  if (rand () < 0.4)
    methods = {'cholesky', 'ldl', 'lu', 'qr', 'dense'};
    opts = {'Method', methods{randi(5)}};
  end
  [a, l, info] = dls_kkt (p.M, p.G, p.F, p.b, opts{:});
  why = verdict (info, M, G, F, b);
  if (isempty (why))
    why = judged (p, struct ('a', a, 'lambda', l, 'info', info), info.status);
  end
  if (isempty (why) && strcmp (info.status, 'solved'))
    why = values ([a; l], full ([p.M, -p.G; p.G', zeros(m)]), [-p.F; -p.b], all (d == 1), ...
                  [M, -G; G', zeros(m)], [-F; -b], d);
  end
  if (~isempty (why))
    why = sprintf ('%s (%s; units %g)', why, info.method, max (abs (log2 (d))));
  end
end

function [M, G, F, b] = problem (n, m, kind)
  B = random_case ('integers', n, randi (n));
  M = B * B';
  if (rand () < 0.3)
    M = diag (randi ([0, 3], n, 1));
  end
  G = random_case ('integers', n, m);
  if (kind <= 2 && m > 1)
    G(:,m) = G(:,1) * randi ([-2, 2]);         % repeated
  end
  F = randi ([-3, 3], n, 1);
  b = randi ([-3, 3], m, 1) .* (rand () < 0.7);
  if (kind <= 4)                               % consistent
    a = randi ([-2, 2], n, 1);
    b = -G' * a;
    F = G * randi ([-2, 2], m, 1) - M * a;
  end
end

function why = verdict (info, M, G, F, b)
  K = [M, -G; G', zeros(numel (b))];
  ranks = [exact_rank(K), exact_rank([K, [F; b]])];
  consistent = ranks(1) == ranks(2);
  why = '';
  if (any (isnan (ranks)))
    return
  elseif (strcmp (info.status, 'solved') && ~consistent)
    why = 'wrong: solved, but there is no solution';
  elseif (strcmp (info.status, 'inconsistent') && consistent)
    why = 'wrong: inconsistent, but there is a solution';
  elseif (~any (strcmp (info.status, {'solved', 'inconsistent'})))
    why = ['soft: ', info.status];
  end
end

% Without units the answer is that of least norm; with units what all solutions share is right.
function why = values (x, K, c, plain, K0, c0, d)
  why = '';
  if (plain)
    error_ = norm (x - pinv (K) * c, Inf) / (1 + norm (x, Inf));
  else
    I = eye (numel (x));
    shared = max (abs (I - pinv (K0) * K0), [], 2) < 1e-9;
    x0 = pinv (K0) * c0;
    error_ = max ([0; abs(x(shared) .* d(shared) - x0(shared))]) / (1 + norm (x0, Inf));
  end
  if (error_ > 1e-6)
    why = sprintf ('wrong: the values differ from those of pinv by %.1e', error_);
  elseif (error_ > 1e-9)
    why = sprintf ('soft: the values differ from those of pinv by %.1e', error_);
  end
end

% The acceleration is known, and what is determined of the reactions; or one equation that is there
% twice contradicts itself.
function why = long_case ()
  kinds = {'chain', 'truss', 'bodies'};
  kind = kinds{randi (3)};
  [G, ~, open] = long_redundant (kind, round (10 ^ (2 + 2.5 * rand ())));
  [n, m] = size (G);
  M = spdiags (randi (3, n, 1), 0, n, n);
  a0 = randi ([-2, 2], n, 1);
  l0 = randi ([-2, 2], m, 1);
  [F, b] = deal (G * l0 - M * a0, -G' * a0);
  contradiction = rand () < 0.3;
  b(m) = b(m) + contradiction;                 % the last constraint is redundant
  [a, l, info] = dls_kkt (M, G, F, b);
  why = judged (struct ('M', M, 'G', G, 'F', F, 'b', b), ...
                struct ('a', a, 'lambda', l, 'info', info), info.status);
  words = {'solved', 'inconsistent'};
  if (~isempty (why))
    return
  elseif (strcmp (info.status, words{2 - contradiction}))
    why = sprintf ('wrong: %s, but the long system is %s', info.status, words{1 + contradiction});
  elseif (~strcmp (info.status, words{1 + contradiction}))
    why = sprintf ('soft: a long system is %s', info.status);
  elseif (~contradiction && ~strcmp (kind, 'truss'))   % its bending multiplies rounding
    far = max ([abs(a - a0); abs(l(~open) - l0(~open)) / (1 + max (abs (l0)))]);
    if (far > 1e-5)
      why = sprintf ('wrong: a long system (%d constraints) is missed by %.1e', m, far);
    end
  end
end
