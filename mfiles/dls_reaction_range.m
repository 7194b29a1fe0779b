function [lo, hi, info] = dls_reaction_range (S, varargin)
%DLS_REACTION_RANGE  The interval of every reaction over all admissible solutions.
%   [LO, HI, INFO] = DLS_REACTION_RANGE (S) returns structs with the fields nb, nu, tb, tu: the
%   exact minimum and maximum of each scalar reaction of the system S of DLS_SYSTEM, over all
%   lb, lu, tb, tu that satisfy
%       M*a + F = Gb*lb + Gu*lu + Hb*tb + Hu*tu,   Gb'*a + bb = 0,   Hb'*a + tb0 = 0,
%       Hu'*a + tu0 = 0,   0 <= Gu'*a + bu  _|_  lu >= 0,
%       |tu_i| <= muu_i*lu_i,   |tb_i| <= mub_i*|lb_i|      (mu = Inf: no condition)
%   for some a, with tangents of the sticking contacts only (tb0, tu0: blocks 'tb', 'tu' of S).
%   At contacts that slide tu = -muu*lu*v/|v|, tb = -mub*|lb|*v/|v| stand in place of the last two
%   lines; then the accelerations need not be unique, and the intervals are over all of them.
%   -Inf and Inf stand where a reaction is not bounded, NaN where there is no solution at all.
%   DLS_REACTION_RANGE (S, OPTS) or (..., 'Option', VALUE, ...):
%       'Cones'        false: leave friction cones out (true)
%       'MaxBilateral' number of bilateral contacts of one part whose two half cones are tried,
%                      one after the other (12); beyond it the intervals are outer bounds
%       'MaxPatterns'  sliding: number of patterns of complementarity that are tried (1000);
%                      beyond it nothing is decided
%       'DataAccuracy' relative accuracy of the data: that no reactions are admissible is said where
%                      data changed within it do not admit any either (8*eps)
%       'MaxTime'      seconds after which the intervals that are missing stay NaN (Inf)
%       'Display'      'off' | 'final' | 'iter' (as 'final')
%
%   INFO.status      'solved'
%                    'bounds'             exact or too wide: too many bilateral cones
%                    'infeasible'         no reactions are admissible
%                    'no_acceleration', 'no_balance'   not even without cones
%                    'undecided'          all NaN: the accuracy of the data decides whether there
%                                         are any; sliding: more than MaxPatterns
%                    'time_limit'         MaxTime: some intervals are NaN (sliding: all)
%                    'numerical_trouble'  some intervals are NaN
%   INFO.exitflag    1, 0, -2, -2, -2, -4, 0, -5
%   INFO.determined  struct nb, nu, tb, tu of logicals: the same in all solutions of the equations
%   INFO.unbounded   struct of logicals: lo = -Inf or hi = Inf
%   INFO.a           the acceleration (unique up to the kernel of M unless contacts slide)
%   INFO.detaching   nu-by-1 logical: Gu'*a + bu > 0, no reaction
%   INFO.residual    .worst residual or duality gap of all programs, relative
%   INFO.certificate of statuses without a solution as in DLS_STICKING, with lambda (reactions
%                    without cones) where its kind is 'cones'; else []
%   INFO.proof       of the ends, for DLS_VERIFY ([]: more than 4e6 numbers); reactions in the order
%                    nb, nu, and the tb, tu of sticking contacts; where contacts slide only .a and
%                    .lambda of solutions that attain the ends:
%       .lambda, .moves      admissible reactions; lambda + moves(:,k), k = at_lo(i), attains LO of
%                    reaction i; where this is infinite, moves(:,k) is a direction along which it
%                    decreases (from lambda + moves(:,from_lo(i))); .at_hi, .from_hi of HI
%       .leaves      cases of the signs of double cones; multipliers .y_lo, .y_hi of the reactions
%                    .columns: (M*a + F)'*y_lo(:,i) is a lower bound; or .y: the case is empty
%       .along       column of moves along which the equations let the reaction move, of those with
%                    LO = HI that are not determined
%   INFO.method      'intervals', or 'patterns' where contacts slide
%   INFO.iterations (programs), .parts (groups of reactions with programs of their own), .time (s),
%   .message
%   S may be a mechanism of DLS_MECHANISM; LO and HI have its reactions by name, too: LO.joint.row.
%
%   Example: a beam of weight 9.81 on three supports at -1, 0, 1
%     S = dls_system ('M', diag ([1 1/3]), 'F', [9.81; 0], 'Gu', [1 1 1; -1 0 1]);
%     [lo, hi] = dls_reaction_range (S);
%     [lo.nu, hi.nu]
%     % ans =
%     %         0   4.9050
%     %         0   9.8100
%     %         0   4.9050
%
%   See also DLS_REDUNDANCY, DLS_STICKING, DLS_SYSTEM, DLS_CONIC.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargout == 0 && nargin > 0)
    [lo, hi, info] = dls_reaction_range (S, varargin{:});
    dls_show_answer ({'lo', 'hi'}, {lo, hi}, info);
    clear lo
    return
  end
  clock = tic ();
  if (nargin < 1)
    error ('delassus:type', 'dls_reaction_range: expected a system made by dls_system');
  end
  [S, u] = dls_natural_units (dls_system_input (S, 'dls_reaction_range'));
  opts = dls_table_options ('dls_reaction_range', varargin);
  opts.clock = clock;
  if (any (strcmp ('sliding', [S.modeb, S.modeu])))
    [lo, hi, info] = dls_range_patterns (S, u, opts);
    [lo, hi, info] = named (dls_stick ('given', lo, u), dls_stick ('given', hi, u), info, S);
    info.a = u.a .* info.a;
    info.time = toc (clock);
    dls_tell ('dls_reaction_range', opts, info.status, info.message, info.time);
    return
  end
  E = dls_stick ('setup', S, false, 'dls_reaction_range', opts);
  if (~opts.Cones)
    E.normal = zeros (0, 1);
    E.tangent = zeros (S.d - 1, 0);
    E.mu = zeros (0, 1);
    E.bilateral = false (0, 1);
  end
  R = struct ('status', E.status, 'message', E.message, 'programs', 0, 'parts', 0, ...
              'lo', NaN (size (E.b)), 'hi', NaN (size (E.b)), 'error', NaN);
  R.determined = false (size (E.b));
  if (strcmp (E.status, 'solved'))
    R = dls_range ('intervals', E, opts, nargout > 2);
    if (strcmp (R.status, 'infeasible') && opts.DataAccuracy > 0)
      U = dls_range_infeasible ('relaxed', E, opts.DataAccuracy);
      R = dls_range_infeasible ('judged', R, dls_range ('intervals', U, opts), opts);
    end
  end
  [R, certificate, proof] = proved (R, E, S, u, opts);
  [lo, hi, determined, unbounded] = ends (R, E, u);
  info = struct ('status', R.status, 'exitflag', dls_exitflag (R.status), ...
                 'message', R.message, 'residual', struct ('worst', R.error), ...
                 'iterations', E.programs + R.programs, 'time', toc (clock), ...
                 'method', 'intervals', 'certificate', certificate, 'proof', proof, ...
                 'determined', determined, 'unbounded', unbounded, ...
                 'a', u.a .* E.a, 'detaching', E.detaching, 'parts', R.parts);
  [lo, hi, info] = named (lo, hi, info, S);
  dls_tell ('dls_reaction_range', opts, info.status, info.message, info.time);
