function pass = test_loads ()
% TEST_LOADS  The polytope of dls_loads: elimination (dls_modes), enumeration of facets, degenerate
%   sets, points by dls_sticking.
%   pass = test_loads ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
rand_ = rand ('seed');
rand ('twister', 7);
randn ('twister', 7);
pass = [eliminated(), spatial(), degenerate(), both_signs(), units()];
rand ('twister', rand_);
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_loads: %s\n', name); end
end

% The same rows [A c] and [E e], in any order.
function yes = alike (A, B)
A = bsxfun (@rdivide, A, sqrt (sum (A .^ 2, 2)));
B = bsxfun (@rdivide, B, sqrt (sum (B .^ 2, 2)));
yes = isequal (size (A), size (B));
for k = 1:size (A, 1) * yes
  yes = yes && any (max (abs (bsxfun (@minus, B, A(k,:))), [], 2) <= 1e-7);
end
end

function S = planar (n, count)
S = dls_system ('M', eye (n), 'F', randn (n, 1), 'Gu', randn (n, count), 'Hu', randn (n, count), ...
                'muu', 0.2 + rand (count, 1), 'd', 2);
end

% By Fourier and Motzkin, the mode in which all contacts stick.
function pass = eliminated ()
pass = [];
sizes = [3 2 2; 3 2 3; 3 3 2; 4 3 3; 4 2 2];
for k = 1:size (sizes, 1)
  S = planar (sizes(k,1), sizes(k,2));
  B = randn (sizes(k,1), sizes(k,3));
  L = dls_loads (S, B, 'Static', false);
  D = dls_modes (S, 'ForceDirections', B, 'MaxTime', 0);
  stick = find (strcmp ({D.modes.name}, strjoin (repmat ({'stick'}, 1, sizes(k,2)), ', ')));
  name = sprintf ('eliminated %d', k);
  if isempty (stick)
    pass(end+1) = holds (name, isempty (L.parts));
  else
    p = D.modes(stick);
    q = L.parts;
    pass(end+1) = holds (name, alike ([p.A p.c], [q.A q.c]) && L.error <= 1e-9);
    X = [q.vertices, q.vertices(:,1) + sum(q.rays, 2)];
    pass(end+1) = holds ([name, ', corners'], dls_loads (L, X) & dls_modes (D, X)(stick,:));
  end
end
end

% Four corners of a block in space: all facets of the cone of wrenches, by enumeration.
function pass = spatial ()
c = [1 1 -1 -1; 1 -1 -1 1] / 2;
[Gu, Hu] = deal (zeros (6, 4), zeros (6, 8));
for i = 1:4
  r = [c(:,i); -0.2];
  W = [eye(3); 0 -r(3) r(2); r(3) 0 -r(1); -r(2) r(1) 0];
  Gu(:,i) = W(:,3);
  Hu(:,2*i-1:2*i) = W(:,1:2);
end
S = dls_system ('M', eye (6), 'F', [0; 0; 9.81; 0; 0; 0], 'Gu', Gu, 'Hu', Hu, 'muu', 0.31, 'd', 3);
L = dls_loads (S, eye (6), 'Facets', 4);
rays = [];
for i = 1:4
  for t = [1 0 -1 0; 0 1 0 -1] * 0.31, rays(:,end+1) = Gu(:,i) + Hu(:,2*i-1:2*i) * t; end
