function [err, parts] = dls_residual (P, r, v, varargin)
%DLS_RESIDUAL  How well reactions solve a friction problem: the natural map, recomputed.
%   ERR = DLS_RESIDUAL (P, R) for a problem P of DLS_PROBLEM in local form and
%   ERR = DLS_RESIDUAL (P, R, V) in global form. V absent or []: the velocity of least norm
%   with M*v + f = H'*r. With u = W*r + q, or u = H*v + w, and per contact c
%       u^_c = u_c + mu_c*|u_Tc|*e_N                    (De Saxce, CONIC (3.13))
%       e_c  = r_c - P_Kc (r_c - rho_c*u^_c)            natural map: zero exactly at solutions
%   where P_K projects on Coulomb's cone. mu = Inf has K = {r_N >= 0}, K* = {u_T = 0, u_N >= 0}
%   and u^ = u: solutions have u_T = 0 and 0 <= u_N _|_ r_N >= 0. (The tangential motion is
%   locked even where the contact opens; a large finite mu frees it there.) Two measures:
%   'Measure' 'scaled' (default): dimensionless, the same in any units of force, length and time.
%       rho_c = d / trace (W_cc) turns velocities into reactions; in global form the diagonal of
%       M stands for M in W = H*inv (M)*H' (massless coordinates left out; no factorisation). A
%       contact without any takes the mean of the others.
%       natural   |e| / max (|r|, |rho.*q|), in global form
%                 |e| / max (|r|, |rho.*(|H|*|v|)|, |rho.*w|)       (|H|*|v|: what rounding is
%                 relative to when u = H*v is zero)
%       equality  |M*v + f - H'*r| / max (|M*v|, |f|, |H'*r|), 0 in local form
%       ERR = max (natural, equality)
%   'Measure' 'siconos': what the Siconos platform stops on: rho = 1,
%       local     |e| / max (|q|, |r|, |u|)
%       global    |e| / max (|u|, |r|) + |M*v + f - H'*r| / max (|f|, |M*v|, |H'*r|)
%   Norms are Euclidean; 0/0 is 0.
%   Of P.kind 'law' (DLS_PROBLEM) R and U have P.rows entries per contact, and all this is of the
%   problem of disks for which P stands: ellipses scaled to disks, moments in units in which their
%   mobilities are those of normals, cohesion added to r_N, mu of the slips of R or V.
%   [ERR, PARTS] = ...: .natural, .equality (as above), .contact (nc-by-1: |e_c| over the same
%   denominator as natural), .map (d-by-nc, e_c), .rho, .u, .v, .velocity (the largest error of the
%   velocity at a contact for these reactions, in units of u, of the scaled measure: |e_c| / rho_c,
%   u^ for u, and what M*v + f - H'*r does to u where the diagonal of M stands for M), .speed (the
%   length of the velocities without reactions: |q|, or max (|w|, ||H|*|f|./diag (M)|)),
%   .cone_r, .cone_u (nc-by-1, distances of r_c to K_c and of rho_c*u^_c to K_c*, over
%   that denominator), .complementarity (nc-by-1, |r_c'*rho_c*u^_c| over its square), .measure.
%   ERR is NaN when R or V hold a NaN or Inf: no answer is not a solution.
%
%   Example: a block at rest on a slope that friction can hold, then one that it cannot
%     q = [-1; 0.2];                                       % free fall: normal, down the slope
%     P = dls_problem ('W', eye (2), 'q', q, 'mu', 0.5, 'd', 2);
%     [dls_residual(P, -q), dls_residual(dls_problem (P, 'mu', 0.1), -q)]
%     % ans = 0   0.0976
%
%   See also DLS_PROBLEM, DLS_READ.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 2)
    error ('delassus:type', 'dls_residual: expected a problem made by dls_problem, and r');
  elseif (nargin < 3)
    v = [];
  elseif (ischar (v) || isstruct (v))            % options without a velocity
    varargin = [{v}, varargin];
    v = [];
  end
  P = dls_problem_input (P, 'dls_residual', true);
  if (strcmp (P.kind, 'law'))
    [err, parts] = of_law (P, r, v, varargin);
    return
  end
  measure = 'scaled';
  if (~isempty (varargin))
    opts = dls_table_options ('dls_residual', varargin);
    measure = opts.Measure;
  end
  scaled = strcmp (measure, 'scaled');
  r = answer (r, P.d * P.nc, 'r');
  if (strcmp (P.form, 'local'))
    if (~isempty (v))
      error ('delassus:dimension', 'dls_residual: v is %s; expected [] in local form', ...
             dls_describe (v));
    end
    equality = 0;
    [u, rho, size_of] = local_form (P, r, scaled);
  else
    v = velocity (P, r, v);
    forces = full ([P.M * v, P.f, -(P.H' * r)]);
    longest = max ([norm(forces(:,1)), norm(forces(:,2)), norm(forces(:,3))]);
    equality = ratio (norm (sum (forces, 2)), longest);
    [u, rho, size_of] = global_form (P, r, v, scaled);
  end
  mu = P.mu';
  R = reshape (r, P.d, P.nc);
  V = reshape (u, P.d, P.nc);
  slides = mu;
  slides(isinf (mu)) = 0;
  V(1,:) = V(1,:) + slides .* lengths (V(2:end,:));
  V = V .* rho';
  map = R - on_cone (R - V, mu);
  natural = ratio (norm (map, 'fro'), size_of);
  if (~all (isfinite ([r; u])) || isnan (natural + equality))
    err = NaN;                                 % max would prefer a number
  elseif (scaled)
    err = max (natural, equality);
  else
    err = natural + equality;
  end
  if (nargout > 1)
    parts = struct ('natural', natural, 'equality', equality);
    parts.contact = ratio (lengths (map)', size_of);
    parts.map = map;
    parts.rho = rho;
    parts.u = u;
    parts.v = v;
    parts.cone_r = ratio (lengths (R - on_cone (R, mu))', size_of);
    parts.cone_u = ratio (lengths (on_cone (-V, mu))', size_of);        % Moreau
    parts.complementarity = ratio (ratio (abs (sum (R .* V, 1))', size_of), size_of);
    parts.measure = measure;
    parts.velocity = velocity_error (P, r, v, parts);
    parts.speed = speed_of_data (P);
  end
end

% As of the problem of disks for which it stands, in the same units; what no disk can do is added.
function [err, parts] = of_law (P, r, v, options)
  r = answer (r, P.rows * P.nc, 'r');
  if (strcmp (P.form, 'global'))
    v = velocity (P, r, v);
    u = full (P.H * v) + P.w;
  else
    u = full (P.W * r) + P.q;
  end
  V = reshape (u, P.rows, P.nc);
  [Q, L] = dls_law_disks (P, lengths (V(2:P.d,:))');
  x = L.E * (r - L.r0);
  if (strcmp (P.form, 'global'))
    [err, parts] = dls_residual (Q, x, [v; zeros(L.y, 1)], options{:});
  else
    [err, parts] = dls_residual (Q, x, v, options{:});
  end
  beyond = ratio (norm (r - L.r0 - L.C * x), norm (r - L.r0));
  if (beyond > err)                            % not if err is NaN
    err = beyond;
  end
  parts.u = u;
  parts.v = v;
end

function worst = velocity_error (P, r, v, parts)
  if (~strcmp (parts.measure, 'scaled'))
    [~, parts] = dls_residual (P, r, v);
  end
  error_of = zeros (P.d, P.nc);
  error_of(1,:) = lengths (parts.map) ./ parts.rho';
  if (strcmp (P.form, 'global'))
    m = full (diag (P.M));
    g = full (abs (P.M * parts.v + P.f - P.H' * r));
    g = g ./ m;
    g(~(m > 0)) = 0;
    error_of = error_of + reshape (full (abs (P.H) * g), P.d, P.nc);
  end
  worst = max ([0, lengths(error_of)]);
  if (~all (isfinite (error_of(:))))
    worst = NaN;
  end
end

% The length of the velocities that the data alone cause.
function speed = speed_of_data (P)
  if (strcmp (P.form, 'local'))
    speed = norm (P.q);
  else
    m = full (diag (P.M));
    free = abs (P.f) ./ m;
    free(~(m > 0)) = 0;
    speed = max (norm (P.w), norm (full (abs (P.H) * free)));
  end
end

function [u, rho, size_of] = local_form (P, r, scaled)
  u = full (P.W * r) + P.q;
  rho = ones (P.nc, 1);
  if (scaled)
    rho = scales (sum (reshape (full (diag (P.W)), P.d, P.nc), 1)', P);
    size_of = max (norm (r), length_of (rho, P.q));
  else
    size_of = max ([norm(P.q), norm(r), norm(u)]);
  end
end

function [u, rho, size_of] = global_form (P, r, v, scaled)
  u = full (P.H * v) + P.w;
  rho = ones (P.nc, 1);
  if (scaled)
    m = full (diag (P.M));
    mobility = zeros (size (m));
    mobility(m > 0) = 1 ./ m(m > 0);
    rho = scales (sum (reshape (full ((P.H .^ 2) * mobility), P.d, P.nc), 1)', P);
    size_of = max ([norm(r), length_of(rho, full (abs (P.H) * abs (v))), length_of(rho, P.w)]);
  else
    size_of = max (norm (u), norm (r));
  end
end

% Projection on {|x_T| <= mu*x_N}, columns: in the plane of e_N and x_T the boundary is the ray
% (s, c), s = 1/sqrt (1 + mu^2), c = mu*s; the polar cone is where s*x_N + c*|x_T| <= 0 and
% the point is beyond the apex. mu = 0 is the ray of e_N, mu = Inf the half space.
function Y = on_cone (X, mu)
  s = 1 ./ hypot (1, mu);
  c = mu .* s;
  c(isinf (mu)) = 1;
  t = lengths (X(2:end,:));
  along = max (s .* X(1,:) + c .* t, 0);
  turn = c .* along ./ max (t, realmin);
  Y = [s .* along; turn .* X(2:end,:)];
  inside = s .* t <= c .* X(1,:) & X(1,:) >= 0;
  Y(:,inside) = X(:,inside);
end

function l = lengths (X)
  largest = max (max (abs (X), [], 1), realmin);       % nothing under- or overflows
  l = largest .* sqrt (sum ((X ./ largest) .^ 2, 1));
end

function x = ratio (x, y)
  x(x ~= 0) = x(x ~= 0) / y;
end

function l = length_of (rho, x)
  l = norm (reshape (x, [], numel (rho)) .* rho', 'fro');
end

function rho = scales (trace_of, P)
  rho = ones (P.nc, 1);
  known = trace_of > 0;
  if (any (known))
    rho(known) = P.d ./ trace_of(known);
    rho(~known) = P.d * sum (known) / sum (trace_of(known));
  end
end

function v = velocity (P, r, v)
  n = size (P.M, 1);
  if (~(isempty (v) && n > 0))
    v = answer (v, n, 'v');
  elseif (all (isfinite (r)))
    dls_finite_input (P.f, 'dls_residual', 'f');
    v = dls_kkt (P.M, sparse (n, 0), P.f - P.H' * r, []);
  else
    v = NaN (n, 1);
  end
end

% As dls_vector_input, but not finite is an answer, too.
function x = answer (x, count, name)
  if (count == 0 && isempty (x) && isa (x, 'double'))
    x = zeros (0, 1);
  end
  if (~(isa (x, 'double') && isreal (x)))
    error ('delassus:type', 'dls_residual: %s is %s; expected a real double vector', name, ...
           dls_describe (x));
  elseif (ndims (x) > 2 || size (x, 1) ~= count || size (x, 2) ~= 1)
    error ('delassus:dimension', 'dls_residual: %s is %d-by-%d; expected %d-by-1', name, ...
           size (x, 1), size (x, 2), count);
  end
  x = full (x);
end

%!test  % the example of the help; contact by contact
%! q = [-1; 0.2];
%! P = dls_problem ('W', eye (2), 'q', q, 'mu', 0.5, 'd', 2);
%! assert (dls_residual (P, -q), 0)
%! [e, parts] = dls_residual (dls_problem (P, 'mu', 0.1), -q);
%! assert (e, norm ([1; -0.2] - 1.02/1.01 * [1; -0.1]) / norm (q), 1e-14)
%! assert (parts.natural, e)
%! assert (parts.contact, e, 1e-15)
%! assert (parts.cone_r, e, 1e-14)
%! assert (parts.equality, 0)
%! assert (parts.u, [0; 0])
%! assert (parts.velocity, norm (parts.map), 1e-15)

%!test  % a ball that sticks under a large load and creeps: its velocity is all error
%! P = dls_problem ('M', 4 * eye (2), 'H', eye (2), 'f', [1e4; -4e-5], 'mu', 0.5, 'd', 2);
%! [e, parts] = dls_residual (P, [1e4; 0], [0; 1e-5]);
%! assert (e < 1e-8)
%! assert (parts.velocity, 1e-5 * norm ([1, 0.5]), 1e-12)      % mu*|u_T| on the normal
%! [~, parts] = dls_residual (P, [1e4; 0], [0; 1e-5], 'Measure', 'siconos');
%! assert (parts.velocity, 1e-5 * norm ([1, 0.5]), 1e-12)      % mu*|u_T| on the normal
%! [~, parts] = dls_residual (P, [1e4; 4e-5], [0; 1e-5]);      % and an impulse is missing
%! assert (parts.velocity, 1e-5 * norm ([1, 0.5, 1]), 1e-9)
%! [r, u, v, info] = dls_friction (P);
%! [~, parts] = dls_residual (P, r, v);
%! assert (info.residual.velocity, parts.velocity, 1e-12 * max (1, parts.velocity))
%! assert ([parts.speed, info.residual.speed], norm ([2500, 1e-5]) * [1, 1], 1e-9)

%!test  % sliding in 3D, global form: De Saxce's term makes u^ orthogonal to r
%! P = dls_problem ('M', eye (3), 'H', eye (3), 'f', [0.5; -3.4; -4.2], 'mu', 0.5, 'd', 3);
%! r = [0.5; -0.15; -0.2];
%! v = r - P.f;
%! P.w = [-v(1); 0; 0];
%! [e, parts] = dls_residual (P, r, v);
%! assert (parts.u, [0; 3.25; 4], 1e-14)
%! assert (e > 1e-3)                                   % friction not against the slip
%! r = 0.5 * [1; -0.5 * 3.25 / norm([3.25 4]); -0.5 * 4 / norm([3.25 4])];
%! P.f = r - v;
%! [e, parts] = dls_residual (P, r, v);
%! assert (e < 1e-14)
%! assert (parts.complementarity < 1e-14)
%! assert (dls_residual (P, r), e, 1e-14)             % v from r

%!shared P, Q
%! P = dls_problem ('W', eye (2), 'mu', 1, 'd', 2);
%! Q = dls_problem ('M', 1, 'H', [1; 1], 'mu', 1, 'd', 2);
%!assert (dls_residual (P, [1; 1], 'Measure', 'siconos'), ...
%!        dls_residual (P, [1; 1], [], struct ('Measure', 'siconos')))
%!error id=delassus:type dls_residual (3, 1)
%!error id=delassus:type dls_residual (P, 'xy')
%!error id=delassus:dimension dls_residual (P, 1)
%!error <v is 1; expected .. in local form> dls_residual (P, [1; 1], 1)
%!error id=delassus:dimension dls_residual (Q, [1; 1], [1; 1])
%!error id=delassus:option dls_residual (P, [1; 1], [], 'Measure', 'best')
%!error id=delassus:option dls_residual (P, [1; 1], [], 'Scale', 1)
%!error <^dls_residual: no data> dls_residual (struct ('form', 'local'), 1)
%!test  % nothing under- or overflows
%! for s = [1e-200, 1, 1e200]
%!   P = dls_problem ('W', eye (2), 'q', s * [-1; 0.2], 'mu', 0.1, 'd', 2);
%!   r = s * [1; -0.2];                           % 0.1*s/sqrt (1.01) off the cone, beside |r|
%!   assert (dls_residual (P, r), 0.1 / sqrt (1.01 * 1.04), 1e-14)
%! end
%!demo
%! % the residual of multiples of a solution: zero at the solution alone
%! P = dls_problem ('W', [2 0.5; 0.5 1], 'q', [-1; 0.8], 'mu', 0.5, 'd', 2);
%! r = dls_friction (P);
%! t = linspace (0, 2, 81);
%! semilogy (t, arrayfun (@(x) max (dls_residual (P, x * r), 1e-16), t));
%! xlabel ('multiple of the solution'); ylabel ('residual');
