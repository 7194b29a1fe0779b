function E = dls_stick_setup (S, closed, caller)
% The mixed problem (65)(a)(b) of ALLSTICK, solved once: Gauss' principle gives the acceleration.
%   E.G, E.b       all columns [Gb, Gu, Hb, Hu] that act (tangents of sticking contacts only)
%   E.nb, .nu, .d  sizes;  E.rows_tb, .rows_tu: which entries of tb, tu the tangents are
%   E.normal, .tangent ((d-1)-by-k), .mu, .bilateral   contacts with a cone: columns of E.G
%   E.status       'solved', 'no_acceleration', 'no_balance' or 'numerical_trouble'
%   E.a, E.lambda  one solution;  E.w = M*a + F;  E.detaching (nu-by-1);  E.free: columns not zero
%   E.certificate  of 'no_acceleration' and 'no_balance'
% SPDX-License-Identifier: GPL-3.0-or-later
  E = columns (S, caller);
  E.certificate = [];
  nu = S.nu;
  normals = S.nb + (1:nu);
  E.inequality = false (size (E.b));
  E.inequality(normals) = ~closed;
  eq = find (~E.inequality);
  in = find (E.inequality);
  [a, s, y, info] = dls_conic (S.M, S.F, [E.G(:,eq)'; -E.G(:,in)'], [-E.b(eq); E.b(in)], ...
                               struct ('z', numel (eq), 'l', numel (in)));
  E.status = 'solved';
  E.message = info.message;
  E.programs = 1;
  E.a = a;
  E.lambda = zeros (size (E.b));
  E.lambda(eq) = -y(1:numel (eq));
  E.lambda(in) = y(numel (eq)+1:end);
  E.detaching = false (nu, 1);
  E.free = true (size (E.b));
  E.w = S.M * a + S.F;
  if (strcmp (info.status, 'primal_infeasible'))
    E.status = 'no_acceleration';
    E.certificate = struct ('kind', E.status, 'u', E.lambda);
  elseif (strcmp (info.status, 'dual_infeasible'))
    E.status = 'no_balance';
    E.certificate = struct ('kind', E.status, 'd', a);
  elseif (~strcmp (info.status, 'solved'))
    E.status = 'numerical_trouble';
  elseif (~any ([S.F; E.b]))                   % nothing acts: rest without reactions
    E.a(:) = 0;
    E.w(:) = 0;
    E.lambda(:) = 0;
  else
    E.detaching(E.inequality(normals)) = info.active.inactive(numel (eq)+1:end);
    E = refine (drop_detaching (E), S);
    E.w(abs (E.w) < 1e-100) = 0;
    E.a(abs (E.a) < 1e-100) = 0;
    E.lambda(abs (E.lambda) < 1e-100) = 0;
  end
  E.size = max ([norm(E.w, Inf), norm(S.F, Inf), norm(E.lambda, Inf)]);
  E.size = E.size + (E.size < 1e-100);
end

% Columns, and the contacts with a friction cone. Those with mu = Inf stick without one.
function E = columns (S, caller)
  E.nb = S.nb;
  E.nu = S.nu;
  E.d = S.d;
  if (any (strcmp ('sliding', [S.modeb, S.modeu])))
    error ('delassus:option', ['%s: a contact slides (vtb or vtu is not zero); ', ...
           'expected sticking and frictionless contacts only'], caller);
  end
  k = S.d - 1;
  stb = reshape (find (strcmp ('sticking', S.modeb)), 1, []);
  stu = reshape (find (strcmp ('sticking', S.modeu)), 1, []);
  E.rows_tb = reshape (bsxfun (@plus, (stb - 1) * k, (1:k)'), [], 1);
  E.rows_tu = reshape (bsxfun (@plus, (stu - 1) * k, (1:k)'), [], 1);
  E.count_tb = k * S.nb * ~isempty (S.Hb);
  E.count_tu = k * S.nu * ~isempty (S.Hu);
  E.G = [S.Gb, S.Gu, S.Hb(:,E.rows_tb), S.Hu(:,E.rows_tu)];
  E.b = [S.bb; S.bu; S.tb(E.rows_tb); S.tu(E.rows_tu)];
  E.normal = [stb(:); S.nb + stu(:)];
  E.tangent = S.nb + S.nu + reshape (1:k * numel (E.normal), k, numel (E.normal));
  E.mu = [S.mub(stb); S.muu(stu)];
  E.bilateral = [true(numel (stb), 1); false(numel (stu), 1)];
  cone = isfinite (E.mu);
  E.welded = E.tangent(:,~cone);
  E.welded_normal = E.normal(~cone);
  E.normal = E.normal(cone);
  E.tangent = E.tangent(:,cone);
  E.mu = E.mu(cone);
  E.bilateral = E.bilateral(cone);
end

% A detaching contact carries neither a normal nor a tangential force.
function E = drop_detaching (E)
  gone = ismember (E.normal, E.nb + find (E.detaching));
  welded = ismember (E.welded_normal, E.nb + find (E.detaching));
  E.free(E.nb + find (E.detaching)) = false;
  E.free(E.tangent(:,gone)) = false;
  E.free(E.welded(:,welded)) = false;
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
  an = E.G(:,E.nb + (1:E.nu))' * a + E.b(E.nb + (1:E.nu));
  scale = norm (a, Inf) + norm (E.a, Inf) + norm (E.b, Inf);
  close = norm (w - E.w, Inf) <= 1e-3 * (norm (S.M, 1) * norm (E.a, Inf) + norm (S.F, Inf));
  if (info.exitflag == 1 && close && all (an(E.detaching) > -1e-9 * scale))
    if (all (an(E.detaching) > 0))
      E.a = a;
    end
    E.w = E.G(:,active) * lambda;
    [~, change] = dls_kkt (speye (S.n), E.G(:,active), E.w - E.G(:,active) * E.lambda(active), ...
                           zeros (sum (active), 1));
    E.lambda(active) = E.lambda(active) + change;
    E.lambda(~active) = 0;
    rounding = 1e-14 * (norm (S.M, 1) * norm (a, Inf) + norm (S.F, Inf));
    E.w(abs (E.w) <= 1e-6 * rounding) = 0;
    E.w = E.w * (norm (E.w, Inf) > rounding);
  end
end
