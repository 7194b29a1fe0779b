function [M, G, F, b, names, q, draw, h] = make_andrews (q, v)
% MAKE_ANDREWS  Andrews' squeezing mechanism: 7 coordinates, 6 loop constraints.
%   [M, G, F, b, names, q, draw, h] = make_andrews (q, v)
%   At rest by default. h: how far the loops are from closed.
%   Data of the IVP test set. q = (beta, Theta, gamma, Phi, delta, Omega, epsilon), by
%   default its consistent start. M is built from the kinematics of the seven centres of
%   mass, M = sum m Jc'Jc + I w w'. lambda has the opposite sign of the test set's.
%   draw: 2-by-k polylines (NaN between) of the bars, to look at.
% SPDX-License-Identifier: GPL-3.0-or-later
if nargin < 1
  q = [-0.0617138900142764496; 0; 0.455279819163070380; 0.222668390165885885; ...
       0.487364979543842550; -0.222668390165885884; 1.23054744454982119];
end
if nargin < 2, v = zeros (7, 1); end
m = [.04325 .00365 .02373 .00706 .07050 .00706 .05498];
I = [2.194e-6 4.410e-7 5.255e-6 5.667e-7 1.169e-5 5.667e-7 1.912e-5];
A = [-.06934; -.00227];  B = [-.03635; .03273];  C = [.014; .072];
d = .028; da = .0115; e = .02; ea = .01421; rr = .007; ra = .00092; ss = .035;
sa = .01874; sb = .01043; sc = .018; sd = .02; ta = .02308; tb = .00916; u = .04;
ua = .01228; ub = .00449; zf = .02; zt = .04; fa = .01421;
stiffness = 4530;  rest = .07785;  torque = .033;

% Angle of each body: rows of W. Body axes x = (cos, sin), y = (-sin, cos).
W = eye (7);
W(2, 1) = 1;  W(4, 5) = 1;  W(6, 7) = 1;
t = W * q;
w = (W * v) .^ 2;
co = cos (t);
si = sin (t);

% Points ax*x + ay*y: 7 centres of mass, the loops, which close in three points, and the spring.
ax = zeros (11, 7);
ay = ax;
ax(1, 1) = ra;
ax(2, [1 2]) = [rr, -da];
ax(3, 3) = sb;             ay(3, 3) = -sa;
ax(4, 5) = zt;             ay(4, 4) = ea - e;
ax(5, 5) = ta;             ay(5, 5) = tb;
ax(6, 6) = zf - fa;        ay(6, 7) = -u;
ax(7, 7) = -ub;            ay(7, 7) = -ua;
ax(8:10, [1 2]) = [rr, -d; rr, -d; rr, -d];
ay(8, 3) = ss;
ax(9, 5) = -zt;            ay(9, 4) = e;
ax(10, 6) = -zf;           ay(10, 7) = u;
ax(11, 3) = sd;            ay(11, 3) = -sc;

px = ax * co - ay * si;
py = ax * si + ay * co;
jx = -(ax .* si' + ay .* co') * W;           % gradients of the points
jy = (ax .* co' - ay .* si') * W;
cx = ay * (si .* w) - ax * (co .* w);        % their accelerations at constant v
cy = -ax * (si .* w) - ay * (co .* w);

J = [jx(1:7, :); jy(1:7, :)];
mJ = [m, m]' .* J;
M = W' * (I' .* W) + J' * mJ;
M = sparse ((M + M') / 2);
loops = @(a, b) reshape ([a(8:10, :), b(8:10, :)]', size (a, 2), 6);
G = sparse (loops (jx, jy));
b = loops (cx, cy)';
h = [px(8) - B(1); py(8) - B(2); px(9) - A(1); py(9) - A(2); px(10) - A(1); py(10) - A(2)];

% Applied forces: torque on the crank, spring between C and a point of body 3.
S = B + [px(11); py(11)];
pull = -stiffness * (norm (S - C) - rest) / norm (S - C) * (S - C);
f = [jx(11, :); jy(11, :)]' * pull;
f(1) = f(1) + torque;
F = mJ' * [cx(1:7); cy(1:7)] - f;
names = {'loop B x', 'loop B y', 'loop A4 x', 'loop A4 y', 'loop A6 x', 'loop A6 y'};

if nargout > 6
  x = @(k) [co(k); si(k)];
  y = @(k) [-si(k); co(k)];
  E0 = rr * x(1);  P = E0 - d * x(2);
  draw = [[0;0] E0 P B S C [nan;nan] P A+zt*x(5) A [nan;nan] P A-u*y(7) A];
end
end
