function varargout = dls_simulate_warnings (what, varargin)
% What is wrong with a motion: struct array what, where, t, value, limit, remedy.
% W = ('start', run, args)     before it begins: gradients, steps, options (args: the user's)
% w = ('fault', what, where, t, value, limit)    one; limit []: that of the table
% [limit, remedy] = ('rule', what)                 of the table
% W = ('all', W1, W2 ...)      one after the other; ('kept', W): those of 'start'; ('sound', x)
% lines = ('lines', W)         a text for each;  ('tell', W, display) prints them
% text = ('worst', W)          for sol.message: the worst, and how many there are
% What a motion shows at its end: dls_simulate_observed.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (strcmp (what, 'all'))
    what = 'all_of';
  end
  [varargout{1:nargout}] = feval (what, varargin{:});
end

function [limit, remedy] = rule (what)
  persistent table
  if (isempty (table))
    table = limits ();
  end
  k = strcmp (table(:,1), what);
  [limit, remedy] = table{k,2:3};
end

% All limits: name, value, unit and reason, remedy.
function table = limits ()
  table = { ...
    'gradient', 1e-3, ... % of its terms: differences are right to 1e-8, a wrong sign errs by 2
      'dls_check_model (model, q0, v0) shows which entry is wrong';
    'penetration', 1e-3, ... % of the size of the machine: below what a picture shows
      'a smaller ''Step'', or ''rattle'', ''moreau-jean-projected'', ''event-driven''';
    'crossing', 1e-2, ... % of that size: what a step covers excuses penetration up to here
      '';
    'drift', 1e-3, ... % of the size of the machine, divided by the gradient: a distance
      'a smaller ''Step'', or ''rattle'', ''moreau-jean-projected'', ''event-driven''';
    'energy lost to constraints', 1e-2, ... % of the energy that is turned over: a hundredth
      'a smaller ''Step'', or ''rattle'', ''event-driven''';
    'energy made by constraints', 1e-2, 'a smaller ''Step'', or ''event-driven''';
    'energy made by impacts', 1e-2, ... % the same
      '''EnergyGuard'', a smaller restitution, or another law of impact (''law'' of dls_model)';
    'energy made', 1e-2, ... % the same: kinetic energy less all work
      'a smaller ''Step'', or ''event-driven''';
    'energy lost', 1e-2, 'a smaller ''Step'', or ''event-driven''';
    'step', 1, ... % of the largest stable one
      'a smaller ''Step'', ''Theta'' 1/2, or an implicit ''Method''';
    'branch', 1e-2, ... % of the energy that is turned over, lost within 20 columns
      'another branch may have been taken: a smaller ''Step'', or ''event-capturing''';
    'velocity jump', 0.1, ... % of the largest: in one step, without impact, that is no motion
      'another branch may have been taken: a smaller ''Step'', or ''event-capturing''';
    'captured', 0, ... % events that are stepped over have no times of their own
      'a smaller ''Step''';
    'unsettled', 1e-5, ... % of velocities: what a step lacks of its solution; below its error else
      'a smaller ''Step'', or more ''MaxIterations''';
    'option', 0, ...
      'leave it out, or choose what uses it'};
end

function w = fault (what, where, t, value, limit, remedy)
  [usual, cure] = rule (what);
  if (isempty (limit))
    limit = usual;
  end
  if (nargin > 5)
    cure = remedy;
  end
  w = struct ('what', what, 'where', where, 't', t, 'value', full (value), ...
              'limit', full (limit), 'remedy', cure);
end

function W = all_of (varargin)
  W = struct ('what', {}, 'where', {}, 't', {}, 'value', {}, 'limit', {}, 'remedy', {});
  for k = 1:nargin
    if (~isempty (varargin{k}))
      W = [W, varargin{k}];
    end
  end
end

% Is it such a list?
function yes = sound (W)
  yes = isstruct (W) && isempty (setxor (fieldnames (W), {'what'; 'where'; 't'; 'value'; ...
                                                         'limit'; 'remedy'}));
  if (yes && ~isempty (W))
    numbers = [{W.t}, {W.value}, {W.limit}];
    yes = iscellstr ([{W.what}, {W.where}, {W.remedy}]) ...
          && all (cellfun (@(x) isa (x, 'double') && isreal (x) && isscalar (x), numbers));
  end
end

function W = kept (W)
  W = W(ismember ({W.what}, {'gradient', 'step', 'option'}));
end

function text = lines (W)
  text = cell (1, numel (W));
  for k = 1:numel (W)
    w = W(k);
    place = '';
    if (~isempty (w.where))
      place = [' ', w.where];
    end
    value = sprintf (': %.3g', w.value);
    expected = sprintf (', expected at most %.3g', w.limit);
    if (strcmp (w.what, 'option'))
      [value, expected] = deal (' is not used', '');
    elseif (w.limit == 0)
      expected = '';
    end
    text{k} = sprintf ('%s%s%s at t = %.6g%s; remedy: %s', w.what, place, value, w.t, expected, ...
                       w.remedy);
  end
end

% After a run: 'auto' where somebody sits at the prompt
function tell (W, display)
  if (~isempty (W) && ~strcmp (display, 'off') ...
      && (~strcmp (display, 'auto') || dls_progress ('prompt')))
    text = lines (W);
    fprintf ('dls_simulate: %s\n', text{:});
  end
end

% How far beyond its limit; what has no limit is as bad as what is twice beyond it.
function text = worst (W)
  text = '';
  if (isempty (W))
    return
  end
  beyond = [W.value] ./ max ([W.limit], realmin);
  beyond([W.limit] == 0) = 2;
  [~, k] = max (beyond);
  text = char (lines (W(k)));
  if (numel (W) > 1)
    text = sprintf ('%s (the worst of %d: SOL.warnings)', text, numel (W));
  end
end

function W = start (run, args)
  W = all_of (wrong_gradients (run), unused_options (run, args));
  if (~isempty (run.stable))
    W(end+1) = fault ('step', '', run.course.t0, run.opts.Step, run.stable);
  end
end

% One difference along one direction, of gaps and constraints whose gradients are given
function W = wrong_gradients (run)
  W = struct ('what', {}, 'where', {}, 't', {}, 'value', {}, 'limit', {}, 'remedy', {});
  model = run.model;
  [t, q, v] = deal (run.course.t0, run.course.q(1:end-run.nx), run.course.v(1:end-run.nx));
  if (isfield (model, 'machine') || ~isempty (model.library))
    return
  end
  d = 0.5 + mod ((1:model.n)' * 0.6180339887, 1);             % no entry hides behind another one
  pairs = {'constraint', 'h', 'G', model.nb; 'gap', 'g', 'N', model.nu};
  for k = 1:2
    [name, letter, gradient, count] = pairs{k,:};
    if (count == 0 || model.arity.(name) <= 0 || model.arity.([name, 'grad']) < 0 ...
        || (k == 2 && model.arity.contacts > 0))
      continue
    end
    part = @(s) getfield (dls_model_at (model, letter, t, dls_model_moved (model, q, s * d, 1), ...
                                        v), letter);
    try
      G = dls_model_at (model, gradient, t, q, v).(gradient);
      [value, i] = misfit (G, d, dls_differences (part, 0, 'plain'));
      if (value > rule ('gradient'))                          % over too long a step?
        [value, i] = misfit (G, d, dls_differences (part, 0));
      end
    catch
      return                                                  % the first step reports it
    end
    if (value > rule ('gradient'))
      W(end+1) = fault ('gradient', sprintf ('%s %d', name, i), t, value, []);
    end
  end
end

function [value, i] = misfit (G, d, difference)
  terms = abs (G)' * abs (d) + abs (difference);
  [value, i] = max (full (abs (G' * d - difference) ./ max (terms, realmin)));
end

% Options that have a value of their own, and what would use them
function W = unused_options (run, args)
  W = struct ('what', {}, 'where', {}, 't', {}, 'value', {}, 'limit', {}, 'remedy', {});
  opts = run.opts;
  given = names_of (args, opts);
  if (isempty (given))
    return
  end
  adaptive = opts.Adaptive || (strcmp (opts.Scheme, 'event-driven') && opts.Step == 0);
  events = strncmp (opts.Scheme, 'event-', 6);
  steps = any (strcmp (opts.Scheme, {'moreau-jean', 'moreau-jean-projected', 'schatzman-paoli'}));
  projected = strcmp (opts.Scheme, 'moreau-jean-projected');
  alpha = any (strcmp (opts.Scheme, {'nonsmooth-generalized-alpha', 'rattle'}));
  table = {adaptive, '''Adaptive'', ''on''', ...
             {'RelTol', 'AbsTol', 'MinStep', 'MaxStep', 'StepFactors', 'Estimate'};
           events, 'an event scheme', {'Method', 'Index', 'CriticalFactor', 'CriticalOrder', ...
                                       'MaxEvents', 'EnergyGuard'};
           steps, 'a scheme of Moreau and Jean or of Schatzman and Paoli', ...
             {'Theta', 'Gamma', 'Gradients'};
           projected, '''moreau-jean-projected''', {'Projection', 'Combined'};
           alpha, '''nonsmooth-generalized-alpha'' or ''rattle''', {'SpectralRadius'}};
  for k = find (~[table{:,1}])
    for name = table{k,3}
      if (any (strcmp (given, name{1})))
        W(end+1) = fault ('option', ['''', name{1}, ''''], run.course.t0, 1, [], ...
                               ['only ', table{k,2}, ' uses it']);
      end
    end
  end
end

% The options that the user chose: by name, or in a struct with another value than the default
function list = names_of (args, known)
  list = {};
  k = 1;
  while (k <= numel (args))
    if (ischar (args{k}))
      list{end+1} = args{k};
      k = k + 2;
      continue
    elseif (isstruct (args{k}) && isscalar (args{k}))
      usual = dls_options ('dls_simulate');
      for name = fieldnames (args{k})'
        same = by_name (name{1}, known);
        if (~isempty (same) && ~isequal (usual.(same), args{k}.(name{1})) ...
            && ~isequal (args{k}.(name{1}), []))              % not given
          list{end+1} = name{1};
        end
      end
    end
    k = k + 1;
  end
  for k = 1:numel (list)
    list{k} = by_name (list{k}, known);
  end
end

% As the options write it; '': there is none
function name = by_name (name, known)
  if (~isfield (known, name))
    names = fieldnames (known);
    name = [names{strcmpi(names, name)}];
  end
end
