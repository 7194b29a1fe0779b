function c = dls_lcp_cases (M, q, free, opts, spent)
% Why w = M*v + q with 0 <= w _|_ v >= 0 (the first `free` rows are equations) has no solution: a
% tree of cases, in each v_i = 0 (-1) or w_i = 0 (1) for some i and 0 for the others, and one
% column of u per case that refutes it (see dls_verify). []: a case stays open, or time is over
% (opts as in dls_lcp; spent: before).
% SPDX-License-Identifier: GPL-3.0-or-later
  clock = tic ();
  seconds = opts.MaxTime - spent;
  n = size (M, 1) - free;
  c = struct ('kind', 'cases', 'cases', zeros (n, 0), 'u', zeros (n + free, 0));
  open = zeros (n, 1);
  while (~isempty (open))
    s = open(:,end);
    open(:,end) = [];
    left = max (seconds - toc (clock), 0);
    [v, u, status] = relaxed (M, q, free, s, left, opts.DataAccuracy);
    if (strcmp (status, 'primal_infeasible'))
      c.cases(:,end+1) = s;
      c.u(:,end+1) = u;
      continue
    elseif (~strcmp (status, 'solved') || all (s ~= 0) || left == 0)
      c = [];
      return
    end
    w = M * v + q;
    both = min (v(free+1:end), w(free+1:end));
    both(s ~= 0) = -Inf;
    [~, i] = max (both);
    open = [open, s, s];
    open(i,end-1:end) = [-1, 1];
  end
end

% Any v of a case, or the multipliers of the contradiction.
function [v, u, status] = relaxed (M, q, free, s, seconds, accuracy)
  N = numel (q);
  I = speye (N);
  held = [(1:free)'; free + find(s > 0)];      % w = 0
  above = free + find (s <= 0);                % w >= 0
  A = -[M(held,:); I(free + find (s < 0),:); M(above,:); I(free + find (s >= 0),:)];
  b = [q(held); zeros(sum (s < 0), 1); q(above); zeros(sum (s >= 0), 1)];
  e = numel (held) + sum (s < 0);
  cones = struct ('z', e, 'l', numel (b) - e);
  [v, ~, y, info] = dls_conic ([], zeros (N, 1), A, b, cones, 'MaxTime', seconds, ...
                            'DataAccuracy', accuracy);
  status = info.status;
  u = zeros (N, 1);
  u(held) = y(1:numel (held));
  u(above) = max (y(e + (1:numel (above))), 0);
end
