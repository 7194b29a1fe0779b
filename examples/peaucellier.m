% PEAUCELLIER  What you learn: seven bars that draw a line, and how rank proves it straight.
%   Peaucellier's cell turns the circle of one pin into a line of another. Is it a line? Guide the
%   pin by a slot along that line: if it is one, the guide never adds an equation, in no position.
%   Along a line that is turned by a thousandth it locks the machine. What a guide too many carries
%   is not determined, and with it the forces in some bars, but not in all.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

long = 2.5;  side = 1;  r = 1;               % pin B on the circle of radius r about Q = (r, 0)
line_ = (long^2 - side^2) / (2 * r);         % P on x = this: |OB| |OP| = long^2 - side^2
w = 0.4;
pin.O = [0; 0];
pin.Q = [r; 0];
pin.B = r * [1 + cos(w); sin(w)];
e = pin.B / norm (pin.B);
middle = (norm (pin.B) + (long^2 - side^2) / norm (pin.B)) / 2;
across = sqrt (long^2 - middle^2) * [-e(2); e(1)];
pin.A = middle * e + across;
pin.C = middle * e - across;
pin.P = (long^2 - side^2) / norm (pin.B) * e;
B = dls_mechanism ('gravity', [0 -9.81]);
bars = {'OA', 'OC', 'QB', 'AB', 'CB', 'AP', 'CP'};
for bar = bars
  from = pin.(bar{1}(1));
  way = pin.(bar{1}(2)) - from;
  B = dls_body (B, bar{1}, 'mass', norm (way), 'shape', 'segment', 'size', norm (way), ...
                'at', from + way / 2, 'turned', atan2 (way(2), way(1)));
end
half = @(name) find (strcmp (name, bars));
ends = @(name, side_) [side_ * B.bodies(half (name)).size / 2, 0];
hinges = {'O1', 'ground', 'OA', -1; 'O2', 'ground', 'OC', -1; 'Q', 'ground', 'QB', -1
          'A1', 'OA', 'AB', -1; 'A2', 'OA', 'AP', -1; 'C1', 'OC', 'CB', -1; 'C2', 'OC', 'CP', -1
          'B1', 'QB', 'AB', 1; 'B2', 'QB', 'CB', 1; 'P', 'AP', 'CP', 1};
for h = hinges'
  first = {'ground', pin.(h{1}(1))};
  if ~strcmp (h{2}, 'ground'), first = {h{2}, ends(h{2}, 1)}; end
  B = dls_joint (B, h{1}, 'hinge', first, {h{3}, ends(h{3}, h{4})});
end
B.joints(3).speed = 1;
B = dls_assemble (B);
R = dls_redundancy (B);
assert (R.rank == 20 && R.nullity == 0 && all (R.determined));

% The guide, right and wrong; in all positions of the crank that its motion comes through.
tip = {'CP', ends('CP', 1)};
right = dls_joint (B, 'guide', 'slot', {'ground', [line_ 0], 'along', [0 1]}, tip);
wrong = dls_joint (B, 'guide', 'slot', {'ground', pin.P, 'along', [1e-3 1]}, tip);
sol = dls_simulate (B, linspace (0, 0.5, 26), 'Scheme', 'event-driven', 'RelTol', 1e-10);
for k = 1:26
  R = dls_redundancy (dls_at (right, sol, k));
  q = dls_at (right, sol, k).q(3*half ('CP') + (-2:0));
  x = q(1) + side / 2 * cos (q(3));
  assert (R.rank == 20 && R.nullity == 1 && abs (x - line_) < 1e-7);
end
fprintf (['crank from %.1f to %.1f degrees: the pin stays on its line, the guide repeats ', ...
          'others\n'], rad2deg (sol.q(9, [1 end])));
locked = dls_redundancy (wrong);
assert (locked.rank == 21 && locked.nullity == 0);

at = dls_at (right, sol, 13);
R = dls_redundancy (at);
disp (R.table);
fprintf ('%d of 21 reactions are not determined\n', nnz (~R.determined));
assert (~R.determined(strcmp (R.names, 'guide.y')));
save_motion (sol, 'peaucellier', 'Plots', {'energy', 'CP.x', 'CP.y', 'P.x'});
