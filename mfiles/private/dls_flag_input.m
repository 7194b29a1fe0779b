function x = dls_flag_input (x, caller, name)
% x as true or false; [] is false.
% SPDX-License-Identifier: GPL-3.0-or-later
  words = {'off', 'on'};
  if (isempty (x) && isa (x, 'double'))
    x = false;
  elseif (ischar (x) && any (strcmpi (x, words)))
    x = strcmpi (x, 'on');
  elseif (~(isscalar (x) && (islogical (x) || isequal (x, 0) || isequal (x, 1))))
    error ('delassus:option', '%s: %s is %s; expected true or false', caller, name, ...
           dls_describe (x));
  end
  x = logical (x);
end
