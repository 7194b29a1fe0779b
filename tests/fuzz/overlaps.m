% OVERLAPS  Quantities that several functions compute of a system: '' or the first that differ.
%
%   why = overlaps (S)       S of random_system
%
% With all constraints as equations: ranks, determined reactions, kernel and leverages of
% dls_redundancy against dls_reaction_range and all methods of dls_kkt. As it is: dls_contact
% against dls_friction, dls_impact and one step of dls_simulate; dls_sticking against dls_loads.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function why = overlaps (S)
  why = equations (S);
  if (isempty (why))
    why = one_instant (S);
  end
  if (isempty (why))
    why = loads (S);
  end
end

function why = equations (S)
  why = '';
  [M, G] = deal (S.M, [S.Gb, S.Gu]);
  [F, b] = deal (S.F, [S.bb; S.bu]);
  R = dls_redundancy (M, G);
  if (R.gap < 1e6 || R.gap_all < 1e6)
    return                                     % a matter of opinion
  end
  m = size (G, 2);
  E = dls_system ('M', M, 'F', F, 'Gb', G, 'bb', b);
  [lo, hi, range] = dls_reaction_range (E);
  yes = struct ('range', strcmp (range.status, 'solved'));
  no = any (strcmp (range.status, {'infeasible', 'no_acceleration', 'no_balance'}));
  methods = {'cholesky', 'ldl', 'lu', 'qr', 'dense'};
  for k = 1:numel (methods)
    [a{k}, l{k}, info] = dls_kkt (M, G, F, b, 'Method', methods{k});
    yes.(methods{k}) = strcmp (info.status, 'solved');
    no(end+1) = strcmp (info.status, 'inconsistent');
  end
  said = struct2cell (yes);
  if (any ([said{:}]) && any (no))
    why = sprintf ('wrong: equations: solved %s, refuted %s', mat2str ([said{:}]), mat2str (no));
  elseif (~all ([said{:}]))
    return
  elseif (any (range.determined.nb(:) ~= R.determined(:)))
    why = 'wrong: determined reactions of dls_redundancy and dls_reaction_range differ';
  elseif (~isequal (isfinite ([lo.nb, hi.nb]), repmat (R.determined(:), 1, 2)))
    why = 'wrong: intervals of reactions that are not determined, or the reverse';
  else
    why = same_values (R, a, l, lo.nb, M, G);
  end
end

