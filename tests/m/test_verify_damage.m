% TEST_VERIFY_DAMAGE  dls_verify accepts the right answers of each function and refuses every damage
% of what they claim: rows of damage_refused.
% SPDX-License-Identifier: GPL-3.0-or-later
function pass = test_verify_damage ()
  rows = {@lcp_solved, @lcp_infeasible, @lcp_no_solution, @mlcp_solved, @mlcp_infeasible, ...
          @lcp_all_segment, @lcp_all_three, ...
          @conic_solved, @conic_primal, @conic_dual, @kkt_solved, @kkt_units, @kkt_many, ...
          @kkt_constraints, @kkt_forces, @kkt_nothing, @redundancy};
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

function [p, x, claims] = kkt_solved ()
  p = struct ('M', diag ([1 1/3 0]), 'G', [1 1 1 0; -1 0 1 0; 0 0 0 2], 'F', [9.81; 1; 3], ...
              'b', [0; 0; 0; -4]);
  x = kkt_answer (p);
  claims = {'a', 'numbers'; 'lambda', 'numbers'; 'info.status', 'status'; ...
            'info.consistent', 'flag'; 'a, lambda: of least norm', 'left'};
end

% Units of 1e-100 and 1e100 beside those of 1
function [p, x, claims] = kkt_units ()
  p = struct ('M', 1e-100 * [2 1 0; 1 2 0; 0 0 0], 'G', [1 2 1; 0 1 1; 3 0 -3], ...
              'F', 1e-100 * [1; 2; 3], 'b', [1; 2; 2]);
  x = kkt_answer (p);
  claims = {'info.certificate.constraints', 'direction'; 'info.status', 'status'; ...
            'info.consistent', 'flag'};
end

function [p, x, claims] = kkt_many ()
  p = struct ('M', eye (2), 'G', [1 1; 0 0], 'F', [1; 2], 'b', [0 1 5; 0 3 5]);
  x = kkt_answer (p);
  columns = 'a|lambda|info.consistent|info.certificate.constraints';
  claims = {columns, 'list'; 'info.status', 'status'; 'info.consistent', 'flag'};
end

function [p, x, claims] = kkt_constraints ()
  p = struct ('M', eye (2), 'G', [1 1 2; 0 1 2], 'F', [1; 2], 'b', [1; 3; 5]);
  x = kkt_answer (p);
  claims = {'info.certificate.constraints', 'direction'; 'info.status', 'status'; ...
            'a, lambda', 'left'};
end

function [p, x, claims] = kkt_forces ()
  p = struct ('M', [1 1 0; 1 1 0; 0 0 2], 'G', [1; 1; 1], 'F', [1; -2; 4], 'b', 1);
  x = kkt_answer (p);
  claims = {'info.certificate.forces', 'direction'; 'info.status', 'status'};
end

% No coordinate, and a constraint that asks for something
function [p, x, claims] = kkt_nothing ()
  p = struct ('M', [], 'G', zeros (0, 1), 'F', zeros (0, 1), 'b', 1);
  x = kkt_answer (p);
  claims = {'info.status', 'status'; 'info.consistent', 'flag'};
end

function x = kkt_answer (p)
  [x.a, x.lambda, x.info] = dls_kkt (p.M, p.G, p.F, p.b);
end

% A segment and a ray
function [p, x, claims] = lcp_all_segment ()
  p = struct ('A', [1 1 0; 1 1 0; 0 0 0], 'q', [-1; -1; 0]);
  x = dls_lcp_all (p.A, p.q);
  claims = {'w', 'numbers'; 'rays', 'numbers'; 'faces', 'list'; 'z', 'list'; ...
            'complete: that no solution is missing', 'left'; 'bases', 'left'};
end

function [p, x, claims] = lcp_all_three ()
  p = struct ('A', [1 2; 2 1], 'q', [-1; -1]);
  x = dls_lcp_all (p.A, p.q);
  claims = {'z', 'numbers'; 'w', 'numbers'; 'z|w', 'list'; 'faces', 'list'; 'count', 'numbers'; ...
            'isolated', 'list'; 'unique', 'flag'};
end
