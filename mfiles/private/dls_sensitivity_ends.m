function J = dls_sensitivity_ends (S, answer, names, weights, known_names)
% The derivatives of DLS_SENSITIVITY of values of convex programs: ends of intervals of reactions,
% mu_min, mu_scale. That of min q'*x, A*x + s = b, s in K is y'*(dA*x - db), y the multipliers;
% where these are not unique, the largest over all that belong to x, for a parameter that grows,
% and the least for one that falls.
% SPDX-License-Identifier: GPL-3.0-or-later
  S = dls_system_input (S, 'dls_sensitivity');
  sought = isfield (answer, 'verdict');
  if (any (strcmp ('sliding', [S.modeb, S.modeu])) || S.n + S.d * (S.nb + S.nu) > 500 ...
      || S.nb > 10 || sought && (answer.static || answer.facets > 0 || isnan (answer.mu_min)))
    error ('delassus:type', ['dls_sensitivity: expected a system without sliding contacts, ', ...
           'with at most 10 bilateral ones and 500 unknowns, and of dls_sticking an answer ', ...
           'with mu_min, without ''Facets'' and ''Static''']);
  end
  none = struct ('nb', zeros (S.nb, 1), 'nu', zeros (S.nu, 1), 'tb', ...
                 zeros (size (S.Hb, 2), 1), 'tu', zeros (size (S.Hu, 2), 1));
  E = dls_sensitivity_laws ('contact', S, struct ('a', zeros (S.n, 1), 'lambda', none));
  E.none = none;
  known_names (E, names);
  if (sought)
    T = struct ('field', {'mu_min', 'mu_scale'}, 'part', '', 'index', 1, 'row', 0, 'value', ...
                {answer.mu_min, answer.mu_scale});
    E = closed_contacts (E, answer.detaching);
  else
    T = struct ('field', {}, 'part', {}, 'index', {}, 'row', {}, 'value', {});
    for side = {'lo', 'hi'}
      for part = {'nb', 'nu', 'tb', 'tu'}
        value = answer.(side{1}).(part{1});
        for k = 1:numel (value)
          T(end+1) = struct ('field', side{1}, 'part', part{1}, 'index', k, ...
                             'row', E.at.(part{1})(k), 'value', value(k));
        end
      end
    end
    E = closed_contacts (E, answer.info.detaching);
  end
  J = struct ('status', 'solved', 'contacts', E.weak', 'message', '', 'lost', false);
  for k = 1:numel (names)
    J.(names{k}) = [];
  end
  for t = T
    w = 1;
    if (~isempty (weights))
      w = weight_of (weights, t);
    end
    if (w ~= 0)
      J = add_value (J, E, t, names, w, ~isempty (weights));
    end
  end
  if (~isempty (E.weak))
    J.status = 'not_differentiable';
    J.message = 'contacts that no solution presses: J.contacts';
  elseif (J.lost)
    J.message = 'NaN: no derivative, or no solution beside the answer';
  end
  J = rmfield (J, 'lost');
  if (isempty (weights))
    J = rmfield (J, names);
    sides = {'lo', 'hi'};
    for side = sides(isfield (J, sides))
      J.(side{1}) = dls_by_name (J.(side{1}), S);
    end
  end
end

function w = weight_of (weights, t)
  w = 0;
  if (isfield (weights, t.field))
    w = weights.(t.field);
    if (~isempty (t.part))
      w = 0;
      if (isfield (weights.(t.field), t.part))
        w = weights.(t.field).(t.part);
      end
    end
    if (numel (w) > 1)
      w = w(t.index);
    end
  end
end

% One row of each parameter, or its part of the adjoint.
function J = add_value (J, E, t, names, w, adjoint)
  programs = tied (E, t);
  for name = names
    slope = [];
    for p = programs
      here = dls_sensitivity_laws ('contact', E.S, p{1}.point).parameters.(name{1});
      there = dls_sensitivity_laws ('contact', E.S, p{1}.other).parameters.(name{1});
      [s, kink] = slopes (E, p{1}, here (), there ());
      slope = min ([slope; s], [], 1);     % of tied signs of bilateral contacts the least
      if (numel (programs) > 1 || kink)
        J.status = 'one_sided';
      end
    end
    if (isempty (programs))
      slope = NaN (1, entries (E.parameters.(name{1}) ()));
    end
    if (strcmp (t.field, 'hi'))
      slope = -slope;
    end
    J.lost = J.lost || any (isnan (slope));
    if (adjoint)
      J.(name{1}) = [J.(name{1}), w * slope'];
      J.(name{1}) = sum (J.(name{1}), 2);
    elseif (isempty (t.part))
      J.(t.field) = slope;
    else
      J.(t.field).(t.part)(t.index,:) = slope;
    end
  end
end

% E.closed: contacts that touch; E.weak: those that no solution of the equations presses.
function E = closed_contacts (E, detaching)
  E.closed = [true(E.nb, 1); ~detaching];
  E.weak = [];
  E.signs = ones (E.nc, 1);
  [P, normals] = rows_of (E, Inf (E.nc, 1), 0);
  [~, ~, ~, info] = dls_conic ([], zeros (size (P.A, 2), 1), P.A, P.b, P.cones);
  E.weak = normals(~info.active.inactive(P.cones.z+1:end));
end

% The reactions and accelerations [a; r] of all that touches and sticks, in cones with coefficients
% mu; with the variable eps (extra = 1) |r_T| <= mu*r_N - eps. normals: whose r_N >= 0 is a row of
% its own; P.normal: the first row of the cone of each contact (0: none).
function [P, normals] = rows_of (E, mu, extra)
  [d, n, N] = deal (E.d, E.n, E.d * E.nc);
  I = speye (N);
  [held, zero, normals, cones] = deal ([]);
  for c = 1:E.nc
    k = d * (c - 1) + 1;
    t = k + (1:d-1);
    friction = ~strcmp (E.modes{c}, 'frictionless');
    if (~E.closed(c))
      zero = [zero, k, t];
      continue
    end
    held = [held, k, t(friction & true (1, d - 1))];
    zero = [zero, t(~friction | (mu(c) == 0 & ~extra & true (1, d - 1)))];
    if (friction && isfinite (mu(c)) && (mu(c) > 0 || extra))
      cones(end+1) = c;
    elseif (c > E.nb)
      normals(end+1) = c;
    end
  end
  at = d * (normals - 1) + 1;
  C = zeros (0, N + extra);
  for c = cones
    k = d * (c - 1) + 1;
    C = [C; -mu(c) * E.signs(c) * I(k,:), ones(1, extra); ...
         -I(k+(1:d-1),:), zeros(d - 1, extra)];
  end
  P.A = [E.M, -E.Jd, sparse(n, extra)
         E.Jk(held,:), sparse(numel (held), N + extra)
         sparse(numel (zero), n), I(zero,:), sparse(numel (zero), extra)
         sparse(numel (at), n), -I(at,:), sparse(numel (at), extra)
         sparse(size (C, 1), n), sparse(C)];
  z = n + numel (held) + numel (zero);
  P.b = [-E.F; -E.w(held); zeros(size (P.A, 1) - n - numel (held), 1)];
  P.cones = struct ('z', z, 'l', numel (at), 'q', d * ones (numel (cones), 1));
  P.held = held;
  P.normal = zeros (E.nc, 1);
  P.normal(cones) = z + numel (at) + d * (0:numel (cones)-1) + 1;
end

% The programs of an end for the signs of bilateral contacts that attain it.
function list = tied (E, t)
  list = {};
  if (~isempty (E.weak) || ~isfinite (t.value))
    return
  end
  extra = double (t.row == 0);
  mu = E.parts.m;
  if (strcmp (t.field, 'mu_min'))
    mu = t.value * ones (E.nc, 1);
  elseif (extra)
    mu(mu ~= 0) = t.value * mu(mu ~= 0);
  end
  [P, ~] = rows_of (E, mu, extra);
  two = find (P.normal(1:E.nb))';
  values = [];
  for pattern = 0:2 ^ numel (two) - 1
    E.signs(two) = 1 - 2 * mod (floor (pattern ./ 2 .^ (0:numel (two)-1)), 2);
    P = rows_of (E, mu, extra);
    q = zeros (size (P.A, 2), 1);
    q(end*extra+(E.n+t.row)*(1-extra)) = 1 - 2 * (extra || strcmp (t.field, 'hi'));
    [x, s, y, info] = dls_conic ([], q, P.A, P.b, P.cones, 'Tolerance', 1e-12);
    if (any (info.exitflag == [1, -5]) && info.residual.worst <= 1e-8)
      P.signs = E.signs;
      list{end+1} = linearised (E, P, {x, s, y, q}, t);
      values(end+1) = q' * x;
    end
  end
  size_of = max ([abs(values), abs(E.F'), realmin]);
  list = list(values <= min (values) + 1e-7 * size_of);
end

% Of mu_min: the smallest mu with cones that grow by r_N at the point.
function P = linearised (E, P, answer, t)
  [x, s, y, q] = answer{:};
  P.own = ones (E.nc, 1);                  % what a coefficient of friction counts
  if (t.row == 0)
    P.own = t.value * strcmp (t.field, 'mu_scale') * ones (E.nc, 1);
    used = find (P.normal)';
    push = P.signs .* x(E.n+1:E.d:end-1);
    if (strcmp (t.field, 'mu_scale'))
      push = E.parts.m .* push;
    end
    P.A(:,end) = sparse (P.normal(used), 1, -push(used), size (P.A, 1), 1);
    q = -q;
    y = y / -(P.A(:,end)' * y);
    x(end) = t.value;
  end
  P.size = max (abs (x));
  P = multipliers (P, {x, s, y, q});
  r = x(E.n+1:E.n+E.d*E.nc);
  P.point = at_point (E, x);
  P.other = at_point (E, x + P.free);      % as good, where it is not unique
  P.push = P.signs .* r(1:E.d:end);
end

function x = at_point (E, x)
  r = x(E.n+1:E.n+E.d*E.nc);
  lambda = E.none;
  for part = fieldnames (lambda)'
    lambda.(part{1}) = r(E.at.(part{1}));
  end
  x = struct ('a', x(1:E.n), 'lambda', lambda);
end

% All multipliers that belong to x: y = B*z, A'*y = -q, z >= 0 where P.least, in cones P.apex; one
% is P.y, P.N spans how z may change. P.free: a direction in which x may change.
function P = multipliers (P, answer)
  [x, s, y, q] = answer{:};
  m = numel (s);
  most = max ([abs(s); abs(P.b); realmin]);
  tight = s / most <= max (1e-7, 10 * y / max ([abs(y); realmin]));
  B = speye (m);
  keep = true (1, m);
  [P.least, P.apex] = deal (false (m, 1), {});
  rows = 1:P.cones.z;
  at = P.cones.z + (1:P.cones.l);
  P.least(at) = true;
  keep(at) = tight(at);
  rows = [rows, at(tight(at)' & y(at)' > 1e-7 * max (abs (y)))];
  F = P.A(rows,:);                         % what x keeps: F*dx = 0
  first = P.cones.z + P.cones.l;
  for d = P.cones.q'
    own = first + (1:d);
    first = first + d;
    [slack, size_of] = deal (s(own(1)) - norm (s(own(2:end))), norm (s(own)));
    pull = y(own(1)) / max ([abs(y); realmin]);
    if (slack / most > max (1e-7, 10 * pull))
      keep(own) = false;
    elseif (size_of > 1e-6 * most)    % on the edge: y is along one direction
      keep(own(2:end)) = false;
      B(own,own(1)) = [s(own(1)); -s(own(2:end))] / size_of;
      P.least(own(1)) = true;
      out = s(own) / size_of;
      if (pull > 1e-7)
        F = [F; P.A(own,:) - out * (out' * P.A(own,:))];
      end
    else
      P.apex{end+1} = own;
      if (pull > 1e-7)
        F = [F; P.A(own,:)];
      end
    end
  end
  place = cumsum (keep);
  P.apex = cellfun (@(k) place(k), P.apex, 'UniformOutput', false);
  P.B = B(:,keep);
  P.least = P.least(keep);
  [~, c] = dls_judge ('units', [P.A, P.b]);
  c = c(1:end-1);
  K = full (diag (sparse (c)) * P.A' * P.B);
  unit = max (abs (K), [], 1)';
  unit(unit == 0) = 1;
  [U, S, V] = svd (bsxfun (@rdivide, K, unit'));
  S = diag (S);
  good = S > 1e-9 * max ([S; realmin]);
  z = P.B \ y;
  z = z - (V(:,good) * ((U(:,good)' * (c .* q + K * z)) ./ S(good))) ./ unit;
  P.fits = norm (c .* q + K * z, Inf) <= 1e-5 * norm (c .* q, Inf);
  P.z = z;
  P.N = bsxfun (@rdivide, V(:,[~good; true(size (V, 2) - numel (good), 1)]), unit);
  F = bsxfun (@times, full (F), c');
  F = bsxfun (@rdivide, F, max (max (abs (F), [], 2), realmin));
  [~, S, V] = svd (F);
  X = V(:,sum (diag (S) > 1e-9 * max ([diag(S); realmin]))+1:end);
  P.free = c .* (X * cos (1:size (X, 2))') * max ([abs(x ./ c); 1]);
end

% The change of the value with each column of D, at the point and at another one.
function [s, kink] = slopes (E, P, D, other)
  g = change (E, P, D);
  y = P.B * P.z;
  s = y' * g;
  sizes = max ([abs(g); 1e-7 * P.size * ones(1, size (g, 2))], [], 1);
  along = P.N' * (P.B' * g);
  A = -[P.N(P.least,:); P.N([P.apex{:}],:)];
  b = [P.z(P.least); P.z([P.apex{:}])];
  cones = struct ('l', sum (P.least), 'q', cellfun (@numel, P.apex)');
  moved = abs (y' * change (E, P, other) - s) > 1e-6 * max (abs (y)) * sizes;
  kink = false;
  turns = max ([abs(along); zeros(1, size (g, 2))], [], 1);
  for k = find (turns > 1e-8 * max (abs (P.N(:))) * sizes)
    kink = true;
    [~, S, V] = svd (A, 'econ');
    bound = V(:,diag (S) > 1e-9 * max (abs (P.N(:))));
    if (norm (along(:,k) - bound * (bound' * along(:,k))) > 1e-7 * norm (along(:,k)))
      s(k) = NaN;                          % equations that repeat others: no solution
      continue
    end
    [xi, ~, ~, info] = dls_conic ([], -bound' * along(:,k), A * bound, b, cones);
    if (strcmp (info.status, 'solved'))
      s(k) = s(k) + along(:,k)' * (bound * xi);
    else
      s(k) = NaN;                          % the value jumps, or there is none any more
    end
  end
  s(moved | ~P.fits) = NaN;
end

% dA*x - db of the rows of P.
function g = change (E, P, D)
  g = zeros (size (P.A, 1), entries (D));
  if (~isempty (D.dynamics))
    g(1:E.n,:) = D.dynamics;
  end
  if (~isempty (D.u))
    g(E.n+(1:numel (P.held)),:) = D.u(P.held,:);
  end
  for j = 1:numel (D.which)
    c = D.which(j);
    if (P.normal(c) > 0)
      g(P.normal(c),j) = -P.own(c) * P.push(c);
    elseif (E.parts.m(c) == 0 && E.closed(c) && ~strcmp (E.modes{c}, 'frictionless'))
      g(:,j) = NaN;
    end
  end
end

function k = entries (D)
  k = max ([size(D.dynamics, 2), size(D.u, 2), numel(D.which)]);
end
