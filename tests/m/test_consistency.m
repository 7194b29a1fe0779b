% TEST_CONSISTENCY  The same systems for all functions: no verdict contradicts another, and the
% judge agrees with all of them ("make fuzz KIND=consistency" asks many more). Long systems: it is
% known which reactions are determined.
% SPDX-License-Identifier: GPL-3.0-or-later
function pass = test_consistency ()
  folder = fullfile (fileparts (mfilename ('fullpath')), '..', 'fuzz');
  addpath (folder);
  back = onCleanup (@() rmpath (folder));
  list = {
    dls_system('M', [0 0; 0 4], 'F', [-1; 0], 'Gb', [1 -1; 0 1], 'Gu', [-1 1; 1 -1], 'bb', [1; 0])
    dls_system('M', diag ([1 3]), 'Gu', [0 0 -1; -3 -6 -2], 'bu', [0; 0; 2])
    dls_system('M', 2 * eye (2), 'F', [-3; -5], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5)
    dls_system('M', 1, 'Gu', [1 -1], 'bu', [-1; -1])
  };
  kinds = {'sliding', 'sticking', 'frictionless'};
  for number = 1:6
    random_case (14, number);
    list{end+1} = random_system (kinds{1+mod(number, 3)});
  end
  pass = false (1, numel (list));
  for k = 1:numel (list)
    pass(k) = isempty (consistent (list{k}));
  end
  for kind = {'chain', 'truss', 'bodies'}
    pass = [pass, long_system(kind{1})];
  end
end

function pass = long_system (kind)
  random_case (3, numel (kind));
  [G, nullity, open] = long_redundant (kind, 800);
  n = size (G, 1);
  R = dls_redundancy (speye (n), G);
  S = dls_system ('M', speye (n), 'F', ones (n, 1), 'Gb', G);
  [~, ~, range] = dls_reaction_range (S);
  [~, l] = dls_kkt (speye (n), G, ones (n, 1), zeros (size (G, 2), 1));
  pass = [R.nullity == nullity, isequal(R.determined(:), ~open), ...
          isequal(full(any(R.kernel, 2)), open), isequal(R.leverage(:) == 1, ~open), ...
          isequal(range.determined.nb(:), ~open) || strcmp(range.status, 'numerical_trouble'), ...
          norm(R.kernel' * l, Inf) <= 1e-7 * norm(l, Inf), ...
          dls_verify(struct('M', speye(n), 'G', G), R)];
  if (~all (pass))
    fprintf ('test_consistency: a long %s\n', kind);
  end
end
