% FUZZ_CONSISTENCY  One random system, all functions: no verdict contradicts another.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_consistency (seed, number)
  random_case (seed, number);
  kinds = {'sliding', 'sticking', 'frictionless'};
  S = random_system (kinds{randi(3)});
  why = consistent (S);
end
