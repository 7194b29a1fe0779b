function c = dls_wellposed_sliding (P)
% The friction bounds of TUTORIAL Prop. 9 to 14 and ALLSTICK Prop. 12 against the given friction,
% and TUTORIAL Corollaries 2 and 3 for the matrix Anu - Atu*[mu xi] of the given friction itself.
% SPDX-License-Identifier: GPL-3.0-or-later
  S = P.S;
  B = dls_friction_bound (S, 'MaxTime', dls_criteria ('clock'));
  names = fieldnames (B);
  c = [];
  for i = 1:numel (names)
    r = B.(names{i});
    f = dls_criteria ('fact', NaN, r.value);
    if (any (strcmp (r.holds, {'yes', 'no'})))
      f.yes = strcmp (r.holds, 'yes');
    end
    source = r.source;
    if (strcmp (source, 'exact'))
      source = 'data: critical friction';
    end
    c = [c, dls_criteria('entry', r.applies, source, r.meaning, f)];
  end
  c = [c, corollaries(P, S)];
end

function c = corollaries (P, S)
  make = @(varargin) dls_criteria ('entry', varargin{:});
  slide = S.nu > 0 && all (strcmp (S.modeu, 'sliding')) ...
          && all (strcmp (S.modeb, 'frictionless')) && isequal (P.positive.yes, true);
  unknown = dls_criteria ('fact', NaN, NaN);
  q = struct ('given', unknown, 'some', unknown, 'cone', unknown, 'small', unknown);
  two = slide && S.nb == 0;
  three = slide && isequal (P.all_normal.independent.yes, true);
  if (slide)
    T = dls_stick ('tangents', S, 'u');
    W = dls_criteria ('couplings', S.M, S.Gb, S.Gu, T);
    A = W(:,1:S.nu);
    N = -W(:,S.nu+1:end) * diag (S.muu);         % Anu - Atu*[mu xi] = A + N
    N(abs (N) <= 1e-12 * sqrt (diag (A) * diag (A)')) = 0;
    [q.given, q.some, q.cone] = copositive (S, N);
    least = min (svd (A));
    q.small = dls_criteria ('fact', norm (N) < least, least - norm (N));
  end
  c = [make(two, 'TUTORIAL Cor. 2', 'lu exists: Atu*[mu xi] <= 0, homogeneous LCP', q.given, ...
            q.cone), ...
       make(two && S.d == 2, 'TUTORIAL Cor. 2, directions', ...
            'Atu*[mu xi] <= 0 for some directions xi of sliding', q.some), ...
       make(three, 'TUTORIAL Cor. 3', 'A - At*[mu xi] > 0: one lu for all F, bb, bu', q.small)];
end

% N >= 0 for the given signs; for some signs (one per column); and, where it is so, all solutions of
% the homogeneous LCP have lu'*bu >= 0: they are lu >= 0 with Gu*lu = 0 and lu_i*lu_j*N_ij = 0.
function [given, some, cone] = copositive (S, N)
  [least, k] = min (N(:));
  given = dls_criteria ('fact', least >= 0, least);
  if (~given.yes)
    given.witness = 1 + [mod(k - 1, S.nu), floor((k - 1) / S.nu)];    % the negative entry
  end
  some = dls_criteria ('fact', all (all (N >= 0, 1) | all (N <= 0, 1)), NaN);
  some.number = sum (all (N >= 0, 1) | all (N <= 0, 1));
  cone = dls_criteria ('fact', NaN, NaN);
  if (dls_criteria ('clock') == 0)
    return
  end
  R = dls_wellposed_rank (S.M, S.Gu);
  if (R.nullity == 0)
    cone.yes = true;
  elseif (given.yes && S.nu <= 10)
    cone.yes = true;
    cone = homogeneous (S, (N + N') > 0, cone);
  end
end

% One linear program for each largest set of contacts without a positive entry of N among them.
function cone = homogeneous (S, pairs, cone)
  for set = 1:2 ^ S.nu - 1
    a = dls_criteria ('bits', set, S.nu) == 1;
    others = find (~a & ~diag (pairs)');
    if (any (any (pairs(a,a))) || any (~any (pairs(a,others), 1)))
      continue                                   % not allowed, or part of a larger set
    end
    k = sum (a);
    [exists, x] = dls_wellposed_lp ([S.Gu(:,a); S.bu(a)'], [zeros(S.n, 1); -1], speye (k), ...
                                    zeros (k, 1));
    if (isequal (exists, true))
      cone.yes = false;
      cone.witness = zeros (S.nu, 1);
      cone.witness(a) = x;
      return
    elseif (isnan (exists))
      cone.yes = NaN;
    end
  end
end
