% FUZZ_FOLDERS  Folders of sweeps that a stranger has changed: the same results, or an error
% delassus:... ; no code in them runs.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_folders (seed, number)
  persistent F files R
  why = '';
  f = @(p) struct ('a', p.a * [1 2; 3 4], 't', 'text', 'c', {{1, 'function handle', -p.a}});
  grid = struct ('a', 1:3);
  if (isempty (F))
    F = fullfile (tempdir (), sprintf ('dls_fuzz_%d_sweep', getpid ()));
  end
  run = @() dls_sweep (f, grid, 'Engine', 'serial', 'Display', 'off', 'Folder', F);
  if (isempty (R))
    R = run ();
    names = {'sweep', 'points/0000001', 'points/0000002', 'points/0000003'};
    files = [names; cellfun(@(n) contents (fullfile (F, n)), names, 'UniformOutput', false)];
  end
  random_case (seed, number);
  ran = [F, '-ran'];
  for k = 1:size (files, 2)
    put (fullfile (F, files{1,k}), files{2,k});
  end
  spoiled = files{1,randi (size (files, 2))};
  for k = 1:randi (3)
    spoil (F, spoiled, files, ran);
    spoiled = files{1,randi (size (files, 2))};
  end
  start = cputime ();
  try
    Q = run ();
    same = isequaln (rmfield (Q, 'stats'), rmfield (R, 'stats'));
    if (~same)
      why = 'wrong: other results';
    end
  catch err
    if (~strncmp (err.identifier, 'delassus:', 9))
      why = sprintf ('foreign: %s: %s', err.identifier, err.message);
    end
  end
  if (exist (ran, 'file') || exist (ran, 'dir'))
    why = 'wrong: code in the folder was run';
    system (sprintf ('rm -rf "%s"', ran));
  elseif (isempty (why) && cputime () - start > 5)
    why = 'slow: folder';
  end
  system (sprintf ('rm -rf "%s"/run.* "%s"/points/* "%s/job" "%s/sweep"', F, F, F, F));
end

% One change in the folder: bits, length, another file, code, a folder or link where a file is
function spoil (F, name, files, ran)
  file = fullfile (F, name);
  bytes = contents (file);
  switch (randi (9))
    case {1, 2, 3}
      for at = randi (max (numel (bytes), 1), 1, randi (6))
        if (at <= numel (bytes))
          bytes(at) = bitxor (bytes(at), uint8 (2 ^ randi ([0, 7])));
        end
      end
    case 4
      bytes = bytes(1:randi ([0, numel(bytes)]));
    case 5
      bytes = [bytes, bytes(1:randi ([0, numel(bytes)]))];
    case 6
      bytes = files{2,randi (size (files, 2))};
    case 7
      bytes = code (ran);
    case 8
      names = {'points/0000009', 'points/x', 'points/-1', 'points/NaN', 'run.1.x', 'job', ...
               'points/0000002 ', 'points/1e3', 'points/$(touch ran)', 'points/1;2'};
      file = fullfile (F, names{randi (numel (names))});
      if (rand () < 0.5)
        bytes = code (ran);
      end
    case 9
      [~, ~] = unlink (file);
      ways = {'mkdir', 'ln -s /dev/null', 'ln -s /no/such/file', 'ln -s .'};
      system (sprintf ('%s "%s" 2>/dev/null', ways{randi (4)}, file));
      return
  end
  put (file, bytes);
end

% A point that holds a handle whose text is a command
function bytes = code (ran)
  persistent made
  if (isempty (made))
    evil = sprintf ('{mkdir("%s"),@() 1}{2}', ran);
    h = str2func (['@() ', repmat('1', 1, numel (evil) - 4)]);
    x = struct ('value', h, 'seconds', 1, 'message', '');
    file = tempname ();
    save ('-binary', file, 'x');
    text = strrep (char (contents (file)), func2str (h), evil);
    put (file, uint8 (text));
    checksum_of_x = hash ('md5', text);
    save ('-append', '-binary', file, 'checksum_of_x');
    made = contents (file);
    unlink (file);
  end
  bytes = made;
end

function bytes = contents (file)
  bytes = zeros (1, 0, 'uint8');
  fid = fopen (file, 'r');
  if (fid >= 0)
    bytes = fread (fid, [1, Inf], 'uint8=>uint8');
    fclose (fid);
  end
end

function put (file, bytes)
  [~, ~] = mkdir (fileparts (file));
  if (exist (file, 'dir'))
    system (sprintf ('rm -rf "%s"', file));
  end
  fid = fopen (file, 'w');
  if (fid >= 0)
    fwrite (fid, bytes, 'uint8');
    fclose (fid);
  end
end
