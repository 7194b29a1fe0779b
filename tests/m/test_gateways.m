function pass = test_gateways ()
% TEST_GATEWAYS  Gateways called with what no m-file of the toolbox hands over.
%   pass = test_gateways ()   logical row; each failing element prints its name.
%   Promise: every call raises an error delassus:...; none ends Octave, none changes its arguments
%   or runs for ever. (Each of the calls in families () did one of these once.)
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [families(), every_argument(), handles(), outputs()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_gateways: %s\n', name); end
end

function ok = refused (gateway, varargin)
ok = false;
try
  feval (gateway, varargin{:});
catch err
  ok = strncmp (err.identifier, 'delassus:', 9);
end
end

% The problem of one contact, and of one body on a floor.
function [disks, bodies] = problems ()
disks = dls_problem ('W', eye (2), 'q', [1; 1], 'mu', 0.5, 'd', 2);
bodies = dls_problem ('M', eye (2), 'H', eye (2), 'f', [1; 1], 'w', [1; 1], 'mu', 0.5, 'd', 2);
end

function P = with (P, name, value)
P.(name) = value;
end

function pass = families ()
I = speye (2);
disks = problems ();
none = struct ('a', {});
[M, course] = motion ();
[K, fall] = machine ();
calls = {
  'dls_fclib_mex', {'erase', 'x.hdf5', {'/a'}}
  'dls_fclib_mex', {'write', 'x.hdf5', {'/a'}}
  'dls_fclib_mex', {'read', 'x.hdf5', {'/a'}, {1}}
  'dls_fclib_mex', {'write', 'x.hdf5', {'/a', '/b'}, {1}}
  'dls_fclib_mex', {'write', 'x.hdf5', {'/a'}, {@sin}}
  'dls_fclib_mex', {'read', 'x.hdf5', {3}}
  'dls_fclib_mex', {}
  'dls_range_mex', {I, [1; 1], [1, 1, 3], I, Inf, 1e-9}
  'dls_range_mex', {I, [1; 1], sparse(1, 1000), I, Inf, 1e-9}
  'dls_range_mex', {I, [1; 1], single([0, 2]), I, Inf, 1e-9}
  'dls_range_mex', {I, [1; 1], {0, 2}, I, Inf, 1e-9}
  'dls_range_mex', {I, [1; 1], [-5, 7], I, Inf, 1e-9}
  'dls_range_mex', {I, [1; 1], [NaN, 2], I, Inf, 1e-9}
  'dls_range_mex', {I, [1; 1], true(2, 1), speye(3), Inf}
  'dls_conic_mex', {I, [1; 1], I, [1; 1], [0, 2], none}
  'dls_conic_mex', {I, [1; 1], I, [1; 1], [0, 1e300], {}}
  'dls_conic_mex', {I, [1; 1], I, [1; 1], [0, 2], {'Start', struct('x', [1; 1], 's', 1, 'y', 1)}}
  'dls_lcp_mex', {'solve', I, [1; 1], 0, none}
  'dls_lcp_mex', {'solve', sparse(2, 1e5), [1; 1], 0, {}}
  'dls_lcp_mex', {'solve', I, [1; 1], 3, {}}
  'dls_lcp_mex', {'all', I, sparse(1, 1e5), 0}
  'dls_friction_mex', {'local', with(disks, 'mu', @sin), {}}
  'dls_friction_mex', {'local', disks, containers.Map()}
  'dls_friction_mex', {'local', with(disks, 'd', 1e9), {}}
  'dls_contact_mex', {'problem', containers.Map(), true}
  'dls_contact_mex', {'problem', none, true}
  'dls_contact_mex', {'inertia', I, sparse(3, 1)}
  'dls_system_mex', {none}
  'dls_system_mex', {containers.Map()}
  'dls_motion_mex', {'setup', 3, M, {}, course}
  'dls_motion_mex', {'setup', M, M, {}, rmfield(course, 'tend')}
  'dls_motion_mex', {'setup', setfield(M, 'nu', 1e9), M, {}, course}
  'dls_motion_mex', {'setup', setfield(M, 'nq', 2), M, {}, setfield(course, 'q', [1; 1])}
  'dls_motion_mex', {'setup', K, setfield(K, 'n', 3), {}, course}
  'dls_motion_mex', {'setup', M, K, {}, course}
  'dls_motion_mex', {'setup', K, setfield(K, 'machine', 3), {}, fall}
  'dls_motion_mex', {'setup', K, setfield(K, 'owner', 1), {}, fall}
  'dls_motion_mex', {'setup', K, setfield(K, 'own', -1), {}, fall}
  'dls_motion_mex', {'setup', K, setfield(K, 'called', {{1}}), {}, fall}
  'dls_motion_mex', {'setup', K, setfield(K, 'counts', 1), {}, fall}
  'dls_motion_mex', {'setup', setfield(K, 'nb', 1), K, {}, fall}
  'dls_motion_mex', {'setup', setfield(M, 'd', 7), M, {}, course}
  'dls_motion_mex', {'setup', M, rmfield(M, 'mass'), {}, course}
  'dls_motion_mex', {'setup', M, M, {'Step', -1}, course}
  'dls_motion_mex', {'setup', M, M, {'Scheme', 'event-driven'}, course}
  'dls_motion_mex', {'next', 0, M, 1}
  'dls_motion_mex', {'solution', -1, M}
  'dls_motion_mex', {'between', 1e300, M, 0}
  'dls_options_mex', {}
  'dls_version_mex', {1}
};
pass = true (1, size (calls, 1));
for k = 1:numel (pass)
  pass(k) = holds (sprintf ('family %d, %s', k, calls{k,1}), refused (calls{k,1}, calls{k,2}{:}));
end
end

% One coordinate, one contact, as dls_model_bind leaves them; how the motion begins.
function [M, course] = motion ()
M = dls_model ('mass', 1, 'force', -1, 'gap', @(q) q, 'gapgrad', 1);
[M.n, M.nq, M.nx, M.period, M.nb, M.nu, M.d] = deal (1, 1, 0, 0, 0, 1, 1);
course = struct ('t0', 0, 'tend', 1, 'q', 1, 'v', 0, 'p', [], 'status', [], 'memory', [], ...
                 'times', [], 'factors', [0 0 0]);
end

% A body that falls, as `model_of` of dls_simulate.m has it.
function [K, course] = machine ()
[~, course] = motion ();
course.q = zeros (3, 1);
course.v = zeros (3, 1);
D = struct ('d', 2, 'gravity', [0; -9], 'fixed', 0, 'mass', 1, 'inertia', 1, 'place', [0; 0; 0], ...
            'joint', zeros (31, 0), 'force', zeros (31, 0), 'shape', zeros (3, 1), ...
            'corner', zeros (3, 0), 'touch', zeros (4, 0));
K = struct ('n', 3, 'nq', 3, 'nx', 0, 'period', 0, 'nb', 0, 'nu', 0, 'd', 1, ...
            'linear', false, 'C', [], 'K', [], ...
            'machine', D, 'own', 0, 'owner', 0, 'functions', {{}}, ...
            'called', {{}}, 'counts', zeros (1, 0));
end

% Each argument of legal calls replaced by something of another kind.
function pass = every_argument ()
I = speye (2);
[M, course] = motion ();
[K, fall] = machine ();
[disks, bodies] = problems ();
id = dls_motion_mex ('setup', M, M, struct (), course);
S = dls_system ('M', I, 'F', [0; 1], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
[~, U] = dls_contact_mex ('units', S);
lambda = struct ('nb', zeros (0, 1), 'nu', 0, 'tb', zeros (0, 1), 'tu', 0);
calls = {
  'dls_kkt_mex', {'once', I, I, [1; 1], [1; 1], struct('Weight', I)}
  'dls_motion_mex', {'setup', K, K, struct(), fall}
  'dls_lcp_mex', {'solve', I, [1; 1], 0, struct('Start', [1; 1])}
  'dls_conic_mex', {I, [1; 1], I, [1; 1], [0, 2], struct()}
  'dls_friction_mex', {'local', disks, struct('Start', [1; 1])}
  'dls_friction_mex', {'global', bodies, struct()}
  'dls_friction_mex', {'setup', 2, 0.5, I, [1; 1], struct('Start', [1; 1])}
  'dls_friction_mex', {'setup', 2, 0.5, I, I, [1; 1], [1; 1], struct()}
  'dls_range_mex', {I, [1; 1], true(2, 1), I, 1}
  'dls_range_mex', {I, [1; 1], [0, 2], I, Inf, 1e-9}
  'dls_redundancy_mex', {I, I, struct()}
  'dls_matrix_class_mex', {I}
  'dls_options_mex', {'table', 'dls_kkt'}
  'dls_system_mex', {{S}}
  'dls_contact_mex', {'inertia', I, I}
  'dls_contact_mex', {'solve', S, [1, 1, 1, 0, 1e-8], []}
  'dls_contact_mex', {'again', S, U, [1, 1, 1, 0, 1e-8], []}
  'dls_contact_mex', {'judge', S, U, [1, 1, 1], [0; 0], lambda}
  'dls_contact_mex', {'check', S, true, [0; 0], lambda}
  'dls_sticking_mex', {'hold', I, I, [1; 1], [0; 0], [true; false], 1e-15, Inf}
  'dls_motion_mex', {'setup', M, M, struct(), course}
  'dls_motion_mex', {'solution', id, M}
  'dls_motion_mex', {'between', id, M, 0}
  'dls_motion_mex', {'next', id, M, 1}
  'dls_fclib_mex', {'read', '/no/such/file', {'/a'}}
  'dls_verify_mex', {'lcp', struct('M', I, 'q', [1; 1], 'free', 0), struct()}
  'dls_verify_mex', {'redundancy', struct('M', I, 'G', I), struct()}
  'dls_verify_mex', {'units', I}
  'dls_verify_held_mex', {'friction', struct('d', 2, 'G', I, 'w', [1; 1], 'size', 1, 'free', ...
                          true (2, 1), 'positive', [true; false], 'normal', 1, 'tangent', 2, ...
                          'bilateral', false, 'mu', 1, 'facets', 0), struct()}
  'dls_verify_friction_mex', {'local', struct('d', 2, 'rows', 2, 'law', false, 'mu', 1, 'W', I, ...
                              'q', [1; 1]), struct()}
};
others = {@sin, containers.Map(), {1}, struct('a', {1, 2}), ones(2, 2, 2), int8(1), 1i, single(1)};
pass = [];
for k = 1:size (calls, 1)
  args = calls{k,2};
  for j = 1:numel (args)
    for t = 1:numel (others)
      bad = args;
      bad{j} = others{t};
      pass(end+1) = holds (sprintf ('%s, argument %d, value %d', calls{k,1}, j, t), ...
                           refused (calls{k,1}, bad{:}));
    end
  end
end
for P = {disks, bodies}
  for name = setdiff (fieldnames (P{1})', {'form', 'nc'})
    for t = 1:numel (others)
      bad = with (P{1}, name{1}, others{t});
      pass(end+1) = holds (sprintf ('P.%s, value %d', name{1}, t), ...
                           refused ('dls_friction_mex', P{1}.form, bad, {}));
    end
  end
end
end

function pass = handles ()
I = speye (2);
[id, ~] = dls_kkt_mex ('setup', I, I, {});
good = norm (dls_kkt_mex ('solve', id, [1; 2], [3; 4]) + [3; 4]) < 1e-12;
dls_kkt_mex ('free', id);
wrong = {id, id + 4096, -1, NaN, Inf, 1.5, 2^60, [], [id, id], 'x', @sin, int32(1)};
pass = holds ('a handle', good);
for k = 1:numel (wrong)
  pass(end+1) = holds (sprintf ('handle %d', k), ...
                       refused ('dls_kkt_mex', 'solve', wrong{k}, [1; 2], [0; 0]));
end
dls_kkt_mex ('free', id);                          % twice is no error
end

% More outputs than there are.
function pass = outputs ()
ok = false;
try
  [a, b] = dls_version_mex ();
catch err
  ok = strcmp (err.identifier, 'delassus:dimension');
end
pass = holds ('outputs', ok);
end
