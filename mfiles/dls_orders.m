function R = dls_orders (model, tspan, varargin)
%DLS_ORDERS  Convergence study: errors of the schemes of DLS_SIMULATE over their steps, slopes.
%   R = DLS_ORDERS (MODEL, [T0 TF], Q0, V0) simulates a model of DLS_MODEL with some lengths of
%   steps and compares it with a reference. Without output the table is printed and drawn.
%   R = DLS_ORDERS (B, [T0 TF]): of a mechanism of DLS_MECHANISM from its present state.
%   R = DLS_ORDERS (..., 'Option', VALUE, ...); besides what the schemes of
%   DLS_SIMULATE know ('Theta', 'Gamma', ...):
%     'Schemes'     names of schemes, a text or a cell of them; 'event-capturing radau-iia-5' has
%                   the Runge-Kutta method, too (default: 'moreau-jean')
%     'Steps'       their lengths, each adjusted so that a whole number fits (default: five, from a
%                   50th of the interval, each less than half of the one before)
%     'Reference'   the exact motion as DLS_ERROR takes it, a handle or a struct; where it has the
%                   field .percussions, a handle of t with the integrals of all reactions since T0
%                   in the order of SOL.p, these are compared, too. Or a text as in 'Schemes': that
%                   scheme, 'event-driven' with its own steps (default), others with a 16th of the
%                   shortest one
%     'Norms'       of DLS_ERROR, a text or a cell of them (default: 'L1')
%     'Floor'       errors below do not count for slopes: rounding (default: 1e-12)
%     'Picture'     a file '....png' for the errors over the steps, drawn without showing it
%
%   R.schemes, R.steps, R.norms   what was compared: s schemes, k steps, m norms
%   R.q, R.v, R.p     errors of positions, velocities and integrals of percussions, s-by-k-by-m;
%                     NaN where a run failed or nothing is known. A time of a grid at which the
%                     reference jumps is left out: velocities have two values there
%   R.slopes          .q, .v, .p: s-by-m, fitted by least squares to log (error) over log (step);
%                     NaN where less than two errors are above 'Floor'
%   R.seconds         s-by-k, time of computing
%   R.table           all this in words
%
%   Example: Moreau's scheme through an impact is of order 1
%     model = dls_model ('M', 1, 'f', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%     R = dls_orders (model, [0 1.8], 1, 0, 'Steps', 0.05 ./ 2.3 .^ (0:4));
%     R.slopes
%
%   See also DLS_SIMULATE, DLS_ERROR, DLS_MODEL, DLS_TABLEAU.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin > 1 && dls_is_mechanism (model, 'dls_orders'))
    varargin = [{model.q, model.v}, varargin];
    model = dls_model_bind (model, [], [], [], 'dls_orders');
  end
  if (numel (varargin) < 2)
    error ('delassus:dimension', ['dls_orders: %d given; expected model, tspan, q0, v0, ', ...
           'or mechanism, tspan'], nargin);
  elseif (~(isa (tspan, 'double') && isreal (tspan) && numel (tspan) == 2 ...
            && all (isfinite (tspan)) && tspan(1) < tspan(2)))
    error ('delassus:dimension', 'dls_orders: tspan is %s; expected [t0 tf] with t0 < tf', ...
           dls_describe (tspan));
  end
  [own, opts] = dls_in_name_of ('dls_orders', @dls_options_mex, 'own', 'dls_orders', ...
                                varargin(3:end));
  own.Schemes = texts (own.Schemes, 'Schemes', 'moreau-jean');
  own.Norms = texts (own.Norms, 'Norms', 'L1');
  if (isempty (own.Reference))
    own.Reference = 'event-driven';
  end
  counts = steps_of (own.Steps, tspan);
  q0 = dls_vector_input (varargin{1}, numel (varargin{1}), 'dls_orders', 'q0');
  v0 = dls_vector_input (varargin{2}, numel (varargin{2}), 'dls_orders', 'v0');
  course = struct ('tspan', tspan, 'q0', q0, 'v0', v0, 'opts', opts);
  R = struct ('kind', 'orders', 'schemes', {own.Schemes}, 'steps', diff (tspan) ./ counts, ...
              'norms', {own.Norms});
  [exact, jumps] = reference (own.Reference, model, course, counts);
  dims = [numel(R.schemes), numel(counts), numel(R.norms)];
  [R.q, R.v, R.p] = deal (NaN (dims));
  R.seconds = NaN (dims(1:2));
  progress = dls_progress ('dls_orders', prod (dims(1:2)), 'auto');
  for s = 1:dims(1)
    for k = 1:dims(2)
      progress = dls_progress (progress, (s - 1) * dims(2) + k - 1);
      sol = motion (model, course, R.schemes{s}, diff (tspan) / counts(k), tspan);
      R.seconds(s,k) = sol.stats.time;
      if (strcmp (sol.result, 'finished'))
        hits = impacts (sol);
        all_jumps = [jumps(:); hits(:); Inf];
        there = min (abs (all_jumps - sol.t), [], 1) > 1e-10 * max (abs (tspan));
        [R.q(s,k,:), R.v(s,k,:), R.p(s,k,:)] = errors (sol, exact, R.norms, there);
      end
    end
  end
  dls_progress (progress, progress.total);
  R = slopes (R, own.Floor);
  R.table = told (R);
  if (~isempty (own.Picture) || nargout == 0)
    dls_output ('writable', own.Picture, 'dls_orders');
    dls_output ('picture', 'dls_orders', own.Picture, @() draw (R));
  end
  if (nargout == 0)
    fprintf ('%s', R.table);
    clear R
  end
