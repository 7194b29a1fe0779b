function D = dls_delassus (S, varargin)
%DLS_DELASSUS  Delassus matrices, constrained inverse mass and vectors of a contact problem.
%   D = DLS_DELASSUS (S) for a system S of DLS_SYSTEM. Nothing is inverted: all comes from
%   accelerations under unit forces (DLS_KKT), so that M may be singular and Gb redundant. With
%   Mi the inverse of M (in the image of a singular M its pseudo-inverse), and Mc the inverse
%   mass under the bilateral constraints:
%     Anb, Anu             Gb'*Mi*Gb, Gu'*Mi*Gu
%     Anbnu, Anunb         Gb'*Mi*Gu, Gu'*Mi*Gb: the inertial couplings
%     Atb, Atu             Gb'*Mi*Hb, Gu'*Mi*Hu
%     Anbtu, Anutb         Gb'*Mi*Hu, Gu'*Mi*Hb
%     A                    [Gb Gu]'*Mi*[Gb Gu], all normals
%     Mcinv                Mi - Mi*Gb*inv(Anb)*Gb'*Mi (COUPLING (17)), Mi*P of TUTORIAL (18) to
%                          (20); n-by-n, [] for n > 500
%     Ac                   Gu'*Mcinv*Gu (COUPLING (16), TUTORIAL (32))
%     H0                   bu - Gu'*Mi*F
%     H1, H2               bb, and bb - Gb'*Mi*F (COUPLING (10), (12))
%     H3                   Gb*lb when lu = 0 (COUPLING (15))
%     H4, wc               0 <= lu _|_ Ac*lu + H4 >= 0 (COUPLING (21), TUTORIAL (33)); wc = H4
%     wb, wu               H2 and H0 under the names of TUTORIAL (7), (10), and (17) with Anb, Anbnu
%     lb0, a0              bilateral reactions (minimum norm) and acceleration when lu = 0
%     Acst, wcst           as Ac, wc with the tangents of the sticking contacts as equations, too
%                          (ALLSTICK (38), (63))
%     angles               kinetic angles between the columns of Gb and Gu (COUPLING (9)), nb-by-nu
%     assumptions          cell of texts: the assumptions of the papers that fail, in words
%     reduced              reduced coordinates (COUPLING sec. 5), see below; [] unless asked for
%   Entries are NaN where a force meets neither inertia nor a constraint (infinite acceleration).
%   For n > 500 and a regular M matrices without bilateral constraints and sticking tangents are
%   sparse.
%
%   D = DLS_DELASSUS (S, 'Reduced', true) eliminates rank (Gb) coordinates, well chosen;
%   DLS_DELASSUS (S, 'Reduced', q1) those with the indices q1. D.reduced has q1, q2 (indices),
%     dOmega       dq1/dq2;  T = [I dOmega; 0 I] in the order [q1 q2]
%     gamma        Tdot*xdot: a(q1) = dOmega*a(q2) + gamma(1:numel (q1))
%     mass, force  mass*a(q2) + force = gradient*lu (second line of (63))
%     gradient     E2*T'*Gu;  Ar, H5: 0 <= lu _|_ Ar*lu + H5 >= 0 ((68), (69)); Ar = Ac, H5 = H4
%     coupling     E1*Mbar*E2', force1: coupling*a(q2) + force1 = Gu(q1,:)*lu + Gb(q1,:)*lb
%     Lb, lb0      lb = Lb*lu + lb0 ((70); of minimum norm where Gb is redundant)
%   S may be a mechanism of DLS_MECHANISM.
%
%   Example: a mass on a wire along (1,-1), with two stops
%     S = dls_system ('M', eye (2), 'Gb', [1; 1], 'Gu', [1 0; 0 1], 'F', [1; 2]);
%     D = dls_delassus (S);
%     D.Ac
%     % ans =
%     %    0.5000  -0.5000
%     %   -0.5000   0.5000
%     D.assumptions{1}
%     % ans = rank ([Gb Gu]) = 2 < rank (Gb) + nu = 3: Ac is not positive definite (TUTORIAL
%     %       Prop. 7 (i), COUPLING Prop. 10)
%
%   See also DLS_SYSTEM, DLS_KINETIC_ANGLE, DLS_FRICTION_BOUND, DLS_IMPACT, DLS_KKT.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin == 0)
    error ('delassus:type', 'dls_delassus: expected a struct made by dls_system');
  end
  reduced = reduced_option (varargin);
  S = dls_system_input (S, 'dls_delassus');
  [D, X, ok] = unconstrained (S);
  D = constrained (D, S, X, ok);
  D.assumptions = assumptions_that_fail (D, S);
  D.reduced = [];
  if (~isequal (reduced, false))
    D.reduced = reduced_coordinates (S, reduced);
  end
  if (nargout == 0)
    dls_show (D)
    clear D
  end
