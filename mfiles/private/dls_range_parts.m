function parts = dls_range_parts (K, contacts)
% Independent parts of lambda = lambda0 + K*xi: columns of K that share a row, or a contact
% (contacts: columns of row numbers). A cell of column numbers each.
% SPDX-License-Identifier: GPL-3.0-or-later
  [m, k] = size (K);
  [r, c] = find (K);
  nc = size (contacts, 2);
  rows = contacts(:);
  B = sparse (r, c, 1, m, k);
  if (~isempty (rows))
    T = sparse (rows, reshape (repmat (1:nc, size (contacts, 1), 1), [], 1), 1, m, nc);
    B = [B; T' * B];
  end
  label = (1:k)';
  [r, c] = find (B);
  if (isempty (r))
    parts = {};
    return
  end
  while (true)                                 % every row hands its least label to its columns
    low = accumarray (r, label(c), [size(B, 1), 1], @min, Inf);
    next = min (label, accumarray (c, low(r), [k, 1], @min, Inf));
    next = next(next);
    if (isequal (next, label))
      break
    end
    label = next;
  end
  used = unique (label);
  parts = cell (1, numel (used));
  for i = 1:numel (used)
    parts{i} = find (label == used(i));
  end
end
