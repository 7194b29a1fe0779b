function Q = dls_grasp (varargin)
%DLS_GRASP  Force closure and form closure of a grasp, and how good it is.
%   Q = DLS_GRASP (POINTS, NORMALS, MU) judges the grasp of a rigid body by contacts at POINTS
%   (d-by-k, d = 2 or 3) with normals NORMALS that point into the body (of any length) and
%   friction coefficients MU (k or one; 0: frictionless). Wrenches are [force; moment].
%   Q = DLS_GRASP (S) takes the contacts of S = DLS_SYSTEM (...): forces Gu*lu + Hu*tu with
%   lu >= 0, |tu| <= muu*lu, and Gb*lb with any lb, balance loads in all n coordinates.
%   Force closure: the contacts can exert every wrench. Form closure (of first order): they can
%   do so without friction, so that the body cannot move at all (ALLSTICK Remark 6).
%   DLS_GRASP (..., OPTS) or (..., 'Option', VALUE, ...):
%       'Limit'      'sum'   quality for normal forces whose sum is at most one
%                    'each'  for normal forces of at most one each
%       'Facets'     0: exact cones; k = 3 to 1000: inscribed pyramids with k sides in 3D (0)
%       'Scale'      n lengths of the coordinate axes: wrenches are divided by them (1)
%       'Center'     d-by-1, about which moments are taken (0; for POINTS only)
%       'Quality'    false: only the verdict (true)
%       'Tolerance'  relative distance of the bounds of the quality (0.01)
%       'MaxPoints'  wrenches in the inscribed polytope at which it stops (100)
%       'DataAccuracy'  relative accuracy of the data: no closure is proved for wrenches that
%                    differ so much (8*eps)
%       'MaxTime'    seconds after which what is not known stays undecided (Inf)
%       'Display'    'off' | 'final' | 'iter' (as 'final')
%
%   Q.verdict        'form_closure', 'force_closure' (only with friction), 'no_closure' or
%                    'undecided' (on the edge, to 1e-8)
%   Q.force_closure, Q.form_closure   true, false or NaN (undecided)
%   Q.quality        radius of the largest ball of wrenches that the contacts can exert under the
%                    limit (0: no closure; Inf: Gb resists everything): the lower of
%   Q.bounds         [lower, upper]. Lower: the ball fits in a polytope of such wrenches. Upper:
%                    what can be exerted in the direction Q.weakest. They agree to 'Tolerance' if
%                    'MaxPoints' suffice (0: exactly, for polytopes: 2D, no friction, 'Facets')
%   Q.weakest        unit wrench; the load -Q.weakest is resisted least
%   Q.squeeze        'closure': struct nb, nu, tu of forces strictly inside the cones that cancel;
%                    with Q.rank = n this proves force closure
%   Q.certificate    no force closure: struct with d such that d'*w <= 0 for all w that can be
%                    exerted: Gb'*d = 0, Gu'*d + muu*|Hu'*d| <= 0. The load -d is not resisted
%   Q.motion         no form closure: d with Gb'*d = 0, Gu'*d <= 0. The twist -d opens contacts or
%                    slides along them: nothing but friction hinders it
%   Q.bodies         of a mechanism: Q.motion by name; Q.squeeze.a_b has its forces by name
%   Q.residual.worst what is left of balance of Q.squeeze, or of d'*w above zero of Q.certificate,
%                    relative to its terms (NaN: undecided)
%   Q.rank, Q.points (wrenches of the polytope), Q.facets (as asked), Q.time (s), Q.message
%
%   Example: a disc between two fingers, in the plane
%     Q = dls_grasp ([-1 1; 0 0], [1 -1; 0 0], 0.5);
%     Q.verdict
%     % ans = force_closure
%     Q.quality
%     % ans = 0.3333
%     Q = dls_grasp ([-1 1; 0 0], [1 -1; 0 0], 0);
%     Q.certificate.d' * [1 -1; 0 0; 0 0]      % neither finger can push along d
%     % ans = 0   0
%
%   See also DLS_STICKING, DLS_SYSTEM, DLS_CONIC.
% SPDX-License-Identifier: GPL-3.0-or-later
  clock = tic ();
  [S, args, center_allowed] = grasp (varargin);
  opts = options (args, center_allowed);
  opts.clock = clock;
  if (isempty (opts.Center))
    opts.Center = zeros (S.d, 1);
  end
  W = wrenches (S, opts);
  Q = struct ('kind', 'grasp', 'verdict', 'undecided', 'force_closure', NaN, ...
              'form_closure', NaN, 'quality', 0, 'bounds', [0, 0], 'weakest', [], 'squeeze', [], ...
              'certificate', [], 'motion', [], 'rank', 0, 'points', zeros (W.n, 0), ...
              'facets', opts.Facets, 'limit', opts.Limit, 'time', 0, 'message', '');
  [Q.force_closure, Q.rank, Q.squeeze, d] = closure (W, W.mu, opts);
  if (isequal (Q.force_closure, false))
    Q.certificate = struct ('kind', 'direction', 'd', d);
    Q.weakest = d / norm (d);
  end
  Q.form_closure = Q.force_closure;
  Q.motion = d;
  if (any (W.mu) && ~isequal (Q.force_closure, false))
    [Q.form_closure, ~, ~, Q.motion] = closure (W, zeros (size (W.mu)), opts);
  end
  if (isequal (Q.form_closure, true))
    Q.verdict = 'form_closure';
  elseif (isequal (Q.force_closure, true))
    Q.verdict = 'force_closure';
  elseif (isequal (Q.force_closure, false))
    Q.verdict = 'no_closure';
  else
    Q.message = 'on the edge of closure, to 1e-8';
  end
  if (isequal (Q.force_closure, true) && opts.Quality)
    [Q.bounds, Q.weakest, Q.points, Q.message] = dls_grasp_quality ('ball', W, opts);
  elseif (~isequal (Q.force_closure, false))
    Q.bounds = [NaN, NaN];
  end
  Q.quality = Q.bounds(1);
  Q.residual = struct ('worst', left_of_proof (W, Q));
  Q = in_coordinates (Q, opts.Scale);
  if (isfield (S, 'names'))
    Q.squeeze = dls_by_name (Q.squeeze, S);
    Q = dls_by_name (Q, S, Q.motion);
  end
  Q.time = toc (clock);
  dls_tell ('dls_grasp', opts, Q.verdict, Q.message, Q.time);
  if (nargout == 0)
    dls_show (Q)
    clear Q
  end