end

function value = reduced_option (args)
  value = false;
  if (isempty (args))
    return
  end
  opts = dls_table_options ('dls_delassus', args);
  if (isequal (opts.Reduced, []))              % the default
    return
  end
  value = opts.Reduced;
  flag = islogical (value) && isscalar (value);
  if (~(flag || (isa (value, 'double') && isreal (value) && ~isempty (value))))
    error ('delassus:option', ...
           'dls_delassus: ''Reduced'' is %s; expected true or the indices of coordinates', ...
           dls_describe (value));
  end
end

% Blocks of J'*inv(M)*J, from one acceleration per force; X: those under [Gb, Gu, Hb, Hu, F, I].
function [D, X, ok] = unconstrained (S)
  J = [S.Gb, S.Gu, S.Hb, S.Hu, S.F];
  k = size (J, 2);
  [X, ok] = accelerations (S, [J, speye(S.n, S.n * (S.nb == 0 && S.n <= 500))]);
  W = gram (J, X(:,1:k), ok(1:k));
  X(:,~ok) = NaN;
  tangents = [size(S.Hb, 2), size(S.Hu, 2)];
  last = cumsum ([0, S.nb, S.nu, tangents, 1]);
  at = @(k) last(k)+1:last(k+1);
  b = at (1);  u = at (2);  tb = at (3);  tu = at (4);  f = at (5);
  D = struct ('kind', 'delassus', 'Anb', W(b,b), 'Anu', W(u,u), 'Anbnu', W(b,u), ...
              'Anunb', W(u,b), ...
              'Atb', W(b,tb), 'Atu', W(u,tu), 'Anbtu', W(b,tu), 'Anutb', W(u,tb), ...
              'A', W([b u],[b u]), 'Mcinv', [], 'Ac', []);
  D.angles = zeros (S.nb, S.nu);
  if (S.nb > 0)
    D.angles = dls_inertia ('angles', S.Gb, X(:,b), S.Gu, X(:,u));
  end
  D.H0 = full (S.bu - W(u,f));
  D.H1 = S.bb;
  D.H2 = full (S.bb - W(b,f));
  D.wb = D.H2;
  D.wu = D.H0;
end

% inv (M)*J: where there is much of it and M is regular, by a Cholesky factor, sparse.
function [X, ok] = accelerations (S, J)
  if (S.n > 500)
    d = 1 ./ sqrt (max (full (diag (S.M)), realmin));
    d = 2 .^ round (log2 (d));
    [R, p, Q] = chol (diag (sparse (d)) * S.M * diag (sparse (d)));
    if (p == 0 && min (full (abs (diag (R)))) > 1e-6)
      ok = true (1, size (J, 2));
      X = diag (sparse (d)) * (Q * (R \ (R' \ (Q' * (diag (sparse (d)) * sparse (J))))));
      return
    end
  end
  [X, ok] = dls_inertia ('solve', S.M, sparse (S.n, 0), J);
end

