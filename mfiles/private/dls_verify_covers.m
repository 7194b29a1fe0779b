function ok = dls_verify_covers (S)
% Are the columns of S (entries -1, 0, 1) the leaves of a tree, each node of which divides by the
% sign of one row? Then they exclude each other and together are all patterns of signs.
% SPDX-License-Identifier: GPL-3.0-or-later
  i = find (all (S ~= 0, 2), 1);
  ok = size (S, 2) == 1 && isempty (i);
  if (size (S, 2) > 1 && ~isempty (i))
    rest = S([1:i-1, i+1:end],:);
    ok = dls_verify_covers (rest(:,S(i,:) < 0)) && dls_verify_covers (rest(:,S(i,:) > 0));
  end
end
