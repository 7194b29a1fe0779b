function pass = test_wellposed_modes ()
% TEST_WELLPOSED_MODES  dls_wellposed on all mixtures of frictionless, sliding, sticking contacts.
%   pass = test_wellposed_modes ()   logical row; each failing element prints its name.
%   Promise: from no coordinate to three, in 2D and 3D, with singular, redundant or contradictory
%   data, every criterion is decided (but uniqueness with sliding, where dls_contact may not know),
%   sources have one entry each, and what is the same in two criteria is answered the same way.
% SPDX-License-Identifier: GPL-3.0-or-later
state = rand ('twister');
restore = onCleanup (@() rand ('twister', state));
rand ('twister', 77);
pass = [];
count = 0;
for trial = 1:60
  S = system ();
  if isempty (S), continue, end
  data = {'Restitution', rand(S.nu), 'VelocityBefore', floor(3 * rand (S.n, 1)) - 1, ...
          'Gap', zeros(S.nu, 1), 'GapRate', floor(2 * rand (S.nu, 1))};
  if S.nu == 0, data = {}; end
  W = dls_wellposed (S, data{:});
  sources = {W.criteria.source};
  open = sources(strcmp ({W.criteria.holds}, 'undecided'));
  label = sprintf ('modes %d: ', trial);
  pass = [pass, holds([label, strjoin(open, ', ')], all (strcmp (open, ...
                                                         'data: uniqueness, sliding'))), ...
          holds([label, 'names'], numel (unique (sources)) == numel (sources)), ...
          agree(label, W, 'ALLSTICK Prop. 9 (i)', 'ALLSTICK Prop. 2, 5, (65)'), ...
          agree(label, W, 'ALLSTICK Prop. 9 (ii)', 'ALLSTICK Prop. 2, 5, (65)'), ...
          agree(label, W, 'ALLSTICK Prop. 3', 'ALLSTICK Prop. 5'), ...
          agree(label, W, 'COUPLING Prop. 14 (ii)', 'TUTORIAL Prop. 7 (v)'), ...
          agree(label, W, 'COUPLING Cor. 6', 'TUTORIAL Prop. 3 (iv)')];
  count = count + numel (setdiff (unique ({W.criteria.holds}), {'not applicable'}));
end
pass(end+1) = holds ('modes: few systems', count > 60);
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_wellposed_modes: %s\n', name); end
end

function ok = agree (label, W, first, second)
a = criterion (W, first).holds;
b = criterion (W, second).holds;
ok = holds ([label, first, ' ', a, ', ', second, ' ', b], ...
            strcmp (a, b) || any (strcmp ('not applicable', {a, b})));
end

function S = system ()
n = floor (4 * rand ());
nb = floor (3 * rand ()) * (n > 0);
nu = floor (3 * rand ()) * (n > 0);
d = 2 + (rand () < 0.4);
J = floor (3 * rand (n)) - 1;
arguments = {'M', J * diag(rand (1, n) < 0.8) * J', 'F', floor(3 * rand (n, 1)) - 1, 'd', d};
arguments = [arguments, side('b', n, nb, d), side('u', n, nu, d)];
S = [];
try
  S = dls_system (arguments{:});
catch err
  if ~strncmp (err.identifier, 'delassus:', 9), rethrow (err); end
end
end

% One side: gradients, and with some luck tangents, friction and directions of sliding.
function list = side (name, n, m, d)
list = {};
if m == 0, return, end
integers = @(r, c) floor (3 * rand (r, c)) - 1;
list = {['G', name], ternary(n, m), ['b', name], integers(m, 1)};
if rand () < 0.7
  list = [list, {['H', name], integers(n, m * (d-1)), ['t', name], integers(m * (d-1), 1), ...
          ['mu', name], 0.5 * (rand (m, 1) < 0.7), ...
          ['vt', name], integers(d - 1, m) .* repmat(rand (1, m) < 0.4, d - 1, 1)}];
end
end
