% TEST_VERIFY_DAMAGE  dls_verify accepts the right answers of each function and refuses every damage
% of what they claim. A row is a problem, its answer, and a table of claims {field, kind}:
%   numbers  an entry after the other by 1e-3 (what is 0: by 1e-3 of the largest)
%   proof    the same by 10 % and as a whole by -1: a certificate that excludes less is still one
%   flag     negated
%   list     (fields with the same number of columns, 'a|b') a column dropped, or twice
%   status   each of the other ones of the functions of the toolbox that claim something
%   left     report.not_checked says that nobody looks at it
% SPDX-License-Identifier: GPL-3.0-or-later
function pass = test_verify_damage ()
  rows = {@lcp_solved, @lcp_infeasible, @lcp_no_solution, @mlcp_solved, @mlcp_infeasible};
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
    fprintf ('test_verify_damage: %s\n', what);
  end
end

function list = numbers (x, part)
  if (nargin < 2)
    part = 1e-3;
  end
  list = {};
  most = full (max (abs (x(:))));
  for k = 1:numel (x)
    y = x;
    if (y(k) == 0)
      y(k) = part * (most + (most == 0));
    else
      y(k) = (1 + part) * y(k);
    end
    list{end+1,1} = y;
  end
end

function list = proof (x)
  list = [numbers(x, 0.1); {-x}];
end

function list = flag (x)
  list = {~x};
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

% ---- rows ----

function [p, x, claims] = lcp_solved ()
  p = struct ('A', [2 1 0; 1 2 1; 0 1 3], 'q', [-5; 1; -2]);
  [x.z, x.w, x.info] = dls_lcp (p.A, p.q);
  claims = {'z', 'numbers'; 'w', 'numbers'; 'info.status', 'status'};
end

function [p, x, claims] = lcp_infeasible ()
  p = struct ('A', [1 -1; -1 1], 'q', [1; -2]);
  [x.z, x.w, x.info] = dls_lcp (p.A, p.q);
  claims = {'info.certificate.u', 'proof'; 'info.status', 'status'};
end

function [p, x, claims] = lcp_no_solution ()
  p = struct ('A', [0 0 1; 2 0 0; 0 1 1], 'q', [3; -2; 1]);
  [x.z, x.w, x.info] = dls_lcp (p.A, p.q);
  claims = {'info.certificate.u|info.certificate.cases', 'list'; 'info.status', 'status'};
end

function [p, x, claims] = mlcp_solved ()
  p = struct ('A', 2, 'B', [-1 1], 'C', [1; 2], 'D', [1 0; 0 1], 'a', 1, 'b', [-1; 2]);
  [x.x, x.z, x.w, x.info] = dls_mlcp (p.A, p.B, p.C, p.D, p.a, p.b);
  claims = {'x', 'numbers'; 'z', 'numbers'; 'w', 'numbers'; 'info.status', 'status'};
end

function [p, x, claims] = mlcp_infeasible ()
  p = struct ('A', 1, 'B', 1, 'C', 1, 'D', 0, 'a', 1, 'b', 0);
  [x.x, x.z, x.w, x.info] = dls_mlcp (p.A, p.B, p.C, p.D, p.a, p.b);
  claims = {'info.certificate.y', 'proof'; 'info.certificate.u', 'proof'; 'info.status', 'status'};
end