end
facets = zeros (0, 7);
for choice = nchoosek (1:16, 5)'
  [~, D, V] = svd (rays(:,choice)');
  if D(5,5) < 1e-9, continue, end
  side = V(:,6)' * rays;
  if all (side >= -1e-10) || all (side <= 1e-10)
    facets(end+1,:) = sign (sum (side)) * [V(:,6)', V(:,6)' * S.F];
  end
end
facets = unique (round (facets * 1e7) / 1e7, 'rows');
pass = holds ('all loads', alike ([L.parts.A, L.parts.c], facets) && size (L.parts.rays, 2) == 16);
B = eye (6)(:,[1 2 6]);
L = dls_loads (S, B, 'Facets', 6);
same = [];
for x = 3 * randn (3, 6)
  V = dls_sticking (dls_system (S, 'F', S.F + B * x), 'Static', true, 'Persistent', true, ...
                    'Facets', 6, 'Critical', false);
  same(end+1) = strcmp (V.verdict, 'sticking') == dls_loads (L, x);
end
pass(end+1) = holds ('points', same);
x = L.margin * L.worst;
pass(end+1) = holds ('margin', dls_loads (L, [(1 - 1e-5) * x, (1 + 1e-5) * x]) == [1 0] ...
                     && abs (norm (L.worst) - 1) <= 1e-12);
end

function pass = degenerate ()
S = dls_system ('M', eye (3), 'F', [0; 10; 0], 'Gu', [0; 1; 0], 'Hu', [1; 0; 0], 'muu', 0.5);
L = dls_loads (S, eye (3));                     % the third load is not resisted
p = L.parts;
pass = holds ('flat', abs (abs (p.E) - [0 0 1]) <= 1e-9 & abs (p.e) <= 1e-9 ...
              & all (dls_loads (L, [4 4; 0 0; 0 1]) == [1 0]) && size (p.A, 1) == 2);
L = dls_loads (dls_system (S, 'Gb', [0; 0; 1]), eye (3));     % it is, both ways
pass(end+1) = holds ('lines', abs (abs (L.parts.lines) - [0; 0; 1]) <= 1e-9 ...
                     & isempty (L.parts.E) & abs (L.margin - sqrt (20)) <= 1e-8);
L = dls_loads (dls_system (S, 'F', [0; 0; 1]), [1; 0; 0]);    % nothing holds it
pass(end+1) = holds ('empty', isempty (L.parts) && L.margin == -Inf && ~dls_loads (L, 0));
L = dls_loads (dls_system (S, 'muu', 0), [1 0; 0 1; 0 0]);    % no friction: no force sideways
pass(end+1) = holds ('mu = 0', dls_loads (L, [0 0.1; 5 5]) == [1 0]);
L = dls_loads (dls_system (S, 'muu', Inf), [1 0; 0 1; 0 0]);
pass(end+1) = holds ('mu = Inf', dls_loads (L, [9 9; -9 -11]) == [1 0] ...
                     & abs (L.margin - 10) <= 1e-8);
T = dls_system ('M', eye (2), 'F', [0; 10], 'Gu', [0 0; 1 -1], 'Hu', [1 1; 0 0], 'muu', 0.5);
L = dls_loads (T, eye (2));                     % pinched: any load by internal forces
pass(end+1) = holds ('closure', L.margin == Inf && size (L.parts.lines, 2) == 2 ...
                     && isempty (L.parts.A));
L = dls_loads (T, [1 1 0; 0 0 0]);              % loads that repeat and that do nothing
pass(end+1) = holds ('repeated', L.margin == Inf);
end

% A slider between two rails: either one of them presses.
function pass = both_signs ()
S = dls_system ('M', eye (2), 'F', [0; 0], 'Gb', [0; 1], 'Hb', [1; 0], 'mub', 0.5);
L = dls_loads (S, eye (2));
X = [1 1 1 -1; 3 1 -3 -3];
pass = holds ('two cones', numel (L.parts) == 2 && isequal (sort ([L.parts.signs]), [-1 1]) ...
              && isequal (dls_loads (L, X), logical ([1 0 1 1])));
end

function pass = units ()
S = planar (3, 2);
B = randn (3, 2);
L = dls_loads (S, B, 'Static', false);
T = dls_system (S, 'M', S.M * 1e6, 'F', S.F * 1e6);
K = dls_loads (T, B * [1e-3 0; 0 1e4], 'Static', false);
scale = 1e6 * [1e3; 1e-4];
V = @(v, s) sortrows (round (bsxfun (@rdivide, v, s)' * 1e6));
pass = holds ('units', isequal (V(L.parts.vertices, 1), V(K.parts.vertices, scale)));
end
