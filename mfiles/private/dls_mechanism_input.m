function dls_mechanism_input (B, caller, building)
% B is a mechanism of dls_mechanism, or an error that says what it is. It may have been edited: its
% fields are there, and of their kind, and no name comes twice. Builders (a third argument) look at
% its fields only: what they would look at for each body is left to who uses the mechanism.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin > 2 && usual (B))
    return
  elseif (~(isstruct (B) && isscalar (B) && isfield (B, 'kind')))
    error ('delassus:type', '%s: the first argument is %s; expected a mechanism, made by %s', ...
           caller, dls_describe (B), 'dls_mechanism');
  elseif (~(ischar (B.kind) && strcmp (B.kind, 'mechanism')))
    dls_kind_input (B, 'mechanism', caller);
  end
  structs = {'bodies', 'joints', 'forces', 'touches'};
  numbers = {'d', 'gravity', 't', 'q', 'v'};
  missing = [structs(~isfield (B, structs)), numbers(~isfield (B, numbers))];
  if (~isempty (missing))
    error ('delassus:type', '%s: the mechanism has no field ''%s''', caller, missing{1});
  end
  for name = structs
    if (~like (B.(name{1}), name{1}))
      wrong (caller, name{1}, B.(name{1}), 'a struct array with the fields of dls_mechanism');
    end
  end
  for name = numbers
    x = B.(name{1});
    if (~(isa (x, 'double') && isreal (x) && ~issparse (x)))
      wrong (caller, name{1}, x, 'full, real numbers');
    end
    dls_finite_input (x, caller, [name{1}, ' of the mechanism']);
  end
  for name = {'q', 'v'}
    if (size (B.(name{1}), 2) ~= 1)
      wrong (caller, name{1}, B.(name{1}), 'a column');
    end
  end
  if (~(isequal (B.d, 2) || isequal (B.d, 3)))
    wrong (caller, 'd', B.d, '2 or 3');
  elseif (~isscalar (B.t))
    wrong (caller, 't', B.t, 'a number');
  end
  for name = {'bodies', 'joints', 'forces'}
    once (B.(name{1}), name{1}, caller);
  end
end

% One look at all, without calls: builders ask this often.
function yes = usual (B)
  f = fields_of ();
  try
    q = B.q;
    v = B.v;
    d = B.d;
    yes = strcmp (B.kind, 'mechanism') && isa (d, 'double') && numel (d) == 1 ...
          && (d == 2 || d == 3) && isfield (B, 't') ...
          && isa (q, 'double') && isa (v, 'double') && size (q, 2) == 1 && size (v, 2) == 1 ...
          && ~issparse (q) && ~issparse (v) && all (isfield (B.bodies, f.bodies)) ...
          && all (isfield (B.joints, f.joints)) && all (isfield (B.forces, f.forces)) ...
          && all (isfield (B.touches, f.touches));
  catch                                            % no struct, no such field: told above
    yes = false;
  end
end

% Has S the fields of this part of a mechanism, in any order?
function yes = like (S, part)
  fields = fields_of ();
  names = fields.(part);
  yes = isstruct (S) && size (struct2cell (S(1:0)), 1) == numel (names) && all (isfield (S, names));
end

function f = fields_of ()
  persistent known
  if (isempty (known))
    known = structfun (@fieldnames, rmfield (dls_mechanism ('d', 2), {'kind', 'd', 'gravity', ...
                                    't', 'q', 'v'}), 'UniformOutput', false);
  end
  f = known;
end

function once (S, what, caller)
  names = {S.name};
  if (~iscellstr (names))
    return
  end
  sorted = sort (names);
  k = find (strcmp (sorted(1:end-1), sorted(2:end)), 1);
  if (~isempty (k))
    error ('delassus:option', '%s: the name ''%s'' is already among the %s; expected another', ...
           caller, sorted{k}, what);
  end
end

function wrong (caller, name, x, expected)
  error ('delassus:type', '%s: ''%s'' of the mechanism is %s; expected %s', caller, name, ...
         dls_describe (x), expected);
end
