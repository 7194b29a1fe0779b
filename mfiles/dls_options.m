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
  if (nargin == 0 || ~ischar (name))
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
    opts = change (name, opts, varargin{1}, rows);
    varargin(1) = [];
  end
  if (mod (numel (varargin), 2) ~= 0 || ~all (cellfun (@ischar, varargin(1:2:end))))
    error ('delassus:option', 'dls_options: expected pairs of an option name and its value');
  end
  if (~isempty (varargin))
    opts = change (name, opts, cell2struct (varargin(2:2:end), varargin(1:2:end), 2), rows);
  end
end

function opts = change (name, opts, changes, rows)
  given = fieldnames (changes);
  for k = 1:numel (given)
    hit = find (strcmpi (given{k}, {rows.name}), 1);
    if (isempty (hit))
      error ('delassus:option', 'dls_options: unknown option ''%s'' of %s; expected one of %s', ...
             given{k}, name, strjoin ({rows.name}, ', '));
    end
    check_value (rows(hit), changes.(given{k}));
    opts.(rows(hit).name) = changes.(given{k});
  end
end

function check_value (row, value)
  if (isempty (row.choices) && isempty (row.low))
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

function rows = option_table (name)
  switch (name)
    case {'dls_kkt', 'dls_kkt_setup'}
      rows = dls_options_mex ('dls_kkt');
      rows(end+1) = m_option ('Weight', [], ...
        'metric of lambda: m positive weights or an m-by-m SPD matrix; []: identity');
    case 'dls_redundancy'
      rows = dls_options_mex (name);
      rows(end+1) = m_option ('Names', {}, 'names of the m constraints, for the table');
      rows(end+1) = m_option ('b', [], 'm-by-1: is it compatible?');
      rows(end+1) = m_option ('N', [], 'n-by-m distorted gradients, for TUTORIAL (70)');
    case {'dls_lcp', 'dls_mlcp'}
      rows = dls_options_mex ('dls_lcp');
      rows(end+1) = m_option ('Start', [], 'where newton and pgs begin; []: zeros');
    case 'dls_friction'
      rows = dls_options_mex (name);
      rows(end+1) = m_option ('Start', [], 'reactions to begin with; []: none');
      rows(end+1) = m_option ('StartVelocity', [], 'velocities to begin with; []: none');
    case 'dls_impact'
      rows = dls_options_mex ('dls_lcp');
      rows(end+1) = m_option ('Law', 'newton', 'law of impact');
      rows(end).choices = 'newton|moreau|plastic';
      rows(end+1) = m_option ('Formulation', 'mlcp', 'program of COUPLING (80) to (84)');
      rows(end).choices = 'mlcp|80|81|82|83|84';
      rows(end+1) = m_option ('Uniqueness', 'on', 'decide what is unique');
      rows(end).choices = 'on|off';
    case 'dls_conic'
      rows = dls_options_mex (name);
      rows(end+1) = m_option ('Start', [], 'struct x, s, y to start from; []: none');
    case 'dls_contact'
      rows = contact_options ();
    case 'dls_sticking'
      rows = m_option ('Persistent', false, 'no contact may detach');
      rows(2) = m_option ('Facets', 0, 'sides of inscribed pyramids in 3D; 0: exact cones');
      rows(3) = m_option ('Critical', true, 'compute mu_min and mu_scale');
      rows(4) = m_option ('MaxNodes', 1000, 'of the branch and bound over signs and contacts');
      rows(5) = m_option ('Static', false, 'v = 0 and a = 0');
      rows(6) = m_option ('Force', [], 'struct B, C, c, ...: seek F + B*u with C*u <= c');
      rows(7) = m_option ('Goal', 'margin', 'of the force that is sought');
      rows(7).choices = 'margin|smallest';
      rows(8) = m_option ('Neighbourhood', false, 'do the contacts stick for a while?');
    case 'dls_wellposed'
      rows = m_option ('ForceDirections', [], 'n-by-k: external forces beside F; []: all');
      rows(2) = m_option ('ForceBounds', [], 'k-by-2: their bounds; []: none');
      rows(3) = m_option ('Restitution', [], 'matrix of restitution, as in dls_impact');
      rows(4) = m_option ('VelocityBefore', [], 'velocity before an impact');
      rows(5) = m_option ('Gap', [], 'h of the unilateral constraints');
      rows(6) = m_option ('GapRate', [], 'dh/dt of the unilateral constraints');
      rows(7) = m_option ('Facets', 8, 'sides of polygons in ALLSTICK Prop. 10, Cor. 4 (3D)');
    case 'dls_grasp'
      rows = grasp_options ();
    case 'dls_reaction_range'
      rows = m_option ('Cones', true, 'respect the friction cones');
      rows(2) = m_option ('MaxBilateral', 12, 'signs of bilateral contacts are enumerated up to');
      rows(3) = m_option ('MaxPatterns', 1000, 'sliding: patterns of complementarity to try');
    case 'dls_residual'
      rows = m_option ('Measure', 'scaled', 'free of units, or that of the Siconos platform');
      rows.choices = 'scaled|siconos';
    case 'dls_simulate'
      rows = simulate_options ();
    case 'dls_write'
      rows = m_option ('Storage', 'auto', 'of matrices in .dat files');
      rows.choices = 'auto|dense|sparse';
    otherwise
      error ('delassus:option', ['dls_options: ''%s'' is not a function with options; ', ...
             'expected dls_kkt, dls_kkt_setup, dls_redundancy, dls_lcp, dls_mlcp, dls_conic, ', ...
             'dls_friction, dls_contact, dls_sticking, dls_grasp, dls_reaction_range, ', ...
             'dls_wellposed, dls_impact, dls_residual, dls_simulate or dls_write'], name);
  end
