function sol = dls_simulate (model, tspan, q0, v0, varargin)
%DLS_SIMULATE  Motion of a mechanical system with constraints, impacts and friction.
%   SOL = DLS_SIMULATE (MODEL, [T0 TF], Q0, V0) integrates a model of DLS_MODEL in time.
%   SOL = DLS_SIMULATE (MODEL, [T0 T1 ... TF], Q0, V0) stores the values at these times, and no
%   others; between its steps by the dense output of the scheme.
%   SOL = DLS_SIMULATE (MODEL, TF, SOL) goes on with an earlier SOL up to TF, by its scheme and step
%   unless others are given; other options are not those of SOL.
%   SOL = DLS_SIMULATE (B, [T0 TF]) and (B, TF, SOL): a mechanism of DLS_MECHANISM from its present
%   state. SOL.q has quaternions in space; SOL.names.b and .u name constraints and contacts.
%   SOL = DLS_SIMULATE ('last') returns what the last run came to when it ended with an error or
%   was interrupted (Ctrl-C): to the last step before; [] when it did neither.
%   DLS_SIMULATE (..., OPTS) or (..., 'Option', VALUE, ...). DLS_OPTIONS ('dls_simulate') prints the
%   table of all options with defaults and ranges. A struct of ODESET will do.
%
%   All steps are compiled. The functions of a model are called once for each argument; steps cost
%   little more than they do. SOL.stats.seconds shows what is slow.
%
%   Schemes, their order (of positions, h -> 0; across impacts all but the two event schemes have
%   order 1), and what they know besides unilateral constraints with restitution:
%     'Scheme'                        order     friction  bilateral constraints
%       'moreau-jean' (default)       1         yes       on velocities: positions drift off
%       'moreau-jean-projected'       1         yes       positions are projected, no drift (what
%                                     bounced may chatter; 'Combined' lets it rest)
%       'schatzman-paoli'             1         yes       on positions, no drift; with contacts
%                                     steps of one length only; no states, no bodies in space
%       'nonsmooth-generalized-alpha' 2         yes       on velocities: positions drift off
%       'rattle'                      2         yes       on positions and velocities: no drift, no
%                                     loss of energy to curved constraints; comes to rest
%       'event-capturing'             'Method'  yes       'Index'; events are located within a
%                                     critical step: the order holds through accumulations of them
%       'event-driven'                'Method'  yes       'Index'; exact events; adaptive steps
%                                     where 'Step' is not given
%     (2 for those of Moreau and Jean with 'Theta' 1/2 in free smooth motion. Curved constraints
%     take the part h*(v/r)^2 of the kinetic energy per unit of time: SOL.energy.constraint.)
%     'rattle' has order 2 with lasting contacts, too; Breuling, Capobianco, Eugster, Leine (2024).
%     A step of it whose iteration does not converge is taken in 2 to 16 pieces, and a jammed impact
%     that no velocity with restitution solves is plastic: SOL.stats.rejected counts both.
%     HIGHORDER (16), (19), (22), Algorithm 1. SOL.drift tells how far positions have drifted,
%     DLS_ERROR compares a solution with an exact one.
%
%   All schemes
%     'Preset'           'siconos': the conventions of that platform's TimeStepping: 'Scheme'
%                        'moreau-jean', 'Theta' and 'Gamma' 1/2, 'Gradients' 'end'; options that
%                        are given after it count. Newton's method goes on to its own tolerance
%     'Step'             length of a step (0: a thousandth of the interval, or as in SOL;
%                        event-driven: adaptive). Explicit methods ('Theta' < 1/2, half-explicit):
%                        the warning delassus:stepSize tells the largest stable one
%     'Adaptive'         'on': lengths of steps from error estimates, HIGHORDER (63)-(70):
%       'RelTol', 'AbsTol'     error of positions in one step, relative (Inf: 1e-4, event-driven
%                              1e-12) and absolute (Inf: RelTol/100)
%       'MinStep', 'MaxStep'   limits ('Step' is the first one)
%       'StepFactors'          [alpha alpha_min alpha_max] of (66): safety, most decrease, increase
%       'Estimate'             'variable': the order of a step follows from what contacts do, (68)-
%                              (70); 'coordinates': differences as they are, (67)
%     'MaxIterations', 'NewtonTolerance'   of a step: how many, relative change of velocities
%     'Tolerance'        residual of friction problems;  'FrictionMethod'  of DLS_FRICTION, or a
%                        handle: r = f (P) solves them, P in local form as DLS_PROBLEM makes it.
%                        SOL.stats.friction judges its answers (DLS_RESIDUAL) beside DLS_FRICTION
%     'Record'           folder: the problems of all steps, friction_000001.hdf5, lcp_000002.mat,
%                        kkt_000003.mat ..., for DLS_READ
%     'RankTolerance'    bilateral constraints are redundant whose singular values are below this
%                        part of the largest (0: from rounding)
%   Moreau and Jean, Schatzman and Paoli
%     'Theta'            0 explicit ... 1 implicit
%     'Gamma'            weight of the velocity in the predicted gap that closes a contact, (16e)
%     'Gradients'        'middle' of the step: M, G, N, T, and forces by the midpoint rule; 'end':
%                        there, forces by the trapezoidal rule, gaps and rebounds by the first N
%                        (Moreau and Jean)
%     'Projection'       'mass' | 'euclidean': metric of 'moreau-jean-projected'
%     'Combined'         of it, index 3: contacts close where projected positions have no gap, not
%                        by predictions; the projection is onto 'all' constraints, or makes the
%                        gaps of 'active' contacts, those that press, zero; 'off'
%   Generalized-alpha, rattle (of it: of springs and dampers that the model has as 'C' and 'K')
%     'SpectralRadius'   at infinite frequency: 1 no damping ... 0 most
%   Event schemes
%     'Method'           Runge-Kutta method, a name that DLS_TABLEAU knows: 'radau-iia-5', ...
%     'Index'            constraints kept on 1: accelerations, (71); 2: velocities, (73)
%     'CriticalFactor', 'CriticalOrder'   C and r of the critical length C*h^r (r = 0: order + 1): C
%                        has the unit of a time to the power 1 - r
%     'MaxEvents'        events in one step before it fails;  'EnergyGuard'  'on': impacts make no
%                        energy, whatever their law (event-driven)
%   The run
%     'Stop'             handle of (t,q,v): true ends it; of (t,q,v,x) where there are states
%     'OutputFcn'        handle of (t,q,v,flag), as in ode45: true ends it; (t,q,v,flag,x)
%     'Events'           [value, isterminal, direction] = f (t,q,v), or (t,q,v,x), as in ode45:
%                        where value(k) goes through zero is found in the dense output: SOL.te,
%                        .qe, .ve, .ie
%     'Monitor'          f, or a cell of them: f (S) of the contact system S (DLS_SYSTEM) after each
%                        step (one of 'Stride') is a number, true or false, or a text; or one of
%                        'mu_min', 'sticking', 'redundancy', 'wellposed'. SOL.monitor has name, t,
%                        value; when a text or a whole number changes, SOL.events has an event
%                        'monitor' with the number of the function and the new value
%     'MaxSteps', 'MaxTime'    end it after so many steps, seconds of computing
%     'Checkpoint'       name of a MAT-file: the run is written to it every 'CheckpointTime'
%                        seconds (60) and at the end; the same call (model, times, initial state,
%                        options) goes on from there with the same bits, also after kill -9.
%                        SIGTERM writes it first. It has no code in it; a damaged one or that of
%                        another motion is refused. It keeps states at fixed numbers of steps (64
%                        or more), where the run forgets what a later one cannot know: the motion
%                        may differ by rounding from that without 'Checkpoint'. Functions must
%                        depend on their arguments only
%     'Stride'           store one step of so many;  'Energy', 'Residual'  'off': do not compute
%                        SOL.energy, SOL.residual (one evaluation of the model in a step)
%     'Initial'          'error' | 'warn' | 'project' (to the nearest data) | 'off': when initial
%                        data violate constraints by more than 'InitialTolerance'
%     'OnError'          'raise' | 'return': when a function of the user fails
%     'Display'          'auto' (default): at the prompt, after 2 s, one line with the time left;
%                        'iter': lines with it, in scripts, too; 'final': the outcome; 'off'.
%                        A run that failed says so in one line, in scripts, too
%
%   SOL.t         1-by-N;  SOL.q, SOL.v  n-by-N, velocities right after the impacts of a step; SOL.q
%                 is nq-by-N where the model has 'advance'
%   SOL.turns     of a mechanism in space: whole turns of angles of joints beyond (-pi, pi], which
%                 quaternions do not count; rows in the order of the joints (hinge, cylindrical and
%                 planar 1, universal 2). Else 0-by-N: in the plane angles in SOL.q count them
%   SOL.x         nx-by-N, states of models that have them; right before a sample changes them
%   SOL.p         percussions of the step that ends at t: SOL.nb bilateral ones, nu normal ones and,
%                 contact by contact, SOL.d - 1 tangential ones each (moments among them)
%   SOL.status    of the nu contacts: 0 open, 1 closed without friction, 2 sticks, 3 slips
%   SOL.gap       the nu gaps at t
%   SOL.contact   empty; where contacts come and go ('contacts' of DLS_MODEL, bodies that may touch)
%                 the rows above are places, and these the identities of who is there, 0: nobody. A
%                 contact keeps its place as long as it lives; SOL.events tell identities
%   SOL.events    struct array: t, contact, kind, value: 'open', 'close', 'stick', 'slip'; 'impact'
%                 (percussion; but for event schemes only at the start, where a closed contact
%                 approaches), 'energy' (what impacts made, as Newton's law with friction may);
%                 'accumulation' of impacts (its limit, as a contact stays closed that long before),
%                 'redundant' (value: so many constraints repeat others since then, goes on with
%                 least reactions; contact: the number of one of them, or its name in SOL.names.b)
%                 'captured' (steps of Moreau across the rest of a step: after up to 16 events of
%                 three contacts or more, events without time between them, or accelerations
%                 without solution; contacts may overlap slightly there)
%                 'unsettled' (contact 0): a step that was made though it lacks so much (value) of
%                 its solution: the last relative change of an iteration at its 'MaxIterations'
%                 with 'Step' (where gradients of contacts jump, at edges of boxes, there may be
%                 none); what velocities miss of the laws of contacts, as where they jam (both
%                 1e-3 at most, relative to velocities: else the run ends, but for the plastic
%                 impacts of 'rattle', which lack their restitution); a residual above 1e-6
%   SOL.energy    .kinetic, .potential, .elastic (of compliant contacts, k*g^2/2), .total, their
%                 sum (NaN when the model has no potential);
%                 work since the start of .force (that of the potential is in it), .constraint
%                 reactions (drives), normal .contact, tangential .friction percussions; .balance,
%                 kinetic energy won less all this, zero to the order of the scheme (of
%                 'schatzman-paoli' but where v is a difference across an impact, one column). NaN
%                 within a step. What damping takes less what else gives: -(force + potential
%                 won); what dampers of contacts take: -(contact + elastic won)
%   SOL.residual  the proof of the motion: the most that the steps since the column before leave of
%                 the equations of their scheme, recomputed from what is stored with values that are
%                 asked anew, each equation relative to its largest term: momenta, constraints,
%                 Coulomb's law and that of impacts (relative to velocities), positions; of event
%                 schemes the stages of the last piece of a step, momenta of impacts. Rounding is
%                 1e-16 to 1e-12; more
%                 says that 'NewtonTolerance' or 'Tolerance' is wide, or that a function of the
%                 model is rough
%   SOL.drift     .constraint (largest |h|), .gap (deepest penetration) at each t
%   SOL.warnings  what is wrong with the motion: struct array what, where, t, value, limit, remedy.
%                 dls_show prints them, so does 'Display' after the run (at the prompt 'auto',
%                 too); SOL.message names the worst
%       what                          value                             limit
%       'gradient'                    error of a given gradient         1e-3 of its terms
%       'penetration'                 depth of a gap                    1e-3 of the machine, or what
%                                     a step covers (1e-2 at most), or the clearance of the joint
%       'drift'                       distance of a constraint          1e-3 of the machine
%       'energy lost to constraints', 'energy made by constraints'
%                                     work of constraints at rest       1e-2 of energy turned over
%       'energy made by impacts'      sum of the events 'energy'        the same
%       'energy made', 'energy lost'  SOL.energy.balance at the end     the same
%       'branch'                      energy lost in 20 columns where   1e-2 of the same
%                                     constraints lose rank
%       'velocity jump'               in one step there, no impact      0.1 of the velocity
%       'step'                        'Step' of an explicit method      the largest stable one
%       'captured'                    how many events                   0
%       'unsettled'                   what a step lacks of a solution   1e-5 of velocities
%       'option'                      given, and nothing uses it
%   SOL.te, SOL.qe, SOL.ve, SOL.ie   times, states and numbers of 'Events'
%   SOL.stats     steps, rejected, solves, factorisations, iterations, evaluations (calls of the
%                 model), residual (worst of contact problems); compiled (no function of the user
%                 was asked), recorded (files of 'Record'), friction (of a 'FrictionMethod' and of
%                 DLS_FRICTION: name, problems, solved, residual, seconds), time, and of it
%                 seconds.functions (of the user), .factorisation, .contacts, .rest
%   SOL.model     the model: DLS_SYSTEM (SOL, k) is the contact problem at SOL.t(k)
%   SOL.result    'finished' | 'stopped' | 'failed' (a step had no solution) | 'error'; SOL.message
%
%   Example: a ball falls, and bounces infinitely often before t = 3
%     model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%     sol = dls_simulate (model, [0 4], 1, 0, 'Step', 1e-3);
%     dls_plot (sol)
%
%   See also DLS_MODEL, DLS_CHECK_MODEL, DLS_PLOT, DLS_ANIMATE, DLS_ERROR, DLS_TABLEAU,
%   DLS_OPTIONS.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin == 1 && ischar (model) && strcmp (model, 'last'))
    sol = last_run ();
    if (nargout == 0)
      if (isempty (sol))
        fprintf ('dls_simulate: the last run came to its end, or there was none\n');
      else
        dls_show (sol)
      end
      clear sol
    end
    return
  elseif (nargin > 1 && dls_is_mechanism (model))
    given = {};
    if (nargin > 3)
      given = [{q0, v0}, varargin];
    elseif (nargin > 2)
      given = {q0};
    end
    sol = of_mechanism (model, tspan, given);
    if (nargout == 0)
      dls_show (sol)
      clear sol
    end
    return
  elseif (nargin < 3)
    error ('delassus:dimension', 'dls_simulate: %d given; expected model, tspan, q0, v0', ...
           nargin);
  end
  [before, state] = deal ([]);
  if (~(isa (tspan, 'double') && isreal (tspan) && isvector (tspan)))
    bad_times (tspan);
  elseif (isstruct (q0))
    before = q0;
    if (nargin > 3)
      varargin = [{v0}, varargin];
    end
    state = dls_simulate_continue (before);
    varargin = with_scheme (varargin, before.scheme);
    tspan = tspan(:)';
    tspan = [state.t, tspan(2 - isscalar (tspan):end)];
  elseif (nargin < 4)
    error ('delassus:dimension', 'dls_simulate: v0 is missing');
  end
  E = [];
  if (isfield (model, 'start'))
    E = model.start;
    model = rmfield (model, 'start');
  end
  given = model;
  [varargin, method] = own_method (varargin);
  opts = dls_table_options ('dls_simulate', varargin);
  check_times (tspan);
  if (isempty (state))
    [q0, v0] = dls_state_input (model, q0, v0, 'dls_simulate', {'q0', 'v0'});
    model = dls_model_bind (model, tspan(1), q0, v0);
    [q0, v0] = dls_simulate_initial (model, tspan(1), q0, v0, opts, E);
    state = struct ('t', tspan(1), 'q', q0, 'v', v0, 'x', model.x, 'p', [], 'status', [], ...
                    'memory', []);
  else
    model = dls_model_bind (model, state.t, state.q, state.v);
    dls_simulate_continue (before, model);
    if (isfield (model, 'machine'))
      state.q = dls_mechanism_turns ('after', model, before);
    end
    if (~strcmp (opts.Scheme, before.scheme))
      state.memory = [];
    end
    if (opts.Step == 0)
      opts.Step = before.step;
    end
  end
  nested = last_run ('enter');
  leave = onCleanup (@() last_run ('leave'));
  run = dls_simulate_setup (model, tspan, state, before, opts, method);
  run.given = given;
  if (~isempty (opts.Checkpoint))
    run = dls_simulate_checkpoint ('begin', run, {given, tspan, state, method, isempty(before)});
  end
  run.warnings = dls_simulate_warnings ('start', run, varargin);
  if (nested)
    forget = onCleanup (@() dls_motion_mex ('free', run.id));
  else
    last_run (run);
  end
  [run.result, run.message, err, run.found, run.seen] = dls_simulate_run (run);
  sol = dls_simulate_finish ('solution', run);
  if (~nested && isempty (err))
    last_run ([]);
  elseif (~nested)
    last_run (run);
  end
  if (~isempty (err) && strcmp (opts.OnError, 'raise'))
    error (err.identifier, '%s\n  dls_simulate (''last'') has the motion up to there', ...
           err.message);
  end
  failed = strcmp (sol.result, 'failed') && nargout > 0 && ~nested ...
           && ~strcmp (opts.Display, 'off');
  if (failed || any (strcmp (opts.Display, {'final', 'iter'})))
    fprintf ('dls_simulate: %s at t = %g, %d steps, %.2f s%s\n', sol.result, sol.last.t, ...
             sol.stats.steps, sol.stats.time, prefixed (sol.message));
  end
  if (nargout > 0 && ~nested)
    dls_simulate_warnings ('tell', sol.warnings, opts.Display);
  end
  if (nargout == 0)
    dls_show (sol)
    clear sol
  end
