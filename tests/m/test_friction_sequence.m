function pass = test_friction_sequence ()
% TEST_FRICTION_SEQUENCE  Friction problems one time step apart, with dls_friction_setup.
%   pass = test_friction_sequence ()   logical row; each failing element prints its name.
%   Promise: every answer is solved as by itself, in at most half of the iterations.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [wall('local'), wall('global'), new_matrices(), jumps(), names(), one_contact()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_friction_sequence: %s\n', name); end
end

% A shaken wall begins to slide. v is that of the last warm answer.
function pass = wall (form)
[M, H, mu] = make_wall ();
n = size (M, 1);
h = 1e-3;
W = H * (M \ H');
W = (W + W') / 2;
v = zeros (n, 1);
push = kron (ones (n / 6, 1), eye (6, 3));
P = dls_problem ('M', M, 'H', H, 'mu', mu, 'd', 3);
if strcmp (form, 'local')
  P = dls_problem ('W', W, 'mu', mu, 'd', 3);
end
K = dls_friction_setup (P, 'Tolerance', 1e-10);      % velocities are compared to 1e-6
[solved, same] = deal (true);
[warm, cold, slides, compared] = deal (0);
for k = 1:40
  t = 0.14 + k * h;
  free = v + h * push * [4.5 * sin(6 * t); -9.81; 2 * cos(9 * t)];
  if strcmp (form, 'local')
    P.q = H * free;
    [r, u, ~, info] = dls_friction (K, P.q);
    v = free + M \ (H' * r);
    left = dls_residual (P, r);
  else
    P.f = -M * free;
    [r, u, v, info] = dls_friction (K, P.f, P.w);
    left = dls_residual (P, r, v);
  end
  solved = solved && strcmp (info.status, 'solved') && left <= 1e-8 * (1 + 1e-6);
  warm = warm + (k > 1) * info.iterations;
  slides = slides + (sum (abs (u) > 1e-6) > 10);
  if mod (k, 4) == 0
    [~, by_itself, ~, info] = dls_friction (P, 'Tolerance', 1e-10);
    cold = cold + info.iterations;
    if slides == 0 && max (abs (by_itself)) < 1e-6   % else there is more than one solution
      compared = compared + 1;
      same = same && norm (by_itself - u) <= 1e-6 * norm (u - H * free);
    end
  end
end
pass = [holds([form, ': all solved'], solved), ...
        holds([form, ': at rest as by itself'], same && compared > 1), ...
        holds([form, ': it slides in the end'], slides > 5 && slides < 40), ...
        holds(sprintf ('%s: %d iterations of 39, %d of 10 by themselves', form, warm, cold), ...
              2 * warm <= 39 * cold / 10)];
end

% W grows a little at every step, in both forms.
function pass = new_matrices ()
[M, H, mu] = make_wall ();
W = H * (M \ H');
W = (W + W') / 2;
q = H * (repmat ([0.2 -1 0.1 0 0 0]', size (M, 1) / 6, 1));
K = dls_friction_setup (dls_problem ('W', W, 'q', q, 'mu', mu, 'd', 3));
f = -M * (repmat ([0.2 -1 0.1 0 0 0]', size (M, 1) / 6, 1));
L = dls_friction_setup (dls_problem ('M', M, 'H', H, 'f', f, 'mu', mu, 'd', 3));
pass = [];
warm = 0;
for k = 1:10
  K = update (K, (1 + 0.001 * k) * W);
  L = update (L, M / (1 + 0.001 * k), H);
  [r, ~, ~, info] = dls_friction (K, q);
  P = dls_problem ('W', (1 + 0.001 * k) * W, 'q', q, 'mu', mu, 'd', 3);
  ok = info.exitflag == 1 && dls_residual (P, r) <= 1e-8 * (1 + 1e-6);
  warm = warm + (k > 1) * info.iterations;
  [r, ~, v, info] = dls_friction (L, f / (1 + 0.001 * k), zeros (150, 1));
  P = dls_problem ('M', M / (1 + 0.001 * k), 'H', H, 'f', f / (1 + 0.001 * k), 'mu', mu, 'd', 3);
  ok = ok && info.exitflag == 1 && dls_residual (P, r, v) <= 1e-8 * (1 + 1e-6);
  warm = warm + (k > 1) * info.iterations;
  pass(end+1) = holds (sprintf ('new matrices, %d', k), ok);
end
pass(end+1) = holds (sprintf ('new matrices: %d iterations', warm), warm <= 18 * 20);   % sweeps
end

% Contacts open and close all at once.
function pass = jumps ()
[M, H, mu] = make_wall ();
W = H * (M \ H');
W = (W + W') / 2;
P = dls_problem ('W', W, 'mu', mu, 'd', 3);
K = dls_friction_setup (P);
pass = [];
for speed = [1 -1 3 -0.1 0 -1]
  P.q = H * repmat ([0.1 speed 0.2 0 0 0.01]', 12, 1);
  [r, ~, ~, info] = dls_friction (K, P.q);
  pass(end+1) = holds (sprintf ('jump to %g', speed), info.exitflag == 1 ...
                       && dls_residual (P, r) <= 1e-8 * (1 + 1e-6));
end
end

% Contacts of a shaken wall, in another order at every step, and without those that stay open.
function pass = names ()
[M, H, mu] = make_wall ();
n = size (M, 1);
nc = numel (mu);
h = 1e-3;
v = zeros (n, 1);
push = kron (ones (n / 6, 1), eye (6, 3));
open = false (nc, 1);
solved = true;
[warm, cold] = deal (0);
for k = 1:20
  t = 0.14 + k * h;
  f = -M * (v + h * push * [4.5 * sin(6 * t); -9.81; 2 * cos(9 * t)]);
  list = mod (7 * (0:nc - 1)' + 3 * k, nc) + 1;
  list = list(~open(list));
  rows = reshape (3 * list' - [2; 1; 0], [], 1);
  P = dls_problem ('M', M, 'H', H(rows,:), 'f', f, 'mu', mu(list), 'd', 3);
  if k == 1
    K = dls_friction_setup (P, 'Names', list);
  else
    K = update (K, P, list);
  end
  [r, ~, v, info] = dls_friction (K, f, P.w);
  solved = solved && info.exitflag == 1 && dls_residual (P, r, v) <= 1e-8 * (1 + 1e-6);
  warm = warm + (k > 1) * info.iterations;
  [~, ~, ~, info] = dls_friction (P);
  cold = cold + (k > 1) * info.iterations;
  open(list) = mod (k, 3) == 0 & r(1:3:end) == 0;
end
pass = [holds('names: all solved', solved), ...
        holds(sprintf ('names: %d iterations, %d by themselves', warm, cold), 2 * warm <= cold)];
end

% In closed form: no iteration, whether the last answer is near or not.
function pass = one_contact ()
M = diag ([1 2 3]);
H = [0 1 0.1; 1 0.2 0; 0 0.3 1];
P = dls_problem ('M', M, 'H', H, 'mu', 0.4, 'd', 3);
Q = dls_problem ('W', H * (M \ H'), 'mu', 0.4, 'd', 3);
K = dls_friction_setup (P);
L = dls_friction_setup (Q);
pass = [];
for angle = 0:0.5:6
  P.f = [cos(angle); 0.5 + 1.5 * sin(2 * angle); sin(angle)];
  Q.q = -H * (M \ P.f);
  [r, ~, v, info] = dls_friction (K, P.f, P.w);
  [s, ~, ~, more] = dls_friction (L, Q.q);
  pass(end+1) = holds (sprintf ('one contact, %g', angle), ...
    info.iterations + more.iterations == 0 && info.exitflag == 1 && norm (r - s) < 1e-12 ...
    && dls_residual (P, r, v) < 1e-13 && dls_residual (Q, s) < 1e-13);
end
end
