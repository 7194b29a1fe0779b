function text = dls_nearest_name (name, names)
% '; did you mean ''Method''?' where one of the names differs from `name` by a few letters, begins
% with it, or is a part of it, or is what other programs call it, else ''.
% SPDX-License-Identifier: GPL-3.0-or-later
  name = dls_printable (name);
  names = cellfun (@dls_printable, names, 'UniformOutput', false);
  name = of_others (name, names);
  few = max (1, floor (numel (name) / 3));
  steps = Inf (1, numel (names));
  for k = 1:numel (names)
    if (abs (numel (name) - numel (names{k})) <= few)
      steps(k) = edits (lower (name), lower (names{k})) ...
                 - 0.5 * strncmpi (name, names{k}, 1);     % the first letter is seldom wrong
    end
    if (numel (name) > 2 && strncmpi (name, names{k}, numel (name)))
      steps(k) = 1;                            % it begins so
    elseif (numel (names{k}) > 3 && ~isempty (strfind (lower (name), lower (names{k}))))
      steps(k) = min (steps(k), few);          % it is a part, as Step of TimeStep
    end
  end
  [least, k] = min (steps);
  text = '';
  if (~isempty (k) && least <= few)
    text = sprintf ('; did you mean ''%s''?', names{k});
  end
end

% What is called so elsewhere, where it is one of `names`; else the name itself.
function name = of_others (name, names)
  words = {'revolute', 'hinge';  'pin', 'hinge';      'prismatic', 'slider'; 'weld', 'fixed'
           'rigid', 'fixed';     'spherical', 'ball'; 'rod', 'distance';     'disk', 'circle'
           'disc', 'circle';     'ball', 'sphere';    'rectangle', 'box';    'line', 'segment'
           'plane', 'halfspace'; 'plane', 'halfplane';  'friction', 'mu'
           'position', 'at';     'radius', 'size'};
  k = find (strcmpi (name, words(:,1)) & ismember (words(:,2), names), 1);
  if (~isempty (k))
    name = words{k,2};
  end
end

% Insertions, deletions and changes of letters that make b of a.
function d = edits (a, b)
  row = 0:numel (b);
  for i = 1:numel (a)
    before = row;
    row(1) = i;
    for j = 1:numel (b)
      row(j+1) = min ([before(j+1) + 1, row(j) + 1, before(j) + (a(i) ~= b(j))]);
    end
  end
  d = row(end);
end
