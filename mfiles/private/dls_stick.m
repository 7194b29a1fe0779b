function varargout = dls_stick (what, varargin)
% What sticking, ranges and grasps share; dls_stick (WHAT, ...): question, setup: the system that is
% asked about; columns, cones, polygon, sliding, tangents: of tangents and cones; solve: a program;
% lambda, units, given, proof: reactions in the caller's names and units; no_force.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['stick_', what], varargin{:});
end

% The system whose contacts shall all stick: those at rest with mu = 0 are asked, too, where they
% have tangents; their tangents must balance without a force.
function S = stick_question (S)
  if (~any (strcmp ('frictionless', [S.modeb, S.modeu])))
    return
  end
  sides = 'bu';
  for i = 1:2
    s = sides(i);
    H = S.(['H', s]);
    for k = find (strcmp ('frictionless', S.(['mode', s])))
      if (~isempty (H) && ~any (S.(['vt', s])(:,k)) ...
          && any (any (H(:,(k-1)*(S.d-1) + (1:S.d-1)))))
        S.(['mode', s]){k} = 'sticking';
      end
    end
  end
end

% The mixed problem (65)(a)(b) of ALLSTICK, solved once: Gauss' principle gives the acceleration.
% S in natural units (dls_natural_units). Adds to the fields of stick_columns
%   E.status       'solved', 'no_acceleration', 'no_balance', 'undecided', 'time_limit' or
%                  'numerical_trouble'
%   E.a, E.lambda  one solution;  E.w = M*a + F;  E.detaching (nu-by-1);  E.free: columns not zero
%   E.certificate  of 'no_acceleration' and 'no_balance'
function E = stick_setup (S, closed, caller, opts)
  E = stick_columns (S);
  if (E.slides)
    error ('delassus:option', ['%s: a contact slides (vtb or vtu is not zero); ', ...
           'expected sticking and frictionless contacts only'], caller);
  end
  if (isfield (opts, 'Static') && opts.Static)
    E = at_rest (E, S);
    return
  end
  E.certificate = [];
  normals = S.nb + (1:S.nu)';
  opens = false (size (E.b));
  opens(normals) = ~closed;
  [E.a, E.lambda, E.w, open, E.status, E.message, E.size] = ...
    dls_sticking_mex ('hold', S.M, E.G, S.F, E.b, opens, opts.DataAccuracy, ...
                      max (opts.MaxTime - toc (opts.clock), 0));
  E.programs = 1;
  E.detaching = open(normals);
  E.free = true (size (E.b));
  E.free(E.smooth) = false;
  if (strcmp (E.status, 'primal_infeasible'))
    E.status = 'no_acceleration';
    E.certificate = struct ('kind', E.status, 'u', E.lambda);
  elseif (strcmp (E.status, 'dual_infeasible'))
    E.status = 'no_balance';
    E.certificate = struct ('kind', E.status, 'd', E.a);
  elseif (~any (strcmp (E.status, {'solved', 'undecided', 'time_limit'})))
    E.status = 'numerical_trouble';
  elseif (any (E.detaching))
    E = drop_detaching (E);
  end
end

% v = 0 and a = 0: the reactions balance F, all contacts touch (ALLSTICK Cor. 1).
function E = at_rest (E, S)
  m = numel (E.b);
  E.status = 'solved';
  E.message = '';
  E.certificate = [];
  E.programs = 0;
  E.a = zeros (S.n, 1);
  E.w = S.F;
  E.detaching = false (S.nu, 1);
  E.free = true (m, 1);
  E.free(E.smooth) = false;
  [~, E.lambda] = dls_kkt (speye (S.n), E.G, S.F, zeros (m, 1));
  E.size = max (norm (S.F, Inf), norm (E.lambda, Inf));
  E.size = E.size + (E.size == 0);
end

% A detaching contact carries neither a normal nor a tangential force.
function E = drop_detaching (E)
  open = [false(E.nb, 1); E.detaching];
  E.free(open) = false;
  gone = open(E.normal);
  E.free(E.tangent(:,gone)) = false;
  E.free(E.welded(:,open(E.welded_normal))) = false;
  smooth = open(E.smooth_normal);
  E.smooth(:,smooth) = [];
  E.smooth_normal(smooth) = [];
  E.normal(gone) = [];
  E.tangent(:,gone) = [];
  E.mu(gone) = [];
  E.bilateral(gone) = [];
end

