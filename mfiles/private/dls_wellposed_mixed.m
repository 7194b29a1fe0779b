function c = dls_wellposed_mixed (P)
% ALLSTICK Prop. 13 (with ERRATA: H'*z = -ct): unilateral contacts, some sticking, others sliding.
% SPDX-License-Identifier: GPL-3.0-or-later
  S = P.S;
  make = @dls_wellposed_entry;
  applies = S.nb == 0 && P.slides && P.sticks && ~any (strcmp (S.modeu, 'frictionless'));
  f = dls_wellposed_fact (NaN, NaN);
  if (applies)
    f = possible (S);
  end
  c = [make(applies, 'ALLSTICK Prop. 13', 'the problem is (75): M > 0, tu in im (Hu'')', ...
            P.positive, P.h.compatible), ...
       make(applies, 'ALLSTICK Prop. 13 (76)', 'necessary: some acceleration is admissible', ...
            P.feasible), ...
       make(applies, 'ALLSTICK Prop. 13 (75)', ...
            'if and only if: mixed sticking and sliding is possible', f)];
end

% One cone program for each set of closed contacts: complementarity leaves nothing else to choose.
function f = possible (S)
  most = 10;
  f = dls_wellposed_fact (NaN, NaN);
  if (S.nu > most)
    return
  end
  open_end = false;
  for k = 0:2^S.nu - 1
    [status, slack] = with_closed (S, bitget (k, 1:S.nu) == 1);
    if (strcmp (status, 'solved'))
      f = dls_wellposed_fact (true, slack);
      return
    end
    if (dls_wellposed_clock () == 0)
      return
    end
    open_end = open_end || ~strcmp (status, 'primal_infeasible');
  end
  if (~open_end)
    f.yes = false;
  end
end

% x = (a, normal forces of closed contacts, tangential ones of those that stick)
function [status, slack] = with_closed (S, closed)
  d = S.d - 1;
  stick = strcmp (S.modeu(:)', 'sticking');
  part = reshape (1:d*S.nu, d, S.nu);
  still = reshape (part(:,stick), [], 1);
  held = find (stick & closed);
  forces = reshape (part(:,held), [], 1);
  [m, mt] = deal (sum (closed), numel (forces));
  N = S.Gu - dls_sliding_friction (S, 'u');
  A = [S.M, -N(:,closed), -S.Hu(:,forces)
       S.Hu(:,still)', sparse(numel (still), m + mt)
       S.Gu(:,closed)', sparse(m, m + mt)
       -S.Gu(:,~closed)', sparse(S.nu - m, m + mt)
       sparse(m, S.n), -speye(m), sparse(m, mt)];
  b = [-S.F; -S.tu(still); -S.bu(closed); S.bu(~closed); zeros(m, 1)];
  zero = S.n + numel (still) + m;
  place = cumsum (closed);
  cones = sparse (0, size (A, 2));
  for k = find (isfinite (S.muu(held)'))                 % Inf: any force
    cone = sparse (S.d, size (A, 2));
    cone(1,S.n+place(held(k))) = -S.muu(held(k));
    cone(2:S.d,S.n+m+(k-1)*d+(1:d)) = -speye (d);
    cones = [cones; cone];
  end
  q = S.d * ones (size (cones, 1) / S.d, 1);
  [x, ~, ~, info] = dls_conic ([], zeros (size (A, 2), 1), [A; cones], ...
                               [b; zeros(size (cones, 1), 1)], ...
                               struct ('z', zero, 'l', S.nu, 'q', q), ...
                               'MaxTime', dls_wellposed_clock ());
  status = info.status;
  slack = NaN;
  if (strcmp (status, 'solved') && ~isempty (held))
    n = x(S.n+place(held));
    t = reshape (x(S.n+m+1:end), d, []);
    slack = min (S.muu(held) .* n - sqrt (sum (t .^ 2, 1))');
  end
end
