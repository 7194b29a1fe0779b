function kept = dls_simulate_setup (model, tspan, state, before, opts, method)
% A run of dls_motion_mex, and what is needed to take its steps and to make a solution of it.
% method: the user's 'FrictionMethod', or [].
% SPDX-License-Identifier: GPL-3.0-or-later
  check_options (opts);
  if (opts.Step == 0 && ~strcmp (opts.Scheme, 'event-driven'))     % that one chooses it
    opts.Step = max ((tspan(end) - tspan(1)) / 1000, eps (max (abs (tspan))));
  end
  check_room (model, tspan, opts);
  if (model.arity.mass == 0)
    dls_finite_input (model.mass, 'dls_simulate', 'M', 'mass');
  elseif (model.arity.mass > 0 && strcmp (opts.Initial, 'error'))  % later: see dls_check_model
    M = dls_model_call (model, 'mass', tspan(1), state.q, state.v, model.n * [1, 1]);
    dls_finite_input (M, 'dls_simulate', 'M', 'mass');
  end
  nx = numel (state.x);
  if (isfield (model, 'machine'))
    state.q = dls_mechanism_mex ('angles', model.machine, state.q);
  end
  state.q = [state.q; zeros(nx, 1)];                     % plain: a call of ten steps is short
  state.v = [state.v; state.x(:)];
  course = struct ('t0', tspan(1), 'tend', tspan(end), 'q', state.q, 'v', state.v, ...
                   'p', state.p, 'status', state.status, 'memory', state.memory, 'times', [], ...
                   'factors', [0 0 0]);
  if (numel (tspan) > 2)
    course.times = tspan(2:end);
  end
  if (~isempty (opts.StepFactors))
    course.factors = reshape (opts.StepFactors, 1, 3);
  end
  look = who_looks (opts, method);
  model.look = look.at;
  seen = questions (opts.Monitor);
  sizes = model;
  sizes.n = numel (state.v);
  sizes.nq = numel (state.q);
  sizes.nx = nx;
  args = {sizes, model, opts, course};
  if (strncmp (opts.Scheme, 'event-', 6))
    T = dls_tableau (opts.Method);
    [T.A, T.Abar] = deal (T.A', T.Abar');                % by rows
    args{5} = T;
  end
  id = dls_in_name_of ('dls_simulate', @dls_motion_mex, 'setup', args{:});
  kept = struct ('id', id, 'model', model, 'before', before, 'opts', opts, 'course', course, ...
                 'nx', nx, 'look', look, 'seen', seen, ...
                 'result', 'stopped', 'message', 'interrupted', ...
                 'found', struct ('list', [], 'stop', Inf));
  kept.stable = stable_step (kept);
end

% Explicit methods: does the step bear the stiffness where the motion begins? Constraints and
% contacts are left out, they take motions away. The largest stable step where this one is longer,
% else [].
function stable = stable_step (run)
  stable = [];
  opts = run.opts;
  model = run.model;
  course = run.course;
  most = 100;
  explicit = strncmp (opts.Method, 'half-explicit', 13) && strncmp (opts.Scheme, 'event-', 6);
  early = opts.Theta < 1/2 && any (strcmp (opts.Scheme, {'moreau-jean', 'schatzman-paoli', ...
                                                         'moreau-jean-projected'}));
  if (~(explicit || early) || opts.Adaptive || opts.Step == 0 || model.n > most || run.nx > 0 ...
      || numel (course.q) ~= model.n)
    return
  end
  try
    E = dls_motion_mex ('look', run.id, model, course.t0, course.q, course.v);
  catch
    return                                               % the first step tells
  end
  if (rcond (full (E.M)) < eps)
    return
  end
  [Jq, Jv] = deal (full (E.M) \ full (E.fq), full (E.M) \ full (E.fv));
  span = course.tend - course.t0;
  grows = @(h) growth (opts, explicit, Jq, Jv, h) ^ (span / h);
  [largest, bad] = deal (0, opts.Step);
  if (grows (bad) <= 10)
    return
  end
  for k = 1:40                                           % of relative length 2^-40 at least
    h = (largest + bad) / 2;
    if (grows (h) <= 10)
      largest = h;
    else
      bad = h;
    end
  end
  stable = largest;
  warning ('delassus:stepSize', ['dls_simulate: steps of %.3g are too long for the stiffness, ', ...
           'what is small grows %.1e times until t = %g; the largest stable step is %.3g ', ...
           '(''Theta'' 1/2 and implicit methods have none)'], opts.Step, grows (opts.Step), ...
           course.tend, largest);