end

function rows = grasp_options ()
  rows = m_option ('Limit', 'sum', 'normal forces of quality: their sum, or each, is at most 1');
  rows(1).choices = 'sum|each';
  rows(2) = m_option ('Facets', 0, 'sides of inscribed pyramids in 3D; 0: exact cones');
  rows(3) = m_option ('Scale', 1, 'lengths by which wrenches are divided');
  rows(4) = m_option ('Center', [], 'about which moments are taken');
  rows(5) = m_option ('Quality', true, 'compute it?');
  rows(6) = m_option ('Tolerance', 0.01, 'relative distance of the bounds of the quality');
  rows(6).low = 0;
  rows(6).high = 1;
  rows(7) = m_option ('MaxPoints', 100, 'of the inscribed polytope');
  rows(7).low = 1;
  rows(7).high = 1e6;
end

function rows = contact_options ()
  rows = m_option ('Sticking', 'equations', 'law of sticking contacts');
  rows(1).choices = 'equations|coulomb';
  rows(2) = m_option ('Solutions', 'auto', 'list several solutions?');
  rows(2).choices = 'auto|one|all';
  rows(3) = m_option ('MinimumNorm', 'on', 'reactions of minimum norm');
  rows(3).choices = 'on|off';
  rows(4) = m_option ('Method', 'auto', 'of dls_mlcp');
  rows(4).choices = 'auto|lemke|ipm|newton|pgs|enumerate';
  rows(5) = m_option ('Tolerance', 1e-8, 'relative residual of a solution');
  rows(5).low = 0;
  rows(5).high = 1;
  rows(6) = m_option ('MaxIterations', 200, 'steps of the fixed point (3D Coulomb)');
  rows(6).low = 1;
  rows(6).high = 1e6;
  rows(7) = m_option ('Formulation', 'mlcp', 'program to solve; all: compare them');
  rows(7).choices = ['mlcp|gauss|projection|lcp|reactions|dual|constrained|nearest|gap|', ...
                     'gap_acceleration|gap_dual|all'];
end

