function P = dls_problem_input (P, caller)
% P as dls_problem returns it. A struct that is not, or was changed by hand so that its sizes do not
% fit, is built anew, and what is wrong with it is raised in the name of the caller.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (~isstruct (P) || ~isscalar (P))
    error ('delassus:type', '%s: the problem is %s; expected one made by dls_problem', caller, ...
           dls_describe (P));
  elseif (~fits (P))
    try
      P = dls_problem (P);
    catch err
      dls_raise (err, caller);
    end
  end
end

% Sizes and types only: finite values are the gateway's business.
function yes = fits (P)
  yes = false;
  if (all (isfield (P, {'form', 'd', 'nc', 'mu'})) && isequal (P.d * P.nc, fix (P.d * P.nc)) ...
      && column (P.mu, P.nc))
    N = P.d * P.nc;
    if (strcmp (P.form, 'local') && all (isfield (P, {'W', 'q'})))
      yes = issparse (P.W) && isequal (size (P.W), [N, N]) && column (P.q, N);
    elseif (strcmp (P.form, 'global') && all (isfield (P, {'M', 'H', 'f', 'w'})))
      n = size (P.M, 1);
      yes = issparse (P.M) && issparse (P.H) && isequal (size (P.M), [n, n]) ...
            && isequal (size (P.H), [N, n]) && column (P.f, n) && column (P.w, N);
    end
  end
end

function yes = column (x, rows)
  yes = isa (x, 'double') && ~issparse (x) && isequal (size (x), [rows, 1]);
end