end

% The largest factor by which a step of length h multiplies a small motion, x' = [0 I; Jq Jv] x
function rho = growth (opts, explicit, Jq, Jv, h)
  [n, theta] = deal (size (Jq, 1), opts.Theta);
  I = eye (n);
  if (explicit)
    T = dls_tableau (opts.Method);
    z = h * eig ([zeros(n), I; Jq, Jv]);
    rho = max (abs (arrayfun (@(z) 1 + z * (T.b(:)' * ((eye (T.stages) - z * T.A) ...
                                                      \ ones (T.stages, 1))), z)));
  elseif (strcmp (opts.Scheme, 'schatzman-paoli')) % (1 - theta s) z^2 - (2 + (1 - theta) s) z + 1
    s = h ^ 2 * eig (Jq);
    root = sqrt ((2 + (1 - theta) * s) .^ 2 - 4 * (1 - theta * s));
    rho = max (abs ([2 + (1 - theta) * s + root; 2 + (1 - theta) * s - root]) ...
               ./ abs (2 * [1 - theta * s; 1 - theta * s]));
  else
    A = I - h * theta * Jv - (h * theta) ^ 2 * Jq;
    V = [A \ (h * Jq), I + A \ (h * (Jv + h * theta * Jq))];
    rho = max (abs (eig ([[I, h * (1 - theta) * I] + h * theta * V; V])));
  end
end

