function [ok, report] = dls_check_model (model, q, v, t, varargin)
%DLS_CHECK_MODEL  Is a model what it says it is? Compares gradients with differences, in words.
%   DLS_CHECK_MODEL (MODEL, Q, V) prints one line per check at the state (Q, V) and time 0.
%   DLS_CHECK_MODEL (MODEL, Q, V, T) does so at time T.
%   DLS_CHECK_MODEL (B) does so for a mechanism of DLS_MECHANISM at its state: mass, and, constraint
%   by constraint (own ones of DLS_JOINT, too), gradients and rates against differences along
%   motions; what rolls has no value to compare.
%   [OK, REPORT] = DLS_CHECK_MODEL (...) prints nothing; OK is false when a check failed, REPORT is
%   a struct array with the fields check, state ('fine' | 'wrong' | 'note'), value, text.
%   Checked: sizes and finite values; that the mass is symmetric, positive semidefinite, and
%   positive on the motions that the constraints allow; constraintgrad and gapgrad against
%   differences of constraint and gap, along 'advance' where it is given; that it is linear in v;
%   force_q and force_v; constraintrate and gaprate; the time derivatives; that no normal or tangent
%   is zero; the signs of the gaps; that Q and V satisfy the constraints.
%   Choose Q, V in general position: a gradient may be right by accident at a symmetric one.
%
%   Example: the gradient has the wrong sign
%     model = dls_model ('mass', 1, 'gap', @(q) q - 1, 'gapgrad', @(q) -1);
%     dls_check_model (model, 2, 0)
%     %   fine   mass: symmetric, smallest eigenvalue 1
%     %   wrong  gapgrad: column 1, row 1 is -1, differences give 1
%     %   fine   gap: the smallest of 1 is 1
%
%   See also DLS_MODEL, DLS_SIMULATE.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin == 1 && dls_is_mechanism (model, 'dls_check_model'))
    lines = of_mechanism (model);
    [ok, report] = told (lines, nargout);
    if (nargout == 0)
      clear ok
    end
    return
  end
  if (nargin < 3 || nargin > 4)
    error ('delassus:dimension', 'dls_check_model: %d given; expected model, q, v, t', nargin);
  elseif (nargin < 4)
    t = 0;
  end
  dls_model_input (model, 'dls_check_model');
  if (~(isa (t, 'double') && isreal (t) && isscalar (t) && isfinite (t)))
    error ('delassus:type', 'dls_check_model: t is %s; expected a time', dls_describe (t));
  end
  [q, v] = dls_state_input (model, q, v, 'dls_check_model', {'q', 'v'});
  lines = struct ('check', {}, 'state', {}, 'value', {}, 'text', {});
  try
    model = dls_model_bind (model, t, q, v, 'dls_check_model');
    E = dls_model_at (model, 'MfhGgNTbwJ', t, q, v);
    lines = [check_mass(model, E), check_advance(model, q, v), ...
             check_gradients(model, E, t, q, v), ...
             check_rates(model, E, t, q, v), check_force(model, E, t, q, v), ...
             check_state(model, E, v), check_contacts(model, E)];
  catch err
    lines(end+1) = line_of ('evaluation', 'wrong', NaN, ...
                            strrep (err.message, 'dls_simulate: ', ''));
  end
  [ok, report] = told (lines, nargout);
  if (nargout == 0)
    clear ok
  end
end

function [ok, lines] = told (lines, wanted)
  ok = ~any (strcmp ({lines.state}, 'wrong'));
  for k = 1:numel (lines) * (wanted == 0)
    fprintf ('  %-6s %s: %s\n', lines(k).state, lines(k).check, lines(k).text);
  end
end

