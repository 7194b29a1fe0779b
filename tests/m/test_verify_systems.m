% TEST_VERIFY_SYSTEMS  Claims of answers about contact systems, damaged: rows of damage_refused.
% SPDX-License-Identifier: GPL-3.0-or-later
function pass = test_verify_systems ()
  pass = [damage_refused({@legs, @supports, @guides, @fingers, @lens, @weights, @pushed, ...
                          @slides, @sliding, @block, @block_slides, @guide, @corners, @thrown, ...
                          @squeezed, @contradiction, @rests, @stands, @rubs, @jams}), ...
          stretched(), right_answers(), lifted(), at_zero()];
end

function [x, claims] = ranges (S)
  [x.lo, x.hi, x.info] = dls_reaction_range (S);
  claims = {'info.status', 'status'};
  for side = {'lo', 'hi'}
    for part = {'nb', 'nu', 'tb', 'tu'}
      if (~isempty (x.lo.(part{1})) && strcmp (x.info.status, 'solved'))
        if (any (isfinite (x.(side{1}).(part{1}))))
          claims(end+1,:) = {[side{1}, '.', part{1}], 'numbers'};
        end
        claims(end+1,:) = {['info.determined.', part{1}], 'flag'};
        claims(end+1,:) = {['info.unbounded.', part{1}], 'flag'};
      end
    end
  end
  if (~isempty (x.info.detaching) && strcmp (x.info.status, 'solved'))
    claims(end+1,:) = {'info.detaching', 'flag'};
  end
end

% a beam on three supports, one of two constraints determined, one that opens
function [S, x, claims] = legs ()
  S = dls_system ('M', diag ([1 1/3]), 'F', [9.81; 0], 'Gu', [1 1 1; -1 0 1]);
  [x, claims] = ranges (S);
end

function [S, x, claims] = supports ()
  S = dls_system ('M', eye (4), 'F', [1; 2; 3; -1], 'Gb', [1 1 0; 0 0 1; 0 0 0; 0 0 0], ...
                  'Gu', [0; 0; 0; 1]);
  [x, claims] = ranges (S);
end

% double cones in the plane: both signs are tried
function [S, x, claims] = guides ()
  S = dls_system ('M', eye (3), 'F', [3; 4; 1], 'Gb', [0 0; 1 1; 0 1], 'Hb', [1 1; 0 0; 0 0], ...
                  'mub', [.9; 2]);
  [x, claims] = ranges (S);
end

function [S, x, claims] = fingers ()
  S = dls_system ('M', eye (4), 'F', [0; 9.81; -15; 20], 'Gb', [1; 0; 0; 0], 'Gu', ...
                  [1 -1; 0 0; -1 0; 0 1], 'Hu', [0 0; 1 1; 0 0; 0 0], 'muu', [0.3; 0.4]);
  [x, claims] = ranges (S);
end

% in space
function [S, x, claims] = lens ()
  S = dls_system ('M', eye (5), 'F', [0; 0; 9.81; -10; 10], 'Gb', [1; 0; 0; 0; 0], 'd', 3, ...
                  'Gu', [1 -1; 0 0; 0 0; -1 0; 0 1], 'Hu', [0 0 0 0; 1 0 1 0; 0 1 0 1; ...
                  0 0 0 0; 0 0 0 0], 'muu', 0.6);
  [x, claims] = ranges (S);
end

% no force acts: squeezed as strongly as you like
function [S, x, claims] = weights ()
  S = dls_system ('M', eye (2), 'F', [0; 1], 'Gu', [1 -1; 0 0], 'Hu', [0 0; 1 1], 'muu', 0.5);
  [x, claims] = ranges (S);
end

