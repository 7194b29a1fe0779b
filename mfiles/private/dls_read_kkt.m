function P = dls_read_kkt (file, caller)
% KKT data as dls_output ('kkt') writes them: P.M, P.G, P.F, P.b; or a solution that dls_mpi wrote
% (examples/mpi/piece.h): P.a, P.lambda, P.info.
% SPDX-License-Identifier: GPL-3.0-or-later
  [fid, reason] = fopen (file, 'r', 'ieee-le');
  if (fid < 0)
    error ('delassus:file', '%s: ''%s'' cannot be read: %s', caller, file, reason);
  end
  close_it = onCleanup (@() fclose (fid));
  S = struct ('fid', fid, 'file', file, 'caller', caller);
  magic = char (fread (fid, 8, 'uint8')');
  if (strcmp (magic, sprintf ('DLSKKT1\n')))
    P = kkt_data (S, sizes (S, 9));
  elseif (strcmp (magic, sprintf ('DLSSOL1\n')))
    P = solution (S, sizes (S, 7));
  else
    error ('delassus:format', ...
           '%s: ''%s'' begins neither with DLSKKT1 (KKT data) nor with DLSSOL1 (a solution)', ...
           caller, file);
  end
end

% The header: counts; its first number is the length of the file.
function h = sizes (S, count)
  h = take (S, count, 'int64');
  at = ftell (S.fid);
  fseek (S.fid, 0, 'eof');
  bytes = ftell (S.fid);
  fseek (S.fid, at, 'bof');
  if (h(1) ~= bytes || any (h < 0))
    dls_raise ('delassus:format', '%s: ''%s'' has %d bytes; its header says %d', S.caller, ...
               S.file, bytes, h(1));
  end
end

function x = take (S, count, class_of_x)
  x = fread (S.fid, count, class_of_x);
  if (numel (x) ~= count)
    error ('delassus:format', '%s: ''%s'' ends too early', S.caller, S.file);
  end
end

function P = kkt_data (S, h)
  [n, m, k] = deal (h(2), h(3), h(4));
  if (h(5) ~= 0 || h(6) ~= n || h(7) ~= m ...
      || h(1) ~= 8 * (11 + n + 2 * h(8) + m + m + 1 + 2 * h(9) + (n + m) * k))
    error ('delassus:format', '%s: ''%s'' is a piece of a system, or its header is damaged', ...
           S.caller, S.file);
  end
  P.kind = 'kkt';
  P.M = columns (S, n, n, h(8));
  take (S, m, 'int64');
  P.G = columns (S, n, m, h(9));
  P.F = reshape (take (S, n * k, 'double'), n, k);
  P.b = reshape (take (S, m * k, 'double'), m, k);
end

function A = columns (S, n, m, entries)
  p = take (S, m + 1, 'int64');
  i = take (S, entries, 'int64');
  x = take (S, entries, 'double');
  if (p(1) ~= 0 || p(end) ~= entries || any (diff (p) < 0) || any (i < 0 | i >= n))
    error ('delassus:format', '%s: ''%s'' has a matrix in disorder', S.caller, S.file);
  end
  j = cumsum (accumarray (p(1:m) + 1, 1, [entries + 1, 1]));   % the last column begun before
  A = sparse (i + 1, j(1:entries), x, n, m);
end

function P = solution (S, h)
  [n, m, k] = deal (h(2), h(3), h(4));
  proofs = bitand (h(5), 1) * m + bitand (h(5), 2) / 2 * n;
  if (h(7) ~= 11 + 10 * k || h(5) > 3 || h(1) ~= 8 * (8 + h(7) + (n + m + proofs) * k))
    error ('delassus:format', '%s: ''%s'' has a damaged header', S.caller, S.file);
  end
  numbers = take (S, h(7), 'double');
  P.kind = 'kkt_solution';
  P.a = reshape (take (S, n * k, 'double'), n, k);
  P.lambda = reshape (take (S, m * k, 'double'), m, k);
  certificate = [];
  if (h(5) > 0)
    certificate = struct ('constraints', [], 'forces', []);
  end
  if (bitand (h(5), 1))
    certificate.constraints = reshape (take (S, m * k, 'double'), m, k);
  end
  if (bitand (h(5), 2))
    certificate.forces = reshape (take (S, n * k, 'double'), n, k);
  end
  sides = reshape (numbers(12:end), 10, k);
  if (~all (ismember (sides(1,:), 0:2)))
    error ('delassus:format', '%s: ''%s'' has a verdict other than 0, 1 or 2', S.caller, S.file);
  end
  P.info = outcome (numbers(1:11), sides, certificate, h(6));
end

% The info of dls_kkt, and what the processes took.
function info = outcome (run, sides, certificate, ranks)
  names = {'solved', 'inconsistent', 'inaccurate'};
  worst = max ([0, sides(1,:)]);
  info = struct ();
  info.status = names{worst + 1};
  info.exitflag = dls_exitflag (info.status);
  steps = max ([zeros(2, 1), sides(8:9,:)], [], 2);
  info.message = sprintf ('%s by mumps on %d ranks in %d + %d steps', info.status, ranks, steps);
  if (any (sides(6,:)))
    info.message = [info.message, ': constraints contradict each other (certificate.constraints)'];
  elseif (worst == 2)
    info.message = [info.message, ': not proved to the tolerance'];
  end
  info.method = 'mumps';
  info.residual = struct ('dynamics', sides(2,:), 'constraints', sides(3,:), ...
                          'optimality', sides(4,:), 'kernel', sides(5,:), ...
                          'worst', max (sides(2,:), sides(3,:)));
  info.certificate = certificate;
  info.iterations = sum (sum (sides(8:9,:)));
  info.steps = sides(8:9,:);
  info.consistent = ~sides(6,:) & ~sides(7,:);
  info.rho = run(1);
  info.delta = run(2);
  info.fill = run(3) / max (run(4), 1);
  info.time = run(8);
  info.factor = struct ('method', 'mumps', 'rho', run(1), 'delta', run(2), 'fill', info.fill, ...
                        'flops', run(5), 'rank', NaN, 'setup_time', run(6), ...
                        'factor_time', run(7), 'factor_entries', run(3), 'analyses', run(11));
  info.ranks = ranks;
  info.memory = struct ('largest', run(9), 'total', run(10));
end
