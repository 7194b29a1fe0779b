% DAMAGE_REFUSED  Does dls_verify accept right answers, and refuse every damage of what they claim?
%
%   pass = damage_refused (rows)
%
% Each row is a function of a problem, its answer, and a table of claims {field, kind}:
%   numbers  an entry after the other by 1e-3 (what is near 0: by 1e-3 of the largest)
%   large    numbers, without entries below a hundredth of the largest
%   tilted   an entry after the other by 0.1
%   proof    the same, and as a whole by -1
%   weaker   an entry after the other by 10 %: a certificate that excludes less is still one
%   far      halved, and by 0.5; Inf: 1, finite: Inf
%   status_of  a verdict of the functions of the toolbox
%   direction   numbers: a certificate whose sign does not matter
%   turned   as a whole by -1
%   flag     negated, one after the other
%   list     (fields with the same number of columns, 'a|b') a column dropped, or twice
%   status   each of the other ones of the functions of the toolbox that claim something
%   left     report.not_checked says that nobody looks at it
% SPDX-License-Identifier: GPL-3.0-or-later
function pass = damage_refused (rows)
  pass = [];
  for k = 1:numel (rows)
    [p, x, claims] = rows{k} ();
    [ok, report] = dls_verify (p, x);
    pass(end+1) = told (ok, [func2str(rows{k}), ': a right answer is refused: ', report.message]);
    for c = 1:size (claims, 1)
      pass = [pass, refused(func2str (rows{k}), p, x, claims{c,:})];
    end
  end
end

function pass = refused (row, p, x, field, kind)
  if (strcmp (kind, 'left'))
    [~, report] = dls_verify (p, x);
    pass = told (any (strncmp (report.not_checked, field, numel (field))), ...
                 [row, ': not said to be unchecked: ', field]);
    return
  end
  names = strsplit (field, '|');
  value = cell (1, numel (names));
  for k = 1:numel (names)
    value{k} = getfield (x, strsplit (names{k}, '.'){:});
  end
  pass = [];
  damages = feval (kind, value{:});
  for k = 1:size (damages, 1)
    y = x;
    for j = 1:numel (names)
      y = setfield (y, strsplit (names{j}, '.'){:}, damages{k,j});
    end
    pass(end+1) = told (~is_right (p, y), sprintf ('%s: accepted with %s %d', row, field, k));
  end
  pass(end+1) = told (~isempty (damages), [row, ': nothing to damage in ', field]);
end

% An answer whose fields do not fit each other any more is refused, too.
function ok = is_right (p, x)
  try
    ok = dls_verify (p, x);
  catch err
    ok = ~strncmp (err.identifier, 'delassus:', 9);
  end
end

function ok = told (ok, what)
  if (~ok)
    fprintf ('damage_refused: %s\n', what);
  end
end

function list = numbers (x, part)
  if (nargin < 2)
    part = 1e-3;
  end
  list = {};
  most = full (max (abs (x(isfinite (x)))));
  for k = find (isfinite (x(:)))'
    y = x;
    if (abs (y(k)) <= 1e-6 * most)
      y(k) = part * (most + (most == 0));
    else
      y(k) = (1 + part) * y(k);
    end
    list{end+1,1} = y;
  end
end

function list = large (x)
  list = numbers (x);
  list = list(abs (x(:)) > 0.01 * max (abs (x(:))));
end

function list = tilted (x)
  list = {};
  for k = 1:numel (x)
    y = x;
    y(k) = x(k) + 0.1;
    list{end+1,1} = y;
  end
end

function list = proof (x)
  list = [numbers(x); {-x}];
end

function list = weaker (x)
  list = [numbers(x, 0.1); {-x}];
end

function list = far (x)
  if (isinf (x))
    list = {1; -x};
  elseif (x == 0)
    list = {0.5; Inf};
  else
    list = {x / 2; x + 0.5; Inf};
  end
end

function list = status_of (x)
  list = {'sticking'; 'not_sticking'};
  list(strcmp (list, x)) = [];
end

function list = direction (x)
  list = numbers (x);
end

function list = turned (x)
  list = {-x};
end

function list = flag (x)
  list = {};
  for k = 1:numel (x)
    y = x;
    y(k) = ~y(k);
    list{end+1,1} = y;
  end
end

function list = list (varargin)
  columns = size (varargin{1}, 2);
  drop = @(x, k) x(:,[1:k-1, k+1:end]);
  list = {};
  for k = 1:columns
    list(end+1,:) = cellfun (@(x) drop (x, k), varargin, 'UniformOutput', false);
    list(end+1,:) = cellfun (@(x) x(:,[1:end, k]), varargin, 'UniformOutput', false);
  end
end

function list = status (x)
  list = {'solved'; 'inconsistent'; 'infeasible'; 'no_solution'; 'primal_infeasible'; ...
          'dual_infeasible'};
  list(strcmp (list, x)) = [];
end
