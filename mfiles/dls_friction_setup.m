function K = dls_friction_setup (P, varargin)
%DLS_FRICTION_SETUP  Prepare a sequence of friction problems, each solved from the last answer.
%   K = DLS_FRICTION_SETUP (P) copies and analyses a problem of DLS_PROBLEM, local or global. Then
%     [R, U, V, INFO] = DLS_FRICTION (K, Q)       solves u = W*r + q for another q,
%     [R, U, V, INFO] = DLS_FRICTION (K, F, W)    in global form for other f and w,
%     K = UPDATE (K, W)  or  UPDATE (K, M, H)     takes new values of the matrices on the same
%                                                 sparsity patterns.
%     K = UPDATE (K, P, NAMES)                    takes another problem of the same bodies: contacts
%                                                 come, go, change places. Those with the name of
%                                                 an old one (without NAMES: with its place) begin
%                                                 with its reaction, the others with 0.
%   With other updates contacts and mu stay; options always do. Each problem begins where the
%   answers of the last two lead: one time step apart it often takes one or two Newton steps,
%   instead of ten to thirty steps of an interior point. An answer counts as solved by its residual
%   alone, as in DLS_FRICTION; where Newton's method leads nowhere, all begins anew without the
%   last answer. A problem with several solutions may so keep to the branch of its last one.
%   K = DLS_FRICTION_SETUP (P, OPTS) or (P, 'Option', VALUE, ...) with the options of DLS_FRICTION
%   ('Start' excepted) and
%       'Names'   of the contacts, a cell of texts or numbers, all different; for UPDATE
%       'Warm'    true, or false: each problem anew, its answer depends on nothing but its data
%   Of P.kind 'law' (DLS_PROBLEM) with numbers for mu its problem of disks is kept; vectors,
%   matrices, answers and names are those of P.
%   Other methods than 'auto' begin at the last answer if they begin at a 'Start' at all.
%   Memory is freed when K is cleared; copies of K share one solver.
%
%   Example: a block that is pushed harder and harder
%     W = [1 0; 0 1];
%     K = dls_friction_setup (dls_problem ('W', W, 'q', [-1; 0], 'mu', 0.5, 'd', 2));
%     for push = [0.4 0.5 0.6]
%       [r, u] = dls_friction (K, [-1; push]);
%       friction_and_slip = [r(2), u(2)]
%     end
%     % friction_and_slip = -0.4000  0
%     % friction_and_slip = -0.5000  0
%     % friction_and_slip = -0.5000  0.1000
%
%   See also DLS_FRICTION, DLS_PROBLEM, DLS_KKT_SETUP, DLS_OPTIONS.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 1)
    error ('delassus:type', 'dls_friction_setup: expected a problem made by dls_problem');
  end
  P = dls_problem_input (P, 'dls_friction_setup', true);
  opts = dls_table_options ('dls_friction_setup', varargin);
  law = [];
  if (strcmp (P.kind, 'law'))
    if (isa (P.mu, 'function_handle'))
      error ('delassus:option', ['dls_friction_setup: mu is a function of the slips; expected ', ...
             'numbers (dls_friction solves it anew)']);
    end
    law = struct ('P', P, 'L', [], 'goal', opts.Tolerance, 'velocity', opts.VelocityTolerance, ...
                  'measure', opts.Measure);
    [P, law.L] = dls_law_disks (P, []);
    opts.Tolerance = max (opts.Tolerance / 10, 1e-15);            % of the disks: see dls_friction
    opts.Names = law.L.names (opts.Names);
  end
  try
    if (strcmp (P.form, 'local'))
      K = dls_solver ('friction', P.d, P.mu, P.W, P.q, {opts}, law);
    else
      K = dls_solver ('friction', P.d, P.mu, P.M, P.H, P.f, P.w, {opts}, law);
    end
  catch err
    dls_raise (err, 'dls_friction_setup');
  end
  if (nargout == 0)
    dls_show (K)
    clear K
  end
end

%!test  % the same answers as without the setup, in both forms; v of the global one
%! P = dls_problem ('M', 2*eye (2), 'H', [0 1; 1 0], 'f', -2*[3; -1], 'mu', 0.5, 'd', 2);
%! K = dls_friction_setup (P, 'Tolerance', 1e-12);
%! for f = [-6 -6.1; 2 2.3]
%!   P.f = f;
%!   [r, u, v, info] = dls_friction (K, f, [0; 0]);
%!   [r0, u0, v0] = dls_friction (P, 'Tolerance', 1e-12);
%!   assert ({info.status, info.exitflag}, {'solved', 1})
%!   assert ([r, u, v], [r0, u0, v0], 1e-10)
%!   assert (dls_residual (P, r, v) <= 1e-12)
%! end
%! K = update (K, 4*P.M, P.H);
%! [r, u, v] = dls_friction (K, P.f, P.w);
%! P.M = 4*P.M;
%! assert (dls_residual (P, r, v) <= 1e-12)

%!test  % 'Warm' off: the same bits in any order
%! P = dls_problem ('W', kron ([2 1; 1 2], eye (3)), 'mu', [0.3; 0.5], 'd', 3);
%! K = dls_friction_setup (P, 'Warm', false);
%! for k = [1 2 3 2 1]
%!   P.q = -[1; 0.1*k; 0.2; 1; -0.3; 0.1*k];
%!   [r, u, v, info] = dls_friction (K, P.q);
%!   [r0, u0, v0, once] = dls_friction (P);
%!   assert ({r, u, v, info.iterations}, {r0, u0, v0, once.iterations})
%! end

