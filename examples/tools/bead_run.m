function log = bead_run (beads, setup)
% BEAD_RUN  Spheres fall into a box: Moreau and Jean's time steps, one friction problem each.
%   log = bead_run (beads, setup)
%   beads of BEAD_START. Fields of setup, with those of CONIC's Section 6 where they are absent:
%     h (0.02), mu (0.3), restitution (0.2), steps (most of them, 350),
%     rest (0: run on; else stop when the mean speed stays below, m/s),
%     contacts (Inf: stop at the first problem with as many), keep (0; else every keep-th problem
%     goes to log.problems), options (cell, for DLS_FRICTION), warm (true: from the answer of the
%     step before, contacts matched by name: DLS_FRICTION_SETUP), facets (0; else s = F(s) by
%     quadratic programs with as many facets, CONIC section 6 (iv), repeated at most 20 times until
%     (6.1) without its factor 1/n is at most 0.01)
%   log has one entry per step with contacts: nc, time (of the solver), programs, iterations,
%   factorisations, residual, solved; and .beads at the end, .last (the last problem), .steps,
%   .overlap (deepest, in radii).
%   A step goes to the middle with the old velocity, meets the contacts there, and on with the new.
% SPDX-License-Identifier: GPL-3.0-or-later
usual = struct ('h', 0.02, 'mu', 0.3, 'restitution', 0.2, 'steps', 350, 'rest', 0, ...
                'contacts', Inf, 'keep', 0, 'options', {{}}, 'warm', true, 'facets', 0);
for name = fieldnames (setup)'
  usual.(name{1}) = setup.(name{1});
end
setup = usual;
log = struct ('nc', [], 'time', [], 'programs', [], 'iterations', [], ...
              'factorisations', [], 'residual', [], 'solved', [], 'overlap', 0);
log.problems = {};
log.last = [];
K = [];                                    % the solver with the answer of the step before
fall = repmat ([0; 0; -9.81; 0; 0; 0], numel (beads.R), 1);
for k = 1:setup.steps
  log.steps = k;
  v = reshape (beads.v, 6, []);
  beads.x = beads.x + setup.h / 2 * v(1:3, :);
  C = bead_contacts (beads.x, beads.R, beads.box, 0);
  nc = numel (C.b);
  if (nc == 0)
    beads.v = beads.v + setup.h * fall;
  else
    log.overlap = max (log.overlap, -min (C.gap) / mean (beads.R));
    P = bead_problem (beads, C, beads.v, setup.h, setup.mu, setup.restitution);
    log.last = P;
    if (nc >= setup.contacts)
      break
    elseif (setup.keep > 0 && mod (k, setup.keep) == 0)
      log.problems{end+1} = P;
    end
    [beads.v, log, K] = meet (P, C, beads.v, log, K, setup);
  end
  v = reshape (beads.v, 6, []);
  beads.x = beads.x + setup.h / 2 * v(1:3, :);
  if (nc > numel (beads.R) && mean (sqrt (sum (v(1:3, :) .^ 2, 1))) < setup.rest)
    break
  end
end
log.beads = beads;
end

function [v, log, K] = meet (P, C, v, log, K, setup)
if setup.facets
  [r, v, info] = by_facets (P, v, setup.facets);
elseif setup.warm
  names = 1e6 * C.a + C.b;                 % of spheres; of walls
  flat = C.a == 0;
  names(flat) = -1e6 * wall (C.normal(:,flat)) - C.b(flat);
  if isempty (K)
    K = dls_friction_setup (P, setup.options{:}, 'Names', names);
  else
    K = update (K, P, names);
  end
  [r, ~, v, info] = dls_friction (K, P.f, P.w);
else
  [r, ~, v, info] = dls_friction (P, setup.options{:});
end
log.nc(end+1) = P.nc;
log.time(end+1) = info.time;
log.programs(end+1) = info.outer;
log.iterations(end+1) = info.iterations;
log.factorisations(end+1) = info.factorisations;
log.residual(end+1) = info.residual.worst;
log.solved(end+1) = info.exitflag == 1;
end

% From the slips of the velocities before.
function [r, v, info] = by_facets (P, v, sides)
clock_ = tic ();
u = reshape (P.H * v + P.w, 3, []);
s = sqrt (sum (u(2:3, :) .^ 2, 1))';
for k = 1:20
  [F, at] = dls_friction_map (P, s, 'Method', 'facets', 'Facets', sides, 'Derivative', false);
  left = norm (F - s) / (norm (s) + 1);
  if left <= 0.01, break, end
  s = F;
end
[r, v] = deal (at.r, at.v);
info = struct ('time', toc (clock_), 'outer', k, 'exitflag', double (left <= 0.01), ...
               'iterations', 0, 'factorisations', 0);
info.residual.worst = dls_residual (P, r, v);
end

% A number for each of the five walls.
function k = wall (normal)
k = [1 2 4] * normal + 8;
end
