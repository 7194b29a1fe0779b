function [pass, skipped] = test_siconos_lcp ()
% TEST_SICONOS_LCP  Every LCP and MLCP of the shared data by dls_lcp and dls_mlcp, 'auto'.
%   [pass, skipped] = test_siconos_lcp ()   skipped = 1 where the data are not there.
%   Solved to 1e-10 on the natural map recomputed here, or refused with a proof that holds.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
folder = fullfile ('..', 'shared', 'data', 'siconos');
files = [glob(fullfile (folder, 'lcp', '*.dat')); glob(fullfile (folder, 'mlcp', '*.dat'))];
skipped = double (isempty (files));
pass = [];
for k = 1:numel (files)
  P = dls_read (files{k});
  if strcmp (P.kind, 'lcp')
    [z, w, info] = dls_lcp (P.A, P.q);
    r = verify_lcp (P.A, P.q, 0, z, info);
  else
    [x, z, w, info] = dls_mlcp (P.A, P.B, P.C, P.D, P.a, P.b);
    r = verify_lcp ([P.A, P.B; P.C, P.D], [P.a; P.b], numel (P.a), [x; z], info);
  end
  ok = (strcmp (info.status, 'solved') && r.natural <= 1e-10 * max (1, r.scale)) || r.proved ...
       || (strcmp (info.status, 'no_solution') && ~oracle_lcp (P.A, P.q));
  if ~ok
    fprintf ('test_siconos_lcp: %s: %s, natural map %.1e, %s\n', P.name, info.status, ...
             r.natural, info.message);
  end
  pass = [pass, ok];
end
end
