function sizes = dls_cone_sizes (cones, caller)
% [z, l, q(1), q(2), ...] of the struct that users give.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (~(isstruct (cones) && isscalar (cones)))
    error ('delassus:type', '%s: cones is %s; expected a struct with fields z, l, q', ...
           caller, dls_describe (cones));
  end
  names = {'z', 'l', 'q'};
  most = [1, 1, Inf];
  parts = {0, 0, zeros(1, 0)};
  given = fieldnames (cones);
  for k = 1:numel (given)
    part = find (strcmp (given{k}, names));
    if (isempty (part))
      error ('delassus:option', '%s: cones.%s is unknown; expected fields z, l, q', caller, ...
             given{k});
    end
    value = cones.(given{k});
    if (~(isempty (value) && isa (value, 'double')))
      parts{part} = cone_size (value, names{part}, most(part), caller);
    end
  end
  sizes = [parts{:}];
end

function value = cone_size (value, name, most, caller)
  if (~(isa (value, 'double') && isreal (value) && isvector (value) && numel (value) <= most ...
        && all (value == floor (value) & value >= 0 & value < 2^53)))
    error ('delassus:type', '%s: cones.%s is %s; expected whole numbers >= 0', caller, ...
           name, dls_describe (value));
  end
  value = full (value(:)');
end
