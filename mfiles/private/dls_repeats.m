function [text, lines] = dls_repeats (what, R, varargin)
% Words about the constraints of a redundancy; the first argument says what:
%   ('name', R, k)    the name of constraint k, or #k
%   ('of', R, k)      '- left + 2 mid', the constraints that a redundant one repeats; '' of others
%   ('releases', R)   what to release so that all reactions are determined, and lines that say so
%   ('joints', B, s, slope)   how joints of a mechanism must move for a singular value s to vanish,
%                     slope (dG) being its derivative (DLS_REDUNDANCY, R.nearest.joints)
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (what)
    case 'name'
      text = name_of (R, varargin{:});
    case 'of'
      text = of (R, varargin{:});
    case 'releases'
      [text, lines] = releases_of (R);
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

% The smallest sets of constraints to release so that all reactions are determined: what is left is
% independent, a basis. States of self-stress (columns of R.kernel) that share no constraint do not
% interfere: the sets are one choice for each connected part. releases: struct array with
%   rows       constraints of the part
%   count      how many of them are to be released, no less
%   sets       one set in each row: all of them if complete, else one
%   complete   true: sets has all (parts of up to 30 constraints and 20000 choices)
% A system of more than 10000 constraints is taken as one part.
% text: lines that say so by name.
function [releases, text] = releases_of (R)
  releases = struct ('rows', {}, 'count', {}, 'sets', {}, 'complete', {});
  text = {};
  if (R.nullity == 0 || size (R.kernel, 2) ~= R.nullity)
    return
  end
  if (size (R.kernel, 1) > 10000)
    K = R.kernel;
    [rows, columns] = deal ({union(find (~R.determined(:)), R.redundant(:))}, {1:R.nullity});
  else
    K = R.kernel .* (abs (R.kernel) > 1e-9);
    [rows, columns] = parts (K);
  end
  redundant = false (size (K, 1), 1);
  redundant(R.redundant) = true;
  for k = 1:numel (rows)
    p = struct ('rows', rows{k}, 'count', numel (columns{k}));
    p.sets = reshape (rows{k}(redundant(rows{k})), 1, []);
    p.complete = false;
    several(k) = choices (p);
    if (numel (p.rows) <= 30 && several(k) <= 20000)
      p.sets = every_set (full (K(p.rows,columns{k})), p.rows);
      p.complete = true;
    end
    releases(end+1) = p;
  end
  for k = 1:min (numel (releases), 20)
    text{end+1} = ['  ', sentence(releases(k), several(k), R.names)];
  end
  if (numel (releases) > 20)
    text{end+1} = sprintf ('  and so on in %d more parts', numel (releases) - 20);
  end
end

% Connected parts of the graph of constraints and states of self-stress.
function [rows, columns] = parts (K)
  [m, k] = size (K);
  A = double (K ~= 0);
  [p, ~, r] = dmperm ([speye(m), A; A', speye(k)]);
  rows = {};
  columns = {};
  for b = 1:numel (r) - 1
    of = sort (p(r(b):r(b+1)-1));
    if (any (of > m))
      rows{end+1} = reshape (of(of <= m), [], 1);
      columns{end+1} = reshape (of(of > m) - m, 1, []);
    end
  end
end

% What is left is independent where the rows of the kernel that belong to the set are.
function sets = every_set (K, rows)
  c = size (K, 2);
  K = bsxfun (@rdivide, K, sqrt (sum (K .^ 2, 2)));
  T = nchoosek (1:numel (rows), c);
  keep = false (size (T, 1), 1);
  if (c == 1)
    keep(:) = true;
  elseif (c == 2)
    keep = abs (K(T(:,1),1) .* K(T(:,2),2) - K(T(:,1),2) .* K(T(:,2),1)) > 1e-7;
  else
    for t = 1:size (T, 1)
      keep(t) = abs (det (K(T(t,:),:))) > 1e-7 ^ (c / 2);
    end
  end
  sets = reshape (rows(T(keep,:)), [], c);
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
    text = sprintf ('%s (one of at most %.3g sets of %d)', text, several, p.count);
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
