function varargout = dls_polyhedron (what, varargin)
% Polyhedra of DLS_MODES by linear programs; dls_polyhedron (WHAT, ...): inside: a point; facets:
% rows that count; project: without unknowns.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['polyhedron_', what], varargin{:});
end

% The largest t <= 1 with A*x + c >= t for some x with E*x + e = 0 (rows of A have norm 1): negative
% when there is no point, about zero without interior points; -Inf where nothing is found.
function [radius, x] = polyhedron_inside (A, c, E, e)
  k = size (A, 2);
  radius = -Inf;
  x = zeros (k, 1);
  m = size (A, 1);
  if (m + size (E, 1) == 0)
    radius = 1;
    return
  end
  rows = sparse ([E, zeros(size (E, 1), 1); -A, ones(m, 1); zeros(1, k), 1]);
  [y, ~, ~, info] = dls_conic_mex (sparse (k + 1, k + 1), [zeros(k, 1); -1], rows, ...
                                   [-e; c; 1], [size(E, 1), m + 1], []);
  if (any (strcmp (info.status, {'solved', 'numerical_trouble', 'max_iterations'})))
    x = y(1:k);
    x(abs (x) <= 1e-9 * max (abs (x))) = 0;
    radius = min ([A * x + c; 1]);
  end
end

% The polyhedron without rows that follow from others: those that no point breaks alone.
function p = polyhedron_facets (p)
  if (~p.full)
    return
  end
  k = 1;
  none = zeros (0, size (p.A, 2));
  while (k <= size (p.A, 1))
    A = p.A;
    c = p.c;
    A(k,:) = -A(k,:);
    c(k) = -c(k);
    if (polyhedron_inside (A, c, none, zeros (0, 1)) > 1e-8)
      k = k + 1;
    else
      p.A(k,:) = [];
      p.c(k) = [];
    end
  end
end

% The rows A*[z; x; 1] >= 0 without the first count unknowns z (Fourier and Motzkin), normalised to
% norm 1 in x; what is a repetition or follows from others is dropped on the way.
function A = polyhedron_project (A, count)
  for k = 1:count
    A = normalised (A, 2:size (A, 2) - 1);
    z = A(:,1);
    z(abs (z) <= 1e-10) = 0;
    [up, down] = deal (find (z > 0), find (z < 0));
    both = zeros (numel (up) * numel (down), size (A, 2));
    for i = 1:numel (up)
      rows = (i - 1) * numel (down) + (1:numel (down));
      both(rows,:) = -z(down) * A(up(i),:) + z(up(i)) * A(down,:);
    end
    A = [A(z == 0,2:end); both(:,2:end)];
    if (k < count)
      p = polyhedron_facets (struct ('A', A(:,1:end-1), 'c', A(:,end), 'full', true));
      A = [p.A, p.c];
    end
  end
  A = normalised (A, 1:size (A, 2) - 1);
end

% Rows of norm 1; rounding is zero; without repetitions and those that say 0 >= 0 or 1 >= 0.
function A = normalised (A, part)
  A(abs (A) <= 1e-11) = 0;
  s = sqrt (sum (A(:,part) .^ 2, 2));
  s(s == 0) = max (abs (A(s == 0,[1, end])), [], 2);
  A = bsxfun (@rdivide, A(s > 0,:), s(s > 0));
  A = A(~(~any (A(:,1:end-1), 2) & A(:,end) >= 0),:);
  [~, keep] = unique (round (A * 1e9), 'rows');
  A = A(sort (keep),:);
end