end

% 'FrictionMethod' may be a function of the user.
function [args, method] = own_method (args)
  method = [];
  for k = 1:numel (args)
    if (isstruct (args{k}) && isfield (args{k}, 'FrictionMethod') ...
        && isa (args{k}.FrictionMethod, 'function_handle'))
      method = args{k}.FrictionMethod;
      args{k} = rmfield (args{k}, 'FrictionMethod');
    elseif (isa (args{k}, 'function_handle') && k > 1 && ischar (args{k-1}) ...
            && strcmpi (args{k-1}, 'FrictionMethod'))
      method = args{k};
      args(k-1:k) = [];
      return
    end
  end
end

% The scheme of what goes on, unless the options name another one: what comes later counts.
function args = with_scheme (args, scheme)
  if (isempty (args) || ~isstruct (args{1}))
    args = [{'Scheme', scheme}, args];
  elseif (isscalar (args{1}) && ~any (strcmpi (fieldnames (args{1}), 'Scheme')) ...
          && ~any (strcmpi (fieldnames (args{1}), 'Preset')))
    args{1}.Scheme = scheme;
  end
end

% Of a mechanism from its present state, or on from a motion of it.
function sol = of_mechanism (B, tspan, given)
  [model, E] = dls_model_bind (B);
  goes_on = ~isempty (given) && isstruct (given{1}) && isfield (given{1}, 't');
  if (~goes_on)
    given = [{B.q, B.v}, given];
    if (isempty (model.functions) && isnumeric (tspan) && ~isempty (tspan) && tspan(1) == B.t)
      model.start = E;
    end
  end
  sol = dls_simulate (model, tspan, given{:});
  sol.names = model.names;
