function W = dls_simulate_observed (model, sol)
% What is wrong with a motion of a (bound) model, by its solution: warnings as dls_simulate_warnings
% lists them. Sums over columns; the model is asked again only at the worst of them.
% SPDX-License-Identifier: GPL-3.0-or-later
  W = none ();
  if (numel (sol.t) > 1)
    large = machine_size (model, sol);
    W = dls_simulate_warnings ('all', penetration (model, sol, large), ...
                               drift (model, sol, large), energy (model, sol), ...
                               branch (model, sol, large));
  end
  W = dls_simulate_warnings ('all', W, events (model, sol));
end

function W = none ()
  W = struct ('what', {}, 'where', {}, 't', {}, 'value', {}, 'limit', {}, 'remedy', {});
end

function w = fault (varargin)
  w = dls_simulate_warnings ('fault', varargin{:});
end

% Of a mechanism: bodies, their places and joints. Else how far coordinates and gaps go; of what
% rests a hundredth of its coordinates, whose origin may be anywhere.
function large = machine_size (model, sol)
  large = 0;
  if (~isfield (model, 'machine'))
    gaps = sol.gap(isfinite (sol.gap));
    large = max ([0; max(sol.q, [], 2) - min(sol.q, [], 2); gaps(:); abs(sol.q(:,1)) / 100]);
    return
  end
  B = model.mechanism;
  bodies = B.bodies(~[B.bodies.fixed]);
  for b = bodies(:)'
    large = max ([large, norm(b.size(isfinite (b.size)))]);
  end
  q = sol.q(1:(4*B.d-5)*numel (bodies),1);
  places = reshape (q, 4 * B.d - 5, []);
  places = places(1:B.d,:);
  for joint = B.joints(:)'
    for place = [joint.a, joint.b]
      if (place.body == 0)
        places(:,end+1) = place.point(:);
      else
        large = max (large, 2 * norm (place.point));
      end
    end
  end
  large = max ([large, norm(max (places, [], 2) - min (places, [], 2))]);
end

% Deepest gaps; what a step covers is no fault of a scheme of order 1, up to a hundredth of the
% machine, but beyond a clearance the joint is broken.
function W = penetration (model, sol, large)
  W = none ();
  limit = dls_simulate_warnings ('rule', 'penetration') * large;
  [most, k] = max (sol.drift.gap);
  if (~(most > min (limit, least_clearance (model))))
    return
  end
  gap = sol.gap;
  gap(~isfinite (gap)) = NaN;
  if (~isempty (sol.contact))
    gap(sol.contact == 0) = NaN;
  end
  stiff = rigid (model, sol, k);
  if (isempty (stiff))
    return
  end
  h = (sol.t(end) - sol.t(1)) / max (1, sol.stats.steps);
  rates = abs (bsxfun (@rdivide, diff (gap, 1, 2), max (diff (sol.t), realmin)));
  covered = min (h * max (rates, [], 2), dls_simulate_warnings ('rule', 'crossing') * large);
  limits = min (max (limit, covered), clearances (model, sol));
  [deep, at] = min (gap, [], 2);
  beyond = -deep ./ limits;
  beyond(~stiff | isnan (beyond)) = 0;
  [worst, i] = max (beyond);
  if (worst > 1 && -deep(i) > rounding (model, sol))
    W = fault ('penetration', contact_name (model, sol, i, at(i)), sol.t(at(i)), -deep(i), ...
               limits(i));
  end
end

% Rows of contacts that are rigid; []: some are not, and nobody knows which
function stiff = rigid (model, sol, k)
  stiff = true (size (sol.gap, 1), 1);
  if (isfield (model, 'machine'))
    touches = model.mechanism.touches;
    soft = ~isempty (touches) && any ([touches.stiffness] > 0);
  else
    soft = isempty (model.library) && model.arity.stiffness >= 0;
  end
  if (soft && ~isempty (sol.contact))
    stiff = [];
  elseif (soft)
    E = at (model, 'k', sol, k);
    stiff = isinf (E.k);
  end
end

% Parts of the model at a column
function E = at (model, what, sol, k)
  [t, q, v] = deal (sol.t(k), sol.q(:,k), sol.v(:,k));
  model.x = sol.x(:,k);
  if (isfield (model, 'machine'))
    q = dls_mechanism_turns ('whole', model.machine, q, sol.turns(:,k));
    E = dls_mechanism_evaluate (model.mechanism, t, q, v, 'dls_simulate');
  else
    E = dls_model_at (model, what, t, q, v);
  end
