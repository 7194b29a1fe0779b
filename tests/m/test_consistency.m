% TEST_CONSISTENCY  The same systems for all functions: no verdict contradicts another, and the
% judge agrees with all of them ("make fuzz KIND=consistency" asks many more).
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
end