end

function bad_times (tspan)
  error ('delassus:dimension', ['dls_simulate: tspan is %s; expected [t0 tf] with t0 <= tf, ', ...
         'or increasing times'], dls_describe (tspan));
end

function check_times (tspan)
  if (all (isfinite (tspan)) && any (diff (tspan) < 0))
    k = find (diff (tspan) < 0, 1);
    error ('delassus:dimension', ['dls_simulate: tspan decreases from %g to %g; expected ', ...
           '[t0 tf] with t0 <= tf, or increasing times'], tspan(k), tspan(k + 1));
  elseif (numel (tspan) < 2 || ~all (isfinite (tspan)) ...
          || (numel (tspan) > 2 && any (diff (tspan) == 0)))
    bad_times (tspan);
  end
end

function text = prefixed (text)
  if (~isempty (text))
    text = [': ', text];
  end
end

% The state at the end of a solution, all of which is checked here; with a (bound) model, that the
% solution is one of such a model.
function state = dls_simulate_continue (sol, model)
  dls_kind_input (sol, 'motion', 'dls_simulate');
  for name = {'t', 'q', 'v', 'turns', 'x', 'p', 'status', 'gap', 'contact', 'nb', 'd', 'step', ...
              'scheme', 'events', 'warnings', 'monitor', 'stats', 'energy', 'drift', ...
              'last', 'residual', 'te', 'qe', 've', 'ie'}
    if (~isfield (sol, name{1}))
      damaged (name{1}, 'is missing');
    end
  end
  numbers (sol.nb, [1, 1], 'nb');
  numbers (sol.d, [1, 1], 'd');
  numbers (sol.step, [1, 1], 'step');
  n = size (sol.v, 1);
  nu = size (sol.status, 1);
  come_and_go = size (sol.contact, 1) > 0;
  nb = sol.nb;
  np = nb + sol.d * nu;
  nx = size (sol.x, 1);
  if (nargin > 1 && ~isequal ([n, nx, nb, nu * ~come_and_go, sol.d], ...
                              [model.n, numel(model.x), model.nb, model.nu, model.d]))
    dls_raise ('delassus:dimension', ...
               ['dls_simulate: the solution has %d coordinates, %d states, ', ...
               '%d bilateral constraints, %d contacts, d = %d; ', ...
               'expected %d, %d, %d, %d, %d as in the model'], n, nx, nb, nu, sol.d, ...
               model.n, numel (model.x), model.nb, model.nu, model.d);
  end
  count = numel (sol.t);
  numbers (sol.contact, [nu * come_and_go, count], 'contact');
  numbers (sol.t, [1, max(count, 1)], 't');
  if (isa (sol.gap, 'double'))
    sol.gap(sol.contact == 0) = 0;               % of who is far away nothing is known
  end
  sizes = {'q', size(sol.q, 1); 'v', n; 'turns', size(sol.turns, 1); 'x', nx; 'p', np; ...
           'status', nu; 'gap', nu; 'residual', 1};
  for k = 1:8
    numbers (sol.(sizes{k,1}), [sizes{k,2}, count], sizes{k,1});
  end
  parts (sol.energy, {'kinetic', 'potential', 'elastic', 'total', 'force', 'constraint', ...
                      'contact', 'friction', 'balance'}, [1, count], 'energy');
  parts (sol.drift, {'constraint', 'gap'}, [1, count], 'drift');
  sizes = {'te', 1; 'ie', 1; 'qe', size(sol.q, 1); 've', n};
  for k = 1:4
    numbers (sol.(sizes{k,1}), [sizes{k,2}, numel(sol.ie)], sizes{k,1});
  end
  parts (sol.stats, {'steps', 'rejected', 'solves', 'factorisations', 'iterations', ...
                     'evaluations', 'time', 'residual', 'recorded'}, [1, 1], 'stats');
  if (~all (isfield (sol.stats, {'seconds', 'compiled', 'friction'})))
    damaged ('stats', 'lacks seconds, compiled or friction');
  elseif (~islogical (sol.stats.compiled) || ~isscalar (sol.stats.compiled))
    damaged ('stats.compiled', ['is ', dls_describe(sol.stats.compiled)]);
  elseif (~isstruct (sol.stats.friction) ...
          || ~isempty (setxor (fieldnames (sol.stats.friction), ...
                               {'name'; 'problems'; 'solved'; 'residual'; 'seconds'})))
    damaged ('stats.friction', ['is ', dls_describe(sol.stats.friction)]);
  end
  parts (sol.stats.seconds, {'functions', 'contacts', 'rest'}, [1, 1], 'stats.seconds');
  if (~isstruct (sol.events) || ~isempty (setxor (fieldnames (sol.events), ...
                                                  {'t'; 'contact'; 'kind'; 'value'})))
    damaged ('events', ['is ', dls_describe(sol.events)]);
  elseif (~dls_simulate_warnings ('sound', sol.warnings))
    damaged ('warnings', ['is ', dls_describe(sol.warnings)]);
  elseif (~isstruct (sol.monitor) || ~isempty (setxor (fieldnames (sol.monitor), ...
                                                       {'name'; 't'; 'value'})))
    damaged ('monitor', ['is ', dls_describe(sol.monitor)]);
  elseif (~ischar (sol.scheme))
    damaged ('scheme', ['is ', dls_describe(sol.scheme)]);
  end
  state = sol.last;
  sizes = {'t', 1; 'q', size(sol.q, 1); 'v', n; 'turns', size(sol.turns, 1); 'x', nx; 'p', np; ...
           'status', nu};
  for k = 1:7
    parts (state, sizes(k,1), [sizes{k,2}, 1], 'last');
  end
  if (~isfield (state, 'memory') || ~isa (state.memory, 'double') || size (state.memory, 2) > 1 ...
      || ~isreal (state.memory) || ~all (isfinite (state.memory)))
    damaged ('last.memory', 'is not a column of numbers');
  end
  if (come_and_go)                               % contacts are found anew
    [state.p, state.status, state.memory] = deal ([]);
  end
