function opts = dls_options (name, varargin)
%DLS_OPTIONS  Options of a Delassus function: print, check, make.
%   DLS_OPTIONS (NAME) prints the options of the function NAME with their defaults.
%   OPTS = DLS_OPTIONS (NAME) returns the defaults as a struct.
%   OPTS = DLS_OPTIONS (NAME, 'Option', VALUE, ...) returns them with changes.
%   OPTS = DLS_OPTIONS (NAME, OPTS, 'Option', VALUE, ...) changes an existing struct.
%   Unknown names are errors; every function also takes 'Option', VALUE pairs directly.
%
%   Example:
%     opts = dls_options ('dls_kkt', 'Method', 'ldl');
%     opts.Method
%     % ans = ldl
%
%   See also DLS_KKT, DLS_KKT_SETUP, DLS_REDUNDANCY, DLS_LCP, DLS_MLCP, DLS_CONTACT.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin == 0 || ~ischar (name) || size (name, 1) ~= 1)
    error ('delassus:type', 'dls_options: expected the name of a function');
  end
  rows = option_table (name);
  if (nargin == 1 && nargout == 0)
    print_table (name, rows);
    return
  end
  opts = struct ();
  for k = 1:numel (rows)
    opts.(rows(k).name) = rows(k).value;
  end
  if (~isempty (varargin) && isstruct (varargin{1}))
    if (~isscalar (varargin{1}))
      error ('delassus:option', 'dls_options: the options are %s; expected one struct', ...
             dls_describe (varargin{1}));
    end
    opts = change (name, opts, fieldnames (varargin{1}), struct2cell (varargin{1}), rows);
    varargin(1) = [];
  end
  if (mod (numel (varargin), 2) ~= 0)
    error ('delassus:option', 'dls_options: expected pairs of an option name and its value');
  end
  opts = change (name, opts, varargin(1:2:end), varargin(2:2:end), rows);
end

function opts = change (name, opts, given, values, rows)
  for k = 1:numel (given)
    if (~ischar (given{k}) || size (given{k}, 1) ~= 1)
      error ('delassus:option', 'dls_options: the name of an option is %s; expected one of %s', ...
             dls_describe (given{k}), strjoin ({rows.name}, ', '));
    end
    hit = find (strcmpi (given{k}, {rows.name}), 1);
    if (isempty (hit))
      names = {rows.name};
      error ('delassus:option', ['dls_options: unknown option ''%s'' of %s; expected one of ', ...
             '%s%s'], given{k}, name, strjoin (names, ', '), dls_nearest_name (given{k}, names));
    end
    check_value (rows(hit), values{k});
    opts.(rows(hit).name) = values{k};
  end
end

function check_value (row, value)
  if (islogical (row.value) && isscalar (row.value))
    if (~(isscalar (value) && (islogical (value) || (isnumeric (value) && any (value == [0 1])))))
      error ('delassus:option', 'dls_options: ''%s'' is %s; expected true or false', row.name, ...
             dls_describe (value));
    end
    return
  elseif (isempty (row.choices) && isempty (row.low))
    return                                     % judged by the function itself
  end
  if (~isempty (row.choices))
    choices = strsplit (row.choices, '|');
    if (~(ischar (value) && any (strcmp (value, choices))))
      error ('delassus:option', 'dls_options: ''%s'' is %s; expected one of %s', row.name, ...
             dls_describe (value), row.choices);
    end
  elseif (~(isa (value, 'double') && isreal (value) && isscalar (value) ...
            && value >= row.low && value <= row.high))
    error ('delassus:option', 'dls_options: ''%s'' is %s; expected a number from %g to %g', ...
           row.name, dls_describe (value), row.low, row.high);
  end
end

