function [model, opts] = dls_simulate_prepare (model, opts, tspan)
% What the loop and the schemes need to know of a model before they begin.
% SPDX-License-Identifier: GPL-3.0-or-later
  opts.watch = tic ();
  opts.nb = model.nb;
  opts.t0 = tspan(1);
  opts.tend = tspan(2);
  if (opts.Step == 0)
    opts.Step = max ((opts.tend - opts.t0) / 1000, eps);
  elseif (opts.Step < eps (max (abs (tspan))))
    error ('delassus:option', ['dls_simulate: ''Step'' is %g; expected more than rounding of ', ...
           'the times, %g'], opts.Step, eps (max (abs (tspan))));
  end
  a = model.arity;
  if (a.mass == 0)                                       % functions: see dls_check_model
    dls_mass_input (model.mass, 'dls_simulate');
  end
  fixed = a.mass == 0 && a.constraintgrad <= 0 && a.gapgrad <= 0 && a.tangent <= 0 ...
          && (a.constraintgrad == 0 || model.nb == 0) && (a.gapgrad == 0 || model.nu == 0);
  model.fixed = fixed;                                   % constant matrices
  model.constant = fixed && (model.linear || a.force == 0);
  opts.implicit = model.linear || a.force_q >= 0 || a.force_v >= 0;
  opts.report = dls_step_report ();
  opts.numbers = [NaN, opts.Theta, opts.Gamma, model.d, opts.RankTolerance];   % [h, ...]
  % one call of compiled code per iteration, unless a factorisation is worth keeping
  opts.large = model.n + model.nb > 150 || (model.constant && model.n + model.nb > 40);
  opts.parts = 'MfGN';
  if (model.d > 1)
    opts.parts = [opts.parts, 'T'];
  end
  if (model.moving)
    opts.parts = [opts.parts, 'w'];
  end
  if (opts.implicit)
    opts.parts = [opts.parts, 'J'];
  end
  % what never changes is evaluated once
  [opts.values, opts.varying] = constant_part (model, opts.parts);
  steps = {'moreau-jean', @dls_step_moreau_jean; ...
           'moreau-jean-projected', @dls_step_moreau_jean_projected; ...
           'schatzman-paoli', @dls_step_schatzman_paoli; ...
           'nonsmooth-generalized-alpha', @dls_step_nonsmooth_generalized_alpha; ...
           'event-capturing', @dls_step_event_capturing; ...
           'event-driven', @dls_step_event_driven};
  opts.step = steps{strcmp(opts.Scheme, steps(:,1)),2};
  % (22) lets a step enter the obstacle by its own length; a much shorter one cannot follow, its
  % contact condition throws the position back by the old length
  if (strcmp (opts.Scheme, 'schatzman-paoli') && opts.Adaptive && model.nu > 0)
    error ('delassus:option', ['dls_simulate: ''Adaptive'' is on for schatzman-paoli with ', ...
           'contacts, whose positions do not bear other steps; expected another scheme']);
  end
end

function [E, varying] = constant_part (model, parts)
  a = model.arity;
  same = struct ('M', a.mass == 0, 'f', a.force == 0, 'G', a.constraintgrad == 0, ...
                 'N', a.gapgrad == 0, 'T', a.tangent == 0, 'w', false, 'J', model.linear);
  keep = false (1, numel (parts));
  for k = 1:numel (parts)
    keep(k) = same.(parts(k));
  end
  E = dls_model_values (model, parts(keep), 0, [], []);
  varying = parts(~keep);
end
