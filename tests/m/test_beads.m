function pass = test_beads ()
% The beads of examples/beads.m and bench_beads: contacts against all pairs, gradients against
% rigid motions and positions, a step against the mechanics of one bead.
% SPDX-License-Identifier: GPL-3.0-or-later
  addpath (fullfile (fileparts (mfilename ('fullpath')), '..', '..', 'examples', 'tools'));
  pass = [all_pairs(), rigid_motions(), gap_rates(), one_bead(), pile(), packed(), ...
          told_velocities(), pulled_away()];
end

function C = everything (x, R, box, reach)
  C = zeros (0, 3);
  for b = 1:numel (R)
    a = 1:b-1;
    gap = sqrt (sum ((x(:,a) - x(:,b)) .^ 2, 1)) - R(a) - R(b);
    k = find (gap <= reach);
    C = [C; a(k)', repmat(b, numel (k), 1), gap(k)'];
    walls = [x(3,b), x(1,b), x(2,b), box(1) - x(1,b), box(2) - x(2,b)] - R(b);
    k = find (walls <= reach);
    C = [C; zeros(numel (k), 1), repmat(b, numel (k), 1), walls(k)'];
  end
  C = sortrows (C);
end

% Random clouds: dense, loose, one bead, beads on one point's neighbourhood, far from the origin.
function pass = all_pairs ()
  pass = true (1, 12);
  for k = 1:12
    N = [1, 2, 40, 150](1 + mod (k, 4));
    u = lcg_rand (k, 4, N);
    R = 0.5 + u(4,:);
    x = [3, 8, 30](1 + mod (k, 3)) * u(1:3,:) + (k > 9) * 1e3;
    reach = 0.2 * mod (k, 2);
    C = bead_contacts (x, R, [9 9], reach);
    found = sortrows ([C.a', C.b', C.gap']);
    truth = everything (x, R, [9 9], reach);
    pass(k) = isequal (size (found), size (truth)) && (isempty (truth) ...
              || (isequal (found(:,1:2), truth(:,1:2)) && norm (found - truth) < 1e-9));
  end
end

function [beads, C] = touching ()
  beads = bead_start (30, 3, 3);
  beads.x = 0.8 * beads.x;
  beads.box = 0.8 * beads.box;
  C = bead_contacts (beads.x, beads.R, beads.box, 0.1);
end

% Where two beads touch, a common rotation and translation is no relative velocity.
function pass = rigid_motions ()
  beads = bead_start (2, 2, 1);
  beads.R = [1, 0.7];
  n = [2; -1; 2] / 3;
  beads.x = [[5; 5; 5], [5; 5; 5] + 1.7 * n];
  C = bead_contacts (beads.x, beads.R, [99 99], 1e-9);
  pass = numel (C.b) == 1 && norm (C.normal - n) < 1e-12;
  omega = [0.3; -0.7; 1.1];
  v = [cross(repmat (omega, 1, 2), beads.x) + [1; 2; 3]; repmat(omega, 1, 2)];
  P = bead_problem (beads, C, v(:), 0.02, 0.3, 0.2);
  pass = pass && norm (P.H * v(:)) < 1e-12 && rank (full (P.H)) == 3;
end

% Rows N of H are the rates of the gaps; frames are orthonormal: a row's length by hand.
function pass = gap_rates ()
  [beads, C] = touching ();
  nc = numel (C.b);
  v = lcg_rand (5, 180, 1) - 0.5;
  P = bead_problem (beads, C, v, 0.02, 0.3, 0.2);
  h = 1e-6;
  V = reshape (v, 6, []);
  gap = zeros (2, nc);
  for side = 1:2
    x = beads.x + (2 * side - 3) * h * V(1:3,:);
    for c = 1:nc
      if (C.a(c) > 0)
        gap(side,c) = norm (x(:,C.b(c)) - x(:,C.a(c)));
      else
        gap(side,c) = C.normal(:,c)' * x(:,C.b(c));
      end
    end
  end
  u = reshape (P.H * v, 3, nc);
  pass = nc > 30 && norm (u(1,:) - diff (gap) / (2 * h)) < 1e-7;
  w = reshape (P.w, 3, nc);
  pass(2) = norm (w(1,:) - 0.2 * u(1,:)) < 1e-14 && ~any (any (w(2:3,:)));
  R2 = beads.R(C.b) .^ 2;
  R2(C.a > 0) = R2(C.a > 0) + beads.R(C.a(C.a > 0)) .^ 2;
  turn = [0; 1; 1] * R2 + [1; 1; 1] * (1 + (C.a > 0));
  pass(3) = norm (reshape (sum (P.H .^ 2, 2), 3, nc) - turn) < 1e-10;
end

% A bead falls on the floor with 1 m/s and drifts: it bounces with 0.2; friction slows and turns it.
function pass = one_bead ()
  beads = bead_start (1, 1, 1);
  beads.x = [5; 5; beads.R];
  v = [3; 0; -1; 0; 0; 0];
  C = bead_contacts (beads.x, beads.R, [99 99], 1e-9);
  P = bead_problem (beads, C, v, 0, 0.1, 0.2);
  [r, u, after] = dls_friction (P, 'Method', 'fixpoint', 'Tolerance', 1e-12);
  m = beads.mass;
  truth = [3 - 0.12; 0; 0.2; 0; 0.12 * m * beads.R / (0.4 * m * beads.R ^ 2); 0];
  pass = abs (r(1) - 1.2 * m) < 1e-8 * m && norm (after - truth) < 1e-8;
end

% A small pile comes to rest: beads stay in the box and carry their weight.
function pass = pile ()
  beads = bead_start (20, 3, 1);
  setup = struct ('steps', 110, 'options', {{'Method', 'auto'}});
  log = bead_run (beads, setup);
  x = log.beads.x;
  v = reshape (log.beads.v, 6, []);
  pass = all (log.solved) && log.overlap < 0.3;
  pass(2) = all (x(3,:) > 0.6) && all (all (x(1:2,:) > 0.6)) && max (x(3,:)) < 6 ...
            && all (all (abs (v(1:3,:)) < 0.5));
  setup = struct ('steps', 1, 'h', 1e-6, 'mu', 0.5, 'restitution', 0);  % the same, but for a moment
  again = bead_run (log.beads, setfield (setup, 'steps', 4));
  first = bead_run (log.beads, setup);
  pass(3) = all (again.solved) && numel (again.nc) == 4 && all (again.nc == first.nc);
  pass(4) = all (again.iterations(2:4) <= 2 * first.iterations);  % loads of a moment: news for each
  P = log.last;
  K = dls_friction_setup (P);
  [~, ~, ~, alone] = dls_friction (K, P.f, P.w);
  for k = 1:6                                     % near the answer a sweep or two suffice
    load = P.f .* (1 + 1e-7 * mod (sqrt (2) * k * (1:numel (P.f))', 1));
    [~, ~, ~, info] = dls_friction (K, load, P.w);
    pass(4+k) = info.exitflag == 1 && info.iterations <= 2 && info.iterations < alone.iterations;
  end
end

% Nothing overlaps; each sphere lies on the floor or on three others and walls, and nearly as many
% contacts carry as there are normal forces to find.
function pass = packed ()
  beads = pile_spheres (40, 3, 2);
  C = bead_contacts (beads.x, beads.R, beads.box, 1e-9);
  x = beads.x;
  pass = min (C.gap) > -1e-9 && all (all (x(1:2,:) > beads.R - 1e-9)) && all (x(3,:) >= beads.R);
  for k = 1:40
    below = [sum(C.b == k & C.a == 0), sum(C.b == k & C.a > 0), sum(C.a == k)];
    pass = pass && (x(3,k) == beads.R(k) || sum (below) >= 3);
  end
  pass(2) = numel (C.b) <= 3 * 40;
end

% What is told of velocities, against a solution whose velocities another method finds, too: the
% law is missed by so much, the solution by up to some ten times as much.
function pass = told_velocities ()
  pass = [];
  for seed = [2 4]
    beads = pile_spheres (40, 3, seed);
    C = bead_contacts (beads.x, beads.R, beads.box, 1e-6);
    P = pile_problems (beads, C, 0.3){2};
    [~, u] = dls_friction (P, 'Tolerance', 1e-12);
    [~, again] = dls_friction (P, 'Tolerance', 1e-11, 'Method', 'interior-point');
    unique = max (abs (u - again)) < 1e-9;
    for tolerance = 10 .^ -(2:7)
      [~, x, ~, info] = dls_friction (P, 'Tolerance', tolerance);
      off = max (sqrt (sum (reshape (x - u, 3, []) .^ 2, 1)));
      told = info.residual.velocity;
      pass(end+1) = unique && told > off / 100 && told < 3 * off;
    end
  end
end

% What pulls a body without mass away from all that it touches is balanced by nothing: a proof, by
% matrix arithmetic.
function pass = pulled_away ()
  pass = [];
  beads = pile_spheres (14, 3, 1);
  C = bead_contacts (beads.x, beads.R, beads.box, 1e-6);
  for mu = [0 0.1]
    P = bead_problem (beads, C, beads.v, 1e-3, mu, 0);
    j = 6 * 14 + (-5:0);
    away = sum (C.normal(:,C.b == 14), 2) - sum (C.normal(:,C.a == 14), 2);
    [P.M(j,j), P.f(j)] = deal (0, [-away; 0; 0; 0]);
    [~, ~, ~, info] = dls_friction (P);
    pass(end+1) = strcmp (info.status, 'no_solution') && info.exitflag == -2;
    if (pass(end))
      [y, p] = deal (info.certificate.y, info.certificate.p);
      s = reshape (P.H * p, 3, []);
      y3 = reshape (y, 3, []);
      pass(end+1) = norm (P.M * p - P.H' * y) <= 1e-9 * norm (p) ...
                    && abs (y' * P.w - p' * P.f + 1) < 1e-9;
      pass(end+1) = min (y3(1,:)) > -1e-9 && norm (y3(2:3,:)) < 1e-9 ...
                    && all (-s(1,:) >= mu * sqrt (sum (s(2:3,:) .^ 2, 1)) - 1e-9 * norm (s));
    end
  end
end
