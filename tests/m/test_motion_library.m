function [pass, skipped] = test_motion_library ()
% TEST_MOTION_LIBRARY  A model in a shared object that is compiled here.
%   [pass, skipped] = test_motion_library ()   logical row; each failing element prints its name.
%   Promise: it moves as the same model of handles does; every question can be asked of it; files
%   that are no such library are refused. Skipped without a C compiler.
% SPDX-License-Identifier: GPL-3.0-or-later
root = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
file = [tempname(), '.so'];
line = sprintf (['cc -O2 -std=c11 -Wall -Wextra -Wpedantic -Werror -shared -fPIC -I''%s'' ', ...
                 '''%s'' -o %s -lm 2>&1'], fullfile (root, 'libcore'), ...
                fullfile (root, 'examples', 'c', 'library', 'pendulum.c'), file);
if system ('cc --version > /dev/null 2>&1') ~= 0
  [pass, skipped] = deal (true (1, 0), 1);
  return
end
skipped = 0;
[status, text] = system (line);
pass = holds (['compiles ', text], status == 0);
clean = onCleanup (@() delete (file));
if pass
  pass = [pass, moves(file), answers(file), refused(file)];
end
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_motion_library: %s\n', name); end
end

function model = by_handles ()
g = 9.81;
c = @(q) cos (q(1) - q(2));
s = @(q) sin (q(1) - q(2));
model = dls_model ('mass', @(q) [2, c(q); c(q), 1], 'n', 2, 'restitution', 1, ...
  'force', @(t, q, v) [-s(q)*v(2)^2 - 2*g*sin(q(1)); s(q)*v(1)^2 - g*sin(q(2))], ...
  'gap', @(q) [0.1 + sin(q(1)); 0.1 + sin(q(1)) + sin(q(2))], ...
  'gapgrad', @(q) [cos(q(1)), cos(q(1)); 0, cos(q(2))], ...
  'potential', @(q) -2*g*cos(q(1)) - g*cos(q(2)));
end

function pass = moves (file)
pass = [];
model = dls_model ('library', file, 'numbers', [9.81, 0.1, 1]);
start = {[0 1], [0.5; 0.8], [0; 0], 'Step', 1e-3};
for scheme = {'moreau-jean', 'rattle', 'nonsmooth-generalized-alpha', 'event-capturing'}
  a = dls_simulate (model, start{:}, 'Scheme', scheme{1});
  b = dls_simulate (by_handles (), start{:}, 'Scheme', scheme{1});
  pass(end+1) = holds (scheme{1}, abs (a.q - b.q) < 1e-12 & numel (a.events) == numel (b.events));
  pass(end+1) = holds ('energy', abs (a.energy.total - b.energy.total) < 1e-11);
end
pass(end+1) = holds ('compiled', a.stats.compiled && ~b.stats.compiled);
s = dls_simulate (dls_model ('library', file, 'numbers', [9.81, 10, 1]), start{:});
pass(end+1) = holds ('numbers', isempty (s.events));
s = dls_simulate (model, [0 0.5], start{2:end});
s = dls_simulate (model, 1, s);
a = dls_simulate (model, start{:});
pass(end+1) = holds ('goes on', abs (s.q(:,end) - a.q(:,end)) < 1e-12);
end

function pass = answers (file)
model = dls_model ('library', file);
[q, v] = deal ([asin(-0.1); 0.3], [-1; 0.5]);
S = dls_system (model, 0, q, v);
T = dls_system (by_handles (), 0, q, v);
pass(1) = holds ('system', abs (dls_contact (S) - dls_contact (T)) < 1e-9 & S.nu == T.nu);
pass(2) = holds ('check', dls_check_model (model, q, v));
P = dls_problem (model, 0, q, v, 1e-3);
Q = dls_problem (by_handles (), 0, q, v, 1e-3);
pass(3) = holds ('problem', norm (full (P.M - Q.M)) < 1e-14 && norm (P.f - Q.f) < 1e-12);
end

function pass = refused (file)
[~, name] = fileparts (file);
other = [tempname(), '.so'];
source = [tempname(), '.c'];
fid = fopen (source, 'w');
fprintf (fid, 'const int dls_library_version = -1; int dls_library_open (void) { return 0; }\n');
fclose (fid);
system (sprintf ('cc -shared -fPIC %s -o %s', source, other));
clean = onCleanup (@() delete (other, source));
pass(1) = holds ('version', says ('compile it again', @() dls_model ('library', other)));
pass(2) = holds ('no library', says ('is not loaded', @() dls_model ('library', source)));
pass(3) = holds ('no file', says ('a file that exists', @() dls_model ('library', 'none.so')));
pass(4) = holds ('mass', says ('which has it all', @() dls_model ('library', file, 'mass', 1)));
pass(5) = holds ('numbers', says ('without a ''library''', ...
                                  @() dls_model ('mass', 1, 'numbers', 1)));
model = dls_model ('library', file);
pass(6) = holds ('q0', says ('expected 2 as in the library', ...
                             @() dls_simulate (model, [0 1], [1; 2; 3], [0; 0])));
pass(7) = holds ('v0', says ('v0 is 3-by-1', @() dls_simulate (model, [0 1], [1; 2], [0; 0; 0])));
end

function ok = says (text, f)
ok = false;
try
  f ();
catch err
  ok = ~isempty (strfind (err.message, text)) && strncmp (err.identifier, 'delassus:', 9);
  if ~ok, disp (err.message), end
end
end
