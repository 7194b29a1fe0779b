function pass = test_friction_laws ()
% TEST_FRICTION_LAWS  Laws beyond Coulomb's disk: ellipse, cohesion, rolling, spinning.
%   pass = test_friction_laws ()   logical row; each failing element prints its name. Oracles: the
%   laws as they are defined, all states of small problems, other units, forgeries.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [definition(), methods(), all_states(), ellipse(), cohesion(), limits(), units(), ...
        existence(), degenerate(), verification(), refused(), ...
        kept()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_friction_laws: %s\n', name); end
end

function e = law_error (P, r, u)
% Largest violation, per contact: a = r_N + c and u_N complementary; each disk (ellipse) contains
% its part, and -u'*t reaches the largest power there, m*a*|u|.
R = reshape (r, [], P.nc);
U = reshape (u, [], P.nc);
e = 0;
for k = 1:P.nc
  a = R(1,k);
  if ~isempty (P.cohesion), a = a + P.cohesion(k); end
  e = max ([e, -a, -U(1,k), abs(a * U(1,k))]);
  t = R(2:P.d,k);
  y = U(2:P.d,k);
  m = P.mu(k,:);
  if numel (m) == 2
    angle = 0;
    if ~isempty (P.angle), angle = P.angle(k); end
    axes = [cos(angle), -sin(angle); sin(angle), cos(angle)];
    t = axes' * t ./ m';
    y = axes' * y .* m';
    m = 1;
  end
  e = max ([e, norm(t) - m * a, m * a * norm(y) + y' * t]);
  from = P.d;
  for part = {P.rolling, P.spinning; P.d - 1, 1}
    if ~isempty (part{1})
      i = from + (1:part{2});
      from = i(end);
      e = max ([e, norm(R(i,k)) - part{1}(k) * a, ...
                part{1}(k) * a * norm(U(i,k)) + U(i,k)' * R(i,k)]);
    end
  end
end
end

function ok = definition ()
ok = [];
cases = {3, 'e'; 3, 'c'; 3, 'r'; 3, 's'; 3, 'rs'; 3, 'ecrs'; 2, 'c'; 2, 'r'; 2, 'cr'};
for k = 1:size (cases, 1)
  for form = 'gl'
    good = true;
    for seed = 1:2
      P = random_law (100 * k + 10 * seed, cases{k,1}, 1 + seed, cases{k,2}, form);
      [r, u, v, info] = dls_friction (P, 'Tolerance', 1e-10);
      again = dls_residual (P, r, v);
      good = good && strcmp (info.status, 'solved') && law_error (P, r, u) < 1e-8 ...
             && abs (again - info.residual.worst) < 1e-14 ...
             && (norm (r) < 1e-3 || dls_residual (P, r + 0.01 * norm (r), v) > 1e-4);
      if form == 'g'
        good = good && norm (P.M * v + P.f - P.H' * r) < 1e-8;
      end
      good = good && dls_verify (P, struct ('r', r, 'u', u, 'v', v, 'info', info));
    end
    ok(end+1) = holds (sprintf ('definition %dD %s %s', cases{k,:}, form), good);
  end
end
end

function ok = methods ()
ok = [];
P = random_law (7, 3, 4, 'ecrs', 'g');
[r0, ~, v0] = dls_friction (P, 'Tolerance', 1e-12);
for method = {'interior-point', 'newton', 'gauss-seidel', 'pseudo-time', 'fixpoint', 'arclength'}
  [r, u, v, info] = dls_friction (P, 'Method', method{1}, 'Tolerance', 1e-10);
  ok(end+1) = holds (method{1}, strcmp (info.status, 'solved') && norm (r - r0) < 1e-6);
end
[r, ~, ~, info] = dls_friction (P, 'Start', r0, 'StartVelocity', v0);
ok(end+1) = holds ('start', info.iterations == 0 && norm (r - r0) < 1e-12);
P = random_law (8, 2, 2, 'cr', 'l');
r0 = dls_friction (P, 'Tolerance', 1e-12);
for method = {'enumerate', 'lcp', 'arclength'}
  [r, ~, ~, info] = dls_friction (P, 'Method', method{1});
  ok(end+1) = holds (method{1}, strcmp (info.status, 'solved') && norm (r - r0) < 1e-6);
end
end

% ---- all states of contacts in the plane with rolling friction ----

function R = every_solution (P)
% Columns: all r. A contact is open or one of 3-by-3: slips back, sticks, slips on, likewise rolls.
R = zeros (numel (P.q), 0);
states = [0 0 0; 1 -1 -1; 1 -1 0; 1 -1 1; 1 0 -1; 1 0 0; 1 0 1; 1 1 -1; 1 1 0; 1 1 1];
count = 10 ^ P.nc;
N = numel (P.q);
for k = 0:count-1
  A = eye (N);                                 % A*r = b, one row each
  b = zeros (N, 1);
  for c = 1:P.nc
    s = states(1 + mod (floor (k / 10 ^ (c - 1)), 10),:);
    m = [0, P.mu(c), P.rolling(c)];
    for j = 1:3
      i = 3 * (c - 1) + j;
      if s(1) == 0
        b(i) = -P.cohesion(c) * (j == 1);
      elseif j == 1 || s(j) == 0
        A(i,:) = full (P.W(i,:));
        b(i) = -P.q(i);
      else                                     % r_j = -s*m*(r_N + c)
        A(i,3*c-2) = s(j) * m(j);
        b(i) = -s(j) * m(j) * P.cohesion(c);
      end
    end
  end
  r = A \ b;
  u = P.W * r + P.q;
  if law_error (P, r, u) < 1e-9 && ~any (max (abs (bsxfun (@minus, R, r)), [], 1) < 1e-8)
    R(:,end+1) = r;
  end
end
end

function ok = all_states ()
[found, one] = deal (0);
for seed = 1:10
  P = random_law (1000 + seed, 2, 2, 'cr', 'l');
  R = every_solution (P);
  [r, ~, ~, info] = dls_friction (P, 'Tolerance', 1e-11);
  there = min (max (abs (bsxfun (@minus, R, r)))) < 1e-8;
  found = found + (strcmp (info.status, 'solved') && there);
  one = one + (size (R, 2) == 1);
end
ok = [holds('all states', found == 10), holds('all states: often one', one >= 8)];
end

% ---- ellipse ----

function ok = ellipse ()
P = random_law (21, 3, 3, 'e', 'g');
Q = dls_problem (P, 'mu', [0.3; 0.4; 0.2] * [1 1]);           % circles: whatever the angle
D = dls_problem (P, 'mu', [0.3; 0.4; 0.2], 'angle', []);
[r, ~, v] = dls_friction (Q, 'Tolerance', 1e-12);
r0 = dls_friction (D, 'Tolerance', 1e-12);
both = [dls_residual(Q, 2 * r, v), dls_residual(D, 2 * r, v)];
ok = [holds('circle', norm (r - r0) < 1e-9 && isequal ({Q.kind, D.kind}, {'law', 'friction'})), ...
      holds('circle: residual', abs (diff (both)) < 1e-12)];
T = dls_problem (P, 'mu', P.mu(:,[2 1]), 'angle', P.angle + pi / 2);
ok(end+1) = holds ('a quarter turn', norm (dls_friction (P, 'Tolerance', 1e-12) ...
                                           - dls_friction (T, 'Tolerance', 1e-12)) < 1e-9);
% the axes as tangents, T = axes * t
A = eye (9);
for k = 1:3
  [c, s] = deal (cos (P.angle(k)), sin (P.angle(k)));
  A(3*k-1:3*k,3*k-1:3*k) = [c, -s; s, c];
end
T = dls_problem (P, 'H', A' * P.H, 'w', A' * P.w, 'angle', []);
ok(end+1) = holds ('turned tangents', norm (dls_friction (P, 'Tolerance', 1e-12) ...
                                            - A * dls_friction (T, 'Tolerance', 1e-12)) < 1e-9);
P = dls_problem (P, 'mu', [0.3 0; 0 0; Inf Inf], 'angle', []);        % a rail, ice, glue
[r, u, v, info] = dls_friction (P, 'Tolerance', 1e-10);
ok(end+1) = holds ('0 and Inf', strcmp (info.status, 'solved') && r(3) == 0 && ~any (r(5:6)) ...
                                && norm (u(8:9)) < 1e-8);
r(3) = 1e-3;
ok(end+1) = holds ('0 and Inf: residual', dls_residual (P, r, v) > 1e-5);
end

% ---- cohesion ----

function ok = cohesion ()
ok = [];
weight = 0.0981;
for c = [0.05, 0.0981, 0.2]                    % a block under a ceiling, pulled by its weight
  P = dls_problem ('M', eye (2), 'H', [0 -1; 1 0], 'f', [-0.01; weight], 'mu', 0.4, 'd', 2, ...
                   'cohesion', c);
  [r, u, v] = dls_friction (P, 'Tolerance', 1e-13);
  held = c >= weight;
  normal = -min (weight, c);
  slide = 0.01 - min (0.01, 0.4 * max (c - weight, 0));
  ok(end+1) = holds (sprintf ('ceiling %g', c), ...
                     norm ([r(1) - normal, u(1) - max(weight - c, 0), u(2) - slide]) < 1e-11);
end
P = random_law (31, 3, 3, 'c', 'l');
shift = zeros (9, 1);
shift(1:3:end) = P.cohesion;
Q = dls_problem ('W', P.W, 'q', P.q - P.W * shift, 'mu', P.mu, 'd', 3);
ok(end+1) = holds ('shift', norm (dls_friction (P, 'Tolerance', 1e-12) + shift ...
                                  - dls_friction (Q, 'Tolerance', 1e-12)) < 1e-9);
ok(end+1) = holds ('no cohesion', isequal (dls_friction (dls_problem (P, 'cohesion', 0)), ...
                                           dls_friction (dls_problem (P, 'cohesion', []))));
end

% ---- rolling and spinning ----

function ok = limits ()
P = random_law (41, 3, 3, 'rs', 'g');
keep = reshape (bsxfun (@plus, (1:3)', 0:6:12), [], 1);
free = dls_problem ('M', P.M, 'H', P.H(keep,:), 'f', P.f, 'mu', P.mu, 'd', 3);
r = dls_friction (dls_problem (P, 'rolling', 0, 'spinning', 0), 'Tolerance', 1e-12);
r0 = dls_friction (free, 'Tolerance', 1e-12);
rest = setdiff (1:18, keep);
ok = holds ('no moments', norm (r(keep) - r0) < 1e-9 && ~any (r(rest)));
P = dls_problem (P, 'rolling', Inf, 'spinning', Inf);
[r, u, ~, info] = dls_friction (P, 'Tolerance', 1e-11);
ok(end+1) = holds ('no rotation', strcmp (info.status, 'solved') && norm (u(rest)) < 1e-8);
% the same as bilateral rows: eliminated from W
W = P.H * P.H';
q = -P.H * P.f;
X = W(keep,rest) / W(rest,rest);
Q = dls_problem ('W', W(keep,keep) - X * W(rest,keep), 'q', q(keep) - X * q(rest), ...
                 'mu', P.mu, 'd', 3);
ok(end+1) = holds ('no rotation: rows', dls_residual (Q, r(keep)) < 1e-10);  % one of several
end

function ok = units ()
% other units of length, mass and time: reactions change by theirs, the residual does not
ok = [];
P = random_law (51, 3, 2, 'ecrs', 'g');
[r, ~, v] = dls_friction (P, 'Tolerance', 1e-12);
e = dls_residual (P, 1.01 * r, v);
for unit = [1e-3 1e4 60; 1e5 1e-6 1e-2]'
  [L, m, t] = deal (unit(1), unit(2), unit(3));          % v in L/t, w in 1/t, r in m*L/t
  moment = reshape (repmat ([1 1 1 L L L]', 1, 2), [], 1);
  Q = dls_problem (P, 'M', P.M * m, 'f', P.f * m * L / t, 'H', diag (1 ./ moment) * P.H, ...
                   'rolling', L * P.rolling, 'spinning', L * P.spinning, ...
                   'cohesion', P.cohesion * m * L / t);
  [R, ~, V, info] = dls_friction (Q, 'Tolerance', 1e-12);
  R = R * t / (m * L) ./ moment;
  again = dls_residual (Q, 1.01 * r .* moment * m * L / t, v * L / t) / e;
  ok(end+1) = holds (sprintf ('units %g', L), ...
                     strcmp (info.status, 'solved') && norm (R - r) < 1e-8 ...
                     && abs (again - 1) < 1e-8);
end
end

% ---- criteria, degenerate cases, errors ----

function ok = existence ()
% (4.4) for the product of disks: u_N >= sum of m_i*|u_i|; Painleve's toy with a moment that slips
ok = [];
for form = 'gl'
  P = random_law (61, 3, 3, 'ecrs', form);
  [yes, info] = dls_friction_exists (P);
  ok(end+1) = holds (['exists ', form], yes && dls_verify (P, struct ('ok', yes, 'info', info)));
end
H = [1; 0; 1];                                 % N, T, rolling: a rotation that presses
for arm = [0.5, 2]
  P = dls_problem ('M', 1, 'H', H, 'f', 1, 'w', [-1; 0; -3], 'mu', 0.5, 'd', 2, 'rolling', arm);
  [yes, info] = dls_friction_exists (P);
  % v - 1 >= arm*|v - 3|: yes for v = 3, whatever arm
  ok(end+1) = holds ('exists arm', yes && dls_verify (P, struct ('ok', yes, 'info', info)));
  P = dls_problem (P, 'H', sqrt (0.5) * [1; 0; 1], 'f', sqrt (0.5), 'w', [0; 0; 1]);
  [yes, info] = dls_friction_exists (P);
  ok(end+1) = holds ('exists toy', yes == (arm < 1) ...
                     && dls_verify (P, struct ('ok', yes, 'info', info)));
  [r, u, v, info] = dls_friction (P);
  if arm < 1
    ok(end+1) = holds ('toy solved', strcmp (info.status, 'solved') && law_error (P, r, u) < 1e-7);
  else
    ok(end+1) = holds ('toy refuted', strcmp (info.status, 'no_solution') ...
                       && dls_verify (P, struct ('r', r, 'u', u, 'v', v, 'info', info)));
  end
end
end

function ok = degenerate ()
P = dls_problem ('M', eye (2), 'H', zeros (0, 2), 'f', [1; 2], 'mu', 1, 'd', 3, 'rolling', 0.1);
[r, u, v, info] = dls_friction (P);
ok = holds ('no contact', isempty (r) && isempty (u) && isequal (v, -[1; 2]) ...
                          && strcmp (info.status, 'solved'));
H = [0 0 1 0; 1 0 0 0; 0 1 0 0; 0 0 0 0; 0 0 0 0; 0 0 0 1];           % nothing rolls
P = dls_problem ('M', eye (4), 'H', H, 'f', [-1; -1; 1; -1], 'mu', 0.3, 'd', 3, 'rolling', 0.1, ...
                 'spinning', 0.2);
[r, ~, v, info] = dls_friction (P, 'Tolerance', 1e-12);
ok(end+1) = holds ('zero rows', strcmp (info.status, 'solved') ...
                   && norm (v - [1 - 0.3 / sqrt(2); 1 - 0.3 / sqrt(2); 0; 0.8]) < 1e-10);
Q = dls_problem (P, 'H', zeros (6, 4), 'w', [-1; 0; 0; 0; 0; 0]);
[~, ~, ~, info] = dls_friction (Q, 'MaxTime', 5);
ok(end+1) = holds ('nothing moves', ~strcmp (info.status, 'solved'));
ok(end+1) = holds ('not a number', isnan (dls_residual (P, r + NaN, v)));
end

function ok = verification ()
% answers that are wrong by one per cent in one entry each are refused
P = random_law (71, 3, 2, 'ecrs', 'g');
[r, u, v, info] = dls_friction (P);
answer = struct ('r', r, 'u', u, 'v', v, 'info', info);
good = dls_verify (P, answer);
for name = {'r', 'u', 'v'}
  for k = 1:numel (answer.(name{1}))
    wrong = answer;
    wrong.(name{1})(k) = wrong.(name{1})(k) + 0.01;
    good = good && ~dls_verify (P, wrong);
  end
end
ok = holds ('verification', good);
ok(end+1) = holds ('of another law', ...
                   ~dls_verify (dls_problem (P, 'rolling', 2 * P.rolling, 'cohesion', 0), answer));
end

function ok = refused ()
P = random_law (81, 3, 2, 'e', 'g');
slip = dls_problem (P, 'mu', @(s) 1 + s, 'angle', []);
plain = @() dls_problem ('W', eye (6), 'mu', 1, 'd', 3);
calls = {
  @() dls_friction_setup(slip),                           'delassus:option'
  @() dls_friction_map(slip, [0; 0]),                     'delassus:option'
  @() update(dls_friction_setup (P), slip),               'delassus:option'
  @() dls_friction(P, 'Start', [1; 2]),                   'delassus:dimension'
  @() dls_friction(P, 'Best', 1),                         'delassus:option'
  @() dls_problem(plain (), 'mu', [1 Inf; 1 1]),          'delassus:option'
  @() dls_problem(plain (), 'mu', [1 -1; 1 1]),           'delassus:option'
  @() dls_problem(plain (), 'mu', ones (2, 3)),           'delassus:dimension'
  @() dls_problem(plain (), 'mu', @(s) -s - 1),           'delassus:option'
  @() dls_problem(plain (), 'mu', @(s) [s; s]),           'delassus:dimension'
  @() dls_problem(plain (), 'angle', 1),                  'delassus:option'
  @() dls_problem(plain (), 'cohesion', -1),              'delassus:option'
  @() dls_problem(plain (), 'cohesion', Inf),             'delassus:notFinite'
  @() dls_problem(plain (), 'cohesion', 'x'),             'delassus:type'
  @() dls_problem(plain (), 'rolling', 1),                'delassus:dimension'
  @() dls_problem(plain (), 'spinning', [1 2 3], 'd', 3), 'delassus:dimension'
  @() dls_problem('W', eye (8), 'mu', 1, 'd', 3, 'spinning', [1 2 3]), 'delassus:dimension'
  @() dls_problem('W', eye (8), 'mu', 1, 'd', 3, 'spinning', NaN), 'delassus:notFinite'
  @() dls_problem('W', eye (4), 'mu', 1, 'd', 2, 'spinning', 1), 'delassus:option'
  @() dls_problem('W', eye (5), 'mu', 1, 'rolling', 1),   'delassus:option'
  @() dls_friction_exists(dls_problem (plain (), 'mu', @(s) 1)), 'delassus:option'
  @() dls_write(P, [tempname(), '.dat']),                 'delassus:format'};
ok = [];
for k = 1:size (calls, 1)
  id = '';
  try
    calls{k,1} ();
  catch err
    id = err.identifier;
  end
  ok(end+1) = holds (sprintf ('refused %d: %s', k, id), strcmp (id, calls{k,2}));
end
end


function ok = kept ()
% One after the other from the last answers: other vectors, matrices, contacts
ok = [];
for form = 'lg'
  P = random_law (31, 3, 3, 'ecrs', form);
  K = dls_friction_setup (P, 'Names', {'a', 'b', 'c'}, 'Tolerance', 1e-10);
  good = true;
  for k = 1:3
    if form == 'g', P.f = P.f * 1.01; vectors = {P.f, P.w}; end
    if form == 'l', P.q = P.q * 1.01; vectors = {P.q}; end
    [r, u, v, info] = dls_friction (K, vectors{:});
    good = good && strcmp (info.status, 'solved') && law_error (P, r, u) < 1e-8 ...
           && norm (r - dls_friction (P, 'Tolerance', 1e-10)) < 1e-6;
  end
  ok(end+1) = holds (['kept ', form], good);
end
K = update (K, 1.1 * P.M, P.H);
[r, u] = dls_friction (K, P.f, P.w);
ok(end+1) = holds ('kept: matrices', law_error (dls_problem (P, 'M', 1.1 * P.M), r, u) < 1e-8);
[x, i] = deal ([13:18, 1:6], [3 1]);                % c, then a
P = dls_problem ('M', P.M, 'H', P.H(x,:), 'f', P.f, 'w', P.w(x), 'd', 3, 'mu', P.mu(i,:), ...
                 'angle', P.angle(i), 'cohesion', P.cohesion(i), 'rolling', P.rolling(i), ...
                 'spinning', P.spinning(i));
[r, u] = dls_friction (update (K, P, {'c', 'a'}), P.f, P.w);
ok(end+1) = holds ('kept: contacts', law_error (P, r, u) < 1e-8 && numel (K.names) == 6);
end
