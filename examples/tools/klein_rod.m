function S = klein_rod (th, mu)
% KLEIN_ROD  The rod of Painleve and Klein: 1 m, 1 kg, both ends slide on guides along x.
%   (TUTORIAL Fig. 1(a).) th: angle of rod and guides; mu: the two friction coefficients.
% SPDX-License-Identifier: GPL-3.0-or-later
S = dls_system ('M', diag ([1 1 1/12]), 'Gb', [0 0; 1 1; cos(th)/2 -cos(th)/2], ...
                'Hb', [1 1; 0 0; -sin(th)/2 sin(th)/2], 'mub', mu, 'vtb', [1 1]);
end
