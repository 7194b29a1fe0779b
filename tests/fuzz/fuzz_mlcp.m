% FUZZ_MLCP  Integer mixed complementarity problems; all 2^n cases decide, exactly.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_mlcp (seed, number)
  random_case (seed, number);
  [ne, nx, nz] = deal (randi ([0, 3]), randi ([0, 3]), randi (4));
  kind = randi (5);
  if (kind <= 3)
    nx = ne;
  end
  p = struct ('A', random_case ('integers', ne, nx), 'B', random_case ('integers', ne, nz), ...
              'C', random_case ('integers', nz, nx), 'D', random_case ('integers', nz, nz), ...
              'a', randi ([-3, 3], ne, 1), 'b', randi ([-3, 3], nz, 1));
  if (kind <= 2)                               % monotone, as contacts are
    N = random_case ('integers', nx + nz, randi (nx + nz));
    K = N * N';
    p.A = K(1:nx,1:nx);
    p.D = K(nx+1:end,nx+1:end) * (kind == 1);
    p.C = -p.B';
  end
  u = 2 .^ ((rand () < 0.5) * randi ([-8, 8], nx + ne + 2 * nz, 1));
  [ux, uz, re, rw] = deal (u(1:nx)', u(nx+(1:nz))', u(nx+nz+(1:ne)), u(nx+nz+ne+1:end));
  s = struct ('A', re .* p.A .* ux, 'B', re .* p.B .* uz, 'C', rw .* p.C .* ux, ...
              'D', rw .* p.D .* uz, 'a', re .* p.a, 'b', rw .* p.b);
  [x, z, w, info] = dls_mlcp (s.A, s.B, s.C, s.D, s.a, s.b);
  [exists, feasible] = exact_lcp (p.A, p.B, p.C, p.D, p.a, p.b);
  why = '';
  if (isequal (exists, true) && any (strcmp (info.status, {'infeasible', 'no_solution'})))
    why = sprintf ('wrong: %s, but there is a solution', info.status);
  elseif (isequal (exists, false) && strcmp (info.status, 'solved'))
    why = 'wrong: solved, but there is no solution';
  elseif (isequal (feasible, true) && strcmp (info.status, 'infeasible'))
    why = 'wrong: infeasible, but x, z >= 0, w >= 0 has a point';
  end
  if (isempty (why))
    why = judged (s, struct ('x', x, 'z', z, 'w', w, 'info', info), info.status);
  end
  if (isempty (why) && strcmp (info.status, 'solved'))
    x0 = ux' .* x;
    z0 = uz' .* z;
    r = max (abs ([p.A * x0 + p.B * z0 + p.a; min(z0, p.C * x0 + p.D * z0 + p.b)]));
    if (r > 1e-8 * (1 + max (abs ([x0; z0]))))
      why = sprintf ('wrong: solved, but the conditions miss by %.1e', r);
    end
  end
  if (isempty (why) && ~any (strcmp (info.status, {'solved', 'infeasible', 'no_solution', 'ray'})))
    why = ['soft: ', info.status];
  end
end
