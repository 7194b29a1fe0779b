% FUZZ_FILES  Files of all formats with flipped bits, cut off, with pieces lost or repeated: a
% problem, or an error delassus:... .
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_files (seed, number)
  why = '';
  random_case (seed, number);
  extensions = {'.dat', '.mtx', '.mat', '.kkt', '.hdf5', '.urdf'};
  extension = extensions{randi (6)};
  file = fullfile (tempdir (), sprintf ('dls_fuzz_%d%s', getpid (), extension));
  cleaner = onCleanup (@() delete (file));
  if (strcmp (extension, '.urdf'))
    folder = fileparts (mfilename ('fullpath'));
    bytes = contents (fullfile (folder, '..', '..', 'examples', 'robot.urdf'));
    bytes = [bytes(1:1687), uint8('</robot>')];            % one leg: fast
  else
    dls_write (written (extension), file);
    bytes = contents (file);
  end
  for k = 1:randi (4)
    bytes = spoiled (bytes, extension);
  end
  fid = fopen (file, 'w');
  fwrite (fid, bytes, 'uint8');
  fclose (fid);
  start = cputime ();
  try
    P = dls_read (file);
  catch err
    if (~strncmp (err.identifier, 'delassus:', 9))
      why = sprintf ('foreign: %s: %s: %s', extension, err.identifier, err.message);
    end
  end
  if (isempty (why) && cputime () - start > 5)
    why = ['slow: ', extension];
  end
end

function bytes = contents (file)
  fid = fopen (file, 'r');
  bytes = fread (fid, Inf, 'uint8=>uint8')';
  fclose (fid);
end

function P = written (extension)
  n = randi (4);
  A = random_case ('integers', n, n);
  switch (extension)
    case '.kkt'
      P = struct ('kind', 'kkt', 'M', A, 'G', A, 'F', rand (n, 2), 'b', rand (n, 2));
    case '.mtx'
      P = rand (n) .* A;
    otherwise
      d = randi ([2, 3]);
      P = dls_problem ('W', rand () * speye (d * n), 'q', randn (d * n, 1), 'mu', 0.5, 'd', d);
      if (rand () < 0.5)
        P = dls_problem ('M', speye (n), 'H', rand (d, n) + 0.1, 'f', rand (n, 1), ...
                         'w', randn (d, 1), 'mu', 0.5, 'd', d);
      end
      if (~strcmp (extension, '.hdf5') && rand () < 0.5)
        P = struct ('kind', 'lcp', 'A', A, 'q', rand (n, 1));
      end
  end
end

function bytes = spoiled (bytes, extension)
  count = numel (bytes);
  at = randi (max (count, 1));
  piece = at:min (at + randi (20), count);
  switch (randi (7))
    case {1, 2}                                % a few bits
      for k = randi (max (count, 1), 1, randi (8))
        if (k <= count)
          bytes(k) = bitxor (bytes(k), uint8 (2 ^ randi ([0, 7])));
        end
      end
    case 3
      bytes = bytes(1:at-1);
    case 4
      bytes(piece) = [];
    case 5
      bytes = [bytes, bytes(piece), bytes(piece)];
    case 6
      bytes(piece) = uint8 (255 * (rand () < 0.5));
    case 7                                      % another number in a text, or in a header
      if (any (strcmp (extension, {'.dat', '.mtx', '.urdf'})))
        words = {'-1', '1e300', 'NaN', 'Inf', '0', '99999999999', '1.5', 'x', ''};
        bytes = [bytes(1:at-1), uint8([' ', words{randi (9)}, ' ']), bytes(at:end)];
      elseif (count > 8)
        where = randi (count - 7);
        bytes(where:where+7) = typecast (int64 (pow2 (randi ([0, 62])) - 1), 'uint8');
      end
  end
end
