function report = dls_verify_motion (model, sol, report)
% SOL of dls_simulate: what a motion shows without integrating it again. Times grow, everything is
% finite, normal percussions push, friction stays in its cone; gaps, drift and kinetic energy are
% those of the model, and the warnings are those that these numbers ask for.
% SPDX-License-Identifier: GPL-3.0-or-later
  N = numel (sol.t);
  sizes = [size(sol.q, 2), size(sol.v, 2), size(sol.p, 2), size(sol.gap, 2)];
  report = dls_judge ('check', report, 'a column per time', sum (sizes ~= N), 0);
  report = dls_judge ('check', report, 'times grow', sum (~(diff (sol.t) > 0)), 0);
  report = dls_judge ('check', report, 'positions and velocities are finite', ...
                               sum (~isfinite ([sol.q(:); sol.v(:)])), 0);
  nb = sol.nb;
  nu = size (sol.gap, 1);
  if (report.ok && nu > 0)
    report = contacts (model, sol, nb, nu, report);
  end
  if (report.ok)
    report = measures (model, sol, report);
  end
end

function report = contacts (model, sol, nb, nu, report)
  N = numel (sol.t);
  p = sol.p(nb+(1:nu),:);
  most = max ([abs(sol.p(:)); realmin]);
  hold = pull (model, sol, nu);
  report = dls_judge ('check', report, 'contacts push', ...
                               max ([0; -hold-min(p, [], 2)]) / most, 1e-6);
  open = bsxfun (@minus, abs (p) .* (sol.status == 0), hold);
  report = dls_judge ('check', report, 'open contacts have no percussion', ...
                               max ([0; open(:)]) / most, 1e-6);
  k = model.d - 1;
  t = sol.p(nb+nu+1:end,:);
  if (size (t, 1) == k * nu && isnumeric (model.mu) && ~isempty (model.mu))
    t = reshape (t, k, []);
    t = reshape (sqrt (sum (t(1:k-model.moments,:) .^ 2, 1)), nu, N);     % not moments
    mu = model.mu(:) .* ones (nu, 1);
    p = bsxfun (@plus, p, hold);
    over = t(isfinite (mu),:) - bsxfun (@times, mu(isfinite (mu)), p(isfinite (mu),:));
    report = dls_judge ('check', report, 'friction is in its cone', ...
                        max ([0; over(:)]) / most, 1e-6);
  end
  worst = 0;
  for i = unique (round (linspace (1, N, min (N, 50))))
    g = gap (model, sol.t(i), sol.q(:,i), sol.v(:,i));
    worst = max ([worst; abs(g(:) - sol.gap(:,i))]);
  end
  length_ = max ([abs(sol.gap(:)); abs(sol.q(:)); realmin]);
  report = dls_judge ('check', report, 'gaps are those of the model', worst / length_, 1e-9);
end

% Drift, kinetic energy, and warnings
function report = measures (model, sol, report)
  N = numel (sol.t);
  parts = {'drift', 'energy', 'warnings', 'events', 'stats', 'x', 'turns', 'contact', 'scheme'};
  report = dls_judge ('check', report, 'a solution has all its parts', ...
                      sum (~isfield (sol, parts)), 0);
  if (~report.ok)
    return
  end
  model = dls_model_bind (model, sol.t(1), sol.q(:,1), sol.v(:,1));
  deepest = max (max (-sol.gap, [], 1), 0);
  if (isempty (deepest))
    deepest = zeros (1, N);
  end
  off = abs (sol.drift.gap - deepest);
  report = dls_judge ('check', report, 'drift.gap is the deepest gap', max (off), ...
                      1e-9 * max (deepest));
  [h, kinetic, few] = deal (0, 0, unique (round (linspace (1, N, min (N, 20)))));
  for k = few
    E = dls_model_at (model, 'hM', sol.t(k), sol.q(:,k), sol.v(:,k));
    h = max (h, abs (max ([0; abs(E.h)]) - sol.drift.constraint(k)));
    own = full (sol.v(:,k)' * E.M * sol.v(:,k)) / 2;
    kinetic = max (kinetic, abs (own - sol.energy.kinetic(k)));  % NaN: it was not asked
  end
  rounding = 1e-12 * max ([1; abs(sol.q(:))]);
  report = dls_judge ('check', report, 'drift.constraint is that of the model', h, ...
                      rounding + 1e-6 * max (sol.drift.constraint));
  report = dls_judge ('check', report, 'kinetic energy is that of the model', kinetic, ...
                      1e-9 * max ([sol.energy.kinetic, 0]));
  report = dls_judge ('check', report, 'warnings are those of the motion', ...
                      differ (sol.warnings, dls_simulate_observed (model, sol)), 1e-6);
end

% The largest relative difference of two lists of warnings; 1: other ones. Those of the start have
% no number that a solution holds.
function off = differ (given, found)
  off = 1;
  if (~dls_simulate_warnings ('sound', given))
    return
  end
  given = given(~ismember ({given.what}, {'gradient', 'step', 'option'}));
  if (~isequal ({given.what}, {found.what}) || ~isequal ({given.where}, {found.where}))
    return
  end
  a = [given.t; given.value; given.limit];
  b = [found.t; found.value; found.limit];
  off = max ([0; reshape(abs (a - b) ./ max (abs (b), realmin), [], 1)]);
end

% What cohesion bears in the longest step: the law speaks of p + that, in the step that opens, too.
function hold = pull (model, sol, nu)
  hold = zeros (nu, 1);
  if (isfield (model, 'cohesion') && isa (model.cohesion, 'function_handle'))
    hold(:) = Inf;
  elseif (isfield (model, 'cohesion') && ~isempty (model.cohesion))
    hold = max (diff (sol.t)) * model.cohesion(:) .* ones (nu, 1);
  end
end

function g = gap (model, t, q, v)
  switch (model.arity.gap)
    case 0
      g = model.gap + model.gapgrad' * q;
    case 1
      g = model.gap (q);
    otherwise
      g = model.gap (t, q, v);
  end
end
