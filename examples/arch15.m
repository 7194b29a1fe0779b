% ARCH15  What you learn: how thin an arch of 15 stones may be, and where it breaks.
%   A half circle of stones that hardly slip, on the ground. It can stand if forces in the cones of
%   the joints balance all weights (the safe theorem): dls_sticking at rest. Bisection: its least
%   thickness is 0.1063 of the radius (with more stones up to Milankovitch's 0.107478). There the
%   line of thrust touches the edges of the joints that become hinges when it falls, and the forces,
%   which in a thick arch have wide intervals, are nearly determined.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

stands = @(t) strcmp (dls_sticking (stone_arch (15, t, 10), 'Static', true).verdict, 'sticking');
thin = [0.106, 0.1068];
while diff (thin) > 3e-5
  t = mean (thin);
  thin(1 + stands (t)) = t;
end
fprintf ('15 stones stand from t/R = %.4f on\n', thin(2));
assert (abs (thin(2) - 0.1063) < 5e-5);

% Hinges: joints where all of the force is at one edge. A half of the arch has three to four.
B = stone_arch (15, thin(2), 10);
V = dls_sticking (B, 'Static', true);
n = reshape (V.lambda.nu, 2, []);
hinge = find (min (n) < 2e-3 * sum (n));
fprintf ('hinges at the joints %s of 16, friction needed %.3f\n', mat2str (hinge), V.mu_min);
assert (numel (hinge) >= 5 && isequal (hinge, sort (17 - hinge)));

% How open are the forces? The crown of the thinnest arch, and of one twice as thick.
for t = [thin(2), 0.2]
  [lo, hi] = dls_reaction_range (stone_arch (15, t, 10));
  push = @(L) L.stone8_stone9.n1 + L.stone8_stone9.n2;
  fprintf ('t/R = %.4f: thrust at the crown between %.4f and %.4f weights\n', t, ...
           push (lo) / (pi * t), push (hi) / (pi * t));
  width = (push (hi) - push (lo)) / (pi * t);
  assert ((width < 0.01) == (t < 0.15));
end
save_mechanism (B, 'arch15', 'Labels', false);
