function [v, p, info] = dls_impact_friction (S, hit, opts)
% Velocity and percussions with Coulomb's law between p.nu, p.tu and the velocities
% Gu'*v + hit.shift, Hu'*v: a problem of dls_friction for v in the kernel of Gb', in natural units.
% What dls_friction proves of it is true of the impact: info.certificate has problem and proof.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (any (S.mub))
    error ('delassus:option', ['dls_impact: mub is positive (%s); expected ', ...
           'percussions without friction at bilateral constraints (mub = 0)'], ...
           dls_some (S.names.b(S.mub > 0)));
  elseif (S.nb > 0 && S.n > 2000)
    error ('delassus:dimension', ['dls_impact: n is %d; expected at most 2000 with friction ', ...
           'and bilateral constraints'], S.n);
  end
  T = hit.law;
  u = hit.unit;
  Z = speye (S.n);
  if (S.nb > 0)
    Z = sparse (null (full (T.Gb')));
  end
  d = S.d;
  order = reshape ([1:S.nu; reshape(S.nu + (1:(d-1)*S.nu), d - 1, S.nu)], 1, []);
  H = [T.Gu, T.Hu];
  w = [T.bu; zeros((d - 1) * S.nu, 1)];
  if (~isempty (hit.slip))
    w = [T.bu; T.tu];
  end
  M = Z' * T.M * Z;
  P = struct ('kind', 'friction', 'form', 'global', 'd', d, 'nc', S.nu, ...
              'M', (M + M') / 2, 'H', (Z' * H(:,order))', 'f', full (Z' * T.F), 'w', w(order), ...
              'mu', S.muu);
  settings = struct ();
  for name = {'MaxTime', 'Tolerance', 'DataAccuracy'}
    if (isfield (opts, name{1}))
      settings.(name{1}) = opts.(name{1});
    end
  end
  [r, ~, z, found] = dls_in_name_of ('dls_impact', @dls_friction, P, settings);
  lambda(order,1) = r;
  a = Z * z;
  nb = zeros (S.nb, 1);
  if (S.nb > 0)
    [~, nb] = dls_kkt (speye (S.n), T.Gb, full (T.M * a + T.F - H * lambda), nb);
  end
  v = u.a .* a;
  p = struct ('nb', u.nb .* nb, 'nu', u.nu .* lambda(1:S.nu), 'tu', u.tu .* lambda(S.nu+1:end));
  p.nu = max (p.nu, 0);
  info = struct ('status', found.status, 'exitflag', found.exitflag, 'certificate', [], ...
                 'method', ['friction (', found.method, ')'], 'iterations', found.iterations, ...
                 'message', found.message);
  if (strcmp (found.status, 'no_solution'))
    info.certificate = of_impact (found.certificate, S, T, Z, H, order, u);
  end
end

% What dls_friction proves of v = Z*z in natural units: multipliers of the equations of the impact.
% Those of constraints, which v = Z*z does not have, are M*x + Gb*z = B*y solved for z.
function c = of_impact (c, S, T, Z, H, order, unit)
  units = [unit.nu; unit.tu];
  columns = size (c.y, 2);
  y = zeros (size (c.y));
  y(order,:) = c.y;
  x = full (Z * c.p);
  z = zeros (S.nb, columns);
  if (S.nb > 0)
    [~, z] = dls_kkt (speye (S.n), T.Gb, full (T.M * x - H * y), zeros (S.nb, columns));
    z = -z;
  end
  y = units .* y;
  c.p = unit.a .* x;
  c.z = unit.nb .* z;
  c.y = y(order,:);
  c.text = ['M*p + Gb*z = B*y, Gb''*p = 0, B = [Gu, Hu] contact by contact: with s = B''*p no ', ...
            'percussions r of a mode have y''*u - s''*r >= 0, which is y''*w + p''*M*v- < 0'];
end