% Columns of forces and accelerations, and the contacts with a friction cone. Those with mu = Inf
% stick without one, those with mu = 0 (where they are asked to stick: stick_question) without
% a force.
%   E.G, E.b       all columns [Gb, Gu, Hb, Hu] that act (tangents of sticking contacts only)
%   E.nb, .nu, .d  sizes;  E.rows_tb, .rows_tu: which entries of tb, tu the tangents are
%   E.normal, .tangent ((d-1)-by-k), .mu, .bilateral   contacts with a cone: columns of E.G
%   E.welded, .welded_normal                           those with mu = Inf
%   E.smooth, .smooth_normal                           those with mu = 0
%   E.slides       some contact slides: its force is mu*|l| against Tb, Tu = H*vt/|vt| (one column
%                  per constraint, times mu; zero: does not slide);  E.sliding_b: which bilateral
function E = stick_columns (S)
  E.nb = S.nb;
  E.nu = S.nu;
  E.d = S.d;
  k = S.d - 1;
  stb = reshape (find (strcmp ('sticking', S.modeb)), 1, []);
  stu = reshape (find (strcmp ('sticking', S.modeu)), 1, []);
  E.rows_tb = tangent_rows (k, S.nb, stb);
  E.rows_tu = tangent_rows (k, S.nu, stu);
  E.count_tb = k * S.nb * ~isempty (S.Hb);
  E.count_tu = k * S.nu * ~isempty (S.Hu);
  E.G = [S.Gb, S.Gu, S.Hb(:,E.rows_tb), S.Hu(:,E.rows_tu)];
  E.b = [S.bb; S.bu; S.tb(E.rows_tb); S.tu(E.rows_tu)];
  E.normal = [stb(:); S.nb + stu(:)];
  E.tangent = S.nb + S.nu + reshape (1:k * numel (E.normal), k, numel (E.normal));
  E.mu = reshape ([S.mub(stb(:)); S.muu(stu(:))], [], 1);
  E.bilateral = [true(numel (stb), 1); false(numel (stu), 1)];
  welded = isinf (E.mu);
  smooth = E.mu == 0;
  E.welded = E.tangent(:,welded);
  E.welded_normal = E.normal(welded);
  E.smooth = E.tangent(:,smooth);
  E.smooth_normal = E.normal(smooth);
  if (any (welded | smooth))
    cone = ~welded & ~smooth;
    E.normal = E.normal(cone);
    E.tangent = E.tangent(:,cone);
    E.mu = E.mu(cone);
    E.bilateral = E.bilateral(cone);
  end
  E.slides = any (strcmp ('sliding', [S.modeb, S.modeu]));
  if (E.slides)
    [E.Tb, E.sliding_b] = stick_sliding (S, 'b');
    E.Tu = stick_sliding (S, 'u');
  else
    E.Tb = sparse (S.n, S.nb);
    E.Tu = sparse (S.n, S.nu);
    E.sliding_b = false (1, S.nb);
  end
end

% Which of the k tangents of each of so many contacts belong to those of a list.
function rows = tangent_rows (k, count, list)
  rows = list(:);
  if (k > 1)
    rows = reshape (1:k * count, k, count);
    rows = reshape (rows(:,list), [], 1);
  end
end

% Rows of A*lambda + e*eps + s = 0, s in K: lu >= 0 and |t| <= mu*n - weight*eps at the contacts
% of E. signs: per contact, 1 or -1: |t| <= mu*sign*n; 0: no cone (relaxation of a double cone).
%   C.A, C.e, C.cones;  facets > 0: inscribed pyramids with so many sides (3D)
function C = stick_cones (E, mu, signs, weights, facets)
  N = size (E.G, 2);
  lu = E.nb + find (~E.detaching);
  positive = sparse (1:numel (lu), lu, -1, numel (lu), N);
  use = find (signs);
  k = numel (use);
  n = E.normal(use);
  bound = mu(use) .* signs(use);
  weights = weights(use);
  if (E.d == 2 || facets > 0)
    [c, r] = stick_polygon (E.d, facets);
    sides = size (c, 1);
    i = reshape (1:k * sides, sides, k);
    each = ones (sides, 1);
    A = sparse (i, each * n(:)', each * (-r * bound(:)'), k * sides, N);
    for j = 1:E.d - 1
      A = A + sparse (i, each * E.tangent(j,use), c(:,j) * ones (1, k), k * sides, N);
    end
    C.A = [positive; A];
    C.e = [zeros(numel (lu), 1); kron(weights(:), ones (sides, 1))];
    C.cones = struct ('l', size (C.A, 1), 'q', []);
    return
  end
  i = reshape (1:3 * k, 3, k);
  A = sparse (i, [n(:)'; E.tangent(:,use)], [-bound(:)'; -ones(2, k)], 3 * k, N);
  C.A = [positive; A];
  C.e = [zeros(numel (lu), 1); kron(weights(:), [1; 0; 0])];
  C.cones = struct ('l', numel (lu), 'q', 3 * ones (1, k));
end