end

function parts (s, names, dims, field)
  for name = names
    if (~isstruct (s) || ~isscalar (s) || ~isfield (s, name{1}))
      damaged ([field, '.', name{1}], 'is missing');
    end
    numbers (s.(name{1}), dims, [field, '.', name{1}]);
  end
end

% Energies may be NaN.
function numbers (x, dims, field)
  if (~(isa (x, 'double') && isreal (x) && isequal (size (x), dims)))
    damaged (field, sprintf ('is %s; expected a %d-by-%d real double', dls_describe (x), dims));
  elseif (~any (strncmp (field, {'energy', 'residual'}, 6)) && ~all (isfinite (x(:))))
    damaged (field, 'is not finite');
  end
end

function damaged (field, what)
  error ('delassus:type', 'dls_simulate: the field ''%s'' of the solution %s%s', field, what, ...
         '; expected what dls_simulate returned');
end

% Keep a run that may end with an error or be interrupted ([]: none), instead of the one before; or
% the solution, as far as the run went, that is kept. 'enter' and 'leave' count the runs that are at
% work; true: another one is, whose function began this one, which is not kept then.
function answer = last_run (what)
  persistent kept depth
  if (isempty (depth))
    depth = 0;
  end
  if (nargin == 0)
    answer = [];
    if (~isempty (kept) && depth == 0)
      answer = dls_simulate_finish ('solution', kept);
    end
  elseif (strcmp (what, 'enter'))
    answer = depth > 0;
    depth = depth + 1;
  elseif (strcmp (what, 'leave'))
    depth = max (depth - 1, 0);
  else
    if (~isempty (kept) && (isempty (what) || what.id ~= kept.id))
      dls_motion_mex ('free', kept.id);
    end
    kept = what;
  end
