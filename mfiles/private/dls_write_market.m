function dls_write_market (P, kind, files)
% A matrix, or the set of Matrix Market files of a problem (see dls_market_name): the matrices, then
% the vectors of dls_file_fields.
% SPDX-License-Identifier: GPL-3.0-or-later
  [matrices, vectors] = dls_file_fields (kind);
  for k = 1:numel (matrices)
    dls_write_text (files{k}, {coordinates(P.(matrices{k}))});
  end
  for k = 1:numel (vectors)
    note = '';
    if (strcmp (vectors{k}, 'mu'))
      note = sprintf ('%% d = %d\n', P.d);
    end
    x = P.(vectors{k});
    text = [sprintf('%%%%MatrixMarket matrix array real general\n'), note, ...
            sprintf('%d 1\n', numel (x)), sprintf('%.17g\n', x)];
    dls_write_text (files{numel (matrices) + k}, {text});
  end
end

function text = coordinates (A)
  [i, j, x] = find (A);
  text = [sprintf('%%%%MatrixMarket matrix coordinate real general\n'), ...
          sprintf('%d %d %d\n', size (A, 1), size (A, 2), numel (x)), ...
          sprintf('%d %d %.17g\n', [i(:), j(:), x(:)]')];
end
