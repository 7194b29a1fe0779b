function text = dls_kkt_advice (G, info, names)
% For the message of an answer that is 'inaccurate': which constraints are nearly dependent, at
% which tolerance they would count as redundant, which method may do better. names: of the
% constraints, or {}.
% SPDX-License-Identifier: GPL-3.0-or-later
  most = 1500;                                 % dense singular values of more take too long
  text = '';
  if (~strcmp (info.status, 'inaccurate'))
    return
  end
  if (any (info.residual.kernel == 1))
    text = '; the least norm is not known: scale the columns of G alike, or use ''Weight''';
  end
  if (isempty (G) || max (size (G)) > most)
    text = [text, '; ''Method'', ''qr'' may do better'];
    return
  end
  G = full (G);
  lengths = max (sqrt (sum (G .^ 2, 1)), realmin);
  [~, S, V] = svd (G * diag (1 ./ lengths), 'econ');
  s = diag (S);
  k = find (s > max (size (G)) * eps * s(1) & s < 1e-5 * s(1), 1, 'last');
  if (~isempty (k))
    part = abs (V(:,k));
    rows = find (part > 0.1 * max (part))';
    text = sprintf (['%s; nearly dependent: constraints %s; redundant for a ''RankTolerance'' ', ...
                     'of %.1e'], ...
                    text, listed (rows, names), 2 * s(k) / s(1));
  end
  if (~strcmp (info.method, 'dense'))
    text = [text, '; ''Method'', ''dense'' may do better'];
  end
end

function text = listed (rows, names)
  shown = rows(1:min (end, 6));
  if (isempty (names))
    parts = arrayfun (@(j) sprintf ('%d', j), shown, 'UniformOutput', false);
  else
    parts = names(shown);
  end
  parts = parts(:)';
  text = sprintf (', %s', parts{:});
  text = text(3:end);
  if (numel (shown) < numel (rows))
    text = sprintf ('%s and %d more', text, numel (rows) - numel (shown));
  end
end
