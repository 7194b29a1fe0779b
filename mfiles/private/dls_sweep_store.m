function varargout = dls_sweep_store (what, varargin)
% The folder of a sweep, in which processes share its points; dls_sweep_store (WHAT, ...):
% names, load, save, delete, clear, move: files; open, collect: of the whole sweep; owner, gone,
% lost: who works on what; random, signature: what belongs to a point, and to the sweep.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['sweep_', what], varargin{:});
end

% Names of the files in a folder, sorted: a row cell, empty when there is no such folder.
function names = sweep_names (folder)
  if (exist ('OCTAVE_VERSION', 'builtin'))
    names = readdir (folder)';                 % dir takes 100 times as long
  else
    names = dir (folder);
    names = {names.name};
  end
  if (isempty (names))
    names = {};
  end
  names = names(~strncmp (names, '.', 1));
end

% What sweep_save stored; [] when there is no such file or it is damaged.
function x = sweep_load (file)
  try
    if (exist ('OCTAVE_VERSION', 'builtin'))
      x = load ('-binary', file).x;
    else
      x = load (file, '-mat');
      x = x.x;
    end
  catch
    x = [];
  end
end

% Store x as folder/file, whole or not at all: written in folder/tmp, then renamed.
function sweep_save (folder, file, x)
  persistent octave process
  if (isempty (octave))
    octave = exist ('OCTAVE_VERSION', 'builtin') ~= 0;
    process = sweep_owner ();
  end
  target = [folder, '/', file];
  part = [folder, '/tmp/', process, '-', strrep(file, '/', '-')];
  if (octave)
    save ('-binary', part, 'x');
  else
    save (part, 'x', '-v7', '-mat');
  end
  % save is silent about a full disk and about functions that it writes but cannot read
  if (isempty (sweep_load (part)) || ~sweep_move (part, target))
    sweep_delete (part);
    error ('delassus:file', ['dls_sweep: ''%s'' was written but cannot be read: a full ', ...
           'disk, or something that cannot be stored'], target);
  end
end

