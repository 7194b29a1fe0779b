function [list, several] = dls_contact_starts (S, P, list, tolerance, most, opts)
% Distinct solutions of the law of Coulomb at the acceleration level in 3D: Newton's method
% (dls_contact_polish) from the cases of open, sticking and slipping contacts, the slipping ones in
% some directions; of more than `most` cases only so many, evenly spread. What satisfies the laws
% to the tolerance joins the list (structs a, lambda, ln) if its acceleration is new (20 at most).
% several: different reactions were met with one acceleration.
% SPDX-License-Identifier: GPL-3.0-or-later
  angles = (0:5) * pi / 3 + 0.1;
  choices = possible (S, numel (angles));
  count = prod (cellfun (@numel, choices));
  several = false;
  force = max (abs ([S.F; 0]));
  rest = 1e-9 * force / max ([full(max (abs (S.M), [], 1)), realmin]);
  stride = 1;
  if (count > most)                        % a stride without common divisors visits them evenly
    stride = floor (count * 0.6180339887);
    while (gcd (stride, count) > 1)
      stride = stride + 1;
    end
  end
  for k = 0:min (count, most) - 1
    if (toc (opts.timer) > opts.MaxTime)
      break
    end
    state = decode (mod (k * stride, count), choices);
    now = start (S, P, state, angles);
    if (isempty (now))
      continue
    end
    now = dls_contact_polish (S, P, now);
    if (now.worst <= tolerance)
      [same, equal] = find_in (list, now, rest, 1e-6 * force);
      several = several || (same && ~equal);
      if (~same && numel (list) < 20)
        list{end+1} = now;
      end
    end
  end
end

% Of each contact the states 0 open, 1 held (sliding or sticking; no law, mu = Inf), 1 + j slipping
% at angle j; bilateral ones with friction have them negative, too: lb < 0.
function choices = possible (S, angles)
  choices = {};
  modes = [S.modeb, S.modeu];
  mu = [S.mub; S.muu];
  for c = 1:numel (modes)
    states = 1;
    if (strcmp (modes{c}, 'sticking') && isfinite (mu(c)))
      states = 1:1 + angles;
    end
    if (c > S.nb)
      states = [0, states];
    elseif (~strcmp (modes{c}, 'frictionless') && isfinite (mu(c)))
      states = [states, -states];
    end
    choices{c} = states;
  end
end

function state = decode (number, choices)
  state = zeros (1, numel (choices));
  for c = 1:numel (choices)
    state(c) = choices{c}(1 + mod (number, numel (choices{c})));
    number = floor (number / numel (choices{c}));
  end
end

% The equations of a case, in y = [a; ln; t].
function now = start (S, P, state, angles)
  n = S.n;
  nl = S.nb + S.nu;
  nt = size (P.Ht, 2);
  G = [S.Gb, S.Gu];
  signs = ones (1, nl);
  signs(state < 0) = -1;
  pull = [S.Gb - S.Hb * P.Db * spdiags(signs(1:S.nb)', 0, S.nb, S.nb), P.Gu];
  J = full ([S.M, -pull, -P.Ht; [G, P.Ht]', sparse(nl + nt, nl + nt)]);
  r = [S.F; S.bb; S.bu; S.tb(P.kb); S.tu(P.ku)];
  mu = [S.mub; S.muu];
  who = ceil ([P.kb; 2 * S.nb + P.ku] / 2);
  for c = find (state == 0)
    J(n+c,:) = 0;
    J(n+c,n+c) = 1;
    r(n+c) = 0;
  end
  for c = find (abs (state) ~= 1 & mu' > 0 & isfinite (mu'))
    rows = n + nl + find (who == c)';
    if (isempty (rows))
      continue                             % it slides
    end
    J(rows,:) = 0;
    J(rows,rows) = eye (2);
    r(rows) = 0;
    if (state(c) ~= 0)                     % t = -mu*|ln|*direction
      angle = angles(abs (state(c)) - 1);
      J(rows,n+c) = mu(c) * signs(c) * [cos(angle); sin(angle)];
    end
  end
  y = -(pinv (J) * r);
  now = [];
  if (all (isfinite (y)))
    now.a = y(1:n);
    now.ln = y(n+(1:nl)');
    now.ln(S.nb+1:end) = max (now.ln(S.nb+1:end), 0);
    now.lambda = dls_contact_friction (S, P, now.ln((1:S.nb), 1), now.ln((S.nb+1:end), 1), ...
                                       y((n+nl+1:end), 1));
    now.worst = dls_contact_worst (S, P, now.a, now.lambda);
  end
end

% Is its acceleration, are all its reactions in the list? rest, small: accelerations and forces that
% are rounding.
function [same, equal] = find_in (list, now, rest, small)
  same = false;
  equal = false;
  x = reactions (now);
  for k = 1:numel (list)
    motion = max (abs ([now.a; list{k}.a]));
    if (all (abs (list{k}.a - now.a) <= max (1e-6 * motion, rest)))
      same = true;
      equal = equal || all (abs (reactions (list{k}) - x) <= max (small, 1e-6 * max (abs (x))));
    end
  end
end

function x = reactions (s)
  x = [s.lambda.nb; s.lambda.nu; s.lambda.tb; s.lambda.tu];
end
