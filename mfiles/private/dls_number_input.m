function x = dls_number_input (x, low, caller, name, default)
% x as one finite number >= low (-Inf: any), or the default for [].
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isempty (x) && isa (x, 'double'))
    x = default;
    return
  end
  if (~(isa (x, 'double') && isreal (x) && isscalar (x) && isfinite (x) && x >= low))
    bound = '';
    if (low > -Inf)
      bound = sprintf (' >= %g', low);
    end
    error ('delassus:option', '%s: %s is %s; expected a finite number%s', caller, name, ...
           dls_describe (x), bound);
  end
end