end

function list = texts (x, name, default)
  if (isempty (x))
    x = {default};
  elseif (ischar (x))
    x = {x};
  end
  if (~iscellstr (x))
    error ('delassus:option', 'dls_orders: ''%s'' is %s; expected a text or a cell of texts', ...
           name, dls_describe (x));
  end
  list = reshape (x, 1, []);
end

% How many steps of about this length fill the interval
function counts = steps_of (h, tspan)
  if (isempty (h))
    h = diff (tspan) / 50 ./ 2.3 .^ (0:4);
  elseif (~(isa (h, 'double') && isreal (h) && isvector (h) && all (h > 0) ...
            && all (h <= diff (tspan)) && all (h >= 1e-7 * diff (tspan))))
    error ('delassus:option', ['dls_orders: ''Steps'' is %s; expected lengths in (0, %g], and ', ...
           'at most 1e7 of them'], dls_describe (h), diff (tspan));
  end
  counts = max (1, round (diff (tspan) ./ reshape (h, 1, [])));
end

% A motion by a scheme, 'event-capturing radau-iia-5' for instance; h = 0: its own steps
function sol = motion (model, course, scheme, h, tspan)
  words = strsplit (strtrim (scheme), ' ');
  opts = course.opts;
  opts.Scheme = words{1};
  if (numel (words) > 1)
    opts.Method = words{2};
  end
  opts.Step = h;
  sol = dls_simulate (model, tspan, course.q0, course.v0, opts);
end

% What the motions are compared with, as dls_error takes it, at the times of all grids; its jumps
function [exact, jumps] = reference (given, model, course, counts)
  jumps = [];
  if (~ischar (given))
    exact = given;
    if (isstruct (given) && isfield (given, 'jumps'))
      jumps = given.jumps;
    end
    return
  end
  t0 = course.tspan(1);
  times = arrayfun (@(n) t0 + diff (course.tspan) * (1:n) / n, counts, 'UniformOutput', false);
  times = sort ([times{:}]);
  times = times([true, diff(times) > 1e-12 * diff(course.tspan)]);
  h = 0;
  if (~strncmp (given, 'event-driven', 12))
    h = diff (course.tspan) / max (counts) / 16;
  end
  course.opts.Adaptive = h == 0;
  sol = motion (model, course, given, h, [t0, times]);
  if (~strcmp (sol.result, 'finished'))
    error ('delassus:option', ['dls_orders: the motion by ''%s'' ended at t = %g: %s; ', ...
           'expected another ''Reference'''], given, sol.t(end), sol.message);
  end
  jumps = impacts (sol);
  values = [sol.q; sol.v];
  exact = @(t) values(:,interp1 (sol.t, 1:numel (sol.t), t, 'nearest', 'extrap'));