% Accelerations and reactions as far as they are unique; of all reactions the shortest, on which
% states of self-stress do no work. Leverages: reactions to G*e(i) in statics.
function why = same_values (R, a, l, lo, M, G)
  m = size (G, 2);
  far = zeros (1, 4);
  rounding = 1e-9 * norm (M, 1) * norm (a{1}, Inf);     % inertia forces that are nothing else
  force = max ([abs(M) * abs(a{1}) + abs(G) * abs(l{1}); rounding; realmin]);
  size_ = max ([max(abs (l{1})) * ones(m, 1), force ./ full(max (abs (G), [], 1))'], [], 2);
  size_(~isfinite (size_)) = 1;                % zero gradients
  for k = 1:numel (a)
    far(1) = max ([far(1); abs(M * (a{k} - a{1})) / force]);
    far(2) = max ([far(2); abs(l{k} - l{1}) ./ size_]);
    far(3) = max ([far(3); abs(R.kernel' * l{k}) ./ (abs (R.kernel') * size_)]);
  end
  d = R.determined(:);
  far(2) = max ([far(2); abs(l{1}(d) - lo(d)) ./ size_(d)]);
  if (R.rank > 0 && all (sum (abs (G), 1) < 1e3) && all (sum (abs (G), 1) > 1e-3))
    [~, P, info] = dls_kkt (sparse (size (M, 1), size (M, 1)), G, -G, zeros (m, m));
    if (strcmp (info.status, 'solved'))
      far(4) = max (abs (abs (diag (P)) - R.leverage(:))) - R.leverage_error;
    end
  end
  what = {'accelerations of dls_kkt', 'reactions of dls_kkt', ...
          'reactions of dls_kkt: not the shortest', 'leverages'};
  at = find (~(far <= 1e-5), 1);
  why = '';
  if (~isempty (at))
    why = sprintf ('wrong: %s differ by %.1e', what{at}, far(at));
  end
end

% The accelerations of contacts as velocities after a time of 1, after an impact, and of a step.
function why = one_instant (S)
  why = '';
  sliding = any (strcmp ([S.modeb(:); S.modeu(:)], 'sliding'));
  if (sliding || S.nb > 0 || S.nu == 0)
    return
  end
  [a, ~, info] = dls_contact (S);
  [v, status] = deal ({}, {});
  [Hu, tu] = deal (zeros (S.n, S.nu), zeros (S.nu, 1));
  if (size (S.Hu, 2) == S.nu)
    [Hu, tu] = deal (full (S.Hu), S.tu);
  end
  H = zeros (2 * S.nu, S.n);
  H(1:2:end,:) = S.Gu';
  H(2:2:end,:) = Hu';
  w = reshape ([S.bu, tu]', [], 1);
  P = dls_problem ('M', S.M, 'H', H, 'f', S.F, 'w', w, 'mu', S.muu, 'd', 2);
  [~, ~, v{1}, friction] = dls_friction (P);
  status{1} = friction.status;
  if (~any (tu) && rank (full (S.M)) == S.n)
    before = -(S.M \ S.F);                     % E*Gu'*v- takes the place of bu
    e = S.bu ./ (S.Gu' * before);
    if (all (isfinite (e) & e >= 0))
      [v{2}, ~, impact] = dls_impact (S, before, e, 'Law', 'newton');
      status{2} = impact.status;
    end
    if (~any (S.bu))
      nu = S.nu;
      model = dls_model ('mass', full (S.M), 'force', -full (S.F), 'gap', zeros (nu, 1), ...
                         'gapgrad', full (S.Gu), 'tangent', Hu, 'mu', S.muu, 'd', 2);
      sol = dls_simulate (model, [0, 1], zeros (S.n, 1), zeros (S.n, 1), 'Step', 1, ...
                          'Scheme', 'moreau-jean');
      v{3} = sol.v(:,end);
      status{3} = sol.result;
    end
  end
  why = same_velocities (S, a, info, v, status);
end

function why = same_velocities (S, a, info, v, status)
  why = '';
  names = {'dls_friction', 'dls_impact', 'dls_simulate'};
  refuted = any (strcmp (info.status, {'infeasible', 'no_solution'}));
  for k = 1:numel (v)
    solved = any (strcmp (status{k}, {'solved', 'finished'}));
    if (refuted && solved)
      why = sprintf ('wrong: dls_contact says %s, %s is %s', info.status, names{k}, status{k});
    elseif (strcmp (info.status, 'solved') && any (strcmp (status{k}, {'infeasible', ...
                                                                       'no_solution'})))
      why = sprintf ('wrong: dls_contact has a solution, %s says %s', names{k}, status{k});
    elseif (strcmp (info.status, 'solved') && isequal (info.unique, true) && solved)
      size_ = max (abs (S.M) * abs (a) + abs (S.F));
      far = max (abs (S.M * (a - v{k}))) / max (size_, realmin);
      if (far > 1e-5)
        why = sprintf ('wrong: accelerations of dls_contact and %s differ by %.1e', names{k}, far);
      end
    end
  end
end

% No load is one of those under which everything sticks exactly if everything sticks.
function why = loads (S)
  why = '';
  if (S.n > 3 || any (strcmp ([S.modeb(:); S.modeu(:)], 'sliding')))
    return
  end
  V = dls_sticking (S, 'Critical', false);
  L = dls_loads (S, eye (S.n), 'Static', false);
  if (~strcmp (L.status, 'solved') || abs (L.margin) <= 1e-6 * max ([abs(S.F); 1]) ...
      || any (V.detaching))
    return
  end
  sticks = strcmp (V.verdict, 'sticking');
  if ((sticks || strcmp (V.verdict, 'not_sticking')) && sticks ~= (L.margin > 0))
    why = sprintf ('wrong: dls_sticking says %s, dls_loads has the margin %.1e', V.verdict, ...
                   L.margin);
  end
end
