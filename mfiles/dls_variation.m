function J = dls_variation (sol, family, varargin)
%DLS_VARIATION  Derivatives of a motion by its initial values and parameters, across its events
%   J = DLS_VARIATION (SOL) integrates the variational equation along a motion of DLS_SIMULATE with
%   the schemes 'event-driven' and 'event-capturing', or differentiates the steps of 'moreau-jean':
%   how the state [q; v] at the end changes with that at the beginning. Between events the
%   derivative of the accelerations (contacts that are closed, stick, slip stay so) is integrated by
%   Magnus' method; at impacts, at the end of sliding and where sticking or a contact ends it is
%   multiplied by the saltation matrix: the state x- jumps to R (x-), when g (x-) = 0, and the
%   derivative is that of x+ at a fixed time,
%       R_x + (f+ - R_x*f- - R_t) * g_x / (g_t + g_x*f-),      x' = f- before, f+ after.
%   'moreau-jean': derivatives of the equations of each step, HIGHORDER (16), what contacts do held;
%   a contact that closes adds the second term above, as no step knows when in it that was. They
%   converge to those of the motion like the scheme, J.steps are those of its numbers alone.
%   J = DLS_VARIATION (SOL, FAMILY, P): by parameters, too. FAMILY (P) returns the model of SOL, and
%   its neighbours for other vectors P (masses, stiffness, friction, restitution, ...).
%     J.initial     2n-by-2n, d [q; v] (end) / d [q; v] (beginning), of a period the monodromy
%                   matrix (with constraints or closed contacts: apply it to what they admit)
%     J.parameter   2n-by-np
%     J.history     2n-by-(2n + np)-by-N, both at each SOL.t (after the events there)
%     J.events      struct array t, kind, saltation: of x by x
%     J.error       how far the states of the variational equation and of SOL are apart, relative;
%                   'moreau-jean': what the states leave of the equations of their steps
%     J.steps       2n-by-(2n + np), 'moreau-jean': of the steps alone. Differences of two motions
%                   are these where both have the same contacts in all steps
%     J.status      'solved', or 'not_differentiable' (NaN from there on; J.message): two contacts
%                   hit at once, one only grazes, impacts accumulate, sliding ends in space
%   SOL may be an 'event-driven' motion of a mechanism in the plane whose joints have no friction
%   and no clearance; FAMILY (P) then returns mechanisms.
%   Laws of impact: Newton's with Coulomb's friction (or Moreau's without). Derivatives of the
%   model are central differences (about 1e-9).
%
%   Example: a ball falls from a height of 1 and bounces once; its state after 0.6 s
%     model = @(e) dls_model ('mass', 1, 'force', -9.81, 'gap', 0, 'gapgrad', 1, 'restitution', e);
%     sol = dls_simulate (model (0.8), [0 0.6], 1, 0, 'Scheme', 'event-driven');
%     J = dls_variation (sol, model, 0.8);
%     J.initial
%     % ans =
%     %   -0.2081  -0.2127
%     %    3.9865   1.0000
%     J.parameter'
%     % ans = 0.6577  4.4294
%
%   See also DLS_SIMULATE, DLS_SENSITIVITY, DLS_PERIODIC, DLS_ORDERS.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin ~= 1 && nargin ~= 3)
    error ('delassus:dimension', 'dls_variation: %d given; expected sol or sol, family, p', nargin);
  end
  dls_kind_input (sol, 'motion', 'dls_variation');
  if (~isfield (sol, 'kind'))
    error ('delassus:type', 'dls_variation: expected a motion made by dls_simulate');
  end
  n = size (sol.v, 1);
  if (~any (strcmp (sol.scheme, {'event-driven', 'event-capturing', 'moreau-jean'})) ...
      || size (sol.q, 1) ~= n || ~isempty (sol.x) || ~isempty (sol.contact))
    error ('delassus:option', ['dls_variation: expected a motion by ''event-driven'', ', ...
           '''event-capturing'' or ''moreau-jean'', with as many coordinates as velocities, ', ...
           'without states x and contacts that come and go']);
  end
  p = zeros (0, 1);
  if (nargin < 3)
    family = @(p) sol.model;
  elseif (~isa (family, 'function_handle'))
    error ('delassus:type', 'dls_variation: FAMILY is %s; expected a handle of models', ...
           dls_describe (family));
  else
    p = varargin{1};
  end
  p = dls_vector_input (p, numel (p), 'dls_variation', 'P');
  C = struct ('n', n, 'd', sol.d, 'p', p, 'model', bound_models (family, sol, numel (p)));
  A = C.model (p);
  if (~isempty (A.library) || (~isfield (A, 'machine') && A.arity.advance > 0))
    error ('delassus:option', 'dls_variation: expected a model by functions or data');
  end
  if (isfield (A, 'machine'))
    rigid (A.mechanism, sol.scheme);
  else
    usual (A, sol);
  end
  none = struct ('t', {}, 'kind', {}, 'saltation', {});
  J = struct ('initial', [], 'parameter', [], 'history', [], 'events', none, 'error', 0, ...
              'status', 'solved', 'message', '');
  if (strcmp (sol.scheme, 'moreau-jean'))
    C.field = @(status, t, x) acceleration (C, status, t, x);
    J = dls_variation_steps (C, sol, J);
  else
    J = along (C, sol, J);
  end
  J.initial = J.history(:,1:2*n,end);
  J.parameter = J.history(:,2*n+1:end,end);
  if (nargout == 0)
    dls_show (J)
    clear J
  end
end

% What the variational equation does not know of models
function usual (A, sol)
  L = dls_model_at (A, 'L', sol.t(1), sol.q(:,1), sol.v(:,1));
  if (A.arity.law > 0 || any (ismember (A.law, [2 3 4])) || any (A.law == 1 & A.friction) ...
      || any (A.tangentrestitution ~= 0) || any ([L.c; L.creep] ~= 0) || any (L.k < Inf) ...
      || ~isempty ([L.rolling; L.spinning]))
    error ('delassus:option', ['dls_variation: expected Newton''s law of impact, contacts ', ...
           'without tangential restitution, cohesion, stiffness, creep, rolling and spinning']);
  end
end

% Of mechanisms
function rigid (B, scheme)
  if (~strcmp (scheme, 'event-driven') || any ([B.joints.mu, B.touches.stiffness] > 0) ...
      || ~all (cellfun ('isempty', {B.joints.clearance})))
    error ('delassus:option', ['dls_variation: of a mechanism expected a motion by ', ...
           '''event-driven'', joints without friction and clearance, rigid contacts']);
  end
end

% Parts of a model, or a mechanism, at an instant
function A = at (model, what, t, q, v)
  if (~isfield (model, 'machine'))
    A = dls_model_at (model, what, t, q, v);
    return
  elseif (~isempty (model.functions))
    model.machine = dls_mechanism_data (model.mechanism, t, q, v);
  end
  A = dls_mechanism_evaluate (model.mechanism, t, q, v, 'dls_variation', model.machine, []);
  A.wt = zeros (size (A.T, 2), 1);
end

% Bound once for each parameter that is asked for.
function model = bound_models (family, sol, count)
  [known, models] = deal (zeros (count + 1, 0), {});
  model = @of;
  function m = of (p)
    k = find (all (bsxfun (@eq, known, [p; 0]), 1), 1);
    if (isempty (k))
      models{end+1} = dls_model_bind (family (p), sol.t(1), sol.q(:,1), sol.v(:,1), ...
                                      'dls_variation');
      k = numel (models);
      known(:,k) = [p; 0];
    end
    m = models{k};
  end
end

function J = along (C, sol, J)
  X = [sol.q; sol.v];
  N = numel (sol.t);
  groups = groups_of (sol.events, sol.t(1));
  D = [eye(2 * C.n), zeros(2 * C.n, numel (C.p))];
  J.history = NaN ([size(D), N]);
  J.history(:,:,1) = D;
  phase = struct ('status', sol.status(:,1), 'way', zeros (size (sol.status, 1), 1), 'later', []);
  [x, t, next] = deal (X(:,1), sol.t(1), 1);
  for k = 2:N
    while (next <= numel (groups) && groups(next).t <= sol.t(k))
      [x, D] = smooth (C, phase, t, groups(next).t, x, D);
      t = groups(next).t;
      phase.later = X(:,k);
      [x, D, phase, J] = across (C, phase, groups(next), x, D, J, sol, t);
      if (~strcmp (J.status, 'solved'))
        return
      end
      next = next + 1;
    end
    [x, D] = smooth (C, phase, t, sol.t(k), x, D);
    J.error = max (J.error, norm (x - X(:,k), Inf) / (1 + norm (X(:,k), Inf)));
    [x, t] = deal (X(:,k), sol.t(k));
    J.history(:,:,k) = D;
  end
end

% Events at one time.
function groups = groups_of (events, t0)
  groups = struct ('t', {}, 'list', {});
  for e = events
    if (~any (strcmp (e.kind, {'open', 'close', 'stick', 'slip', 'impact', 'accumulation', ...
                               'captured'})))
      continue
    elseif (~isempty (groups) && e.t - groups(end).t <= 1e-12 * (1 + abs (e.t - t0)))
      groups(end).list(end+1) = e;
    else
      groups(end+1) = struct ('t', e.t, 'list', e);
    end
  end
end

% So many pieces that Runge and Kutta's method finds the state to 1e-8.
function [x, D] = smooth (C, phase, t, tend, x, D)
  h = tend - t;
  if (h <= 0)
    return
  end
  f = @(t, x) field (C, phase, t, x, C.p);
  half = runge (f, t, x, h / 2);
  off = norm (runge (f, t + h / 2, half, h / 2) - runge (f, t, x, h)) / (1 + norm (x));
  pieces = ceil (min (max ((off / 1e-8) ^ 0.2, 1), 1000));
  for k = 1:pieces
    [x, D] = magnus (C, phase, f, t + (k - 1) / pieces * h, h / pieces, x, D);
  end
end

% Magnus' method of order 4 with Gauss' nodes; states by Runge and Kutta.
function [x, D] = magnus (C, phase, f, t, h, x, D)
  node = (3 + [-1 1] * sqrt (3)) / 6;
  one = runge (f, t, x, node(1) * h);
  two = runge (f, t + node(1) * h, one, diff (node) * h);
  x = runge (f, t + node(2) * h, two, (1 - node(2)) * h);
  A = derivative (C, phase, t + node(1) * h, one);
  B = derivative (C, phase, t + node(2) * h, two);
  E = expm (h / 2 * (A + B) - h ^ 2 * sqrt (3) / 12 * (A * B - B * A));
  m = 2 * C.n;
  D = E(1:m,1:m) * D;
  D(:,m+1:end) = D(:,m+1:end) + E(1:m,m+1:end);
end

function x = runge (f, t, x, h)
  k1 = f (t, x);
  k2 = f (t + h / 2, x + h / 2 * k1);
  k3 = f (t + h / 2, x + h / 2 * k2);
  k4 = f (t + h, x + h * k3);
  x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
end

function A = derivative (C, phase, t, x)
  m = 2 * C.n;
  A = dls_differences (@(z) field (C, phase, t, z(1:m), z(m+1:end)), [x; C.p], 'plain');
  A(m+1:m+numel (C.p),:) = 0;
end

% x' with the contacts in the states of the phase; tangential reactions.
function [dx, t] = field (C, phase, t, x, p)
  [q, v] = deal (x(1:C.n), x(C.n+1:end));
  model = C.model (p);
  if (model.nb == 0 && ~any (phase.status))
    A = at (model, 'Mf', t, q, v);
    t = zeros (size (phase.status));
    dx = [v; full(A.M) \ A.f];
    return
  end
  A = at (model, 'MfGNTbrwL', t, q, v);
  u = [zeros(0, 1); A.T' * v + A.wt];
  [a, t] = closed (C, A, phase, u, A.f, struct ('b', A.bb, 'n', A.bu, 't', A.bt));
  dx = [v; a];
end

% x' with contacts in these states, those that slip in their direction.
function dx = acceleration (C, status, t, x)
  phase = struct ('status', status, 'way', zeros (size (status)));
  for i = find (status == 3 & C.d == 2)'
    phase.way(i) = sign (sliding (C, [x; t; C.p], i));
  end
  dx = field (C, phase, t, x, C.p);
end

% M*y - G*lb - N*ln - T*lt = f, G'*y + c.b = 0, N'*y + c.n = 0, T'*y + c.t = 0 where it sticks, and
% lt = -mu*ln*way where it slips. l: rows n, t of all contacts.
function [y, tangential, normal] = closed (C, A, phase, u, f, c)
  k = C.d - 1;
  on = find (phase.status > 0)';
  stick = columns (find (phase.status == 2)', k);
  N = A.N(:,on);
  for j = find (phase.status(on)' == 3)
    i = on(j);
    way = phase.way(i);
    if (k == 2)
      way = u(columns (i, k)) / norm (u(columns (i, k)));
    end
    N(:,j) = N(:,j) - A.mu(i) * A.T(:,columns (i, k)) * way;
  end
  W = [A.G, N, A.T(:,stick)];
  V = [A.G, A.N(:,on), A.T(:,stick)];
  m = size (W, 2);
  z = pinv (full ([A.M, -W; V', zeros(m)]), 1e-12) * [f; -c.b; -c.n(on); -c.t(stick)];
  y = z(1:C.n);
  [tangential, normal] = deal (zeros (numel (u), 1), zeros (numel (phase.status), 1));
  nb = size (A.G, 2);
  normal(on) = z(C.n+nb+(1:numel (on)));
  tangential(stick) = z(C.n+nb+numel (on)+1:end);
end

function c = columns (i, k)
  c = reshape (bsxfun (@plus, k * (i - 1), (1:k)'), 1, []);
end

% The events of a group: what jumps (hit), and when (g = 0).
function [x, D, phase, J] = across (C, phase, group, x, D, J, sol, t)
  kinds = {group.list.kind};
  who = [group.list.contact];
  before = phase;
  after = next_status (phase.status, kinds, who, sol, t);
  hit = unique (who(strcmp (kinds, 'impact')));
  first = t <= sol.t(1);
  stops = find (before.status == 3 & after ~= 0 & ismember ((1:numel (after))', ...
                who(strcmp (kinds, 'stick') | strcmp (kinds, 'slip'))))';
  new = hit(before.status(hit)' == 0);
  trouble = '';
  if (any (ismember ({'accumulation', 'captured'}, kinds)))
    trouble = 'impacts accumulate';
  elseif (numel (new) > 1 || (isempty (new) && numel (stops) > 1))
    trouble = 'two contacts hit or stop at once';
  elseif (~first && isempty (hit) && any (strcmp (kinds, 'close')))
    trouble = 'a contact closes without an impact';
  elseif (C.d == 3 && isempty (hit) && ~isempty (stops))
    trouble = 'sliding ends in space';
  end
  jump = @(z) z(1:2*C.n);
  guard = [];
  if (~isempty (hit))
    mode = impact_mode (C, before, hit, t, x);
    jump = @(z) impact (C, mode, z);
    if (~isempty (new) && ~first)
      guard = @(z) at (C.model (z(2*C.n+2:end)), 'g', z(2*C.n+1), z(1:C.n), ...
                       z(C.n+1:2*C.n)).g(new);
    end
  elseif (~isempty (stops))
    guard = @(z) sliding (C, z, stops);
  end
  z = [x; t; C.p];
  phase.status = after;
  plus = jump (z);
  phase.way = ways (C, before, phase, t, x, plus);
  if (isempty (trouble) && ~(isempty (hit) && isempty (guard)))
    [D, S, trouble] = saltation (C, before, phase, z, plus, D, jump, guard);
    J.events(end+1) = struct ('t', t, 'kind', strjoin (unique (kinds), ', '), 'saltation', S);
  end
  x = plus;
  if (~isempty (trouble))
    J.status = 'not_differentiable';
    J.message = sprintf ('t = %g: %s', t, trouble);
  end
end

function u = sliding (C, z, i)
  v = z(C.n+1:2*C.n);
  A = at (C.model (z(2*C.n+2:end)), 'Tw', z(2*C.n+1), z(1:C.n), v);
  u = A.T(:,i)' * v + A.wt(i);
end

function [D, S, trouble] = saltation (C, before, after, z, plus, D, jump, guard)
  m = 2 * C.n;
  t = z(m+1);
  trouble = '';
  R = dls_differences (jump, z, 'plain');
  S = R(:,1:m);
  now = S * D;
  now(:,m+1:end) = now(:,m+1:end) + R(:,m+2:end);
  if (~isempty (guard))                    % else at the time t
    f = field (C, before, t, z(1:m), C.p);
    g = dls_differences (guard, z, 'plain');
    rate = g(m+1) + g(1:m) * f;
    if (abs (rate) <= 1e-8 * (abs (g(m+1)) + norm (g(1:m)) * norm (f)))
      trouble = 'the event is only grazed';
    end
    late = (field (C, after, t, plus, C.p) - S * f - R(:,m+1)) / rate;
    change = g(1:m) * D;
    change(m+1:end) = change(m+1:end) + g(m+2:end);
    now = now + late * change;
    S = S + late * g(1:m);
  end
  D = now;
end

% What contacts do after the events, as the next states of SOL say where events do not.
function status = next_status (status, kinds, who, sol, t)
  k = find (sol.t > t, 1);
  for j = 1:numel (who)
    i = who(j);
    switch (kinds{j})
      case 'open',  status(i) = 0;
      case 'stick', status(i) = 2;
      case 'slip',  status(i) = 3;
      case 'close'
        if (status(i) == 0 && ~isempty (k))
          status(i) = max (sol.status(i,k), 1);
        end
    end
  end
end

% In the plane: the sign of sliding. Where it begins, against the reaction that held.
function way = ways (C, before, after, t, x, plus)
  way = before.way;
  for i = find (after.status == 3 & C.d == 2)'
    u = sliding (C, [plus; t; C.p], i);
    if (abs (u) <= 1e-9 * (1 + norm (plus(C.n+1:end), Inf)))
      [~, held] = field (C, before, t, x, C.p);
      u = (before.status(i) == 2) * -held(i) - (before.status(i) == 3) * way(i);
      if (u == 0)
        u = sliding (C, [after.later; t; C.p], i);
      end
    end
    way(i) = sign (u);
  end
end

% Which closed contacts take part, and which slip: as if all stick, but for what leaves its cone.
function mode = impact_mode (C, before, hit, t, x)
  mode = struct ('hit', hit, 'status', double (before.status > 0), 'way', before.way);
  mode.status(hit) = 1;
  A = at (C.model (C.p), 'L', t, x(1:C.n), x(C.n+1:end));
  mode.status(mode.status > 0 & A.mu > 0 & C.d > 1) = 2;
  for pass = 1:2 * numel (mode.status)
    [~, tangential, normal] = impact (C, mode, [x; t; C.p]);
    size_of = max (abs (normal));
    pulls = normal < -1e-12 * size_of & ~ismember ((1:numel (normal))', hit);
    slips = false (size (pulls));
    for i = find (mode.status == 2)'
      slips(i) = norm (tangential(columns (i, C.d - 1))) > A.mu(i) * normal(i) + 1e-12 * size_of;
    end
    if (~any (pulls | slips))
      break
    end
    mode.status(slips) = 3;
    mode.status(pulls) = 0;
    for i = find (slips & C.d == 2)'
      mode.way(i) = -sign (tangential(i));
    end
  end
end

% Newton's law, N'*v+ = -e*N'*v-, with Coulomb's for the percussions.
function [y, tangential, normal] = impact (C, mode, z)
  [q, v, t] = deal (z(1:C.n), z(C.n+1:2*C.n), z(2*C.n+1));
  A = at (C.model (z(2*C.n+2:end)), 'MGNTwL', t, q, v);
  u = [zeros(0, 1); A.T' * v + A.wt];
  e = A.e .* ismember ((1:numel (A.e))', mode.hit);
  bounced = A.wu + e .* (A.N' * v + A.wu);
  [v, tangential, normal] = closed (C, A, mode, u, A.M * v, ...
                                    struct ('b', A.wb, 'n', bounced, 't', A.wt));
  y = [q; v];
end

%!test  % the example of the help: times of flight in closed form
%! model = @(e) dls_model ('mass', 1, 'force', -9.81, 'gap', 0, 'gapgrad', 1, 'restitution', e);
%! sol = dls_simulate (model (0.8), [0 0.6], 1, 0, 'Scheme', 'event-driven');
%! J = dls_variation (sol, model, 0.8);
%! [g, e, t] = deal (9.81, 0.8, sqrt (2 / 9.81));
%! d = [1 / (g * t), 1 / g];                  % of t by q0, v0
%! assert (J.initial(2,:), (1 + e) * g * d - e * [0 1], 1e-7)
%! assert (J.initial(1,:), e * [1/t 0] * (0.6 - t) + g * d * (0.6 - t - e * t), 1e-7)
%! assert (J.parameter, [g * t * (0.6 - t); g * t], 1e-7)
%! assert ({J.status, numel(J.events)}, {'solved', 1})
%!error <expected sol or sol, family, p> dls_variation ()
%!test  % steps without contacts: theta method of free fall
%! model = dls_model ('mass', 1, 'force', 1);
%! J = dls_variation (dls_simulate (model, [0 1], 0, 0, 'Step', 0.1), @(p) dls_model ('mass', p, ...
%!                    'force', 1), 1);
%! assert (J.initial, [1 1; 0 1], 1e-10)
%! assert (J.parameter, [-0.5; -1], 1e-8)
%!error <'event-driven'>
%! model = dls_model ('mass', 1, 'force', 1);
%! dls_variation (dls_simulate (model, [0 1], 0, 0, 'Scheme', 'schatzman-paoli'));
%!demo
%! % a bouncing ball, and how its height depends on the restitution: it jumps at impacts
%! model = @(e) dls_model ('mass', 1, 'force', -9.81, 'gap', 0, 'gapgrad', 1, 'restitution', e);
%! sol = dls_simulate (model (0.8), [0 2], 1, 0, 'Scheme', 'event-driven', 'Step', 0.02);
%! J = dls_variation (sol, model, 0.8);
%! plot (sol.t, sol.q, sol.t, squeeze (J.history(1,3,:))); xlabel ('t');
%! legend ('height', 'its derivative by the restitution');
