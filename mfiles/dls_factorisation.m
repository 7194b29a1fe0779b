classdef dls_factorisation < handle
%DLS_FACTORISATION  A factorised KKT system; made by DLS_KKT_SETUP, used by DLS_KKT.
%   Properties: n (coordinates), m (constraints), info (method, fill, rho, delta, times).
%   K = update (K, M, G) takes new values on the same sparsity pattern.
%
%   Example:
%     K = dls_kkt_setup (speye (2), [1; 1]);
%     [K.n, K.m]
%     % ans = 2   1
%     K = update (K, 2 * speye (2), [1; -1]);
%     a = dls_kkt (K, [2; 4], 0);
%     a'
%     % ans = -1.5000  -1.5000
%
%   See also DLS_KKT_SETUP, DLS_KKT.
% SPDX-License-Identifier: GPL-3.0-or-later
  properties (SetAccess = private, Transient)
    id = -1;      % of this session: a saved and loaded object has none
  end
  properties (SetAccess = private)
    n = 0;
    m = 0;
    info = struct ();
  end
  methods
    function K = dls_factorisation (M, G, varargin)
      if (nargin < 2)
        error ('delassus:dimension', 'dls_kkt_setup: %d given; expected M and G', nargin);
      end
      M = dls_sparse_input (M, 'dls_kkt_setup', 'M');
      G = dls_sparse_input (G, 'dls_kkt_setup', 'G', size (M, 1));
      try
        [K.id, K.info] = dls_kkt_mex ('setup', M, G, varargin);
      catch err
        dls_raise (err, 'dls_kkt_setup');
      end
      [K.n, K.m] = size (G);
    end

    function K = update (K, M, G, varargin)
      if (nargin ~= 3)
        error ('delassus:dimension', 'dls_kkt_setup/update: %d given; expected K, M and G', ...
               nargin);
      end
      M = dls_sparse_input (M, 'dls_kkt_setup/update', 'M');
      G = dls_sparse_input (G, 'dls_kkt_setup/update', 'G', size (M, 1));
      try
        K.info = dls_kkt_mex ('update', K.id, M, G);
      catch err
        dls_raise (err, 'dls_kkt_setup/update');
      end
    end

    function delete (K)
      if (K.id >= 0)
        dls_kkt_mex ('free', K.id);
        try
          K.id = -1;
        catch
          % after "clear functions" Octave no longer counts this as a method
        end
      end
    end

    function disp (K)
      if (K.id < 0)
        fprintf ('  dls_kkt factorisation, deleted\n');
      else
        text = '  dls_kkt factorisation by %s: %d coordinates, %d constraints, fill %.1f\n';
        fprintf ('%s', dls_some (sprintf (text, K.info.method, K.n, K.m, K.info.fill)));
      end
    end
  end
end

%!demo
%! % one factorisation, a load on every mass of a chain with two rigid links: who is moved by whom
%! n = 20;
%! G = sparse ([5 6 14 15], [1 1 2 2], [1 -1 1 -1], n, 2);
%! K = dls_kkt_setup (speye (n) + spdiags (ones (n, 2) / 4, [-1 1], n, n), G);
%! imagesc (-dls_kkt (K, eye (n), zeros (2, n))); axis square; colorbar;
%! xlabel ('force on'); ylabel ('acceleration of');
