function varargout = dls_impact_parts (what, varargin)
% Of dls_impact; dls_impact_parts (WHAT, ...): by_law, unique.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['impact_', what], varargin{:});
end

% By the laws of motions, or by one of the user: percussions, contact by contact, normal first, from
% the Delassus matrix and the velocities before.
function [v, p, info] = impact_by_law (S, vminus, E, own, friction)
  d = 1 + friction * (S.d - 1);
  if (any (S.mub))
    error ('delassus:option', 'dls_impact: mub is positive; expected mub = 0');
  elseif (nnz (E) > nnz (diag (E)))
    error ('delassus:option', ['dls_impact: E is a matrix; expected restitution per contact, ', ...
           'which the laws but newton''s have']);
  end
  order = 1:S.nu;
  if (friction)
    order = reshape ([1:S.nu; reshape(S.nu + (1:(d-1)*S.nu), d - 1, S.nu)], 1, []);
  end
  B = [S.Gu, S.Hu];
  B = sparse (B(:,order));
  e = full (diag (E));
  each = ones (S.nu, 1);
  et = 0;
  if (~isempty (own.TangentRestitution))
    et = dls_vector_input (own.TangentRestitution, numel (own.TangentRestitution), ...
                           'dls_impact', '''TangentRestitution''');
  end
  mu = full (S.muu(:)) .* each;
  law = own.Law;
  if (isa (law, 'function_handle'))
    [v, pb, pc] = by_handle (S, B, vminus, law, e, mu);
    [solved, text] = deal (true, 'percussions of the user''s law');
  else
    if (isempty (law) || (ischar (law) && strcmpi (law, 'auto')))
      law = 'newton';
      if (friction)
        law = 'moreau';
      end
    end
    try
      [v, p, solved, ~, text] = dls_impact_mex (S.M, S.Gb, B, d, mu, e, et .* each, ...
        dls_impact_law (law, 'dls_impact') .* each, vminus, own.EnergyGuard);
    catch err
      dls_raise (err, 'dls_impact');
    end
    if (isempty (text))
      text = ['percussions by the law ', strjoin(unique (lower (cellstr (law))), ', ')];
    end
    [pb, pc] = deal (reshape (p(1:S.nb), [], 1), p(S.nb+1:end));    % of a scalar p, too
  end
  pc = reshape (pc, d, []);
  p = struct ('nb', pb, 'nu', pc(1,:)');
  if (friction)
    p.tu = reshape (pc(2:end,:), [], 1);
  end
  info = struct ('status', 'solved', 'exitflag', 1, 'certificate', [], 'method', 'law', ...
                 'iterations', 0, 'message', text, 'program', struct ('formulation', 'mlcp', ...
                 'objective', NaN, 'w1', [], 'w2', []));
  if (~solved)
    [info.status, info.exitflag] = deal ('numerical_trouble', -5);
  end
end

function [v, pb, pc] = by_handle (S, B, vminus, law, e, mu)
  none = zeros (S.nb, size (B, 2));
  X = dls_kkt (S.M, S.Gb, -full (B), none);
  try
    pc = law (full (B' * X), full (B' * vminus), e, mu);
  catch err
    error ('delassus:model', 'dls_impact: the law failed: %s', err.message);
  end
  pc = dls_vector_input (pc, size (B, 2), 'dls_impact', 'what the law returns');
  [v, pb] = dls_kkt (S.M, S.Gb, -full (S.M * vminus + B * pc), zeros (S.nb, 1));
end

% Which velocities and percussions satisfy the law of DLS_IMPACT (hit: dls_impact_terms).
% q.velocity, q.percussions: true, false or NaN (not decided); q.kernel (nb+nu rows): combinations
% of percussions that do nothing; q.velocity_kernel: directions in which v+ may change;
% q.determined: percussions that are the same in all solutions.
function q = impact_unique (S, hit, seconds, accuracy)
  dls_criteria ('clock', seconds, accuracy);
  m = S.nb + S.nu;
  f = dls_criteria ('unique', hit.law, hit.law.Gb, zeros (S.nb, 1));
  q = struct ('velocity', f.a.yes, 'percussions', f.all.yes, 'kernel', zeros (m, 0), ...
              'velocity_kernel', zeros (S.n, 0), 'determined', true (m, 1));
  if (isequal (q.velocity, false))
    R = dls_wellposed_rank (S.M, [S.Gb, S.Gu(:,~f.open)]);
    q.velocity_kernel = full (R.acceleration_kernel);
  end
  if (isnan (q.percussions))
    q.determined = false (m, 1);
  elseif (~q.percussions)
    active = find ([true(S.nb, 1); ~f.open(:)]);
    q = among (q, S, active, find ([true(S.nb, 1); f.strong(:)]));
  end
end

% Those that are determined among all active columns are, those that are not among the pressing
% ones are not; the others move where a combination of columns vanishes with its loose ones >= 0.
function q = among (q, S, active, pressing)
  G = [S.Gb, S.Gu];
  loose = ~ismember (active, pressing);
  R = dls_wellposed_rank (S.M, G(:,active));
  q.kernel = zeros (size (G, 2), size (R.kernel, 2));
  q.kernel(active,:) = full (R.kernel);
  q.determined(active) = R.determined;
  Q = dls_wellposed_rank (S.M, G(:,pressing));
  sure = true (size (G, 2), 1);
  sure(pressing) = Q.determined;
  signs = speye (numel (active));
  for i = find (~q.determined & sure)'
    row = sparse (1, find (active == i), 1, 1, numel (active));
    moves = false;
    for s = [1 -1]
      moves = moves || isequal (true, dls_wellposed_lp ([G(:,active); row], ...
                                [zeros(S.n, 1); s], signs(loose,:), zeros (sum (loose), 1)));
    end
    q.determined(i) = ~moves;
  end
end
