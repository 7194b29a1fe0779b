function pass = test_motion_problems ()
% TEST_MOTION_PROBLEMS  The problems of the steps of a motion: recorded, and solved by the user.
%   pass = test_motion_problems ()   logical row; each failing element prints its name.
%   Promise: files hold what was solved, of each kind; a method of the user moves the bodies, its
%   answers are judged beside ours; when it fails, the motion is there up to that step.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [recorded(), solved_by_user(), failing()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_motion_problems: %s\n', name); end
end

% Two blocks on top of each other, pushed
function model = blocks (mu)
model = dls_model ('mass', eye (4), 'force', [2; -10; 2; -10], 'gap', [0; -1], ...
                   'gapgrad', [0 0; 1 -1; 0 0; 0 1], 'tangent', [1 -1; 0 0; 0 1; 0 0], 'mu', mu);
end

function [P, names] = all_of (folder)
names = sort (glob (fullfile (folder, '*')));
P = cellfun (@dls_read, names, 'UniformOutput', false);
cellfun (@delete, names);
rmdir (folder);
[~, names] = cellfun (@fileparts, names, 'UniformOutput', false);
end

function pass = recorded ()
folder = tempname ();
start = {[0; 0; 0; 1], [1; 0; 0; 0]};
s = dls_simulate (blocks (0.4), [0 0.05], start{:}, 'Step', 0.01, 'Record', folder);
[P, names] = all_of (folder);
pass(1) = holds ('friction', numel (P) == 5 && s.stats.recorded == 5 ...
                 && strcmp (names{5}, 'friction_000005'));
for k = 1:5
  r = dls_friction (P{k}, 'Tolerance', 1e-13);
  p = [s.p(1:2,k+1)'; s.p(3:4,k+1)'];
  pass(end+1) = holds (sprintf ('step %d', k), abs (r - p(:)) < 1e-10);
end
folder = tempname ();
model = dls_model (blocks (0), 'force', [0; -10; 0; -10]);
s = dls_simulate (model, [0 0.03], [0; 0; 0; 1], zeros (4, 1), 'Step', 0.01, 'Record', folder);
[P, names] = all_of (folder);
pass(end+1) = holds ('lcp', strcmp (names{1}, 'lcp_000001') && numel (P) == 3 ...
                     && all (abs (dls_lcp (P{3}.A, P{3}.q) - s.p(1:2,end)) < 1e-12));
folder = tempname ();
rod = dls_model ('mass', eye (2), 'force', [0; -10], 'constraint', @(q) q' * q - 1, ...
                 'constraintgrad', @(q) 2 * q);
s = dls_simulate (rod, [0 0.01], [1; 0], [0; 0], 'Step', 0.01, 'Record', folder);
[P, names] = all_of (folder);
[a, lambda] = dls_kkt (P{end}.M, P{end}.G, P{end}.F, P{end}.b);
pass(end+1) = holds ('kkt', strncmp (names{1}, 'kkt_', 4) && norm (a - s.v(:,end)) < 1e-12 ...
                     && abs (lambda - s.p(1,end)) < 1e-12);
pass(end+1) = holds ('nothing', isempty (s.stats.friction) && s.stats.recorded == numel (P));
end

function pass = solved_by_user ()
start = {[0; 0; 0; 1], [1; 0; 0; 0]};
own = dls_simulate (blocks (0.4), [0 0.2], start{:}, 'Step', 0.01);
pass = [];
for scheme = {'moreau-jean', 'schatzman-paoli', 'rattle', 'nonsmooth-generalized-alpha'}
  options = {'Scheme', scheme{1}, 'Step', 0.01};
  own = dls_simulate (blocks (0.4), [0 0.2], start{:}, options{:});
  s = dls_simulate (blocks (0.4), [0 0.2], start{:}, options{:}, ...
                    'FrictionMethod', @(P) dls_friction (P, 'Method', 'gauss-seidel', ...
                                                         'Tolerance', 1e-13));
  pass(end+1) = holds (sprintf ('%s: %.1e', scheme{1}, max (abs (s.q(:) - own.q(:)))), ...
                       norm (s.q(:) - own.q(:), Inf) < 1e-11);
  f = s.stats.friction;
  pass(end+1) = holds ('judged', numel (f) == 2 && f(1).problems >= 20 ...
    && f(1).problems == f(2).problems && f(1).residual < 1e-11 && f(1).seconds > 0);
end
loose = @(P) dls_friction (P, 'Method', 'gauss-seidel', 'Tolerance', 1e-3);
s = dls_simulate (blocks (0.4), [0 0.2], start{:}, ...
                  struct ('Step', 0.01, 'FrictionMethod', loose));
f = s.stats.friction;
pass(end+1) = holds ('bad answers', strcmp (s.result, 'finished') && f(1).solved < 20 ...
                     && f(2).solved == f(2).problems && f(1).residual > f(2).residual ...
                     && abs (s.stats.residual - f(1).residual) <= 1e-15);
s = dls_simulate (blocks (0.4), 0.3, s, 'Step', 0.01, 'FrictionMethod', loose);
pass(end+1) = holds ('goes on', numel (s.stats.friction) == 4);
end

function pass = failing ()
start = {[0; 0; 0; 1], [1; 0; 0; 0]};
pass = [];
count = 0;
function r = fails (P)
  count = count + 1;
  if count > 5, error ('no idea'), end
  r = dls_friction (P);
end
pass(end+1) = holds ('error', says ('''FrictionMethod'' failed: no idea', @fails));
last = dls_simulate ('last');
pass(end+1) = holds ('last', last.t(end) > 0 && strcmp (last.result, 'error') ...
                     && last.stats.friction(1).problems == 5);
pass(end+1) = holds ('size', says ('''FrictionMethod'' returned 1; expected 4', @(P) 1));
pass(end+1) = holds ('folder', refuses (@() dls_simulate (blocks (0.4), [0 1], start{:}, ...
                                                          'Record', '/proc/no/folder')));
pass(end+1) = holds ('no text', refuses (@() dls_simulate (blocks (0.4), [0 1], start{:}, ...
                                                           'Record', 3)));
end

function ok = says (text, method)
ok = false;
try
  dls_simulate (blocks (0.4), [0 0.2], [0; 0; 0; 1], [1; 0; 0; 0], 'Step', 0.01, ...
                'FrictionMethod', method);
catch err
  ok = ~isempty (strfind (err.message, text));
  if ~ok, disp (err.message), end
end
end

function ok = refuses (f)
ok = false;
try
  f ();
catch err
  ok = any (strcmp (err.identifier, {'delassus:option', 'delassus:file'}));
end
end
