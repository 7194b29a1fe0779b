function f = dls_wellposed_forces (P, static, opts)
% Is there a force B*x, low <= x <= high, beside F with all bilateral contacts sticking inside their
% cones (ALLSTICK Prop. 3, 5: M*a + F + B*x = Gb*lb + Hb*tb; Cor. 1: a = 0)? Decided by conic
% programs, one for each choice of signs of the normal reactions that matters. number: the margin,
% witness: the force B*x.
% SPDX-License-Identifier: GPL-3.0-or-later
  S = P.S;
  B = opts.ForceDirections;
  low = opts.ForceBounds(:,1);
  high = opts.ForceBounds(:,2);
  [E, recover] = program (P, B, low, high, static);
  f = dls_wellposed_fact (NaN, NaN);
  settings = struct ('MaxNodes', 1000, 'Facets', 0, 'tolerance', 1e-8 * E.size, ...
                     'cap', E.size, 'always', false, 'MaxTime', dls_wellposed_clock (), ...
                     'clock', tic ());
  R = dls_stick_margin (E, E.mu, ones (size (E.mu)), settings);
  if (strcmp (R.status, 'solved') || R.eps >= 0)
    f.yes = R.eps >= -settings.tolerance;
    f.number = R.eps;
  end
  if (isequal (f.yes, true) && ~isempty (R.lambda))
    f.witness = full (B * recover (R.lambda));
  end
end

% As DLS_STICK_SETUP makes it, with columns [Gb, nonnegative parts of x, tangents, free parts, a]:
% x = low + u (and u + v = high - low), x = high - u, or free.
function [E, recover] = program (P, B, low, high, static)
  S = P.S;
  below = find (isfinite (low));
  above = find (~isfinite (low) & isfinite (high));
  both = find (isfinite (low) & isfinite (high));
  loose = find (~isfinite (low) & ~isfinite (high));
  base = zeros (size (low));
  base(below) = low(below);
  base(above) = high(above);
  k = [numel(below), numel(above), numel(both), numel(loose)];
  stick = find (strcmp (S.modeb, 'sticking'));
  h = size (P.H, 2);
  n = S.n * ~static;
  rows = [S.Gb, -B(:,below), B(:,above), sparse(S.n, k(3)), P.H, -B(:,loose)];
  sums = sparse (1:k(3), find (ismember (below, both)), 1, k(3), k(1));
  rows = [rows; [sparse(k(3), S.nb), sums, sparse(k(3), k(2)), speye(k(3)), ...
          sparse(k(3), h + k(4))]];
  E = struct ('G', rows, 'w', [S.F + B * base; high(both) - low(both)]);
  if (~static)
    E.G = [[E.G, [-S.M; sparse(k(3), n)]]; [sparse(size (P.E, 2), size (E.G, 2)), P.E']];
    E.w = [E.w; -P.e];
  end
  N = size (E.G, 2);
  E.b = zeros (N, 1);
  E.nb = S.nb;
  E.nu = sum (k(1:3));
  E.d = S.d;
  E.detaching = false (E.nu, 1);
  E.free = true (N, 1);
  cone = isfinite (S.mub(stick));
  tangents = reshape (S.nb + E.nu + (1:h), S.d - 1, numel (stick));
  E.normal = reshape (stick(cone), [], 1);
  E.tangent = tangents(:,cone);
  E.mu = S.mub(E.normal);
  E.bilateral = true (size (E.mu));
  E.size = max ([norm(E.w, Inf), norm(S.F, Inf)]);
  E.size = E.size + (E.size < 1e-100);
  recover = @(x) base + sparse ([below; above; loose], 1, ...
    [x(S.nb+(1:k(1))); -x(S.nb+k(1)+(1:k(2))); x(S.nb+E.nu+h+(1:k(4)))], numel (base), 1);
end
