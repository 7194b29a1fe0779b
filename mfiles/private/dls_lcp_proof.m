function varargout = dls_lcp_proof (what, varargin)
% Certificates of dls_lcp; dls_lcp_proof (WHAT, ...): cases: a tree of them; text: what one proves.
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (what)
    case 'cases'
      [varargout{1:nargout}] = lcp_cases (varargin{:});
    case 'text'
      [varargout{1:nargout}] = lcp_text (varargin{:});
  end
end

% Why w = M*v + q with 0 <= w _|_ v >= 0 (the first `free` rows are equations) has no solution: a
% tree of cases, in each v_i = 0 (-1) or w_i = 0 (1) for some i and 0 for the others, and one
% column of u per case that refutes it (see dls_verify). []: a case stays open, or time is over
% (opts as in dls_lcp; spent: before).
function c = lcp_cases (M, q, free, opts, spent)
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

% What a certificate of dls_lcp proves, and the arithmetic that checks it.
function text = lcp_text (kind)
  if (strcmp (kind, 'farkas'))
    text = sprintf (['all (u >= 0), max (A''*u) <= 1e-9 * max (abs (A'')*u), q''*u < 0;\n', ...
      'so u''*w = (A''*u)''*z + q''*u < 0 for every z >= 0, and w >= 0 is impossible']);
  elseif (strcmp (kind, 'cases'))
    text = sprintf (['in case k z_i = 0 where cases(i,k) < 0, w_i = 0 where > 0; with ', ...
      'u = u(:,k), q''*u < 0,\n', ...
      'u_i >= 0 where w_i need not be 0 and A(:,i)''*u <= 0 where z_i need not:\n', ...
      'u''*w < 0 is impossible as above. The cases exclude each other, and are all']);
  else
    text = sprintf (['all (d >= 0), any (d > 0), d''*A*d <= 0 for the direction d;\n', ...
      'so A is not strictly copositive; if it is copositive-plus there is no solution']);
  end
end
