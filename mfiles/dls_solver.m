classdef dls_solver < handle
%DLS_SOLVER  What many problems with the same matrices share; made by DLS_LCP_SETUP and others.
%   K = update (K, ...) takes new values for the matrices, on the same sparsity patterns: A of
%   DLS_LCP_SETUP, P and A of DLS_CONIC_SETUP, W, or M and H, of DLS_FRICTION_SETUP.
%   K = update (K, P) and update (K, P, NAMES) take another problem of DLS_PROBLEM, of the same
%   bodies with other contacts, see DLS_FRICTION_SETUP. Memory is freed when K is cleared; copies of
%   K share one solver. Properties: kind ('lcp', 'conic', 'friction'), under this name the number
%   that the gateway knows it by, and names, of contacts.
%
%   Example:
%     K = dls_lcp_setup ([2 1; 1 2]);
%     K = update (K, [4 1; 1 2]);
%     dls_lcp (K, [-6; 1])'
%     % ans = 1.5000        0
%
%   See also DLS_LCP_SETUP, DLS_CONIC_SETUP, DLS_FRICTION_SETUP.
% SPDX-License-Identifier: GPL-3.0-or-later
  properties (SetAccess = private, Transient)
    lcp = -1;     % of this session: a saved and loaded object has none
    conic = -1;
    friction = -1;
  end
  properties (SetAccess = private)
    kind = '';
    matrices = 1; % that update takes
    names = {};   % of contacts
    law = [];     % .P of other laws than Coulomb's, and how it stands in disks
  end
  methods
    function K = dls_solver (kind, varargin)
      if (nargin < 2 || ~any (strcmp (kind, {'lcp', 'conic', 'friction'})))
        error ('delassus:option', ['dls_solver: made by dls_lcp_setup, dls_conic_setup and ', ...
               'dls_friction_setup only']);
      end
      if (strcmp (kind, 'friction'))
        K.law = varargin{end};
        varargin(end) = [];
      end
      K.(kind) = feval (['dls_', kind, '_mex'], 'setup', varargin{:});
      K.kind = kind;
      two = strcmp (kind, 'conic') || (strcmp (kind, 'friction') && numel (varargin) > 5);
      K.matrices = 1 + two;
      if (strcmp (kind, 'friction'))
        K.names = names_of (K, varargin{end}{1}.Names, numel (varargin{2}), 'dls_friction_setup');
      end
    end

    function K = update (K, varargin)
      caller = ['dls_', K.kind, '_setup/update'];
      if (strcmp (K.kind, 'friction') && nargin > 1 && isstruct (varargin{1}))
        change (K, caller, varargin{:});
        return
      end
      wanted = K.matrices;
      if (numel (varargin) ~= wanted)
        dls_raise ('delassus:dimension', '%s: %d given; expected K and %d matrices', caller, ...
                   nargin, wanted);
      end
      for k = 1:wanted
        varargin{k} = dls_sparse_input (varargin{k}, caller, 'the matrix');
      end
      if (~isempty (K.law))
        matrices = {'M', 'H'};
        if (wanted == 1)
          matrices = {'W'};
        end
        pairs = [matrices; varargin];
        change (K, caller, dls_problem (K.law.P, pairs{:}), K.names);
        return
      end
      try
        feval (['dls_', K.kind, '_mex'], 'update', K.(K.kind), varargin{:});
      catch err
        dls_raise (err, caller);
      end
    end

    % Other contacts; those of the same name begin at the last answers.
    function change (K, caller, P, names)
      if (nargin < 4)
        names = {};
      end
      P = dls_problem_input (P, caller, ~isempty (K.law));
      new = K.law;
      if (~isempty (new))
        new.P = P;
        if (~strcmp (P.kind, 'law') || isa (P.mu, 'function_handle'))
          error ('delassus:option', ['%s: P is of the kind ''%s''; expected ''law'', ', ...
                 'as at the setup, with numbers for mu'], caller, P.kind);
        end
        [P, new.L] = dls_law_disks (P, []);
        if (isempty (names))
          names = 1:new.P.nc;
        end
        if (numel (names) ~= P.nc)
          names = new.L.names (names);
        end
      end
      names = names_of (K, names, P.nc, caller);
      if (iscell (names) ~= iscell (K.names))
        error ('delassus:option', ['%s: names of contacts: expected texts, or numbers, as in ', ...
               '''Names'' of dls_friction_setup'], caller);
      end
      [known, from] = ismember (names, K.names);
      data = {P.d, P.mu};
      if (strcmp (P.form, 'local'))
        data = [data, {P.W, P.q}];
      else
        data = [data, {P.M, P.H, P.f, P.w}];
      end
      try
        dls_friction_mex ('change', K.friction, data{:}, numel (K.names), find (known), ...
                          from(known));
      catch err
        dls_raise (err, caller);
      end
      [K.names, K.law] = deal (names, new);
    end

    function delete (K)
      if (~isempty (K.kind) && K.(K.kind) >= 0)
        feval (['dls_', K.kind, '_mex'], 'free', K.(K.kind));
        try
          K.(K.kind) = -1;
        catch
          % after "clear functions" Octave no longer counts this as a method
        end
      end
    end

    function disp (K)
      if (isempty (K.kind) || K.(K.kind) < 0)
        fprintf ('  dls solver, deleted\n');
      else
        fprintf ('  solver made by dls_%s_setup, for dls_%s\n', K.kind, K.kind);
      end
    end

    % Names of count contacts as a column; of none their numbers.
    function names = names_of (K, names, count, caller)
      if (isempty (names))
        names = 1:count;
      end
      texts = iscellstr (names);
      if (~(texts || (isnumeric (names) && isreal (names))))
        error ('delassus:type', '%s: Names is %s; expected a cell of texts, or numbers', caller, ...
               dls_describe (names));
      elseif (numel (names) ~= count || numel (unique (names)) ~= count)
        dls_raise ('delassus:dimension', ...
                   ['%s: %d names, %d of them different; expected as many ', 'as contacts, %d'], ...
                   caller, numel (names), numel (unique (names)), count);
      end
      names = names(:);
    end
  end
end

%!demo
%! % a beam between two stops that becomes softer: the kept problem takes new values
%! n = 40;
%! A = spdiags (ones (n, 1) * [-1 2 -1], -1:1, n, n);
%! K = dls_lcp_setup (A);
%! for k = 1:5
%!   K = update (K, A + speye (n) / k^2);
%!   z(:,k) = dls_lcp (K, cos ((1:n)' / 5));
%! end
%! plot (z); xlabel ('node'); ylabel ('contact force'); legend ('1', '2', '3', '4', '5');