function rows = simulate_options ()
  rows = m_option ('Scheme', 'moreau-jean', 'one step of the motion');
  rows(1).choices = ['moreau-jean|moreau-jean-projected|schatzman-paoli|', ...
                     'nonsmooth-generalized-alpha|event-capturing|event-driven'];
  rows(end+1) = m_number ('Step', 0, 0, Inf, 'length of a step; 0: a thousandth of the interval');
  rows(end+1) = m_number ('Theta', 0.5, 0, 1, 'implicitness, HIGHORDER (16), (22)');
  rows(end+1) = m_number ('Gamma', 1, 0, 1, 'of the predicted gap, HIGHORDER (16e)');
  rows(end+1) = m_option ('Method', 'radauIIA5', 'Runge-Kutta method, see dls_tableau');
  % of event-capturing and event-driven:
  rows(end+1) = m_number ('Index', 2, 1, 2, 'constraints on accelerations (1) or velocities (2)');
  rows(end+1) = m_number ('CriticalFactor', 1e-3, 0, Inf, 'C of the critical length C*h^r');
  rows(end+1) = m_number ('CriticalOrder', 0, 0, 20, 'r of the critical length; 0: order + 1');
  rows(end+1) = m_number ('MaxEvents', 10000, 1, Inf, 'impacts in one step');
  rows(end+1) = m_number ('SpectralRadius', 0.8, 0, 1, 'at infinity, of generalized-alpha');
  rows(end+1) = m_option ('Projection', 'mass', 'metric of moreau-jean-projected');
  rows(end).choices = 'mass|euclidean';
  rows(end+1) = m_option ('Adaptive', 'off', 'steps by HIGHORDER (63)-(70)');
  rows(end).choices = 'off|on';
  rows(end+1) = m_number ('RelTol', 1e-4, 0, 1, 'relative error of adaptive steps');
  rows(end+1) = m_number ('AbsTol', 1e-6, 0, Inf, 'absolute error of adaptive steps');
  rows(end+1) = m_number ('MinStep', 0, 0, Inf, 'shortest adaptive step; 0: from rounding');
  rows(end+1) = m_number ('MaxStep', Inf, 0, Inf, 'longest adaptive step');
  rows(end+1) = m_option ('StepFactors', [0.9 0.5 5], 'alpha, alpha_min, alpha_max of (66)');
  rows(end+1) = m_option ('Estimate', 'variable', 'order from contacts (68)-(70), or (67)');
  rows(end).choices = 'variable|coordinates';
  rows(end+1) = m_number ('MaxSteps', Inf, 0, Inf, 'stop after so many');
  rows(end+1) = m_number ('MaxTime', Inf, 0, Inf, 'stop after so many seconds of computing');
  rows(end+1) = m_number ('Tolerance', 1e-10, 0, 1, 'residual of friction problems');
  rows(end+1) = m_option ('FrictionMethod', 'auto', 'of dls_friction');
  rows(end+1) = m_number ('RankTolerance', 0, 0, 0.1, ...
                          'redundant: singular values of G below this part of the largest');
  rows(end+1) = m_number ('MaxNewton', 30, 1, 1e6, 'iterations of a step');
  rows(end+1) = m_number ('NewtonTolerance', 1e-12, 0, 1, 'relative change of the velocity');
  rows(end+1) = m_number ('Stride', 1, 1, 1e9, 'store one step of so many');
  rows(end+1) = m_option ('Initial', 'error', 'inconsistent initial data');
  rows(end).choices = 'error|warn|off';
  rows(end+1) = m_number ('InitialTolerance', 1e-6, 0, Inf, 'of gaps, constraints, velocities');
  rows(end+1) = m_option ('Energy', 'on', 'compute sol.energy');
  rows(end).choices = 'on|off';
  rows(end+1) = m_option ('Compiled', 'on', 'linear models in compiled code where possible');
  rows(end).choices = 'on|off';
  rows(end+1) = m_option ('Stop', [], 'handle of (t,q,v): true stops');
  rows(end+1) = m_option ('OutputFcn', [], 'handle of (t,q,v,flag), flag ''init''|''''|''done''');
  rows(end+1) = m_option ('OnError', 'raise', 'errors of the user''s functions');
  rows(end).choices = 'raise|return';
  rows(end+1) = m_option ('Display', 'off', 'what is printed');
  rows(end).choices = 'off|final|iter';
end

function row = m_number (name, value, low, high, help)
  row = m_option (name, value, help);
  row.low = low;
  row.high = high;
end

function row = m_option (name, value, help)
  row = struct ('name', name, 'value', [], 'low', [], 'high', [], 'choices', '', 'help', help);
  row.value = value;
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
%!test
%! P = dls_problem ('W', eye (2), 'q', [3; 4], 'mu', 1, 'd', 2);
%! o = dls_options ('dls_residual', 'Measure', 'siconos');
%! assert (dls_residual (P, [-1; 0], [], o), norm ([-1; 0] - [0; 0]) / 5, 1e-14)
%! assert (dls_options ('dls_write').Storage, 'auto')
