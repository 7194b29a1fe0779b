function pass = test_redundancy_units ()
% TEST_REDUNDANCY_UNITS  dls_redundancy when units of the coordinates differ by 1e-8 to 1e8.
%   pass = test_redundancy_units ()   logical row; each failing element prints its name.
%   Promise: the rank of M, of the KKT matrix and the uniqueness of accelerations are those of the
%   same system with small integers (ranks by SVD), whatever the units; the kernel is one. Units
%   changed by powers of two change nothing in R, down to the last bit of what is decided.
% SPDX-License-Identifier: GPL-3.0-or-later
state = rand ('twister');
restore = onCleanup (@() rand ('twister', state));
rand ('twister', 5);
pass = [];
for trial = 1:60
  n = 1 + floor (6 * rand ());
  m = floor (5 * rand ());
  r = floor ((n + 1) * rand ());
  B = floor (3 * rand (n, r)) - 1;
  B(rand (n, 1) < 0.2,:) = 0;                    % massless coordinates
  M = B * B';
  G = floor (3 * rand (n, m)) - 1;
  units = 10 .^ (8 * rand (n, 1) - 4);           % masses 1e-8 to 1e8
  units(~any (B, 2)) = 1;
  D = diag (units);
  R = dls_redundancy (D * M * D, D * G, 'RankTolerance', 1e-11);   % of G, in its own units
  floating = n - rank ([M, G]);
  kernel = full (R.acceleration_kernel);
  K = D * kernel;                                % in the coordinates of the integers
  K = K * diag (1 ./ max ([sqrt(sum(K .^ 2, 1)); realmin * ones(1, size (K, 2))], [], 1));
  label = sprintf ('units %d: ', trial);
  pass = [pass, holds([label, 'rank M'], R.rank_mass == rank (M)), ...
          holds([label, 'rank KKT'], R.rank_kkt == rank ([M, G; G', zeros(m)])), ...
          holds([label, 'unique'], R.acceleration_unique == (floating == 0)), ...
          holds([label, 'kernel'], size (K, 2) == floating && rank (K) == floating ...
                && norm ([M; G'] * K) <= 1e-9 * norm ([M; G']) + realmin)];
end
pass = [pass, any_units()];
end

% Other units of all coordinates and constraints by powers of two: what R says of the one system
% follows for the other. Also where masses differ by 1e10.
function pass = any_units ()
pass = [];
for trial = 1:100
  n = 1 + floor (8 * rand ());
  m = floor (9 * rand ());
  B = floor (5 * rand (n, max (1, n - floor (3 * rand ())))) - 2;
  B(rand (n, 1) < 0.2,:) = 0;
  if (trial <= 20)
    B(:) = 0;                                    % gradients alone measure the coordinates
  end
  G = floor (5 * rand (n, m)) - 2;
  G(rand (n, m) < 0.4) = 0;
  if (m > 2)
    G(:,1) = G(:,2) + G(:,m);
  end
  if (rand () < 0.5)
    B = diag (10 .^ (5 * rand (n, 1) - 2.5)) * B;
  end
  M = B * B';
  D = diag (2 .^ floor (53 * rand (n, 1) - 26));
  e = 2 .^ floor (53 * rand (m, 1) - 26);
  E = diag (e);
  R = dls_redundancy (M, G);
  Q = dls_redundancy (D * M * D, D * G * E);
  label = sprintf ('any units %d: ', trial);
  pass = [pass, holds([label, 'ranks'], [R.rank, R.rank_mass, R.rank_all, R.rank_kkt] ...
                      == [Q.rank, Q.rank_mass, Q.rank_all, Q.rank_kkt]), ...
          holds([label, 'rank G'], R.rank == rank (G)), ...
          holds([label, 'columns'], isequal (R.independent, Q.independent) ...
                && isequal (R.determined, Q.determined)), ...
          holds([label, 'kernel'], norm (G * E * Q.kernel * diag (1 ./ e(Q.redundant))) ...
                                   <= 1e-9 * norm (G))];
end
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_redundancy_units: %s\n', name); end
end
