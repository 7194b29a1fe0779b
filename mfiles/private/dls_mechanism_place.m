function p = dls_mechanism_place (B, place, caller)
% A place {body, point, 'along', axis, 'across', axis} as a struct: body (its number, 0 is the
% ground), point, along and across ([] where not given), frame (still []).
% SPDX-License-Identifier: GPL-3.0-or-later
  if (ischar (place))
    place = {place};
  elseif (~(iscell (place) && ~isempty (place)))
    error ('delassus:type', ['%s: a place is %s; expected a cell {body, point}, perhaps with ', ...
           '''along'', axis'], caller, dls_describe (place));
  end
  p = struct ('body', body_number (B, place{1}, caller), ...
              'point', [], 'along', [], 'across', [], 'frame', []);
  rest = 2;
  if (numel (place) > 1 && ~ischar (place{2}))
    p.point = dls_mechanism_vector (place{2}, B.d, caller, ['the point on ', place{1}]);
    rest = 3;
  else
    p.point = zeros (B.d, 1);
  end
  if (numel (place) < rest)
    return
  elseif (rest == 3 && numel (place) == 4 && strcmp (place{3}, 'along') && ~isempty (place{4}))
    p.along = unit_axis (place{4}, B.d, caller, '''along'' on ', place{1});
    return
  end
  given = dls_named_pairs (place(rest:end), {'along', 'across'}, ...
                           [caller, ', place on ', place{1}]);
  if (~isempty (given.along))
    p.along = unit_axis (given.along, B.d, caller, '''along'' on ', place{1});
  end
  if (~isempty (given.across))
    p.across = unit_axis (given.across, B.d, caller, '''across'' on ', place{1});
  end
  if (~isempty (p.across) && (isempty (p.along) || B.d == 2))
    error ('delassus:option', ['%s: ''across'' on %s; expected it after ''along'', in space ', ...
           'only'], caller, place{1});
  end
end

% The ground is 0. Bodies are mostly joined soon after they are made.
function k = body_number (B, name, caller)
  k = [];
  if (strcmp (name, 'ground'))
    k = 0;
    return
  end
  if (ischar (name))
    before = max (numel (B.bodies) - 4, 0);
    k = before + find (strcmp (name, {B.bodies(before+1:end).name}), 1);
  end
  if (isempty (k))
    k = dls_mechanism_name ('number', name, {B.bodies.name}, 'body', caller);
  end
end

function u = unit_axis (x, rows, caller, what, body)
  x = dls_mechanism_vector (x, rows, caller, [what, body]);
  size_of = norm (x);
  if (size_of == 0)
    error ('delassus:option', '%s: %s%s has length zero; expected a direction', caller, what, body);
  end
  u = x / size_of;
end