end

% Of a motion between events; those of steps are where steps end.
function t = impacts (sol)
  t = [];
  if (strncmp (sol.scheme, 'event', 5))
    t = [sol.events(strcmp ({sol.events.kind}, 'impact')).t];
  end
end

% there: the columns that are compared
function [q, v, p] = errors (sol, exact, norms, there)
  [q, v, p] = deal (NaN (1, 1, numel (norms)));
  known = isstruct (exact) && isfield (exact, 'percussions');
  total = cumsum (sol.p, 2);
  [sol.t, sol.q, sol.v] = deal (sol.t(there), sol.q(:,there), sol.v(:,there));
  total = total(:,there);
  for k = 1:numel (norms)
    e = dls_error (sol, exact, norms{k});
    [q(k), v(k)] = deal (e.q, e.v);
    if (known)
      impulses = struct ('t', sol.t, 'q', total, 'v', total);
      e = dls_error (impulses, @(t) repmat (exact.percussions (t), 2, 1), norms{k});
      p(k) = e.q;
    end
  end
end

function R = slopes (R, floor_)
  h = log (R.steps(:));
  for name = {'q', 'v', 'p'}
    E = R.(name{1});
    fitted = NaN (size (E, 1), size (E, 3));
    for s = 1:size (E, 1)
      for k = 1:size (E, 3)
        e = reshape (E(s,:,k), [], 1);
        counts = e > floor_;
        if (sum (counts) > 1)
          x = [ones(sum (counts), 1), h(counts)] \ log (e(counts));
          fitted(s,k) = x(2);
        end
      end
    end
    R.slopes.(name{1}) = fitted;
  end
end

function text = told (R)
  text = '';
  for k = 1:numel (R.norms)
    for name = {'q', 'v', 'p'}
      E = R.(name{1})(:,:,k);
      if (all (isnan (E(:))))
        continue
      end
      text = [text, sprintf('error of %s, %s\n%-40s', name{1}, R.norms{k}, '  step'), ...
              sprintf(' %9.2e', R.steps), sprintf('     slope\n')];
      for s = 1:numel (R.schemes)
        text = [text, sprintf('  %-38s', R.schemes{s}), sprintf(' %9.2e', E(s,:)), ...
                strrep(sprintf(' %9.2f\n', R.slopes.(name{1})(s,k)), 'NaN', '  -')];
      end
    end
  end
end

% Errors in the first norm over the steps
function draw (R)
  loglog (R.steps, R.q(:,:,1)', 'x-', R.steps, R.v(:,:,1)', 'o--');
  xlabel ('step');
  ylabel (dls_drawn (sprintf ('error, %s', R.norms{1})));
  labels = {};
  for name = {'q', 'v'}
    for s = 1:numel (R.schemes)
      labels{end+1} = sprintf ('%s of %s: slope %.2f', name{1}, R.schemes{s}, ...
                               R.slopes.(name{1})(s,1));
    end
  end
  legend (dls_drawn (labels), 'location', 'southoutside');
end
%!test  % a grid time that is the impact says nothing of velocities: there are two
%! ball = dls_model ('M', 1, 'f', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%! R = dls_orders (ball, [0 2], 1, 0, 'Steps', 0.1 ./ 2 .^ (0:4), 'Norms', 'uniform', ...
%!                 'Schemes', {'event-capturing', 'event-driven'});
%! assert (R.v(1,1) < 1e-7 && R.slopes.v(1) > 5 && all (R.v(2,:) < 1e-12))
%! assert (isnan (R.slopes.v(2)) && isempty (strfind (R.table, 'NaN')))
%!demo
%! % errors of Moreau's scheme and of one of Runge and Kutta, over their steps
%! R = dls_orders (dls_model ('M', 1, 'K', 4, 'f', 0), [0 2], 1, 0, 'Schemes', ...
%!                 {'moreau-jean', 'event-capturing radau-iia-3'}, ...
%!                 'Reference', @(t) [cos(2*t); -2 * sin(2*t)]);
%! loglog (R.steps, squeeze (R.q), 'o-'); legend (R.schemes);
%! xlabel ('step'); ylabel ('error of q');
