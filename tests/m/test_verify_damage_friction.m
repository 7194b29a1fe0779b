% TEST_VERIFY_DAMAGE_FRICTION  dls_verify accepts right answers about friction, its criteria and
% impacts, and refuses every damage of what they claim: rows of damage_refused.
% SPDX-License-Identifier: GPL-3.0-or-later
function pass = test_verify_damage_friction ()
  rows = {@friction_solved, @friction_no_solution, @friction_relaxed, @exists_proof, ...
          @exists_witness, @impact_solved, @impact_in_parts, @impact_guarded, ...
          @impact_infeasible, @impact_no_solution};
  pass = damage_refused (rows);
end

% Two contacts that slide in space, in global form.
function [p, x, claims] = friction_solved ()
  H = [0 0 1 0.5; 1 0 0 0; 0 1 0 0; 0 0 1 -0.5; 1 0 0.2 0; 0 1 0 0.3];
  p = dls_problem ('M', diag ([2 1 1 0.5]), 'H', H, 'f', [-3; 2; 4; 0.5], 'w', ...
                   [0; 0.2; 0.1; 0.1; 0; 0], 'mu', [0.3; 0.4], 'd', 3);
  [x.r, x.u, x.v, x.info] = dls_friction (p);
  claims = {'r', 'numbers'; 'v', 'numbers'; 'u', 'large'; 'info.residual.speed', 'numbers'; ...
            'info.status', 'status'};
end

% Painleve's bar: all four modes of the contact are refuted.
function [p, x, claims] = friction_no_solution ()
  p = dls_problem ('M', 1, 'H', sqrt (0.5) * [1; 1], 'f', sqrt (0.5), 'w', [0; 1], 'd', 2, ...
                   'mu', 1.5);
  [x.r, x.u, x.v, x.info] = dls_friction (p);
  claims = {'info.certificate.mode|info.certificate.y|info.certificate.p', 'list'; ...
            'info.status', 'status'};
end

% Two walls close in on a body.
function [p, x, claims] = friction_relaxed ()
  H = [1 0 0; 0 1 0; 0 0 1; -1 0 0; 0 1 0; 0 0 1];
  p = dls_problem ('M', eye (3), 'H', H, 'f', zeros (3, 1), 'w', [-1; 0; 0; -1; 0; 0], ...
                   'mu', [0.3; 0.3], 'd', 3);
  [x.r, x.u, x.v, x.info] = dls_friction (p);
  claims = {'info.certificate.p', 'tilted'; 'info.certificate.y', 'proof'; 'info.status', 'status'};
end

function [p, x, claims] = exists_proof ()
  p = dls_problem ('M', 1, 'H', sqrt (0.5) * [1; 1], 'f', sqrt (0.5), 'w', [0; 1], 'd', 2, ...
                   'mu', 2);
  [x.ok, x.info] = dls_friction_exists (p);
  claims = {'info.r', 'proof'; 'ok', 'flag'; 'info.criteria.weak', 'flag'; 'info.margin', 'left'};
end

function [p, x, claims] = exists_witness ()
  p = dls_problem ('M', diag ([1 2]), 'H', [0 1; 1 0], 'f', [1; 2], 'w', [-1; 3], ...
                   'd', 2, 'mu', 0.5);
  [x.ok, x.info] = dls_friction_exists (p);
  claims = {'info.u', 'numbers'; 'info.v', 'numbers'; 'ok', 'flag'; 'info.criteria.weak', 'flag'};
end

% A body with a constraint hits two contacts.
function [p, x, claims] = impact_solved ()
  p.S = dls_system ('M', diag ([1 2 1.5]), 'Gb', [1; 0; 1], 'Gu', [0 1; 1 0.5; 0 0.3], 'Hu', ...
                    [1 0; 0 1; 0.2 0], 'muu', [0.3 0.2]);
  [p.vminus, p.E] = deal ([1; -2; -1], [0.5; 0.7]);
  [x.vplus, x.p, x.info] = dls_impact (p.S, p.vminus, p.E, 'Law', 'newton');
  claims = {'vplus', 'numbers'; 'p.nu', 'large'; 'p.tu', 'large'; 'p.nb', 'numbers'; ...
            'info.energy.after', 'numbers'; 'info.energy.before', 'numbers'; ...
            'info.residual.complementarity', 'tilted'; 'info.residual.friction', 'tilted'; ...
            'info.residual.constraints', 'tilted'; 'info.residual.dynamics', 'tilted'; ...
            'info.law_holds', 'flag'; 'info.admissible.energy', 'flag'; ...
            'info.admissible.kinetic', 'flag'; 'info.admissible.before', 'flag'; ...
            'info.status', 'status'; 'info.unique', 'left'};
end

function [p, x, claims] = impact_in_parts ()
  p = impact_solved ();
  [x.vplus, x.p, x.info] = dls_impact (p.S, p.vminus, p.E, 'Law', {'poisson'; 'newton'});
  claims = {'vplus', 'numbers'; 'p.nu', 'large'; 'p.nb', 'numbers'; 'info.status', 'status'};
end

% Kane's rod: Newton's law makes energy, which is guarded.
function [p, x, claims] = impact_guarded ()
  p.S = dls_system ('M', diag ([1 1 1/12]), 'Gu', [0; 1; cos(1.2)/2], 'Hu', [1; 0; sin(1.2)/2], ...
                    'muu', 0.8);
  [p.vminus, p.E] = deal ([0.4; -0.1; 0.5], 0.9);
  [~, ~, info] = dls_impact (p.S, p.vminus, p.E, 'Law', 'newton');
  for k = 1:50
    if (info.energy.loss < -1e-3), break, end
    p.vminus = [cos(k); sin(3*k); cos(2*k)];
    [~, ~, info] = dls_impact (p.S, p.vminus, p.E, 'Law', 'newton');
  end
  [x.vplus, x.p, x.info] = dls_impact (p.S, p.vminus, p.E, 'Law', 'newton', 'EnergyGuard', 'on');
  claims = {'vplus', 'numbers'; 'p.nu', 'numbers'; 'p.tu', 'numbers'; 'info.status', 'status'};
end

function [p, x, claims] = impact_infeasible ()
  p = struct ('S', dls_system ('M', 1, 'Gu', [1 -1]), 'vminus', 1, 'E', [1; 2]);
  [x.vplus, x.p, x.info] = dls_impact (p.S, p.vminus, p.E, 'Law', 'newton');
  claims = {'info.certificate.u', 'weaker'; 'info.status', 'status'};
end

function [p, x, claims] = impact_no_solution ()
  p.S = dls_system ('M', eye (2), 'Gb', [0; 1], 'Gu', [1 -1; 0 0], 'Hu', [0 0; 1 1], 'muu', ...
                    [0.3 0.2]);
  [p.vminus, p.E] = deal ([1; 0], [1; 2]);
  [x.vplus, x.p, x.info] = dls_impact (p.S, p.vminus, p.E, 'Law', 'newton');
  claims = {'info.certificate.mode|info.certificate.y|info.certificate.p|info.certificate.z', ...
            'list'; 'info.status', 'status'};
end