% Sides c*t <= r*mu*n of the polygon inscribed in the disc |t| <= mu*n, a corner on the first
% axis; in 2D the interval. size_t: the least mu*n that allows each column of t (facets = 0: disc).
function [c, r, size_t] = stick_polygon (d, facets, t)
  c = [1; -1];
  r = 1;
  if (d == 3 && facets > 0)
    angle = pi * (2 * (1:facets)' - 1) / facets;
    c = [cos(angle), sin(angle)];
    r = cos (pi / facets);
  end
  if (nargin < 3)
    return
  elseif (d == 3 && facets == 0)
    size_t = sqrt (sum (t.^2, 1))';
  else
    size_t = max (c * t, [], 1)' / r;
  end
end

% mu*H*vt/|vt|, a column per constraint of a side ('b' or 'u'), zero where it does not slide:
% friction is -T*|lambda|.
function [T, slides] = stick_sliding (S, side)
  [T, slides] = stick_tangents (S, side);
  mu = S.(['mu', side]);
  mu(~slides) = 0;
  count = numel (mu);
  T = T * spdiags (mu, 0, count, count);
end

% Direction of sliding of each constraint of a side ('b' or 'u') as columns, [H]*[xi] of the papers
% with xi = vt/|vt| (sgn (vt) in 2D), zero where it does not slide: friction is -mu*T*|lambda|.
function [T, sliding] = stick_tangents (S, side)
  count = S.(['n', side]);
  sliding = strcmp (S.(['mode', side]), 'sliding');
  T = sparse (S.n, count);
  H = S.(['H', side]);
  v = S.(['vt', side]);
  for i = find (sliding)
    T(:,i) = H(:,(i-1)*(S.d-1) + (1:S.d-1)) * (v(:,i) / norm (v(:,i)));
  end
end

% The linear program of dls_conic, with a second way of factorising where the first ends short, and
% then more tolerance. opts.MaxTime is counted from opts.clock.
function [x, y, info] = stick_solve (q, A, b, cones, opts)
  tries = {'auto', 1e-10; 'ldl', 1e-9; 'auto', 1e-8; 'ldl', 1e-8};
  P = sparse (numel (q), numel (q));
  sizes = [cones.z, cones.l, cones.q];
  for k = 1:4
    settings = struct ('Method', tries{k,1}, 'Tolerance', tries{k,2});
    if (isfinite (opts.MaxTime))
      settings.MaxTime = max (opts.MaxTime - toc (opts.clock), 0);
    end
    [x, ~, y, info] = dls_in_name_of ('dls_conic', @dls_conic_mex, P, q, A, b, sizes, settings);
    if (any (strcmp (info.status, {'solved', 'primal_infeasible', 'dual_infeasible'})))
      return
    elseif (toc (opts.clock) >= opts.MaxTime)
      info.message = 'MaxTime is over';
      return
    end
  end
end

% Struct nb, nu, tb, tu of the columns of E; tangents without an equation carry nothing.
function L = stick_lambda (E, lambda)
  count = size (lambda, 2);
  normals = E.nb + E.nu;
  tb = normals + (1:numel (E.rows_tb));
  tu = normals + numel (tb) + (1:numel (E.rows_tu));
  L = struct ('nb', lambda(1:E.nb,:), 'nu', lambda(E.nb+1:normals,:), ...
              'tb', zeros (E.count_tb, count), 'tu', zeros (E.count_tu, count));
  L.tb(E.rows_tb,:) = lambda(tb,:);
  L.tu(E.rows_tu,:) = lambda(tu,:);
end

% No force is sought: the set of dls_stick_force for that.
function U = stick_no_force (n)
  U = struct ('B', sparse (n, 0), 'C', sparse (0, 0), 'c', zeros (0, 1), 'center', zeros (0, 1), ...
              'radius', Inf);
end

% The set of allowed forces F + B*p (dls_stick_force) in natural units; p is measured as F.
function U = stick_units (U, u)
  U.B = diag (sparse (u.a / u.size)) * U.B;
  U.c = U.c / u.size;
  U.center = U.center / u.size;
  U.radius = U.radius / u.size;
end

% Reactions (struct nb, nu, tb, tu) of a system in natural units in those of the caller.
function L = stick_given (L, u)
  L.nb = u.nb .* L.nb;
  L.nu = u.nu .* L.nu;
  L.tb = u.tb .* L.tb;
  L.tu = u.tu .* L.tu;
end

% A certificate of dls_sticking for T, S in natural units u, as one for S ([]: none).
function C = stick_proof (C, T, u)
  if (isempty (C))
    return
  end
  if (isfield (C, 'w'))
    C.w = u.size * C.w;
  end
  motions = {'y', 'd'};
  for k = find (isfield (C, motions))
    C.(motions{k}) = diag (sparse (u.a)) * C.(motions{k});
  end
  reactions = {'u', 'z'};
  given = find (isfield (C, reactions));
  if (~isempty (given))
    E = stick_columns (T);
    unit = diag (sparse ([u.nb; u.nu; u.tb(E.rows_tb); u.tu(E.rows_tu)]));
  end
  for k = given
    C.(reactions{k}) = unit * C.(reactions{k});
  end
end
