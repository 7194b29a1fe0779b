function varargout = dls_mechanism_part (what, varargin)
% What the builders of mechanisms share; the first argument says what:
%   B = ('mechanism', B, caller)                   B, or an error that says what was found
%   name = ('name', name, B, caller)               a new name, or an error
%   k = ('body', B, name, caller)                  number of a body, 0 for the ground, or an error
%   k = ('joint', B, name, caller)                 number of a joint, or an error
%   x = ('vector', x, rows, caller, name)          one full finite column, a row is turned
%   x = ('number', x, low, caller, name, default)  one finite number >= low (-Inf: any)
%   x = ('flag', x, caller, name)                  true or false, [] is false
%   u = ('axis', x, rows, caller, name)            a unit vector, or an error
%   [x, R] = ('pose', B, k)                        position and rotation of body k at B.q
%   R = ('rotation', turn, caller)                 from a quaternion, rotation vector or matrix
%   R = ('frame', along, across, d, caller)        d-by-d, the first column is along
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent f
  if (isempty (f))
    f = words ();
  end
  [varargout{1:max (nargout, 1)}] = f.(what) (varargin{:});
end

function f = words ()
  f = struct ('mechanism', @is_mechanism, 'name', @new_name, 'body', @body_number, ...
              'joint', @joint_number, 'vector', @vector, 'number', @number, 'flag', @flag, ...
              'axis', @unit_axis, 'pose', @pose, 'rotation', @rotation, 'frame', @frame);
end

function B = is_mechanism (B, caller)
  if (~(isstruct (B) && isscalar (B) && isfield (B, 'kind')))
    error ('delassus:type', '%s: the first argument is %s; expected a mechanism, made by %s', ...
           caller, dls_describe (B), 'dls_mechanism');
  end
  dls_kind_input (B, 'mechanism', caller);
end

function name = new_name (name, B, caller)
  reserved = {'ground', 'nb', 'nu', 'tb', 'tu'};
  if (~(ischar (name) && size (name, 1) == 1 && isvarname (name)))
    error ('delassus:option', ['%s: the name is %s; expected a text of letters, digits and _ ', ...
           'that begins with a letter'], caller, dls_describe (name));
  elseif (any (strcmp (name, reserved)))
    error ('delassus:option', '%s: ''%s'' is taken by the toolbox; expected another name', ...
           caller, name);
  end
  for list = {'bodies', 'joints', 'forces'}
    if (any (strcmp (name, {B.(list{1}).name})))
      error ('delassus:option', '%s: the name ''%s'' is already among the %s; expected another', ...
             caller, name, list{1});
    end
  end
end

function k = body_number (B, name, caller)
  if (~(ischar (name) && size (name, 1) == 1))
    error ('delassus:type', '%s: a body is %s; expected its name', caller, dls_describe (name));
  end
  if (strcmp (name, 'ground'))
    k = 0;
    return
  end
  k = listed (name, {B.bodies.name}, 'body', caller, {'ground'});
end

function k = joint_number (B, name, caller)
  if (~(ischar (name) && size (name, 1) == 1))
    error ('delassus:type', '%s: a joint is %s; expected its name', caller, dls_describe (name));
  end
  k = listed (name, {B.joints.name}, 'joint', caller, {});
end

function k = listed (name, names, what, caller, more)
  k = find (strcmp (name, names), 1);
  if (isempty (k))
    names = [names, more];
    known = strjoin (names(1:min (end, 12)), ', ');
    if (isempty (names))
      known = 'none so far';
    elseif (numel (names) > 12)
      known = sprintf ('%s and %d more', known, numel (names) - 12);
    end
    error ('delassus:option', '%s: there is no %s ''%s''; expected one of %s%s', caller, what, ...
           name, known, dls_nearest_name (name, names));
  end
end

function x = vector (x, rows, caller, name)
  if (isa (x, 'double') && isvector (x) && size (x, 1) == 1)
    x = x';
  end
  if (isa (x, 'double') && size (x, 2) == 1 && any (numel (x) == [2 3]) && numel (x) ~= rows)
    error ('delassus:dimension', '%s: %s has %d numbers; expected %d in a mechanism %s', caller, ...
           name, numel (x), rows, where_of (rows));
  end
  x = dls_vector_input (x, rows, caller, name);
