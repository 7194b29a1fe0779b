function varargout = dls_range_infeasible (what, varargin)
% No reactions are admissible; dls_range_infeasible (WHAT, ...): proved, by a certificate; relaxed,
% judged: do data changed within their accuracy decide that?
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['infeasible_', what], varargin{:});
end

% No reactions are admissible: the certificate is that of dls_sticking, for the same cones.
function [R, certificate] = infeasible_proved (R, E, S, u, opts)
  [opts.Facets, opts.MaxNodes] = deal (0, opts.MaxPatterns);
  V = dls_verify_range ('verdict', [], [], []);
  if (isfield (E, 'lambda'))
    V.a = E.a;
    V.detaching = E.detaching;
    opts.cap = E.size;
    T = dls_stick_answer ('margin', E, E.mu, ones (size (E.mu)), opts);
    V.certificate = struct ('kind', 'cones', 'signs', T.leaves.signs, 'y', T.leaves.y);
    V.lambda = dls_stick ('lambda', E, E.lambda);
    solved = strcmp (T.status, 'solved');
  else
    [opts.Persistent, opts.Static, opts.Goal] = deal (false, false, 'margin');
    V.force_set = dls_stick ('no_force', S.n);
    if (~opts.Cones)
      S = dls_verify_range ('without_cones', S);
      E = dls_stick ('columns', S);
    end
    E.weights = ones (size (E.mu));
    T = dls_stick_joint (S, E, V.force_set, opts);
    V.certificate = T.leaves;
    V.certificate.kind = 'joint';
    solved = strcmp (T.status, 'solved') && ~T.found;
  end
  R.programs = R.programs + T.programs;
  certificate = [];
  if (solved)
    report = dls_verify_sticking (S, V, dls_judge ('report', 'range', R.status), E);
    solved = report.ok;
  end
  if (~solved)
    R.status = 'undecided';
    R.message = 'no reactions are admissible, but this is not proved';
    return
  end
  certificate = dls_stick ('proof', V.certificate, S, u);
  certificate.cones = opts.Cones;
  if (~isempty (V.lambda))
    certificate.lambda = dls_stick ('given', V.lambda, u);
  end
end

% R says that no reactions are admissible; `relaxed`, that of infeasible_relaxed, tells whether the
% accuracy of the data decides that.
function R = infeasible_judged (R, relaxed, opts)
  R.programs = R.programs + relaxed.programs;
  if (strcmp (relaxed.status, 'time_limit'))
    R.status = relaxed.status;
    R.message = relaxed.message;
  elseif (~strcmp (relaxed.status, 'infeasible'))
    R.status = 'undecided';
    R.message = sprintf ('no reactions are admissible, but with data changed by %.2g', ...
                         opts.DataAccuracy);
  end
end

% The set of reactions of E (dls_stick ('setup')) with data changed within their accuracy: G*lambda
% differs from w by accuracy times the terms of each equation, reactions being of the size of
% forces, and friction is as much greater. New unilateral columns p, q: G*lambda + p = w + delta,
% p + q = 2*delta; columns behind these have moved by `moved`.
function [E, moved] = infeasible_relaxed (E, accuracy)
  n = size (E.G, 1);
  moved = 2 * n;
  last = E.nb + E.nu;
  delta = accuracy * full (abs (E.w) + sum (abs (E.G), 2) * E.size);
  D = spdiags (delta, 0, n, n);
  G = E.G;
  E.G = [G(:,1:last), D, sparse(n, n), G(:,last+1:end)
         sparse(n, last), speye(n), speye(n), sparse(n, size (G, 2) - last)];
  E.w = [E.w + delta; 2 * ones(n, 1)];
  E.b = zeros (size (E.G, 2), 1);
  E.free = [E.free(1:last); true(moved, 1); E.free(last+1:end)];
  E.nu = E.nu + moved;
  E.tangent = E.tangent + moved;
  E.mu = E.mu * (1 + accuracy);
end
