function x = dls_number_input (x, low, caller, name, default)
% x as one finite number >= low (-Inf: any) or in [low, high], or the default for []; low = 'flag':
% as true or false, which is [] too.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (ischar (low))
    x = flag_of (x, caller, name);
    return
  elseif (isempty (x) && isa (x, 'double'))
    x = default;
    return
  end
  if (~(isa (x, 'double') && isreal (x) && isscalar (x) && isfinite (x) && x >= low(1) ...
        && ~any (x > low(2:end))))
    bound = '';
    if (numel (low) > 1)
      bound = sprintf (' in [%g,%g]', low);
    elseif (low > -Inf)
      bound = sprintf (' >= %g', low);
    end
    error ('delassus:option', '%s: %s is %s; expected a finite number%s', caller, name, ...
           dls_describe (x), bound);
  end
end

function x = flag_of (x, caller, name)
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
