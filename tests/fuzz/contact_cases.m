% CONTACT_CASES  The linear systems, one for each state of all contacts, that make up a 2D problem.
%
%   L = contact_cases (U, law)    cell of the feasible exact_lp systems in x = [a; lb; lu; tb; tu]
%                                 of the integers of random_system: together all solutions
%     'equations'   sticking: H'*a + t0 = 0, any tangential force
%     'sticking'    and |t| <= mu*|l|
%     'all'         contacts at rest without friction stick, too, where they have a tangent
%     'coulomb'     sticking contacts may slip, in the direction that opposes the force
%
% SPDX-License-Identifier: GPL-3.0-or-later
function L = contact_cases (U, law)
  [n, nb, nu] = deal (U.n, U.nb, U.nu);
  L = exact_lp ([U.M, -U.Gb, -U.Gu, -U.Hb, -U.Hu; U.Gb', zeros(nb, 2 * (nb + nu))], ...
                [-U.F; -U.bb], zeros (0, n + 2 * (nb + nu)), zeros (0, 1));
  L = exact_cases (L, [bilateral(U, law); unilateral(U, law)]);
end

% What can be at each unilateral contact: cells of rows.
function states = unilateral (U, law)
  states = cell (U.nu, 1);
  for i = 1:U.nu
    [a, l, t] = rows (U, U.Gu(:,i), U.Hu(:,i), U.nb + i, U.nb + U.nu + U.nb + i);
    closed = struct ('Aeq', a.n, 'beq', -U.bu(i), 'Ain', -l, 'bin', 0);
    open = struct ('Aeq', l, 'beq', 0, 'Ain', -a.n, 'bin', U.bu(i));
    tangent = tangential (a.t, U.tu(i), l, t, U.mu(i), U.vu(i), law);
    states{i} = {add(open, held_open (a.t, U.tu(i), t, U.mu(i), U.vu(i), law))};
    for k = 1:numel (tangent)
      states{i}{end+1} = add (closed, tangent{k});
    end
  end
end

function states = bilateral (U, law)
  states = cell (U.nb, 1);
  for i = 1:U.nb
    [a, l, t] = rows (U, U.Gb(:,i), U.Hb(:,i), i, U.nb + U.nu + i);
    states{i} = {};
    for s = [1, -1]
      tangent = tangential (a.t, U.tb(i), s * l, t, U.mb(i), U.vb(i), law);
      for k = 1:numel (tangent)
        sign_ = struct ('Aeq', 0 * l, 'beq', 0, 'Ain', -s * l, 'bin', 0);
        states{i}{end+1} = add (sign_, tangent{k});
      end
      if (U.mb(i) == 0)
        states{i} = tangential (a.t, U.tb(i), 0 * l, t, 0, U.vb(i), law);
        break
      end
    end
  end
end

% Rows of the accelerations and of the forces; l and t are columns behind a.
function [a, l, t] = rows (U, G, H, l_at, t_at)
  N = U.n + 2 * (U.nb + U.nu);
  a.n = [G', zeros(1, N - U.n)];
  a.t = [H', zeros(1, N - U.n)];
  l = zeros (1, N);
  t = l;
  l(U.n + l_at) = 1;
  t(U.n + t_at) = 1;
end

% Where the contact is closed; l >= 0 is its normal force.
function T = tangential (at, t0, l, t, mu, v, law)
  none = 0 * l;
  stick = struct ('Aeq', at, 'beq', -t0, 'Ain', [8 * t - mu * l; -8 * t - mu * l], 'bin', [0; 0]);
  if (mu == 0 && v == 0 && strcmp (law, 'all') && any (at))
    T = {struct('Aeq', [t; at], 'beq', [0; -t0], 'Ain', none, 'bin', 0)};
  elseif (mu == 0)
    T = {struct('Aeq', t, 'beq', 0, 'Ain', none, 'bin', 0)};
  elseif (v ~= 0)
    T = {struct('Aeq', 8 * t + mu * v * l, 'beq', 0, 'Ain', none, 'bin', 0)};
  elseif (strcmp (law, 'equations'))
    T = {struct('Aeq', at, 'beq', -t0, 'Ain', none, 'bin', 0)};
  elseif (any (strcmp (law, {'sticking', 'all'})))
    T = {stick};
  else
    T = {stick};
    for s = [1, -1]                            % slip in the direction s
      T{end+1} = struct ('Aeq', 8 * t + s * mu * l, 'beq', 0, 'Ain', -s * at, 'bin', s * t0);
    end
  end
end

function T = held_open (at, t0, t, mu, v, law)
  none = 0 * t;
  T = struct ('Aeq', t, 'beq', 0, 'Ain', none, 'bin', 0);
  if (mu > 0 && v == 0 && strcmp (law, 'equations'))
    T = struct ('Aeq', at, 'beq', -t0, 'Ain', none, 'bin', 0);
  elseif ((mu > 0 && v == 0 && any (strcmp (law, {'sticking', 'all'}))) ...
          || (mu == 0 && v == 0 && strcmp (law, 'all') && any (at)))
    T = struct ('Aeq', [t; at], 'beq', [0; -t0], 'Ain', none, 'bin', 0);
  end
end

function P = add (P, Q)
  P.Aeq = [P.Aeq; Q.Aeq];
  P.beq = [P.beq; Q.beq];
  P.Ain = [P.Ain; Q.Ain];
  P.bin = [P.bin; Q.bin];
end
