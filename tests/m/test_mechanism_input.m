function pass = test_mechanism_input ()
% TEST_MECHANISM_INPUT  Mechanisms are data: the lines of the manual, editing, assembly, wrong use.
%   pass = test_mechanism_input ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [pasted(), assembled(), edited(), stops(), refused()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_mechanism_input: %s\n', name); end
end

function ok = near (x, y, tol)
ok = isequal (size (x), size (y)) && all (abs (x(:) - y(:)) <= tol * (1 + abs (y(:))));
end

function B = slider_crank ()
% As in the manual.
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'crank', 'mass', 1, 'inertia', .1, 'at', [0 0], 'turned', pi/4, ...
              'shape', 'box', 'size', [1 .1]);
B = dls_joint (B, 'bearing', 'hinge', {'ground', [0 0]}, {'crank', [-.5 0]});
B = dls_body (B, 'rod', 'mass', 1, 'inertia', .3, 'at', [1 .5], 'turned', -pi/8, ...
              'shape', 'box', 'size', [2 .1]);
B = dls_body (B, 'piston', 'mass', .5, 'inertia', .01, 'at', [2 0], ...
              'shape', 'box', 'size', [.3 .2]);
B = dls_body (B, 'wall', 'fixed', true, 'at', [3.2 0], 'shape', 'box', 'size', [.2 1]);
B = dls_joint (B, 'crankpin', 'hinge', {'crank', [.5 0]}, {'rod', [-1 0]});
B = dls_joint (B, 'wristpin', 'hinge', {'rod', [1 0]}, {'piston', [0 0]});
B = dls_joint (B, 'guide', 'slider', {'ground', [0 0], 'along', [1 0]}, {'piston', [0 0]}, ...
               'mu', .2, 'size', .3);
B = dls_force (B, 'motor', 'torque', 'crank', @(t, q, v) 3);
end

function pass = pasted ()
% The closed slider-crank: the piston is where the law of cosines puts it, every question answers.
B = dls_assemble (slider_crank ());
crank = B.q(1:3);
x = cos (crank(3)) + sqrt (4 - sin (crank(3)) ^ 2);
pass = [holds('crank', near (crank(1:2), [cos(crank(3)); sin(crank(3))] / 2, 1e-10)), ...
        holds('piston', near (B.q(7:9), [x; 0; 0], 1e-10))];
[~, lambda] = dls_kkt (B);
V = dls_sticking (B);
[lo, hi] = dls_reaction_range (B);
W = dls_wellposed (B);
[a, l] = dls_contact (B);
R = dls_redundancy (B);
pass(end+1) = holds ('questions', isfield (lambda, 'bearing') && isfield (lo, 'guide') ...
                     && isfield (hi.guide, 't2') && ischar (V.verdict) && isstruct (W.criteria) ...
                     && numel (a) == 9 && isfield (l.guide, 'n1') && R.rank == 8);
end