end

% How far the proof of the verdict is off, relative to its terms.
function worst = left_of_proof (W, Q)
  if (isequal (Q.force_closure, true))
    G = [W.free, W.normal, W.tangent];
    forces = [Q.squeeze.nb; Q.squeeze.nu; Q.squeeze.tu];
    left = abs (G * forces);
    terms = abs (G) * abs (forces);
  elseif (isequal (Q.force_closure, false))
    d = Q.certificate.d;
    sizes = struct ('d', W.d, 'normal', abs (W.normal), 'tangent', abs (W.tangent));
    [~, left] = dls_grasp_quality ('support', W, W.mu, Q.facets, d);
    [~, terms] = dls_grasp_quality ('support', sizes, W.mu, Q.facets, abs (d));
    left = [max(left(:), 0); abs(W.free' * d)];
    terms = [terms(:); abs(W.free)' * abs(d)];
  else
    worst = NaN;
    return
  end
  worst = max ([0; left ./ max(terms, realmin)]);
end

% Directions pair with wrenches as given, not with the scaled ones.
function Q = in_coordinates (Q, scale)
  scale = scale .* ones (size (Q.points, 1), 1);
  Q.points = bsxfun (@times, scale, Q.points);
  if (~isempty (Q.motion))
    Q.motion = Q.motion ./ scale;
  end
  if (~isempty (Q.certificate))
    Q.certificate.d = Q.certificate.d ./ scale;
  end
end

% The first arguments as a system, and the options.
function [S, args, center] = grasp (args)
  center = false;
  if (numel (args) >= 1 && isstruct (args{1}))
    S = dls_system_input (args{1}, 'dls_grasp');
    args(1) = [];
    if (any (S.mub) || any (S.vtu(:)) || any (isinf (S.muu)))
      error ('delassus:option', ['dls_grasp: expected contacts without friction at bilateral ', ...
             'constraints, that do not slide, with finite muu']);
    end
    return
  end
  if (numel (args) < 3)
    error ('delassus:type', 'dls_grasp: expected a system, or POINTS, NORMALS and MU');
  end
  P = args{1};
  N = args{2};
  mu = args{3};
  args(1:3) = [];
  d = size (P, 1);
  if (~(isa (P, 'double') && isa (N, 'double') && isreal (P) && isreal (N) ...
        && (d == 2 || d == 3) && isequal (size (P), size (N)) && all (isfinite ([P(:); N(:)]))))
    error ('delassus:dimension', ['dls_grasp: POINTS is %s and NORMALS is %s; expected two ', ...
           'finite real 2-by-k or 3-by-k matrices'], dls_describe (P), dls_describe (N));
  end
  if (~(isa (mu, 'double') && isreal (mu) && any (numel (mu) == [1, size(P, 2)]) ...
        && all (mu(:) >= 0)))
    error ('delassus:option', ['dls_grasp: MU is %s; expected %d friction coefficients >= 0, ', ...
           'or one'], dls_describe (mu), size (P, 2));
  end
  most = max (abs (N), [], 1);
  if (any (most == 0))
    error ('delassus:structure', 'dls_grasp: normal %d is zero; expected a direction', ...
           find (most == 0, 1));
  end
  N = bsxfun (@rdivide, N, most);              % whose squares neither overflow nor vanish
  N = bsxfun (@rdivide, N, sqrt (sum (N .^ 2, 1)));
  center = true;
  S = struct ('P', full (P), 'N', full (N), 'mu', mu, 'd', d);
end

function opts = options (args, center_allowed)
  opts = dls_table_options ('dls_grasp', args);
  if (isequal (opts.Scale, []))
    opts.Scale = 1;
  end
  if (any (opts.Facets == [1, 2]))
    error ('delassus:option', 'dls_grasp: Facets is %g; expected 0 or one of 3 to 1000', ...
           opts.Facets);
  elseif (~(isa (opts.Scale, 'double') && isvector (opts.Scale) ...
            && all (opts.Scale > 0 & isfinite (opts.Scale))))
    error ('delassus:option', 'dls_grasp: Scale is %s; expected positive lengths', ...
           dls_describe (opts.Scale));
  elseif (~isempty (opts.Center) && ~center_allowed)
    error ('delassus:option', 'dls_grasp: Center needs POINTS; a system has its own coordinates');
  end
  opts.Scale = opts.Scale(:);
end

% Scaled columns: W.free, W.normal (n-by-k), W.tangent (n-by-(d-1)k), W.mu.
function W = wrenches (S, opts)
  if (isfield (S, 'P'))
    S = from_points (S, opts.Center);
  end
  n = size (S.Gu, 1);
  if (~any (numel (opts.Scale) == [1, n]))
    dls_raise ('delassus:dimension', 'dls_grasp: Scale has %d entries; expected %d or one', ...
               numel (opts.Scale), n);
  end
  W.n = n;
  W.d = S.d;
  W.mu = S.muu;
  W.free = bsxfun (@rdivide, full (S.Gb), opts.Scale);
  W.normal = bsxfun (@rdivide, full (S.Gu), opts.Scale);
  W.tangent = zeros (n, (S.d - 1) * size (S.Gu, 2));
  if (~isempty (S.Hu))
    W.tangent = bsxfun (@rdivide, full (S.Hu), opts.Scale);
  end
end

function S = from_points (S, center)
  k = size (S.P, 2);
  center = dls_vector_input (center, S.d, 'dls_grasp', 'Center');
  r = bsxfun (@minus, S.P, center);
  if (S.d == 2)
    T = [-S.N(2,:); S.N(1,:)];
    moment = @(f) r(1,:) .* f(2,:) - r(2,:) .* f(1,:);
    G = [S.N; moment(S.N)];
    H = [T; moment(T)];
  else
    G = [S.N; cross(r, S.N, 1)];
    H = zeros (6, 2 * k);
    for i = 1:k
      T = null (S.N(:,i)');
      H(:,2*i-1:2*i) = [T; cross([r(:,i), r(:,i)], T, 1)];
    end
  end
  S = dls_system ('M', eye (size (G, 1)), 'Gu', G, 'Hu', H, 'muu', S.mu, 'd', S.d);
  if (any (isinf (S.muu)))
    error ('delassus:option', 'dls_grasp: MU contains Inf; expected finite coefficients');
  end
end

% The cone of wrenches is the whole space if the columns have full rank and forces strictly inside
% of the contact cones cancel (the largest margin eps > 0). Else the multipliers d of the balance
% separate it. Both are checked, in units in which rows and columns have the size one: what the
% forces leave of balance is made up by forces smaller than their margin; what d lacks is rounding.
function [yes, r, squeeze, d] = closure (W, mu, opts)
  k = numel (mu);
  use = find (mu > 0);
  q = W.d - 1;
  rows = reshape (bsxfun (@plus, (use(:)' - 1) * q, (1:q)'), [], 1);
  G = [W.free, W.normal, W.tangent(:,rows)];
  nf = size (W.free, 2);
  normal = nf + use(:);
  tangent = nf + k + reshape (1:q * numel (use), q, numel (use));
  [G, row, column] = equilibrated (G, normal, tangent);
  [U, ~] = svd (G);
  values = [svd(G); zeros(W.n - min (size (G)), 1)];
  r = sum (values > 1e-10 * max ([values; realmin]));
  yes = NaN;
  squeeze = [];
  d = [];
  if (r < W.n)
    d = row .* U(:,end);
    if (values(end) <= max (opts.DataAccuracy, eps) * W.n * max ([values; realmin]))
      yes = false;
    end
    return
  end
  E = struct ('nb', nf, 'd', W.d, 'detaching', false (k, 1), 'G', G, 'normal', normal, ...
              'tangent', tangent);
  mu = reshape (mu, k, 1);
  bound = mu(use) .* column(normal) ./ reshape (column(tangent(1,:)), [], 1);
  C = dls_stick ('cones', E, bound, ones (numel (use), 1), bound, opts.Facets);
  C.e(1:k) = 1;
  N = size (G, 2);
  one = sparse (1, N + 1, 1, 1, N + 1);
  top = [sparse(1:k, nf + (1:k), 1, k, N), sparse(k, 1)];
  A = [sparse(G), sparse(W.n, 1); one; top; C.A, C.e];
  b = [zeros(W.n, 1); ones(k + 1, 1); zeros(size (C.e))];
  cones = struct ('z', W.n, 'l', 1 + k + C.cones.l, 'q', C.cones.q);
  [x, y, info] = dls_stick ('solve', [zeros(N, 1); -1], A, b, cones, opts);
  if (~strcmp (info.status, 'solved'))
    return
  end
  lambda = x(1:N);
  left = norm (G * lambda) / values(end);
  if (x(end) * min ([1; bound]) > 10 * left && x(end) > 1e-8)
    yes = true;
    lambda = column .* (lambda - pinv (G) * (G * lambda));
    squeeze = struct ('nb', lambda(1:nf), 'nu', lambda(nf + (1:k)), 'tu', zeros (k * q, 1));
    squeeze.tu(rows) = lambda(nf+k+1:N);
    return
  end
  [yes, d] = separated (W, mu, opts, -row .* y(1:W.n), row);
end
% d'*w <= 0 for all wrenches w that can be exerted, to the rounding of the sums and the accuracy of
% the data; a multiplier is moved off the contacts that it nearly touches, and tried again.
function [yes, d] = separated (W, mu, opts, d, row)
  yes = NaN;
  if (~any (d))
    d = [];
    return
  end
  d = d / norm (d);
  first = d;
  for near = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3]
    [~, reach] = dls_grasp_quality ('support', W, mu, opts.Facets, d);
    reach_of = row * max (abs (d ./ row));     % what d is, in units of its rows
    sizes = struct ('d', W.d, 'normal', abs (W.normal), 'tangent', abs (W.tangent));
    [~, size_] = dls_grasp_quality ('support', sizes, mu, opts.Facets, reach_of);
    rounding = 2 * (max (opts.DataAccuracy, eps) + W.n * eps);
    free = abs (W.free' * d);
    if (all (reach <= rounding * size_) && all (free <= rounding * abs (W.free)' * reach_of))
      yes = false;
      return
    end
    [~, reach] = dls_grasp_quality ('support', W, mu, opts.Facets, first);
    d = aligned (W, mu, opts, first, find (abs (reach) <= near * size_));
  end
  d = [];
end

% The nearest direction along which the wrenches `near` do nothing.
function d = aligned (W, mu, opts, d, near)
  for k = 1:4
    [points, reach] = dls_grasp_quality ('support', W, mu, opts.Facets, d);
    P = reshape (points(:,1,near), W.n, numel (near));
    A = [W.free, P];
    if (isempty (A))
      break                                    % no contact is near, nothing is free
    end
    A = bsxfun (@rdivide, A, max (sqrt (sum (A .^ 2, 1)), realmin));
    d = d - pinv (A', 1e-9) * (A' * d);
  end
  d = d / max (norm (d), realmin);
end

% Rows and columns of size one, by powers of two; a contact's tangents share their unit.
function [G, row, column] = equilibrated (G, normal, tangent)
  row = ones (size (G, 1), 1);
  column = ones (size (G, 2), 1);
  for k = 1:4
    A = bsxfun (@times, row, abs (G));
    size_ = max (A, [], 1)';
    for i = 1:numel (normal)
      size_(tangent(:,i)) = max (size_(tangent(:,i)));
    end
    column = inverse (size_);
    row = row .* inverse (max (bsxfun (@times, A, column'), [], 2));
  end
  G = bsxfun (@times, row, bsxfun (@times, G, column'));
end

function u = inverse (x)
  [~, e] = log2 (x);
  u = 2 .^ -e;
  u(x == 0) = 1;
end

%!test  % the examples of the help
%! Q = dls_grasp ([-1 1; 0 0], [1 -1; 0 0], 0.5);
%! assert ({Q.verdict, Q.form_closure}, {'force_closure', false})
%! assert (Q.bounds, [1 1] / 3, 1e-9)
%! assert (Q.residual.worst <= 1e-14)
%! Q = dls_grasp ([-1 1; 0 0], [1 -1; 0 0], 0);
%! assert (Q.verdict, 'no_closure')
%! assert (Q.certificate.d' * [1 -1; 0 0; 0 0], [0 0], 1e-9)
%! assert (Q.residual.worst <= 1e-14)
%!test  % no column to press, one coordinate, one column; what cancels only just closes nothing
%! Q = dls_grasp (dls_system ('M', 1, 'Gb', 1));
%! assert ({Q.verdict, Q.form_closure}, {'form_closure', true})
%! Q = dls_grasp (dls_system ('M', eye (2), 'Gb', [1 1; 2 -2]));
%! assert ({Q.verdict, Q.form_closure}, {'form_closure', true})
%! Q = dls_grasp (dls_system ('M', eye (3), 'Gu', [0; 0; 1]));
%! assert ({Q.verdict, Q.force_closure}, {'no_closure', false})
%! P = [0.5 1 -0.5 0 -1; 0.5 0 0 -1 -1.5];
%! Q = dls_grasp (P, [-2 0 -1 0 1; 2 3 -1 -1 2], 0);
%! assert ({Q.verdict, Q.force_closure}, {'no_closure', false})
%! Q = dls_grasp ([-1 1; 0 0], [1 -1; 0 0], 0.5, 'MaxTime', 0);
%! assert ({Q.verdict, Q.residual.worst}, {'undecided', NaN})
%!test  % normals of any length
%! P = [1 -1 0; 0 0 1];
%! Q = dls_grasp (P, -P, 0.5);
%! for unit = [1e-200, 1e200]
%!   R = dls_grasp (P, -P * diag ([1, unit, 1 / unit]), 0.5);
%!   assert ({R.verdict, R.quality}, {Q.verdict, Q.quality})
%! end
%!error <dls_grasp: the argument is a friction problem; expected a contact system>
%! dls_grasp (dls_problem ('W', eye (2), 'q', [-1; 0], 'mu', 0.5, 'd', 2));
%!error id=delassus:option dls_grasp (eye (2), eye (2), 1, 'Facet', 4)
%!error <MU is -1; expected 2 friction> dls_grasp ([-1 1; 0 0], [1 -1; 0 0], -1)
%!error id=delassus:option dls_grasp ([-1 1; 0 0], [1 -1; 0 0], 0.5, 'Quality', 'no')
%!error id=delassus:option dls_grasp ([-1 1; 0 0], [1 -1; 0 0], 0.5, 'Tolerance', -1)
%!demo
%! % the quality of two opposite fingers over their friction
%! mu = linspace (0, 2, 41);
%! plot (mu, arrayfun (@(m) dls_grasp ([-1 1; 0 0], [1 -1; 0 0], m).quality, mu));
%! xlabel ('mu');
%! ylabel ('quality');
