function K = dls_kkt_setup (M, G, varargin)
%DLS_KKT_SETUP  Factorise a KKT system once, to solve it for many right-hand sides.
%   K = DLS_KKT_SETUP (M, G) factorises for M (n-by-n, symmetric positive semidefinite) and
%   G (n-by-m, the constraint gradients as columns). Then
%     [A, LAMBDA, INFO] = DLS_KKT (K, F, B)   solves M*a + F = G*lambda, G'*a + b = 0,
%     K = UPDATE (K, M, G)                    takes new values on the same sparsity pattern,
%                                             without a new symbolic analysis.
%   K = DLS_KKT_SETUP (S): the bilateral constraints of a system or mechanism.
%   K = DLS_KKT_SETUP (M, G, OPTS) or (M, G, 'Option', VALUE, ...) as in DLS_KKT.
%   K.info tells method, fill, rho, delta and times. Memory is freed when K is cleared; copies
%   of K share one factorisation.
%
%   Example:
%     M = speye (2);  G = [1 1; 0 0];              % the same constraint twice
%     K = dls_kkt_setup (M, G);
%     [a, lambda] = dls_kkt (K, [2; 3], [0; 0]);
%     lambda'
%     % ans = 1   1
%
%   See also DLS_KKT, DLS_REDUNDANCY, DLS_OPTIONS.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin > 0 && isstruct (M))
    S = dls_system_input (M, 'dls_kkt_setup');
    if (nargin > 1)
      varargin = [{G}, varargin];
    end
    K = dls_factorisation (S.M, S.Gb, varargin{:});
  elseif (nargin < 2)
    error ('delassus:dimension', 'dls_kkt_setup: %d given; expected M and G', nargin);
  else
    K = dls_factorisation (M, G, varargin{:});
  end
  if (nargout == 0)
    dls_show (K)
    clear K
  end
end

%!test
%! M = speye (3);  G = sparse ([1 0; 0 1; 0 0]);
%! K = dls_kkt_setup (M, G);
%! [a, l, info] = dls_kkt (K, [1; 2; 3], [0; 4]);
%! assert (a, [0; -4; -3], 1e-14)
%! assert (l, [1; -2], 1e-14)
%! assert (info.status, 'solved')
%! K = update (K, 2 * M, G);
%! [a, l] = dls_kkt (K, [1; 2; 3], [0; 4]);
%! assert (a, [0; -4; -1.5], 1e-14)
%! assert (K.info.analyses, 1)
%!error id=delassus:pattern update (dls_kkt_setup (speye (2), [1; 0]), speye (2), [1; 1])
%!error id=delassus:dimension dls_kkt_setup (speye (2))
%!test  % a refused update leaves the factorisation as it was
%! K = dls_kkt_setup (sparse ([1 0.5; 0.5 1]), sparse ([0; 1]));  id = '';
%! try
%!   update (K, sparse ([1 2; 2 1]), sparse ([0; 1]));
%! catch e
%!   id = e.identifier;
%! end
%! assert (id, 'delassus:indefinite')
%! assert (dls_kkt (K, [1; 1], 0), [-1; 0], 1e-14)
%!error id=delassus:dimension update (dls_kkt_setup (1, 1), 1)
%!test  % a freed factorisation is recognised, the session goes on
%! K = dls_kkt_setup (speye (2), [1; 0]);
%! delete (K);
%! failed = '';
%! try
%!   dls_kkt (K, [0; 0], 0);
%! catch e
%!   failed = e.identifier;
%! end
%! assert (failed, 'delassus:handle')

%!demo
%! % one factorisation, many loads: reactions of a beam on four supports as a load moves along
%! x = linspace (-1, 1, 4);
%! K = dls_kkt_setup (diag ([1 1/3]), [ones(1, 4); x]);
%! at = linspace (-1, 1, 50);
%! [~, lambda] = dls_kkt (K, 9.81 * [ones(1, 50); at], zeros (4, 50));
%! plot (at, lambda); xlabel ('place of the load'); ylabel ('reactions');