% What remains under the bilateral constraints, alone and with the sticking tangents; X, ok: without
% constraints.
function D = constrained (D, S, X, ok)
  if (S.nb == 0)
    f = size (S.Hb, 2) + S.nu + size (S.Hu, 2) + 1;
    [D.Ac, a, lambda] = deal (D.Anu, -full (X(:,f)), zeros (0, 1));
    X = X(:,f+1:end);
  else
    [X, ok, a, lambda] = condensed (S, S.Gb, S.bb, [S.Gu, speye(S.n, S.n * (S.n <= 500))]);
    D.Ac = gram (S.Gu, X(:,1:S.nu), ok(1:S.nu));
    X = X(:,S.nu+1:end);
  end
  if (S.n <= 500)
    D.Mcinv = full (X + X') / 2;
  end
  D.H4 = S.bu + S.Gu' * a;
  D.a0 = a;
  D.lb0 = lambda;
  D.wc = D.H4;
  D.H3 = S.Gb * D.lb0;
  [stb, tb] = sticking (S, 'b');
  [stu, tu] = sticking (S, 'u');
  if (isempty (tb) && isempty (tu))
    D.Acst = D.Ac;
    D.wcst = D.wc;
  else
    [X, ok, a] = condensed (S, [S.Gb, stb, stu], [S.bb; tb; tu], S.Gu);
    D.Acst = gram (S.Gu, X, ok);
    D.wcst = S.bu + S.Gu' * a;
  end
end

% Accelerations X under the forces J with G'*x = 0, and whether there are any (columns); a, lambda:
% without unilateral forces, NaN where there are none.
function [X, ok, a, lambda] = condensed (S, G, b, J)
  [m, k] = deal (size (G, 2), size (J, 2));
  [X, L, info] = dls_kkt_mex ('once', S.M, G, [-full(J), S.F], [zeros(m, k), b], {});
  a = X(:,k+1);
  lambda = L(:,k+1);
  if (~info.consistent(k+1))
    a(:) = NaN;
    lambda(:) = NaN;
  end
  X = X(:,1:k);
  ok = info.consistent(1:k);
end

% J'*X, of full X full
function W = gram (J, X, ok)
  W = J' * X;
  if (~issparse (X))
    W = full (W);
  end
  W = (W + W') / 2;
  if (~all (ok))
    W(:,~ok) = NaN;
    W(~ok,:) = NaN;
  end
end

function [H, t] = sticking (S, side)
  k = reshape (find (strcmp (S.(['mode', side]), 'sticking')), 1, []);
  cols = reshape (bsxfun (@plus, (k - 1) * (S.d - 1), (1:S.d-1)'), 1, []);
  H = S.(['H', side])(:,cols);
  t = S.(['t', side])(cols,1);
end

function list = assumptions_that_fail (D, S)
  list = {};
  R = dls_wellposed_rank (S.M, S.Gb);
  all_ranks = dls_wellposed_rank (S.M, [S.Gb, S.Gu]);
  if (R.rank_mass < S.n)
    list{end+1} = sprintf (['M has rank %d of %d: M > 0 fails (all of COUPLING, TUTORIAL sec. ', ...
                            '2); inertia matrices without constraints are taken in its image'], ...
                           R.rank_mass, S.n);
  end
  if (R.rank < S.nb)
    list{end+1} = sprintf (['Gb has rank %d of %d columns: Anb is not positive definite ', ...
                            '(COUPLING Assumption 2); lb is not unique, Ac and H4 are'], ...
                           R.rank, S.nb);
  end
  if (~R.acceleration_unique)
    list{end+1} = ['ker M and ker Gb'' meet: accelerations are not unique; Mcinv is the block ', ...
                   'of the Moore-Penrose inverse'];
  end
  U = dls_wellposed_rank (S.M, S.Gu);
  if (U.rank < S.nu)
    list{end+1} = sprintf (['Gu has rank %d of %d columns: Anu is not positive definite ', ...
                            '(COUPLING Assumption 1)'], U.rank, S.nu);
  end
  if (all_ranks.rank < R.rank + S.nu)
    list{end+1} = sprintf (['rank ([Gb Gu]) = %d < rank (Gb) + nu = %d: Ac is not positive ', ...
                            'definite (TUTORIAL Prop. 7 (i), COUPLING Prop. 10)'], ...
                            all_ranks.rank, R.rank + S.nu);
  end
  if (any (isnan (D.Ac(:))))
    list{end+1} = ['a unilateral gradient meets neither inertia nor a bilateral constraint: ', ...
                   'NaN in Ac'];
  end
  if (any (isnan (D.a0)))
    list{end+1} = ['F or bb is not compatible with M and Gb (no acceleration with lu = 0): ', ...
                   'NaN in H3, H4, wc, a0, lb0'];
  end
end

% COUPLING (63)-(70) for accelerations: a(q1) = dOmega*a(q2) + gamma solves Gb'*a + bb = 0.
function R = reduced_coordinates (S, q1)
  q1 = dependent_coordinates (S, q1);
  q2 = setdiff (1:S.n, q1);
  p = numel (q1);
  G1 = full (S.Gb(q1,:))';
  solved = -(G1 \ [full(S.Gb(q2,:))', S.bb]);
  R = struct ('q1', q1, 'q2', q2);
  R.dOmega = solved(:,1:end-1);
  R.gamma = [solved(:,end); zeros(S.n - p, 1)];
  E2 = [R.dOmega; eye(S.n - p)];
  R.T = [[eye(p); zeros(S.n - p, p)], E2];
  order = [q1, q2];
  MT = S.M(order,order) * E2;
  force = S.F(order) + S.M(order,order) * R.gamma;
  Gu = S.Gu(order,:);
  R.mass = full (E2' * MT);
  R.force = E2' * force;
  R.gradient = full (E2' * Gu);
  R.coupling = full (MT(1:p,:));
  R.force1 = force(1:p);
  [X, ok] = dls_inertia ('solve', sparse ((R.mass + R.mass') / 2), sparse (S.n - p, 0), ...
                                  [R.gradient, R.force]);
  W = gram ([R.gradient, R.force], X, ok);
  R.Ar = W(1:S.nu,1:S.nu);
  R.H5 = S.bu + Gu' * R.gamma - W(1:S.nu,end);
  Xf = X(:,S.nu+1);
  X(:,S.nu+1) = [];
  R.Lb = pinv (G1') * (R.coupling * X - Gu(1:p,:));
  R.lb0 = pinv (G1') * (R.force1 - R.coupling * Xf);
end

function q1 = dependent_coordinates (S, q1)
  R = dls_wellposed_rank (S.M, S.Gb);
  G = full (R.units * S.Gb);                     % which coordinates does not depend on units
  G = bsxfun (@rdivide, G, sqrt (sum (G .^ 2, 1)));
  if (islogical (q1))
    [~, ~, order] = qr (G', 0);
    q1 = sort (order(1:R.rank));
  end
  if (~(numel (q1) <= S.n && all (ismember (q1(:), 1:S.n)) && numel (unique (q1)) == numel (q1)))
    error ('delassus:option', ...
           'dls_delassus: ''Reduced'' is wrong; expected different indices from 1 to %d', S.n);
  end
  q1 = reshape (q1, 1, []);
  if (numel (q1) ~= R.rank || rank (G(q1,:)) < R.rank)
    error ('delassus:structure', ['dls_delassus: the coordinates in ''Reduced'' are not ', ...
           'functions of the others; expected %d with Gb(q1,:) of rank %d (Assumption 4)'], ...
           R.rank, R.rank);
  end
end

%!test  % the example of the help
%! S = dls_system ('M', eye (2), 'Gb', [1; 1], 'Gu', [1 0; 0 1], 'F', [1; 2]);
%! D = dls_delassus (S);
%! assert (D.Ac, [0.5 -0.5; -0.5 0.5], 1e-15)
%! assert (D.assumptions{1}, ['rank ([Gb Gu]) = 2 < rank (Gb) + nu = 3: Ac is not positive ', ...
%!                            'definite (TUTORIAL Prop. 7 (i), COUPLING Prop. 10)'])

%!test  % block on one corner, sticking (GOLDEN 4)
%! t = 0.3;  w = 0.7;  l = 1;  L = 0.5;
%! a = l/2 * cos (t) + L/2 * sin (t);  b = l/2 * sin (t) - L/2 * cos (t);
%! S = dls_system ('M', diag ([1 1 (l^2+L^2)/12]), 'F', [2; 9.81; 0], 'Gu', [0; 1; b], ...
%!                 'bu', a * w^2, 'Hu', [1; 0; a], 'tu', -b * w^2, 'muu', 1);
%! assert ([S.bu, S.tu], [0.270258665151787, 0.0446262692858585], 1e-14)
%! D = dls_delassus (S);
%! assert (D.Acst, 1.0203110719492, 1e-13)
%! assert (D.wcst, -9.78026159595125, 1e-12)
%! assert (-D.wcst / D.Acst, 9.58556842597723, 1e-12)
%! D = dls_delassus (dls_system (S, 'bu', 0, 'tu', 0));
%! assert (D.wcst, -10.0560095042958, 1e-12)
%! corners = @(u, v) [0; 1; u * cos(t) - v * sin(t)];
%! D = dls_delassus (dls_system (S, 'Gu', [corners(-L/2, -l/2), corners(L/2, -l/2)], ...
%!                   'bu', [], 'Hu', [], 'tu', [], 'muu', 0, 'vtu', [], 'names', []));
%! assert (sort (diag (D.Anu)), [1.07962697850725; 2.43476891465533], 1e-13)
%! assert (D.Anu(1,2), 0.661996577635483, 1e-13)

%!test  % mixed sticking (GOLDEN 6)
%! e = eye (5);
%! S = dls_system ('M', diag (1:5), 'Gb', e(:,1) + e(:,4), 'Hb', e(:,2) + e(:,5), 'mub', 1, ...
%!                 'Hu', e(:,3) + e(:,5), 'Gu', e(:,1) + e(:,2) + 2*e(:,5), 'muu', 1);
%! D = dls_delassus (S);
%! assert (D.Acst, 0.3, 1e-14)
%! assert (D.Ac, [1 + 0.5 + 0.8 - 1 / 1.25], 1e-14)

%!test  % frictionless mixed (GOLDEN 11)
%! S = dls_system ('M', diag ([2 1 0.5]), 'Gb', [1; 1; 0], 'Gu', [0 1; 1 0; 1 1], ...
%!                 'F', [1; 2; 3], 'bb', 0.4, 'bu', [-0.1; 0.2]);
%! D = dls_delassus (S);
%! assert (D.Ac, [7 5; 5 7] / 3, 1e-13)
%! assert (D.wc, [-6.7; -5.6], 1e-13)
%! assert (D.H3, [1.4; 1.4; 0], 1e-13)
%! lu = D.Ac \ -D.wc;
%! assert (lu, [2.3625; 0.7125], 1e-12)
%! assert (D.lb0 - D.Anb \ (D.Anbnu * lu), -0.4125, 1e-12)
%! assert (D.a0 + D.Mcinv * S.Gu * lu, [-0.35; -0.05; 0.15], 1e-12)
%! assert (isempty (D.assumptions))

%!test  % rod (GOLDEN 12)
%! m = 1.5;  l = 0.8;  t = 0.6;
%! S = dls_system ('M', diag ([m m m*l^2/3]), 'Gb', [0; 1; -l*cos(t)], 'Gu', [1; 0; l*sin(t)]);
%! D = dls_delassus (S);
%! assert (D.Mcinv([5 6 9]), [0.447623248651026 0.677941252874462 1.02676602194832], 1e-13)
%! assert (D.Ac, 0.876173672062563, 1e-14)
%! assert (D.angles, 0.960722126330249, 1e-14)

%!test  % reduced coordinates (GOLDEN 13)
%! x = 0.3;  v = 0.7;  q1 = 0.5 * sqrt (1 - x^2);  T12 = -0.5 * x / sqrt (1 - x^2);
%! S = dls_system ('M', eye (2), 'Gb', [8*q1; 2*x], 'bb', 8 * (T12*v)^2 + 2 * v^2, ...
%!                 'F', [1; 2], 'Gu', [1; 3], 'bu', 0.5);
%! D = dls_delassus (S, 'Reduced', 1);
%! R = D.reduced;
%! assert (R.T, [1 T12; 0 1], 1e-15)
%! assert (R.mass, 1.02472527472527, 1e-14)
%! assert (R.Ar, D.Ac, 1e-14)
%! assert (R.H5, D.H4, 1e-14)
%! R = getfield (dls_delassus (dls_system (S, 'F', [0; 0]), 'Reduced', 1), 'reduced');
%! assert (R.force, 0.0443786982248521, 1e-14)
%! assert ([R.coupling, R.mass] * -0.4 + [R.force1, R.force], ...
%!         [-0.21933344276, -0.365511411665], 1e-11)

%!test  % sliding bilateral (GOLDEN 15)
%! S = dls_system ('M', diag ([1 2 3]), 'Gb', [1 0; 1 1; 0 1], 'Hb', [1 1; -1 0; 1 -1]);
%! D = dls_delassus (S);
%! assert (D.Anb, [1.5 0.5; 0.5 5/6], 1e-14)
%! assert (D.Atb, [0.5 1; -1/6 -1/3], 1e-14)

%!test  % singular M, redundant Gb; nothing at all
%! S = dls_system ('M', diag ([1 0 0]), 'Gb', [0 0; 1 2; 0 0], 'Gu', [1 0 0; 1 1 0; 0 0 1]');
%! D = dls_delassus (S);
%! assert (numel (D.assumptions), 5)
%! assert (D.Ac(1:2,1:2), [1 1; 1 1], 1e-14)
%! assert (all (isnan (D.Ac(3,:))))
%! assert (isnan (D.Anu), logical ([0 1 1; 1 1 1; 1 1 1]))
%! D = dls_delassus (dls_system ('M', 2));
%! assert (isempty (D.Ac) && isempty (D.assumptions) && D.Mcinv == 0.5)
%!test  % 3D, no constraints on one side
%! S = dls_system ('M', eye (3), 'Gu', [0; 0; 1], 'Hu', [1 0; 0 1; 0 0], 'muu', 1, 'd', 3);
%! D = dls_delassus (S);
%! assert (D.Acst, 1, 1e-14)
%!error <^dls_delassus: the argument is a friction problem; expected a contact system>
%! dls_delassus (dls_problem ('W', eye (2), 'q', [1; 1], 'mu', 0, 'd', 2));
%!error id=delassus:type dls_delassus (3)
%!assert (dls_delassus (dls_system ('M', 1), struct ('Reduced', true)).reduced.q1, zeros (1, 0))
%!error id=delassus:option dls_delassus (dls_system ('M', 1), 'Reducd', 1)
%!error id=delassus:option dls_delassus (dls_system ('M', 1, 'Gb', 1), 'Reduced', 2)
%!error id=delassus:structure dls_delassus (dls_system ('M', eye (2), 'Gb', [1; 0]), 'Reduced', 2)
%!error id=delassus:option
%! dls_delassus (dls_system ('M', eye (2), 'Gb', [1; 1]), 'Reduced', sparse (1e12, 3));
%!demo
%! % a bar on nine feet: how a force at one moves the others, without and with a hinge at an end
%! x = linspace (-1, 1, 9);
%! S = dls_system ('M', diag ([1 1/3]), 'Gb', [1; -1], 'Gu', [ones(1, 9); x]);
%! D = dls_delassus (S);
%! subplot (1, 2, 1); imagesc (S.Gu' / S.M * S.Gu); axis square; title ('free'); colorbar;
%! subplot (1, 2, 2); imagesc (D.Ac); axis square; title ('hinged at the left end'); colorbar;