end

%!test  % a solution with a damaged monitor or gap is refused, not continued
%! ball = dls_model ('mass', 1, 'force', -1, 'gap', @(t, q, v) q, 'gapgrad', 1);
%! sol = dls_simulate (ball, [0 0.1], 1, 0, 'Step', 0.05);
%! C = {sol, sol};
%! C{1}.monitor = struct ('name', [], 't', [], 'value', [], 'extra', 3);
%! C{2}.gap = containers.Map ();
%! for k = 1:2
%!   id = '';
%!   try
%!     dls_simulate (ball, 0.2, C{k});
%!   catch err
%!     id = err.identifier;
%!   end
%!   assert (id, 'delassus:type')
%! end

%!test  % GOLDEN 18: the bouncing ball, active steps included
%! model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%! sol = dls_simulate (model, [0 4.2], 1, 0, 'Step', 0.07);
%! k = [15 20 30 40 60] + 1;
%! assert (sol.q(k), [0.0053 0.2258 -0.01185 0.004075 -0.005520855141], 1e-12)
%! assert (sol.v(k), [0.98 0.28 0.49 -0.245 0.000001869202], 1e-12)
%! assert (cumsum (sol.status > 0)(k), [1 1 2 3 20])
%! assert (sol.result, 'finished')
%!shared ball
%! ball = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1);
%!error <the field 'n' of the model is a 2-by-2 double>
%! model = ball ();
%! model.n = ones (2);
%! dls_simulate (model, [0 1], 1, 0);
%!error <tspan is a 3-by-1 complex double;>
%! dls_simulate (ball, [1; 2; 1i], dls_simulate (ball, [0 1], 1, 0));
%!error <tspan is 1;> dls_simulate (ball, 1, 1, 0)
%!error <tspan decreases from 1 to 0> dls_simulate (ball, [1 0], 1, 0)
%!error id=delassus:dimension dls_simulate (ball, [], dls_simulate (ball, [0 1], 1, 0))
%!error <^dls_simulate: option 'Scheme' is the text 'moreau'> dls_simulate (ball, [0 1], 1, 0, ...
%!                                                                   'Scheme', 'moreau')
%!error id=delassus:option dls_simulate (ball, [0 1], 1, 0, 'FrictionMethod', 'x')
%!error id=delassus:option dls_simulate (ball, [0 1], 1, 0, 'Method', 'rk4')
%!error id=delassus:option dls_simulate (ball, [0 1], 1, 0, 'Step', 1e-300)
%!error id=delassus:option dls_simulate (ball, [0 1], 1, 0, 'Stop', 3)
%!error <'Stop' failed at t = 0.001> dls_simulate (ball, [0 1], 1, 0, 'Stop', @(q) 1)
%!error <'Stop' failed .* mine> dls_simulate (ball, [0 1], 1, 0, 'Stop', @(t, q, v) error ('mine'))
%!error <'OutputFcn' failed at t = 0> dls_simulate (ball, [0 1], 1, 0, 'OutputFcn', @(t) 1)
%!error id=delassus:initial dls_simulate (ball, [0 1], -1, 0)
%!error id=delassus:indefinite dls_simulate (dls_model ('mass', -1), [0 1], 1, 0)
%!error id=delassus:notSymmetric
%! dls_simulate (dls_model ('mass', [1 1; 0 1]), [0 1], [1; 1], [0; 0]);
%!error <'gaprate' of the model is 2-by-1; expected 1-by-1>
%! dls_simulate (dls_model (ball, 'gaprate', [1; 2]), [0 1], 1, 0)
%!error <'potential' of the model returned a 1-by-2>
%! dls_simulate (dls_model ('mass', 1, 'potential', @(q) [1 2]), [0 1], 1, 2, 'Step', 0.5);
%!test  % what steps leave of their equations; an answer that is wrong by 1e-4 is seen
%! model = dls_model ('mass', @(q) eye (2), 'force', [3; -10], 'gap', @(q) q(2), ...
%!                    'gapgrad', [0; 1], 'tangent', [1; 0], 'mu', 0.2, 'restitution', 0.5);
%! run = @(varargin) dls_simulate (model, [0 1], [0; 0.1], [0; 0], 'Step', 0.01, varargin{:});
%! for scheme = {'moreau-jean', 'schatzman-paoli', 'event-driven'}
%!   sol = run ('Scheme', scheme{1});
%!   assert (size (sol.residual), size (sol.t))
%!   assert (max (sol.residual) < 1e-11)
%! end
%! sol = run ('FrictionMethod', @(P) (1 + 1e-4) * dls_friction (P), 'Tolerance', 1e-2);
%! assert (max (sol.residual) > 1e-5 && max (sol.residual) < 1e-3)
%! sol = run ('Residual', 'off');
%! assert (all (isnan (sol.residual)))
%! assert (numel (dls_simulate (model, 2, sol).residual), 201)
%!test  % a run that failed says so, in scripts, too
%! ball = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%! run = @(varargin) dls_simulate (ball, [0 4], 1, 0, 'Scheme', 'event-driven', 'Step', 4, ...
%!                                 'MaxEvents', 2, varargin{:});
%! text = evalc ('sol = run ();');
%! assert (sol.result, 'failed')
%! assert (~isempty (strfind (text, 'dls_simulate: failed at t = 0')))
%! assert (evalc ('sol = run (''Display'', ''off'');'), '')
%!test  % a gap that is not there; masses that are not
%! sol = dls_simulate (dls_model ('mass', 1, 'gap', @(q) []), [0 1], 1, 2, 'Step', 0.1);
%! assert (sol.q(end), 3, 1e-14)
%! for scheme = {'schatzman-paoli', 'nonsmooth-generalized-alpha'}
%!   sol = dls_simulate (dls_model ('mass', 0, 'force', 1), [0 1], 1, 0, 'Scheme', scheme{1});
%!   assert (~isempty (strfind (sol.message, 'no solution')))
%! end
%! sol = dls_simulate (dls_model ('M', 0, 'f', 1), [0 1], 1, 0);      % compiled
%! assert (~isempty (strfind (sol.message, 'no solution')))
%!error <the field 'te' of the solution is missing>
%! dls_simulate (ball, 2, rmfield (dls_simulate (ball, [0 1], 1, 0), 'te'));
%!demo
%! % a ball on a wave
%! ball = dls_model ('mass', eye (2), 'force', [0; -9.81], 'gap', @(q) q(2) - 0.3 * sin (q(1)), ...
%!                   'gapgrad', @(q) [-0.3 * cos(q(1)); 1], 'restitution', 0.8);
%! sol = dls_simulate (ball, [0 3], [0; 2], [1; 0], 'Step', 2e-3);
%! x = linspace (0, 3.5);
%! plot (sol.q(1,:), sol.q(2,:), x, 0.3 * sin (x), 'k');
