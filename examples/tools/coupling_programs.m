function T = coupling_programs (S)
% COUPLING_PROGRAMS  The programs of COUPLING Section 4.4 for a system, each as it stands there.
%   S: frictionless, M > 0, independent bilateral constraints. T: cell of rows {number, whether it
%   needs Ac > 0, function that returns the gap accelerations Gu'*a + bu}. (49) to (51) of the
%   unilateral case and (52) to (56) of the mixed one are the same with A, H0 in place of Ac, H4.
%   (47) and the constraint of (55) are misprinted (ERRATA): (47) is printed, (55) as corrected.
% SPDX-License-Identifier: GPL-3.0-or-later
D = dls_delassus (S);
A = D.Ac;  H = D.H4;  N = full (S.Gu);  F = S.F;  M = full (S.M);  m = S.nu;
X = M \ eye (S.n);
H3 = zeros (S.n, 1);
if S.nb, H3 = D.H3;  X = D.Mcinv; end
Mi = inv (M);
one = eye (m);
gap_of_l = @(l) A * l + H;
gap_of_a = @(a) N' * a + S.bu;
B = @() inv (A);
shift = N' * Mi * (F - H3);                      % H = bu - shift
T = {'LCP (2), (20)', false, @() gap_of_l(dls_lcp (A, H))
     'QP (42), (53)', false, @() gap_of_l(program (A, H, one, zeros (m, 1)))
     'QP (49), (54)', false, @() gap_of_l(program (A, zeros (m, 1), A, H))
     'QP (44) and (43)', true, @() program (B(), -B() * H, one, zeros (m, 1))
     'QP (46), (55)', true, @() gap_of_a(program (N * B() * N', N * B() * shift, N', S.bu))
     'QP (47) as printed', true, @() gap_of_a(program (M, N * B() * S.bu, B() * N', B() * S.bu))
     'QP (50)', true, @() gap_of_a(program (N * B() * N', N * B() * S.bu, B() * N', B() * shift))
     'QP (48), (56)', false, @() gap_of_a(program (M, F - H3, N' * X * M, N' * X * (F - H3) + H))};
end

% min 1/2*x'*P*x + q'*x, C*x + d >= 0
function x = program (P, q, C, d)
[x, ~, ~, info] = dls_conic ((P + P') / 2, q, -C, d, struct ('l', numel (d)), 'Tolerance', 1e-12);
if ~strcmp (info.status, 'solved') && info.residual.gap > 1e-8
  x = nan (size (x));
end
end
