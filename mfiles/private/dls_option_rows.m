function rows = dls_option_rows (name)
% Options of the m-function `name`, or those that it has beside its compiled ones: a struct array
% as that of dls_options_mex. Unknown names give []. Tables: name, default, limits or choices ([]:
% left to the function), help.
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (name)
    case {'dls_kkt', 'dls_kkt_setup'}
      T = kkt_rows ();
    case 'dls_redundancy'
      T = redundancy_rows ();
    case {'dls_lcp', 'dls_mlcp'}
      T = lcp_rows ();
    case 'dls_friction'
      T = friction_rows ();
    case 'dls_impact'
      T = impact_rows ();
    case 'dls_conic'
      T = conic_rows ();
    case 'dls_contact'
      T = contact_rows ();
    case 'dls_sticking'
      T = sticking_rows ();
    case 'dls_wellposed'
      T = wellposed_rows ();
    case 'dls_friction_bound'
      T = friction_bound_rows ();
    case 'dls_grasp'
      T = grasp_rows ();
    case 'dls_reaction_range'
      T = reaction_range_rows ();
    case 'dls_residual'
      T = residual_rows ();
    case 'dls_simulate'
      T = simulate_rows ();
    case 'dls_sweep'
      T = sweep_rows ();
    case 'dls_write'
      T = write_rows ();
    otherwise
      rows = [];
      return
  end
  rows = repmat (struct ('name', '', 'value', [], 'low', [], 'high', [], 'choices', '', ...
                         'help', ''), 1, size (T, 1));
  [rows.name] = T{:,1};
  [rows.value] = T{:,2};
  [rows.help] = T{:,4};
  for k = 1:size (T, 1)
    if (ischar (T{k,3}))
      rows(k).choices = T{k,3};
    elseif (~isempty (T{k,3}))
      rows(k).low = T{k,3}(1);
      rows(k).high = T{k,3}(2);
    end
  end
end

function T = kkt_rows ()
  T = {
    'Weight', [], [], 'metric of lambda: m positive weights or an m-by-m SPD matrix; []: identity'
    'Engine', 'local', 'local|mpi', 'mpi: several processes (dls_kkt only)'
    'Workers', 2, [], 'processes of the engine mpi'
  };
end

function T = redundancy_rows ()
  T = {
    'Names', {}, [], 'names of the m constraints, for the table'
    'b', [], [], 'm-by-1: is it compatible?'
    'N', [], [], 'n-by-m distorted gradients, for TUTORIAL (70)'
  };
end

function T = lcp_rows ()
  T = {
    'Start', [], [], 'where newton and gauss-seidel begin; []: zeros'
  };
end

function T = friction_rows ()
  T = {
    'Start', [], [], 'reactions to begin with; []: none'
    'StartVelocity', [], [], 'velocities to begin with; []: none'
  };
end

function T = impact_rows ()
  T = {
    'Law', 'auto', 'auto|newton|moreau|plastic', 'law of impact'
    'Formulation', 'mlcp', 'mlcp|80|81|82|83|84', 'program of COUPLING (80) to (84)'
    'Uniqueness', 'on', 'on|off', 'decide what is unique'
  };
end

function T = conic_rows ()
  T = {
    'Start', [], [], 'struct x, s, y to start from; []: none'
  };
end

function T = contact_rows ()
  T = {
    'Sticking', 'coulomb', 'coulomb|equations', 'law of sticking contacts'
    'Solutions', 'auto', 'auto|one|all', 'list several solutions?'
    'MinimumNorm', 'on', 'on|off', 'reactions of minimum norm'
    'Method', 'auto', 'auto|lemke|interior-point|newton|gauss-seidel|enumerate', 'of dls_mlcp'
    'Tolerance', 1e-08, [0 1], 'relative residual of a solution'
    'DataAccuracy', 8 * eps, [0 1e-2], 'relative accuracy of the data'
    'MaxIterations', 200, [1 Inf], 'steps of the fixed point (3D Coulomb)'
    'MaxTime', Inf, [0 Inf], 'seconds'
    'Formulation', 'mlcp', ...
      ['mlcp|gauss|projection|lcp|reactions|dual|', ...
       'constrained|nearest|gap|gap-acceleration|gap-dual|all'], ...
      'program to solve; all: compare them'
    'Display', 'off', 'off|final|iter', 'what is printed'
  };