% The compiled settings, if it has some, and those of the m-function.
function rows = option_table (name)
  core = {'dls_kkt', 'dls_kkt'; 'dls_kkt_setup', 'dls_kkt'; 'dls_redundancy', 'dls_redundancy'; ...
          'dls_lcp', 'dls_lcp'; 'dls_mlcp', 'dls_lcp'; 'dls_impact', 'dls_lcp'; ...
          'dls_conic', 'dls_conic'; 'dls_friction', 'dls_friction'};
  rows = dls_option_rows (name);
  hit = find (strcmp (name, core(:,1)), 1);
  if (~isempty (hit))
    rows = [reshape(dls_options_mex (core{hit,2}), 1, []), rows];
  elseif (isempty (rows))
    error ('delassus:option', ['dls_options: ''%s'' is not a function with options; ', ...
           'expected dls_kkt, dls_kkt_setup, dls_redundancy, dls_lcp, dls_mlcp, dls_conic, ', ...
           'dls_friction, dls_contact, dls_sticking, dls_grasp, dls_reaction_range, ', ...
           'dls_wellposed, dls_friction_bound, dls_impact, dls_residual, dls_simulate, ', ...
           'dls_sweep or dls_write'], name);
  end
end

function print_table (name, rows)
  fprintf ('Options of %s:\n', name);
  for k = 1:numel (rows)
    r = rows(k);
    if (~isempty (r.choices))
      range = strrep (r.choices, '|', ' | ');
    elseif (~isempty (r.low))
      range = sprintf ('%g .. %g', r.low, r.high);
    else
      range = '';
    end
    if (ischar (r.value))
      value = r.value;
    elseif (iscell (r.value))
      value = '{}';
    elseif (isempty (r.value))
      value = '[]';
    else
      value = sprintf ('%g', r.value);
    end
    fprintf ('  %-17s %-8s %s\n', r.name, value, r.help);
    if (~isempty (range))
      fprintf ('%29s%s\n', '', range);
    end
  end
end

%!test
%! o = dls_options ('dls_kkt');
%! assert (o.Method, 'auto')
%! assert (isempty (o.Weight))
%! o = dls_options ('dls_kkt', o, 'method', 'qr', 'Tolerance', 1e-9);
%! assert ({o.Method, o.Tolerance}, {'qr', 1e-9})
%! t = evalc ('dls_options (''dls_kkt'')');
%! assert (~isempty (strfind (t, 'RankTolerance')))
%!test
%! o = dls_options ('dls_mlcp', 'Method', 'lemke');
%! assert (o.Method, 'lemke')
%! assert (isempty (o.Start))
%!test
%! o = dls_options ('dls_impact', 'Law', 'moreau');
%! assert (o.Law, 'moreau')
%! S = dls_system ('M', 1, 'Gu', 1);
%! assert (dls_impact (S, -1, 0.5, o), 0.5, 1e-14)
%!error id=delassus:option dls_options ('dls_impact', 'Law', 'poisson')
%!error id=delassus:option dls_options ('dls_kkt', 'Methd', 'qr')
%!error id=delassus:option dls_options ('dls_kkt', 'Method', 'fast')
%!error id=delassus:option dls_options ('dls_kkt', 'Tolerance', -1)
%!error id=delassus:option dls_options ('cos')
%!error id=delassus:option dls_options ('dls_kkt', 'Tolerance', 1i)
%!error id=delassus:type dls_options (3)
%!error id=delassus:option dls_options ('dls_kkt', struct ('Method', {1, 2}))
%!error id=delassus:type dls_options (['ab'; 'cd'])
%!error id=delassus:option dls_options ('dls_kkt', '', 'qr')
%!error id=delassus:option dls_options ('dls_kkt', ['a'; 'b'], 2)
%!error id=delassus:option dls_options ('dls_kkt', {}, 2)
%!error id=delassus:option dls_options ('dls_kkt', @sin, 2)
%!error id=delassus:option dls_options ('dls_kkt', 'Method')
%!error id=delassus:option dls_options ('dls_kkt', 3)
%!error <Tolerance> dls_options ('dls_kkt', 'Toleranc', 1e-9)
%!error <'Critical' is NaN; expected true or false> dls_options ('dls_sticking', 'Critical', NaN)
%!test
%! P = dls_problem ('W', eye (2), 'q', [3; 4], 'mu', 1, 'd', 2);
%! o = dls_options ('dls_residual', 'Measure', 'siconos');
%! assert (dls_residual (P, [-1; 0], [], o), norm ([-1; 0] - [0; 0]) / 5, 1e-14)
%! assert (dls_options ('dls_write').Storage, 'auto')
