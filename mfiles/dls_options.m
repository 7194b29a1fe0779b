function opts = dls_options (name, varargin)
%DLS_OPTIONS  Options of a Delassus function: print, check, make.
%   DLS_OPTIONS (NAME) prints the options of the function NAME with their defaults.
%   OPTS = DLS_OPTIONS (NAME) returns the defaults as a struct.
%   OPTS = DLS_OPTIONS (NAME, 'Option', VALUE, ...) returns them with changes.
%   OPTS = DLS_OPTIONS (NAME, OPTS, 'Option', VALUE, ...) changes an existing struct.
%   Unknown names are errors; every function also takes 'Option', VALUE pairs directly. Names and
%   values that are texts may be written in any case; true or false also as 'on' or 'off'.
%
%   Example:
%     opts = dls_options ('dls_kkt', 'Method', 'ldl');
%     opts.Method
%     % ans = ldl
%
%   See also DLS_KKT, DLS_REDUNDANCY, DLS_LCP, DLS_CONTACT, DLS_FRICTION, DLS_SIMULATE.
% SPDX-License-Identifier: GPL-3.0-or-later
  try
    if (nargin == 1 && nargout == 0)
      print_table (name, dls_options_mex ('table', name));
    else
      opts = dls_options_mex ('read', name, varargin);
    end
  catch err
    if (nargin == 0 || ~ischar (name) || size (name, 1) ~= 1)
      error ('delassus:type', 'dls_options: expected the name of a function');
    end
    dls_raise (err, 'dls_options');
  end
end

function print_table (name, rows)
  wide = max ([17, cellfun(@numel, {rows.name})]);
  fprintf ('Options of %s:\n  %-*s %-8s %s\n', name, wide, 'name', 'default', 'meaning, choices');
  for r = rows
    if (~isempty (r.choices))
      range = strrep (r.choices, '|', ' | ');
    elseif (~isempty (r.low))
      range = sprintf ('%g .. %g', r.low, r.high);
    else
      range = '';
    end
    if (ischar (r.value))
      value = r.value;
    elseif (islogical (r.value))
      names = {'off', 'on'};
      value = names{1 + r.value};
    elseif (iscell (r.value))
      value = '{}';
    elseif (isempty (r.value))
      value = '[]';
    else
      value = sprintf ('%.3g', r.value);
    end
    fprintf ('  %-*s %-8s %s\n', wide, r.name, value, r.help);
    if (~isempty (range))
      fprintf ('%s%s\n', blanks (wide + 12), range);
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
%!error id=delassus:option dls_options ('dls_impact', 'Formulation', '99')
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
%!error <did you mean 'Tolerance'> dls_options ('dls_kkt', 'Toleranc', 1e-9)
%!error <did you mean 'moreau-jean'> dls_options ('dls_simulate', 'Scheme', 'moreau')
%!error <did you mean 'Step'> dls_options ('dls_simulate', 'TimeStep', 0.1)
%!error <did you mean 'cholesky'> dls_options ('dls_kkt', 'Method', 'cholesk')
%!error <did you mean 'dls_contact'> dls_options ('dls_contat')
%!error <did you mean 'gauss-4'> dls_tableau ('gauss4x')
%!test  % any case, true as 'on', limits without end
%! o = dls_options ('dls_simulate', 'ADAPTIVE', 'On', 'scheme', 'Moreau-Jean', ...
%!                  'MaxIterations', Inf);
%! assert ({o.Adaptive, o.Scheme, o.MaxIterations}, {true, 'moreau-jean', Inf})
%! assert (dls_lcp (2, -3, 'method', 'Interior-Point'), 1.5, 1e-9)
%!error <'MaxSteps' is called 'MaxIterations'> dls_kkt (1, 1, 1, 1, 'MaxSteps', 7)
%!error <'ipm' is called 'interior-point'> dls_lcp (1, 1, 'Method', 'ipm')
%!error <'pgs' is called 'gauss-seidel'> dls_contact (dls_system ('M', 1), 'Method', 'pgs')
%!error <'gauss_seidel' is called> dls_friction (dls_problem ('W', eye (2), 'mu', 0), ...
%!                                               'Method', 'gauss_seidel')
%!error <'radauIIA5' is called 'radau-iia-5'> dls_options ('dls_simulate', 'Method', 'radauIIA5')
%!error <'Critical' is NaN; expected true or false> dls_options ('dls_sticking', 'Critical', NaN)
%!test
%! P = dls_problem ('W', eye (2), 'q', [3; 4], 'mu', 1, 'd', 2);
%! o = dls_options ('dls_residual', 'Measure', 'siconos');
%! assert (dls_residual (P, [-1; 0], [], o), norm ([-1; 0] - [0; 0]) / 5, 1e-14)
%! assert (dls_options ('dls_write').Storage, 'auto')
%!demo
%! % the table of a function (nothing to draw)
%! dls_options dls_kkt
