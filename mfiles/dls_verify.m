function [ok, report] = dls_verify (problem, answer, varargin)
%DLS_VERIFY  Is an answer right? Its status, residual and certificate, by matrix arithmetic.
%   OK = DLS_VERIFY (PROBLEM, ANSWER) judges the answer of any function from the problem as given.
%   Nothing is solved again: only products and comparisons are done. Without an output it prints
%   the checks as a table.
%     PROBLEM                        ANSWER                                   of
%     struct M, G, F, b; or S        struct a, lambda, info                   DLS_KKT
%     struct M, G; or S              R                                        DLS_REDUNDANCY
%     struct P, q, A, b, cones       struct x, s, y, info                     DLS_CONIC
%     struct A, q                    struct z, w, info                        DLS_LCP
%     struct A, q                    Z                                        DLS_LCP_ALL
%     struct A, B, C, D, a, b        struct x, z, w, info                     DLS_MLCP
%     S                              struct a, lambda, info (, law)           DLS_CONTACT
%     S                              V                                        DLS_STICKING
%     S                              struct lo, hi, info                      DLS_REACTION_RANGE
%     S                              W                                        DLS_WELLPOSED
%     S, or struct points, normals, mu    Q                                   DLS_GRASP
%     S                              L; D; B      DLS_LOADS; DLS_MODES; DLS_FRICTION_BOUND
%     struct S, vminus, E            struct vplus, p, info                    DLS_IMPACT
%     P                              struct r, u, v, info                     DLS_FRICTION
%     P                              struct ok, info                          DLS_FRICTION_EXISTS
%     MODEL, or a mechanism          SOL                                      DLS_SIMULATE
%   Where S is a problem, a mechanism of DLS_MECHANISM is one, too.
%   Of DLS_CONTACT also the inclusions TUTORIAL (21), or (52) and (53) with sliding contacts, where
%   M > 0 is well conditioned and n <= 200.
%   LAW is 'coulomb' (default) or 'equations', as the option 'Sticking' of DLS_CONTACT.
%
%   What is checked
%     solved        equations: residuals in units in which entries of rows and columns have the
%                   geometric mean one, relative to the largest unknown or term (at most 1e4
%                   times the constants); cones and complementarity likewise: at most 1e-6. Of
%                   DLS_KKT at most 1e-8 of the terms of each equation. Where the answer was asked
%                   for with a larger tolerance, info.tolerance, about that (at most 0.1)
%     no solution   a certificate combines the conditions to e'*x >= gain > 0 with e = 0 but for
%                   rounding. It excludes all x with |e|'*|x| < gain; these must reach to 100 times
%                   the sizes that the data suggest, and 8*eps of each term of the sums (the
%                   accuracy of data) must not outweigh the gain
%     others        'undecided', limits, trouble: nothing is claimed, OK = REPORT.verifiable = false
%   [OK, REPORT] = DLS_VERIFY (PROBLEM, ANSWER):
%     REPORT.kind, .status    what was judged
%     REPORT.checks   struct array name, value, bound, ok
%     REPORT.excludes how far solutions are excluded by the certificate, in sizes of the data (of
%                     DLS_STICKING: in sizes of V.lambda); NaN without
%     REPORT.residual the largest relative error of the equations, of DLS_STICKING; else NaN
%     REPORT.message  the first check that failed
%     REPORT.not_checked  texts: what the answer claims and nothing of the above looks at
%
%   Example: a block pushed too hard
%     S = dls_system ('M', eye (2), 'F', [-6; 9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%     V = dls_sticking (S);
%     V.verdict
%     % ans = not_sticking
%     dls_verify (S, V)
%     % ans = 1
%   Example: bounds in contradiction, and a forged certificate
%     p = struct ('A', [-1; 1], 'b', [-1; -1], 'cones', struct ('l', 2));
%     [x, s, y, info] = dls_conic ([], 0, p.A, p.b, p.cones);
%     ok = dls_verify (p, struct ('x', x, 's', s, 'y', y, 'info', info))
%     % ok = 1
%     ok = dls_verify (p, struct ('x', x, 's', s, 'y', [1; 0], 'info', info))
%     % ok = 0
%
%   See also DLS_STICKING, DLS_KKT, DLS_CONIC, DLS_LCP, DLS_CONTACT, DLS_FRICTION, DLS_RESIDUAL.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin ~= 2 || ~isstruct (problem) || ~isscalar (problem) || ~isstruct (answer) ...
      || ~isscalar (answer))
    error ('delassus:type', ['dls_verify: expected a problem and an answer, one struct each, ', ...
           'like struct (''a'', a, ''lambda'', lambda, ''info'', info)']);
  end
  [problem, answer] = of_system (problem, answer);
  kind = recognise (problem, answer);
  try
    report = judge (kind, problem, answer);
  catch err
    if (strncmp (err.identifier, 'delassus:', 9) && strncmp (err.message, 'dls_', 4))
      rethrow (err);
    end
    error ('delassus:type', ['dls_verify: the fields of problem and answer do not fit each ', ...
           'other or their function (%s)'], err.message);
  end
  ok = report.ok;
  if (nargout == 0)
    print (report);
  end
end

% Mechanisms are their contact systems; what DLS_KKT and DLS_REDUNDANCY take of systems.
function [problem, answer] = of_system (problem, answer)
  kinds = {'system', 'mechanism'};
  if (~isfield (problem, 'kind') || ~ischar (problem.kind) || ~any (strcmp (problem.kind, kinds)))
    return
  elseif (strcmp (problem.kind, 'mechanism') && all (isfield (answer, {'t', 'q', 'v', 'p'})))
    return                                           % a motion of it
  end
  problem = dls_system_input (problem, 'dls_verify');
  if (isfield (answer, 'kernel'))
    problem = struct ('M', problem.M, 'G', [problem.Gb, problem.Gu]);
  elseif (isfield (answer, 'lambda') && isstruct (answer.lambda) ...
          && isfield (answer.lambda, 'nb') && ~isfield (answer.lambda, 'nu'))
    problem = struct ('M', problem.M, 'G', problem.Gb, 'F', problem.F, 'b', problem.bb);
    answer.lambda = answer.lambda.nb;
  end
end

function report = judge (kind, problem, answer)
  switch (kind)
    case {'sticking', 'contact', 'range', 'wellposed', 'loads', 'modes', 'bound'}
      problem = dls_system (problem);
    case {'friction', 'exists'}
      problem = dls_problem_input (problem, 'dls_verify', true);
    case 'impact'
      problem.S = dls_system (problem.S);
  end
  dls_verify_answer (kind, problem, answer);
  status = '';
  if (isfield (answer, 'info') && isfield (answer.info, 'status'))
    status = answer.info.status;
  elseif (isfield (answer, 'verdict'))
    status = answer.verdict;
  end
  report = dls_judge ('report', kind, status);
  switch (kind)
    case 'sticking'
      report = dls_verify_sticking (problem, answer, report);
    case {'conic', 'kkt', 'lcp', 'lcp_all', 'redundancy'}
      report = dls_verify_programs (kind, problem, answer, report);
    case {'friction', 'exists', 'impact', 'motion'}
      report = dls_verify_problems (kind, problem, answer, report);
    case 'machine'
      report = dls_verify_machine (problem, answer, report);
    case {'loads', 'modes', 'bound'}
      report = dls_verify_sets (kind, answer, report);
    otherwise
      report = dls_verify_systems (kind, problem, answer, report);
  end
end

% What the fields say; the first row of the table that fits.
function kind = recognise (problem, answer)
  T = {
    'sticking',   {'M', 'Gu'},                {'verdict', 'a', 'lambda', 'certificate', ...
                                               'persistent', 'static', 'facets'}
    'range',      {'M', 'Gu'},                {'lo', 'hi', 'info'}
    'contact',    {'M', 'Gu'},                {'a', 'lambda', 'info'}
    'wellposed',  {'M', 'Gu'},                {'criteria', 'table'}
    'loads',      {'M', 'Gu'},                {'parts', 'margin', 'worst', 'error'}
    'modes',      {'M', 'Gu'},                {'modes', 'overlaps', 'uncovered', 'here'}
    'bound',      {'M', 'Gu'},                {'prop9', 'prop13', 'allstick12', 'exact'}
    'grasp',      {'M', 'Gu'},                {'verdict', 'squeeze', 'certificate'}
    'grasp',      {'points', 'normals', 'mu'}, {'verdict', 'squeeze', 'certificate'}
    'impact',     {'S', 'vminus', 'E'},       {'vplus', 'p', 'info'}
    'friction',   {'mu', 'd', 'form'},        {'r', 'u', 'v', 'info'}
    'exists',     {'mu', 'd', 'form'},        {'ok', 'info'}
    'motion',     {'mass', 'force', 'gap'},   {'t', 'q', 'v', 'p'}
    'machine',    {'bodies', 'joints'},       {'t', 'q', 'v', 'p'}
    'kkt',        {'M', 'G', 'F', 'b'},       {'a', 'lambda', 'info'}
    'redundancy', {'M', 'G'},                 {'nullity', 'kernel', 'determined'}
    'conic',      {'A', 'b', 'cones'},        {'x', 's', 'y', 'info'}
    'lcp_all',    {'A', 'q'},                 {'count', 'z', 'faces'}
    'lcp',        {'A', 'q'},                 {'z', 'w', 'info'}
    'lcp',        {'A', 'B', 'C', 'D', 'a', 'b'},  {'x', 'z', 'w', 'info'}
  };
  for k = 1:size (T, 1)
    if (all (isfield (problem, T{k,2})) && all (isfield (answer, T{k,3})))
      kind = T{k,1};
      return
    end
  end
  error ('delassus:type', ['dls_verify: the problem has the fields %s and the answer %s; ', ...
         'expected a pair of the table in "help dls_verify"'], ...
         strjoin (fieldnames (problem)', ', '), strjoin (fieldnames (answer)', ', '));
end

function print (report)
  words = {'refused', 'right'};
  fprintf ('%s, ''%s'': %s\n', report.kind, report.status, words{report.ok + 1});
  for c = report.checks
    words = {'FAILS', ''};
    fprintf ('  %-40s %9.1e <= %7.1e %s\n', c.name, c.value, c.bound, words{c.ok + 1});
  end
  if (~report.ok)
    fprintf ('  %s\n', report.message);
  end
  for k = 1:numel (report.not_checked)
    fprintf ('  not checked: %s\n', report.not_checked{k});
  end
end

% The fields of an answer, once and at the door: numbers, texts and structs of the sizes that the
% problem asks for, whatever an answer that was changed by hand contains.
function dls_verify_answer (kind, P, X)
  numbers = 'numbers';
  info = struct ('status', 'text');
  if (any (strcmp (kind, {'sticking', 'range', 'contact'})))
    lambda = struct ('nb', P.nb, 'nu', P.nu, 'tb', size (P.Hb, 2), 'tu', size (P.Hu, 2));
  end
  switch (kind)
    case 'sticking'
      fields = struct ('verdict', 'text', 'a', P.n, 'lambda', lambda, 'certificate', 'proof', ...
                       'persistent', 'flag', 'static', 'flag', 'facets', 1, 'detaching', P.nu);
      for name = {'a', 'lambda', 'detaching'}  % without reactions
        if (isempty (X.(name{1})))
          fields = rmfield (fields, name{1});
        end
      end
    case 'range'
      fields = struct ('lo', lambda, 'hi', lambda, 'info', info);
    case 'contact'
      fields = struct ('a', P.n, 'lambda', lambda, 'info', info);
    case 'wellposed'
      fields = struct ('criteria', 'list');
    case 'loads'
      fields = struct ('parts', 'list', 'margin', 1, 'worst', numbers, 'error', 1);
    case 'modes'
      fields = struct ('modes', 'list', 'overlaps', 'list', 'uncovered', 'list', 'here', ...
                       numbers, 'unique', 'answer', 'covered', 'answer');
    case 'bound'
      fields = struct ('prop13', 'proof', 'allstick12', 'proof', 'exact', 'proof');
    case 'grasp'
      fields = struct ('verdict', 'text', 'squeeze', 'proof', 'certificate', 'proof', ...
                       'bounds', 2, 'motion', numbers, 'force_closure', 'answer', ...
                       'form_closure', 'answer');
    case 'impact'
      fields = struct ('vplus', P.S.n, 'p', struct ('nb', P.S.nb, 'nu', P.S.nu), 'info', info);
    case 'friction'
      rows = P.nc * P.d;
      if (strcmp (P.kind, 'law'))
        rows = P.nc * P.rows;
      end
      fields = struct ('r', rows, 'u', rows, 'v', numbers, 'info', info);
    case 'exists'
      fields = struct ('ok', 'answer', 'info', struct ('u', numbers, 'v', numbers, 'r', numbers));
    case {'motion', 'machine'}
      fields = struct ('t', numbers, 'q', numbers, 'v', numbers, 'p', numbers, 'nb', 1, ...
                       'gap', numbers, 'status', numbers);
    case 'kkt'
      fields = struct ('a', numbers, 'lambda', numbers, 'info', info);
    case 'redundancy'
      fields = struct ('rank', 1, 'nullity', 1, 'determined', size (P.G, 2), 'kernel', numbers, ...
                       'independent', numbers, 'redundant', numbers, 'leverage', numbers, ...
                       'leverage_error', 1, 'tolerance', 1, 'acceleration_unique', 'flag', ...
                       'acceleration_kernel', numbers, 'releases', 'list');
    case 'conic'
      [m, n] = size (P.A);
      fields = struct ('x', n, 's', m, 'y', m, 'info', info);
    case 'lcp_all'
      fields = struct ('z', numbers, 'rays', numbers, 'faces', 'list', 'count', 1, ...
                       'complete', 'flag', 'unique', 'answer');
    case 'lcp'
      if (isfield (P, 'q'))
        fields = struct ('z', numel (P.q), 'w', numel (P.q), 'info', info);
      else
        fields = struct ('x', numbers, 'z', numel (P.b), 'w', numel (P.b), 'info', info);
      end
  end
  check (X, fields, 'answer');
end

% what: the length of a vector, a word, or a struct of these.
function check (x, what, name)
  one = isscalar (x);
  number = (isa (x, 'double') && isreal (x)) || islogical (x);
  if (isnumeric (what))
    good = number && numel (x) == what && (isvector (x) || isempty (x));
  elseif (isstruct (what))
    names = fieldnames (what);
    good = isstruct (x) && one && all (isfield (x, names));
  else
    switch (what)
      case 'text'
        good = ischar (x) && size (x, 1) == 1;
      case 'numbers'
        good = number;
      case 'flag'
        good = number && one && (x == 0 || x == 1);
      case 'answer'
        good = number && (one || isempty (x));
      case 'proof'
        good = isempty (x) || (isstruct (x) && one);
      case 'list'
        good = isstruct (x);
    end
  end
  if (~good)
    error ('delassus:type', 'dls_verify: %s is %s; expected %s', name, dls_describe (x), ...
           expected (what));
  end
  if (isstruct (what))
    for k = 1:numel (names)
      check (x.(names{k}), what.(names{k}), [name, '.', names{k}]);
    end
  end
end

function text = expected (what)
  words = {'text',    'a text'
           'numbers', 'real numbers'
           'flag',    'true or false'
           'answer',  'true, false or NaN'
           'proof',   'a struct or []'
           'list',    'a struct array'};
  if (isstruct (what))
    text = ['a struct with the fields ', strjoin(fieldnames (what)', ', ')];
  elseif (isnumeric (what))
    text = sprintf ('%d real numbers', what);
  else
    text = words{strcmp (what, words(:,1)),2};
  end
end

%!test  % the example of the help, and forgeries
%! S = dls_system ('M', eye (2), 'F', [-6; 9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%! V = dls_sticking (S);
%! assert (V.verdict, 'not_sticking')
%! [ok, info] = dls_verify (S, V);
%! assert (ok && info.excludes > 1e6)
%! U = V;
%! U.certificate.y = -V.certificate.y;
%! assert (~dls_verify (S, U))
%! U = V;
%! U.verdict = 'sticking';
%! assert (~dls_verify (S, U))
%! assert (~dls_verify (dls_system (S, 'muu', 0.7), V))
%! U.verdict = 'undecided';
%! assert (~dls_verify (S, U))
%!test  % a sticking one, and reactions that were tampered with
%! S = dls_system ('M', eye (2), 'F', [-4; 9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%! V = dls_sticking (S);
%! [ok, info] = dls_verify (S, V);
%! assert (ok && info.residual < 1e-9)
%! V.lambda.nu = V.lambda.nu + 1;
%! assert (~dls_verify (S, V))
%!test  % sets of loads, modes, bounds: their parts agree, and damaged ones do not
%! S = dls_system ('M', eye (2), 'F', [0; 10], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%! L = dls_loads (S, eye (2));
%! [ok, report] = dls_verify (S, L);
%! assert (ok && numel (report.not_checked) == 1)
%! for bad = {{'margin', L.margin * 1.001}, {'worst', -L.worst}, {'parts', 'c', 1.001}, ...
%!            {'parts', 'vertices', 0.999}, {'parts', 'rays', -1}}
%!   X = L;
%!   if (numel (bad{1}) == 2)
%!     X.(bad{1}{1}) = bad{1}{2};
%!   else
%!     X.parts.(bad{1}{2}) = X.parts.(bad{1}{2}) * bad{1}{3};
%!   end
%!   assert (~dls_verify (S, X))
%! end
%! R = dls_system ('M', diag ([1 1 1/3]), 'F', [0; 9.81; 0], 'Gu', [0; 1; -cos(1)], ...
%!                 'Hu', [1; 0; sin(1)], 'muu', 1.6, 'vtu', -1);
%! D = dls_modes (R, 'ForceDirections', [0; 1; 0]);
%! assert (dls_verify (R, D))
%! assert (~dls_verify (R, setfield (D, 'here', 1)))
%! assert (~dls_verify (R, setfield (D, 'unique', ~D.unique)))
%! assert (~dls_verify (R, setfield (D, 'uncovered', D.uncovered([]))))
%! D.modes(1).point = 100;
%! assert (~dls_verify (R, D))
%! c = cos (pi/4) / 2;
%! K = dls_system ('M', diag ([1 1 1/12]), 'Gb', [0 0; 1 1; c -c], 'Hb', [1 1; 0 0; -c c], ...
%!                 'mub', 0.5, 'vtb', [1 1]);
%! B = dls_friction_bound (K);
%! assert (dls_verify (K, B))
%! B.exact.holds = 'no';
%! assert (~dls_verify (K, B))
%!error id=delassus:type dls_verify (1, 2)
%!error id=delassus:type dls_verify (dls_system ('M', 1), struct ('verdict', 3))
%!error id=delassus:type
%! info = struct ('status', 'solved');
%! dls_verify (struct ('A', 1, 'q', 1), struct ('z', 'x', 'w', {{}}, 'info', info))
%!error id=delassus:type
%! V = dls_sticking (dls_system ('M', 1, 'Gu', 1, 'F', 1));
%! V.lambda = 3;
%! dls_verify (dls_system ('M', 1, 'Gu', 1), V)
%!test  % every field of an answer is looked at before it is used
%! p = struct ('A', [2 1; 1 2], 'q', [-5; 1]);
%! [x.z, x.w, x.info] = dls_lcp (p.A, p.q);
%! bad = {'z', 1; 'z', {}; 'w', 'ab'; 'w', 1i; 'info', []; 'info', struct('status', {'a', 'b'})
%!        'info', struct('status', {{1}})};
%! for k = 1:size (bad, 1)
%!   y = x;
%!   y.(bad{k,1}) = bad{k,2};
%!   id = '';
%!   try
%!     dls_verify (p, y);
%!   catch err
%!     id = err.identifier;
%!     assert (strfind (err.message, ['dls_verify: answer.', bad{k,1}]), 1)
%!   end
%!   assert (id, 'delassus:type')
%! end
%!demo
%! % an answer that is spoiled more and more: what the judge finds, and from where on it refuses
%! A = [2 1; 1 2];
%! p = struct ('A', A, 'q', [-5; 1]);
%! [x.z, x.w, x.info] = dls_lcp (p.A, p.q);
%! e = logspace (-14, -1, 27);
%! for k = 1:27
%!   y = setfield (x, 'z', x.z + e(k));
%!   [ok(k), report] = dls_verify (p, y);
%!   worst(k) = max ([report.checks.value]);
%! end
%! loglog (e(ok), worst(ok), 'go', e(~ok), worst(~ok), 'rx');
%! xlabel ('spoiled by'); ylabel ('found');
