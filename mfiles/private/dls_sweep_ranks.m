function died = dls_sweep_ranks (J, L, opts, progress)
% Compute the points of a sweep by the ranks of a launcher, which share the folder; every rank
% returns when all points are finished. Rank 0 opens the folder. Who finds nothing free waits for
% the others and takes over what a dead process of its machine holds, and, when no point was
% finished for opts.Patience seconds, what any process holds: then a point may be computed twice,
% with the same result.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (L.rank == 0)
    dls_sweep_open (J, L.ranks, opts.Retry);
  else
    await (J, opts.Patience);
  end
  dls_sweep_save (J.folder, sprintf ('workers/here.%d.%s', L.rank, J.me), 1);
  dls_sweep_work (J, progress);
  died = 0;
  count = -1;
  while (true)
    open = is_open (J);                        % asked first: rank 0 closes what is complete
    names = dls_sweep_names ([J.folder, '/points']);
    if (numel (names) >= J.G.count)
      return
    end
    if (numel (names) > count)
      count = numel (names);
      since = tic ();
    end
    [points, dead] = take_over (J, toc (since) > opts.Patience);
    died = died + dead;
    if (~open)
      error ('delassus:file', 'dls_sweep: rank 0 gave up; its message says why');
    elseif (isempty (points))
      pause (min (1, 0.01 + 0.1 * toc (since)));
    else
      dls_sweep_compute (J, points, true, progress);
    end
    progress ();
  end
end

% Until rank 0 of this very run has opened the folder.
function await (J, patience)
  start = tic ();
  while (~is_open (J))
    pause (0.02);
    if (toc (start) > patience)
      error ('delassus:file', 'dls_sweep: rank 0 did not open ''%s'' within %g seconds', ...
             J.folder, patience);
    end
  end
  if (~isequal (dls_sweep_load ([J.folder, '/sweep']), J.signature))
    error ('delassus:resume', ['dls_sweep: this rank was given another sweep than rank 0; ', ...
                               'expected the same script with the same data on all ranks']);
  end
end

function yes = is_open (J)
  yes = exist ([J.folder, '/claims/run.', J.run], 'file') == 2;
end

% Unfinished points of a process that died or, when patience is over, of any other; now ours.
function [points, dead] = take_over (J, any_other)
  points = [];
  dead = false;
  known = struct ();
  for name = dls_sweep_names ([J.folder, '/claims'])
    owner = regexprep (name{1}, '^\d+\.?', '');
    if (isempty (owner) || strcmp (owner, J.me) || strncmp (owner, 'run', 3))
      continue
    end
    key = ['p', strrep(owner, '-', '_')];
    if (~isfield (known, key))
      known.(key) = dls_sweep_gone (owner);
    end
    mine = [name{1}(1:7), '.', J.me];
    claims = [J.folder, '/claims/'];
    if (known.(key) && dls_rename ([claims, name{1}], [claims, mine]))
      [points, held] = dls_sweep_lost (J, mine);
      dead = dead || held;
    elseif (any_other)
      points = unfinished (J, [claims, name{1}]);
      if (~isempty (points) && ~dls_rename ([claims, name{1}], [claims, mine]))
        points = [];
      end
    end
    if (~isempty (points))
      return
    end
  end
end

function points = unfinished (J, file)
  try
    points = sscanf (fileread (file), '%d')';
  catch
    points = [];                               % another rank was faster
  end
  points = points(~ismember (points, str2double (dls_sweep_names ([J.folder, '/points']))));
end
