function report = dls_verify_machine (B, sol, report)
% For dls_verify: SOL of dls_simulate of the mechanism B. What a motion shows without integrating it
% again: times grow, everything is finite, quaternions have length one, whole turns are those that
% the rates of joints make; contacts push, friction stays in its cone; gaps, drift and energies are
% those of the mechanism (at 50 columns at most).
% SPDX-License-Identifier: GPL-3.0-or-later
  N = numel (sol.t);
  count = sum (dls_mechanism_turns ('count', B));
  sizes = [size(sol.q); size(sol.v); size(sol.turns)];
  expected = [numel(B.q), N; numel(B.v), N; count, N];
  report = dls_judge ('check', report, 'rows of the mechanism, a column per time', ...
                      sum (sum (sizes ~= expected)) + (size (sol.p, 2) ~= N), 0);
  report = dls_judge ('check', report, 'times grow', sum (~(diff (sol.t) > 0)), 0);
  report = dls_judge ('check', report, 'positions and velocities are finite', ...
                      sum (~isfinite ([sol.q(:); sol.v(:); sol.turns(:)])), 0);
  report = dls_judge ('check', report, 'turns are whole', ...
                      sum (sol.turns(:) ~= fix (sol.turns(:))), 0);
  report.not_checked{end+1} = 'equations of the steps (SOL.residual has been recomputed in them)';
  if (~report.ok)
    return
  end
  if (B.d == 3)
    long = reshape (sol.q, 7, []);
    long = sqrt (sum (long(4:7,:) .^ 2, 1));
    most = 1e-12;
    if (strncmp (sol.scheme, 'event-', 6))
      most = 5e-3;                                   % Runge-Kutta: sums of rates
    end
    report = dls_judge ('check', report, 'quaternions have length one', ...
                        max ([0, abs(long - 1)]), most);
  end
  report = of_turns (B, sol, report);
  columns = unique (round (linspace (1, N, min (N, 50))));
  off = struct ('gaps', 0, 'drift', 0, 'kinetic', 0, 'potential', 0, 'push', 0, 'friction', 0);
  for k = columns
    off = at_column (dls_at (B, sol, k), sol, k, off);
  end
  report = dls_judge ('check', report, 'contacts push', off.push, 1e-6);
  report = dls_judge ('check', report, 'friction is in its cone', off.friction, 1e-6);
  far = 1 + max ([0; abs(sol.q(:))]);
  report = dls_judge ('check', report, 'gaps are those of the mechanism', off.gaps / far, 1e-9);
  report = dls_judge ('check', report, 'drift is that of the mechanism', off.drift / far, 1e-9);
  most = max ([abs(sol.energy.total), sol.energy.kinetic, realmin]);
  report = dls_judge ('check', report, 'kinetic energy', off.kinetic / most, 1e-9);
  report = dls_judge ('check', report, 'potential energy', off.potential / most, 1e-9);
  parts = sol.energy.kinetic + sol.energy.potential + sol.energy.elastic;
  report = dls_judge ('check', report, 'total energy is the sum', ...
                      max ([0, abs(sol.energy.total - parts)]) / most, 1e-12);
  deep = max ([-sol.gap; zeros(1, N)], [], 1);
  report = dls_judge ('check', report, 'drift.gap is the deepest gap', ...
                      max ([0, abs(sol.drift.gap - deep)]) / far, 1e-12);
end

% Angles of joints in space are what the velocities at both ends of a step have made of them, each
% in one half of it, to half a turn. Where these differ by more than that, nothing is said.
function report = of_turns (B, sol, report)
  if (isempty (sol.turns) || numel (sol.t) < 2)
    return
  end
  D = dls_mechanism_data (B, sol.t(1), sol.q(:,1), sol.v(:,1));
  q = dls_mechanism_mex ('angles', D, sol.q);
  [~, turns] = dls_mechanism_turns ('split', D, q);
  rows = numel (B.q) + (1:size (turns, 1));
  q(rows,:) = q(rows,:) + 2 * pi * (sol.turns - turns);
  half = bsxfun (@times, diff (sol.t) / 2, [1; -1]);
  go = @(k, h) dls_mechanism_mex ('advance', D, q(:,k), bsxfun (@times, sol.v(:,k), h), 1);
  first = 1:numel (sol.t) - 1;
  [ahead, behind] = deal (go (first, half(1,:)), go (first + 1, half(2,:)));
  [one, two] = deal (ahead(rows,:) - q(rows,first), q(rows,first + 1) - behind(rows,:));
  unclear = abs (one - two) > pi;
  off = abs (ahead(rows,:) - behind(rows,:)) .* ~unclear;
  report = dls_judge ('check', report, 'turns of joints are those of their rates', max (off(:)), ...
                      pi);
  if (any (unclear(:)))
    report.not_checked{end+1} = 'turns in steps whose ends turn by half a turn more or less';
  end
end

% The most that column k differs from what the mechanism C is there.
function off = at_column (C, sol, k, off)
  E = dls_mechanism_evaluate (C, C.t, C.q, C.v, 'dls_verify');
  off.drift = max (off.drift, abs (max ([0; abs(E.h)]) - sol.drift.constraint(k)));
  if (~isnan (sol.energy.kinetic(k)))
    off.kinetic = max (off.kinetic, abs (C.v' * E.M * C.v / 2 - sol.energy.kinetic(k)));
    off.potential = max (off.potential, abs (E.potential - sol.energy.potential(k)));
  end
  nu = size (sol.status, 1);
  if (numel (E.g) ~= nu && isempty (sol.contact))
    E = dls_mechanism_evaluate (C, C.t, C.q, C.v, 'dls_verify', [], []);    % slots of sliders
  end
  here = (1:nu)';
  if (~isempty (sol.contact))
    [~, here] = ismember (sol.contact(:,k), E.identity);
  end
  known = find (here > 0);
  here = here(known);
  pn = sol.p(sol.nb+known,k);
  most = max ([abs(sol.p(:,k)); realmin]);
  off.gaps = max ([off.gaps; abs(E.g(here) - sol.gap(known,k))]);
  off.push = max ([off.push; -pn / most]);
  m = (size (sol.p, 1) - sol.nb) / max (nu, 1) - 1;                  % tangents of a contact
  if (m > 0)
    pt = reshape (sol.p(sol.nb+nu+1:end,k), m, []);
    pt = sqrt (sum (pt(:,known) .^ 2, 1))';
    off.friction = max ([off.friction; (pt - E.mu(here) .* pn) / most]);
  end
end
