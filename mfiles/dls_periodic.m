function R = dls_periodic (model, varargin)
%DLS_PERIODIC  Periodic motions by shooting: Floquet multipliers, continuation in a parameter
%   R = DLS_PERIODIC (MODEL, Q0, V0, T) looks for initial values near Q0, V0 from which the motion
%   of a model of DLS_MODEL returns after the period T: Newton's method on x (T; x0) - x0, whose
%   derivative, the monodromy matrix, comes from differences of whole motions, impacts and
%   transitions included (no saltation matrices are needed). Begin between two impacts.
%   R = DLS_PERIODIC (B, T) looks for one of a mechanism of DLS_MECHANISM near B.q, B.v. (In space
%   quaternions count as four coordinates; a multiplier 0 is that of their length. Whole turns need
%   not return there; angles of joints begin within half a turn of those of B.)
%   R = DLS_PERIODIC (FAMILY, Q0, V0, T, 'Values', P), FAMILY a handle that returns a model (or a
%   mechanism) for a parameter: for each of the values, each begun from the answer before.
%   R = DLS_PERIODIC (..., 'Option', VALUE, ...); besides the options of DLS_SIMULATE ('Scheme' is
%   'event-driven' unless given):
%       'Period'      'fixed', or 'free': T is unknown, too (autonomous systems)
%       'Relative'    coordinates that need not return, as a height that is lost every stroke
%       'Values'      of the parameter
%       'ReturnTolerance'   of |x(T) - x(0)|, relative to 1 + |x(0)| (1e-8)
%       'MaxShots'    steps (20);   'Difference'   of the states, relative to 1 + |x| (1e-5)
%
%   R.q, R.v, R.T        initial values and period, one column per value
%   R.multipliers        Floquet multipliers (eigenvalues of the monodromy matrix without
%                        'Relative'), largest first; of 'free' ones one is 1
%   R.largest            modulus of the largest but that one
%   R.stable             1: below 1, 0: not, NaN: not found
%   R.monodromy          of the last value;  R.drift   of the relative coordinates in a period
%   R.residual, R.iterations, R.status ('solved', 'max_iterations', 'failed': a motion failed)
%   R.values, R.table (printed without an output), R.time
%
%   Example: a limit cycle, and its period
%     model = dls_model ('mass', 1, 'force', @(t,q,v) (1 - q^2) * v - q);     % van der Pol
%     R = dls_periodic (model, 2, 0.1, 6, 'Period', 'free', 'Scheme', 'event-capturing');
%     R.T
%     % ans = 6.6633
%
%   See also DLS_SIMULATE, DLS_VARIATION, DLS_EQUILIBRIUM, DLS_MODEL.
% SPDX-License-Identifier: GPL-3.0-or-later
  timer = tic ();
  of_model = nargin > 0 && isstruct (model);
  if (of_model && dls_is_mechanism (model, 'dls_periodic'))
    varargin = [{model.q, model.v}, varargin];
    of_model = false;
  end
  if (numel (varargin) < 3)
    error ('delassus:dimension', ['dls_periodic: %d given; expected model, q0, v0, T, or ', ...
           'mechanism, T'], nargin);
  end
  [q0, v0, T] = varargin{1:3};
  [own, opts] = dls_in_name_of ('dls_periodic', @dls_options_mex, 'own', 'dls_periodic', ...
                                varargin(4:end));
  if (~isfield (opts, 'Scheme'))
    opts.Scheme = 'event-driven';
  end
  opts.Initial = 'project';                % differences leave the constraints
  n = numel (q0);
  rates = numel (v0);                    % in mechanisms quaternions have three
  if (of_model && ~(isfield (model, 'arity') && model.arity.advance > 0))
    rates = n;
  end
  x = [dls_vector_input(q0, n, 'dls_periodic', 'q0')
       dls_vector_input(v0, rates, 'dls_periodic', 'v0')];
  if (~(isa (T, 'double') && isreal (T) && isscalar (T) && T > 0 && isfinite (T)))
    error ('delassus:type', 'dls_periodic: T is %s; expected a positive number', dls_describe (T));
  end
  own.free = strcmp (own.Period, 'free');
  own.sought = setdiff (1:numel (x), own.Relative(:)');
  if (~all (ismember (own.Relative(:)', 1:n)))
    error ('delassus:option', 'dls_periodic: ''Relative'' is %s; expected coordinates, 1 to %d', ...
           dls_describe (own.Relative), n);
  end
  values = own.Values(:)';
  family = isa (model, 'function_handle');
  if (family == isempty (values))
    error ('delassus:type', ['dls_periodic: expected a model, or a handle that returns one ', ...
           'for each of ''Values''']);
  elseif (~family)
    values = NaN;
  end
  R = struct ('kind', 'periodic', 'q', [], 'v', [], 'T', [], 'multipliers', [], 'largest', [], ...
              'stable', [], 'monodromy', [], 'drift', [], 'residual', [], 'iterations', [], ...
              'status', {{}}, 'values', values, 'table', '', 'time', 0);
  now = struct ('x', x, 'T', T);
  for k = 1:numel (values)
    one = model;
    if (family)
      one = model (values(k));
    end
    if (dls_is_mechanism (one, 'dls_periodic'))
      one = dls_model_bind (one, [], [], [], 'dls_periodic');
    end
    flow = @(x, T) motion (one, opts, n, x, T);
    now = shoot (flow, now.x, now.T, own);
    R = with (R, now, own, n);
  end
  if (~family)
    R.status = R.status{1};
  end
  R.time = toc (timer);
  R.table = told (R);
  if (nargout == 0)
    dls_show (R)
    clear R
  end
end

% x (T; x0), [] when the motion does not get there.
function y = motion (model, opts, n, x, T)
  sol = dls_simulate (model, [0 T], x(1:n), x(n+1:end), opts);
  y = [];
  if (strcmp (sol.result, 'finished'))
    q = sol.q(:,end);
    if (isfield (model, 'machine') && numel (q) > size (sol.v, 1))
      q = same_side (reshape (q, 7, []), reshape (x(1:n), 7, []));
    end
    y = [q(:); sol.v(:,end)];
  end
end

% After an odd number of turns a quaternion is less the one that it was: of the two the nearer one.
function q = same_side (q, q0)
  away = sum (q(4:7,:) .* q0(4:7,:), 1) < 0;
  q(4:7,away) = -q(4:7,away);
end

function now = shoot (flow, x, T, own)
  s = own.sought;
  now = struct ('x', x, 'T', T, 'A', NaN (numel (x)), 'drift', NaN (size (x)), 'residual', NaN, ...
                'iterations', 0, 'status', 'max_iterations');
  y = flow (x, T);
  if (own.free && ~isempty (y))
    along = (flow (x, 1e-6 * T) - x) / (1e-6 * T);     % the phase: x moves across the motion
  end
  for k = 1:own.MaxShots
    if (isempty (y))
      now.status = 'failed';
      return
    end
    now.iterations = k;
    A = monodromy (flow, x, T, own);
    if (isempty (A))
      now.status = 'failed';
      return
    end
    r = y(s) - x(s);
    now = struct ('x', x, 'T', T, 'A', A, 'drift', y - x, 'residual', norm (r) / (1 + norm (x)), ...
                  'iterations', k, 'status', 'max_iterations');
    if (now.residual <= own.ReturnTolerance)
      now.status = 'solved';
      return
    end
    J = A(s,s) - eye (numel (s));
    if (own.free)
      rate = (flow (x, T * (1 + 1e-6)) - flow (x, T * (1 - 1e-6))) / (2e-6 * T);
      J = [J, rate(s); along(s)', 0];
      r(end+1) = 0;
    end
    step = -pinv (J, 1e-10 * norm (J)) * r;
    for damp = 0:6                         % the step, or the first part that comes nearer
      z = x;
      z(s) = x(s) + step(1:numel (s)) / 2 ^ damp;
      length_ = T;
      if (own.free)
        length_ = max (T + step(end) / 2 ^ damp, T / 2);
      end
      y = flow (z, length_);
      if (~isempty (y) && norm (y(s) - z(s)) < norm (r))
        break
      end
    end
    x = z;
    T = length_;
  end
end

function A = monodromy (flow, x, T, own)
  A = zeros (numel (x));
  for j = 1:numel (x)
    h = own.Difference * (1 + abs (x(j)));
    up = flow (x + h * ((1:numel (x))' == j), T);
    down = flow (x - h * ((1:numel (x))' == j), T);
    if (isempty (up) || isempty (down))
      A = [];
      return
    end
    A(:,j) = (up - down) / (2 * h);
  end
end

function R = with (R, now, own, n)
  m = eig (now.A(own.sought,own.sought));
  if (any (isnan (now.A(:))))
    m = NaN (numel (own.sought), 1);
  end
  [~, order] = sort (-abs (m));
  m = m(order);
  rest = abs (m);
  if (own.free)
    [~, k] = min (abs (m - 1));
    rest(k) = [];
  end
  R.q(:,end+1) = now.x(1:n);
  R.v(:,end+1) = now.x(n+1:end);
  R.T(end+1) = now.T;
  R.multipliers(:,end+1) = m;
  R.largest(end+1) = max ([rest; 0]);
  R.stable(end+1) = double (R.largest(end) < 1);
  if (~strcmp (now.status, 'solved'))
    R.stable(end) = NaN;
  end
  R.monodromy = now.A;
  R.drift(:,end+1) = now.drift(own.Relative(:));
  R.residual(end+1) = now.residual;
  R.iterations(end+1) = now.iterations;
  R.status{end+1} = now.status;
end

function text = told (R)
  lines = {sprintf('%-10s %-12s %-12s %-10s %-10s %s', 'value', 'period', 'residual', 'stable', ...
                   '|largest|', 'status')};
  status = R.status;
  if (ischar (status))
    status = {status};
  end
  words = {'no', 'yes', 'not known'};
  for k = 1:numel (R.T)
    said = words{1 + max([R.stable(k), 2 * isnan(R.stable(k))])};
    lines{end+1} = sprintf ('%-10.5g %-12.8g %-12.1e %-10s %-10.6f %s', R.values(k), R.T(k), ...
                            R.residual(k), said, R.largest(k), status{k});
  end
  text = sprintf ('%s\n', lines{:});
  text(end) = [];
end

%!test  % the example of the help; the other multiplier is exp of the integral of 1 - q^2, by lsode
%! model = dls_model ('mass', 1, 'force', @(t,q,v) (1 - q^2) * v - q);
%! R = dls_periodic (model, 2, 0.1, 6, 'Period', 'free', 'Scheme', 'event-capturing');
%! assert (R.T, 6.66328685932, 1e-7)
%! assert (R.multipliers, [1; 8.59695064e-4], 1e-7)
%! assert ({R.status, R.stable}, {'solved', 1})
%!test  % what does not return: a ball that comes to rest
%! ball = dls_model ('mass', 1, 'force', -9.81, 'gap', @(q) q, 'gapgrad', 1, 'restitution', 0.8);
%! R = dls_periodic (ball, 1, 0, 1, 'MaxShots', 3);
%! assert (any (strcmp (R.status, {'max_iterations', 'failed'})))
%! assert (isnan (R.stable) && ~isempty (strfind (R.table, 'not known')))
%!error <T is a 1-by-2 double> dls_periodic (dls_model ('mass', 1, 'force', 0), 0, 0, [1 2])
%!error <'Relative'> dls_periodic (dls_model ('mass', 1, 'force', 0), 0, 0, 1, 'Relative', 2)
%!error <for each of 'Values'> dls_periodic (@(p) 1, 0, 0, 1)
%!demo
%! % van der Pol's oscillator: its periodic motion, and one that runs into it
%! pol = dls_model ('mass', 1, 'force', @(t, q, v) (1 - q^2) * v - q);
%! step = {'Scheme', 'event-capturing', 'Step', 0.05};
%! R = dls_periodic (pol, 2, 0, 6.6, 'Period', 'free', step{:});
%! round_ = dls_simulate (pol, [0 R.T], R.q, R.v, step{:});
%! sol = dls_simulate (pol, [0 12], 0.1, 0, step{:});
%! plot (round_.q, round_.v, 'r', sol.q, sol.v, 'b:'); xlabel ('q'); ylabel ('v');
