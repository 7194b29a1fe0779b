function [P, rebuilt] = dls_problem_input (P, caller)
% P as dls_problem returns it. A struct that is not, or was changed by hand so that its sizes do not
% fit, is built anew, and what is wrong with it is raised in the name of the caller.
% SPDX-License-Identifier: GPL-3.0-or-later
  dls_kind_input (P, 'friction', caller);
  rebuilt = ~fits (P);
  if (rebuilt)
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
  try
    N = P.d * P.nc;
    if (strcmp (P.form, 'local'))
      yes = issparse (P.W) && all (size (P.W) == N) && column (P.q, N);
    elseif (strcmp (P.form, 'global'))
      n = size (P.M, 1);
      yes = issparse (P.M) && size (P.M, 2) == n && column (P.f, n) && column (P.w, N) ...
            && issparse (P.H) && size (P.H, 1) == N && size (P.H, 2) == n;
    end
    yes = yes && column (P.mu, P.nc) && all (P.mu >= 0) && (isequal (P.d, 2) || isequal (P.d, 3));
  catch                                            % a field is missing
    yes = false;
  end
end

function yes = column (x, rows)
  yes = size (x, 1) == rows && size (x, 2) == 1 && isa (x, 'double') && ~issparse (x);
end
