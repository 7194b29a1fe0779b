function E = dls_model_values (model, what, t, q, v, E)
% What dls_model_at returns, as it comes: nothing is checked, and errors are the user's own. A given
% E is completed.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 6)
    E = struct ();
  end
  arity = model.arity;
  for letter = what
    switch (letter)
      case 'M'
        a = arity.mass;
        if (a == 1)
          E.M = model.mass (q);
        elseif (a == 0)
          E.M = model.mass;
        else
          E.M = model.mass (t, q, v);
        end
      case 'f'
        a = arity.force;
        if (a == 3)
          E.f = model.force (t, q, v);
        elseif (a == 1)
          E.f = model.force (q);
        elseif (a == 0)
          E.f = model.force;
        else
          E.f = linear_load (model, t, q, v) - model.C * v - model.K * q;
        end
      case 'g'
        a = arity.gap;
        if (a == 1)
          E.g = model.gap (q);
        else
          E.g = level (model, 'gap', t, q, v, model.nu);
        end
      case 'h'
        E.h = level (model, 'constraint', t, q, v, model.nb);
      case 'N'
        a = arity.gapgrad;
        if (a == 1)
          E.N = model.gapgrad (q);
        elseif (a == 0)
          E.N = model.gapgrad;
        else
          E.N = gradient (model, 'gap', t, q, v, model.nu);
        end
      case 'G'
        a = arity.constraintgrad;
        if (a == 1)
          E.G = model.constraintgrad (q);
        elseif (a == 0 || model.nb == 0)
          E.G = model.constraintgrad;
        else
          E.G = gradient (model, 'constraint', t, q, v, model.nb);
        end
      case 'T'
        a = arity.tangent;
        if (a == 1)
          E.T = model.tangent (q);
        elseif (a == 0)
          E.T = model.tangent;
        else
          E.T = model.tangent (t, q, v);
        end
      case 'b'
        E.bb = acceleration (model, 'constraint', t, q, v, model.nb);
        E.bu = acceleration (model, 'gap', t, q, v, model.nu);
      case 'w'
        E.wb = drift (model, 'constrainttime', t, q, v, model.nb);
        E.wu = drift (model, 'gaptime', t, q, v, model.nu);
        E.wt = drift (model, 'tangenttime', t, q, v, (model.d - 1) * model.nu);
      case 'J'
        [E.fq, E.fv] = jacobians (model, t, q, v);
      case 'V'
        E.V = potential (model, t, q, v);
    end
  end
end

function f = linear_load (model, t, q, v)
  f = model.f;
  if (isa (f, 'function_handle'))
    model.arity.f = 2;
    f = dls_model_call (model, 'f', t, q, v, [model.n, 1]);
  end
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
    G = dls_differences (@(x) level (model, name, t, x, v, count), q)';
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
    s = eps ^ (1/3) * max (1, norm (q, Inf)) / max ([1, norm(v, Inf)]);
    b = (speed (model, name, t + s, q + s * v, v, count) ...
         - speed (model, name, t - s, q - s * v, v, count)) / (2 * s);
  end
end

function u = speed (model, name, t, q, v, count)
  u = gradient (model, name, t, q, v, count)' * v ...
      + drift (model, [name, 'time'], t, q, v, count);
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
    fq = dls_differences (@(x) dls_model_call (model, 'force', t, x, v, [n(1), 1]), q);
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
  elseif (model.arity.force == 0)
    V = -model.force' * q;
  else
    V = NaN;
  end
end
