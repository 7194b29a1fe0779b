function dls_sweep_open (J, workers, retry)
% Make the folder of a sweep, or take it up again: check that it belongs to this sweep and that no
% other process works in it, then offer the points that are not finished for claims.
%   points/0000123     value, message, seconds of point 123
%   claims/0000007     points of chunk 7, free; renamed to 0000007.host-pid when claimed, and to
%                      0000007.free when its process died
%   lost/0000123       a process died computing point 123
%   workers, tmp       what workers print; files being written
%   sweep, lock, job   the signature; who runs the sweep; the function for the workers
% SPDX-License-Identifier: GPL-3.0-or-later
  for part = {'', '/points', '/tmp', '/lost', '/workers'}
    [ok, text] = mkdir ([J.folder, part{1}]);
    if (~ok)
      error ('delassus:file', 'dls_sweep: the folder ''%s'' cannot be made: %s', ...
             [J.folder, part{1}], text);
    end
  end
  before = dls_sweep_load ([J.folder, '/sweep']);
  if (~isempty (before) && ~isequal (before, J.signature))
    error ('delassus:resume', ['dls_sweep: the folder ''%s'' holds another sweep (other ', ...
           'grid, function, captured variables or seed); expected the same or a new folder'], ...
           J.folder);
  end
  take_lock (J.folder);
  for part = {'/lost', '/tmp', '/workers'}
    dls_sweep_clear ([J.folder, part{1}], false);
  end
  dls_sweep_save (J.folder, 'sweep', J.signature);
  if (retry)
    forget_failed (J.folder);
  end
  offer (J, workers);
end

function take_lock (folder)
  lock = [folder, '/lock'];
  other = '';
  if (exist (lock, 'file') == 2)
    other = strtrim (fileread (lock));
  end
  [me, host] = dls_sweep_owner ();
  if (~strcmp (other, me) && strncmp (other, [host, '-'], numel (host) + 1) ...
      && ~dls_sweep_gone (other))
    error ('delassus:busy', ['dls_sweep: process %s already works in ''%s''; expected a ', ...
           'folder of its own (or delete ''%s'')'], other, folder, lock);
  end
  write (lock, me);
end

function forget_failed (folder)
  for name = dls_sweep_names ([folder, '/points'])
    file = [folder, '/points/', name{1}];
    r = dls_sweep_load (file);
    if (isempty (r) || ~isempty (r.message))
      dls_sweep_delete (file);
    end
  end
end

% Chunks become smaller towards the end, so that workers end together, and each takes points from
% all over the grid (golden section), so that one hard region is shared.
function offer (J, workers)
  claims = [J.folder, '/claims'];
  fresh = [J.folder, '/claims.new'];
  dls_sweep_clear (claims, true);
  dls_sweep_clear (fresh, true);
  mkdir (fresh);
  left = 1:J.G.count;
  left(str2double (dls_sweep_names ([J.folder, '/points']))) = [];
  if (workers > 1)
    [~, order] = sort (mod ((1:numel (left)) * (sqrt (5) - 1) / 2, 1));
    left = left(order);
  end
  chunk = 0;
  while (~isempty (left))
    chunk = chunk + 1;
    n = min (max (1, floor (numel (left) / (4 * workers))), 64);
    write (sprintf ('%s/%07d', fresh, chunk), sprintf ('%d ', left(1:n)));
    left(1:n) = [];
  end
  write ([fresh, '/run.', J.run], '');
  dls_rename (fresh, claims);            % from now on workers see them, all of them
end

function write (file, text)
  fid = fopen (file, 'w');
  if (fid < 0 || (fprintf (fid, '%s', text) < numel (text)) || fclose (fid) ~= 0)
    error ('delassus:file', 'dls_sweep: ''%s'' cannot be written', file);
  end
end
