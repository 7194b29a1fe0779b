% TEST_VERIFY  The judge says yes to right answers of every function, and no to forged ones.
% SPDX-License-Identifier: GPL-3.0-or-later
function pass = test_verify ()
  pass = [kkt(), redundancy(), conic(), lcp(), contact(), range(), grasp(), impact(), ...
          friction(), wellposed(), motion(), refusals(), loose()];
end

function pass = kkt ()
  p = struct ('M', diag ([1 1/3]), 'G', [1 1 1; -1 0 1], 'F', [9.81; 0], 'b', zeros (3, 1));
  [a, lambda, info] = dls_kkt (p.M, p.G, p.F, p.b);
  x = struct ('a', a, 'lambda', lambda, 'info', info);
  pass = [dls_verify(p, x), ~dls_verify(p, set (x, 'lambda', lambda + [1e-4; 0; 0])), ...
          ~dls_verify(set (p, 'F', -p.F), x)];
  p.b = [1; 0; 0];
  [a, lambda, info] = dls_kkt (p.M, p.G, p.F, p.b);
  x = struct ('a', a, 'lambda', lambda, 'info', info);
  pass(end+1) = dls_verify (p, x);
  forged = x;
  forged.info.certificate.constraints = info.certificate.constraints + [1e-3; 0; 0];
  pass(end+1) = ~dls_verify (p, forged);
  forged = x;
  forged.info.status = 'solved';
  pass(end+1) = ~dls_verify (p, forged);
end

function pass = redundancy ()
  p = struct ('M', diag ([1 1/3]), 'G', [1 1 1; -1 0 1]);
  R = dls_redundancy (p.M, p.G);
  pass = [dls_verify(p, R), ~dls_verify(p, set (R, 'kernel', R.kernel + sparse ([0; 1e-2; 0]))), ...
          ~dls_verify(p, set (R, 'determined', true (3, 1))), ~dls_verify(p, set (R, 'rank', 3))];
  % a table on eight legs: without the first five the others are in a line
  [x, y] = meshgrid (-1:1);
  x = [ones(1, 9); x(:)'; y(:)'];
  p = struct ('M', eye (3), 'G', x(:,[1:4, 6:9]));
  R = dls_redundancy (p.M, p.G);
  bad = R.releases;
  bad.sets = sortrows ([bad.sets; 1:5]);
  pass = [pass, dls_verify(p, R), ~dls_verify(p, set (R, 'releases', bad))];
end

function pass = conic ()
  % the disc, a contradiction, and a function without a lower bound
  p = struct ('P', eye (2), 'q', [-3; -4], 'A', [0 0; -1 0; 0 -1], 'b', [1; 0; 0], ...
              'cones', struct ('q', 3));
  x = conic_answer (p);
  pass = [dls_verify(p, x), ~dls_verify(p, set (x, 'x', 1.001 * x.x)), ...
          ~dls_verify(p, set (x, 'y', -x.y))];
  p = struct ('P', [], 'q', 0, 'A', [-1; 1], 'b', [-1; -1], 'cones', struct ('l', 2));
  x = conic_answer (p);
  pass = [pass, dls_verify(p, x), ~dls_verify(p, set (x, 'y', x.y + [0.1; 0])), ...
          ~dls_verify(set (p, 'b', [-1; 1]), x)];
  p = struct ('P', [], 'q', [1; 0], 'A', [0 1; 1 -1], 'b', [1; 1], 'cones', struct ('l', 2));
  x = conic_answer (p);
  pass = [pass, strcmp(x.info.status, 'dual_infeasible') && dls_verify(p, x), ...
          ~dls_verify(p, set (x, 'x', x.x + [0; 0.1])), ~dls_verify(set (p, 'q', -p.q), x)];
  for l = {1, -2, 1.5, 1e9}                % rows without a cone, and more than there are
    try
      dls_verify (set (p, 'cones', struct ('l', l{1})), x);
      pass(end+1) = false;
    catch err
      pass(end+1) = strncmp (err.message, 'dls_verify: cones', 17);
    end
  end
  % x = [-1; -1] is feasible, but multipliers of 1e23 hide it behind rounding
  p = struct ('P', [], 'q', [0; 0], 'A', sparse ([1 0; -1 1; -1 1; 1 -1]), 'b', [-1; 0; 0; 0], ...
              'cones', struct ('z', 2, 'l', 2));
  x.y = [1; -6e23; 0; -6e23];
  [x.info.status, x.s] = deal ('primal_infeasible', zeros (4, 1));
  x.y(3) = 0;
  x.y(4) = 6e23;
  x.y(2) = 6e23;
  pass(end+1) = ~dls_verify (p, x);