% Velocities of a mechanism are not rates of its coordinates: differences are along motions.
function lines = of_mechanism (B)
  caller = 'dls_check_model';
  [E, D] = dls_mechanism_evaluate (B, B.t, B.q, B.v, caller);
  lines = check_mass (B, E);
  n = numel (B.v);
  J = zeros (numel (E.h), n);
  s = 1e-5;
  q = dls_mechanism_mex ('angles', D, B.q);
  at = @(v, s) dls_mechanism_evaluate (B, B.t, dls_mechanism_mex ('advance', D, q, v, s), B.v, ...
                                       caller);
  for k = 1:n
    v = zeros (n, 1);
    v(k) = 1;
    high = at (v, s);
    low = at (v, -s);
    J(:,k) = (high.h - low.h) / (2 * s);
  end
  low = at (B.v, -s);
  high = at (B.v, s);
  b = (high.G' * B.v - low.G' * B.v) / (2 * s);
  for j = find (any (J ~= 0, 2))'
    name = E.names.b{j};
    lines = [lines, compared([name, ' gradient'], full (E.G(:,j)), J(j,:)')];
    if (all (E.wb == 0))
      lines(end+1) = compared ([name, ' rate'], E.bb(j), b(j));
    end
  end
  [worst, k] = max (abs ([E.h; 0]));
  if (worst > 1e-6)
    lines(end+1) = line_of ('q', 'note', worst, sprintf ('''%s'' is violated by %g', ...
                                                         E.names.b{k}, E.h(k)));
  end
end

function s = line_of (check, state, value, text)
  s = struct ('check', check, 'state', state, 'value', value, 'text', text);
end

function s = check_mass (model, E)
  M = full (E.M);
  skew = norm (M - M', 1);
  if (skew > 1e-12 * norm (M, 1))
    [i, j] = find (abs (M - M') == max (max (abs (M - M'))), 1);
    s = line_of ('mass', 'wrong', skew, sprintf ( ...
      'it is not symmetric: M(%d,%d) = %g, M(%d,%d) = %g', i, j, M(i,j), j, i, M(j,i)));
    return
  end
  lowest = min (eig ((M + M') / 2));
  if (lowest < -1e-10 * norm (M))
    s = line_of ('mass', 'wrong', lowest, sprintf ('its smallest eigenvalue is %g', lowest));
    return
  end
  Z = null (full (E.G'));
  inner = min ([eig(Z' * M * Z); Inf]);
  if (inner <= 1e-12 * norm (M))
    s = line_of ('mass', 'wrong', inner, ['a motion that the constraints allow has no mass: ', ...
                                          'its acceleration is not determined']);
  elseif (lowest <= 1e-12 * norm (M))
    s = line_of ('mass', 'note', lowest, 'singular; the constraints make up for it');
  else
    s = line_of ('mass', 'fine', lowest, sprintf ('symmetric, smallest eigenvalue %g', lowest));
  end
end

% Positions of q after no time are q; their rates are linear in v.
function s = check_advance (model, q, v)
  s = [];
  if (model.arity.advance < 0)
    return
  end
  size_q = 1 + norm (q, Inf);
  away = norm (dls_model_moved (model, q, v, 0) - q, Inf);
  if (away > 1e-8 * size_q)
    s = line_of ('advance', 'wrong', away, sprintf ( ...
      'advance (q, v, 0) is not q, but %g away (a quaternion of another length?)', away));
    return
  end
  step = 1e-5;
  rate = @(v) (dls_model_moved (model, q, v, step) - dls_model_moved (model, q, v, -step)) ...
              / (2 * step);
  T = dls_differences (@(x) x, q, model);
  gap = norm (rate (v) - T * v, Inf);
  if (gap > 1e-5 * (1 + norm (T * v, Inf)))
    s = line_of ('advance', 'wrong', gap, sprintf ( ...
      'rates are not linear in v: dq/dt differs by %g from that of its coordinates', gap));
  else
    s = line_of ('advance', 'fine', gap, sprintf ('dq/dt is linear in v to %.1e', gap));
  end
end

function s = check_gradients (model, E, t, q, v)
  s = [];
  pairs = {'constraint', 'h', 'G', model.nb; 'gap', 'g', 'N', model.nu};
  for k = 1:2
    if (pairs{k,4} > 0)
      J = dls_differences (@(x) part (model, pairs{k,2}, t, x, v), q, model)';
      s = [s, compared([pairs{k,1}, 'grad'], full (E.(pairs{k,3})), J)];
    end
  end
end

function y = part (model, letter, t, q, v)
  y = dls_model_at (model, letter, t, q, v);
  y = y.(letter);
end

% One line: the worst entry of a matrix beside its differences.
function s = compared (name, A, B)
  scale = max ([1; abs(B(:))]);
  [worst, k] = max (abs (A(:) - B(:)));
  [i, j] = ind2sub (size (A), k);
  if (isempty (worst) || worst <= 1e-5 * scale)
    s = line_of (name, 'fine', worst, sprintf ('differs from differences by %.1e', worst));
  else
    s = line_of (name, 'wrong', worst, sprintf ( ...
      'column %d, row %d is %g, differences give %g', j, i, A(k), B(k)));
  end
end

% d/dt (G'*v + w) along the motion, and the partial derivatives with respect to time.
function s = check_rates (model, E, t, q, v)
  s = [];
  names = {'constraint', 'h', 'wb', 'bb', model.nb; 'gap', 'g', 'wu', 'bu', model.nu};
  step = eps ^ (1/3) * max (1, abs (t));
  for k = 1:2
    name = names{k,1};
    if (names{k,5} == 0)
      continue
    end
    w = (part (model, names{k,2}, t + step, q, v) - part (model, names{k,2}, t - step, q, v)) ...
        / (2 * step);
    if (max (abs (w - E.(names{k,3}))) > 1e-5 * max ([1; abs(w)]))
      [~, j] = max (abs (w - E.(names{k,3})));
      s = [s, line_of([name, 'time'], 'wrong', w(j), sprintf ( ...
        '%s %d changes with time at the rate %g; the model says %g', name, j, w(j), ...
        E.(names{k,3})(j)))];
    end
    if (model.arity.([name, 'rate']) >= 0)
      own = model;
      own.arity.([name, 'rate']) = -1;
      D = dls_model_at (own, 'b', t, q, v);
      s = [s, compared([name, 'rate'], E.(names{k,4}), D.(names{k,4}))];
    end
  end
end

function s = check_force (model, E, t, q, v)
  s = [];
  names = {'force_q', 'fq'; 'force_v', 'fv'};
  own = model;
  own.arity.force_q = -1;
  own.arity.force_v = -1;
  D = dls_model_at (own, 'J', t, q, v);
  for k = 1:2
    if (model.arity.(names{k,1}) >= 0)
      s = [s, compared(names{k,1}, full (E.(names{k,2})), D.(names{k,2}))];
    end
  end
end

function s = check_state (model, E, v)
  s = [];
  if (model.nb > 0)
    [worst, k] = max (abs (E.h));
    if (worst > 1e-6)
      s = line_of ('q', 'note', worst, sprintf ('constraint %d is violated by %g', k, E.h(k)));
    end
    [worst, k] = max (abs (full (E.G' * v + E.wb)));
    if (worst > 1e-6)
      s = [s, line_of('v', 'note', worst, sprintf ( ...
        'constraint %d changes at the rate %g', k, worst))];
    end
    if (rank (full (E.G)) < model.nb)
      s = [s, line_of('constraintgrad', 'note', rank (full (E.G)), sprintf ( ...
        '%d of %d constraints are redundant here', model.nb - rank (full (E.G)), model.nb))];
    end
  end
end

function s = check_contacts (model, E)
  s = [];
  if (model.nu == 0)
    return
  end
  [worst, k] = min (E.g);
  if (worst < -1e-6)
    s = line_of ('gap', 'note', worst, sprintf ('contact %d penetrates by %g', k, -worst));
  else
    s = line_of ('gap', 'fine', worst, sprintf ('the smallest of %d is %g', model.nu, worst));
  end
  flat = find (~any (E.N, 1), 1);
  if (~isempty (flat))
    s = [s, line_of('gapgrad', 'wrong', flat, sprintf ('column %d is zero', flat))];
  end
  if (model.d > 1)
    flat = find (~any (E.T, 1), 1);
    if (~isempty (flat))
      s = [s, line_of('tangent', 'wrong', flat, sprintf ('column %d is zero', flat))];
    end
    side = full (max (sqrt (sum (E.T .^ 2, 1))));
    normal = full (max (sqrt (sum (E.N .^ 2, 1))));
    if (side > 100 * normal || normal > 100 * side)
      s = [s, line_of('tangent', 'note', side / normal, ...
                      'tangents and normals have lengths of different units')];
    end
  end
end

%!function state = find_state (model, q, v, check)
%!  [~, r] = dls_check_model (model, q, v);
%!  k = find (strcmp ({r.check}, check), 1);
%!  state = r(k).state;
%!endfunction

%!test  % a pendulum in Cartesian coordinates is fine
%! model = dls_model ('mass', eye (2), 'force', [0; -9.81], 'constraint', @(q) q'*q - 1, ...
%!                    'constraintgrad', @(q) 2*q, 'constraintrate', @(t, q, v) 2*v'*v);
%! [ok, r] = dls_check_model (model, [0.6; 0.8], [0.8; -0.6]);
%! assert (ok)
%! assert (all (strcmp ({r.state}, 'fine')))
%!test  % what is wrong is found
%! m = dls_model ('mass', 1, 'gap', @(q) q - 1, 'gapgrad', @(q) -1);
%! assert (find_state (m, 2, 0, 'gapgrad'), 'wrong')
%! assert (~isempty (strfind (evalc ('dls_check_model (m, 2, 0)'), 'differences give 1')))
%! m = dls_model ('mass', @(q) [1 0.1; 0 1], 'n', 2);
%! assert (find_state (m, [0; 0], [0; 0], 'mass'), 'wrong')
%! m = dls_model ('mass', @(q) [1 2; 2 1], 'n', 2);
%! assert (find_state (m, [0; 0], [0; 0], 'mass'), 'wrong')
%! m = dls_model ('mass', [1 0; 0 0], 'constraint', 0, 'constraintgrad', [0; 1]);
%! assert (find_state (m, [0; 0], [0; 0], 'mass'), 'note')
%! m = dls_model ('mass', [1 0; 0 0], 'constraint', 0, 'constraintgrad', [1; 0]);
%! assert (find_state (m, [0; 0], [0; 0], 'mass'), 'wrong')
%! m = dls_model ('mass', 1, 'force', @(t, q, v) -q^3, 'force_q', @(q) -2*q^2);
%! assert (find_state (m, 2, 0, 'force_q'), 'wrong')
%! m = dls_model ('mass', 1, 'constraint', @(q) sin (q), 'constraintgrad', @(q) cos (q), ...
%!                'constraintrate', @(t, q, v) sin (q) * v^2);
%! assert (find_state (m, 1, 2, 'constraintrate'), 'wrong')
%! m = dls_model ('mass', 1, 'gap', @(t, q, v) q - sin (t), 'gapgrad', 1);
%! assert (find_state (m, 1, 0, 'gaptime'), 'wrong')
%! m = dls_model ('mass', 1, 'gap', @(q) q, 'gapgrad', 1);
%! assert (find_state (m, -1, 0, 'gap'), 'note')
%! m = dls_model ('mass', 1, 'force', @(q) NaN);
%! assert (find_state (m, 1, 0, 'evaluation'), 'wrong')
%!error id=delassus:dimension dls_check_model (dls_model ('mass', 1))
%!error id=delassus:type dls_check_model (3, 1, 0)
%!error id=delassus:type dls_check_model (dls_model ('mass', 1), 1, 0, [1 2])
%!test  % a mechanism in space is right; an own constraint with a wrong gradient is named
%! B = dls_mechanism ('gravity', [0 0 -9.81]);
%! B = dls_body (B, 'a', 'mass', 1, 'inertia', [1 2 2.5], 'at', [1 0.2 0.3], ...
%!               'turned', [0.3 0.1 -0.5], 'velocity', [1 2 3], 'spin', [0.5 1 -0.4]);
%! B = dls_joint (B, 'pin', 'hinge', {'ground', [0 0 0], 'along', [0 0 1]}, {'a', [-1 0 0]});
%! [ok, report] = dls_check_model (B);
%! assert (ok && numel (report) >= 11)
%! C = dls_mechanism ('d', 2);
%! C = dls_body (C, 'a', 'mass', 1, 'inertia', 1, 'at', [1 0], 'velocity', [0.2 1]);
%! f = @(t, q, v) deal (q(1)^2 + q(2)^2 - 1, [2 * q(1); 3 * q(2) + 1; 0], 2 * v(1:2)' * v(1:2));
%! C = dls_joint (C, 'ring', 'own', {'r'}, f);
%! [ok, report] = dls_check_model (C);
%! bad = report(strcmp ({report.state}, 'wrong'));
%! assert (~ok && strncmp (bad(1).check, 'ring', 4))
%!demo
%! % how a wrong gradient shows: the ball passes the wave that it should bounce on
%! ball = dls_model ('mass', eye (2), 'force', [0; -9.81], ...
%!                   'gap', @(q) q(2) - 0.3 * sin (3*q(1)), ...
%!                   'gapgrad', @(q) [0.9*cos(3*q(1)); 1], 'restitution', 0.8);
%! dls_check_model (ball, [0.2; 2], [1; 0])
%! right = dls_model (ball, 'gapgrad', @(q) [-0.9 * cos(3*q(1)); 1]);
%! wrong = dls_simulate (ball, [0 2], [0; 2], [1; 0], 'Step', 5e-3);
%! sol = dls_simulate (right, [0 2], [0; 2], [1; 0], 'Step', 5e-3);
%! plot (wrong.q(1,:), wrong.q(2,:), 'r', sol.q(1,:), sol.q(2,:), 'b');
%! legend ('wrong gradient', 'right one'); xlabel ('x'); ylabel ('y');
