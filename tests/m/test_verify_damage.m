% TEST_VERIFY_DAMAGE  dls_verify accepts the right answers of each function and refuses every damage
% of what they claim: rows of damage_refused.
% SPDX-License-Identifier: GPL-3.0-or-later
function pass = test_verify_damage ()
  rows = {@lcp_solved, @lcp_infeasible, @lcp_no_solution, @mlcp_solved, @mlcp_infeasible, ...
          @conic_solved, @conic_primal, @conic_dual, @redundancy};
  pass = damage_refused (rows);
end

% ---- rows ----

function [p, x, claims] = lcp_solved ()
  p = struct ('A', [2 1 0; 1 2 1; 0 1 3], 'q', [-5; 1; -2]);
  [x.z, x.w, x.info] = dls_lcp (p.A, p.q);
  claims = {'z', 'numbers'; 'w', 'numbers'; 'info.status', 'status'};
end

function [p, x, claims] = lcp_infeasible ()
  p = struct ('A', [1 -1; -1 1], 'q', [1; -2]);
  [x.z, x.w, x.info] = dls_lcp (p.A, p.q);
  claims = {'info.certificate.u', 'proof'; 'info.status', 'status'};
end

function [p, x, claims] = lcp_no_solution ()
  p = struct ('A', [0 0 1; 2 0 0; 0 1 1], 'q', [3; -2; 1]);
  [x.z, x.w, x.info] = dls_lcp (p.A, p.q);
  claims = {'info.certificate.u|info.certificate.cases', 'list'; 'info.status', 'status'};
end

function [p, x, claims] = mlcp_solved ()
  p = struct ('A', 2, 'B', [-1 1], 'C', [1; 2], 'D', [1 0; 0 1], 'a', 1, 'b', [-1; 2]);
  [x.x, x.z, x.w, x.info] = dls_mlcp (p.A, p.B, p.C, p.D, p.a, p.b);
  claims = {'x', 'numbers'; 'z', 'numbers'; 'w', 'numbers'; 'info.status', 'status'};
end

function [p, x, claims] = mlcp_infeasible ()
  p = struct ('A', 1, 'B', 1, 'C', 1, 'D', 0, 'a', 1, 'b', 0);
  [x.x, x.z, x.w, x.info] = dls_mlcp (p.A, p.B, p.C, p.D, p.a, p.b);
  claims = {'info.certificate.y', 'proof'; 'info.certificate.u', 'proof'; 'info.status', 'status'};
end

function [p, x, claims] = conic_solved ()
  A = [1 1 0; 0 0 0; -1 0 0; 0 -1 1; 0 0 -1];
  p = struct ('P', diag ([2 1 1]), 'q', [-3; -4; 1], 'A', A, 'b', [2; 1; 0; 0; 3], ...
              'cones', struct ('z', 1, 'l', 1, 'q', 3));
  x = conic_answer (p);
  claims = {'x', 'numbers'; 's', 'numbers'; 'y', 'numbers'; 'info.status', 'status'; ...
            'info.objective', 'numbers'; 'info.dual_objective', 'numbers'; ...
            'info.active.strong', 'flag'; 'info.active.inactive', 'flag'; ...
            'info.active.undecided', 'flag'};
end

function [p, x, claims] = conic_primal ()
  p = struct ('P', [], 'q', [1; 0], 'A', [-1 0; 1 1; 0 -1], 'b', [-1; -1; 1], ...
              'cones', struct ('l', 3));
  x = conic_answer (p);
  claims = {'y', 'proof'; 'info.status', 'status'};
end

function [p, x, claims] = conic_dual ()
  p = struct ('P', [], 'q', [1; 0], 'A', [0 1; 1 -1], 'b', [1; 1], 'cones', struct ('l', 2));
  x = conic_answer (p);
  claims = {'x', 'proof'; 's', 'proof'; 'info.status', 'status'};
end

function x = conic_answer (p)
  [x.x, x.s, x.y, x.info] = dls_conic (p.P, p.q, p.A, p.b, p.cones);
end

% A table on five legs and a pin of its own; the last coordinate floats.
function [p, x, claims] = redundancy ()
  G = [1 1 1 1 1 0; -1 1 1 -1 0 0; -1 -1 1 1 0 0; 0 0 0 0 0 2; 0 0 0 0 0 0];
  p = struct ('M', diag ([2 1 1 0 0]), 'G', sparse (G));
  x = dls_redundancy (p.M, p.G);
  claims = {'rank', 'numbers'; 'nullity', 'numbers'; 'determined', 'flag'; ...
            'independent', 'numbers'; 'redundant', 'numbers'; 'kernel', 'numbers'; ...
            'leverage', 'numbers'; 'acceleration_unique', 'flag'; ...
            'acceleration_kernel', 'list'; ...
            'releases.rows', 'numbers'; 'releases.count', 'numbers'; 'releases.sets', 'numbers'; ...
            'releases: that there are no other sets', 'left'; 'gaps', 'left'};
end
