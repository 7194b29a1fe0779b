function E = dls_stick_setup (S, closed, caller, opts)
% The mixed problem (65)(a)(b) of ALLSTICK, solved once: Gauss' principle gives the acceleration.
% S in natural units (dls_natural_units). Adds to the fields of dls_stick_columns
%   E.status       'solved', 'no_acceleration', 'no_balance', 'undecided', 'time_limit' or
%                  'numerical_trouble'
%   E.a, E.lambda  one solution;  E.w = M*a + F;  E.detaching (nu-by-1);  E.free: columns not zero
%   E.certificate  of 'no_acceleration' and 'no_balance'
% SPDX-License-Identifier: GPL-3.0-or-later
  E = dls_stick_columns (S);
  if (E.slides)
    error ('delassus:option', ['%s: a contact slides (vtb or vtu is not zero); ', ...
           'expected sticking and frictionless contacts only'], caller);
  end
  if (isfield (opts, 'Static') && opts.Static)
    E = at_rest (E, S);
    return
  end
  E.certificate = [];
  nu = S.nu;
  normals = S.nb + (1:nu);
  E.inequality = false (size (E.b));
  E.inequality(normals) = ~closed;
  eq = find (~E.inequality);
  in = find (E.inequality);
  [a, s, y, info] = dls_conic (S.M, S.F, [E.G(:,eq)'; -E.G(:,in)'], [-E.b(eq); E.b(in)], ...
                               struct ('z', numel (eq), 'l', numel (in)), ...
                               'DataAccuracy', opts.DataAccuracy, ...
                               'MaxTime', max (opts.MaxTime - toc (opts.clock), 0));
  E.status = 'solved';
  E.message = info.message;
  E.programs = 1;
  E.a = a;
  E.lambda = zeros (size (E.b));
  E.lambda(eq) = -y(1:numel (eq));
  E.lambda(in) = y(numel (eq)+1:end);
  E.detaching = false (nu, 1);
  E.free = true (size (E.b));
  E.free(E.smooth) = false;
  E.w = S.M * a + S.F;
  if (strcmp (info.status, 'primal_infeasible'))
    E.status = 'no_acceleration';
    E.certificate = struct ('kind', E.status, 'u', E.lambda);
  elseif (strcmp (info.status, 'dual_infeasible'))
    E.status = 'no_balance';
    E.certificate = struct ('kind', E.status, 'd', a);
  elseif (any (strcmp (info.status, {'undecided', 'time_limit'})))
    E.status = info.status;
  elseif (~strcmp (info.status, 'solved'))
    E.status = 'numerical_trouble';
  elseif (~any ([S.F; E.b]))                   % nothing acts: rest without reactions
    E.a(:) = 0;
    E.w(:) = 0;
    E.lambda(:) = 0;
  else
    E.detaching(E.inequality(normals)) = info.active.inactive(numel (eq)+1:end);
    E = refine (drop_detaching (E), S);
  end
  E.size = max ([norm(E.w, Inf), norm(S.F, Inf), norm(E.lambda, Inf)]);
  E.size = E.size + (E.size == 0);
end

% v = 0 and a = 0: the reactions balance F, all contacts touch (ALLSTICK Cor. 1).
function E = at_rest (E, S)
  m = numel (E.b);
  E.status = 'solved';
  E.message = '';
  E.certificate = [];
  E.programs = 0;
  E.a = zeros (S.n, 1);
  E.w = S.F;
  E.inequality = false (m, 1);
  E.detaching = false (S.nu, 1);
  E.free = true (m, 1);
  E.free(E.smooth) = false;
  [~, E.lambda] = dls_kkt (speye (S.n), E.G, S.F, zeros (m, 1));
  E.size = max (norm (S.F, Inf), norm (E.lambda, Inf));
  E.size = E.size + (E.size == 0);
end

% A detaching contact carries neither a normal nor a tangential force.
function E = drop_detaching (E)
  gone = ismember (E.normal, E.nb + find (E.detaching));
  welded = ismember (E.welded_normal, E.nb + find (E.detaching));
  E.free(E.nb + find (E.detaching)) = false;
  E.free(E.tangent(:,gone)) = false;
  E.free(E.welded(:,welded)) = false;
  smooth = ismember (E.smooth_normal, E.nb + find (E.detaching));
  E.smooth(:,smooth) = [];
  E.smooth_normal(smooth) = [];
  E.normal(gone) = [];
  E.tangent(:,gone) = [];
  E.mu(gone) = [];
  E.bilateral(gone) = [];
end

% The interior point names the active set; equations with that set give the digits. w is taken
% from the reactions, so that it lies in the range of the columns up to rounding.
function E = refine (E, S)
  active = true (size (E.b));
  active(E.nb + find (E.detaching)) = false;
  [a, lambda, info] = dls_kkt (S.M, E.G(:,active), S.F, E.b(active));
  % lambda of the dropped tangents: (65) asks a_t = 0 there, the cones will ask lambda_t = 0
  w = S.M * a + S.F;
  normals = E.nb + (1:E.nu)';
  an = E.G(:,normals)' * a + reshape (E.b(normals), E.nu, 1);
  scale = norm (a, Inf) + norm (E.a, Inf) + norm (E.b, Inf);
  size_ = norm (S.M, 1) * (norm (E.a, Inf) + norm (E.b, Inf)) + norm (S.F, Inf);
  close = norm (w - E.w, Inf) <= 1e-3 * size_;
  if (info.exitflag == 1 && close && all (an(E.detaching) > -1e-9 * scale))
    if (all (an(E.detaching) > 0))
      E.a = a;
    end
    E.w = E.G(:,active) * lambda;
    [~, change] = dls_kkt (speye (S.n), E.G(:,active), E.w - E.G(:,active) * E.lambda(active), ...
                           zeros (sum (active), 1));
    E.lambda(active) = E.lambda(active) + change;
    E.lambda(~active) = 0;
    rounding = 1e-14 * size_;
    E.w(abs (E.w) <= 1e-6 * rounding) = 0;
    E.w(S.F == 0 & abs (S.M) * abs (a) <= rounding) = 0;   % nothing but rounding acts there
    E.w = E.w * (norm (E.w, Inf) > rounding);
  end
end
