% BAD_VALUE  A random value that most functions do not expect.
% SPDX-License-Identifier: GPL-3.0-or-later
function v = bad_value ()
  n = randi (4);
  m = randi (4);
  switch (randi (16))
    case 1                                     % nothing
      v = pick ({[], zeros(0, n), zeros(n, 0), zeros(2, 0, 2), '', {}, struct('a', {}), ...
                 sparse(0, n), sparse(n, 0)});
    case 2                                     % numbers beyond sense
      v = pick ({NaN, Inf, -Inf, -1, 0, 1.5, 1e300, 2^31, 2^53, -2^40, 1i});
    case 3                                     % other classes
      v = pick ({single(randn (n, m)), int32(randi (5, n, m)), uint8(randi (5, n, m)), ...
                 rand(n, m) > 0.5, int64(n), true});
    case 4
      v = pick ({'text', ['ab'; 'cd'], repmat('x', 1, 500), char([200 0 65]), char([97 200 98])});
    case 5
      v = pick ({{1, 'a', []}, {}, cell(2, 2), {@sin}});
    case 6
      v = pick ({struct(), struct('a', {1, 2}), struct('a', 1)});
    case 7
      v = pick ({@sin, @(x) x, @() error ('a handle that fails')});
    case 8
      v = containers.Map ();
    case 9
      v = ones (2, 2, 2);
    case 10
      v = pick ({randn(n, m) + 1i, sparse(randn (n, m) + 1i), sparse(rand (n, m) > 0.5)});
    case 11
      v = pick ({sparse(1e12, 3), sparse(3, 1e5), sparse(n, m)});
    case 12                                    % classes that Octave stores in its own ways
      p = eye (n);
      v = pick ({1:n, eye(n), p(:,randperm (n))});
    case 13
      v = NaN (n, m);
    case 14
      v = randn (n, m);
    case 15
      v = pick ({realmin * rand(n, m), 1e200 * randn(n, m), randn(7 + n, 7 + m)});
    case 16
      v = sparse (randn (n, m));
  end
end

function v = pick (values)
  v = values{randi (numel (values))};
end
