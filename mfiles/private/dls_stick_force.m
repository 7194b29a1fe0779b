function U = dls_stick_force (force, n, caller)
% The forces F + B*u that are allowed, from the option 'Force': C*u <= c (with the box), and
% |u - center| <= radius. Empty: none, p = 0.
% SPDX-License-Identifier: GPL-3.0-or-later
  names = {'B', 'C', 'c', 'lower', 'upper', 'center', 'radius'};
  if (isempty (force))
    force = struct ('B', sparse (n, 0));
  elseif (isa (force, 'double'))
    force = struct ('B', force);               % a subspace
  end
  if (~(isstruct (force) && isscalar (force) && isfield (force, 'B')))
    error ('delassus:option', '%s: Force is %s; expected B or a struct with B, C, c, ...', ...
           caller, dls_describe (force));
  end
  unknown = setdiff (fieldnames (force), names);
  if (~isempty (unknown))
    error ('delassus:option', '%s: unknown field ''%s'' of Force; expected some of %s', caller, ...
           unknown{1}, strjoin (names, ', '));
  end
  U.B = dls_sparse_input (force.B, caller, 'Force.B');
  dls_finite_input (U.B, caller, 'Force.B');
  p = size (U.B, 2);
  U.C = get_field (force, 'C', sparse (0, p));
  U.C = dls_sparse_input (U.C, caller, 'Force.C');
  dls_finite_input (U.C, caller, 'Force.C');
  if (size (U.B, 1) ~= n || size (U.C, 2) ~= p)
    error ('delassus:dimension', ...
           '%s: Force.B is %d-by-%d and Force.C %d-by-%d; expected %d-by-p and k-by-p', caller, ...
           size (U.B, 1), p, size (U.C, 1), size (U.C, 2), n);
  end
  U.c = bound (force, 'c', size (U.C, 1), zeros (size (U.C, 1), 1), caller);
  low = bound (force, 'lower', p, -Inf (p, 1), caller);
  high = bound (force, 'upper', p, Inf (p, 1), caller);
  U.center = bound (force, 'center', p, zeros (p, 1), caller);
  U.radius = bound (force, 'radius', 1, Inf, caller);
  I = speye (p);
  U.C = [U.C; I(isfinite (high),:); -I(isfinite (low),:)];
  U.c = [U.c; high(isfinite (high)); -low(isfinite (low))];
  keep = U.c < Inf;
  U.C = U.C(keep,:);
  U.c = U.c(keep);
  if (any (U.c == -Inf) || any (high == -Inf) || any (low == Inf) ...
      || ~all (isfinite (U.center)) || ~(U.radius >= 0))
    error ('delassus:option', '%s: Force has an empty or unbounded side; expected %s', caller, ...
           'c > -Inf, lower < Inf, upper > -Inf, radius >= 0');
  end
end

function x = get_field (force, name, default)
  x = default;
  if (isfield (force, name) && ~(isempty (force.(name)) && isempty (default)))
    x = force.(name);
  end
end

% A vector that may hold infinite entries; one number serves for all.
function x = bound (force, name, count, default, caller)
  x = default;
  if (~isfield (force, name) || isempty (force.(name)))
    return
  end
  x = force.(name);
  if (~(isa (x, 'double') && isreal (x) && (isscalar (x) || (isvector (x) ...
        && numel (x) == count)) && ~any (isnan (x))))
    error ('delassus:dimension', '%s: Force.%s is %s; expected %d numbers', caller, name, ...
           dls_describe (x), count);
  end
  x = full (x(:)) .* ones (count, 1);
end
