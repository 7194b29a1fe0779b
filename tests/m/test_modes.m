function pass = test_modes ()
% TEST_MODES  dls_modes against the solutions that dls_contact enumerates, and closed forms.
%   pass = test_modes ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
rand ('twister', 1);
randn ('twister', 1);
pass = [plane(), rod(), redundant(), space(), units()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_modes: %s\n', name); end
end

% How many accelerations dls_contact finds; NaN where it cannot list them all.
function count = solutions (S)
[~, ~, info] = dls_contact (S, 'Solutions', 'all');
count = NaN;
if strcmp (info.status, 'infeasible') || strcmp (info.status, 'no_solution')
  count = 0;
elseif strcmp (info.status, 'solved') && info.enumerated
  a = [info.solutions.a];
  count = 0;
  for k = 1:columns (a)
    far = max (abs (S.M * bsxfun (@minus, a(:,1:k-1), a(:,k))), [], 1);
    count = count + all (far > 1e-7 * (1 + max (abs (a(:)))));
  end
end
end

function pass = plane ()
% Random systems in the plane with strong friction: as many solutions as modes at random loads,
% covered and unique exactly when no load contradicts that.
pass = [];
seen = [0 0 0];
for k = 1:24
  n = 2 + mod (k, 2);
  nu = 1 + (mod (k, 3) == 0);
  R = randn (n);
  S = dls_system ('M', R * R' + .05 * eye (n), 'Gu', randn (n, nu), 'Hu', randn (n, nu), ...
                  'bu', randn (nu, 1), 'muu', 3 * rand (nu, 1), 'F', randn (n, 1), ...
                  'vtu', (mod (k, 4) == 1) * ones (1, nu));
  if mod (k, 6) == 5
    S = dls_system ('M', S.M, 'Gb', S.Gu, 'Hb', S.Hu, 'bb', S.bu, 'mub', S.muu, 'F', S.F, ...
                    'vtb', S.vtu);
  end
  D = dls_modes (S);
  X = [3 * randn(n, 8), [D.overlaps.point], [D.uncovered.point]];
  K = dls_modes (D, X);
  count = NaN (1, columns (X));
  for j = 1:columns (X)
    count(j) = solutions (dls_system (S, 'F', S.F + X(:,j)));
  end
  modes_ = sum (K, 1);
  known = ~isnan (count);
  seen = seen + [any(modes_ == 0), any(modes_ > 1), sum(known)];
  name = sprintf ('plane %d', k);
  pass(end+1) = holds (name, modes_(known) == count(known));
  pass(end+1) = holds ([name, ', covered'], D.covered == all (modes_ > 0));
  pass(end+1) = holds ([name, ', unique'], D.unique == all (modes_ <= 1));
end
pass(end+1) = holds (sprintf ('both are seen: %d %d %d', seen), seen > [2 2 150]);
end

function pass = rod ()
% Painleve's rod at all angles: signs of A tell (examples/gallery/painleve_modes).
pass = [];
mu = 1.6;
for th = 0.1:0.3:3
  A = 1 + 3 * cos (th) * (cos (th) - mu * sin (th));
  S = dls_system ('M', diag ([1 1 1/3]), 'F', [0; 9.81; 0], 'Gu', [0; 1; -cos(th)], 'muu', mu, ...
                  'Hu', [1; 0; sin(th)], 'vtu', -1);
  D = dls_modes (S, 'ForceDirections', [0; 1; 0]);
  pass(end+1) = holds (sprintf ('rod %g', th), D.covered == (A > 0) && D.unique == (A > 0));
end
end

function pass = redundant ()
% A block on two corners: who carries the friction is open, the acceleration is not. Without mass in
% the tangential direction, loads along it are held or contradict.
Gu = [0 0; 1 1; 0.25 -0.25];
S = dls_system ('M', diag ([1, 1, 1.25/12]), 'F', [2; 9.81; 0], 'Gu', Gu, ...
                'Hu', [1 1; 0 0; 0.5 0.5], 'muu', 0.3);
D = dls_modes (S, 'ForceDirections', [1 0; 0 1; 0 0]);
pass = holds ('block', D.unique == 1 && D.covered == 1 && ~isempty (D.overlaps) ...
              && all ([D.overlaps.same]));
names = {D.modes.name};
p = D.modes(strcmp (names, 'stick, stick'));     % |Fx| <= mu*Fy, |Fx| <= Fy/2 (tips over)
K = [-1 .3; 1 .3];
rows = bsxfun (@rdivide, [p.A, p.c], abs (p.A(:,1)));
truth = [K, K * [2; 9.81]];
pass(end+1) = holds ('block, cone', norm (sortrows (rows) - sortrows (truth)) <= 1e-9);
pass(end+1) = holds ('block, here', any (strcmp (names(D.here), 'stick, stick')));
S = dls_system ('M', diag ([0 1]), 'F', [0; 1], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 1);
D = dls_modes (S);
p = D.modes(strcmp ({D.modes.name}, 'open'));
pass(end+1) = holds ('no mass', ~p.full && D.covered == 0);
pass(end+1) = holds ('no mass, loads', sum (dls_modes (D, [0 0 0 0.5; -2 0 -2 0]), 1) > 0);
pass(end+1) = holds ('no mass, none', ~any (dls_modes (D, [2; 0])));
end

function pass = space ()
% A block on a plane: sticks inside of a polygon of the cone, slips to where it is pushed, for all
% loads; more facets are nearer.
pass = [];
for facets = [3 8]
  S = dls_system ('M', eye (3), 'F', [0; 0; 10], 'Gu', [0; 0; 1], 'Hu', [1 0; 0 1; 0 0], ...
                  'muu', 0.5, 'd', 3);
  D = dls_modes (S, 'Facets', facets);
  pass(end+1) = holds (sprintf ('space %d', facets), D.unique == 1 && D.covered == 1 ...
                       && numel (D.modes) == 2 + 2 * facets && strcmp (D.modes(D.here).name, ...
                                                                       'stick'));
  r = 5 * [cos(pi / facets) * 0.999, 1.001];
  angle = 0.1:0.5:6.2;
  inside = dls_modes (D, r(1) * [cos(angle); sin(angle); 0 * angle]);
  outside = dls_modes (D, r(2) * [cos(angle); sin(angle); 0 * angle]);
  stick = strcmp ({D.modes.name}, 'stick');
  pass(end+1) = holds ('space, bound of the error', all (inside(stick,:)) ...
                       && ~any (outside(stick,:)) && all (sum (outside, 1) == 1));
end
end

function pass = units ()
% Other units of coordinates, force and time: the same modes, overlaps and regions.
S = dls_system ('M', diag ([1 1 1/3]), 'F', [0; 9.81; 0], 'Gu', [0; 1; -cos(1)], 'muu', 1.6, ...
                'Hu', [1; 0; sin(1)]);
D = dls_modes (S);
s = diag ([1e6 1e-3 10]);
T = dls_system (S, 'M', 1e4 * s * S.M * s, 'F', 1e4 * s * S.F, 'Gu', s * S.Gu * 1e3, ...
                'Hu', s * S.Hu * 1e3);
E = dls_modes (T);
X = 20 * randn (3, 30);
pass = holds ('units', isequal ({D.modes.name}, {E.modes.name}) && D.covered == E.covered ...
              && numel (D.overlaps) == numel (E.overlaps) ...
              && isequal (dls_modes (D, X), dls_modes (E, 1e4 * s * X)));
end