function [S, x, claims] = pushed ()
  S = dls_system ('M', eye (2), 'F', [6; 10], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
  [x, claims] = ranges (S);
  claims = [claims; {'info.certificate.y', 'turned'; 'info.certificate.lambda.nu', 'numbers'}];
end

function [S, x, claims] = slides ()
  S = dls_system ('M', eye (3), 'F', [6; 10; 1], 'Gu', [0 0; 1 0; 0 1], 'Hu', [1 0; 0 0; 0 0], ...
                  'muu', [.5; .5], 'vtu', [0 1]);
  [x, claims] = ranges (S);
  claims(end+1,:) = {'info.certificate.y', 'turned'};
end

function [S, x, claims] = sliding ()
  S = dls_system ('M', eye (3), 'F', [1; 10; 1], 'Gu', [0 0 0; 1 1 1; -1 1 0], 'Hu', ...
                  [1 1 1; 0 0 0; 0 0 0], 'muu', [.5; .5; .2], 'vtu', [1 1 1]);
  [x, claims] = ranges (S);
  claims(end+1,:) = {'that no reactions are beyond', 'left'};
end

function claims = verdict (V)
  claims = {'verdict', 'status_of'};
  for name = {'margin', 'mu_min', 'mu_scale'}
    if (isfinite (V.(name{1})) && V.(name{1}) ~= 0)
      claims(end+1,:) = {name{1}, 'numbers'};
    end
    if (~isnan (V.(name{1})))
      claims(end+1,:) = {name{1}, 'far'};
    end
  end
  if (any (V.detaching) || any (~V.detaching))
    claims(end+1,:) = {'detaching', 'flag'};
  end
end

% in the plane, mu_min = 3/19.62; weights of the margin are the caller's
function [S, V, claims] = block ()
  S = dls_system ('M', 2 * eye (2), 'F', [-3; 2 * 9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
  V = dls_sticking (S);
  claims = verdict (V);
end

function [S, V, claims] = block_slides ()
  S = dls_system ('M', 2 * eye (2), 'F', [-12; 2 * 9.81], 'Gu', [0; 100], 'Hu', [100; 0], ...
                  'muu', 0.5);
  V = dls_sticking (S);
  claims = verdict (V);
end

% a double cone, and one contact without friction
function [S, V, claims] = guide ()
  S = dls_system ('M', eye (3), 'F', [1; -2; 1], 'Gb', [0 0; 1 0; 0 1], 'Hb', [1 1; 0 0; 0 0], ...
                  'mub', [0.6; 0]);
  V = dls_sticking (S);
  claims = verdict (V);
end

% in space, redundant
function [S, V, claims] = corners ()
  c = [1 1 -1 -1; 1 -1 -1 1] / 2;
  [Gu, Hu] = deal (zeros (6, 4), zeros (6, 8));
  for i = 1:4
    r = [c(:,i); -0.2];
    W = [eye(3); 0, -r(3), r(2); r(3), 0, -r(1); -r(2), r(1), 0];
    Gu(:,i) = W(:,3);
    Hu(:,2*i-1:2*i) = W(:,1:2);
  end
  S = dls_system ('M', diag ([1 1 1 .2 .2 .3]), 'F', [3*.6; 3*.8; 9.81; 0; 0; 0], 'Gu', Gu, ...
                  'Hu', Hu, 'muu', [0.31; 0.31; 0.4; 0.31], 'd', 3);
  V = dls_sticking (S);
  claims = verdict (V);
end

function [S, V, claims] = thrown ()
  S = dls_system ('M', eye (3), 'F', [1; -2; 5], 'Gu', [0 0; 1 0; 0 1], 'Hu', [0 1; 0 0; 0 0], ...
                  'muu', [0.5; 0.5]);
  V = dls_sticking (S);
  claims = verdict (V);
end

% no margin is the largest
function [S, V, claims] = squeezed ()
  S = dls_system ('M', eye (2), 'F', [0; 1], 'Gu', [1 -1; 0 0], 'Hu', [0 0; 1 1], 'muu', 0.5);
  V = dls_sticking (S);
  claims = verdict (V);
end

function [S, V, claims] = contradiction ()
  S = dls_system ('M', eye (2), 'Gb', [1 1; 0 0], 'bb', [0; 1]);
  V = dls_sticking (S);
  claims = [verdict(V); {'certificate.u', 'turned'}];
end

function x = contact (S)
  [x.a, x.lambda, x.info] = dls_contact (S);
end

% unique reactions; legs share the weight; under Coulomb's law nobody looks, but at two solutions
function [S, x, claims] = rests ()
  S = dls_system ('M', diag ([1 1/3]), 'F', [9.81; 0], 'Gu', [1 1; -1 1]);
  x = contact (S);
  claims = {'info.unique', 'flag'; 'a', 'numbers'; 'lambda.nu', 'numbers'};
end

function [S, x, claims] = stands ()
  S = dls_system ('M', diag ([1 1/3]), 'F', [9.81; 0], 'Gu', [1 1 1; -1 0 1]);
  x = contact (S);
  claims = {'info.unique', 'flag'};
end

function [S, x, claims] = rubs ()
  S = dls_system ('M', 2 * eye (2), 'F', [-13; 2 * 9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
  x = contact (S);
  claims = {'lambda.tu', 'numbers'; 'unique', 'left'};
end

% a rod of Painleve: sliding with a large coefficient has two solutions
function [S, x, claims] = jams ()
  S = dls_system ('M', diag ([1 1 1/12]), 'F', [0; 10; 0], 'Gu', [0; 1; -0.25], 'Hu', ...
                  [1; 0; 0.45], 'muu', 2, 'vtu', -1, 'bu', 20);
  x = contact (S);
  claims = {'info.unique', 'flag'};
end

% Right answers of random systems, in 2D and 3D, are accepted.
function pass = right_answers ()
  pass = [];
  for k = 1:24
    rand ('state', k);
    randn ('state', k);
    n = 2 + mod (k, 3);
    d = 2 + (mod (k, 4) == 0);
    G = @(m) round (2 * randn (n, m)) + (mod (k, 5) > 0) * randn (n, m);
    [nb, nu] = deal (mod (k, 2), 1 + mod (k, 3));
    [Gb, Gu] = deal (G (nb), G (nu));
    M = diag (1 + rand (n, 1));
    M(1,1) = mod (k, 6) > 0;
    S = dls_system ('M', M, 'F', Gu * ones (nu, 1) + 0.1 * mod (k, 2) * randn (n, 1), 'd', d, ...
                    'Gb', Gb, 'Hb', G ((d-1) * nb), 'Gu', Gu, 'Hu', G ((d-1) * nu), 'mub', ...
                    rand (nb, 1), 'muu', 2 * rand (nu, 1));
    [x.lo, x.hi, x.info] = dls_reaction_range (S);
    [ok, report] = dls_verify (S, x);
    pass(end+1) = ok && ~any (strcmp (x.info.status, {'undecided', 'numerical_trouble'}));
    V = dls_sticking (S);
    [ok, report] = dls_verify (S, V);
    pass(end+1) = ok;
  end
end

% A contact that opens by 1e-4 .. 1e-10 of the forces was closed by reactions that pull:
% 'infeasible', 'not_sticking'.
function pass = lifted ()
  pass = [];
  for e = [1e-4 1e-6 1e-8 -1e-5]
    S = dls_system ('M', eye (3), 'F', [0; -1 - e; -2], 'Gb', [0; -1; -2], 'Gu', [-1; 4; 2]);
    [lo, ~, info] = dls_reaction_range (S);
    V = dls_sticking (S);
    pass = [pass, strcmp(info.status, 'solved'), strcmp(V.verdict, 'sticking'), ...
            V.detaching == (e > 0), abs(lo.nu - max (0, -e) * 12 / 41) < 1e-12];
  end
end

% Independent constraints determine reactions where no force acts, too.
function pass = at_zero ()
  S = dls_system ('M', eye (3), 'F', [0; 0; 0], 'Gu', [-2 0; 0 2; 1 1], 'Hu', [0 1; 0 2; 0 2], ...
                  'muu', [0; 0.357]);
  [~, ~, info] = dls_reaction_range (S);
  pass = [info.determined.nu', info.determined.tu'];
end

% intervals that hold too much
function pass = stretched ()
  S = legs ();
  [x.lo, x.hi, x.info] = dls_reaction_range (S);
  pass = [];
  for hi = {[Inf; Inf; Inf], 2 * x.hi.nu, x.hi.nu([2 1 3])}
    y = x;
    y.hi.nu = hi{1};
    y.info.unbounded.nu = isinf (hi{1});
    pass(end+1) = ~dls_verify (S, y);
  end
end
