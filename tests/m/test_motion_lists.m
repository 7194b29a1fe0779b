function pass = test_motion_lists ()
% TEST_MOTION_LISTS  Contacts of models in functions that come and go: 'contacts' of dls_model.
%   pass = test_motion_lists ()   logical row; each failing element prints its name.
%   Promise: balls that meet in changing pairs move as with a fixed list of all pairs, in all
%   schemes; between events contacts that rest go and are replaced without a trace; percussions,
%   states and events follow identities; questions at a state are about the contacts that are there;
%   wrong lists are told.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [as_all_pairs(), between_events(), shapes(), questions(), wrong_use()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_motion_lists: %s\n', name); end
end

% Balls of radius 0.1 in the plane and the ground; contact 10*j + i is that of balls i < j, contact
% i that of ball i and the ground. list: all of them, or a function
function [g, N, T] = touches (q, list)
count = numel (list);
[g, N, T] = deal (zeros (count, 1), zeros (numel (q), count), zeros (numel (q), count));
for c = 1:count
  i = mod (list(c), 10);
  j = floor (list(c) / 10);
  x = q(2*i-1:2*i);
  e = [0; 1];
  g(c) = x(2) - 0.1;
  if j > 0
    e = x - q(2*j-1:2*j);
    g(c) = norm (e) - 0.2;
    e = e / norm (e);
    N(2*j-1:2*j,c) = -e;
    T(2*j-1:2*j,c) = -[e(2); -e(1)];
  end
  N(2*i-1:2*i,c) = e;
  T(2*i-1:2*i,c) = [e(2); -e(1)];
end
end

function N = gradient (q, list)
[~, N] = touches (q, list);
end

function T = tangent (q, list)
[~, ~, T] = touches (q, list);
end

function list = all_pairs (n)
[i, j] = find (triu (ones (n), 1));
list = [(1:n)'; 10 * j + i];
end

% Those nearer than a reach, in an order that changes
function list = near (q, n, reach)
list = all_pairs (n);
list = list(touches (q, list) < reach);
list = circshift (list, floor (1e3 * abs (q(1))));
end

function [some, every, q0, v0] = balls (n)
list = all_pairs (n);
rest = {'restitution', 0.6, 'mu', 0.3, 'd', 2};
free = {'mass', kron(diag (1:n), eye (2)), 'force', -9.81 * kron((1:n)', [0; 1])};
some = dls_model (free{:}, 'contacts', @(q) near (q, n, 0.15), 'gap', @touches, ...
  'gapgrad', @gradient, 'tangent', @(t, q, v, list) tangent (q, list), rest{:});
every = dls_model (free{:}, 'gap', @(q) touches (q, list), 'gapgrad', @(q) gradient (q, list), ...
  'tangent', @(q) tangent (q, list), rest{:});
k = 1:n;
q0 = reshape ([0.25 * mod(k, 3) + 0.03 * k; 0.2 + 0.22 * k], [], 1);
v0 = reshape ([0.5 * (-1) .^ k; 0 * k], [], 1);
end

function pass = as_all_pairs ()
pass = [];
n = 4;
list = all_pairs (n);
[some, every, q0, v0] = balls (n);
for scheme = {'moreau-jean', 'moreau-jean-projected', 'rattle', 'nonsmooth-generalized-alpha', ...
              'schatzman-paoli', 'event-driven', 'event-capturing'}
  o = {'Scheme', scheme{1}, 'Step', 8e-3, 'Residual', 'off'};
  a = dls_simulate (every, [0 0.48], q0, v0, o{:});
  b = dls_simulate (some, [0 0.48], q0, v0, o{:});
  [p, status] = deal (zeros (size (a.p)), zeros (size (a.status)));
  [nu, most] = deal (numel (list), size (b.contact, 1));
  for k = 1:numel (b.t)
    [there, at] = ismember (b.contact(:,k), list);
    there = find (there);
    at = at(there);
    p([at; nu + at],k) = b.p([there; most + there],k);
    status(at,k) = b.status(there,k);
  end
  hits = @(s) numel (find (strcmp ({s.events.kind}, 'impact')));
  pass(end+1) = holds (sprintf ('%s: %.1e %.1e', scheme{1}, norm (a.q - b.q, Inf), ...
    norm (a.p - p, Inf)), strcmp (b.result, 'finished') && isempty (a.contact) ...
    && norm ([a.q - b.q; a.v - b.v], Inf) < 1e-8 && norm (a.p - p, Inf) < 1e-8 ...
    && isequal (a.status, status) && hits (a) == hits (b) && nnz (any (a.p(1:nu,:) > 0, 2)) > 3 ...
    && most < nu);
end
named = [b.events.contact];
pass(end+1) = holds ('events tell identities', all (ismember (named, list)));
o = {'Step', 8e-3};
b = dls_simulate (some, [0 0.48], q0, v0, o{:});
c = dls_simulate (some, 0.48, dls_simulate (some, [0 0.24], q0, v0, o{:}), o{:});
pass(end+1) = holds ('goes on', norm (c.q(:,end) - b.q(:,end), Inf) < 1e-8);
end

% A block that slides from one floor to another, and off it; points that come to rest while places
% are added; motions that go on; adaptive steps
function pass = between_events ()
floors = @(q) 1 * (q(1) < 0.4) + 2 * (q(1) >= 0.4);     % a new identity without a gap
m = {'mass', eye(2), 'force', [0; -10], 'gap', @(q, list) q(2) * ones (numel (list), 1), ...
     'gapgrad', @(q, list) repmat ([0; 1], 1, numel (list)), ...
     'tangent', @(q, list) repmat ([1; 0], 1, numel (list)), 'mu', 0.1, 'd', 2};
block = dls_model ('contacts', @(q) floors (q) * ones (q(1) < 1 - 1e-9, 1), m{:});
pass = [];
for scheme = {'event-driven', 'event-capturing'}
  o = {'Scheme', scheme{1}, 'Step', 0.01};
  s = dls_simulate (block, [0 1.5], [0; 0], [2; 0], o{:});
  t = s.t;                                     % x = 2 t - t^2/2; the step that sees x >= 1 falls
  off = ceil ((2 - sqrt (2)) / 0.01 - 1e-6) * 0.01;
  in = min (t, off);
  x = 2 * in - in .^ 2 / 2 + max (t - off, 0) * (2 - off);
  y = -5 * max (t - off, 0) .^ 2;
  lies = t > 0 & t < off + 1e-9;               % percussions of the step that ends there
  who = unique (s.contact(s.status > 0));
  pass(end+1) = holds ([scheme{1}, ', floors'], norm ([s.q(1,:) - x; s.q(2,:) - y], Inf) < 1e-8 ...
    && norm (s.p(1,lies) - 0.1, Inf) < 1e-9 && ~any (s.p(1,t > off + 1e-9)) ...
    && ~any (strcmp ({s.events.kind}, 'impact')) && isequal (who(:), [1; 2]));

  n = 7;
  low = @(q) find (q(1:n) < 0.1);
  points = dls_model ('mass', diag ([1:n, 1]), 'force', -10 * [1:n, 0]', 'd', 2, ...
    'contacts', low, 'gap', @(q, list) q(list), ...
    'gapgrad', @(q, list) sparse (list, 1:numel (list), 1, n + 1, numel (list)), ...
    'tangent', @(q, list) sparse (n + 1, 1:numel (list), 1, n + 1, numel (list)), 'mu', 0.2);
  q0 = [0.05 + 0.3 * (0:n-1)'; 0];
  [a, p] = deal (dls_simulate (points, [0 1.5], q0, 0 * q0, o{:}), zeros (n, 1));
  there = find (a.contact(:,end) > 0);
  p(a.contact(there,end)) = a.p(there,end);
  b = dls_simulate (points, 1.5, dls_simulate (points, [0 0.41], q0, 0 * q0, o{:}), o{:});
  pass(end+1) = holds ([scheme{1}, ', places'], norm (a.q(:,end), Inf) < 1e-9 ...
    && norm (p - 0.1 * (1:n)', Inf) < 1e-9 && sum (a.contact(:,20) > 0) < 2 ...
    && norm (a.q(:,end) - b.q(:,end), Inf) < 1e-9 && strcmp (b.result, 'finished') ...
    && all (diff (sum (a.status > 0, 1)) >= 0));
end
[some, every, q0, v0] = balls (3);                     % steps are long: the list looks ahead
some = dls_model (some, 'contacts', @(t, q, v, h) near (q, 3, 2 * h * (norm (v, Inf) + 10 * h)));
o = {'Scheme', 'event-driven', 'Residual', 'on'};
a = dls_simulate (every, linspace (0, 0.48, 7), q0, v0, o{:});
b = dls_simulate (some, linspace (0, 0.48, 7), q0, v0, o{:});
pass(end+1) = holds ('adaptive steps', norm ([a.q - b.q; a.v - b.v], Inf) < 1e-8 ...
  && max (b.residual) < 1e-9 && numel (b.events) >= 3 ...
  && isequal ({a.events.kind}, {b.events.kind}));
end

% Gradients by differences, sparse ones; a step ahead; no contact at all; a wall that moves
function pass = shapes ()
[some, every, q0, v0] = balls (3);
o = {'Step', 8e-3};
a = dls_simulate (some, [0 0.4], q0, v0, o{:});
b = dls_simulate (dls_model (some, 'gapgrad', []), [0 0.4], q0, v0, o{:});
c = dls_simulate (dls_model (some, 'gapgrad', @(q, list) sparse (gradient (q, list)), ...
  'mu', @(q, list) sparse (0.3 * ones (numel (list), 1)), 'contacts', ...
  @(t, q, v, h) near (q + h * v, 3, 0.15)), [0 0.4], q0, v0, o{:});
d = dls_simulate (dls_model (some, 'contacts', @(q) zeros (0, 1)), [0 0.1], q0, v0, o{:});
fall = dls_model ('mass', 1, 'gap', @(t, q, v) q - 2 * t, 'gapgrad', 1, 'gaptime', -2, ...
                  'restitution', 0.25);
list = dls_model ('mass', 1, 'contacts', @(t, q, v) find (q - 2 * t < 0.2), 'gap', ...
  @(t, q, v, list) q - 2 * t * ones (numel (list), 1), 'gapgrad', @(q, list) list', ...
  'gaptime', @(q, list) -2 * list, 'restitution', 0.25);
e = dls_simulate (fall, [0 1], 0.5, 0, 'Step', 0.0101);
f = dls_simulate (list, [0 1], 0.5, 0, 'Step', 0.0101);
soft = {'stiffness', 2e4, 'damping', 3, 'mu', 0};
g = dls_simulate (dls_model (some, soft{:}), [0 0.4], q0, v0, o{:});
h = dls_simulate (dls_model (every, soft{:}), [0 0.4], q0, v0, o{:});
% an empty place has a gap of 1e100: it is no measure of the others (fuzz, seed 91, motion 251)
N = [-2 0; 2 -2; 0 0];
free = {'mass', [3 1 2; 1 3 2; 2 2 5], 'force', [-3; 2; -1]};
p = {'Scheme', 'moreau-jean-projected', 'Step', 1/64};
k = dls_simulate (dls_model (free{:}, 'gap', [1; 2] / 8, 'gapgrad', N), [0 0.25], zeros (3, 1), ...
                  [3; 2; -1], p{:});
l = dls_simulate (dls_model (free{:}, 'contacts', @(q) [1; 2], 'gap', ...
  @(q, list) list / 8 + N(:,list)' * q, 'gapgrad', @(q, list) N(:,list)), [0 0.25], ...
  zeros (3, 1), [3; 2; -1], p{:});
pass = [holds('empty place', size (l.status, 1) == 3 && strcmp (l.result, 'finished') ...
              && norm (k.q - l.q, Inf) < 1e-12), ...
        holds('compliant', norm (g.q - h.q, Inf) < 1e-9 && norm (g.q - a.q, Inf) > 1e-3), ...
        holds('gradients by differences', norm (a.q - b.q, Inf) < 1e-6), ...
        holds('sparse', norm (a.q - c.q, Inf) < 1e-12 && all (c.residual < 1e-9)), ...
        holds('nobody', size (d.p, 1) == 0 && norm (d.q(:,end) - q0 - 0.1 * v0 ...
          + 9.81 * 0.1^2 / 2 * kron (ones (3, 1), [0; 1]), Inf) < 1e-9), ...
        holds('moving wall', norm (e.q - f.q, Inf) < 1e-13)];
end

function pass = questions ()
[some, every, q0] = balls (3);
q0([2 4]) = [0.1; 0.1];
q0([1 3]) = [0; 0.2];
v0 = 0 * q0;
S = dls_system (some, 0, q0, v0);
R = dls_system (every, 0, q0, v0);
[P, Q] = deal (dls_problem (some, 0, q0, v0, 1e-3), dls_problem (every, 0, q0, v0, 1e-3));
s = dls_simulate (some, [0 0.4], [0; 0.1; 0.2; 0.1; 0.5; 0.7], v0, 'Step', 2e-3);
k = find (any (s.status > 0, 1), 1, 'last');
C = dls_system (s, k);
pass = [holds('dls_system', norm (sort (S.Gu(:)) - sort (R.Gu(:))) < 1e-14 ...
              && size (S.Gu, 2) == 3), ...
        holds('dls_problem', norm (masses (P) - masses (Q)) < 1e-12), ...
        holds('dls_system of a motion', size (C.Gu, 2) == nnz (s.status(:,k))), ...
        holds('dls_check_model', dls_check_model (some, q0, v0))];
end

function w = masses (P)
w = sort (eig (full (P.H * (P.M \ P.H'))));
end

function pass = wrong_use ()
[some, ~, q0, v0] = balls (2);
says = @(text, f) holds (text, raises (@() dls_simulate (dls_model (some, 'contacts', f), ...
                                       [0 1], q0, v0), 'delassus:model', text));
later = @(x) @(t, q, v) x(1:end * (t > 0));             % not yet where a motion begins
pass = [says('different whole numbers', @(q) [3; 3]), ...
        says('which another one has', later ([3; 3])), ...
        says('expected identities', @(q) [1; 0.5]), ...
        says('''contacts'' of the model returned 0.5 in (2,1)', later ([1; 0.5])), ...
        says('''contacts'' of the model returned -2 in', later ([1; -2])), ...
        says('''gap'' of the model failed', @(q) 77), ...
        says('mine', @(q) error ('mine'))];
end
