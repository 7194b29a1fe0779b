function text = dls_repeats (what, R, varargin)
% Words about the constraints of a redundancy; the first argument says what:
%   ('name', R, k)    the name of constraint k, or #k
%   ('of', R, k)      '- left + 2 mid', the constraints that a redundant one repeats; '' of others
%   ('releases', R)   lines: what to release so that all reactions are determined
%   ('joints', B, s, slope)   how joints of a mechanism must move for a singular value s to vanish,
%                     slope (dG) being its derivative (DLS_REDUNDANCY, R.nearest.joints)
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (what)
    case 'name'
      text = name_of (R, varargin{:});
    case 'of'
      text = of (R, varargin{:});
    case 'releases'
      text = releases_of (R);
    case 'joints'
      text = joints_of (R, varargin{:});
  end
end

function list = joints_of (B, s, slope)
  list = struct ('name', {}, 'move', {}, 'turn', {});
  turns = 2 * B.d - 3;
  for k = 1:numel (B.joints)
    J = B.joints(k);
    if (~isstruct (J.a) || ~isstruct (J.b) || isempty (J.a) || isempty (J.b))
      continue                             % own rows, drives: no places
    end
    g = zeros (B.d + turns, 1);
    for i = 1:numel (g)
      h = 1e-6 * ((1:numel (g))' == i);
      g(i) = slope (gradients (displaced (B, k, h)) - gradients (displaced (B, k, -h))) / 2e-6;
    end
    g(abs (g) <= 1e-7 * s) = 0;
    [move, turn] = deal (g(1:B.d), g(B.d+1:end));
    list(end+1) = struct ('name', J.name, 'move', -s * move / (move' * move), ...
                          'turn', -s * turn / (turn' * turn));
    list(end).move(:,~any (move)) = Inf;
    list(end).turn(:,~any (turn)) = Inf;
  end
end

function G = gradients (B)
  S = dls_system (B);
  G = [S.Gb, S.Gu];
end

% Both places of joint k moved by h(1:d) and turned by the rest, in the axes of the world.
function B = displaced (B, k, h)
  W = [0, -h(end); h(end), 0];
  if (B.d == 3)
    W = [0, -h(6), h(5); h(6), 0, -h(4); -h(5), h(4), 0];
  end
  for side = 'ab'
    place = B.joints(k).(side);
    [~, R] = dls_mechanism_pose (B, place.body);
    place.point = place.point + R' * h(1:B.d);
    place.frame = R' * (expm (W) * R * place.frame);
    B.joints(k).(side) = place;
  end
end

function text = of (R, k)
  text = '';
  where = find (R.redundant == k, 1);
  if (isempty (where) || isempty (R.kernel))
    return
  end
  [i, ~, v] = find (R.kernel(:,where));
  others = i ~= k;
  i = i(others);
  v = -v(others);
  if (isempty (i))
    text = 'nothing: zero gradient';
    return
  end
  shown = min (numel (i), 6);
  for t = 1:shown
    factor = '';
    if (abs (abs (v(t)) - 1) > 1e-9)
      factor = sprintf ('%.4g ', abs (v(t)));
    end
    text = [text, sign_text(v(t), t), factor, name_of(R, i(t))];
  end
  if (shown < numel (i))
    text = sprintf ('%s + %d more', text, numel (i) - shown);
  end
  text = strtrim (text);
end

function s = sign_text (v, t)
  if (v < 0)
    s = ' - ';
  elseif (t > 1)
    s = ' + ';
  else
    s = '';
  end
end

function name = name_of (R, k)
  if (isempty (R.names))
    name = sprintf ('#%d', k);
  else
    name = R.names{k};
  end
end

% R.releases by name, one line for each part.
function text = releases_of (R)
  text = {};
  for k = 1:min (numel (R.releases), 20)
    text{end+1} = ['  ', sentence(R.releases(k), choices (R.releases(k)), R.names)];
  end
  if (numel (R.releases) > 20)
    text{end+1} = sprintf ('  and so on in %d more parts', numel (R.releases) - 20);
  end
end

function count = choices (p)
  m = numel (p.rows);
  count = round (exp (gammaln (m + 1) - gammaln (p.count + 1) - gammaln (m - p.count + 1)));
end

function text = sentence (p, several, names)
  if (p.complete && size (p.sets, 1) == several)
    text = sprintf ('any %d of %s', p.count, list (names, p.rows, 30));
    return
  end
  shown = min (size (p.sets, 1), 4);
  sets = cell (1, shown);
  for k = 1:shown
    sets{k} = list (names, p.sets(k,:), 12);
  end
  text = strjoin (sets, ' | ');
  if (~p.complete)
    text = sprintf ('%s (%d of at most %.3g sets of %d)', text, size (p.sets, 1), several, p.count);
  elseif (shown < size (p.sets, 1))
    text = sprintf ('%s | ... (%d sets of %d)', text, size (p.sets, 1), p.count);
  end
end

function text = list (names, which, most)
  if (isempty (names))
    names = arrayfun (@(k) sprintf ('#%d', k), which(:)', 'UniformOutput', false);
    text = dls_some (names, most);
  else
    text = dls_some (names(which), most);
  end
end
