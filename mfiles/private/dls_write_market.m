function dls_write_market (P, kind, file)
% A matrix, or the set of Matrix Market files of a problem (see dls_read_market).
% SPDX-License-Identifier: GPL-3.0-or-later
  if (strcmp (kind, 'matrix'))
    dls_write_text (file, {coordinates(P.A)});
    return
  end
  [matrices, vectors] = dls_file_fields (kind);
  stem = file(1:end-4);
  for k = 1:numel (matrices)
    dls_write_text (dls_market_name (stem, kind, matrices{k}), {coordinates(P.(matrices{k}))});
  end
  for k = 1:numel (vectors)
    note = '';
    if (strcmp (vectors{k}, 'mu'))
      note = sprintf ('%% d = %d\n', P.d);
    end
    x = P.(vectors{k});
    text = [sprintf('%%%%MatrixMarket matrix array real general\n'), note, ...
            sprintf('%d 1\n', numel (x)), sprintf('%.17g\n', x)];
    dls_write_text (dls_market_name (stem, kind, vectors{k}), {text});
  end
end

function text = coordinates (A)
  [i, j, x] = find (A);
  text = [sprintf('%%%%MatrixMarket matrix coordinate real general\n'), ...
          sprintf('%d %d %d\n', size (A, 1), size (A, 2), numel (x)), ...
          sprintf('%d %d %.17g\n', [i(:), j(:), x(:)]')];
end
