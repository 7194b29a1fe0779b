% TABLE4  What you learn: how much a leg of a table carries, when nobody can know.
%   A table of 20 kg on four legs in space, a load of 30 kg on it. Three balances for four forces:
%   each leg has an interval. What one leg takes beyond, its diagonal takes too, and the other two
%   give: so the intervals are known in closed form. Where the load leaves the middle, a leg is sure
%   to carry something. Friction does not change them: all feet stand at one height. And who leans
%   on the edge tips it, when the feet there carry all.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

legs = 0.5 * [-1 1 1 -1; -1 -1 1 1];         % diagonals: 1 and 3, 2 and 4
g = 9.81;
for at = [0 0.2 0.35; 0 0.1 0.35]
  B = dls_mechanism ('gravity', [0 0 -g]);
  B = dls_body (B, 'table', 'mass', 20, 'shape', 'box', 'size', [1.2 1.2 0.04], 'at', [0 0 0.7]);
  B = dls_body (B, 'load', 'mass', 30, 'shape', 'box', 'size', [0.3 0.3 0.2], ...
                'at', [at; 0.82]);
  B = dls_joint (B, 'glue', 'fixed', {'table', [at; 0.02]}, {'load', [0 0 -0.1]});
  for k = 1:4
    leg = sprintf ('leg%d', k);
    B = dls_body (B, leg, 'mass', 1, 'shape', 'cylinder', 'size', [0.03 0.6], ...
                  'at', [legs(:, k); 0.38]);
    B = dls_joint (B, ['screw' leg], 'fixed', {'table', [legs(:, k); -0.02]}, {leg, [0 0 0.3]});
    foot = ['foot', leg(4)];
    B = dls_body (B, foot, 'mass', 0.1, 'shape', 'sphere', 'size', 0.04, 'at', [legs(:, k); 0.04]);
    B = dls_joint (B, ['nail' leg], 'fixed', {leg, [0 0 -0.34]}, {foot});
    B = dls_touch (B, 'ground', foot, 'mu', 0.4);
  end
  W = g * (20 + 4.4);
  P = 30 * g;
  base = (W + P) / 4 + P * (at(1) * sign (legs(1, :)) + at(2) * sign (legs(2, :))) / 2;
  odd = [1 -1 1 -1];
  room = [max(-base(odd > 0)); min(base(odd < 0))];
  [lo, hi] = dls_reaction_range (B);
  fprintf ('load at (%.2f, %.2f): ', at);
  fprintf ('%.0f-%.0f N  ', [lo.nu'; hi.nu']);
  fprintf ('\n');
  assert (norm ([lo.nu'; hi.nu'] - sort (base + odd .* room), Inf) < 1e-4 * (W + P));
  V = dls_sticking (B);
  assert (strcmp (V.verdict, 'sticking') && norm (V.a) < 1e-6);
end

% Who leans on its edge tips it: about the two feet there, where his push is five times the weight.
B = dls_mechanism ('gravity', [0 0 -g]);
B = dls_body (B, 'table', 'mass', 24.4, 'inertia', [4 4 6], 'at', [0 0 0.7], 'shape', 'box', ...
              'size', [1.2 1.2 0.04]);
for k = 1:4
  foot = sprintf ('foot%d', k);
  B = dls_body (B, foot, 'mass', 0, 'shape', 'sphere', 'size', 0.04, 'at', [legs(:, k); 0.04]);
  B = dls_joint (B, sprintf ('leg%d', k), 'fixed', {'table', [legs(:, k); -0.66]}, {foot});
  B = dls_touch (B, 'ground', foot, 'mu', 0.4);
end
tips = 5 * 24.4 * g;
for F = [0.99 1.01] * tips
  C = dls_force (B, 'hand', 'force', {'table', [0.6 0 0]}, [0 0 -F]);
  V = dls_sticking (C);
  sol = dls_simulate (C, [0 0.3], 'Step', 2e-3);
  fprintf ('%.0f N on the edge: far feet carry %.1f N, after 0.3 s it has turned by %.1e\n', F, ...
           V.lambda.ground_foot1.n, 2 * sol.q(6, end));
  assert ((abs (sol.q(6, end)) < 1e-6) == (F < tips) && (abs (V.a(5)) < 1e-6) == (F < tips));
end
save_motion (sol, 'table4');
