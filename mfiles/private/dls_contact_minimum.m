function [lambda, unique, text] = dls_contact_minimum (S, P, U, a, lambda)
% Reactions of minimum norm, in the units U of the caller, for the acceleration a, on the gradients
% that are active in it, and whether a and the reactions are unique with this active set (NaN: not
% decided).
% SPDX-License-Identifier: GPL-3.0-or-later
  text = '';
  force = max (abs ([lambda.nu; lambda.nb; lambda.tb; lambda.tu; realmin]));
  strict = lambda.nu > 1e-9 * force;
  g = S.Gu' * a + S.bu;
  size_of = full (max ([abs(S.bu); abs(S.Gu)' * abs(a); realmin]));   % sparse where n = 1
  tight = strict | abs (g) <= max (1e-9 * size_of, ...
                                   1e-12 * full (abs (S.Gu)' * free_scale (S, lambda)));
  Gb = S.Gb;
  if (nnz (P.Db) > 0)
    signs = ones (S.nb, 1);
    signs(lambda.nb < 0) = -1;
    Gb = Gb - S.Hb * P.Db * spdiags (signs, 0, S.nb, S.nb);
  end
  [independent, unique] = uniqueness (S, P, Gb, tight, strict);
  if (independent || P.law)
    return
  end
  sign_b = ones (S.nb, 1);
  sign_b(lambda.nb < 0) = -1;
  unit_t = [U.tb(P.kb); U.tu(P.ku)];
  given = [U.nb .* lambda.nb; U.nu .* lambda.nu; unit_t .* [lambda.tb(P.kb); lambda.tu(P.ku)]];
  R = S.M * a + S.F;
  use = tight;
  for pass = 1:10
    G = [Gb, P.Gu(:,use), P.Ht];
    unit = [U.nb; U.nu(use); unit_t];
    columns = spdiags (U.size ./ unit, 0, numel (unit), numel (unit));
    [~, l, k] = dls_contact_kkt (sparse (S.n, S.n), G * columns, R, zeros (size (G, 2), 1));
    if (strcmp (k.status, 'numerical_trouble'))
      text = '; reactions not unique, those of minimum norm were not found';
      return
    end
    length_of = U.size * norm (l);
    l = U.size * l ./ unit;
    nb = reshape (l(1:S.nb), [], 1);       % of a scalar l, too
    nu = zeros (S.nu, 1);
    nu(use) = l(S.nb + (1:sum (use)));
    negative = nu < -1e-12 * force;
    if (~any (negative))
      break
    end
    use = use & ~negative;
  end
  t = l(S.nb + sum (use) + 1 : end);
  small = max (abs (G * l - R)) <= 1e-11 * max ([abs(R); force]);
  wrong = any (negative) || any (sign_b(P.m) .* nb(P.m) < -1e-12 * force);
  if (~small || wrong || length_of > norm (given) * (1 + 1e-9))
    text = '; reactions not unique, and not of minimum norm (that would pull at a contact)';
    return
  end
  text = '; reactions not unique: of minimum norm';
  if (any (tight & ~use))
    text = '; reactions not unique: of minimum norm on the contacts that press';
  end
  lambda = dls_contact_friction (S, P, nb, max (nu, 0), t);
  if (isnan (unique) && all (nu(tight) > 1e-9 * force))
    unique = false;                        % all the reactions may move along the kernel
  end
end

% Accelerations that the forces would cause one by one: one that is zero is known only up to the
% rounding of these.
function w = free_scale (S, lambda)
  w = abs (S.F) + abs (S.Gu) * abs (lambda.nu) + abs (S.Gb) * abs (lambda.nb);
  m = full (diag (S.M));
  w(m > 0) = w(m > 0) ./ m(m > 0);
  w(m <= 0) = 0;
end

% Reactions: independent columns of the active contacts. Acceleration: no motion in ker M that
% keeps the equations and the pressed contacts.
function [independent, unique] = uniqueness (S, P, Gb, tight, strict)
  independent = false;
  unique = NaN;
  G = [Gb, P.Gu(:,tight), P.Ht];
  if (numel (G) > 40000)
    return
  end
  independent = isempty (G) || (size (G, 2) <= S.n && rank_of (G) == size (G, 2));
  [~, bad] = chol (S.M);
  moving = false;
  if (bad)
    E = [S.M, S.Gb, P.Ht];
    moving = rank_of ([E, S.Gu(:,strict)]) < S.n;
  end
  if (independent && ~moving)
    unique = true;
  elseif (~any (tight & ~strict))
    unique = false;
  end
end

function r = rank_of (G)
  G = full (G);
  s = svd (G);
  r = sum (s > 1e-10 * max ([s; realmin]));
  if (r < min (size (G)))                  % is it the units?
    s = svd (bsxfun (@rdivide, G, max (sqrt (sum (G .^ 2, 1)), realmin)));
    r = sum (s > 1e-10 * max ([s; realmin]));
  end
end
