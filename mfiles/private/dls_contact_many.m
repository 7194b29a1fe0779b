function varargout = dls_contact_many (what, varargin)
% Several solutions of dls_contact; dls_contact_many (WHAT, ...): starts: from many cases; polish:
% their digits; worst: their residual; compare: with the programs of TUTORIAL and COUPLING.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['contact_', what], varargin{:});
end

% Distinct solutions of the law of Coulomb at the acceleration level in 3D: Newton's method
% (contact_polish) from the cases of open, sticking and slipping contacts, the slipping ones in
% some directions; of more than `most` cases only so many, evenly spread. What satisfies the laws
% to the tolerance joins the list (structs a, lambda, ln) if its acceleration is new (20 at most).
% several: different reactions were met with one acceleration.
function [list, several] = contact_starts (S, P, list, tolerance, most, opts)
  angles = (0:5) * pi / 3 + 0.1;
  choices = possible (S, numel (angles));
  count = prod (cellfun (@numel, choices));
  several = false;
  force = max (abs ([S.F; 0]));
  rest = 1e-9 * force / max ([full(max (abs (S.M), [], 1)), realmin]);
  stride = 1;
  if (count > most)                        % a stride without common divisors visits them evenly
    stride = floor (count * 0.6180339887);
    while (gcd (stride, count) > 1)
      stride = stride + 1;
    end
  end
  for k = 0:min (count, most) - 1
    if (toc (opts.timer) > opts.MaxTime)
      break
    end
    state = decode (mod (k * stride, count), choices);
    now = start (S, P, state, angles);
    if (isempty (now))
      continue
    end
    now = contact_polish (S, P, now, opts);
    if (now.worst <= tolerance)
      [same, equal] = find_in (list, now, rest, 1e-6 * force);
      several = several || (same && ~equal);
      if (~same && numel (list) < 20)
        list{end+1} = now;
      end
    end
  end
end

% Of each contact the states 0 open, 1 held (sliding or sticking; no law, mu = Inf), 1 + j slipping
% at angle j; bilateral ones with friction have them negative, too: lb < 0.
function choices = possible (S, angles)
  choices = {};
  modes = [S.modeb, S.modeu];
  mu = [S.mub; S.muu];
  for c = 1:numel (modes)
    states = 1;
    if (strcmp (modes{c}, 'sticking') && isfinite (mu(c)))
      states = 1:1 + angles;
    end
    if (c > S.nb)
      states = [0, states];
    elseif (~strcmp (modes{c}, 'frictionless') && isfinite (mu(c)))
      states = [states, -states];
    end
    choices{c} = states;
  end
end

function state = decode (number, choices)
  state = zeros (1, numel (choices));
  for c = 1:numel (choices)
    state(c) = choices{c}(1 + mod (number, numel (choices{c})));
    number = floor (number / numel (choices{c}));
  end
end

