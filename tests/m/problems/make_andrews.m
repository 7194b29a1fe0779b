function [M, G, F, b, names, q, draw] = make_andrews (q)
% MAKE_ANDREWS  Andrews' squeezing mechanism at rest: 7 coordinates, 6 loop constraints.
%   [M, G, F, b, names, q, draw] = make_andrews (q)
%   Data of the IVP test set. q = (beta, Theta, gamma, Phi, delta, Omega, epsilon), by
%   default its consistent start. M is built from the kinematics of the seven centres of
%   mass, M = sum m Jc'Jc + I w w'. lambda has the opposite sign of the test set's.
%   draw: 2-by-k polylines (NaN between) of the bars, to look at.
% SPDX-License-Identifier: GPL-3.0-or-later
if nargin < 1
  q = [-0.0617138900142764496; 0; 0.455279819163070380; 0.222668390165885885; ...
       0.487364979543842550; -0.222668390165885884; 1.23054744454982119];
end
m = [.04325 .00365 .02373 .00706 .07050 .00706 .05498];
I = [2.194e-6 4.410e-7 5.255e-6 5.667e-7 1.169e-5 5.667e-7 1.912e-5];
A = [-.06934; -.00227];  B = [-.03635; .03273];  C = [.014; .072];
d = .028; da = .0115; e = .02; ea = .01421; rr = .007; ra = .00092; ss = .035;
sa = .01874; sb = .01043; sc = .018; sd = .02; ta = .02308; tb = .00916; u = .04;
ua = .01228; ub = .00449; zf = .02; zt = .04; fa = .01421;
stiffness = 4530;  rest = .07785;  torque = .033;

% Angle of each body and its gradient: rows of W.
W = zeros (7);
W(1, 1) = 1;  W(2, [1 2]) = 1;  W(3, 3) = 1;  W(4, [4 5]) = 1;
W(5, 5) = 1;  W(6, [6 7]) = 1;  W(7, 7) = 1;
t = W * q;
x = @(k) [cos(t(k)); sin(t(k))];             % body axes in the plane
y = @(k) [-sin(t(k)); cos(t(k))];
dx = @(k) y(k) * W(k, :);                    % their gradients with respect to q
dy = @(k) -x(k) * W(k, :);

% Gradients of the centres of mass.
J = {ra * dx(1), ...
     rr * dx(1) - da * dx(2), ...
     sb * dx(3) - sa * dy(3), ...
     zt * dx(5) - (e - ea) * dy(4), ...
     ta * dx(5) + tb * dy(5), ...
     -u * dy(7) + (zf - fa) * dx(6), ...
     -ua * dy(7) - ub * dx(7)};
M = W' * diag (I) * W;
for k = 1:7
  M = M + m(k) * (J{k}' * J{k});
end
M = sparse ((M + M') / 2);

% The point that closes the three loops: from the crank, and seen from B, A and A.
D = rr * dx(1) - d * dx(2);
G = sparse ([D + ss*dy(3); D - zt*dx(5) + e*dy(4); D - zf*dx(6) + u*dy(7)]');
b = zeros (6, 1);                            % at rest

% Applied forces: torque on the crank, spring between C and a point of body 3.
S = B + sd * x(3) - sc * y(3);
pull = -stiffness * (norm (S - C) - rest) / norm (S - C) * (S - C);
f = (pull' * (sd * dx(3) - sc * dy(3)))';
f(1) = f(1) + torque;
F = -f;
names = {'loop B x', 'loop B y', 'loop A4 x', 'loop A4 y', 'loop A6 x', 'loop A6 y'};

E0 = rr * x(1);  P = E0 - d * x(2);
draw = [[0;0] E0 P B S C [nan;nan] P A+zt*x(5) A [nan;nan] P A-u*y(7) A];
end
