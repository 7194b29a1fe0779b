function R = dls_wellposed_rank (M, G)
% The ranks and kernels of DLS_REDUNDANCY, which no unit of coordinates or columns changes; columns
% of acceleration_kernel have length one. diag (units): coordinates of M with unit inertias.
% Many criteria ask of the same gradients: answers for the last M are kept while they are small.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent mass asked answers
  small = numel (M) <= 10000 && numel (G) <= 10000;
  if (~same (M, mass))
    mass = M;
    asked = {};
    answers = {};
  end
  for k = 1:numel (asked) * small
    if (same (G, asked{k}))
      R = answers{k};
      return
    end
  end
  R = dls_redundancy_mex (M, G, struct ('Leverage', 'off'));
  R.units = diag (sparse (R.units));
  if (size (R.acceleration_kernel, 2) > 0)
    norms = sqrt (sum (R.acceleration_kernel .^ 2, 1));
    R.acceleration_kernel = R.acceleration_kernel * diag (sparse (1 ./ norms));
  end
  if (small && numel (asked) < 40)
    asked{end+1} = G;
    answers{end+1} = R;
  end
end

% isequal, which is slow in Octave
function yes = same (A, B)
  yes = size (A, 2) == size (B, 2) && size (A, 1) == size (B, 1) && nnz (A) == nnz (B) ...
        && nnz (A ~= B) == 0;
end