% The equations of a case, in y = [a; ln; t].
function now = start (S, P, state, angles)
  n = S.n;
  nl = S.nb + S.nu;
  nt = size (P.Ht, 2);
  G = [S.Gb, S.Gu];
  signs = ones (1, nl);
  signs(state < 0) = -1;
  pull = [S.Gb - S.Hb * P.Db * spdiags(signs(1:S.nb)', 0, S.nb, S.nb), P.Gu];
  J = full ([S.M, -pull, -P.Ht; [G, P.Ht]', sparse(nl + nt, nl + nt)]);
  r = [S.F; S.bb; S.bu; S.tb(P.kb); S.tu(P.ku)];
  mu = [S.mub; S.muu];
  who = ceil ([P.kb; 2 * S.nb + P.ku] / 2);
  for c = find (state == 0)
    J(n+c,:) = 0;
    J(n+c,n+c) = 1;
    r(n+c) = 0;
  end
  for c = find (abs (state) ~= 1 & mu' > 0 & isfinite (mu'))
    rows = n + nl + find (who == c)';
    if (isempty (rows))
      continue                             % it slides
    end
    J(rows,:) = 0;
    J(rows,rows) = eye (2);
    r(rows) = 0;
    if (state(c) ~= 0)                     % t = -mu*|ln|*direction
      angle = angles(abs (state(c)) - 1);
      J(rows,n+c) = mu(c) * signs(c) * [cos(angle); sin(angle)];
    end
  end
  y = -(pinv (J) * r);
  now = [];
  if (all (isfinite (y)))
    now.a = y(1:n);
    now.ln = y(n+(1:nl)');
    now.ln(S.nb+1:end) = max (now.ln(S.nb+1:end), 0);
    now.lambda = dls_contact_parts ('friction', S, P, now.ln((1:S.nb), 1), ...
                                    now.ln((S.nb+1:end), 1), y((n+nl+1:end), 1));
    now.worst = contact_worst (S, P, now.a, now.lambda);
  end
end

% Is its acceleration, are all its reactions in the list? rest, small: accelerations and forces that
% are rounding.
function [same, equal] = find_in (list, now, rest, small)
  same = false;
  equal = false;
  x = reactions (now);
  for k = 1:numel (list)
    motion = max (abs ([now.a; list{k}.a]));
    if (all (abs (list{k}.a - now.a) <= max (1e-6 * motion, rest)))
      same = true;
      equal = equal || all (abs (reactions (list{k}) - x) <= max (small, 1e-6 * max (abs (x))));
    end
  end
end

function x = reactions (s)
  x = [s.lambda.nb; s.lambda.nu; s.lambda.tb; s.lambda.tu];
end

% The largest residual of the laws in S.
function worst = contact_worst (S, P, a, lambda)
  r = dls_contact_mex ('check', S, P.law, a, lambda);
  worst = r.worst;
end

% Newton steps on Coulomb's law at the acceleration level from a nearby answer: each contact open
% or closed, each sticking one stuck (H'*a + tau = 0) or slipping,
%    |at|*t + mu*|ln|*at = 0,  at = H'*a + tau,
% as the natural map says. Minimum-norm steps, because reactions may be redundant.
function now = contact_polish (S, P, now, opts)
  k = S.d - 1;
  N = newton_data (S, P, now, k);
  l = now.lambda;
  y = [now.a; now.ln; l.tb(P.kb); l.tu(P.ku)];
  for pass = 1:8
    if (toc (opts.timer) > opts.MaxTime)
      return
    end
    [J, r] = linearise (N, y, k);
    step = minimum_step (J, r);
    if (~all (isfinite (step)))
      return
    end
    y = y - step;
    if (pass < 8 && norm (step) > 0.01 * norm (y))
      continue                             % still far
    end
    try_this = answer (S, P, y);
    if (try_this.worst < now.worst)
      now = try_this;
    end
    if (now.worst <= 1e-13)
      return
    end
  end
end

% base*y + constant: dynamics, accelerations of the normals, of the tangents; full where small.
function N = newton_data (S, P, now, k)
  nt = size (P.Ht, 2);
  pull = [S.Gb, S.Gu];
  if (nnz (P.Db) > 0 || P.slides)
    pull = [S.Gb - S.Hb * P.Db * diag(sparse (sign (now.ln(1:S.nb)))), P.Gu];
  end
  nl = S.nb + S.nu;
  N.back = P.Ht';
  N.base = [S.M, -pull, -P.Ht; [S.Gb, S.Gu, P.Ht]', sparse(nl + nt, nl + nt)];
  if (size (N.base, 1) <= 200)
    N.base = full (N.base);
    N.back = full (N.back);
  end
  N.constant = [S.F; S.bb; S.bu; S.tb(P.kb); S.tu(P.ku)];
  N.who = ceil ([P.kb(1:k:end); k * S.nb + P.ku(1:k:end)] / k);
  mu = [S.mub; S.muu];
  N.radius = mu(N.who);
  if (~P.law)
    N.radius(:) = Inf;
  end
  N.n = S.n;
  N.il = S.n + (1:nl)';
  N.iu = S.n + S.nb + (1:S.nu)';
  N.it = S.n + nl + (1:nt)';
end

function [J, r] = linearise (N, y, k)
  ln = y(N.il);
  t = y(N.it);
  force = max (abs ([N.constant(1:N.n); ln; realmin]));
  motion = max ([abs(y(1:N.n)); abs(N.constant(N.n+1:end)); realmin]);
  r = N.base * y + N.constant;
  at = reshape (r(N.it), k, []);
  t = reshape (t, k, []);
  open = N.iu(y(N.iu) / force < r(N.iu) / motion);
  bound = N.radius .* abs (ln(N.who));
  slip = find (sqrt (sum ((t / force - at / motion) .^ 2, 1))' > bound / force)';
  slip = reshape (slip, 1, []);
  at = at(:,slip);
  t = t(:,slip);
  bound = reshape (bound(slip), 1, []) / force;
  speed = sqrt (sum (at .^ 2, 1));
  unit = bsxfun (@rdivide, at, max (speed, realmin));
  each = ones (k, 1);
  local = each * (k * (slip - 1)) + (1:k)' * ones (1, numel (slip));
  from = kron ((1:k)', each);
  to = kron (each, (1:k)');
  of = bsxfun (@times, bound, from == to) + unit(from,:) .* t(to,:) / force;
  B = sparse (local(to,:), local(from,:), of, numel (N.it), numel (N.it));   % bound*I + t*unit'
  rows = N.it(local(:));
  contact = reshape (N.who(slip), 1, []);
  who = each * contact;
  along = bsxfun (@times, at, reshape (N.radius(slip), 1, []) ...
                            .* reshape (sign (ln(contact)), 1, []) / force);
  size_y = numel (y);
  keep = ones (size_y, 1);
  keep([open; rows(:)]) = 0;
  J = diag (sparse (keep)) * N.base ...
      + sparse ([rows(:); rows(:); open], [N.il(who(:)); rows(:); open], ...
                [along(:); reshape(each * speed, [], 1) / force; ones(numel (open), 1)], ...
                size_y, size_y);
  J(N.it,1:N.n) = J(N.it,1:N.n) + B * N.back;
  r(open) = y(open);
  r(rows) = reshape (bsxfun (@times, t, speed) / force + bsxfun (@times, at, bound), [], 1);
end

% Of J*step = r; []: there is none. Large: min |step| is a KKT system.
function step = minimum_step (J, r)
  n = numel (r);
  if (n <= 200)
    step = pinv (full (J)) * r;
    return
  end
  [step, ~, info] = dls_contact_parts ('kkt', speye (n), J', zeros (n, 1), -r);
  if (info.exitflag == -2 || strcmp (info.status, 'numerical_trouble'))
    step(:) = NaN;
  end
end

function now = answer (S, P, y)
  nb = y(S.n + (1:S.nb)');
  nu = y(S.n + S.nb + (1:S.nu)');
  now.a = y(1:S.n);
  now.ln = [nb; nu];
  now.lambda = dls_contact_parts ('friction', S, P, nb, nu, y(S.n+S.nb+S.nu+1:end));
  now.worst = contact_worst (S, P, now.a, now.lambda);
end

% Every equivalent program against one answer (status, a, lambda): a struct array and its table.
% Compared is what all must share: M*a and the force of the reactions, relative to the largest and
% to the natural size, 1, in the program's own answer, whose residual in the laws of S is given,
% too. They agree up to 1e-5: an interior point is that far off where a contact neither presses nor
% opens.
function [list, text] = contact_compare (S, P, a, lambda, status)
  table = programs (P);
  one = struct ('name', '', 'source', '', 'needs', '', 'status', '', 'message', '', 'a', [], ...
                'lambda', [], 'difference', NaN, 'residual', NaN, 'agrees', NaN);
  list = repmat (one, 1, size (table, 1));
  lines = {sprintf('%-18s %-40s %-18s %-10s %s', 'formulation', 'source', 'status', ...
                  'difference', 'residual')};
  for k = 1:size (table, 1)
    row = one;
    [row.name, row.source, row.needs] = table{k,:};
    v = dls_contact_program (S, P, row.name);
    row.status = v.status;
    row.message = v.message;
    remark = '';
    if (~isempty (v.fails))
      row.status = 'assumption_fails';
      row.message = v.fails;
      remark = v.fails;
    elseif (v.exitflag ~= 1 || ~strcmp (status, 'solved'))
      row.agrees = strcmp (v.status, status);
    else
      row.a = v.a;
      row.lambda = v.lambda;
      row.difference = difference (S, a, lambda, row.a, row.lambda);
      row.residual = contact_worst (S, P, row.a, row.lambda);
      row.agrees = max (row.difference, row.residual) <= 1e-5;
      remark = sprintf ('%-10.1e %.1e', row.difference, row.residual);
    end
    list(k) = row;
    lines{end+1} = sprintf ('%-18s %-40s %-18s %s', row.name, row.source, row.status, remark);
  end
  text = sprintf ('%s\n', lines{:});
  text(end) = [];
end

function d = difference (S, a, lambda, a2, l2)
  f = compare_force (S, lambda);
  f2 = compare_force (S, l2);
  d = max (abs ([S.M * (a - a2); f - f2])) / max (abs ([S.F; S.M * a; f; 1]));
end

function f = compare_force (S, l)
  f = full ([S.Gb, S.Gu, S.Hb, S.Hu] * [l.nb; l.nu; l.tb; l.tu]);
end

function table = programs (P)
  if (~P.monotone)
    table = {'variational', 'TUTORIAL (54)', 'A > 0'; ...
             'sliding-projection', 'TUTORIAL (55)', 'A > 0'};
    return
  end
  table = {'gauss', 'TUTORIAL (5), (15), (27), COUPLING (48)', 'M >= 0'; ...
           'projection', 'TUTORIAL (15), (28)', 'M > 0'; ...
           'reduced', 'TUTORIAL (22), (26)', 'M > 0'; ...
           'lcp', 'TUTORIAL (9), COUPLING (2), (20)', 'Ac finite'; ...
           'reactions', 'TUTORIAL (11), COUPLING (42), (53)', 'Ac finite'; ...
           'dual', 'COUPLING (49), (54)', 'Ac finite'; ...
           'constrained', 'COUPLING (56)', 'M > 0'; ...
           'nearest', 'COUPLING (52)', 'Ac > 0'; ...
           'gap', 'COUPLING (43)-(45)', 'Ac > 0'; ...
           'gap-acceleration', 'COUPLING (46), (55)', 'Ac > 0'; ...
           'gap-dual', 'COUPLING (50)', 'Ac > 0'};
end