end

function T = sticking_rows ()
  T = {
    'Persistent', false, [], 'no contact may detach'
    'Facets', 0, [], 'sides of inscribed pyramids in 3D; 0: exact cones'
    'Critical', true, [], 'compute mu_min and mu_scale'
    'MaxNodes', 1000, [0 Inf], 'of the branch and bound over signs and contacts'
    'Static', false, [], 'v = 0 and a = 0'
    'Force', [], [], 'struct B, C, c, ...: seek F + B*u with C*u <= c'
    'Goal', 'margin', 'margin|smallest', 'of the force that is sought'
    'Neighbourhood', false, [], 'do the contacts stick for a while?'
    'DataAccuracy', 8 * eps, [0 1e-2], 'relative accuracy of the data'
    'MaxTime', Inf, [0 Inf], 'seconds'
    'Display', 'off', 'off|final|iter', 'what is printed'
  };
end

function T = wellposed_rows ()
  T = {
    'ForceDirections', [], [], 'n-by-k: external forces beside F; []: all'
    'ForceBounds', [], [], 'k-by-2: their bounds; []: none'
    'Restitution', [], [], 'matrix of restitution, as in dls_impact'
    'VelocityBefore', [], [], 'velocity before an impact'
    'Gap', [], [], 'h of the unilateral constraints'
    'GapRate', [], [], 'dh/dt of the unilateral constraints'
    'Facets', 8, [], 'sides of polygons in ALLSTICK Prop. 10, Cor. 4 (3D)'
    'DataAccuracy', 8 * eps, [0 1e-2], 'relative accuracy of the data'
    'MaxTime', Inf, [0 Inf], 'seconds'
  };
end

function T = friction_bound_rows ()
  T = {
    'MaxTime', Inf, [0 Inf], 'seconds'
  };
end

function T = grasp_rows ()
  T = {
    'Limit', 'sum', 'sum|each', 'normal forces of quality: their sum, or each, is at most 1'
    'Facets', 0, [], 'sides of inscribed pyramids in 3D; 0: exact cones'
    'Scale', 1, [], 'lengths by which wrenches are divided'
    'Center', [], [], 'about which moments are taken'
    'Quality', true, [], 'compute it?'
    'Tolerance', 0.01, [0 1], 'relative distance of the bounds of the quality'
    'MaxPoints', 100, [0 1e6], 'of the inscribed polytope'
    'DataAccuracy', 8 * eps, [0 1e-2], 'relative accuracy of the data'
    'MaxTime', Inf, [0 Inf], 'seconds'
    'Display', 'off', 'off|final|iter', 'what is printed'
  };
end

function T = reaction_range_rows ()
  T = {
    'Cones', true, [], 'respect the friction cones'
    'MaxBilateral', 12, [0 50], 'signs of bilateral contacts are enumerated up to'
    'MaxPatterns', 1000, [0 Inf], 'sliding: patterns of complementarity to try'
    'DataAccuracy', 8 * eps, [0 1e-2], 'relative accuracy of the data'
    'MaxTime', Inf, [0 Inf], 'seconds'
    'Display', 'off', 'off|final|iter', 'what is printed'
  };
end

function T = residual_rows ()
  T = {
    'Measure', 'scaled', 'scaled|siconos', 'free of units, or that of the Siconos platform'
  };
end

