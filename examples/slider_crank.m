% SLIDER_CRANK  What you learn: when friction in its guide locks an engine, and what it then bears.
%   The guide of the piston bears on two contacts, 'size' apart. With the rod at the angle psi and
%   its pin h above the guide, the engine is locked by any torque, however large, if
%   mu >= min (cot psi, size/(2 h)). DLS_STICKING finds this number; beyond it the friction forces
%   are not determined, and have intervals.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'));
dls_setup ();

l = 0.3;
for h = [0 0.1 0.6]
  B = dls_mechanism ('gravity', [0 0]);      % it lies flat
  B = dls_body (B, 'crank', 'mass', 1, 'inertia', 0.1, 'at', [0.35 0.35], 'turned', pi / 4);
  B = dls_body (B, 'rod', 'mass', 1, 'inertia', 0.3, 'at', [1.6 0.4], 'turned', -pi / 8);
  B = dls_body (B, 'piston', 'mass', 0.5, 'inertia', 0.01, 'at', [2.5 0]);
  B = dls_joint (B, 'bearing', 'hinge', {'ground', [0 0]}, {'crank', [-0.5 0]}, 'held', true);
  B = dls_joint (B, 'crankpin', 'hinge', {'crank', [0.5 0]}, {'rod', [-1 0]});
  B = dls_joint (B, 'wristpin', 'hinge', {'rod', [1 0]}, {'piston', [0 h]});
  B = dls_joint (B, 'guide', 'slider', {'ground', [0 0], 'along', [1 0]}, {'piston'}, ...
                 'mu', 0.2, 'size', l);
  B = dls_force (B, 'motor', 'torque', 'bearing', 3);
  B = dls_assemble (B);
  psi = asin ((sin (B.q(3)) - h) / 2);       % of the rod, by the law of sines

  V = dls_sticking (B);
  locks = min (cot (abs (psi)), l / (2 * h));
  fprintf ('pin at %.1f: %s with mu = 0.2; it locks from mu = %.4f on\n', h, V.verdict, V.mu_min);
  assert (abs (V.mu_min - locks) < 1e-6 * locks);
end

% Locked (h = 0.6): the rod pulls with S; normal forces follow from it, and t1 + t2 = S cos psi.
B.joints(4).mu = 0.5;
V = dls_sticking (B);
assert (strcmp (V.verdict, 'sticking'));
[lo, hi, info] = dls_reaction_range (B);
S = 3 / sin (B.q(3) + psi);
n1 = -S * (sin (psi) + 2 * h / l * cos (psi)) / 2;
n2 = -S * sin (psi) - n1;
t1 = [S * cos(psi) - 0.5 * abs(n2), 0.5 * abs(n1)];
fprintf ('normal forces %.3f and %.3f, friction t1 between %.3f and %.3f\n', lo.guide.n1, ...
         lo.guide.n2, lo.guide.t1, hi.guide.t1);
assert (info.determined.guide.n1 && ~info.determined.guide.t1);
assert (max (abs ([lo.guide.n1, lo.guide.n2] - [n1, n2])) < 1e-8);
assert (max (abs ([lo.guide.t1, hi.guide.t1] - t1)) < 1e-6);