function pass = assembled ()
% The nearest state in the metric of the masses, what is held, speeds, drives, limits.
B = dls_mechanism ('d', 2);
B = dls_body (B, 'light', 'mass', 1, 'inertia', 1, 'at', [0 0]);
B = dls_body (B, 'heavy', 'mass', 3, 'inertia', 1, 'at', [4 0]);
B = dls_joint (B, 'rod', 'distance', {'light'}, {'heavy'}, 'length', 2);
C = dls_assemble (B);
pass = holds ('nearest', near (C.q, [1.5; 0; 0; 3.5; 0; 0], 1e-9));
B.bodies(2).held = true;
C = dls_assemble (B);
pass(end+1) = holds ('held body', near (C.q, [2; 0; 0; 4; 0; 0], 1e-9));
B = slider_crank ();
B.joints(1).speed = 2;
C = dls_assemble (B);
pass(end+1) = holds ('speed', near (C.v(3), 2, 1e-10));
pass(end+1) = holds ('velocities match', ...
                     norm (getfield (dls_system (C), 'Gb')' * C.v) < 1e-10);
B.joints(1).held = true;
C = dls_assemble (B);
pass(end+1) = holds ('held joint', near (C.q(3), pi / 4, 1e-10) && near (C.v(3), 2, 1e-10));
B = dls_joint (B, 'motor', 'drive', 'bearing', [1 3 0]);
B.joints(1).held = false;
B.joints(1).speed = [];
B.t = 0.1;
C = dls_assemble (B);
pass(end+1) = holds ('drive', near (C.q(3), pi / 4 + 1.3, 1e-10) && near (C.v(3), 3, 1e-10));
B = slider_crank ();
B.joints(1).limits = [1 2];
[~, info] = dls_assemble (B);
pass(end+1) = holds ('limit', strcmp (info.status, 'violated') ...
                     && ~isempty (strfind (info.message, 'bearing.low')));
B = dls_joint (slider_crank (), 'stay', 'distance', {'ground', [0 9]}, {'rod', [0 0]}, 'length', 1);
pass(end+1) = raises (@() dls_assemble (B), 'delassus:assembly', 'stays open by');
B = dls_joint (slider_crank (), 'one', 'drive', 'bearing', [1 3 0]);
B = dls_joint (B, 'two', 'drive', 'bearing', [1 4 0]);
pass(end+1) = raises (@() dls_assemble (B), 'delassus:assembly', 'velocities do not match');
end

function B = bridge ()
% A beam on three supports: one more than it needs.
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'beam', 'mass', 1, 'inertia', 1/3);
B = dls_joint (B, 'left', 'hinge', {'ground', [-1 0]}, {'beam', [-1 0]});
B = dls_joint (B, 'mid', 'slot', {'ground', [0 0], 'along', [1 0]}, {'beam', [0 0]});
B = dls_joint (B, 'right', 'slot', {'ground', [1 0], 'along', [1 0]}, {'beam', [1 0]});
end

function pass = stops ()
% Limits of several coordinates: closed at the angles by which the body was turned; what they carry,
% by hand.
e = eye (3);
turn = @(k, x) e(:,k) * e(k,:) + cos (x) * (e - e(:,k) * e(k,:)) ...
               + sin (x) * cross (repmat (e(:,k), 1, 3), e);
at = @(T, x) dls_body (dls_mechanism ('gravity', [0 0 -9.81]), 'b', 'mass', 3, ...
                       'inertia', [1 2 2.5], 'turned', T, 'at', x);
frame = {'along', [1 0 0], 'across', [0 1 0]};
place = [{'ground', [0 0 0]}, frame];
x = [0.4 -0.7 0.3];
angles = {'universal', turn(1, x(1)) * turn(2, x(2)), [0 0 0], x(1:2)
          'cylindrical', turn(1, x(1)), [x(2) 0 0], x([2 1])
          'planar', turn(1, x(3)), [0 x(1:2)], x
          'ball', turn(2, x(1)) * turn(1, 0.9), [0 0 0], x(1)};
pass = [];
for k = 1:size (angles, 1)
  own = [{'b', [0 0 0]}, frame];
  if (k == 1)
    own = {'b', [0 0 0], 'along', [0 1 0], 'across', [0 0 1]};
  end
  y = angles{k,4}';
  B = dls_joint (at (angles{k,2}, angles{k,3}), 'j', angles{k,1}, place, own, 'limits', [y, y]);
  names = getfield (getfield (dls_system (B), 'names'), 'u');
  pass(end+1) = holds (['closed: ', angles{k,1}], numel (names) == 2 * numel (y));
end
here = at (e, [0 0 0]);
B = dls_joint (here, 'j', 'universal', place, {'b', [0 0 0]}, 'limits', [-1 0; 0 1]);
C = dls_joint (here, 'j', 'universal', place, {'b', [0 0 0], 'along', [0 1 0]}, ...
               'limits', [-1 0; 0 1]);
for D = {B, C}
  [~, lambda] = dls_contact (dls_force (D{1}, 't', 'torque', 'b', [4 -5 0]));
  pass(end+1) = holds ('universal', near ([lambda.j.high1; lambda.j.low2], [4; 5], 1e-12));
end
B = dls_joint (at (turn (2, 0.5), 0.7 * [sin(0.5) 0 cos(0.5)]), 'j', 'ball', ...
               {'ground', [0 0 0], 'along', [0 0 1]}, {'b', [0 0 -0.7], 'along', [0 0 1]}, ...
               'limits', [0 0.5]);
[a, lambda] = dls_contact (B);
pass(end+1) = holds ('cone', near (a, zeros (6, 1), 1e-12) ...
                             && near (lambda.j.high, 3 * 9.81 * 0.7 * sin (0.5), 1e-12));
B = dls_joint (at (e, [0 0 -1]), 'j', 'distance', 'ground', 'b', 'limits', [0 1]);
[~, lambda] = dls_contact (B);
pass(end+1) = holds ('rope', isempty (lambda.nb) && near (lambda.j.high, 3 * 9.81, 1e-12));
B.q(3) = -0.5;
sol = dls_simulate (B, [0 1], 'Step', 1e-3);
fall = sol.t < sqrt (1 / 9.81) - 2e-3;
pass(end+1) = holds ('slack', near (sol.q(3,fall), -0.5 - 9.81 / 2 * sol.t(fall) .^ 2, 5e-3) ...
                              && min (sol.q(3,:)) > -1.005 && near (sol.v(3,end), 0, 1e-10));
B = dls_joint (here, 'j', 'planar', place, {'b', [0 0 0]}, 'limits', [-1 1; 0 1; -Inf 0]);
[~, lambda] = dls_contact (dls_force (B, 't', 'torque', 'b', [4 0 0]));
pass(end+1) = holds ('planar', near ([lambda.j.low2; lambda.j.high3], [3 * 9.81; 4], 1e-12));
joint = @(kind, x) dls_joint (here, 'j', kind, place, 'b', 'limits', x);
pass = [pass, raises(@() joint ('planar', [0 1]), 'delassus:option', 'each of the 3 coord'), ...
        raises(@() joint ('ball', [2 1]), 'delassus:option', '''limits'' is [2 1]; expected'), ...
        raises(@() dls_joint (here, 'j', 'distance', 'ground', 'b', 'length', 1, 'limits', ...
                              [0 1]), 'delassus:option', 'expected one of them'), ...
        raises(@() dls_joint (here, 'j', 'ball', {'ground', 0}, 'b'), 'delassus:dimension', ...
               'has 1 number; expected 3 in a mechanism in space'), ...
        raises(@() joint ('ball', [-1 0]), 'delassus:option', '> 0 for a ball')];
end

function pass = edited ()
% A mechanism is data: what is changed counts, what is saved comes back the same.
B = bridge ();
B.joints(2).b.point = [0.5; 0];
S = dls_system (B);
pass = holds ('edited', near (full (S.Gb(:,3)), [0; 1; 0.5], 1e-13));
file = [tempname(), '.mat'];
save ('-binary', file, 'B');
C = load (file);
delete (file);
pass(end+1) = holds ('saved', isequal (B, C.B) && isequal (dls_system (C.B), S));
B = dls_body (B, 'loose', 'fixed', true, 'at', [1 1]);
pass(end+1) = holds ('fixed bodies add nothing', isequal (dls_system (B), S));
B = dls_mechanism ('d', 2);
for k = 1:40
  B = dls_body (B, sprintf ('b%d', k), 'mass', 1, 'inertia', 1);
end
C = dls_body (B, 'b2', 'mass', 1, 'inertia', 1);  % far back: told when used
B.bodies(7).name = 'b3';
pass = [pass, raises(@() dls_system (C), 'delassus:option', 'b2'' is already among the bodies'), ...
        raises(@() dls_body (B, 'b40', 'mass', 1, 'inertia', 1), 'delassus:option', ...
               'b40'' is already among the bodies'), ...
        raises(@() dls_assemble (B), 'delassus:option', 'b3'' is already among the bodies')];
end

function pass = refused ()
% Wrong use is told, with names.
B = bridge ();
P = dls_mechanism ('d', 3);
body = @(B, varargin) dls_body (B, 'x', varargin{:});
pass = [raises(@() body (B, 'mass', -1, 'inertia', 1), 'delassus:option', 'dls_body, x'), ...
        raises(@() body (B, 'inertia', 1), 'delassus:option', 'neither ''mass'' nor'), ...
        raises(@() body (B, 'mass', 1), 'delassus:option', 'neither ''inertia'' nor'), ...
        raises(@() body (B, 'mas', 1), 'delassus:option', 'did you mean ''mass'''), ...
        raises(@() body (B, 'mass', 1, 'inertia', 1, 'at', [0 0 0]), 'delassus:dimension', ...
               'expected 2 in a mechanism in the plane'), ...
        raises(@() body (P, 'mass', 1, 'inertia', [1 1 1], 'at', [0 0]), ...
               'delassus:dimension', 'expected 3 in a mechanism in space'), ...
        raises(@() body (P, 'mass', 1, 'inertia', [1 1 2.1]), 'delassus:indefinite', ...
               'none above the sum'), ...
        raises(@() body (P, 'mass', 1, 'inertia', [1 2; 2 1]), 'delassus:dimension', 'inertia'), ...
        raises(@() body (P, 'mass', 1, 'inertia', [1 1 1], 'turned', [1 1 0 0]), ...
               'delassus:option', 'unit quaternion'), ...
        raises(@() body (B, 'mass', 1, 'shape', 'sphere', 'size', 1), 'delassus:option', ...
               'expected with d = 2 one of circle'), ...
        raises(@() dls_body (B, 'beam', 'mass', 1, 'inertia', 1), 'delassus:option', ...
               'already among the bodies'), ...
        raises(@() dls_body (B, 'ground', 'mass', 1, 'inertia', 1), 'delassus:option', ...
               'taken by the toolbox'), ...
        raises(@() dls_body (B, 'a b', 'mass', 1, 'inertia', 1), 'delassus:option', ...
               'letters, digits'), ...
        raises(@() dls_system (body (B, 'mass', 0)), 'delassus:structure', ...
               'the body ''x'' has no mass'), ...
        raises(@() dls_kkt (setfield (B, 'q', [0; 0])), 'delassus:dimension', ...
               'q of the mechanism is 2-by-1; expected 3 rows'), ...
        raises(@() dls_contact (setfield (B, 'v', [0; 0; NaN])), 'delassus:notFinite', ...
               'v of the mechanism'), ...
        raises(@() dls_problem (B), 'delassus:dimension', 'or mechanism, h'), ...
        raises(@() dls_friction (B), 'delassus:type', 'a mechanism')];
end