%!test  % no solution: proved as without the setup, and the next problem is none the worse
%! toy = {'M', 1, 'H', sqrt(0.5) * [1; 1], 'f', sqrt(0.5), 'w', [0; 1], 'd', 2, 'mu', 1};
%! K = dls_friction_setup (dls_problem (toy{:}));
%! [~, ~, ~, info] = dls_friction (K, sqrt (0.5), [0; 1]);
%! assert ({info.status, info.certificate.kind}, {'no_solution', 'modes'})
%! [r, ~, v, info] = dls_friction (K, -1, [0; 1]);
%! assert (info.status, 'solved')
%! assert ([r; v], [0; 0; 1], 1e-9)

%!test  % contacts change places, one goes, one comes: who stays keeps his reaction
%! H = kron (eye (3), [0 1; 1 0]);
%! rows = {[1 2 3 4], [5 6 1 2], [1 2 5 6]};
%! names = {{'left', 'middle'}, {'right', 'left'}, {'left', 'right'}};
%! f = [1; 4; 0.1; 2; 5; 6];
%! P = cell (1, 3);
%! for k = 1:3
%!   P{k} = dls_problem ('M', eye (6), 'H', H(rows{k},:), 'f', f, 'mu', 0.5, 'd', 2);
%! end
%! K = dls_friction_setup (P{1}, 'Names', names{1}, 'Tolerance', 1e-13);
%! r = dls_friction (K, f, zeros (4, 1));
%! K = update (K, P{2}, names{2});
%! r = dls_friction (K, f, zeros (4, 1));
%! assert (r, [6; 3; 4; 1], 1e-10)
%! K = update (K, P{3}, names{3});
%! [r, ~, ~, info] = dls_friction (K, f, zeros (4, 1));
%! assert (r, [4; 1; 6; 3], 1e-10)
%! assert (info.iterations, 0)              % its answer is known

%!shared K, L
%! K = dls_friction_setup (dls_problem ('W', eye (2), 'q', [-1; 0], 'mu', 1, 'd', 2));
%! L = dls_friction_setup (dls_problem ('M', eye (2), 'H', eye (2), 'mu', 1, 'd', 2));
%!error <q is 1-by-3; expected a column> dls_friction (K, [1 2 3])
%!error <^dls_friction: 1 given; expected dls_friction \(K, q\)> dls_friction (K)
%!error <^dls_friction: expected dls_friction \(K, f, w\)> dls_friction (L, [1; 2])
%!error <^dls_friction: q is 3-by-1; expected 2-by-1> dls_friction (K, [1; 2; 3])
%!error <^dls_friction: q\(2,1\) is NaN> dls_friction (K, [1; NaN])
%!error id=delassus:dimension dls_friction (K, [1; 2], [1; 2])
%!error id=delassus:dimension update (K, eye (2), eye (2))
%!error id=delassus:pattern update (K, [1 1; 1 1])
%!error id=delassus:pattern update (K, 1)
%!error id=delassus:pattern update (L, eye (2), ones (2))
%!error id=delassus:type update (K, 'a')
%!error <2 names, 2 of them different; expected as many as contacts, 1>
%! dls_friction_setup (dls_problem ('W', eye (2), 'mu', 1, 'd', 2), 'Names', [1 2]);
%!error id=delassus:type
%! dls_friction_setup (dls_problem ('W', eye (2), 'mu', 1, 'd', 2), 'Names', 1i);
%!error <a global problem with d = 2; expected a local one with d = 2>
%! update (K, dls_problem ('M', 1, 'H', [1; 1], 'mu', 1, 'd', 2));
%!error id=delassus:dimension
%! update (K, dls_problem ('W', eye (4), 'mu', [1; 1], 'd', 2), [1 1]);
%!error id=delassus:option
%! update (K, dls_problem ('W', eye (4), 'mu', [1; 1], 'd', 2), {'a', 'b'});
%!error id=delassus:option dls_friction_setup (dls_problem ('W', 1, 'q', 1), 'Start', 1)
%!error id=delassus:type dls_friction_setup ()
%!error id=delassus:type dls_friction_setup (3)
%!error id=delassus:handle dls_friction (dls_lcp_setup (1), 1)
%!test  % a deleted one says so; another of its kind is not taken for it
%! J = dls_friction_setup (dls_problem ('W', eye (2), 'q', [-1; 0], 'mu', 1, 'd', 2));
%! delete (J);
%! id = '';
%! try
%!   dls_friction (J, [1; 2]);
%! catch err
%!   id = err.identifier;
%! end
%! assert (id, 'delassus:handle')
%! assert (evalc ('disp (J)'), sprintf ('  dls solver, deleted\n'))
%!demo
%! % a mass on a running belt, held by a spring: it rides along, then swings
%! K = dls_friction_setup (dls_problem ('W', eye (2), 'q', [0; 0], 'mu', 0.3, 'd', 2));
%! h = 0.01;
%! x = zeros (1, 1000);
%! v = 0.3;
%! for k = 2:1000
%!   [~, u] = dls_friction (K, [-9.81*h; v - 0.3 - 10*h*x(k-1)]);
%!   v = 0.3 + u(2);
%!   x(k) = x(k-1) + h * v;
%! end
%! plot (h * (1:1000), x); xlabel ('t'); ylabel ('x');
