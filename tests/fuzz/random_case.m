% RANDOM_CASE  The random numbers of case NUMBER of SEED, the same on every machine.
%
%   random_case (seed, number)           seeds rand, randi and randn
%   A = random_case ('integers', m, n)   small integers, many zeros
%
% SPDX-License-Identifier: GPL-3.0-or-later
function A = random_case (varargin)
  if (ischar (varargin{1}))
    [m, n] = varargin{2:3};
    A = randi ([-3, 3], m, n) .* (rand (m, n) < 0.7);
    return
  end
  rand ('twister', [varargin{:}]);
  randn ('twister', [varargin{:}]);
end
