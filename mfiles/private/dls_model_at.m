function E = dls_model_at (model, what, t, q, v)
% Evaluate parts of a (bound) model at (t, q, v), letters of `what`:
%   M mass, f force, h constraint, G its gradient, g gap, N its gradient, T tangent;
%   b: accelerations G'*a + bb, N'*a + bu;  r: T'*a + bt;
%   w: velocities G'*v + wb, N'*v + wu, T'*v + wt;
%   J: Jacobians fq, fv of the force (by differences unless given);  V: potential;  L: laws of
%   contacts: e, mu, cohesion c, stiffness k, damping, creep;  k: that alone.
% What a function of the user returns is checked; dls_simulate does the same in compiled code.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (~isempty (model.library) || isfield (model, 'machine'))
    E = in_library (model, what, t, q, v);
    return
  elseif (model.arity.contacts > 0)
    model = dls_model_bind (model, t, q, v);
  end
  n = model.n;
  nb = model.nb;
  nu = model.nu;
  nt = (model.d - 1) * nu;
  E = struct ();
  for letter = what
    switch (letter)
      case 'M'
        E.M = value (model, 'mass', t, q, v, [n, n]);
      case 'f'
        E.f = force (model, t, q, v);
      case 'h'
        E.h = level (model, 'constraint', t, q, v, nb);
      case 'g'
        E.g = level (model, 'gap', t, q, v, nu);
      case 'G'
        E.G = gradient (model, 'constraint', t, q, v, nb);
      case 'N'
        E.N = gradient (model, 'gap', t, q, v, nu);
      case 'T'
        E.T = value (model, 'tangent', t, q, v, [n, nt]);
      case 'b'
        E.bb = acceleration (model, 'constraint', t, q, v, nb);
        E.bu = acceleration (model, 'gap', t, q, v, nu);
      case 'r'
        E.bt = tangential (model, t, q, v, nt);
      case 'w'
        E.wb = drift (model, 'constrainttime', t, q, v, nb);
        E.wu = drift (model, 'gaptime', t, q, v, nu);
        E.wt = drift (model, 'tangenttime', t, q, v, nt);
      case 'J'
        [E.fq, E.fv] = jacobians (model, t, q, v);
      case 'V'
        E.V = potential (model, t, q, v);
      case 'k'
        E.k = value (model, 'stiffness', t, q, v, [nu, 1]);
      case 'L'
        E.e = value (model, 'restitution', t, q, v, [nu, 1]);
        E.mu = value (model, 'mu', t, q, v, [nu, 1]);
        E.c = value (model, 'cohesion', t, q, v, [nu, 1]);
        E.k = value (model, 'stiffness', t, q, v, [nu, 1]);
        E.damping = value (model, 'damping', t, q, v, [nu, 1]);
        E.creep = value (model, 'creep', t, q, v, [nu, 1]);
        for name = {'rolling', 'spinning'}
          E.(name{1}) = [];
          if (model.arity.(name{1}) >= 0)
            E.(name{1}) = value (model, name{1}, t, q, v, [nu, 1]);
          end
        end
    end
  end
end

% All parts, by a run that does not begin.
function E = in_library (model, what, t, q, v)
  state = struct ('t', t, 'q', q, 'v', v, 'x', model.x, 'p', [], 'status', [], 'memory', []);
  opts = dls_table_options ('dls_simulate', {'Step', 1, 'Energy', 'off'});
  run = dls_simulate_setup (model, [t, t], state, [], opts, []);
  clean = onCleanup (@() dls_motion_mex ('free', run.id));
  E = dls_motion_mex ('look', run.id, model, t, run.course.q, run.course.v);
  n = model.n;
  for name = {'G', 'N', 'T', 'f'}
    E.(name{1}) = E.(name{1})(1:n,:);
  end
  [E.M, E.fq, E.fv] = deal (E.M(1:n,1:n), E.fq(1:n,1:n), E.fv(1:n,1:n));
  if (any (what == 'r'))
    E.bt = tangential (model, t, q, v, (model.d - 1) * model.nu);
  end
end

function f = force (model, t, q, v)
  if (~model.linear)
    f = value (model, 'force', t, q, v, [model.n, 1]);
    return
  end
  f = model.f;
  if (isa (f, 'function_handle'))
    model.arity.f = 2;
    f = dls_model_call (model, 'f', t, q, v, [model.n, 1]);
  end
  f = f - model.C * v - model.K * q;
end

% h (q) or g (q): a number is the constant of an affine function.
function y = level (model, name, t, q, v, count)
  a = model.arity.(name);
  if (a > 0)
    y = dls_model_call (model, name, t, q, v, [count, 1]);
  elseif (a == 0)
    y = model.(name) + model.([name, 'grad'])' * q;
  else
    y = zeros (0, 1);
  end
