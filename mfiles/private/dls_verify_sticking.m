function report = dls_verify_sticking (S, V, report, E, u)
% The verdict V of dls_sticking on the system S (see dls_verify). E: 'as it is', S is not asked
% whether contacts with mu = 0 stick, too; or the columns of dls_stick, of S and V in natural units
% u (without u V.proof is not checked).
%   'sticking'      V.a and V.lambda satisfy dynamics, constraints, complementarity and cones
%   'not_sticking'  the certificate excludes reactions up to 1e3 times those of V
% SPDX-License-Identifier: GPL-3.0-or-later
  if (strcmp (V.verdict, 'undecided'))
    report = dls_judge ('nothing', report);
    return
  end
  info = struct ('residual', NaN, 'excludes', NaN, 'message', '');
  if (nargin < 4 || ischar (E))
    if (nargin < 4)
      S = dls_stick ('question', S);
    end
    [S, u] = dls_natural_units (S);
    V = in_units (V, S, u);
    E = dls_stick ('columns', S);
  end
  given = exist ('u', 'var') == 1 && isfield (V, 'proof');
  for name = {'neighbourhood', 'W_n', 'W_t', 'V_n', 'V_t'}
    if (isfield (V, name{1}) && ~isempty (V.(name{1})))
      report = dls_judge ('leave', report, name{1});
    end
  end
  [ok, info] = verdict (S, V, E, info);
  if (~isnan (info.residual))
    report = dls_judge ('check', report, 'a and lambda satisfy the system', info.residual, 1e-6);
    report.residual = info.residual;
  end
  if (~isnan (info.excludes))
    report = dls_judge ('check', report, 'the certificate excludes', 1 / info.excludes, 1e-3);
    report.excludes = info.excludes;
  end
  if (~ok && report.ok)
    report = dls_judge ('check', report, 'the certificate proves something', Inf, 0);
  end
  if (~isempty (info.message))
    report.message = info.message;
  end
  if (isfield (V, 'proof') && report.ok && ~isempty (V.detaching) && ~isempty (V.a) ...
      && all (isfinite (V.a)))
    an = S.Gu' * V.a + S.bu;
    motion = max ([abs(S.bu); abs(S.Gu)' * abs(V.a); 1e-6]);
    wrong = sum (V.detaching & an <= 0) + sum (~V.detaching & an > 1e-6 * motion) * ~V.static;
    some = strcmp (kind_of (V), 'cones');      % else there is no acceleration
    report = dls_judge ('check', report, 'detaching', wrong * some, 0);
  end
  if (given && report.ok)
    report = dls_verify_margin ('claims', S, V, report, [u.nb; u.nu; u.tb(E.rows_tb); ...
                                                         u.tu(E.rows_tu)]);
  end
end

function kind = kind_of (V)
  kind = 'cones';
  if (~isempty (V.certificate) && strcmp (V.verdict, 'not_sticking'))
    kind = V.certificate.kind;
  end
end

% V, measured in the units u.
function V = in_units (V, S, u)
  if (~isempty (V.a))
    V.a = V.a ./ u.a;
  end
  inverse = struct ('a', 1 ./ u.a, 'nb', 1 ./ u.nb, 'nu', 1 ./ u.nu, 'tb', 1 ./ u.tb, ...
                    'tu', 1 ./ u.tu, 'size', 1 / u.size);
  if (~isempty (V.lambda))
    V.lambda = dls_stick ('given', V.lambda, inverse);
  end
  V.certificate = dls_stick ('proof', V.certificate, S, inverse);
  if (isfield (V, 'proof'))
    V.proof = dls_verify_margin ('units', V.proof, S, inverse);
  end
  if (isfield (V, 'force_set'))
    V.force_set = dls_stick ('units', V.force_set, u);
  end
  if (isfield (V, 'force'))
    V.force_parameter = V.force_parameter / u.size;
    V.force = V.force .* u.a / u.size ^ 2;
  end
end

function [ok, info] = verdict (S, V, E, info)
  ok = false;
  Q = data (S, V.persistent, E);
  if (V.static)
    V.a = zeros (S.n, 1);
    if (any (Q.b))
      info.message = 'v = 0 but the terms d/dt(G'')*qdot do not vanish';
      return
    end
  end
  kind = kind_of (V);
  if (strcmp (kind, 'no_acceleration'))
    u = Q.len .* V.certificate.u;
    ok = ~V.static && sum_test (Q.b' * u, Q.G * u, Q.G, u, Q);
  elseif (strcmp (kind, 'no_balance'))
    d = V.certificate.d;
    r = Q.G' * d;
    r(Q.inequality) = min (r(Q.inequality), 0);
    ok = ~V.static && S.F' * d < 0 && norm ([S.M * d; r], 1) * 1e7 * norm (S.F, Inf) ...
         <= -(S.F' * d) * max (norm (S.M, 1), norm (Q.G, 1));
  elseif (strcmp (kind, 'joint'))
    [ok, info] = excluded_jointly (S, V, Q, info);
  else
    ok = true;
    if (~V.static || strcmp (V.verdict, 'sticking'))
      [ok, info] = reactions (S, V, Q, info);
    end
    if (ok && strcmp (V.verdict, 'not_sticking'))
      [ok, info] = excluded (S, V, Q, info);
    end
  end
end

% Columns G, accelerations G'*a + b, and the contacts (normal column, tangent columns, mu), for
% gradients of length one: reactions are to be multiplied by Q.len.
function Q = data (S, closed, E)
  k = S.d - 1;
  Q.rows_b = E.rows_tb;
  Q.rows_u = E.rows_tu;
  Q.G = E.G;
  Q.b = E.b;
  Q.normal = find (strcmp ('sticking', [S.modeb, S.modeu]))';
  Q.tangent = S.nb + S.nu + reshape (1:k * numel (Q.normal), k, numel (Q.normal));
  mu = [S.mub; S.muu];
  Q.mu = mu(Q.normal);
  Q.sliding_b = strcmp ('sliding', S.modeb);
  Q.unilateral = false (size (Q.b));
  Q.unilateral(S.nb + (1:S.nu)) = true;
  Q.inequality = Q.unilateral & ~closed;
  len = full (sqrt (sum (Q.G(:,1:S.nb+S.nu) .^ 2, 1)))';
  of_tangent = ones (k, 1) * reshape (len(Q.normal), 1, []);
  Q.len = [len; of_tangent(:)];
  short = diag (sparse (1 ./ Q.len));
  Q.D = Q.G * short;                           % columns of the forces, for lb >= 0
  Q.b = Q.b ./ Q.len;
  Q.slides = any (Q.sliding_b) || any (strcmp ('sliding', S.modeu));
  if (Q.slides)
    Tb = dls_stick ('sliding', S, 'b');
    D = Q.G;
    D(:,1:S.nb) = S.Gb - Tb;
    D(:,S.nb + (1:S.nu)) = S.Gu - dls_stick ('sliding', S, 'u');
    short_b = short(1:S.nb,1:S.nb);
    Q.back = -(S.Gb + Tb) * short_b;           % for lb <= 0, times -lb
    Q.Tb = Tb * short_b;
    Q.G = Q.D;
    Q.D = D * short;
  else
    Q.G = Q.D;
  end
end

% V.force is F + B*u; how far u is outside of its set, relative to the sizes there; the size of
% the forces that may be added.
function [F, outside, reach] = allowed_force (S, V)
  U = V.force_set;
  u = V.force_parameter;
  F = S.F + U.B * u;
  reach = norm (U.B, 1) * max ([norm(U.c, Inf), norm(U.center), U.radius(isfinite (U.radius))]);
  over = U.C * u - U.c;
  rows = max (abs (U.C) * abs (u), abs (U.c)) + (U.c == 0) * norm (U.C, 1) * norm (u, Inf);
  outside = max ([0; over ./ max(rows, realmin)]);
  outside = max (outside, norm (F - V.force, Inf) / max ([norm(F, Inf), realmin]));
  if (isfinite (U.radius))
    far = norm (u - U.center) - U.radius;
    outside = max (outside, far / max ([U.radius, norm(U.center), realmin]));
  end
end

function ok = sum_test (value, r, G, u, Q)
  least = min ([u(Q.inequality); 0]);
  ok = value < 0 && norm (r, Inf) <= 1e-7 * norm (G, 1) * norm (u, Inf) ...
       && least >= -1e-8 * norm (u, Inf) ...
       && -value > 1e-9 * norm (Q.b, Inf) * norm (u, 1);
end

function lambda = all_reactions (V, Q)
  lambda = [V.lambda.nb; V.lambda.nu; V.lambda.tb(Q.rows_b); V.lambda.tu(Q.rows_u)] .* Q.len;
end

% Dynamics, constraints and complementarity of V.a, V.lambda; for 'sticking' the cones, too.
function [ok, info] = reactions (S, V, Q, info)
  lambda = all_reactions (V, Q);
  F = S.F;
  outside = 0;
  reach = 0;
  if (isfield (V, 'force_set') && isfield (V, 'force'))
    [F, outside, reach] = allowed_force (S, V);
  end
  Ma = S.M * V.a;
  norm_G = norm (Q.G, 1);
  norm_M = norm (S.M, 1);
  force = max ([norm(lambda, Inf), norm(F, Inf), norm(Ma, Inf), ...
                1e-2 * reach, 1e-2 * norm(abs (S.M) * abs (V.a), Inf)]);
  force = force + (force == 0);
  c = Q.G' * V.a + Q.b;
  speed = max (norm (Q.b, Inf), norm_G * norm (V.a, Inf));
  if (norm_M > 0)
    speed = max (speed, 1e-3 * norm_G * force / norm_M);
  end
  speed = speed + (speed == 0);
  gap = c(Q.inequality) / speed;
  slack = [0; lambda(Q.unilateral) / force];
  r = Ma + F - Q.D * lambda;
  if (Q.slides)
    nb = reshape (lambda(1:S.nb), S.nb, 1);
    r = r - Q.Tb * (nb - abs (nb));
  end
  errors = [norm(r, Inf) / force / max(1, norm_G), outside, ...
            norm(c(~Q.inequality), Inf) / speed, max([0; -gap])];
  if (~V.persistent || strcmp (V.verdict, 'sticking'))
    errors = [errors, max(-slack)];
    errors = [errors, norm(min (gap, lambda(Q.inequality) / force), Inf)];
  end
  if (strcmp (V.verdict, 'sticking'))
    t = sqrt (sum (reshape (lambda(Q.tangent), size (Q.tangent)).^2, 1))';
    finite = isfinite (Q.mu);
    over = t(finite) - Q.mu(finite) .* abs (lambda(Q.normal(finite)));
    errors = [errors, max([0; over(:) / force])];
  end
  info.residual = max (errors);
  ok = info.residual <= 1e-6;
  if (~ok)
    info.message = sprintf ('a and lambda do not satisfy the system: relative error %.1e', ...
                            info.residual);
  end
end

% Every sign pattern of the bilateral contacts is covered by a leaf with its y.
function [ok, info] = excluded (S, V, Q, info)
  w = S.M * V.a + S.F;
  an = S.Gu' * V.a + S.bu;
  gone = V.detaching & an > 0;
  touching = true (size (Q.normal));
  touching(ismember (Q.normal, S.nb + find (gone))) = false;
  none = false (size (Q.b));
  none(S.nb + find (gone)) = true;
  none(Q.tangent(:,~touching)) = true;
  none(Q.tangent(:,Q.mu == 0)) = true;
  cone = touching & isfinite (Q.mu) & Q.mu > 0;
  C = V.certificate;
  ok = size (C.signs, 1) == sum (cone) && covers (C.signs, Q.normal(cone) <= S.nb);
  info.excludes = Inf;
  for leaf = 1:size (C.y, 2)
    y = C.y(:,leaf);
    g = Q.G' * y;
    error_sum = leaf_error (g, Q, C.signs(:,leaf), find (cone), none, S.d, V.facets);
    lambda = all_reactions (V, Q);
    bound = -(w' * y) / (error_sum + eps * norm (g, Inf));
    info.excludes = min (info.excludes, bound / max (norm (lambda, 1), realmin));
  end
  if (~(ok && info.excludes > 1e3))
    ok = false;
    info.message = sprintf ('reactions are excluded up to %.1e times those of V only', ...
                            info.excludes);
  end
end

% Every pattern is covered by a leaf with its y, z, w.
function [ok, info] = excluded_jointly (S, V, Q, info)
  C = V.certificate;
  U = V.force_set;
  free = [repmat(~V.persistent && ~V.static, S.nu, 1); Q.sliding_b'];
  cone = isfinite (Q.mu) & Q.mu > 0;
  free(S.nu + Q.normal(cone & Q.normal <= S.nb)) = true;
  ok = size (C.pattern, 1) == numel (free) && covers (C.pattern, free);
  f = max ([norm(S.F, Inf), norm(S.M, 1) * norm(Q.b, Inf), norm(U.c, Inf), realmin]);
  f = f * (1 + size (Q.G, 2));
  reach = 1 / norm (S.M, 1);                   % accelerations are f * reach
  if (~any (any (S.M)))
    reach = norm (Q.b, Inf) / max (norm (Q.G, 1), realmin) / f;
  end
  info.excludes = Inf;
  for leaf = 1:size (C.pattern, 2)
    y = C.y(:,leaf);
    z = Q.len .* C.z(:,leaf) * ~V.static;
    w = C.w(:,leaf);
    force = joint_force_error (S, V, Q, C.pattern(:,leaf), y, find (cone));
    state = C.pattern(1:S.nu,leaf);
    upper = z(S.nb + find (state <= 0));
    h = U.B' * y + U.C' * w;
    gain = y' * S.F + z' * Q.b - w' * U.c;
    if (isfinite (U.radius))
      gain = gain + h' * U.center - U.radius * norm (h);
      h = 0;
    end
    motion = norm (S.M * y + Q.G * z, Inf) * ~V.static * reach;
    motion = max ([motion; max(upper) * norm(Q.G, 1) * reach]);
    parameter = norm (h, Inf) / unit_parameter (U);
    ok = ok && all (w >= -1e-9 * max (abs (w)));
    errors = max ([force, motion, parameter, eps * norm(y, Inf)]);
    info.excludes = min (info.excludes, gain / (f * errors));
  end
  if (~(ok && info.excludes > 1e3))
    ok = false;
    info.message = sprintf ('reactions are excluded up to %.1e times the given forces only', ...
                            info.excludes);
  end
end

function size_u = unit_parameter (U)
  size_u = norm (U.B, 1);
  if (size_u == 0)
    size_u = norm (U.C, 1) + ~any (U.C(:));
  end
end

% How much -y'*r < 0 is for reactions r of a pattern.
function worst = joint_force_error (S, V, Q, pattern, y, cone)
  g = -Q.D' * y;
  state = [pattern(S.nu+1:end); pattern(1:S.nu)];
  open = S.nb + find (pattern(1:S.nu) == -1);
  gone = ismember (Q.normal, open);
  none = false (size (g));
  none(open) = true;
  none(Q.tangent(:,gone)) = true;
  none(Q.tangent(:,Q.mu == 0)) = true;
  slide = find (Q.sliding_b)';
  none(slide) = true;
  cone = cone(~gone(cone));
  signs = state(Q.normal(cone));
  signs(Q.normal(cone) > S.nb) = 1;
  worst = leaf_error (g, Q, signs, cone, none, S.d, V.facets);
  if (~isempty (slide))
    back = Q.back' * y;
    worst = max ([worst; -g(slide(state(slide) >= 0)); back(slide(state(slide) <= 0))]);
  end
end

% The largest violation of: g in the dual of what the reactions can be.
function worst = leaf_error (g, Q, signs, cone, none, d, facets)
  rest = ~none & ~Q.unilateral;                % free reactions: g = 0
  v = zeros (size (g));
  v(Q.unilateral & ~none) = max (0, -g(Q.unilateral & ~none));
  for k = 1:numel (cone)
    i = cone(k);
    if (signs(k) ~= 0)
      t = g(Q.tangent(:,i));
      rest([Q.normal(i); Q.tangent(:,i)]) = false;
      reach = norm (t);
      if (d == 3 && facets > 0)
        angle = 2 * pi * (0:facets - 1)' / facets;
        reach = max ([cos(angle), sin(angle)] * t);
      end
      v(Q.normal(i)) = max (0, Q.mu(i) * reach - signs(k) * g(Q.normal(i)));
    end
  end
  v(rest) = abs (g(rest));
  worst = max ([v; 0]);
end

% All patterns; unilateral contacts have the sign 1.
function ok = covers (signs, bilateral)
  ok = all (all (signs(~bilateral,:) == 1)) && dls_verify_mex ('covers', signs(bilateral,:));
end