% So many columns that no memory has room: told before hours are spent.
function check_room (model, tspan, opts)
  rounding = eps (max (abs (tspan)));                    % the engine refuses steps below
  if (numel (tspan) > 2 || opts.Adaptive || opts.Step < rounding)
    return
  end
  arity = struct2cell (model.arity);
  asked = nnz ([arity{:}] > 0);
  quickest = 4e-7 + 5e-6 * asked;                        % seconds of a step, one coordinate
  steps = min ([(tspan(end) - tspan(1)) / opts.Step, opts.MaxSteps, opts.MaxTime / quickest]);
  rows = 5 + 2 * model.n + model.nb + (model.d + 2) * model.nu;
  bytes = 8 * rows * steps / opts.Stride;
  if (bytes > 2e10)
    error ('delassus:limit', ['dls_simulate: %.2g steps are %.2g GB and at least %.2g hours; ', ...
           'expected fewer (''Step''), not all stored (''Stride''), or limits (''MaxSteps'', ', ...
           '''MaxTime'')'], steps, bytes / 1e9, steps * quickest / 3600);
  elseif (steps * quickest > 3600)
    warning ('delassus:limit', ['dls_simulate: %.2g steps take at least %.2g hours and %.2g ', ...
             'GB; Ctrl-C ends them, dls_simulate (''last'') has the motion up to there'], steps, ...
             steps * quickest / 3600, bytes / 1e9);
  end
end

% Who looks at the problems of the steps: 'Record' writes them to files, the user's method solves
% those of friction. look.at: the function for dls_motion_mex, [] when nobody does; look.book
% counts.
function look = who_looks (opts, method)
  look = struct ('at', [], 'book', [], 'method', method);
  folder = opts.Record;
  if (isempty (folder) && isempty (method))
    return
  elseif (~isempty (folder) && ~exist (folder, 'dir'))
    [ok, message] = mkdir (folder);
    if (~ok)
      error ('delassus:file', 'dls_simulate: ''Record'', ''%s'': %s', folder, message);
    end
  end
  look.book = containers.Map ('KeyType', 'char', 'ValueType', 'any');
  look.book('files') = 0;
  look.book('friction') = struct ('name', {}, 'problems', {}, 'solved', {}, 'residual', {}, ...
                                  'seconds', {});
  if (~isempty (method))
    none = {0, 0, 0, 0};
    look.book('friction') = [entry(func2str (method), none{:}), entry('dls_friction', none{:})];
  end
  look.at = @(P) looked (P, look.book, folder, method, opts);
end

function e = entry (name, problems, solved, residual, seconds)
  e = struct ('name', name, 'problems', problems, 'solved', solved, 'residual', residual, ...
              'seconds', seconds);
end

function [r, err] = looked (P, book, folder, method, opts)
  [r, err] = deal ([], NaN);
  switch (P.kind)
    case 'friction'
      P = dls_problem ('W', P.W, 'q', P.q, 'mu', P.mu, 'd', P.d);
    case 'lcp'
      P = struct ('kind', 'lcp', 'A', P.W, 'q', P.q);
    case 'kkt'
      P = struct ('kind', 'kkt', 'M', P.M, 'G', P.G, 'F', -P.F, 'b', P.b);
  end
  if (~isempty (folder))
    book('files') = book('files') + 1;
    extension = 'mat';
    if (strcmp (P.kind, 'friction') && all (isfinite (P.mu)))
      extension = 'hdf5';
    end
    dls_write (P, fullfile (folder, sprintf ('%s_%06d.%s', P.kind, book('files'), extension)));
  end
  if (~isempty (method) && strcmp (P.kind, 'friction'))
    [r, err] = solved (P, book, method, opts);
  end
end

% The user's answer; beside it, for comparison, that of dls_friction.
function [r, err] = solved (P, book, method, opts)
  start = tic ();
  try
    r = method (P);
  catch cause
    error ('delassus:model', 'dls_simulate: ''FrictionMethod'' failed: %s', cause.message);
  end
  seconds = toc (start);
  if (~(isa (r, 'double') && isreal (r) && numel (r) == numel (P.q) && all (isfinite (r(:)))))
    error ('delassus:model', ['dls_simulate: ''FrictionMethod'' returned %s; expected %d ', ...
           'finite reactions'], dls_describe (r), numel (P.q));
  end
  r = full (r(:));
  err = dls_residual (P, r);
  start = tic ();
  own = dls_friction (P, 'Tolerance', opts.Tolerance);
  answers = [err, dls_residual(P, own); seconds, toc(start)];
  found = book('friction');
  for k = 1:2
    e = found(k);
    found(k) = entry (e.name, e.problems + 1, e.solved + (answers(1,k) <= opts.Tolerance), ...
                      max (e.residual, answers(1,k)), e.seconds + answers(2,k));
  end
  book('friction') = found;
end

% What 'Monitor' will ask of the contact system: struct array name, f, t, value (1-by-N: numbers,
% or a cell), events (of changes).
function seen = questions (list)
  if (~iscell (list))
    list = {list};
  end
  seen = struct ('name', {}, 'f', {}, 't', {}, 'value', {}, 'events', {});
  known = struct ('mu_min', @mu_min, 'sticking', @sticking, 'redundancy', @redundancy, ...
                  'wellposed', @wellposed);
  for k = 1:numel (list)
    f = list{k};
    if (isempty (f) && isscalar (list))
      return
    elseif (isa (f, 'function_handle'))
      name = func2str (f);
    elseif (ischar (f) && isfield (known, f))
      [name, f] = deal (f, known.(f));
    else
      error ('delassus:option', ['dls_simulate: ''Monitor'' is %s; expected functions of a ', ...
             'contact system, or %s'], dls_describe (f), strjoin (fieldnames (known)', ', '));
    end
    seen(k) = struct ('name', name, 'f', f, 't', zeros (1, 0), 'value', zeros (1, 0), 'events', []);
  end
end

% The smallest friction coefficient with which all contacts can stick
function mu = mu_min (S)
  V = dls_sticking (S);
  mu = V.mu_min;
end

function text = sticking (S)
  V = dls_sticking (S);
  text = V.verdict;
end

% How many constraints are redundant
function count = redundancy (S)
  R = dls_redundancy (S);
  count = R.nullity;
end

% What the data guarantee
function text = wellposed (S)
  W = dls_wellposed (S, 'Criteria', 'data');
  list = W.criteria(strcmp ({W.criteria.holds}, 'holds'));
  text = strjoin ({list.guarantees}, '; ');
end

function check_options (opts)
  for name = {'Stop', 'OutputFcn', 'Events'}
    f = opts.(name{1});
    if (~isempty (f) && ~isa (f, 'function_handle'))
      error ('delassus:option', 'dls_simulate: ''%s'' is %s; expected a function handle', ...
             name{1}, dls_describe (f));
    end
  end
  for name = {'Record', 'folder'; 'Checkpoint', 'file'}'
    given = opts.(name{1});
    if (~(ischar (given) && size (given, 1) <= 1))
      error ('delassus:option', 'dls_simulate: ''%s'' is %s; expected the name of a %s', ...
             name{1}, dls_describe (given), name{2});
    end
  end
  f = opts.StepFactors;
  if (~(isa (f, 'double') && isreal (f) && (isempty (f) || (numel (f) == 3 && f(1) > 0 ...
        && f(2) > 0 && f(2) < 1 && f(3) > 1))))
    error ('delassus:option', ['dls_simulate: ''StepFactors'' is %s; expected alpha > 0, ', ...
           '0 < alpha_min < 1, alpha_max > 1'], dls_describe (f));
  end
end
