function varargout = dls_mechanism_place (what, varargin)
% Places of joints and forces; the first argument says what:
%   p = ('read', B, place, caller)     {body, point, 'along', axis, 'across', axis} as a struct with
%                                      body (number), point, along, across ([] where not given)
%   [a, b] = ('frames', B, a, b, caller)   their axes as frames: the first is along, where one is
%                                      given; those of the other then coincide with them at B.q
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (what)
    case 'read'
      varargout{1} = read (varargin{:});
    case 'frames'
      [varargout{1:2}] = frames (varargin{:});
  end
end

function p = read (B, place, caller)
  if (ischar (place))
    place = {place};
  elseif (~(iscell (place) && ~isempty (place)))
    error ('delassus:type', ['%s: a place is %s; expected a cell {body, point}, perhaps with ', ...
           '''along'', axis'], caller, dls_describe (place));
  end
  p = struct ('body', dls_mechanism_part ('body', B, place{1}, caller), ...
              'point', zeros (B.d, 1), 'along', [], 'across', [], 'frame', []);
  rest = 2;
  if (numel (place) > 1 && ~ischar (place{2}))
    p.point = dls_mechanism_part ('vector', place{2}, B.d, caller, ['the point on ', place{1}]);
    rest = 3;
  end
  if (numel (place) < rest)
    return
  end
  given = dls_named_pairs (place(rest:end), {'along', 'across'}, ...
                           sprintf ('%s, place on %s', caller, place{1}));
  for name = {'along', 'across'}
    if (~isempty (given.(name{1})))
      p.(name{1}) = dls_mechanism_part ('axis', given.(name{1}), B.d, caller, ...
                                        sprintf ('''%s'' on %s', name{1}, place{1}));
    end
  end
  if (~isempty (p.across) && (isempty (p.along) || B.d == 2))
    error ('delassus:option', ['%s: ''across'' on %s; expected it after ''along'', in space ', ...
           'only'], caller, place{1});
  end
end

function [a, b] = frames (B, a, b, caller)
  [~, A] = dls_mechanism_part ('pose', B, a.body);
  [~, C] = dls_mechanism_part ('pose', B, b.body);
  if (isempty (a.along) && ~isempty (b.along))
    [b, a] = one_after_other (b, C, a, A, B.d, caller);
  else
    [a, b] = one_after_other (a, A, b, C, B.d, caller);
  end
end

% The first has axes, or takes those of its body.
function [a, b] = one_after_other (a, A, b, C, d, caller)
  T = C' * A;                                      % from the axes of body a to those of body b
  if (isempty (a.along))
    a.frame = eye (d);
  else
    if (isempty (a.across) && ~isempty (b.across))
      a.across = off_axis (T' * b.across, a.along);
    end
    a.frame = dls_mechanism_part ('frame', a.along, a.across, d, caller);
  end
  b.frame = T * a.frame;
  if (~isempty (b.along))
    if (isempty (b.across) && d == 3)
      b.across = off_axis (b.frame(:,2), b.along);
    end
    b.frame = dls_mechanism_part ('frame', b.along, b.across, d, caller);
  end
end

% x, unless it is parallel to u.
function x = off_axis (x, u)
  if (norm (x - u * (u' * x)) <= 1e-6)
    x = [];
  end
end
