function [pass, skipped] = test_mpi ()
% TEST_MPI  dls_kkt (..., 'Engine', 'mpi') against dls_kkt alone and against the dense oracle.
%   [pass, skipped] = test_mpi ()   skipped = 1 where dls_mpi was not built ("make mpi").
%   Killed ranks, full disks and damaged files: tests/mpi/failures.sh ("make check-mpi").
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, 'problems'));
pass = [];
skipped = double (exist (fullfile (here, '..', '..', 'build', 'dls_mpi'), 'file') ~= 2 ...
                  && isempty (getenv ('DLS_MPI')));
if ~skipped
  pass = [lattices(), oracles(), outcomes(), refusals(), broken()];
end
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_mpi: %s\n', name); end
end

function e = distance (x, ref)
e = norm (x - ref, 'fro') / max (norm (ref, 'fro'), realmin);
end

% Redundant lattices, with 1 to 3 ranks, in an order of coordinates that makes many copies, and
% with masses that couple the ranks; two right-hand sides.
function pass = lattices ()
pass = [];
sizes = [12 2; 20 2; 5 3];
for k = 1:3
  [M, G, F, b] = make_lattice (sizes(k, 1), sizes(k, 2));
  pass(end+1) = same (sprintf ('lattice %d', k), M, G, F, b, k, 1e-12);
end
[~, order] = sort (lcg_rand (3, 1, numel (F)));
pass(end+1) = same ('shuffled', M(order, order), G(order, :), F(order), b, 2, 1e-12);
M = M + 0.1 * (G(:, 1:7:end) * G(:, 1:7:end)');
M = (M + M') / 2;
pass(end+1) = same ('coupled', M, G, [F, -F(order)], [b, 2 * b], 3, 1e-12);
end

function ok = same (name, M, G, F, b, ranks, tol)
[a0, l0] = dls_kkt (M, G, F, b);
[a, l, info] = dls_kkt (M, G, F, b, 'Engine', 'mpi', 'Workers', ranks, 'MaxTime', 600);
r = verify_kkt (M, G, F(:, 1), b(:, 1), a(:, 1), l(:, 1), zeros (numel (b(:, 1)), 0));
ok = strcmp (info.status, 'solved') && info.ranks == ranks && info.memory.largest > 1e6 ...
     && distance (a, a0) <= tol && distance (l, l0) <= tol ...
     && max (r.dynamics, r.constraints) <= 1e-12 && all (info.residual.dynamics <= 1e-12);
ok = holds (sprintf ('%s: %s, a %.1e, lambda %.1e', name, info.status, distance (a, a0), ...
                     distance (l, l0)), ok);
end

function pass = oracles ()
pass = [];
kinds = {'redundant', 'singular', 'wide', 'zero-column', 'empty', 'scalar', 'scaled'};
for k = 1:numel (kinds)
  [M, G, F, b] = make_random_kkt (kinds{k}, 40, 30 + 20 * strcmp (kinds{k}, 'wide'), k);
  [a0, l0] = oracle_kkt (M, G, F, b);
  [a, l, info] = dls_kkt (M, G, F, b, 'Engine', 'mpi', 'Workers', 2, 'MaxTime', 600);
  tol = 1e-9;
  pass(end+1) = holds (sprintf ('%s: %s, a %.1e, lambda %.1e', kinds{k}, info.status, ...
                                distance (a, a0), norm (l - l0)), ...
                       strcmp (info.status, 'solved') && distance (a, a0) <= tol ...
                       && norm (l - l0) <= tol * max (norm (l0), 1e-3));
end
end

% Contradicting constraints, with the proof; more ranks than coordinates; nothing at all.
function pass = outcomes ()
[M, G, F, b] = make_lattice (6);
b(4) = b(4) + 1;
[a0, l0] = dls_kkt (M, G, F, b);
[a, l, info] = dls_kkt (M, G, F, b, 'Engine', 'mpi', 'MaxTime', 600);
y = info.certificate.constraints;
pass = holds ('inconsistent', strcmp (info.status, 'inconsistent') && info.exitflag == -2 ...
              && ~info.consistent && isempty (info.certificate.forces) ...
              && norm (G * y) <= 1e-12 * norm (y) && abs (b' * y) > 1e-3 * norm (y) ...
              && distance (a, a0) <= 1e-11 && distance (l, l0) <= 1e-11);
[a, l] = dls_kkt (2, [1 1 0], 3, [-4; -4; 0], 'Engine', 'mpi', 'Workers', 3, 'MaxTime', 600);
pass(2) = holds ('one coordinate', abs (a - 4) < 1e-14 && norm (l - [5.5; 5.5; 0]) < 1e-13);
[a, l, info] = dls_kkt (zeros (0), [], zeros (0, 1), [], 'Engine', 'mpi', 'MaxTime', 600);
pass(3) = holds ('nothing', isempty (a) && isempty (l) && strcmp (info.status, 'solved'));
end

% Each says which rank found what.
function pass = refusals ()
G = [1; -1; 0; 0];
indefinite = eye (4) - [zeros(2, 4); [0 0 0 3; 0 0 3 0]];
lopsided = diag (1:4) + [0 0 0 1]' * [1 0 0 0];
negative = diag ([1 1 1 -1]);
pass = [refused('notSymmetric', 'rank . of 2: M is not symmetric', lopsided, G), ...
        refused('indefinite', 'rank 1 of 2: M is not positive semidefinite', negative, G), ...
        refused('numerical', 'zero or wrong pivot', indefinite, G), ...
        refused('numerical', 'only a process alone', diag ([1 1 1 0]), G)];
end

% No launcher, no program, a rank that is killed, a full disk. (DLS_MPI names the program.)
function pass = broken ()
M = eye (4);
G = [1; -1; 0; 0];
folder = tempname ();
mkdir (folder);
script = fullfile (folder, 'dls_mpi');
fid = fopen (script, 'w');
fprintf (fid, '#!/bin/sh\n[ "$OMPI_COMM_WORLD_RANK" = 1 ] && kill -9 $$\nsleep 20\n');
fclose (fid);
system (sprintf ('chmod +x "%s"; ln -s /dev/full "%s/x.kkt"', script, folder));
before = {getenv('PATH'), getenv('DLS_MPI')};
setenv ('PATH', folder);
pass = refused ('notInstalled', 'openmpi-bin', M, G);
setenv ('PATH', before{1});
setenv ('DLS_MPI', fullfile (folder, 'none'));
pass(2) = refused ('notCompiled', 'make mpi', M, G);
setenv ('DLS_MPI', script);
pass(3) = refused ('engine', 'of 2 was ended by signal 9', M, G);   % mpirun may not say which
setenv ('DLS_MPI', before{2});
err = struct ('identifier', 'none');
try
  P = struct ('kind', 'kkt', 'M', M, 'G', G, 'F', (1:4)', 'b', 1);
  dls_write (P, fullfile (folder, 'x.kkt'));
catch err
end
pass(4) = holds ('full disk', strcmp (err.identifier, 'delassus:file'));
delete (fullfile (folder, '*'));
rmdir (folder);
end

function ok = refused (id, text, M, G)
err = struct ('identifier', 'none', 'message', '');
try
  dls_kkt (M, G, (1:4)', 1, 'Engine', 'mpi', 'Workers', 2, 'MaxTime', 600);
catch err
end
ok = holds (sprintf ('%s: %s: %s', id, err.identifier, err.message), ...
            strcmp (err.identifier, ['delassus:', id]) ...
            && ~isempty (regexp (err.message, text, 'once')));
end
