function varargout = dls_simulate_finish (what, varargin)
% ('solution', run)        the solution that a run has so far, after the one that it goes on with
% ('split', run, q, v)     positions, velocities, states and whole turns: in C states are velocities
%                          whose positions nobody wants, and angles of joints are positions
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:max (nargout, 1)}] = feval (what, varargin{:});
end

function [q, v, x, turns] = split (run, q, v)
  x = v(end-run.nx+1:end,:);
  q = q(1:end-run.nx,:);
  v = v(1:end-run.nx,:);
  if (isfield (run.model, 'machine') && nargout < 4)
    q = q(1:end-size (run.model.machine.angle, 2),:);
  elseif (isfield (run.model, 'machine'))
    [q, turns] = dls_mechanism_turns ('split', run.model.machine, q);
  else
    turns = zeros (0, size (q, 2));
  end
end

function sol = solution (run)
  S = dls_motion_mex ('solution', run.id, run.model);
  if (isempty (S))
    S = nothing (run);
  end
  [S.q, S.v, S.x, S.turns] = split (run, S.q, S.v);
  [S.last.q, S.last.v, S.last.x, S.last.turns] = split (run, S.last.q, S.last.v);
  sol = struct ('t', S.t, 'q', S.q, 'v', S.v, 'turns', S.turns, 'x', S.x, 'p', S.p, ...
                'status', S.status, 'gap', S.gap, 'contact', S.contact, ...
                'events', S.events, 'stats', statistics (S.stats, run), ...
                'result', run.result, 'message', run.message, 'last', S.last);
  sol.drift = struct ('constraint', S.violation, 'gap', max (max (-S.gap, [], 1), 0));
  sol.energy = struct ('kinetic', S.kinetic, 'potential', S.potential, ...
                       'elastic', S.elastic, 'total', S.kinetic + S.potential + S.elastic, ...
                       'force', S.work(1,:), ...
                       'constraint', S.work(2,:), 'contact', S.work(3,:), ...
                       'friction', S.work(4,:));
  sol.energy.balance = S.kinetic - S.kinetic(1) - sum (S.work, 1);
  sol.residual = S.residual;
  if (isempty (S.gap))
    sol.drift.gap = zeros (1, numel (S.t));
  end
  sol.kind = 'motion';
  sol.model = run.given;
  sol.scheme = run.opts.Scheme;
  sol.step = run.opts.Step;
  sol.nb = run.model.nb;
  sol.d = run.model.d;
  sol = with_events (sol, run);
  sol = with_monitor (sol, run.seen);
  if (~isempty (run.before))
    sol = joined (run.before, sol);
    run.warnings = dls_simulate_warnings ('all', dls_simulate_warnings ('kept', ...
                                          run.before.warnings), run.warnings);
  end
  sol = with_warnings (sol, run);
end

% sol.message names the worst, where nothing else is to be told.
function sol = with_warnings (sol, run)
  sol.warnings = run.warnings;
  try
    sol.warnings = dls_simulate_warnings ('all', run.warnings, ...
                                          dls_simulate_observed (run.model, sol));
  catch err                                    % a function of the user, where it ended the run
    if (~strcmp (run.result, 'error'))
      rethrow (err);
    end
  end
  if (isempty (sol.message))
    sol.message = dls_simulate_warnings ('worst', sol.warnings);
  end
end

% Events of the user; the one that ended the run is the end of the solution.
function sol = with_events (sol, run)
  sol.te = zeros (1, 0);
  sol.ie = sol.te;
  sol.qe = zeros (size (sol.q, 1), 0);
  sol.ve = zeros (size (sol.v, 1), 0);
  if (~isempty (run.found.list))
    list = run.found.list;
    [sol.te, sol.ie] = deal ([list.t], [list.k]);
    [sol.qe, sol.ve, x, turns] = split (run, [list.q], [list.v]);
  end
  if (run.found.stop == Inf)
    return
  end
  [t, q, v, x, turns] = deal (sol.te(end), sol.qe(:,end), sol.ve(:,end), x(:,end), turns(:,end));
  k = [find(sol.t < t), numel(sol.t)];
  for name = {'t', 'q', 'v', 'turns', 'x', 'p', 'status', 'gap', 'contact', 'residual'}
    sol.(name{1}) = sol.(name{1})(:,k);
  end
  for name = {'drift', 'energy'}
    for part = fieldnames (sol.(name{1}))'
      sol.(name{1}).(part{1}) = sol.(name{1}).(part{1})(k);
    end
  end
  [sol.t(end), sol.q(:,end), sol.v(:,end), sol.x(:,end)] = deal (t, q, v, x);
  sol.turns(:,end) = turns;
  run.model.x = x;
  E = dls_model_at (run.model, 'hgMVk', t, list(end).q(1:end-run.nx), v);
  if (isempty (sol.contact))
    sol.gap(:,end) = E.g;
  end
  sol.drift.constraint(end) = max ([0; abs(E.h)]);
  sol.drift.gap(end) = max ([0; -E.g]);
  if (run.opts.Energy)
    sol.energy.kinetic(end) = v' * E.M * v / 2;
    sol.energy.potential(end) = E.V;
    pressed = E.g < 0 & E.k < Inf;
    sol.energy.elastic(end) = sum (E.k(pressed) .* E.g(pressed) .^ 2) / 2;
    sol.energy.total(end) = sol.energy.kinetic(end) + E.V + sol.energy.elastic(end);
    for part = {'force', 'constraint', 'contact', 'friction', 'balance'}
      sol.energy.(part{1})(end) = NaN;
    end
  end
  [sol.last.t, sol.last.q, sol.last.v, sol.last.x, sol.last.memory] = deal (t, q, v, x, []);
  sol.last.turns = turns;
