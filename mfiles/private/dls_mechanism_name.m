function k = dls_mechanism_name (what, varargin)
% Names of bodies, joints and forces; dls_mechanism_name (WHAT, ...): new: one that is not taken;
% number: that of the one which is meant.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (strcmp (what, 'new'))
    check_new (varargin{:});
  else
    k = number_of (varargin{:});
  end
end

% A name that is not among those of the last of S; dls_mechanism_input looks at all, when used:
% here this were most of the work of a thousand bodies.
function check_new (name, S, what, caller)
  last = 32;
  reserved = {'ground', 'all', 'nb', 'nu', 'tb', 'tu'};
  if (~(ischar (name) && size (name, 1) == 1 && isvarname (name)))
    error ('delassus:option', ['%s: the name is %s; expected a text of letters, digits and _ ', ...
           'that begins with a letter'], caller, dls_describe (name));
  elseif (any (strcmp (name, reserved)))
    error ('delassus:option', '%s: ''%s'' is taken by the toolbox; expected another name', ...
           caller, name);
  end
  if (numel (S) > last)
    S = S(end-last+1:end);
  end
  if (any (strcmp (name, {S.name})))
    error ('delassus:option', '%s: the name ''%s'' is already among the %s; expected another', ...
           caller, name, what);
  end
end

% The number of the body or joint (what) with this name.
function k = number_of (name, names, what, caller)
  if (~(ischar (name) && size (name, 1) == 1))
    error ('delassus:type', '%s: a %s is %s; expected its name', caller, what, dls_describe (name));
  end
  k = find (strcmp (name, names), 1);
  if (isempty (k))
    if (strcmp (what, 'body'))
      names = [names, {'ground'}];
    end
    if (isempty (names))
      error ('delassus:option', '%s: there is no %s ''%s'': there are none so far', ...
             caller, what, name);
    end
    error ('delassus:option', '%s: there is no %s ''%s''; expected one of %s%s', caller, what, ...
           name, dls_some (names), dls_nearest_name (name, names));
  end
end