function T = simulate_rows ()
  T = {
    'Scheme', 'moreau-jean', ...
      ['moreau-jean|moreau-jean-projected|schatzman-paoli|', ...
       'nonsmooth-generalized-alpha|event-capturing|event-driven'], ...
      'one step of the motion'
    'Step', 0, [0 Inf], 'length of a step; 0: a thousandth of the interval'
    'Theta', 0.5, [0 1], 'implicitness, HIGHORDER (16), (22)'
    'Gamma', 1, [0 1], 'of the predicted gap, HIGHORDER (16e)'
    'Method', 'radau-iia-5', ...
      ['radau-iia-3|radau-iia-5|lobatto-iiia-2|lobatto-iiia-4|lobatto-iiia-6|', ...
       'lobatto-iiic-4|gauss-4|half-explicit-2|half-explicit-3|half-explicit-4|', ...
       'half-explicit-5'], ...
      'Runge-Kutta method, see dls_tableau'
    'Index', 2, [1 2], 'constraints on accelerations (1) or velocities (2)'
    'CriticalFactor', 1e-3, [0 Inf], 'C of the critical length C*h^r'
    'CriticalOrder', 0, [0 20], 'r of the critical length; 0: order + 1'
    'MaxEvents', 10000, [1 Inf], 'impacts in one step'
    'SpectralRadius', 0.8, [0 1], 'at infinity, of generalized-alpha'
    'Projection', 'mass', 'mass|euclidean', 'metric of moreau-jean-projected'
    'Adaptive', 'off', 'off|on', 'steps by HIGHORDER (63)-(70)'
    'RelTol', 0.0001, [0 1], 'relative error of adaptive steps'
    'AbsTol', 1e-06, [0 Inf], 'absolute error of adaptive steps'
    'MinStep', 0, [0 Inf], 'shortest adaptive step; 0: from rounding'
    'MaxStep', Inf, [realmin Inf], 'longest adaptive step'
    'StepFactors', [0.9 0.5 5], [], 'alpha, alpha_min, alpha_max of (66)'
    'Estimate', 'variable', 'variable|coordinates', 'order from contacts (68)-(70), or (67)'
    'MaxSteps', Inf, [0 Inf], 'stop after so many'
    'MaxTime', Inf, [0 Inf], 'stop after so many seconds of computing'
    'Tolerance', 1e-10, [0 1], 'residual of friction problems'
    'FrictionMethod', 'auto', ...
      'auto|newton|interior-point|fixpoint|gauss-seidel|lcp', 'of dls_friction'
    'RankTolerance', 0, [0 0.1], 'redundant: singular values of G below this part of the largest'
    'MaxIterations', 30, [1 Inf], 'iterations of a step'
    'NewtonTolerance', 1e-12, [0 1], 'relative change of the velocity'
    'Stride', 1, [1 1e9], 'store one step of so many'
    'Initial', 'error', 'error|warn|off', 'inconsistent initial data'
    'InitialTolerance', 1e-06, [0 Inf], 'of gaps, constraints, velocities'
    'Energy', 'on', 'on|off', 'compute sol.energy'
    'Compiled', 'on', 'on|off', 'linear models in compiled code where possible'
    'Stop', [], [], 'handle of (t,q,v): true stops'
    'OutputFcn', [], [], 'handle of (t,q,v,flag), flag ''init''|''''|''done'''
    'OnError', 'raise', 'raise|return', 'errors of the user''s functions'
    'Display', 'off', 'off|final|iter', 'what is printed'
  };
end

function T = sweep_rows ()
  T = {
    'Engine', 'auto', 'auto|serial|cores|mpi', 'who computes the points'
    'Workers', 0, [0 1024], 'processes of engine cores; 0: one per core'
    'Folder', '', [], 'where points are stored; empty: temporary'
    'Retry', false, [], 'compute failed points again when going on'
    'Seed', 0, [0 2^32 - 1], 'of random numbers, together with the number of the point'
    'Patience', 600, [0.1 1e9], 'mpi: seconds until points of silent ranks are taken over'
    'Display', 'iter', 'off|final|iter', 'what is printed'
  };
end

function T = write_rows ()
  T = {
    'Storage', 'auto', 'auto|dense|sparse', 'of matrices in .dat files'
  };
end
