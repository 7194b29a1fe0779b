function pass = test_friction_modes ()
% Small problems are decided: a solution, by the law, or a proof that no mode of contact has one, by
% arithmetic of its own; every method, both forms, singular masses, other units.
% SPDX-License-Identifier: GPL-3.0-or-later
  pass = [decided(), units(), by_name(), accuracy(), single(), relaxed()];
end

% Small integers: no verdict is open.
function pass = decided ()
  methods = {'auto', 'interior-point', 'newton', 'gauss-seidel', 'lcp', 'enumerate'};
  pass = true (1, 150);
  none = 0;
  for k = 1:150
    P = integers (k);
    method = 'auto';
    if (mod (k, 3) == 0)
      method = methods{1 + mod (k / 3, 6)};
    end
    [r, u, v, info] = dls_friction (P, 'Method', method);
    pass(k) = answered (P, r, u, v, info) || (~strcmp (method, 'auto') ...
              && ~isempty (strfind (info.message, 'a solution exists')));
    none = none + strcmp (info.status, 'no_solution');
  end
  pass(end+1) = none > 15 && none < 75;
end

% The verdict does not depend on units: of coordinates, of each contact, of velocities and forces.
function pass = units ()
  pass = true (1, 40);
  for k = 1:40
    P = integers (k);
    [~, ~, ~, info] = dls_friction (P, 'Method', 'enumerate');
    power = @(c) 2 .^ round (30 * (lcg_rand (99 * k + c, 20, 1) - 0.5));
    s = diag (kron (head (power (1), P.nc), ones (P.d, 1)));
    if (strcmp (P.form, 'global'))
      c = diag (head (power (2), size (P.M, 1)));
      Q = dls_problem (P, 'M', 2^40 * c * P.M * c, 'H', s * P.H * c, ...
                       'f', 2^20 * c * P.f, 'w', 2^-20 * s * P.w);
    else
      Q = dls_problem (P, 'W', 2^-40 * s * P.W * s, 'q', 2^-20 * s * P.q);
    end
    [r, u, v, other] = dls_friction (Q, 'Method', 'enumerate');
    pass(k) = strcmp (info.status, other.status) ...
              && (other.exitflag == 1 || proved (Q, other.certificate));
  end
end

% Three boxes: a method that stalls is told what enumeration knows; what it cannot do, it says.
function pass = by_name ()
  toy = dls_problem ('M', 1, 'H', [3; 4] / 5, 'f', 0.6, 'w', [0; 1], 'mu', 2, 'd', 2);
  pass = true (1, 8);
  methods = {'auto', 'interior-point', 'newton', 'fixpoint', 'gauss-seidel', 'lcp', 'enumerate'};
  for k = 1:7
    [~, ~, ~, info] = dls_friction (toy, 'Method', methods{k});
    pass(k) = strcmp (info.status, 'no_solution') && info.exitflag == -2 ...
              && proved (toy, info.certificate) && ~isempty (strfind (info.message, '4 modes'));
  end
  P = dls_problem ('W', eye (3), 'q', [-1; 1; 0], 'mu', 0.5, 'd', 3);
  [~, ~, ~, info] = dls_friction (P, 'Method', 'enumerate');
  pass(8) = info.exitflag < 1 && ~isempty (strfind (info.message, '2D'));
end

% A load that misses the range of W by 1e-10 is no proof where data are known to 1e-6.
function pass = accuracy ()
  P = dls_problem ('W', [1 0 -1 0; 0 1 0 0; -1 0 1 0; 0 0 0 1], 'q', [-1; 0; 1-1e-5; 0], ...
                   'mu', 0.5, 'd', 2);
  [~, ~, ~, info] = dls_friction (P);
  pass = strcmp (info.status, 'no_solution') && proved (P, info.certificate);
  [~, ~, ~, info] = dls_friction (P, 'DataAccuracy', 1e-4, 'Tolerance', 1e-13);
  pass(2) = strcmp (info.status, 'undecided') && info.exitflag == -4;
end