end

function x = conic_answer (p)
  [x, s, y, info] = dls_conic (p.P, p.q, p.A, p.b, p.cones);
  x = struct ('x', x, 's', s, 'y', y, 'info', info);
end

function pass = lcp ()
  p = struct ('A', [2 1; 1 2], 'q', [-5; 1]);
  [z, w, info] = dls_lcp (p.A, p.q);
  x = struct ('z', z, 'w', w, 'info', info);
  pass = [dls_verify(p, x), ~dls_verify(p, set (x, 'z', z + [0; 1e-3])), ...
          ~dls_verify(p, set (x, 'w', -w))];
  q = struct ('A', [1 -1; -1 1], 'q', [-1; -1]);        % no solution: w = -1 beside z of 1e17
  pass(end+1) = ~dls_verify (q, struct ('z', [1e17; 1e17], 'w', [-1; -1], 'info', info));
  Z = dls_lcp_all (p.A, p.q);
  pass = [pass, dls_verify(p, Z), ~dls_verify(p, set (Z, 'z', Z.z + 1e-3)), ...
          ~dls_verify(p, set (Z, 'count', 2))];
  p = struct ('A', [1 1; 1 1], 'q', [-1; -1]);
  Z = dls_lcp_all (p.A, p.q);
  pass = [pass, dls_verify(p, Z), ~dls_verify(set (p, 'A', [1 1; 1 2]), Z)];
  p = struct ('A', [1 -1; -1 1], 'q', [1; -2]);
  [z, w, info] = dls_lcp (p.A, p.q);
  x = struct ('z', z, 'w', w, 'info', info);
  forged = x;
  forged.info.certificate.u = info.certificate.u - [0.5; 0];
  pass = [pass, dls_verify(p, x), ~dls_verify(p, forged), ~dls_verify(set (p, 'q', [2; -1]), x)];
  p = struct ('A', [0 0 1; 2 0 0; 0 1 1], 'q', [3; -2; 1]);      % z1 >= 1 is held by w1 > 0
  [z, w, info] = dls_lcp (p.A, p.q);
  x = struct ('z', z, 'w', w, 'info', info);
  pass = [pass, strcmp(info.status, 'no_solution') && dls_verify(p, x), ...
          ~dls_verify(set (p, 'q', [-3; -2; 1]), x)];
  for k = 1:size (info.certificate.cases, 2)
    forged = x;
    forged.info.certificate.cases(:,k) = [];
    forged.info.certificate.u(:,k) = [];
    twice = x;
    twice.info.certificate.cases(:,k) = info.certificate.cases(:,1 + (k == 1));
    wrong = x;
    wrong.info.certificate.u(:,k) = -info.certificate.u(:,k);
    pass = [pass, ~dls_verify(p, forged), ~dls_verify(p, twice), ~dls_verify(p, wrong)];
  end
  p = struct ('A', 1, 'B', -1, 'C', 1, 'D', 0, 'a', 0, 'b', -1);
  [x, z, w, info] = dls_mlcp (p.A, p.B, p.C, p.D, p.a, p.b);
  x = struct ('x', x, 'z', z, 'w', w, 'info', info);
  pass = [pass, dls_verify(p, x), ~dls_verify(p, set (x, 'x', 2))];
end

function pass = contact ()
  S = block ([-13; 19.62]);
  [a, lambda, info] = dls_contact (S);
  x = struct ('a', a, 'lambda', lambda, 'info', info);
  glued = x;
  [glued.a, glued.lambda, glued.info] = dls_contact (S, 'Sticking', 'equations');
  pulled = x;
  pulled.lambda.nu = -lambda.nu;
  pass = [dls_verify(S, x), ~dls_verify(S, glued), ~dls_verify(S, pulled), ...
          dls_verify(S, set (glued, 'law', 'equations')), ...
          ~dls_verify(S, set (x, 'law', 'equations'))];
  S = dls_system ('M', 1, 'Gu', [1 -1], 'bu', [-1; -1]);
  [a, lambda, info] = dls_contact (S);
  x = struct ('a', a, 'lambda', lambda, 'info', info);
  forged = x;
  forged.info.certificate.u = info.certificate.u .* [1; 2];
  pass = [pass, dls_verify(S, x), ~dls_verify(S, forged), ...
          ~dls_verify(dls_system (S, 'bu', [-1; 2]), x)];
