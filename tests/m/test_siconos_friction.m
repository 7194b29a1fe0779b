function [pass, skipped] = test_siconos_friction ()
% TEST_SICONOS_FRICTION  The friction problems of the shared data by dls_friction, 'auto'.
%   [pass, skipped] = test_siconos_friction ()   skipped = 1 where the data are not there.
%   Each reaches 1e-8 in dls_residual, recomputed here; up to 100 contacts in both measures. Left to
%   tests/bench/bench_friction.m: what takes more than a second.
% SPDX-License-Identifier: GPL-3.0-or-later
folder = fullfile ('..', 'shared', 'data', 'siconos');
files = [glob(fullfile (folder, 'fc', '*.dat')); glob(fullfile (folder, 'fclib', '*.hdf5'))];
slow = {'RockPile_tob1.dat', 'fc2d_granularflowonwall_07002_00801.dat'};
skipped = double (isempty (files));
pass = [];
measures = {'scaled', 'siconos'};
for k = 1:numel (files)
  [~, name, extension] = fileparts (files{k});
  if any (strcmp ([name extension], slow)), continue, end
  P = dls_read (files{k});
  for m = 1:1 + (P.nc <= 100)
    [r, u, v, info] = dls_friction (P, 'Measure', measures{m});
    error_now = dls_residual (P, r, v, 'Measure', measures{m});
    ok = strcmp (info.status, 'solved') && error_now <= 1e-8 * (1 + 1e-6);
    if ~ok
      fprintf ('test_siconos_friction: %s: %s, %s, residual %.1e, %s\n', name, measures{m}, ...
               info.status, error_now, info.message);
    end
    pass = [pass, ok];
  end
end
end