end

function least = least_clearance (model)
  least = Inf;
  if (isfield (model, 'machine'))
    least = min ([Inf, model.mechanism.joints.clearance]);
  end
end

% By row: that of the joint; Inf: it has none
function c = clearances (model, sol)
  c = Inf (size (sol.gap, 1), 1);
  if (~isfield (model, 'machine') || isinf (least_clearance (model)))
    return
  end
  for joint = model.mechanism.joints(:)'
    if (~isempty (joint.clearance))
      own = strncmp (model.names.u(1:numel (c)), [joint.name, '.'], numel (joint.name) + 1);
      c(own) = joint.clearance;
    end
  end
end

function name = contact_name (model, sol, i, k)
  if (~isempty (sol.contact))
    i = sol.contact(i,k);
  end
  name = sprintf ('contact %d', i);
  if (isfield (model, 'machine') && i <= numel (model.names.u))
    name = model.names.u{i};
  end
end

% Gradients with respect to lengths: angles of bodies move points of the machine by its size.
function G = as_lengths (model, G, large)
  G = full (G);
  if (isfield (model, 'machine') && large > 0)
    d = model.mechanism.d;
    per = 3 * d - 3;
    angles = mod (0:size (G, 1)-1, per) >= d;
    G(angles,:) = G(angles,:) / large;
  end
end

% A constraint divided by its gradient is a distance.
function W = drift (model, sol, large)
  W = none ();
  limit = dls_simulate_warnings ('rule', 'drift') * large;
  [worst, k] = max (sol.drift.constraint);
  if (~(worst > 1e-6 * limit))                      % gradients may be small, not that small
    return
  end
  E = at (model, 'hG', sol, k);
  size_ = sqrt (sum (as_lengths (model, E.G, large) .^ 2, 1))';
  distance = abs (E.h) ./ max (size_, realmin);
  distance(size_ == 0) = 0;
  [off, i] = max (distance);
  if (off > limit && off > rounding (model, sol))
    name = sprintf ('constraint %d', i);
    if (isfield (model, 'machine'))
      name = model.names.b{i};
    end
    W = fault ('drift', name, sol.t(k), off, limit);
  end
end

% Walls, belts and drives do work; so constraints and contacts that stand still must not.
function W = energy (model, sol)
  W = none ();
  e = sol.energy;
  turned = max (e.kinetic) + max (abs (e.force));
  if (~(turned > 0))                                % NaN: nobody asked
    return
  end
  limit = dls_simulate_warnings ('rule', 'energy made') * turned;
  if (max ([abs(e.constraint), abs(e.balance(end))]) > limit)
    [~, work] = rounding (model, sol);
    limit = max (limit, work);
  end
  if (~driven (model, {'constrainttime'}))
    [lost, k] = max (abs (e.constraint));
    words = {'energy made by constraints', 'energy lost to constraints'};
    if (lost > limit)
      W(end+1) = fault (words{1 + (e.constraint(k) < 0)}, '', sol.t(k), lost, limit);
    end
  end
  made = told (sol, 'energy');
  gain = sum ([made.value, 0]);
  if (gain > limit)
    W(end+1) = fault ('energy made by impacts', '', made(1).t, gain, limit);
  end
  off = e.balance(end);
  if (abs (off) > limit && ~strcmp (sol.scheme, 'schatzman-paoli'))    % its v is a difference
    words = {'energy made', 'energy lost'};
    W(end+1) = fault (words{1 + (off < 0)}, '', sol.t(end), abs (off), limit);
  end
end

% At equilibrium all that moves is rounding: each of N steps rounds the impulse h f of the forces,
% which leaves a velocity eps h f/m. A thousand times what these move in all, and their work.
function [way, work] = rounding (model, sol)
  E = at (model, 'Mf', sol, 1);
  m = full (diag (E.M));
  heavy = m > 0;
  steps = 1e3 * eps * (sol.t(end) - sol.t(1)) ^ 2 / max (1, sol.stats.steps);
  way = steps * max ([0; abs(E.f(heavy)) ./ m(heavy)]);
  work = steps * sum (E.f(heavy) .^ 2 ./ m(heavy));
end

