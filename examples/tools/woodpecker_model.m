function [model, q0, v0, size] = woodpecker_model ()
% WOODPECKER_MODEL  The woodpecker toy of Pfeiffer and Glocker, sliding down its pole.
%   Coordinates: height of the sleeve, its angle, the angle of the bird. Contacts: beak, lower edge
%   of the sleeve, upper edge. size: lengths of the parts, for drawings.
% SPDX-License-Identifier: GPL-3.0-or-later
mM = 3e-4;  JM = 5e-9;  mS = 4.5e-3;  JS = 7e-7;  c = 5.6e-3;  g = 9.81;
r0 = 2.5e-3;  rM = 3.1e-3;  hM = 5.8e-3;  lM = 0.010;  lG = 0.015;  hS = 0.020;  lS = 0.0201;
M = [mS + mM, mS*lM, mS*lG; mS*lM, JM + mS*lM^2, mS*lM*lG; mS*lG, mS*lM*lG, JS + mS*lG^2];
K = c * [0 0 0; 0 1 -1; 0 -1 1];
f = -g * [mS + mM; mS*lM; mS*lG];
N = [0 0 0; 0 hM -hM; -hS 0 0];
T = [1 1 1; lM rM rM; lG - lS, 0, 0];
model = dls_model ('M', M, 'K', K, 'f', f, 'gap', [lM + lG - lS - r0; rM - r0; rM - r0], ...
                   'gapgrad', N, 'tangent', T, 'mu', 0.3, 'restitution', [0.5; 0; 0]);
q0 = [0; -0.1036; -0.2788];
v0 = [-0.3411; 0; -7.4583];
size = struct ('r0', r0, 'rM', rM, 'hM', hM, 'lM', lM, 'lG', lG, 'hS', hS, 'lS', lS);
end