end

% What proves the answer, in the caller's units u.
function [R, certificate, proof] = proved (R, E, S, u, opts)
  proof = [];
  certificate = dls_stick ('proof', E.certificate, S, u);
  if (strcmp (R.status, 'infeasible'))
    [R, certificate] = dls_range_infeasible ('proved', R, E, S, u, opts);
  end
  if (~any (strcmp (R.status, {'solved', 'bounds'})))
    return
  end
  if (isempty (R.proof))
    return
  end
  claim = struct ('lo', R.lo, 'hi', R.hi, 'determined', R.determined, 'unbounded', ...
                  isinf (R.lo) | isinf (R.hi), 'proof', dls_range_proof ('finish', R.proof, E));
  held = dls_verify_cones (S, E.a, E.detaching, opts.Cones, false, 0, E);
  report = dls_verify_range ('proved', held, claim, R.status);
  if (~report.ok)                              % what is not proved is not known
    R.status = 'numerical_trouble';
    R.message = sprintf ('not proved: %s', report.message);
    return
  end
  unit = [u.nb; u.nu; u.tb(E.rows_tb); u.tu(E.rows_tu)];
  proof = dls_range_proof ('units', claim.proof, u, unit);
  proof.cones = opts.Cones;
end

% By constraint, in the units u of the caller. Tangents without an equation carry nothing: they are
% determined.
function [lo, hi, determined, unbounded] = ends (R, E, u)
  L = dls_stick ('lambda', E, [R.lo, R.hi, R.determined, isinf(R.lo) | isinf(R.hi)]);
  L.tb(others (E.count_tb, E.rows_tb),3) = 1;
  L.tu(others (E.count_tu, E.rows_tu),3) = 1;
  nb = L.nb;
  nu = L.nu;
  tb = L.tb;
  tu = L.tu;
  lo = struct ('nb', u.nb .* nb(:,1), 'nu', u.nu .* nu(:,1), 'tb', u.tb .* tb(:,1), ...
               'tu', u.tu .* tu(:,1));
  hi = struct ('nb', u.nb .* nb(:,2), 'nu', u.nu .* nu(:,2), 'tb', u.tb .* tb(:,2), ...
               'tu', u.tu .* tu(:,2));
  determined = struct ('nb', nb(:,3) ~= 0, 'nu', nu(:,3) ~= 0, 'tb', tb(:,3) ~= 0, ...
                       'tu', tu(:,3) ~= 0);
  unbounded = struct ('nb', nb(:,4) ~= 0, 'nu', nu(:,4) ~= 0, 'tb', tb(:,4) ~= 0, ...
                      'tu', tu(:,4) ~= 0);