function yes = driven (model, parts)
  if (isfield (model, 'machine'))
    joints = model.mechanism.joints;
    yes = any (strcmp ({joints.kind}, 'drive')) || ~all (cellfun ('isempty', {joints.handle}));
    return
  end
  yes = ~isempty (model.library);
  for part = parts
    yes = yes || model.arity.(part{1}) >= 0;
  end
end

% Where constraints lose rank branches of the motion meet. A step that takes another one loses
% energy there, or its velocity jumps without an impact; one that passes does neither.
function W = branch (model, sol, large)
  W = none ();
  most = 200;                                       % singular values of larger ones take long
  [n, N] = size (sol.v);
  if (sol.nb == 0 || n > most || N < 5)
    return
  end
  [lost, first, last] = steepest_loss (model, sol);
  limit = dls_simulate_warnings ('rule', 'branch');
  close_by = 0.15;                                  % of the singular value in the beginning
  if (lost > limit)
    columns = unique (round (linspace (first, last, 5)));
    values = arrayfun (@(k) regularity (model, sol, k, large), columns);
    [least, k] = min (values);
    if (least < close_by * regularity (model, sol, 1, large))
      W = fault ('branch', 'at a singular position', sol.t(columns(k)), lost, []);
      return
    end
  end
  [jump, k] = largest_jump (sol);
  limit = dls_simulate_warnings ('rule', 'velocity jump');
  met = 0.01;                                       % as close_by: within a step of it
  if (jump > limit && min (regularity (model, sol, k, large), ...
                           regularity (model, sol, k + 1, large)) ...
                      < met * regularity (model, sol, 1, large))
    W = fault ('velocity jump', 'at a singular position', sol.t(k+1), jump, []);
  end
end

% The most that constraints take within a few columns, of the energy that is turned over
function [lost, first, last] = steepest_loss (model, sol)
  [lost, first, last] = deal (0, 1, 1);
  e = sol.energy;
  turned = max (e.kinetic) + max (abs (e.force));
  if (~(turned > 0) || driven (model, {'constrainttime'}))
    return
  end
  few = min (20, numel (sol.t) - 1);
  [lost, first] = max (e.constraint(1:end-few) - e.constraint(1+few:end));
  [lost, last] = deal (lost / turned, first + few);
end

% The largest change of a velocity in a step without impact, of what that velocity ever is; 0 where
% it is no larger than usual
function [jump, k] = largest_jump (sol)
  little = 1e-3;                                    % of the largest: rounding of what stands still
  usual = 10;                                       % times the median
  scale = max (abs (sol.v), [], 2);
  scale = max (scale, max ([little * scale; realmin]));
  jumps = max (abs (bsxfun (@rdivide, diff (sol.v, 1, 2), scale)), [], 1);
  jumps(any (sol.p(sol.nb+1:end,2:end) ~= 0, 1)) = 0;
  [jump, k] = max (jumps);
  jumps = sort (jumps);
  jump = jump * (jump > usual * jumps(ceil (end / 2)));
end

% The smallest singular value, of the rank that there is as a rule, of the unit gradients
function s = regularity (model, sol, k, large)
  E = at (model, 'G', sol, k);
  G = as_lengths (model, E.G, large);
  s = svd (bsxfun (@rdivide, G, max (sqrt (sum (G .^ 2, 1)), realmin)));
  redundant = 0;
  repeats = told (sol, 'redundant');
  if (~isempty (repeats))
    redundant = repeats(1).value;
  end
  s = s(max (1, min (numel (s), size (G, 2) - redundant)));
end

% Events of a kind; where there are none at all, they have no fields
function found = told (sol, kind)
  found = struct ('t', {}, 'contact', {}, 'kind', {}, 'value', {});
  if (~isempty (sol.events))
    found = sol.events(strcmp ({sol.events.kind}, kind));
  end
end

function W = events (model, sol)
  W = none ();
  for what = {'captured', 'unsettled'}
    found = told (sol, what{1});
    if (isempty (found))
      continue
    end
    values = [found.value];
    [value, worst] = max (values);
    if (strcmp (what{1}, 'captured'))
      [value, worst] = deal (numel (found), 1);
    end
    where = '';
    first = found(worst);
    if (first.contact > 0)
      where = sprintf ('contact %d', first.contact);
      if (isfield (model, 'machine') && first.contact <= numel (model.names.u))
        where = model.names.u{first.contact};
      end
    end
    if (value > dls_simulate_warnings ('rule', what{1}))
      W(end+1) = fault (what{1}, where, first.t, value, []);
    end
  end
end