end

function text = where_of (d)
  if (d == 2)
    text = 'in the plane (d = 2)';
  else
    text = 'in space (d = 3)';
  end
end

function x = number (x, low, caller, name, default)
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

function x = flag (x, caller, name)
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

function u = unit_axis (x, rows, caller, name)
  x = vector (x, rows, caller, name);
  size_of = norm (x);
  if (size_of == 0)
    error ('delassus:option', '%s: %s has length zero; expected a direction', caller, name);
  end
  u = x / size_of;
end

function [x, R] = pose (B, k)
  d = B.d;
  if (k == 0)
    x = zeros (d, 1);
    R = eye (d);
    return
  end
  p = B.bodies(k).place;
  if (~B.bodies(k).fixed)
    p = B.q(B.bodies(k).first(1) + (1:4*d-5));
  end
  x = p(1:d);
  if (d == 2)
    R = [cos(p(3)), -sin(p(3)); sin(p(3)), cos(p(3))];
  else
    R = of_quaternion (p(4:7));
  end
end

function R = of_quaternion (p)
  p = p / norm (p);
  w = p(1);
  u = p(2:4);
  R = (w ^ 2 - u' * u) * eye (3) + 2 * (u * u') + 2 * w * cross_matrix (u);
end

function U = cross_matrix (u)
  U = [0, -u(3), u(2); u(3), 0, -u(1); -u(2), u(1), 0];
end

% A turn in space as a unit quaternion (w, x, y, z), w >= 0.
function p = rotation (turn, caller)
  if (isempty (turn) && isa (turn, 'double'))
    p = [1; 0; 0; 0];
    return
  end
  if (isequal (size (turn), [3 3]) && isa (turn, 'double') && isreal (turn))
    if (~(norm (turn' * turn - eye (3)) <= 1e-6 && det (turn) > 0))
      error ('delassus:option', ['%s: ''turned'' is a matrix that is no rotation ', ...
             '(|R''R - I| = %.2g, det = %.2g)'], caller, norm (turn' * turn - eye (3)), det (turn));
    end
    p = of_matrix (turn);
  elseif (numel (turn) == 4)
    p = dls_vector_input (turn(:), 4, caller, '''turned''');
    if (abs (norm (p) - 1) > 1e-6)
      error ('delassus:option', ['%s: ''turned'' is a quaternion of length %g; ', ...
             'expected a unit quaternion (w, x, y, z)'], caller, norm (p));
    end
    p = p / norm (p);
  elseif (numel (turn) == 3)
    r = dls_vector_input (turn(:), 3, caller, '''turned''');
    angle = norm (r);
    p = [cos(angle / 2); sin(angle / 2) / max(angle, realmin) * r];
  else
    error ('delassus:dimension', ['%s: ''turned'' is %s; expected in space a rotation vector ', ...
           '(axis times angle), a unit quaternion (w, x, y, z) or a 3-by-3 rotation'], caller, ...
           dls_describe (turn));
  end
  if (p(1) < 0)
    p = -p;
  end
end

% The largest of w, x, y, z is found from the diagonal, the others by dividing by it.
function p = of_matrix (R)
  t = trace (R);
  squares = [1 + t; 1 - t + 2 * diag(R)] / 4;
  [~, k] = max (squares);
  skew = [R(3,2) - R(2,3); R(1,3) - R(3,1); R(2,1) - R(1,2)] / 4;
  if (k == 1)
    p = [squares(1); skew];
  else
    i = k - 1;
    p = [skew(i); (R(:,i) + R(i,:)') / 4];
    p(k) = squares(k);
  end
  p = p / norm (p);
end

% Axes of a place: the first is along; in space the second is what is left of across.
function R = frame (along, across, d, caller)
  if (d == 2)
    R = [along, [-along(2); along(1)]];
    return
  end
  if (isempty (across))
    [~, k] = min (abs (along) - [2; 1; 0] * 1e-9);
    across = zeros (3, 1);
    across(k) = 1;
  end
  across = across - along * (along' * across);
  if (norm (across) <= 1e-9)
    error ('delassus:option', ['%s: ''across'' is parallel to ''along''; expected two ', ...
           'different directions'], caller);
  end
  across = across / norm (across);
  R = [along, across, cross(along, across)];
end
