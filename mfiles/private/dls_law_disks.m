function [Q, L] = dls_law_disks (P, s)
% A problem of the kind 'law' (see dls_problem) as one of Coulomb's disks alone, exactly: r solves P
% if and only if r = L.C*x + L.r0 for a solution x of Q, and then x = L.E*(r - L.r0). In global form
% Q has L.y more coordinates, behind those of v; they are zero in all solutions. Where mu is a
% handle it is asked for the slips s; L.mu has its numbers. L.names makes names of disks.
%
%   cohesion   N >= -c, |T| <= mu*(N + c): the law of N + c. Forces c go to f, or W*c to q.
%   ellipse    T = R*s*t, R to its axes, s = mu_i / max (mu): |t| <= max (mu)*N is the disk, and
%              u_t = s*R'*u_T has u_t'*t = u_T'*T: that the power lost is the largest says the same
%              of both.
%   rolling, spinning   several disks, |t_i| <= m_i*N. Each has a normal n_i of its own, N is their
%              mean with weights a_i, and u_i = a_i*(u_N + w*(n_i - N)) with any w > 0. (With w =
%              W_NN normals do not see each other.) 0 <= n_i _|_ u_i >= 0 says
%              n_i = max (0, N - u_N/w), so all n_i are the same, n_i = N and 0 <= N _|_ u_N >= 0;
%              the dual cones, a_i*(u_N + ..) >= m_i*|u_i| added up, are u_N >= sum of m_i*|u_i|.
%              w*a_i*a_j*(n_i - n_j) are velocities of plates between them, of masses 1/(w*a_i*a_j).
%              x has l_i*n_i, and m_i/l_i for m_i: n_i and t_i of equal mobilities, in all units.
% SPDX-License-Identifier: GPL-3.0-or-later
  [d, nc] = deal (P.d, P.nc);
  N = P.rows * nc;
  at = reshape (1:N, P.rows, nc);
  P.mu = numbers (P, s);
  [mu, C, E] = first_disks (P, at);
  [rows, m] = moments (P, at);
  count = 1 + numel (m);
  a = mobilities (P);
  w = known (a(at(1,:)));
  l = [ones(nc, 1), zeros(nc, count - 1)];
  normal = reshape (1:d:d*nc*count, nc, count);
  for e = 2:count
    of_moments = reshape (a(rows{e-1}), [], nc);
    l(:,e) = sqrt (w / count ./ known (sum (of_moments, 1)' / size (of_moments, 1)));
    x = bsxfun (@plus, normal(:,e)', (1:size (rows{e-1}, 1))');
    one = ones (numel (x), 1);
    C = [C; rows{e-1}(:), x(:), one];
    E = [E; x(:), rows{e-1}(:), one];
    mu = [mu; m{e-1} ./ l(:,e)];
  end
  every = repmat (at(1,:)', count, 1);
  C = [C; every, normal(:), 1 ./ (count * l(:))];
  E = [E; normal(:), every, l(:)];
  X = d * nc * count;
  [B, k] = plates (normal, l, w, X);
  L = struct ('C', sparse (C(:,1), C(:,2), C(:,3), N, X), 'y', numel (k), 'mu', P.mu, ...
              'E', sparse (E(:,1), E(:,2), E(:,3), X, N), 'r0', zeros (N, 1), ...
              'names', @(names) of_disks (names(:), count));
  if (~isempty (P.cohesion))
    L.r0(at(1,:)) = -P.cohesion;
  end
  Q = struct ('kind', 'friction', 'form', P.form, 'd', d, 'nc', nc * count);
  if (strcmp (P.form, 'global'))
    n = size (P.M, 1);
    Q.M = [P.M, sparse(n, L.y); sparse(L.y, n), diagonal(1 ./ k)];
    Q.H = [L.C' * P.H, B];
    Q.f = [P.f - P.H' * L.r0; zeros(L.y, 1)];
    Q.w = L.C' * P.w;
  else
    Q.W = L.C' * P.W * L.C + B * diagonal (k) * B';
    Q.q = L.C' * (P.q + P.W * L.r0);
  end
  Q.mu = mu;
end

function all_names = of_disks (names, count)
  all_names = names;
  for e = 2:count
    if (iscell (names))
      all_names = [all_names; strcat(names, sprintf (' (%d)', e))];
    else
      all_names = [all_names; names + (e - 1) * 2 ^ 40];
    end
  end
end

% Of each pair of disks n_i - n_j = B'*x, in all contacts, and w*a_i*a_j.
function [B, k] = plates (normal, l, w, X)
  [nc, count] = size (normal);
  B = sparse (X, 0);
  k = zeros (0, 1);
  for i = 1:count-1
    for j = i+1:count
      B = [B, sparse([normal(:,i); normal(:,j)], [1:nc, 1:nc], [1 ./ l(:,i); -1 ./ l(:,j)], X, nc)];
      k = [k; w / count ^ 2];
    end
  end
end

% Rows of moments, and their coefficients
function [rows, m] = moments (P, at)
  rows = {at(P.d+(1:P.d-1)*~isempty (P.rolling),:), at(end,:)};
  m = {P.rolling, P.spinning};
  there = ~cellfun ('isempty', m);
  rows = rows(there);
  m = m(there);
end

function mu = numbers (P, s)
  mu = P.mu;
  if (isa (mu, 'function_handle'))
    mu = mu (s);
    if (~(isa (mu, 'double') && isreal (mu) && size (mu, 2) <= 2 && all (mu(:) >= 0) ...
          && (size (mu, 1) == P.nc || numel (mu) == 1)))
      error ('delassus:option', ['dls_problem: mu (s) is %s; expected %d coefficients >= 0, ', ...
             'as at s = 0'], dls_describe (mu), P.nc);
    end
    mu = bsxfun (@times, full (mu), ones (P.nc, 1));
  end
end

% mu of the disks of tangents, and their entries of C and E.
function [mu, C, E] = first_disks (P, at)
  mu = max (P.mu, [], 2);
  place = reshape (1:P.d*P.nc, P.d, P.nc);
  if (size (P.mu, 2) == 1)
    T = at(2:P.d,:);
    x = place(2:P.d,:);
    C = [T(:), x(:), ones(numel (T), 1)];
    E = C(:,[2 1 3]);
    return
  end
  s = bsxfun (@rdivide, P.mu, mu);
  s(isnan (s)) = 1;                            % both are 0, or both Inf
  back = 1 ./ s;
  back(isinf (back)) = 0;                      % no force in this direction: see dls_residual
  angle = zeros (P.nc, 1);
  if (~isempty (P.angle))
    angle = P.angle;
  end
  R = [cos(angle), sin(angle), -sin(angle), cos(angle)];
  [C, E] = deal (zeros (0, 3));
  for j = 1:4
    axis = 1 + (j > 2);
    T = at(2+(mod (j, 2) == 0),:)';
    x = place(1+axis,:)';
    C = [C; T, x, R(:,j) .* s(:,axis)];
    E = [E; x, T, R(:,j) .* back(:,axis)];
  end
end

function D = diagonal (x)
  D = sparse (1:numel (x), 1:numel (x), x, numel (x), numel (x));
end

% Of each row: the diagonal of W, or what the diagonal of M makes of it.
function a = mobilities (P)
  if (strcmp (P.form, 'local'))
    a = full (diag (P.W));
  else
    m = full (diag (P.M));
    g = zeros (size (m));
    g(m > 0) = 1 ./ m(m > 0);
    a = full ((P.H .^ 2) * g);
  end
end

% What is not known is as the others are.
function a = known (a)
  a = a(:);
  there = a > 0;
  if (any (there))
    a(~there) = sum (a(there)) / sum (there);
  else
    a(:) = 1;
  end
end
