function text = dls_show (X, varargin)
%DLS_SHOW  What an object or an answer is, in at most 20 lines: sizes, what is known, next
%   DLS_SHOW (X) prints of what functions of Delassus take and give
%     S, P, model, B   systems, friction problems, models, mechanisms: sizes, constraints, friction,
%                      and the functions that answer questions about them
%     V, W, R, Q, D    verdicts on sticking, criteria, redundancy, grasps, matrices: what was found
%     sol, sweep       motions and sweeps: how far, how many, what happened, what it took
%     K                what DLS_KKT_SETUP and others keep
%     info             of a solver: status, message, residual, iterations, time, certificate
%   Of a mechanism it computes Grubler's count (velocities less equations), the true number of
%   degrees of freedom (velocities less the rank of the equations) at the present state, and why
%   they differ: which equations repeat others, and what to release so that all reactions are
%   determined. Functions that are called without an output print this of what they give.
%   TEXT = DLS_SHOW (X) returns the text.
%
%   Example: a parallelogram with a third bar: it moves although Grubler's count is 0
%     B = dls_mechanism ('gravity', [0 -9.81]);
%     B = dls_body (B, 'plate', 'mass', 1, 'inertia', 1, 'at', [0 1]);
%     for x = [-1 0 1]
%       B = dls_joint (B, sprintf ('bar%d', x + 2), 'distance', ...
%                     {'ground', [x 0]}, {'plate', [x 0]});
%     end
%     dls_show (B)
%
%   See also DLS_SYSTEM, DLS_MECHANISM, DLS_SIMULATE, DLS_REDUNDANCY, DLS_VERIFY.
% SPDX-License-Identifier: GPL-3.0-or-later
  most = 20;
  if (nargin ~= 1)
    error ('delassus:dimension', 'dls_show: %d given; expected what is to be shown', nargin);
  end
  try
    lines = lines_of (X, most);
  catch err
    if (strncmp (err.identifier, 'delassus:', 9))
      rethrow (err);
    end
    error ('delassus:type', ['dls_show: the argument is not as a function of Delassus made ', ...
           'it: %s'], err.message);
  end
  if (numel (lines) > most)
    left = numel (lines) - most + 1;
    lines = [lines(1:most-2), {sprintf('... %d more lines', left)}, lines(end)];
  end
  text = dls_some (sprintf ('%s\n', lines{:}));
  if (nargout == 0)
    fprintf ('%s', text);
    clear text
  end
end

function lines = lines_of (X, most)
  if (isa (X, 'dls_factorisation') || isa (X, 'dls_solver'))
    lines = {strtrim(evalc ('disp (X)'))};
    return
  elseif (~(isstruct (X) && isscalar (X)))
    error ('delassus:type', ['dls_show: the argument is %s; expected a struct, as dls_system, ', ...
           'dls_simulate or others make it'], dls_describe (X));
  end
  kind = '';
  if (isfield (X, 'kind') && ischar (X.kind))
    kind = X.kind;
  end
  switch (kind)
    case 'mechanism',  lines = mechanism_lines (X);
    case 'system',     lines = system (X);
    case {'friction', 'law'}, lines = friction (X);
    case 'model',      lines = model (X);
    case 'motion',     lines = motion (X);
    case 'redundancy', lines = redundancy (X, most);
    case {'modes', 'loads', 'periodic'}, lines = strsplit (X.table, sprintf ('\n'));
    case 'wellposed',  lines = criteria (X);
    case 'sweep',      lines = sweep (X);
    case {'sticking', 'grasp'}, lines = verdict (X);
    otherwise
      if (all (isfield (X, {'status', 'residual', 'method'})))
        lines = answer (X);
      else
        lines = fields (X, kind);
      end
  end
end

