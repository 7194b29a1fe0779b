% ROD_AND_LADDER  What you learn: a rod on the floor that has no acceleration; a ladder that holds.
%   Two bodies and what they touch, no equation derived by hand. A rod slides on the floor: with
%   much friction there may be no acceleration, or two (Painleve); a closed form in one number tells
%   when. A ladder leans on a wall: it holds from the friction tan (pi/4 - theta/2) on, and what
%   floor and wall carry is not determined: an interval each.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

% The lower end slides to the left; for its height w and reaction l: d2w/dt2 = A l + b.
g = 9.81;
th = atan (2);
name = {'no acceleration', 'one, pressed', 'two', 'one, lifts off'};
for data = [1.2 1.2 1.5 1.5; 0 4 0 4]
  mu = data(1);
  w = data(2);
  e = [cos(th), sin(th)];
  B = dls_mechanism ('gravity', [0 -g]);
  B = dls_body (B, 'rod', 'mass', 1, 'shape', 'segment', 'size', 2, 'at', e, 'turned', th, ...
                'velocity', [-1 0] + w * [-e(2), e(1)], 'spin', w);
  B = dls_touch (B, 'ground', 'rod', 'mu', mu);
  A = 1 + 3 * cos (th)^2 - 3 * mu * sin (th) * cos (th);
  b = w^2 * sin (th) - g;
  expected = 1 + (A > 0) + 2 * (b > 0);
  [~, lambda, info] = dls_contact (B);
  found = [];
  if ~strcmp (info.status, 'infeasible')
    found = sort (arrayfun (@(s) s.lambda.nu, info.solutions));
  end
  wanted = {[], -b / A, [0, -b / A], 0};
  fprintf ('mu = %.1f, spin %d: %-16s%s\n', mu, w, name{expected}, sprintf (' %8.4f', found));
  assert (numel (found) == numel (wanted{expected}));
  assert (all (abs (found - wanted{expected}) < 1e-8 * max ([1, wanted{expected}])));
end

for th = deg2rad ([35 50])
  B = dls_mechanism ('gravity', [0 -g]);
  B = dls_body (B, 'wall', 'fixed', true, 'shape', 'halfplane', 'turned', -pi/2);
  B = dls_body (B, 'ladder', 'mass', 10, 'shape', 'segment', 'size', 2, ...
                'at', [cos(th) sin(th)], 'turned', -th);
  B = dls_touch (B, 'ground', 'ladder', 'mu', 0.5);
  B = dls_touch (B, 'wall', 'ladder', 'mu', 0.5);
  V = dls_sticking (B);
  holds = th >= pi/2 - 2 * atan (0.5);
  fprintf ('ladder at %.0f degrees: %s, from the friction %.6f on\n', rad2deg (th), V.verdict, ...
           V.mu_min);
  assert (abs (V.mu_min - tan (pi/4 - th/2)) < 1e-6 && strcmp (V.verdict, 'sticking') == holds);
end
% At 50 degrees: the push h of the wall and its friction f = W/2 - h tan, the floor's n = W - f and
% friction h; |f| <= h/2 and h <= n/2.
[lo, hi] = dls_reaction_range (B);
W = 10 * g;
h = W ./ [2 * tan(th) + 1, max(4 - 2 * tan (th), 2 * tan (th) - 1)];
fprintf ('the wall carries %.3f to %.3f N, the floor %.3f to %.3f N\n', lo.wall_ladder.n1, ...
         hi.wall_ladder.n1, lo.ground_ladder.n2, hi.ground_ladder.n2);
assert (norm ([lo.wall_ladder.n1, hi.wall_ladder.n1] - h) < 1e-6 * W);
assert (norm ([lo.ground_ladder.n2, hi.ground_ladder.n2] - (W/2 + h * tan (th))) < 1e-6 * W);
save_mechanism (B, 'rod_and_ladder');