% Delete a file, if there is one. In Octave, delete would take [ and * in names as patterns.
function sweep_delete (file)
  if (exist ('OCTAVE_VERSION', 'builtin'))
    [~, ~] = unlink (file);
  elseif (exist (file, 'file') == 2)
    delete (file);
  end
end

% Delete the files of a folder (not its folders) and, if asked, the folder itself.
function sweep_clear (folder, itself)
  for name = sweep_names (folder)
    sweep_delete ([folder, '/', name{1}]);
  end
  if (itself && exist (folder, 'dir') == 7)
    rmdir (folder);
  end
end

% Rename a file or folder: of several processes that try, one succeeds.
function ok = sweep_move (from, to)
  persistent octave
  if (isempty (octave))
    octave = exist ('OCTAVE_VERSION', 'builtin') ~= 0;
  end
  if (octave)
    [err, ~] = rename (from, to);
    ok = err == 0;
  else
    ok = java.io.File (from).renameTo (java.io.File (to));
  end
end

% Make the folder of a sweep, or take it up again: check that it belongs to this sweep and that no
% other process works in it, then offer the points that are not finished for claims.
%   points/0000123     value, message, seconds of point 123
%   claims/0000007     points of chunk 7, free; renamed to 0000007.host-pid when claimed, and to
%                      0000007.free when its process died
%   lost/0000123       a process died computing point 123
%   workers, tmp       what workers print; files being written
%   sweep, lock, job   the signature; who runs the sweep; the function for the workers
function sweep_open (J, workers, retry)
  for part = {'', '/points', '/tmp', '/lost', '/workers'}
    [ok, text] = mkdir ([J.folder, part{1}]);
    if (~ok)
      error ('delassus:file', 'dls_sweep: the folder ''%s'' cannot be made: %s', ...
             [J.folder, part{1}], text);
    end
  end
  before = sweep_load ([J.folder, '/sweep']);
  if (~isempty (before) && ~isequal (before, J.signature))
    error ('delassus:resume', ['dls_sweep: the folder ''%s'' holds another sweep (other ', ...
           'grid, function, captured variables or seed); expected the same or a new folder'], ...
           J.folder);
  end
  take_lock (J.folder);
  for part = {'/lost', '/tmp', '/workers'}
    sweep_clear ([J.folder, part{1}], false);
  end
  sweep_save (J.folder, 'sweep', J.signature);
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
  [me, host] = sweep_owner ();
  if (~strcmp (other, me) && strncmp (other, [host, '-'], numel (host) + 1) ...
      && ~sweep_gone (other))
    error ('delassus:busy', ['dls_sweep: process %s already works in ''%s''; expected a ', ...
           'folder of its own (or delete ''%s'')'], other, folder, lock);
  end
  write (lock, me);
end

function forget_failed (folder)
  for name = sweep_names ([folder, '/points'])
    file = [folder, '/points/', name{1}];
    r = sweep_load (file);
    if (isempty (r) || ~isempty (r.message))
      sweep_delete (file);
    end
  end
end

% Chunks become smaller towards the end, so that workers end together, and each takes points from
% all over the grid (golden section), so that one hard region is shared.
function offer (J, workers)
  claims = [J.folder, '/claims'];
  fresh = [J.folder, '/claims.new'];
  sweep_clear (claims, true);
  sweep_clear (fresh, true);
  mkdir (fresh);
  left = 1:J.G.count;
  left(str2double (sweep_names ([J.folder, '/points']))) = [];
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
  sweep_move (fresh, claims);            % from now on workers see them, all of them
end

function write (file, text)
  fid = fopen (file, 'w');
  if (fid < 0 || (fprintf (fid, '%s', text) < numel (text)) || fclose (fid) ~= 0)
    error ('delassus:file', 'dls_sweep: ''%s'' cannot be written', file);
  end
end

% The results of the points as arrays over the grid; points without one, or with a damaged file
% (which is deleted: it will be computed again), are not done.
function R = sweep_collect (J)
  N = J.G.count;
  shape = [J.G.dims, ones(1, 2 - numel (J.G.dims))];
  values = cell (N, 1);
  R.error = repmat ({''}, shape);
  R.done = false (shape);
  R.seconds = NaN (shape);
  for name = sweep_names ([J.folder, '/points'])
    k = str2double (name{1});
    r = sweep_load ([J.folder, '/points/', name{1}]);
    if (isstruct (r) && k <= N)
      values{k} = r.value;
      R.error{k} = r.message;
      R.seconds(k) = r.seconds;
      R.done(k) = true;
    else
      sweep_delete ([J.folder, '/points/', name{1}]);
    end
  end
  R.failed = ~cellfun (@isempty, R.error);
  R.value = assembled (values, R.done & ~R.failed, J.G.dims);
end

% Numbers: the grid, then the dimensions of one value (none for scalars, one for vectors); NaN
% where there is no value. All else, and values of different sizes: a cell.
function A = assembled (values, good, dims)
  values = reshape (values, [dims, ones(1, 2 - numel (dims))]);
  some = reshape (values(good), 1, []);
  numbers = cellfun (@isnumeric, some) | cellfun (@islogical, some);
  sizes = cellfun (@size, some, 'UniformOutput', false);
  if (isempty (some))
    A = NaN (size (values));
  elseif (~all (numbers) || isempty (some{1}) || (numel (some) > 1 && ~isequal (sizes{:})))
    A = values;
  else
    kinds = unique (cellfun (@class, some, 'UniformOutput', false));
    kind = kinds{1};
    if (numel (kinds) > 1 || (~all (good(:)) && ~strcmp (kind, 'single')))
      kind = 'double';                         % which knows NaN
      some = cellfun (@double, some, 'UniformOutput', false);
    end
    inner = sizes{1};
    if (numel (inner) > 2)
      some = cellfun (@(v) v(:), some, 'UniformOutput', false);
    end
    A = cast (zeros (numel (values), prod (inner)), kind);
    if (~all (good(:)))
      A(~good,:) = NaN;
    end
    A(good(:),:) = reshape (full ([some{:}]), prod (inner), []).';
    inner(inner == 1) = [];
    outer = [dims, inner];
    A = reshape (A, [outer, ones(1, 2 - numel (outer))]);
  end
end

% Who claims points: host-pid of this process.
function [me, host, pid] = sweep_owner ()
  persistent name
  if (exist ('OCTAVE_VERSION', 'builtin'))
    pid = getpid ();
    if (isempty (name))
      name = gethostname ();
    end
  else
    pid = feature ('getpid');
    if (isempty (name))
      [~, name] = system ('hostname');
    end
  end
  host = regexprep (name, '\W', '_');
  me = sprintf ('%s-%d', host, pid);
end

% Is the process host-pid known to have ended? Only those of this host can be known.
function gone = sweep_gone (owner)
  [~, host] = sweep_owner ();
  parts = regexp (owner, '^(.*)-(\d+)$', 'tokens', 'once');
  gone = ~isempty (parts) && strcmp (parts{1}, host) && isempty_process (str2double (parts{2}));
end

% A zombie, ended but not yet waited for by its parent, counts as none: it computes nothing.
function none = isempty_process (pid)
  if (exist ('OCTAVE_VERSION', 'builtin'))
    none = kill (pid, 0) ~= 0;
  else
    none = system (sprintf ('kill -0 %d 2>/dev/null', pid)) ~= 0;
  end
  stat = sprintf ('/proc/%d/stat', pid);
  if (~none && exist (stat, 'file') == 2)
    try
      none = ~isempty (regexp (fileread (stat), '\) Z [^)]*$', 'once'));
    catch
      none = true;                             % gone since
    end
  end
end

% The unfinished points of a claim whose process died. It died computing the first of them (or
% just before): that is noted, and the second time it becomes the result of this point.
% held: were there any?
function [points, held] = sweep_lost (J, claim)
  points = sscanf (fileread ([J.folder, '/claims/', claim]), '%d')';
  finished = str2double (sweep_names ([J.folder, '/points']));
  points = points(~ismember (points, finished));
  held = ~isempty (points);
  if (~held)
    return
  end
  mark = sprintf ('lost/%07d', points(1));
  if (exist ([J.folder, '/', mark], 'file') == 2)
    r = struct ('value', [], 'seconds', NaN, 'message', ...
                'the processes that computed this point died, twice');
    sweep_save (J.folder, sprintf ('points/%07d', points(1)), r);
    points(1) = [];
  else
    sweep_save (J.folder, mark, 1);
  end
end

% Start the generators of random numbers from a vector; with an output, return their states (a
% cell), which the function takes as well.
function state = sweep_random (seed)
  persistent octave
  if (isempty (octave))
    octave = exist ('OCTAVE_VERSION', 'builtin') ~= 0;
  end
  if (nargout > 0)
    state = {};
    if (octave)
      state = {rand('twister'), randn('twister'), rande('twister'), randg('twister'), ...
               randp('twister')};
    else
      state{1} = rng ();
    end
  end
  if (nargin == 0)
    return
  end
  if (~octave)
    if (iscell (seed))
      rng (seed{1});
    else
      rng (mod (seed * [65537; 1], 2^32));
    end
    return
  end
  if (~iscell (seed))
    seed = {seed, seed, seed, seed, seed};
  end
  rand ('twister', seed{1});
  randn ('twister', seed{2});
  rande ('twister', seed{3});
  randg ('twister', seed{4});
  randp ('twister', seed{5});
end

% A checksum of what decides the results of a sweep: the grid, the seed, and the function with its
% captured variables and, when it lives in a file, the text of this file.
function s = sweep_signature (fun, G, seed)
  text = [described(fun), described(rmfield (G, 'count')), described(seed)];
  if (exist ('hash', 'builtin'))
    s = hash ('md5', text);
  else
    digest = java.security.MessageDigest.getInstance ('MD5');
    s = sprintf ('%02x', typecast (digest.digest (uint8 (text)), 'uint8'));
  end
end

function t = described (x)
  head = sprintf ('%s[%s]', class (x), sprintf ('%d ', size (x)));
  if (isa (x, 'function_handle'))
    t = described_function (x);
  elseif (ischar (x))
    t = [head, x(:)'];
  elseif (issparse (x))
    [i, j, v] = find (x);
    t = ['sparse', head, described([i(:), j(:)]), described(v(:))];
  elseif (isnumeric (x) && ~isreal (x))
    t = ['complex', head, described(real (x)), described(imag (x))];
  elseif (isnumeric (x))
    t = [head, char(typecast (reshape (x, 1, []), 'uint8'))];
  elseif (islogical (x))
    t = [head, char('0' + reshape (x, 1, []))];
  elseif (iscell (x))
    parts = cellfun (@described, reshape (x, 1, []), 'UniformOutput', false);
    t = [head, '{', strjoin(parts, ','), '}'];
  elseif (isstruct (x))
    t = [head, strjoin(fieldnames (x)', ','), described(struct2cell (x))];
  else
    t = head;                                  % objects: their class and size
  end
end

function t = described_function (f)
  about = functions (f);
  t = func2str (f);
  if (isfield (about, 'workspace') && ~isempty (about.workspace))
    t = [t, described(about.workspace)];
    return
  end
  file = about.file;
  if (isempty (file))
    file = which (t);                          % a handle read from a file does not know it
  end
  if (exist (file, 'file') == 2)
    t = [t, fileread(file)];
  end
end
