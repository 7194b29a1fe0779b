function dls_mechanism_name (name, taken, what, caller)
% A new name of a body, joint or force, not among those taken.
% SPDX-License-Identifier: GPL-3.0-or-later
  reserved = {'ground', 'all', 'nb', 'nu', 'tb', 'tu'};
  if (~(ischar (name) && size (name, 1) == 1 && isvarname (name)))
    error ('delassus:option', ['%s: the name is %s; expected a text of letters, digits and _ ', ...
           'that begins with a letter'], caller, dls_describe (name));
  elseif (any (strcmp (name, reserved)))
    error ('delassus:option', '%s: ''%s'' is taken by the toolbox; expected another name', ...
           caller, name);
  end
  if (any (strcmp (name, taken)))
    error ('delassus:option', '%s: the name ''%s'' is already among the %s; expected another', ...
           caller, name, what);
  end
end
