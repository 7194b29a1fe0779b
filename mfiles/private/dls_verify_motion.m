function report = dls_verify_motion (model, sol, report)
% SOL of dls_simulate: what a motion shows without integrating it again. Times grow, everything is
% finite, normal percussions push, friction stays in its cone, gaps are those of the model.
% SPDX-License-Identifier: GPL-3.0-or-later
  N = numel (sol.t);
  sizes = [size(sol.q, 2), size(sol.v, 2), size(sol.p, 2), size(sol.gap, 2)];
  report = dls_verify_check (report, 'a column per time', sum (sizes ~= N), 0);
  report = dls_verify_check (report, 'times grow', sum (~(diff (sol.t) > 0)), 0);
  report = dls_verify_check (report, 'positions and velocities are finite', ...
                             sum (~isfinite ([sol.q(:); sol.v(:)])), 0);
  nb = sol.nb;
  nu = size (sol.gap, 1);
  if (~report.ok || nu == 0)
    return
  end
  p = sol.p(nb+(1:nu),:);
  most = max ([abs(sol.p(:)); realmin]);
  report = dls_verify_check (report, 'contacts push', max ([0; -p(:)]) / most, 1e-6);
  report = dls_verify_check (report, 'open contacts have no percussion', ...
                             max (max (abs (p) .* (sol.status == 0))) / most, 1e-6);
  k = model.d - 1;
  t = sol.p(nb+nu+1:end,:);
  if (size (t, 1) == k * nu && isnumeric (model.mu) && ~isempty (model.mu))
    t = reshape (sqrt (sum (reshape (t, k, []) .^ 2, 1)), nu, N);
    mu = model.mu(:) .* ones (nu, 1);
    over = t(isfinite (mu),:) - bsxfun (@times, mu(isfinite (mu)), p(isfinite (mu),:));
    report = dls_verify_check (report, 'friction is in its cone', max ([0; over(:)]) / most, 1e-6);
  end
  worst = 0;
  for i = unique (round (linspace (1, N, min (N, 50))))
    g = gap (model, sol.t(i), sol.q(:,i), sol.v(:,i));
    worst = max ([worst; abs(g(:) - sol.gap(:,i))]);
  end
  length_ = max ([abs(sol.gap(:)); abs(sol.q(:)); realmin]);
  report = dls_verify_check (report, 'gaps are those of the model', worst / length_, 1e-9);
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
