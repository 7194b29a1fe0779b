function [type, data, next] = dls_mat_element (S, bytes, at)
% The element of a MAT-file that begins at bytes(at): its type, its bytes, where the next begins.
% A small element has its size in the upper half of the type, and its data in 4 bytes.
% SPDX-License-Identifier: GPL-3.0-or-later
  left = numel (bytes) - at + 1;
  if (left < 8)
    dls_read_fail (S, sprintf ('the data end inside an element, at byte %d of %d', at, ...
                               numel (bytes)));
  end
  head = typecast (bytes(at:at+7), 'uint32');
  if (S.swap)
    head = swapbytes (head);
  end
  type = double (head(1));
  count = double (head(2));
  start = at + 8;
  next = at + 8 + 8 * ceil (count / 8);
  if (type >= 65536)
    count = floor (type / 65536);
    type = mod (type, 65536);
    start = at + 4;
    next = at + 8;
  elseif (type == 15)
    next = at + 8 + count;                      % compressed: not padded
  end
  if (count > left - (start - at) || (start == at + 4 && count > 4))
    dls_read_fail (S, sprintf ('the element at byte %d claims %d bytes, but %d follow', at, ...
                               count, left - (start - at)));
  end
  data = bytes(start:start+count-1);
end
