function [P, rebuilt] = dls_problem_input (P, caller, laws)
% P as dls_problem returns it. A struct that is not, or was changed by hand so that its sizes do not
% fit, is built anew, and what is wrong with it is raised in the name of the caller. LAWS (true):
% the caller knows P.kind 'law', too.
% SPDX-License-Identifier: GPL-3.0-or-later
  law = nargin > 2 && laws && isstruct (P) && isscalar (P) && isfield (P, 'kind') ...
        && strcmp (P.kind, 'law');
  if (~law)
    dls_kind_input (P, 'friction', caller);
  end
  rebuilt = ~isfield (P, 'kind') || ~fits (P, law);
  if (rebuilt)
    try
      P = dls_problem (P);
    catch err
      dls_raise (err, caller);
    end
  end
end

% Sizes and types only: finite values are the gateway's business.
function yes = fits (P, law)
  yes = false;
  try
    N = P.d * P.nc;
    if (law)
      N = P.nc * (P.d + (P.d - 1) * ~isempty (P.rolling) + ~isempty (P.spinning));
    end
    if (strcmp (P.form, 'local'))
      yes = issparse (P.W) && all (size (P.W) == N) && column (P.q, N);
    elseif (strcmp (P.form, 'global'))
      n = size (P.M, 1);
      yes = issparse (P.M) && size (P.M, 2) == n && column (P.f, n) && column (P.w, N) ...
            && issparse (P.H) && size (P.H, 1) == N && size (P.H, 2) == n;
    end
    yes = yes && (isequal (P.d, 2) || isequal (P.d, 3));
    if (law)
      yes = yes && P.rows * P.nc == N && P.nc > 0 && coefficients (P);
    else
      yes = yes && column (P.mu, P.nc) && all (P.mu >= 0);
    end
  catch                                            % a field is missing
    yes = false;
  end
end

function yes = column (x, rows)
  yes = size (x, 1) == rows && size (x, 2) == 1 && isa (x, 'double') && ~issparse (x);
end

function yes = coefficients (P)
  handle = isa (P.mu, 'function_handle');
  yes = handle || (size (P.mu, 2) <= P.d - 1 && column (P.mu(:,1), P.nc) && all (P.mu(:) >= 0));
  for name = {'angle', 'cohesion', 'rolling', 'spinning'}
    x = P.(name{1});
    yes = yes && (isempty (x) || (column (x, P.nc) && (name{1}(1) == 'a' || all (x >= 0))));
  end
  yes = yes && (size (P.mu, 2) == 2 || handle || isempty (P.angle));
end
