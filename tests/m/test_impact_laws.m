function pass = test_impact_laws ()
% TEST_IMPACT_LAWS  Laws of impact by name and by handle, in dls_impact and in motions.
%   pass = test_impact_laws ()   logical row; each failing element prints its name.
%   Promise: closed forms of one contact with friction and of chains; Poisson's and Fremond's laws
%   as their definitions say, on random systems; no energy is made by Moreau's and Fremond's laws,
%   nor where it is guarded; motions and dls_impact agree; what makes energy is told.
% SPDX-License-Identifier: GPL-3.0-or-later
state = rand ('twister');
restore = onCleanup (@() rand ('twister', state));
rand ('twister', 5);
pass = [one_contact(), definitions(), guarded(), motions(), at_rest(), handles(), ...
        own_motions(), refusals(), verified()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_impact_laws: %s\n', name); end
end

% A point that slides: all laws but the plastic one are one; tangential restitution turns it back.
function pass = one_contact ()
pass = [];
e = 0.5;
S = dls_system ('M', 2 * eye (2), 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.2);
for law = {'newton', 'moreau', 'poisson', 'fremond'}
  [v, p] = dls_impact (S, [1; -1], e, 'Law', {law{1}});
  pass(end+1) = holds (['slides, ', law{1}], abs (v - [0.7; 0.5]) < 1e-12 ...
                       & abs ([p.nu; p.tu] - [3; -0.6]) < 1e-12);
end
S = dls_system (S, 'muu', 2);
[v, p, info] = dls_impact (S, [1; -1], e, 'Law', 'newton', 'TangentRestitution', 0.25);
pass(end+1) = holds ('turns back', abs (v - [-0.25; 0.5]) < 1e-12 ...
                     && abs (info.energy.after - 0.3125) < 1e-12 && info.residual.worst < 1e-12);
balls = dls_system ('M', eye (3), 'Gu', [-1 0; 1 -1; 0 1]);
v = dls_impact (balls, [1; 0; 0], 0.8, 'Law', 'poisson');
pass(end+1) = holds ('three balls, poisson', abs (v - [-0.2; 0.6; 0.6]) < 1e-12);
v = dls_impact (dls_system ('M', 2, 'Gu', 1, 'Hu', 0), -1, 0.5, 'Law', 'poisson');
pass(end+1) = holds ('one contact, nothing else', abs (v - 0.5) < 1e-12);
pass(end+1) = newton_energy ();
end

% Newton's law without friction, e per contact, D = diag ((1 - e)./(1 + e)): T+ - T- = -p'*D*A*p/2,
% so that nothing grows where D*A + A*D >= 0, and something where p'*D*A*p < 0, p >= 0.
function ok = newton_energy ()
rand ('twister', 7);
randn ('twister', 7);
[ok, grows] = deal (true, 0);
for trial = 1:12
  G = [eye(2); zeros(2)] + 0.5 * mod (trial, 3) * randn (4, 2);
  e = [0.95; 0.05] + 0.05 * rand (2, 1);
  A = G' * G;
  D = diag ((1 - e) ./ (1 + e));
  p = [1; rand()];
  before = -G * (A \ ((A * p) ./ (1 + e)));
  [~, q, info] = dls_impact (dls_system ('M', eye (4), 'Gu', G), before, e, 'Law', 'newton');
  gain = -info.energy.loss;
  ok = ok && norm (q.nu - p) <= 1e-8 * (1 + norm (p)) && abs (gain + p' * D * A * p / 2) <= 1e-9 ...
       && ~(gain > 1e-9 && min (eig (D * A + A * D)) >= 0);
  grows = grows + (gain > 1e-9);
end
ok = holds (sprintf ('energy of newton, %d grow', grows), ok && grows > 0);
end

function [S, v, e] = scene (d, nu)
n = 6;
A = rand (n) - 0.5;
S = dls_system ('M', A * A' + 0.3 * eye (n), 'Gu', rand (n, nu) - 0.5, 'Hu', ...
                rand (n, (d - 1) * nu) - 0.5, 'muu', 0.3 * rand (nu, 1), 'd', d, 'Gb', ...
                rand (n, 1) - 0.5);
v = rand (n, 1) - 0.5;
v = v - S.M \ (S.Gb * ((S.Gb' * (S.M \ S.Gb)) \ (S.Gb' * v)));
v = v * sign (-S.Gu(:,1)' * v);                        % one contact at least approaches
e = rand (nu, 1);
end

% |p_T| <= mu p_N, against u_T; all relative
function worst = coulomb (S, p, ut, push)
d = S.d;
worst = 0;
for i = 1:S.nu
  k = (i-1) * (d-1) + (1:d-1);
  worst = max ([worst, norm(p(k)) - S.muu(i) * push(i), ...
                norm(S.muu(i) * push(i) * ut(k) + norm (ut(k)) * p(k))]);
end
end

function pass = definitions ()
pass = [];
for trial = 1:20
  d = 2 + mod (trial, 2);
  [S, v0, e] = scene (d, 1 + mod (trial, 3) + 3 * max (trial - 12, 0));    % up to 27 contacts
  [v1, p1] = dls_impact (S, v0, e, 'Law', repmat ({'plastic'}, S.nu, 1));
  [v, p, info] = dls_impact (S, v0, e, 'Law', 'poisson');
  [p2, t2, u] = deal (p.nu - p1.nu, p.tu - p1.tu, S.Gu' * v);
  off = [max(e .* p1.nu - p2); -min(u); abs(u .* (p2 - e .* p1.nu)); ...
         coulomb(S, t2, S.Hu' * v, p2); norm(S.M * (v - v0) - S.Gb * p.nb - S.Gu * p.nu ...
         - S.Hu * p.tu); abs(S.Gb' * v)];
  pass(end+1) = holds (sprintf ('poisson %d: %.1e', trial, max (off)), strcmp (info.status, ...
                       'solved') && max (off) < 1e-8);
  % Fremond: dissipation on mean velocities, never a growth
  [v, p, info] = dls_impact (S, v0, e, 'Law', 'fremond');
  pass(end+1) = holds (sprintf ('fremond %d', trial), info.energy.loss > -1e-12 ...
                       && all (S.Gu' * v > -1e-9));
  if (S.nu == 1)
    mean_t = S.Hu' * (v + v0) / 2;
    pass(end+1) = holds ('fremond, friction', coulomb (S, p.tu, mean_t, p.nu) < 1e-8);
  end
end
end

% Newton's law with friction makes energy here (Kane's paradox: a rod); guarded it keeps it.
function pass = guarded ()
th = 1.2;
S = dls_system ('M', diag ([1 1 1/12]), 'Gu', [0; 1; cos(th)/2], 'Hu', [1; 0; sin(th)/2], ...
                'muu', 0.8);
v0 = [0.6; -0.3; 0.5];
worst = -Inf;
for k = 1:60
  v0 = rand (3, 1) - 0.5;
  v0 = v0 * -sign (S.Gu' * v0);
  [v, p, info] = dls_impact (S, v0, 0.9, 'Law', 'newton');
  if (-info.energy.loss > worst)
    [worst, kept] = deal (-info.energy.loss, v0);
  end
end
[v, p, info] = dls_impact (S, kept, 0.9, 'Law', 'newton', 'EnergyGuard', 'on');
pass = holds (sprintf ('makes %g, kept %g', worst, info.energy.loss), worst > 1e-4 ...
              && abs (info.energy.loss) < 1e-12 && S.Gu' * v >= -1e-12 && p.nu > 0 ...
              && abs (p.tu) <= 0.8 * p.nu + 1e-12);
model = dls_model ('M', S.M, 'gap', 0, 'gapgrad', S.Gu, 'tangent', S.Hu, 'mu', 0.8, ...
                   'restitution', 0.9);
sol = dls_simulate (model, [0 0.01], [0; 0; 0], kept, 'Scheme', 'event-driven');
made = sol.events(strcmp ({sol.events.kind}, 'energy'));
pass(end+1) = holds ('told', numel (made) == 1 && abs (made.value - worst) < 1e-7 ...
                     && abs (sol.energy.kinetic(end) - sol.energy.kinetic(1) - worst) < 1e-7);
for scheme = {'moreau-jean', 'rattle', 'nonsmooth-generalized-alpha'}
  sol = dls_simulate (model, [0 0.01], [0; 0; 0], kept, 'Scheme', scheme{1}, 'Step', 1e-3);
  made = sol.events(strcmp ({sol.events.kind}, 'energy'));
  pass(end+1) = holds (['told, ', scheme{1}], numel (made) == 1 ...
                       && abs (made.value - worst) < 1e-7);
end
sol = dls_simulate (model, [0 0.01], [0; 0; 0], kept, 'Scheme', 'event-driven', ...
                    'EnergyGuard', 'on');
pass(end+1) = holds ('guarded', ~any (strcmp ({sol.events.kind}, 'energy')) ...
                     && norm (sol.v(:,end) - v) < 1e-7);
end

% The law of a model in all schemes that know it, and that of dls_impact
function pass = motions ()
pass = [];
for law = {'newton', 'moreau', 'plastic', 'poisson', 'fremond', {'poisson'; 'newton'}}
  for trial = 1:3
    [S, v0, e] = scene (2, 2);
    laws = law{1};
    if ~iscell (laws), laws = {laws; laws}; end
    info.exitflag = 0;
    while any (S.Gu' * v0 > -0.02) || info.exitflag ~= 1      % mixed laws need not settle
      [S, v0, e] = scene (2, 2);
      [v, ~, info] = dls_impact (S, v0, e, 'Law', laws);
    end
    model = dls_model ('mass', S.M, 'gap', [0; 0], 'gapgrad', S.Gu, 'tangent', S.Hu, 'mu', ...
                       S.muu, 'restitution', e, 'law', law{1}, 'constraint', 0, ...
                       'constraintgrad', S.Gb);
    schemes = {'event-driven', 'event-capturing', 'moreau-jean', 'nonsmooth-generalized-alpha'};
    if any (ismember (laws, {'poisson', 'fremond'})), schemes = schemes(1); end
    for scheme = schemes
      sol = dls_simulate (model, [0 1e-6], zeros (6, 1), v0, 'Scheme', scheme{1}, 'Step', 1e-6, ...
                          'Adaptive', 'off');
      off = norm (sol.v(:,end) - v);
      pass(end+1) = holds (sprintf ('%s, %s: %.1e', laws{1}, scheme{1}, off), off < 1e-7);
    end
  end
end
end

% A ball that comes to rest, a bead that slides over a wave: what bears a weight in steps, while it
% rises or turns, is no energy made.
function pass = at_rest ()
ball = dls_model ('mass', 1, 'force', -9.81, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
pass = [];
for scheme = {'moreau-jean', 'moreau-jean-projected', 'rattle', 'nonsmooth-generalized-alpha'}
  sol = dls_simulate (ball, [0 1], 0, -1, 'Step', 1e-2, 'Scheme', scheme{1});
  pass(end+1) = holds (['at rest, ', scheme{1}], ~any (strcmp ({sol.events.kind}, 'energy')) ...
                       && max (abs (sol.v(90:end))) < 0.1);
end
bead = dls_model ('mass', eye (2), 'force', [0; -9.81], 'gap', @(q) q(2) - 0.3 * sin (q(1)), ...
                  'gapgrad', @(q) [-0.3 * cos(q(1)); 1], 'restitution', 0.7);
for scheme = {'moreau-jean', 'rattle', 'nonsmooth-generalized-alpha'}
  sol = dls_simulate (bead, [0 3], [0; 0], [1; 0], 'Step', 7e-3, 'Scheme', scheme{1}, ...
                      'Initial', 'project');
  pass(end+1) = holds (['over a wave, ', scheme{1}], sum (sol.status > 0) > 100 ...
                       && ~any (strcmp ({sol.events.kind}, 'energy')));
end
end

% A handle: Newton's law of one contact written out
function pass = handles ()
[S, v0] = scene (2, 1);
S = dls_system (S, 'muu', 0);
law = @(W, u, e, mu) -(1 + e) * min (u, 0) / W;
[v, p, info] = dls_impact (S, v0, 0.7, 'Law', law);
pass = holds ('handle', norm (v - dls_impact (S, v0, 0.7)) < 1e-9 && info.admissible.energy);
pass(end+1) = holds ('fails', raises (@() dls_impact (S, v0, 0.7, 'Law', @(W, u, e, mu) W(2)), ...
                                      'delassus:model', 'the law failed'));
end

% Motions by a law that is a function: Newton's, by the friction problem it is; another one for each
% contact; what is wrong with them.
function pass = own_motions ()
pass = [];
shift = @(u, e, mu) reshape ([e, zeros(numel(e), numel(u)/numel(e) - 1)]', [], 1) .* u;
law = @(W, u, e, mu) dls_friction (dls_problem ('W', W, 'q', u + shift (u, e, mu), 'mu', mu, ...
                                                'd', numel (u) / numel (e)));
for d = [2 2 3 3]
  [S, v0, e] = scene (d, 2);
  while any (S.Gu' * v0 > -0.02)
    [S, v0, e] = scene (d, 2);
  end
  model = dls_model ('mass', S.M, 'gap', [0; 0], 'gapgrad', S.Gu, 'tangent', S.Hu, 'mu', S.muu, ...
                     'restitution', e, 'constraint', 0, 'constraintgrad', S.Gb, 'd', d);
  run = @(model) dls_simulate (model, [0 1e-6], 0 * v0, v0, 'Scheme', 'event-driven', ...
                               'Step', 1e-6);
  a = run (model);
  b = run (dls_model (model, 'law', law));
  pass(end+1) = holds (sprintf ('own law in a motion, d = %d', d), ...
                       norm (a.v(:,end) - b.v(:,end)) < 1e-7 && all (b.residual < 1e-9));
end
two = dls_model ('mass', eye (2), 'force', [-10; -10], 'gap', @(q) q, 'gapgrad', eye (2), ...
                 'law', @(W, u, e, mu, k) -diag (1 + 0.5 * (k == 2)) * u, 'restitution', 0.5);
sol = dls_simulate (two, [0 0.5], [1; 0.5], [0; 0], 'Scheme', 'event-driven');
e = sol.events(strcmp ({sol.events.kind}, 'impact'));
pass(end+1) = holds ('per contact', e(1).contact == 2 && e(2).contact == 1 ...
                     && abs (e(1).value - 1.5 * sqrt (10)) < 1e-6 ...
                     && abs (e(2).value - sqrt (20)) < 1e-6);
ball = @(law) dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'law', law);
run = @(law, varargin) dls_simulate (ball (law), [0 1.1], 1, 0, 'Scheme', 'event-driven', ...
                                     varargin{:});
made = run (@(W, u, e, mu) -2.5 * u);
kept = run (@(W, u, e, mu) -2.5 * u, 'EnergyGuard', 'on');
E = @(sol) sol.v(end) ^ 2 / 2 + 2 * sol.q(end);
pass(end+1) = holds ('made energy is told', any (strcmp ({made.events.kind}, 'energy')) ...
                     && E (made) > 2.1 && abs (E (kept) - 2) < 1e-9);
sol = run (@(W, u, e, mu) 0 * u);
pass(end+1) = holds ('goes on falling', strcmp (sol.result, 'failed') ...
                     && ~isempty (strfind (sol.message, 'leaves contact 1 approaching')));
wrong = {@(W, u, e, mu) [u; u], '2-by-1 matrix'; @(W, u, e, mu) NaN, 'not finite'; ...
         @(W, u, e, mu) 'a', 'char'; @(W, u, e, mu) error ('own words'), 'own words'};
for k = 1:4
  pass(end+1) = holds (wrong{k,2}, raises (@() run (wrong{k,1}), 'delassus:model', wrong{k,2}));
end
last = dls_simulate ('last');
pass(end+1) = holds ('nothing is lost', last.t(end) > 0.5);
pass(end+1) = holds ('of steps', raises (@() dls_simulate (ball (law), [0 1], 1, 0), ...
                                         'delassus:option', 'expected ''event-driven'''));
pass(end+1) = holds ('arguments', raises (@() ball (@(W, u) u), 'delassus:type', '(W,u,e,mu)'));
end

function pass = refusals ()
ball = dls_model ('M', 1, 'f', -1, 'gap', 0, 'gapgrad', 1, 'law', 'poisson');
f = @() dls_simulate (ball, [0 1], 1, 0);
pass = holds ('step', raises (f, 'delassus:option', 'does not know the law ''poisson'''));
ball = dls_model (ball, 'law', 'newton');
f = @() dls_simulate (ball, [0 1], 1, 0, 'EnergyGuard', 'on');
pass(end+1) = holds ('guard', raises (f, 'delassus:option', 'EnergyGuard'));
f = @() dls_model ('M', 1, 'gap', 0, 'gapgrad', 1, 'law', 'huygens');
pass(end+1) = holds ('name', raises (f, 'delassus:option', 'expected newton, moreau'));
f = @() dls_impact (dls_system ('M', 1, 'Gu', 1), -1, 1, 'Law', 'poisson', 'Formulation', '80');
pass(end+1) = holds ('formulation', raises (f, 'delassus:option', 'Newton''s law alone'));
end

% What an answer says of itself is of the law in use, and dls_verify agrees: one coefficient of
% Moreau's law with a guard, tangential restitution, laws in parts; what has no solution is refuted.
function pass = verified ()
pass = [];
S = dls_system ('M', eye (3), 'Gu', [0 1; 1 0; 0 0]);
v = dls_impact (S, [-1; -1; 1], 0.5, 'Law', 'moreau', 'EnergyGuard', 'on');
pass(1) = holds ('one coefficient', abs (v - [0.5; 0.5; 1]) < 1e-12);
[off, solved] = deal (0);
laws = {'newton', 'moreau', 'plastic', 'poisson', 'fremond'};
for trial = 1:60
  [S, v0, e] = scene (2 + mod (trial, 2), 1 + mod (trial, 4));
  S.muu = 5 * S.muu;
  law = laws{1 + (trial > 35) * mod (trial, 5)};
  if strcmp (law, 'moreau'), e = e(1); end
  extra = {};
  if strcmp (law, 'newton') && mod (trial, 3), extra = {'TangentRestitution', rand}; end
  if mod (trial, 7) == 0, extra = [extra, {'EnergyGuard', 'on'}]; end
  [v, p, info] = dls_impact (S, v0, e, 'Law', law, extra{:});
  [ok, report] = dls_verify (struct ('S', S, 'vminus', v0, 'E', e), ...
                             struct ('vplus', v, 'p', p, 'info', info));
  claims = any (strcmp (info.status, {'solved', 'no_solution'}));
  pass(end+1) = holds (sprintf ('%s %d %s: %s', law, trial, info.status, report.message), ...
                       ok == claims);
  if strcmp (info.status, 'solved') && ~(numel (extra) && strcmp (extra{end-1}, 'EnergyGuard'))
    off = max (off, info.residual.worst);
    solved = solved + 1;
  end
end
pass(end+1) = holds (sprintf ('residuals %.1e of %d', off, solved), off < 1e-5 && solved > 30);
end
