function [a, lambda, info] = dls_kkt_processes (P, opts)
% dls_kkt by the program dls_mpi: data and solution go through files in a folder of their own.
% SPDX-License-Identifier: GPL-3.0-or-later
  limit = 0;                                   % whole seconds; 0: none
  if (opts.MaxTime < Inf)
    limit = max (1, ceil (opts.MaxTime));
  end
  settings = options (opts, limit);
  launcher = launch (opts.Workers, limit);
  program = find_program ();
  folder = tempname ();
  [made, reason] = mkdir (folder);
  if (~made)
    error ('delassus:file', 'dls_kkt: the folder ''%s'' cannot be made: %s', folder, reason);
  end
  clean_up = onCleanup (@() remove (folder));
  data = fullfile (folder, 'x.kkt');
  result = fullfile (folder, 'x.sol');
  dls_output ('kkt', 'dls_kkt', P, data);
  setenv ('DLS_KKT_PROGRAM', program);         % names do not pass through the shell
  setenv ('DLS_KKT_DATA', data);
  setenv ('DLS_KKT_RESULT', result);
  [status, text] = system (sprintf (['%s "$DLS_KKT_PROGRAM" %s "$DLS_KKT_DATA" ', ...
                                     '"$DLS_KKT_RESULT" 2>&1 < /dev/null'], launcher, settings));
  if (status ~= 0 || exist (result, 'file') ~= 2)
    failed (status, text, opts.Workers);
  end
  S = dls_read_kkt (result, 'dls_kkt');
  if (~strcmp (opts.Display, 'off'))
    fprintf ('%s', text);
  end
  a = S.a;
  lambda = S.lambda;
  first = {'status', 'exitflag', 'message', 'residual', 'iterations', 'time', 'method', ...
           'certificate'};
  names = fieldnames (S.info)';
  info = orderfields (S.info, [first, names(~ismember(names, first))]);
end

function text = options (opts, limit)
  if (~any (strcmp (opts.Method, {'auto', 'mumps'})))
    error ('delassus:option', ['dls_kkt: option ''Method'' is %s; expected auto or mumps ', ...
           'for the engine ''mpi'''], dls_describe (opts.Method));
  end
  text = sprintf ('--limit %d', limit);
  for name = {'Tolerance', 'RankTolerance', 'Rho', 'Delta', 'DataAccuracy', 'MaxIterations'}
    text = sprintf ('%s --%s=%.17g', text, name{1}, opts.(name{1}));
  end
end

% The command that starts the ranks. Open MPI wants to be told that there may be more of them than
% cores, and that the user is root.
function text = launch (workers, limit)
  [status, version] = system ('mpirun --version 2>&1 < /dev/null');
  if (status ~= 0)
    error ('delassus:notInstalled', ['dls_kkt: the engine ''mpi'' needs mpirun; on Debian or ', ...
           'Ubuntu install the package openmpi-bin (and "make mpi" in the folder of the project)']);
  end
  text = sprintf ('OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 mpirun -np %d', workers);
  if (~isempty (strfind (version, 'Open MPI')))
    text = [text, ' --oversubscribe'];
    if (limit > 0)                             % should the ranks not even start
      text = sprintf ('%s --timeout %d', text, limit + 10);
    end
    [~, user] = system ('id -u');
    if (strcmp (strtrim (user), '0'))
      text = [text, ' --allow-run-as-root'];
    end
  end
end

% DLS_MPI in the environment, the build folder of the project, or the search path of programs.
function program = find_program ()
  program = getenv ('DLS_MPI');
  if (isempty (program))
    project = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
    program = fullfile (project, 'build', 'dls_mpi');
    if (exist (program, 'file') ~= 2)
      [~, program] = system ('command -v dls_mpi');
      program = strtrim (program);
    end
  end
  if (isempty (program) || exist (program, 'file') ~= 2)
    error ('delassus:notCompiled', ['dls_kkt: the program dls_mpi is missing; run "make mpi" ', ...
           'in the folder of the project (Debian packages libopenmpi-dev, openmpi-bin, ', ...
           'libmumps-dev), or say where it is in the environment variable DLS_MPI']);
  end
end

% What went wrong, in the words of the rank that says so, else of the launcher.
function failed (status, text, ranks)
  said = regexp (text, '^dls_mpi: (rank \d+): (\w+): (.*)$', 'tokens', 'once', 'lineanchors', ...
                 'dotexceptnewline');
  if (~isempty (said))
    error (['delassus:', said{2}], 'dls_kkt: %s of %d: %s', said{1}, ranks, said{3});
  end
  late = regexp (text, '^dls_mpi: (the time limit.*)$', 'tokens', 'once', 'lineanchors', ...
                 'dotexceptnewline');
  if (~isempty (late))
    error ('delassus:timeLimit', 'dls_kkt: %s', late{1});
  elseif (~isempty (strfind (text, 'time limit for job execution')))
    error ('delassus:timeLimit', 'dls_kkt: the time limit is over and the ranks did not stop');
  end
  dead = regexp (text, 'process rank (\d+)[^\n]*exited on\s+signal (\d+ \([^)]*\))', 'tokens', ...
                 'once');
  if (~isempty (dead))
    error ('delassus:engine', 'dls_kkt: rank %s of %d was ended by signal %s', dead{1}, ranks, ...
           dead{2});
  elseif (status > 128)                        % mpirun does not always say which rank
    error ('delassus:engine', 'dls_kkt: a rank of %d was ended by signal %d', ranks, status - 128);
  end
  error ('delassus:engine', 'dls_kkt: mpirun ended with status %d: %s', status, strtrim (text));
end

function remove (folder)
  delete (fullfile (folder, '*'));
  rmdir (folder);
end