end

function G = gradient (model, name, t, q, v, count)
  field = [name, 'grad'];
  a = model.arity.(field);
  if (a == 0)
    G = model.(field);
  elseif (a > 0)
    G = dls_model_call (model, field, t, q, v, [model.n, count]);
  elseif (count == 0)
    G = zeros (model.n, 0);
  else
    G = dls_differences (@(x) level (model, name, t, x, v, count), q, model)';
  end
end

function w = drift (model, name, t, q, v, count)
  a = model.arity.(name);
  if (a < 0)
    w = zeros (count, 1);
  elseif (a == 0)
    w = model.(name);
  else
    w = dls_model_call (model, name, t, q, v, [count, 1]);
  end
end

% d/dt (G'*v + w) at constant v; differences along the motion unless the user gives it.
function b = acceleration (model, name, t, q, v, count)
  rate = [name, 'rate'];
  if (model.arity.(rate) >= 0)
    b = drift (model, rate, t, q, v, count);
  elseif (count == 0 || (model.arity.([name, 'grad']) == 0 && model.arity.([name, 'time']) < 1))
    b = zeros (count, 1);
  else
    moving = model.arity.([name, 'time']) >= 0;
    if (model.arity.([name, 'grad']) < 0)
      b = along (@(t, q) level (model, name, t, q, v, count), 'twice', model, t, q, v, moving);
    else
      b = along (@(t, q) speed (model, name, t, q, v, count), [], model, t, q, v, moving);
    end
  end
end

function u = speed (model, name, t, q, v, count)
  u = gradient (model, name, t, q, v, count)' * v ...
      + drift (model, [name, 'time'], t, q, v, count);
end

% The derivative of f (t, q) along the motion, with steps that follow distances
function b = along (f, kind, model, t, q, v, moving)
  w = norm (v, Inf);
  if (moving)
    w = max (1, w);
  elseif (w < 1e-150)                                             % w^2 is nothing
    b = zeros (size (f (t, q)));
    return
  end
  unit = 2 ^ floor (log2 (max (1, norm (q, Inf)))) / w;
  at = @(s) f (t + moving * s * unit, dls_model_moved (model, q, v, s * unit));
  b = full (dls_differences (at, 0, kind)) / unit ^ (1 + ischar (kind));
end

% d/dt (T'*v + wt) at constant v, by differences along the motion
function b = tangential (model, t, q, v, count)
  b = zeros (count, 1);
  if (~isempty (model.library) || isfield (model, 'machine') ...
      || model.arity.tangent > 0 || model.arity.tangenttime > 0)
    moving = ~isempty (model.library) || isfield (model, 'machine') ...
             || max ([model.arity.tangenttime, model.arity.gaptime, ...
                      model.arity.constrainttime]) >= 0;
    b = along (@(t, q) slips (dls_model_at (model, 'Tw', t, q, v), v), [], model, t, q, v, moving);
  end
end

function u = slips (A, v)
  u = full (A.T' * v + A.wt);
end

function [fq, fv] = jacobians (model, t, q, v)
  if (model.linear)
    fq = -model.K;
    fv = -model.C;
    return
  end
  n = [model.n, model.n];
  if (model.arity.force == 0)
    fq = zeros (n);
    fv = fq;
    return
  end
  if (model.arity.force_q >= 0)
    fq = value (model, 'force_q', t, q, v, n);
  else
    fq = dls_differences (@(x) dls_model_call (model, 'force', t, x, v, [n(1), 1]), q, model);
  end
  if (model.arity.force_v >= 0)
    fv = value (model, 'force_v', t, q, v, n);
  elseif (model.arity.force == 1)
    fv = zeros (n);
  else
    fv = dls_differences (@(x) dls_model_call (model, 'force', t, q, x, [n(1), 1]), v);
  end
end

function x = value (model, name, t, q, v, dims)
  if (model.arity.(name) == 0)
    x = model.(name);
  else
    x = dls_model_call (model, name, t, q, v, dims);
  end
end

% NaN where nothing is known; of a linear model with a constant load it is known.
function V = potential (model, t, q, v)
  if (model.arity.potential >= 0)
    V = value (model, 'potential', t, q, v, [1, 1]);
  elseif (model.linear && isa (model.f, 'double'))
    V = q' * (model.K * q / 2 - model.f);
  elseif (model.arity.force == 0 && model.arity.advance < 0)
    V = -model.force' * q;
  else
    V = NaN;
  end
end
