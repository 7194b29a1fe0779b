function [v, p, info] = dls_impact_friction (S, hit, opts)
% Velocity and percussions with Coulomb's law between p.nu, p.tu and the velocities
% Gu'*v + hit.shift, Hu'*v: a problem of dls_friction for v in the kernel of Gb', in natural units.
% What dls_friction proves of it is true of the impact: info.certificate has problem and proof.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (any (S.mub))
    error ('delassus:option', ['dls_impact: mub is positive; expected percussions without ', ...
           'friction at bilateral constraints (mub = 0)']);
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
  M = Z' * T.M * Z;
  P = dls_problem ('M', (M + M') / 2, 'H', (Z' * H(:,order))', 'f', Z' * T.F, 'w', w(order), ...
                   'mu', S.muu, 'd', d);
  names = intersect (fieldnames (opts), {'MaxTime', 'Tolerance', 'DataAccuracy'});
  settings = struct ();
  for k = 1:numel (names)
    settings.(names{k}) = opts.(names{k});
  end
  try
    [r, ~, z, found] = dls_friction (P, settings);
  catch err
    dls_raise (err, 'dls_impact');
  end
  lambda(order,1) = r;
  a = Z * z;
  [~, nb] = dls_kkt (speye (S.n), T.Gb, full (T.M * a + T.F - H * lambda), zeros (S.nb, 1));
  v = u.a .* a;
  p = struct ('nb', u.nb .* nb, 'nu', u.nu .* lambda(1:S.nu), 'tu', u.tu .* lambda(S.nu+1:end));
  p.nu = max (p.nu, 0);
  info = struct ('status', found.status, 'exitflag', found.exitflag, 'certificate', [], ...
                 'method', ['friction (', found.method, ')'], 'iterations', found.iterations, ...
                 'message', found.message);
  if (~isempty (found.certificate))
    info.certificate = struct ('kind', 'friction', 'problem', P, 'proof', found.certificate, ...
                               'text', 'what dls_friction proves of the problem of this impact');
  end
end