function lines = system (S)
  lines = {sprintf(['contact system in %dD: %d coordinates, %d bilateral and %d unilateral ', ...
                    'constraints'], S.d, S.n, S.nb, S.nu)};
  lines{end+1} = sprintf ('  M: %s; F: %s', dls_show_value (sparse (S.M)), dls_show_value (S.F));
  for s = {'b', 'bilateral'; 'u', 'unilateral'}'
    mode = S.(['mode', s{1}]);
    if (~isempty (mode))
      mu = S.(['mu', s{1}]);
      lines{end+1} = sprintf ('  %s: %s; mu %s', s{2}, count_of (mode), dls_show_value (mu(:)'));
    end
  end
  rough = ~all (strcmp ([S.modeb(:)', S.modeu(:)'], 'frictionless'));
  if (S.nu == 0 && ~rough)
    next = 'dls_kkt (S), dls_redundancy (S), dls_wellposed (S)';
  else
    next = 'dls_contact (S), dls_reaction_range (S), dls_wellposed (S)';
    if (any (strcmp ([S.modeb(:)', S.modeu(:)'], 'sticking')))
      next = ['dls_sticking (S), ', next];
    end
  end
  lines{end+1} = ['ask: ', next];
end

% 'a a b': '2 a, 1 b'
function text = count_of (list)
  [names, ~, at] = unique (list);
  parts = cell (1, numel (names));
  for k = 1:numel (names)
    parts{k} = sprintf ('%d %s', sum (at == k), names{k});
  end
  text = strjoin (parts, ', ');
end

function lines = friction (P)
  lines = {sprintf('friction problem in %dD, %s form: %d contacts', P.d, P.form, P.nc)};
  if (strcmp (P.form, 'local'))
    lines{end+1} = sprintf ('  W: %s; q: %s', dls_show_value (sparse (P.W)), dls_show_value (P.q));
  else
    lines{end+1} = sprintf ('  M: %s; H: %s', dls_show_value (sparse (P.M)), ...
                            dls_show_value (sparse (P.H)));
    lines{end+1} = sprintf ('  f: %s; w: %s', dls_show_value (P.f), dls_show_value (P.w));
  end
  mu = P.mu;
  if (isnumeric (mu) && size (mu, 2) < 2)
    mu = mu(:)';
  end
  lines{end+1} = sprintf ('  mu: %s', dls_show_value (mu));
  if (strcmp (P.kind, 'law'))
    for name = {'angle', 'cohesion', 'rolling', 'spinning'}
      if (~isempty (P.(name{1})))
        lines{end+1} = sprintf ('  %s: %s', name{1}, dls_show_value (P.(name{1})'));
      end
    end
    lines{end+1} = 'ask: dls_friction (P), dls_friction_exists (P)';
  else
    lines{end+1} = 'ask: dls_friction (P), dls_friction_exists (P); dls_write (P, file)';
  end
end

function lines = model (X)
  what = {};
  for name = fieldnames (X.given)'
    value = X.given.(name{1});
    if (~isempty (value))
      what{end+1} = sprintf ('  %s: %s', name{1}, dls_show_value (value));
    end
  end
  lines = [{'model of a motion'}, what, ...
           {'ask: dls_check_model (model, q0, v0), dls_simulate (model, tspan, q0, v0)'}];
end

function lines = motion (sol)
  lines = {sprintf('motion by %s: t = %g to %g, %d columns, %s', sol.scheme, sol.t(1), ...
                   sol.t(end), numel (sol.t), sol.result)
           sprintf('  coordinates %d, velocities %d, contacts %d', size (sol.q, 1), ...
                   size (sol.v, 1), size (sol.gap, 1))}';
  if (~isempty (sol.message) && ~strcmp (sol.result, 'finished'))
    lines{end+1} = ['  ', sol.message];
  end
  if (isfield (sol, 'warnings') && ~isempty (sol.warnings))
    most = 8;
    told = dls_simulate_warnings ('lines', sol.warnings(1:min (end, most)));
    lines = [lines, strcat({'  warning: '}, told)];
    if (numel (sol.warnings) > most)
      lines{end+1} = sprintf ('  ... %d more warnings', numel (sol.warnings) - most);
    end
  end
  lines{end+1} = sprintf ('  at the end q = %s, v = %s', dls_show_value (sol.q(:,end)), ...
                          dls_show_value (sol.v(:,end)));
  if (~isempty (sol.events))
    lines{end+1} = sprintf ('  events: %s', count_of ({sol.events.kind}));
  end
  if (~isempty (sol.gap))
    lines{end+1} = sprintf ('  smallest gap %.3g', min (sol.gap(:)));
  end
  lines{end+1} = sprintf ('  steps %d, %.3g s', sol.stats.steps, sol.stats.time);
  lines{end+1} = 'ask: dls_plot (sol), dls_animate (sol, ...), dls_system (sol, k)';
end

% Numbers that the verdict rests on; what is empty or not a number was not asked.
function lines = verdict (V)
  lines = {sprintf('%s: %s', V.kind, V.verdict)};
  if (~isempty (V.message))
    lines{1} = sprintf ('%s (%s)', lines{1}, V.message);
  end
  for name = {'margin', 'mu_min', 'mu_scale', 'quality', 'bounds', 'weakest', 'a', 'force', ...
              'motion'}
    if (isfield (V, name{1}) && ~isempty (V.(name{1})) && ~any (isnan (V.(name{1})(:))))
      lines{end+1} = sprintf ('  %s: %s', name{1}, dls_show_value (V.(name{1})));
    end
  end
  for name = {'lambda', 'squeeze'}
    if (isfield (V, name{1}) && isstruct (V.(name{1})))
      lines = [lines, strcat({'  '}, dls_show_value (V.(name{1}), name{1}, 9))];
    end
  end
  if (isfield (V, 'bodies'))
    lines = [lines, strcat({'  '}, dls_show_value (V.bodies, 'bodies', 4))];
  end
  if (isstruct (V.certificate))
    lines{end+1} = sprintf ('  certificate: %s', strjoin (fieldnames (V.certificate)', ', '));
  end
  lines{end+1} = 'ask: dls_verify (S, V)';
end

% Of a long table first the conditions go, then constraints that repeat nothing, not what to
% release.
function lines = redundancy (R, most)
  lines = strsplit (R.table, sprintf ('\n'));
  if (numel (lines) <= most)
    return
  end
  lines = [lines(1:find (strncmp (lines, 'conditions:', 11), 1) - 1), ...
           {'all constraints: R.table; what the papers ask: R.conditions'}];
  rows = find (cellfun ('isempty', regexp (lines, '^ +name +reaction', 'once')) == 0, 1);
  joints = find (~cellfun ('isempty', regexp (lines(1:rows), ': \d+ reactions, ', 'once')));
  if (numel (joints) > 7)                      % first those that are not determined
    open = cellfun ('isempty', strfind (lines(joints), 'all determined'));
    first = [joints(open), joints(~open)];
    lines = [lines(1:joints(1)-1), lines(sort (first(1:6))), ...
             {sprintf('  ... and %d more', numel (joints) - 6)}, lines(joints(end)+1:end)];
    rows = rows - numel (joints) + 7;
  end
  last = [find(strncmp (lines, 'to determine', 12), 1) - 1, numel(lines) - 1];
  left = numel (lines) - most + 1;
  if (left > 1 && last(1) - rows > left)
    repeats = ~cellfun ('isempty', regexp (lines(rows+1:last(1)), 'determined.*[A-Za-z#]', 'once'));
    order = rows + [find(repeats), find(~repeats)];
    lines = [lines(1:rows), lines(sort (order(1:last(1)-rows-left))), ...
             {sprintf('  ... %d more', left)}, lines(last(1)+1:end)];
  end
end

% What fails first; the whole is W.table.
function lines = criteria (W)
  c = W.criteria;
  lines = {sprintf('%d criteria: %s', numel (c), count_of ({c.holds}))};
  data = strncmp ({c.source}, 'data:', 5) & ~strcmp ({c.holds}, 'not applicable');
  fails = strcmp ({c.holds}, 'fails') & ~data;
  lines{end+1} = sprintf ('  %-29s %-9s %s', 'criterion', 'verdict', 'what it means');
  for k = [find(data), find(fails)]
    lines{end+1} = sprintf ('  %-29s %-9s %s', c(k).source, c(k).holds, c(k).guarantees);
  end
  lines{end+1} = 'all of them: W.table; one: W.criteria(k).witness';
end

function lines = sweep (R)
  sizes = cellfun (@(name) sprintf ('%s (%d)', name, numel (R.grid.(name))), R.names(:)', ...
                   'UniformOutput', false);
  lines = {sprintf('sweep over %s: %s', strjoin (sizes, ', '), R.status)
           ['  ', R.message]
           sprintf('  value: %s', dls_show_value (R.value))}';
  for k = reshape (find (R.failed, 3), 1, [])
    lines{end+1} = sprintf ('  point %d failed: %s', k, R.error{k});
  end
  lines{end+1} = sprintf ('  %s, %d workers, %.3g s', R.stats.engine, R.stats.workers, ...
                          R.stats.time);
  lines{end+1} = 'ask: dls_plot_map (R)';
end

function lines = answer (info)
  lines = {info.message};
  if (isempty (info.message))
    lines = {info.status};
  elseif (~strncmp (info.message, info.status, numel (info.status)))
    lines = {[info.status, ': ', info.message]};
  end
  lines{end+1} = sprintf ('  residual %.2g, %d iterations, %.3g s, %s', info.residual.worst, ...
                          info.iterations, info.time, info.method);
  if (isstruct (info.certificate))
    lines{end+1} = sprintf ('  certificate: %s (see dls_verify)', ...
                            strjoin (fieldnames (info.certificate)', ', '));
  end
end

% Anything else: its fields, a line each; fields that are verdicts say what holds and why.
function lines = fields (X, kind)
  lines = {};
  if (~isempty (kind))
    lines = {regexprep(dls_kind_input (kind), '^an? ', '')};
  end
  for name = fieldnames (X)'
    value = X.(name{1});
    if (isstruct (value) && isscalar (value) && isfield (value, 'holds'))
      value = [value.holds, repmat(': ', ~isempty (value.holds)), value.why];
    end
    if (~isempty (value) && ~strcmp (name{1}, 'kind'))
      lines{end+1} = sprintf ('  %s: %s', name{1}, dls_show_value (value));
    end
  end
end

% What DLS_SHOW says of a mechanism: bodies, joints, forces, degrees of freedom, what repeats what.
function lines = mechanism_lines (B)
  lines = [heading(B), bodies(B), joints(B), forces(B)];
  if (~isempty (B.v))
    lines = [lines, freedom(B)];
  end
end

function lines = heading (B)
  where = {'in the plane', 'in space'};
  lines = {sprintf('mechanism %s, gravity [%s], t = %g', where{B.d-1}, ...
                   strtrim (sprintf ('%g ', B.gravity)), B.t)};
end

function lines = bodies (B)
  list = {};
  for body = B.bodies(:)'
    text = sprintf ('%s (mass %.4g)', body.name, body.mass);
    if (body.fixed)
      text = sprintf ('%s (fixed)', body.name);
    end
    list{end+1} = text;
  end
  lines = {sprintf('bodies: %s', dls_some (list, 10))};
end

function lines = joints (B)
  most = 12;
  lines = {};
  for joint = B.joints(1:min (end, most))'
    text = sprintf ('  %s: %s', joint.name, joint.kind);
    if (joint.of > 0)
      text = sprintf ('%s of %s', text, B.joints(joint.of).name);
    elseif (~isempty (joint.a))
      text = sprintf ('%s, %s and %s', text, name_of (B, joint.a.body), name_of (B, joint.b.body));
    end
    lines{end+1} = text;
  end
  if (numel (B.joints) > most)
    lines{end+1} = sprintf ('  ... and %d more', numel (B.joints) - most);
  end
  lines = [{sprintf('joints: %d', numel (B.joints))}, lines];
end

function lines = forces (B)
  lines = {};
  if (~isempty (B.forces))
    lines = {sprintf('forces: %s', dls_some ({B.forces.name}, 10))};
  end
end

function name = name_of (B, k)
  name = 'ground';
  if (k > 0)
    name = B.bodies(k).name;
  end
end

% Grubler's count and the truth; what is not closed makes both a matter of opinion.
function lines = freedom (B)
  E = dls_mechanism_evaluate (B, B.t, B.q, B.v, 'dls_show');
  [n, m] = size (E.G);
  R = dls_redundancy (E.M, E.G, 'Names', E.names.b);
  lines = {sprintf('degrees of freedom: %d (%d velocities, rank %d)', n - R.rank, n, R.rank)
           sprintf('Grubler''s count:    %d (%d velocities, %d equations)', n - m, n, m)}';
  if (R.nullity == 0)
    lines{end} = [lines{end}, ': no equation repeats others, all reactions are determined'];
    if (~isempty (E.names.u))
      lines{end} = [lines{end}, ' but for contacts and limits (see dls_redundancy)'];
    end
  else
    lines{end+1} = sprintf ('they differ by %d equations that repeat others:', R.nullity);
    for k = reshape (R.redundant(1:min (end, 6)), 1, [])
      lines{end+1} = sprintf ('  %s repeats %s', dls_repeats ('name', R, k), ...
                              dls_repeats ('of', R, k));
    end
    if (R.nullity > 6)
      lines{end+1} = sprintf ('  ... and %d more', R.nullity - 6);
    end
    released = dls_repeats ('releases', R);
    lines{end+1} = 'to determine all reactions release, in each line one choice:';
    lines = [lines, released(1:min (end, 6))];
  end
  open = dls_not_assembled (E, B.q);
  if (~isempty (open))
    lines{end+1} = open;
  end
  if (~R.acceleration_unique)
    lines{end+1} = ['without mass, and held by nothing: ', ...
                    strjoin(loose(B, R.acceleration_kernel), ', ')];
  end
end

% The bodies that move without mass.
function names = loose (B, K)
  names = {};
  for body = B.bodies(:)'
    if (~body.fixed && any (any (K(body.first(2) + (1:3*B.d-3),:))))
      names{end+1} = body.name;
    end
  end
end

%!shared S
%! S = dls_system ('M', 2*eye (2), 'F', [-3; 2*9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%!test  % the example of the help
%! B = dls_mechanism ('gravity', [0 -9.81]);
%! B = dls_body (B, 'plate', 'mass', 1, 'inertia', 1, 'at', [0 1]);
%! for x = [-1 0 1]
%!   B = dls_joint (B, sprintf ('bar%d', x + 2), 'distance', {'ground', [x 0]}, {'plate', [x 0]});
%! end
%! text = dls_show (B);
%! assert (~isempty (strfind (text, 'degrees of freedom: 1 (3 velocities, rank 2)')))
%! assert (~isempty (strfind (text, 'Grubler''s count:    0 (3 velocities, 3 equations)')))
%! assert (~isempty (strfind (text, 'bar3.length repeats - bar1.length + 2 bar2.length')))
%! assert (~isempty (strfind (text, 'any 1 of bar1.length, bar2.length, bar3.length')))
%!test  % a mechanism without anything
%! assert (~isempty (strfind (dls_show (dls_mechanism ('d', 3)), 'in space')))
%!test  % what is open, and what floats
%! B = dls_body (dls_mechanism ('d', 2), 'a', 'mass', 0, 'at', [1 0]);
%! B = dls_joint (B, 'pin', 'hinge', {'ground', [0 0]}, {'a', [0 0]});
%! text = dls_show (B);
%! assert (~isempty (strfind (text, 'not assembled: pin.x is off by 1')))
%! assert (~isempty (strfind (text, 'without mass, and held by nothing: a')))
%!test  % systems and what is asked of them
%! text = dls_show (S);
%! assert (~isempty (strfind (text, '2 coordinates, 0 bilateral and 1 unilateral')))
%! assert (~isempty (strfind (text, '1 sticking; mu 0.5')))
%! assert (~isempty (strfind (text, 'ask: dls_sticking (S)')))
%! assert (~isempty (strfind (dls_show (dls_system ('M', 1, 'Gb', 1)), 'ask: dls_kkt (S)')))
%!test  % never more than 20 lines
%! R = dls_redundancy (speye (20), [speye(20), speye(20)]);
%! assert (sum (dls_show (R) == 10), 20)
%! assert (~isempty (strfind (dls_show (R), 'more lines')))
%! text = dls_show (dls_redundancy (speye (30), [speye(30), ones(30, 1)]));
%! assert (sum (text == 10), 20)
%! assert (all (cellfun (@(w) ~isempty (strfind (text, w)), {'... 19 more', 'release 1'})))
%! W = dls_wellposed (S);
%! assert (sum (dls_show (W) == 10) <= 20)
%! assert (~isempty (strfind (dls_show (W), 'criteria: ')))
%!test  % motions, models, sweeps, verdicts, matrices, problems
%! model = dls_model ('mass', 1, 'force', -9.81, 'gap', @(q) q, 'gapgrad', 1, 'restitution', 0.8);
%! assert (~isempty (strfind (dls_show (model), '  gap: @(q) q')))
%! text = dls_show (dls_simulate (model, [0 1], 1, 0));
%! assert (~isempty (strfind (text, 't = 0 to 1, 1001 columns, finished')))
%! assert (~isempty (strfind (text, 'events: 1 close')))
%! R = dls_sweep (@(p) p.a, struct ('a', 1:3), 'Engine', 'serial', 'Display', 'off');
%! assert (~isempty (strfind (dls_show (R), 'sweep over a (3): complete')))
%! assert (~isempty (strfind (dls_show (dls_sticking (S)), 'sticking: sticking (all')))
%! assert (~isempty (strfind (dls_show (dls_delassus (S)), '  A: 0.5')))
%! assert (~isempty (strfind (dls_show (dls_matrix_class (1)), '  PD: yes')))
%! text = dls_show (dls_problem ('W', eye (2), 'q', [-1; 1], 'mu', 0.5, 'd', 2));
%! assert (~isempty (strfind (text, 'friction problem in 2D, local form: 1 contact')))
%!test  % handles, infos
%! K = dls_kkt_setup (1, 1);
%! assert (~isempty (strfind (dls_show (K), '1 coordinate, 1 constraint, ')))
%! [~, ~, info] = dls_kkt (1, [1 1], 1, [0; 1]);
%! text = dls_show (info);
%! assert (strncmp (text, 'inconsistent: ', 14))
%! assert (~isempty (strfind (text, 'certificate: constraints')))
%!error id=delassus:dimension dls_show ()
%!error id=delassus:type dls_show (1)
%!error id=delassus:type dls_show (struct ('kind', 'system'))
%!demo
%! % what a struct is (nothing to draw)
%! dls_show (dls_system ('M', eye (2), 'F', [-3; 20], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5))
