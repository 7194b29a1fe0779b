function dls_mechanism_input (B, caller)
% B is a mechanism of dls_mechanism, or an error that says what it is. It may have been edited: its
% fields are there, and of their kind.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (~(isstruct (B) && isscalar (B) && isfield (B, 'kind')))
    error ('delassus:type', '%s: the first argument is %s; expected a mechanism, made by %s', ...
           caller, dls_describe (B), 'dls_mechanism');
  elseif (~(ischar (B.kind) && strcmp (B.kind, 'mechanism')))
    dls_kind_input (B, 'mechanism', caller);
  end
  if (usual (B))
    return
  end
  structs = {'bodies', 'joints', 'forces', 'touches'};
  numbers = {'d', 'gravity', 't', 'q', 'v'};
  missing = [structs(~isfield (B, structs)), numbers(~isfield (B, numbers))];
  if (~isempty (missing))
    error ('delassus:type', '%s: the mechanism has no field ''%s''', caller, missing{1});
  end
  for name = structs
    if (~isstruct (B.(name{1})))
      wrong (caller, name{1}, B.(name{1}), 'a struct array');
    end
  end
  for name = numbers
    x = B.(name{1});
    if (~(isa (x, 'double') && isreal (x)))
      wrong (caller, name{1}, x, 'real numbers');
    end
    dls_finite_input (x, caller, [name{1}, ' of the mechanism']);
  end
  if (~(isequal (B.d, 2) || isequal (B.d, 3)))
    wrong (caller, 'd', B.d, '2 or 3');
  elseif (~isscalar (B.t))
    wrong (caller, 't', B.t, 'a number');
  end
end

% What builders make, which call this for each body and joint: the same checks in one expression.
function yes = usual (B)
  yes = all (isfield (B, {'bodies', 'joints', 'forces', 'touches', 'd', 'gravity', 't', 'q', ...
                          'v'})) ...
        && isstruct (B.bodies) && isstruct (B.joints) && isstruct (B.forces) ...
        && isstruct (B.touches) && isa (B.d, 'double') && isa (B.gravity, 'double') ...
        && isa (B.t, 'double') && isa (B.q, 'double') && isa (B.v, 'double') && isscalar (B.d) ...
        && (B.d == 2 || B.d == 3) && isscalar (B.t);
  if (yes)
    x = [B.t; B.gravity(:); B.q(:); B.v(:)];
    yes = isreal (x) && all (isfinite (x));
  end
end

function wrong (caller, name, x, expected)
  error ('delassus:type', '%s: ''%s'' of the mechanism is %s; expected %s', caller, name, ...
         dls_describe (x), expected);
end
