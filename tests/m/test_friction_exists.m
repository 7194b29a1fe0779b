function pass = test_friction_exists ()
% Existence by conic programs: families built around a witness or a proof, Painleve's regions, and
% the two solutions of the non-unique case. Witnesses are verified by arithmetic of their own.
%   CONIC (4.1), (4.4), (4.6), (5.1), Theorem 5.1, EXIST Theorem 3.5.
% SPDX-License-Identifier: GPL-3.0-or-later
  pass = [families(), painleve_regions(), painleve_closed_forms(), painleve_sides(), extremes(), ...
          singular(2), singular(3), by_hand()];
end

% 60 problems with a velocity inside of L* and 60 with a reaction that forbids all, in 2D and 3D,
% in both forms; a third of the contacts has mu = 0 or Inf.
function pass = families ()
  pass = true (1, 120);
  for k = 1:120
    d = 2 + mod (k, 2);
    nc = 2 + mod (k, 4);
    exists = k > 60;
    u = 2 * lcg_rand (k, 40, 40) - 1;
    mu = 0.1 + abs (u(1:nc,1));
    mu(u(1:nc,2) < -0.7) = 0;
    mu(u(1:nc,2) > 0.7) = Inf;
    n = max (d * nc - (k > 80), 1);
    H = u(1:d*nc,3:2+n);
    if (exists)
      w = member (mu, d, u(1:d*nc,35), true) - H * u(1:n,36);
    else
      r = member (mu, d, u(1:d*nc,35), false);
      H = H - r * (r' * H) / (r' * r);             % H'*r = 0
      w = u(1:d*nc,37);
      w = w - r * (r' * w + 0.1 + abs (u(1,38))) / (r' * r);
    end
    if (mod (k, 3) == 0)
      [lower, W] = deal (eye (n) + 0.5 * u(1:n,1:n));
      W = H / (lower * lower') * H';
      P = dls_problem ('W', (W + W') / 2, 'q', w, 'mu', mu, 'd', d);
    else
      P = dls_problem ('M', diag (1 + abs (u(1:n,39))), 'H', H, 'f', u(1:n,40), 'w', w, ...
                       'mu', mu, 'd', d);
    end
    [ok, info] = dls_friction_exists (P);
    pass(k) = ok == exists && proved (P, info);
    if (exists)
      pass(k) = pass(k) && info.criteria.strict && isempty (info.r);
    end
  end
end

% A vector inside of L* or, not dual, of L.
function x = member (mu, d, x, dual)
  for c = 1:numel (mu)
    k = d * (c - 1) + (1:d);
    t = norm (x(k(2:end)));
    if (dual)
      x(k(2:end)) = x(k(2:end)) * ~isinf (mu(c));
      x(k(1)) = 0.2 + ifelse_finite (mu(c)) * t;
    else
      x(k(2:end)) = x(k(2:end)) * (mu(c) > 0);
      x(k(1)) = 0.2 + (mu(c) > 0) * t / max (mu(c), 0.01);
    end
  end
end

function mu = ifelse_finite (mu)
  mu(isinf (mu)) = 0;
end

% The witness or the proof, by plain arithmetic.
function yes = proved (P, info)
  if (strcmp (P.form, 'global'))
    [H, w] = deal (P.H, P.w);
  else
    [H, w] = deal (P.W, P.q);
  end
  small = 1e-6 * (1 + max (abs (w)));
  if (info.exitflag == 1)
    u = H * info.v + w;
    yes = norm (u - info.u, Inf) <= small;
    for c = 1:P.nc
      x = u(P.d*(c-1)+(1:P.d));
      t = norm (x(2:end));
      if (isinf (P.mu(c)))
        yes = yes && t <= small && x(1) >= -small;
      elseif (P.mu(c) > 0)
        yes = yes && x(1) > P.mu(c) * t - small * (P.d == 2);
      else
        yes = yes && x(1) >= -small;
      end
    end
  else
    r = info.r;
    size_r = max (abs (r));
    yes = norm (H' * r, Inf) <= 1e-6 * size_r && abs (w' * r + 1) <= 1e-6;
    for c = 1:P.nc
      x = r(P.d*(c-1)+(1:P.d));
      t = norm (x(2:end));
      mu = P.mu(c);
      yes = yes && x(1) >= -1e-7 * size_r && (isinf (mu) || t <= mu * x(1) + 1e-7 * size_r);
    end
  end
end

function P = toy (g, th, mu, u0)
  P = dls_problem ('M', 1, 'H', [sin(th); cos(th)], 'f', -g * sin (th), 'w', [0; u0], ...
                   'mu', mu, 'd', 2);
end

% g = -1: a solution exists exactly where CONIC (2.13) says so, (4.4) knows it, and the solver
% finds one exactly there.
function pass = painleve_regions ()
  pass = true (1, 3);
  for u0 = [-1, -0.2, 0.3, 1]
    for mu = [0, 0.2, 0.45, 0.9, 1.3, 2, 5]
      for th = 0.07:0.13:1.55
        P = toy (-1, th, mu, u0);
        truth = u0 <= 0 || tan (th) > mu;
        [ok, info] = dls_friction_exists (P);
        pass(1) = pass(1) && ok == truth && info.criteria.weak == truth;
        pass(2) = pass(2) && proved (P, info);
        if (abs (tan (th) - mu) > 0.05)
          limit = 1 + 600 * truth;              % a busy machine solves, too
          [~, ~, ~, s] = dls_friction (P, 'Method', 'fixpoint', 'MaxTime', limit);
          pass(3) = pass(3) && (s.exitflag == 1) == truth;
        end
      end
    end
  end
end

% GOLDEN 20: g = -1, theta = pi/4, mu = 1/2, u0 = 1, and the point mass, by all ways.
function pass = painleve_closed_forms ()
  pass = true (1, 2);
  mass = -[-0.2 - 0.05 * 9.81; 1; 0.5];
  for outer = {'picard', 'anderson', 'newton'}
    for inner = {'conic', 'projected-gradient'}
      how = {'Method', 'fixpoint', 'Outer', outer{1}, 'Inner', inner{1}, 'Tolerance', 1e-11};
      [r, u, v, info] = dls_friction (toy (-1, pi / 4, 0.5, 1), how{:});
      % F(s) = 2 - s: successive approximations swing for ever
      pass(1) = pass(1) && (strcmp (outer{1}, 'picard') || (info.exitflag == 1 ...
                && norm (r - [2; -1]) < 1e-9 && abs (v) < 1e-9 && norm (u - [0; 1]) < 1e-9));
      for P = {dls_problem('M', eye (3), 'H', eye (3), 'f', mass, 'mu', 0.4, 'd', 3), ...
               dls_problem('W', eye (3), 'q', -mass, 'mu', 0.4, 'd', 3)}
        [r, u, ~, info] = dls_friction (P{1}, how{:});
        pass(2) = pass(2) && info.exitflag == 1 ...
                  && norm (r - [0.6905; -0.247040790154; -0.123520395077]) < 1e-9 ...
                  && norm (u - [0; 0.752959209846; 0.376479604923]) < 1e-9;
      end
    end
  end
end

% g = +1, mu = 2, u0 = 1 (CONIC 5.4): two solutions, one from each side; (4.4) fails although.
function pass = painleve_sides ()
  P = toy (1, pi / 4, 2, 1);
  pass = true (1, 3);
  [ok, info] = dls_friction_exists (P);
  pass(1) = ~ok && proved (P, info);
  for method = {'newton', 'fixpoint'}
    start = {'Method', method{1}, 'Tolerance', 1e-10, 'Start'};
    [r, ~, v, info] = dls_friction (P, start{:}, [0.02; -0.03], 'StartVelocity', sqrt (0.5) - 0.02);
    pass(2) = pass(2) && info.exitflag == 1 && norm (r) < 1e-8 && abs (v - sqrt (0.5)) < 1e-8;
    [r, ~, v, info] = dls_friction (P, start{:}, [0.99; -1.98], 'StartVelocity', 0.001);
    pass(3) = pass(3) && info.exitflag == 1 && norm (r - [1; -2]) < 1e-8 && abs (v) < 1e-8;
  end
end

% Badly scaled data have the same verdict; a boundary case; nothing at all.
function pass = extremes ()
  pass = true (1, 3);
  for scale = [1e-8, 1, 1e8]
    for mu = [0.5, 2]
      P = toy (-1, pi / 4, mu, 1);
      ok = dls_friction_exists (dls_problem (P, 'H', scale * P.H, 'w', P.w));
      also = dls_friction_exists (dls_problem (P, 'w', scale * P.w));
      pass(1) = pass(1) && ok == (mu < 1) && also == (mu < 1);
    end
  end
  % a ball between floor and ceiling, both at rest: L* is touched only
  P = dls_problem ('M', eye (3), 'H', [eye(3); -eye(3)], 'mu', 0.3, 'd', 3);
  [ok, info] = dls_friction_exists (P);
  pass(2) = ok && ~info.criteria.strict && info.criteria.weak && ~info.criteria.all_w;
  [ok, info] = dls_friction_exists (dls_problem ('W', zeros (0), 'mu', [], 'd', 3));
  pass(3) = ok && info.criteria.strict && info.criteria.all_w;
end

% Singular M: what is guaranteed is solved, what is refuted is not (in 2D by enumeration), and the
% random search finds problems without a solution although (4.1) holds.
function pass = singular (d)
  [rand_, randn_] = deal (rand ('twister'), randn ('twister'));
  rand ('twister', 4);
  randn ('twister', 4);
  [agree, refuted] = deal (true);
  seen = zeros (1, 3);
  for k = 1:60 / (d - 1)
    n = 2 * d - 1;
    R = round (2 * randn (n, 1 + mod (k, n - 1)));
    H = round (2 * randn (2 * d, n));
    f = round (3 * randn (n, 1));
    if (mod (k, 3) == 0)
      f = 3 * H(1:d:end,:)' * [1; 2] + R * ones (size (R, 2), 1);    % pressed
    end
    P = dls_problem ('M', R * R', 'H', H, 'f', f, 'w', round (randn (2 * d, 1)), 'mu', [.5; 1], ...
                     'd', d);
    [ok, e] = dls_friction_exists (P);
    [~, ~, ~, info] = dls_friction (P);
    solved = strcmp (info.status, 'solved');
    agree = agree && (~ok || solved);
    if (e.necessary && ~isempty (e.free))
      u = reshape (H * e.free, d, []);
      slack = u(1,:) - [.5 1] .* sqrt (sum (u(2:end,:) .^ 2, 1));
      size_of = norm (e.free);
      refuted = refuted && ~solved && norm (P.M * e.free) <= 1e-8 * size_of ...
                && min (slack) >= -1e-6 * size_of && f' * e.free < -1e-8 * size_of;
    end
    seen = seen + [ok, e.necessary, ~ok && e.criteria.strict && ~solved];
  end
  rand ('twister', rand_);
  randn ('twister', randn_);
  pass = [agree, refuted, all(seen > 0)];
  if (~all (pass))
    fprintf ('test_friction_exists: singular M, %dD: %d %d, %d %d %d\n', d, agree, refuted, seen);
  end
end

% A massless slider on the floor, pressed with 1: held by mu*1, by no more; and pulled up.
function pass = by_hand ()
  slider = @(f) dls_problem ('M', [0 0; 0 1], 'H', [0 1; 1 0], 'f', f, 'w', [0; 0], 'mu', .5, ...
                             'd', 2);
  [ok, e] = dls_friction_exists (slider ([.4; 1]));
  [~, ~, ~, held] = dls_friction (slider ([.4; 1]));
  [~, ~, ~, slips] = dls_friction (slider ([.6; 1]));
  pass = [~ok && e.criteria.strict && e.criteria.all_w && ~e.necessary, ...
          strcmp(held.status, 'solved'), strcmp(slips.status, 'no_solution')];
  lifted = dls_problem ('M', 0, 'H', [1; 0], 'f', -1, 'w', [0; 0], 'mu', .5, 'd', 2);
  [ok, e] = dls_friction_exists (lifted);
  pass(end+1) = ~ok && e.necessary && e.free > 0;
  pressed = dls_problem (lifted, 'f', 1);
  pass(end+1) = dls_friction_exists (pressed);
  if (~all (pass))
    fprintf ('test_friction_exists: by hand %s\n', sprintf ('%d', pass));
  end
end