end

function rest = others (count, rows)
  rest = true (count, 1);
  rest(rows) = false;
end

function [lo, hi, info] = named (lo, hi, info, S)
  if (any ([S.names.b{:}, S.names.u{:}] == '.'))
    lo = dls_by_name (lo, S);
    hi = dls_by_name (hi, S);
    info.determined = dls_by_name (info.determined, S);
    info.unbounded = dls_by_name (info.unbounded, S);
  end
end

%!test  % the example of the help; a beam whose weight is at 0.9 (GOLDEN)
%! S = dls_system ('M', diag ([1 1/3]), 'F', [9.81; 0], 'Gu', [1 1 1; -1 0 1]);
%! [lo, hi, info] = dls_reaction_range (S);
%! assert ([lo.nu, hi.nu], [0 4.905; 0 9.81; 0 4.905], 1e-9)
%! assert (info.exitflag, 1)
%! [lo, hi] = dls_reaction_range (dls_system (S, 'F', [9.81; 0.9 * 9.81]));
%! assert ([lo.nu, hi.nu], [0 0.4905; 0 0.981; 8.829 9.3195], 1e-9)
%!test  % bilateral supports: unbounded, but a determined one has lo = hi
%! S = dls_system ('M', eye (3), 'F', [1; 2; 3], 'Gb', [1 1 0; 0 0 1; 0 0 0]);
%! [lo, hi, info] = dls_reaction_range (S);
%! assert ([lo.nb, hi.nb], [-Inf Inf; -Inf Inf; 2 2], 1e-12)
%! assert (info.determined.nb, [false; false; true])
%! assert (info.unbounded.nb, [true; true; false])
%!test  % COUPLING Example 1: three contacts in the same direction share the weight
%! S = dls_system ('M', eye (2), 'F', [9.81; 0], 'Gu', [1 1 1; 0 0 0]);
%! [lo, hi] = dls_reaction_range (S);
%! assert ([lo.nu, hi.nu], repmat ([0 9.81], 3, 1), 1e-7)
%!test  % a square table on four legs: half of the weight at most
%! S = dls_system ('M', eye (3), 'F', [10; 0; 0], 'Gu', [1 1 1 1; 1 1 -1 -1; 1 -1 -1 1]);
%! [lo, hi] = dls_reaction_range (S);
%! assert ([lo.nu, hi.nu], repmat ([0 5], 4, 1), 1e-9)
%!test  % GOLDEN 7: two fingers
%! S = dls_system ('M', eye (4), 'F', [0; 9.81; -15; 20], 'Gb', [1; 0; 0; 0], 'Gu', ...
%!                 [1 -1; 0 0; -1 0; 0 1], 'Hu', [0 0; 1 1; 0 0; 0 0], 'muu', [0.3; 0.4]);
%! [lo, hi, info] = dls_reaction_range (S);
%! assert ([lo.tu, hi.tu], [1.81 4.5; 5.31 8], 1e-8)
%! assert ([lo.nu, hi.nu], [15 15; 20 20], 1e-9)
%! assert (info.determined.nu)
%! [lo, hi, info] = dls_reaction_range (dls_system (S, 'muu', 0.2));
%! assert (info.status, 'infeasible')
%! [lo, hi] = dls_reaction_range (S, 'Cones', false);
%! assert ([lo.tu, hi.tu], [-Inf Inf; -Inf Inf])
%!test  % 3D: two fingers that hold a mass m*g with normal forces N and mu: a lens
%! N = 10; mu = 0.6; W = 9.81;
%! S = dls_system ('M', eye (5), 'F', [0; 0; W; -N; N], 'Gb', [1; 0; 0; 0; 0], 'd', 3, ...
%!                 'Gu', [1 -1; 0 0; 0 0; -1 0; 0 1], 'Hu', [0 0 0 0; 1 0 1 0; 0 1 0 1; ...
%!                 0 0 0 0; 0 0 0 0], 'muu', mu);
%! [lo, hi] = dls_reaction_range (S);
%! r = mu * N;
%! side = sqrt (r^2 - (W / 2)^2);
%! assert ([lo.tu, hi.tu], repmat ([-side side; W - r, r], 2, 1), 1e-7)
%!test  % bilateral double cones: |t| <= mu |n|, two guides share the load of a slider
%! S = dls_system ('M', eye (2), 'F', [3; 4], 'Gb', [0 0; 1 1], 'Hb', [1 1; 0 0], 'mub', [.5; 1]);
%! [lo, hi, info] = dls_reaction_range (S);   % n1 + n2 = 4, t1 + t2 = 3
%! assert (info.status, 'solved')
%! assert ([lo.nb, hi.nb], repmat ([-Inf Inf], 2, 1))
%! S = dls_system ('M', eye (3), 'F', [3; 4; 1], 'Gb', [0 0; 1 0; 0 1], 'Hb', [1 1; 0 0; 0 0], ...
%!                 'mub', [.5; 2]);
%! [lo, hi] = dls_reaction_range (S);         % n = (4, 1), |t1| <= 2, |t2| <= 2, t1 + t2 = 3
%! assert ([lo.tb, hi.tb], [1 2; 1 2], 1e-8)
%!test  % detaching contacts carry nothing
%! S = dls_system ('M', eye (2), 'F', [1; -1], 'Gu', [1 0; 0 1]);
%! [lo, hi, info] = dls_reaction_range (S);
%! assert ([lo.nu, hi.nu], [1 1; 0 0], 1e-12)
%! assert (info.detaching, [false; true])
%!test  % nothing to find; welded contacts
%! [lo, hi, info] = dls_reaction_range (dls_system ('M', eye (2), 'F', [1; 1]));
%! assert ({info.status, isempty(lo.nu)}, {'solved', true})
%! S = dls_system ('M', eye (2), 'F', [3; 9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', Inf);
%! [lo, hi, info] = dls_reaction_range (S);
%! assert ([lo.tu, hi.tu, lo.nu, hi.nu], [3 3 9.81 9.81], 1e-9)
%! V = dls_sticking (S);
%! assert ({V.verdict, V.margin, dls_verify(S, V)}, {'sticking', Inf, true})
%! [lo, hi, info] = dls_reaction_range (dls_system ('M', 1, 'Gb', [1 1], 'bb', [0; 1]));
%! assert ({info.status, info.exitflag, isnan(lo.nb(1))}, {'no_acceleration', -2, true})
%!test  % MaxTime; systems of another kind
%! S = dls_system ('M', eye (2), 'F', [3; 4], 'Gb', [0 0; 1 1], 'Hb', [1 1; 0 0], 'mub', [.5; 1]);
%! [lo, hi, info] = dls_reaction_range (S, 'MaxTime', 0);
%! assert ({info.status, info.exitflag, isnan(lo.tb)}, {'time_limit', 0, [true; true]})
%! S = dls_system (S, 'vtb', [1 0]);
%! [lo, hi, info] = dls_reaction_range (S, 'MaxTime', 0);
%! assert ({info.status, info.exitflag, all(isnan (lo.nb))}, {'time_limit', 0, true})
%! V = dls_sticking (S, 'MaxTime', 0);
%! assert (V.verdict, 'undecided')
%!test  % what data within their accuracy decide is undecided; also with a sliding contact
%! S = dls_system ('M', eye (2), 'F', [5.0001; 10], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', .5);
%! [~, ~, info] = dls_reaction_range (S);
%! assert (info.status, 'infeasible')
%! [lo, ~, info] = dls_reaction_range (S, 'DataAccuracy', 1e-4);
%! assert ({info.status, info.exitflag, isnan(lo.tu)}, {'undecided', -4, true})
%! [~, ~, info] = dls_reaction_range (dls_system (S, 'F', [5.1; 10]), 'DataAccuracy', 1e-4);
%! assert (info.status, 'infeasible')
%! S = dls_system ('M', eye (3), 'F', [5.0001; 10; 1], 'Gu', [0 0; 1 0; 0 1], ...
%!                 'Hu', [1 0; 0 0; 0 0], 'muu', [.5; .5], 'vtu', [0 1]);
%! [~, ~, info] = dls_reaction_range (S);
%! assert (info.status, 'infeasible')
%! [~, ~, info] = dls_reaction_range (S, 'DataAccuracy', 1e-4);
%! assert ({info.status, info.method}, {'undecided', 'patterns'})
%!test  % both diagonals in each of 300 bays, all joints hinged: no reaction is determined
%! i = (1:300)';
%! k = 301;
%! E = [i, i+1; k+i, k+i+1; i, k+i+1; i+1, k+i; (1:k)', k+(1:k)'];
%! x = [0:300, 0:300; zeros(1, k), ones(1, k)];
%! d = x(:,E(:,2)) - x(:,E(:,1));
%! d = bsxfun (@rdivide, d, sqrt (sum (d .^ 2, 1)))';
%! G = sparse ([2*E-1, 2*E], repmat ((1:rows (E))', 1, 4), [-d(:,1), d(:,1), -d(:,2), d(:,2)]);
%! held = sparse ([1, 2, 2*k, 2*k+1, 2*k+2], 1:5, 1, 4*k, 5);
%! S = dls_system ('M', speye (4*k), 'F', repmat ([0; 9.81], 2*k, 1), 'Gb', [G, held]);
%! [lo, ~, info] = dls_reaction_range (S);
%! assert ({info.status, all(lo.nb == -Inf)}, {'solved', true})
%!error <dls_reaction_range: the argument is a friction problem; expected a contact system>
%! dls_reaction_range (dls_problem ('W', eye (2), 'q', [-1; 0], 'mu', 0.5, 'd', 2));
%!error id=delassus:type dls_reaction_range (1)
%!error id=delassus:option dls_reaction_range (dls_system ('M', 1), 'Cone', 1)
%!error <^dls_reaction_range: option 'Cones' is NaN; expected true or false>
%! dls_reaction_range (dls_system ('M', 1), 'Cones', NaN);
%!error id=delassus:option dls_reaction_range (dls_system ('M', 1), 'MaxPatterns', {})
%!error id=delassus:option dls_reaction_range (dls_system ('M', 1), 'MaxBilateral', -1)
%!demo
%! % between which values the feet of a table carry
%! x = [1 1 -1 -1 0];
%! y = [1 -1 -1 1 0.5];
%! S = dls_system ('M', diag ([10 1 1]), 'F', [98.1; 0; 0], 'Gu', [ones(1, 5); y; -x]);
%! [lo, hi] = dls_reaction_range (S);
%! errorbar (1:5, (lo.nu + hi.nu) / 2, (hi.nu - lo.nu) / 2, 'o');
%! xlabel ('foot');