end

% Changes of verdicts are events.
function sol = with_monitor (sol, seen)
  sol.monitor = rmfield (seen, {'f', 'events'});
  changes = [seen.events];
  if (~isempty (changes))
    sol.events = [sol.events, changes];
    [~, order] = sort ([sol.events.t]);
    sol.events = sol.events(order);
  end
end

% The beginning, of a run that has not come further.
function S = nothing (run)
  M = run.model;
  last = rmfield (run.course, {'t0', 'tend', 'times', 'factors'});
  last.t = run.course.t0;
  if (isempty (last.p))
    last.p = zeros (M.nb + M.d * M.nu, 1);
    last.status = zeros (M.nu, 1);
    last.memory = [];
  end
  none = {};
  S = struct ('t', last.t, 'q', last.q, 'v', last.v, 'p', last.p, 'status', last.status, ...
              'gap', NaN (M.nu, 1), 'contact', zeros (0, 1), ...
              'kinetic', NaN, 'potential', NaN, 'violation', NaN, ...
              'work', NaN (4, 1), 'residual', NaN, 'elastic', NaN, ...
              'events', struct ('t', none, 'contact', none, 'kind', none, 'value', none), ...
              'stats', [], 'last', last);
  S.stats = struct ('steps', 0, 'rejected', 0, 'solves', 0, 'factorisations', 0, ...
                    'iterations', 0, 'evaluations', 0, 'time', 0, 'time_model', 0, ...
                    'time_factor', 0, 'time_contacts', 0, 'residual', 0);
end

% compiled: no function of the user was asked.
function stats = statistics (s, run)
  model = run.model;
  seconds = struct ('functions', s.time_model, 'factorisation', s.time_factor, ...
                    'contacts', s.time_contacts, 'rest', 0);
  seconds.rest = max (s.time - sum ([s.time_model, s.time_factor, s.time_contacts]), 0);
  arity = struct2cell (model.arity);
  compiled = all ([arity{:}] <= 0) && ~isa (model.f, 'function_handle');
  stats = struct ('steps', s.steps, 'rejected', s.rejected, 'solves', s.solves, ...
                  'factorisations', s.factorisations, 'iterations', s.iterations, ...
                  'evaluations', s.evaluations, 'time', s.time, 'seconds', seconds, ...
                  'residual', s.residual, 'compiled', compiled, 'recorded', 0);
  stats.friction = struct ('name', {}, 'problems', {}, 'solved', {}, 'residual', {}, 'seconds', {});
  if (~isempty (run.look.at))
    stats.friction = run.look.book('friction');
    stats.recorded = run.look.book('files');
  end
end

% A motion and what came after it.
function sol = joined (a, sol)
  nu = max (size (a.status, 1), size (sol.status, 1));
  [a, sol] = deal (widened (a, nu), widened (sol, nu));
  for name = {'t', 'q', 'v', 'turns', 'x', 'p', 'status', 'gap', 'contact', 'residual'}
    sol.(name{1}) = [a.(name{1}), sol.(name{1})(:,2:end)];
  end
  for part = {'force', 'constraint', 'contact', 'friction', 'balance'}
    sol.energy.(part{1}) = a.energy.(part{1})(end) + sol.energy.(part{1});
  end
  for name = {'energy', 'drift'}
    for part = fieldnames(sol.(name{1}))'
      sol.(name{1}).(part{1}) = [a.(name{1}).(part{1}), sol.(name{1}).(part{1})(2:end)];
    end
  end
  sol.events = [a.events, sol.events];
  for name = {'te', 'qe', 've', 'ie'}
    if (isempty (sol.ie))
      sol.(name{1}) = a.(name{1});
    elseif (~isempty (a.ie))
      sol.(name{1}) = [a.(name{1}), sol.(name{1})];
    end
  end
  sol.monitor = [a.monitor, sol.monitor];
  b = sol.stats;
  for part = {'steps', 'rejected', 'solves', 'factorisations', 'iterations', 'evaluations', ...
              'time', 'recorded'}
    sol.stats.(part{1}) = b.(part{1}) + a.stats.(part{1});
  end
  for part = fieldnames(b.seconds)'
    sol.stats.seconds.(part{1}) = b.seconds.(part{1}) + a.stats.seconds.(part{1});
  end
  sol.stats.friction = [a.stats.friction, b.friction];
  sol.stats.residual = max (b.residual, a.stats.residual);
  sol.stats.compiled = b.compiled && a.stats.compiled;
end

% Places for nu contacts, where they come and go.
function sol = widened (sol, nu)
  more = zeros (nu - size (sol.status, 1), numel (sol.t));
  if (isempty (sol.contact) || isempty (more))
    return
  end
  n = sol.nb + nu - size (more, 1);
  sol.p = [sol.p(1:n,:); more; sol.p(n+1:end,:); repmat(more, sol.d - 1, 1)];
  sol.status = [sol.status; more];
  sol.contact = [sol.contact; more];
  sol.gap = [sol.gap; more + Inf];
end