% One contact in space is decided, too, where M is regular; none of those without a solution is one
% that a theorem says has one.
function pass = single ()
  pass = true (1, 120);
  none = 0;
  for k = 1:120
    x = lcg_rand (1000 + k, 12, 4);
    n = 1 + mod (k, 3);
    H = round (5 * x(1:3,1:n) - 2.5);
    B = round (5 * x(4:3+n,1:n) - 2.5);
    M = B * B' + eye (n);
    [f, w] = deal (round (5 * x(7:6+n,4) - 2.5), round (7 * x(10:12,4) - 3.5));
    mu = round (8 * x(1,4)) / 8;
    if (mod (k, 2) == 0)
      P = dls_problem ('M', M, 'H', H, 'f', f, 'w', w, 'mu', mu, 'd', 3);
    else
      P = dls_problem ('W', H * (M \ H'), 'q', w - H * (M \ f), 'mu', mu, 'd', 3);
    end
    [r, u, ~, info] = dls_friction (P);
    if (info.exitflag == 1)
      pass(k) = answered (P, r, u, [], info);
    else
      pass(k) = strcmp (info.status, 'no_solution') && ~dls_friction_exists (P);
      none = none + 1;
    end
  end
  pass(end+1) = none > 5;
end

% Floor and ceiling meet: no reactions help. And a load on a massless direction that nothing holds.
function pass = relaxed ()
  P = dls_problem ('M', eye (3), 'H', [eye(3); -eye(3)], 'w', [0 0 0 -1 0 0]', 'mu', 0.3, 'd', 3);
  Q = dls_problem ('M', diag ([1 1 0]), 'H', [eye(2), [0; 0]; 1 0 0], 'f', [-1; 0; 1], 'mu', 1, ...
                   'd', 3);
  pass = true (1, 4);
  for k = 1:2
    [r, u, v, info] = dls_friction (P);
    y = info.certificate.y;
    p = info.certificate.p;
    pass(2*k-1) = strcmp (info.status, 'no_solution') && info.exitflag == -2 ...
                  && dls_verify (P, struct ('r', r, 'u', u, 'v', v, 'info', info));
    s = reshape (-P.H * p, 3, []);
    y_of = reshape (y, 3, []);
    pass(2*k) = norm (P.M * p - P.H' * y) < 1e-8 && abs (P.w' * y - P.f' * p + 1) < 1e-8 ...
                && all (y_of(1,:) >= -1e-12) && all (all (y_of(2:3,:) == 0)) ...
                && all (s(1,:) >= P.mu' .* sqrt (sum (s(2:3,:) .^ 2, 1)) - 1e-8);
    P = Q;
  end
end

function P = integers (k)
  x = lcg_rand (k, 20, 20);
  of = @(most, i, j) round ((2 * most + 1) * x(i,j) - most - 0.5);
  nc = 1 + mod (k, 3);
  d = 2 + (mod (k, 10) == 7);
  n = 1 + mod (k, 5);
  N = d * nc;
  H = of (2, 1:N, 1:n) .* (x(1:N,7:6+n) < 0.7);
  B = of (2, 1:n, 13:12+n);
  mu = round (8 * x(1:nc,18)) / 8;
  if (d == 3)
    mu(mu > 0) = Inf;
  end
  w = of (3, 1:N, 19) .* (x(1:N,12) < 0.5);
  if (mod (k, 2) == 0)
    P = dls_problem ('M', B * B' + (mod (k, 4) > 0) * eye (n), 'H', H, 'f', of (4, 1:n, 20), ...
                     'w', w, 'mu', mu, 'd', d);
  else
    P = dls_problem ('W', H * H', 'q', w - H * of (4, 1:n, 20), 'mu', mu, 'd', d);
  end
end

function yes = answered (P, r, u, v, info)
  if (info.exitflag == 1)
    yes = info.residual.worst <= 1e-8 && abs (dls_residual (P, r, v) - info.residual.worst) < 1e-12;
    r = reshape (r, P.d, P.nc);
    u = reshape (u, P.d, P.nc);
    small = 1e-6 * (1 + max (abs ([r(:); u(:)])));
    for c = 1:P.nc
      mu = P.mu(c);
      yes = yes && r(1,c) >= -small && u(1,c) >= -small && min (r(1,c), u(1,c)) <= small;
      if (isinf (mu))
        yes = yes && norm (u(2:end,c)) <= small;
      else
        yes = yes && norm (r(2:end,c)) <= mu * r(1,c) + small ...
              && (u(1,c) > small || norm (norm (u(2:end,c)) * r(2:end,c) ...
                                          + mu * r(1,c) * u(2:end,c)) <= small * (1 + small));
      end
    end
  else
    yes = strcmp (info.status, 'no_solution') && info.exitflag == -2 ...
          && proved (P, info.certificate);
  end
end

% y'u - s'r >= 0 in the mode and y'q < 0, s = W'y, or s = H*p with M*p = H'*y.
function yes = proved (P, C)
  count = prod (4 - 2 * (P.mu == 0 | isinf (P.mu)));
  yes = strcmp (C.kind, 'modes') && isequal (size (C.mode), [P.nc, count]) ...
        && size (unique (C.mode', 'rows'), 1) == count;
  for k = 1:count
    y = C.y(:,k);
    if (strcmp (P.form, 'local'))
      s = P.W' * y;
      beyond = P.q' * y;
      size_s = abs (P.W') * abs (y);
    else
      p = C.p(:,k);
      s = P.H * p;
      beyond = P.w' * y - P.f' * p;
      size_s = abs (P.H) * abs (p);
      left = abs (P.M * p - P.H' * y);
      yes = yes && all (left <= 1e-12 * (abs (P.M) * abs (p) + abs (P.H') * abs (y)));
    end
    yes = yes && abs (beyond + 1) < 1e-9;
    small = 1e-11 * size_s;
    for c = 1:P.nc
      i = P.d * (c - 1) + 1;
      j = i + (1:P.d-1);
      mu = P.mu(c);
      switch (C.mode(c,k) + 10 * (mu == 0) + 20 * isinf (mu))
        case {0, 10}
          yes = yes && y(i) >= 0 && all (y(j) == 0);
        case 1
          yes = yes && all (-s(i) - mu * abs (s(j)) >= -small(i) - mu * small(j));
        case {2, 3}
          side = 5 - 2 * C.mode(c,k);
          yes = yes && side * y(j) >= 0 && -s(i) + side * mu * s(j) >= -small(i) - mu * small(j);
        case 11
          yes = yes && -s(i) >= -small(i) && all (y(j) == 0);
        case 20
          yes = yes && y(i) >= 0 && all (abs (s(j)) <= small(j));
        case 21
          yes = yes && -s(i) >= -small(i) && all (abs (s(j)) <= small(j));
      end
    end
  end
end

function x = head (x, count)
  x = x(1:count);
end