end

function S = block (F)
  S = dls_system ('M', 2 * eye (2), 'F', F, 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
end

function pass = range ()
  S = dls_system ('M', diag ([1 1/3]), 'F', [9.81; 0], 'Gu', [1 1 1; -1 0 1]);
  [lo, hi, info] = dls_reaction_range (S);
  x = struct ('lo', lo, 'hi', hi, 'info', info);
  [~, lambda] = dls_contact (S);
  swapped = set (set (x, 'lo', hi), 'hi', lo);
  outside = lambda;
  outside.nu(1) = 6;
  pass = [dls_verify(S, set (x, 'lambda', lambda)), ~dls_verify(S, swapped), ...
          ~dls_verify(S, set (x, 'lambda', outside))];
  S = dls_system ('M', 0, 'F', -1, 'Gu', 1);
  [lo, hi, info] = dls_reaction_range (S);
  x = struct ('lo', lo, 'hi', hi, 'info', info);
  pass = [pass, strcmp(info.status, 'no_balance') && dls_verify(S, x), ...
          ~dls_verify(dls_system (S, 'F', 1), x)];
end

function pass = grasp ()
  p = struct ('points', [-1 1; 0 0], 'normals', [1 -1; 0 0], 'mu', 0.5);
  Q = dls_grasp (p.points, p.normals, p.mu);
  forged = Q;
  forged.squeeze.nu = [1; 2];
  pass = [dls_verify(p, Q), ~dls_verify(set (p, 'mu', 0), Q), ~dls_verify(p, forged), ...
          ~dls_verify(p, set (Q, 'form_closure', true))];
  p.mu = 0;
  Q = dls_grasp (p.points, p.normals, p.mu);
  forged = Q;
  forged.certificate.d = [1; 0; 0];
  pass = [pass, dls_verify(p, Q), ~dls_verify(p, forged)];
end

function pass = impact ()
  p = struct ('S', dls_system ('M', eye (3), 'Gu', [-1 0; 1 -1; 0 1]), 'vminus', [1; 0; 0], ...
              'E', [0 1; 1 0]);
  [v, q, info] = dls_impact (p.S, p.vminus, p.E);
  x = struct ('vplus', v, 'p', q, 'info', info);
  pass = [dls_verify(p, x), ~dls_verify(p, set (x, 'vplus', v + [1e-3; 0; 0])), ...
          ~dls_verify(set (p, 'E', 0.5), x)];
end

function pass = friction ()
  P = dls_problem ('M', 2*eye (2), 'H', [0 1; 1 0], 'f', -2*[3; -1], 'mu', 0.5, 'd', 2);
  [r, u, v, info] = dls_friction (P);
  x = struct ('r', r, 'u', u, 'v', v, 'info', info);
  pass = [dls_verify(P, x), ~dls_verify(P, set (x, 'r', r + [0; 1e-3])), ...
          ~dls_verify(dls_problem (P, 'mu', 0.6), x)];
  % what is left is relative to the largest load, however many small ones there are beside it
  Q = dls_problem ('W', eye (22), 'q', -kron ([1; 1e-12 * ones(10, 1)], [1; 0]), 'mu', ...
                   0.5 * ones (11, 1), 'd', 2);
  off = @(e) struct ('r', -Q.q + [e; zeros(21, 1)], 'u', [e; zeros(21, 1)], 'v', [], ...
                     'info', struct ('status', 'solved', 'certificate', []));
  pass = [pass, dls_verify(Q, off (1e-9)), ~dls_verify(Q, off (1e-3))];
  Q = dls_problem ('W', [0 0; 0 1], 'q', [-1; 0], 'mu', 0.5, 'd', 2);
  [r, u, v, info] = dls_friction (Q);
  x = struct ('r', r, 'u', u, 'v', v, 'info', info);
  forged = x;
  forged.info.certificate.mode(:,2) = forged.info.certificate.mode(:,1);
  pass = [pass, strcmp(info.status, 'no_solution') && dls_verify(Q, x), ~dls_verify(Q, forged), ...
          ~dls_verify(dls_problem (Q, 'q', [1; 0]), x)];
  Q = dls_problem ('W', [8 4 -2; 4 2 -1; -2 -1 5], 'q', [-2; 1; -2], 'mu', 2, 'd', 3);
  [r, u, v, info] = dls_friction (Q);
  x = struct ('r', r, 'u', u, 'v', v, 'info', info);
  pass = [pass, strcmp(info.status, 'no_solution') && dls_verify(Q, x), ...
          ~dls_verify(dls_problem (Q, 'q', [2; 1; -2]), x), ...
          ~dls_verify(dls_problem (Q, 'mu', 0.1), x)];
  for k = 1:numel (info.certificate.mode)
    forged = x;
    for name = {'mode', 'arc', 'p', 'y'}
      forged.info.certificate.(name{1})(:,k) = [];
    end
    pass(end+1) = ~dls_verify (Q, forged);
  end
  H = [sin(pi/4); cos(pi/4)];
  P = dls_problem ('M', 1, 'H', H, 'f', sin (pi/4), 'w', [0; 1], 'mu', 0.5, 'd', 2);
  [ok, info] = dls_friction_exists (P);
  x = struct ('ok', ok, 'info', info);
  Q = dls_problem (P, 'mu', 2);
  [ok, info] = dls_friction_exists (Q);
  y = struct ('ok', ok, 'info', info);
  forged = y;
  forged.info.r = -y.info.r;
  pass = [pass, dls_verify(P, x), dls_verify(Q, y), ~dls_verify(Q, x), ~dls_verify(Q, forged)];
end

function pass = wellposed ()
  S = dls_system ('M', 1, 'Gu', [1 -1], 'bu', [-1; -1]);
  W = dls_wellposed (S);
  pass = [dls_verify(S, W), ~dls_verify(dls_system (S, 'bu', [-1; 2]), W)];
end

function pass = motion ()
  model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
  sol = dls_simulate (model, [0 1.5], 1, 0, 'Step', 1e-2);
  pass = [dls_verify(model, sol), ~dls_verify(model, set (sol, 'p', -sol.p)), ...
          ~dls_verify(model, set (sol, 'gap', sol.gap + 1)), ...
          ~dls_verify(model, set (sol, 't', fliplr (sol.t)))];
end

% Status without a claim, and pairs that do not belong together.
function pass = refusals ()
  p = struct ('A', [2 1; 1 2], 'q', [-5; 1]);
  [z, w, info] = dls_lcp (p.A, p.q);
  info.status = 'max_iterations';
  [ok, report] = dls_verify (p, struct ('z', z, 'w', w, 'info', info));
  pass = ~ok && ~report.verifiable;
  for x = {struct('a', 1, 'lambda', 1, 'info', info), struct('t', 1), info}
    try
      dls_verify (p, x{1});
      pass(end+1) = false;
    catch err
      pass(end+1) = strcmp (err.identifier, 'delassus:type');
    end
  end
end

function x = set (x, name, value)
  x.(name) = value;
end

% What was asked for with a loose tolerance is right to about that, and not without saying so.
function pass = loose ()
  [right, refused] = deal (true (1, 3), zeros (1, 3));
  for k = 1:8
    A = 2 * lcg_rand (2 * k, 12, 12) - 1;
    A = A * A' + 0.01 * eye (12);
    q = 2 * lcg_rand (2 * k + 1, 12, 1) - 1;
    c = struct ('P', A, 'q', q, 'A', [eye(12); -eye(12)], 'b', 0.3 * ones (24, 1), 'cones', ...
                struct ('l', 24));
    p = {struct('A', A, 'q', q), c, dls_problem('W', A, 'q', q, 'mu', 0.5 * ones (4, 1), 'd', 3)};
    [z, w, info] = dls_lcp (A, q, 'Tolerance', 1e-3, 'Method', 'interior-point');
    x{1} = struct ('z', z, 'w', w, 'info', info);
    [z, w, y, info] = dls_conic (A, q, c.A, c.b, c.cones, 'Tolerance', 1e-3);
    x{2} = struct ('x', z, 's', w, 'y', y, 'info', info);
    [r, u, v, info] = dls_friction (p{3}, 'Tolerance', 1e-3, 'Method', 'gauss-seidel');
    x{3} = struct ('r', r, 'u', u, 'v', v, 'info', info);
    for j = 1:3
      right(j) = right(j) && strcmp (x{j}.info.status, 'solved') && dls_verify (p{j}, x{j});
      x{j}.info.tolerance = 1e-8;
      refused(j) = refused(j) + ~dls_verify (p{j}, x{j});
    end
  end
  pass = [right, refused(2:3) > 0];
end
