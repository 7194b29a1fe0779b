% FUZZ_VERIFY  Right answers of every class with one damaged field: a verdict, or an error
% delassus:... of dls_verify; a right answer is accepted.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_verify (seed, number)
  random_case (seed, number);
  [problem, answer] = random_answer ();
  why = '';
  harmless = rand () < 0.1;
  if (~harmless && rand () < 0.8)
    answer = damaged (answer);
  elseif (~harmless)
    problem = damaged (problem);
  end
  try
    [~, ok, report] = evalc_of (problem, answer);
    if (harmless && ~ok && report.verifiable)
      why = ['wrong: dls_verify refuses a right answer: ', report.message];
    elseif (~(islogical (ok) && isscalar (ok)))
      why = 'wrong: ok is no flag';
    end
  catch err
    if (~strncmp (err.identifier, 'delassus:', 9) || ~strncmp (err.message, 'dls_', 4))
      at = '';
      if (~isempty (err.stack))
        at = sprintf (' (%s, line %d)', err.stack(1).name, err.stack(1).line);
      end
      why = sprintf ('foreign: %s: %s%s', err.identifier, err.message, at);
    elseif (harmless)
      why = ['wrong: a legal call: ', err.message];
    end
  end
end

% What is printed is swallowed.
function [text, ok, report] = evalc_of (problem, answer)
  [text, ok, report] = deal ('', [], []);
  if (rand () < 0.2)
    text = evalc ('dls_verify (problem, answer);');
    ok = true;
  else
    [ok, report] = dls_verify (problem, answer);
  end
end

function [p, x] = random_answer ()
  n = randi (4);
  m = randi (4);
  S = random_contacts ();
  switch (randi (14))
    case 1
      p = struct ('M', eye (n), 'G', randn (n, m), 'F', randn (n, 1), 'b', randn (m, 1));
      [x.a, x.lambda, x.info] = dls_kkt (p.M, p.G, p.F, p.b);
    case 2
      p = struct ('M', eye (n), 'G', [randn(n, m), zeros(n, 1)]);
      x = dls_redundancy (p.M, p.G);
    case 3
      p = struct ('P', [], 'q', randn (n, 1), 'A', randn (m, n), 'b', randn (m, 1), ...
                  'cones', struct ('l', m));
      [x.x, x.s, x.y, x.info] = dls_conic (p.P, p.q, p.A, p.b, p.cones);
    case 4
      p = struct ('A', randi ([-2, 2], n), 'q', randi ([-2, 2], n, 1));
      [x.z, x.w, x.info] = dls_lcp (p.A, p.q);
    case 5
      p = struct ('A', randi ([-2, 2], n), 'q', randi ([-2, 2], n, 1));
      x = dls_lcp_all (p.A, p.q);
    case 6
      p = struct ('A', randn (m), 'B', randn (m, n), 'C', randn (n, m), 'D', randn (n), ...
                  'a', randn (m, 1), 'b', randn (n, 1));
      [x.x, x.z, x.w, x.info] = dls_mlcp (p.A, p.B, p.C, p.D, p.a, p.b);
    case 7
      p = S;
      [x.a, x.lambda, x.info] = dls_contact (S);
    case 8
      p = dls_system (S, 'vtu', [], 'vtb', []);
      x = dls_sticking (p);
    case 9
      p = S;
      [x.lo, x.hi, x.info] = dls_reaction_range (S);
    case 10
      p = S;
      x = dls_wellposed (S, 'MaxTime', 2);
    case 11
      p = struct ('points', randn (2, m), 'normals', randn (2, m), 'mu', rand (m, 1));
      x = dls_grasp (p.points, p.normals, p.mu);
    case 12
      p = struct ('S', dls_system ('M', S.M, 'Gb', S.Gb, 'Gu', S.Gu), 'vminus', randn (S.n, 1), ...
                  'E', 0.5);
      [x.vplus, x.p, x.info] = dls_impact (p.S, p.vminus, p.E);
    case 13
      p = dls_problem ('W', eye (2 * n), 'q', randn (2 * n, 1), 'mu', 0.5, 'd', 2);
      [x.r, x.u, x.v, x.info] = dls_friction (p);
      if (rand () < 0.3)
        x = struct ();
        [x.ok, x.info] = dls_friction_exists (p);
      end
    case 14
      p = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
      x = dls_simulate (p, [0, 0.1], 0.1, 0, 'Step', 1e-2);
  end
end
