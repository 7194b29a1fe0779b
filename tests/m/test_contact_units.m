function pass = test_contact_units ()
% TEST_CONTACT_UNITS  Verdicts on systems do not depend on units of coordinates, force, time.
%   pass = test_contact_units ()   logical row; each failing element prints its name.
%   Random systems, many of them degenerate, in units of 2^-26 to 2^26: contacts with their
%   tangents, F, b transformed along.
% SPDX-License-Identifier: GPL-3.0-or-later
states = {rand('twister'), randn('twister')};
restore = onCleanup (@() cellfun (@(f, s) f ('twister', s), {@rand, @randn}, states));
rand ('twister', 41);
randn ('twister', 41);
pass = [];
for k = 1:40
  S = integers (2);
  if mod (k, 10) == 0, S = integers (3); end
  [T, U] = in_other_units (S);
  for law = {'coulomb', 'equations'}
    [a, l, info] = dls_contact (S, 'Sticking', law{1});
    [a2, l2, other] = dls_contact (T, 'Sticking', law{1});
    name = sprintf ('units %d, %s: %s, %s', k, law{1}, info.status, other.status);
    unique = [info.unique, other.unique];  % NaN: not decided
    same = strcmp (info.status, other.status) && (any (isnan (unique)) || unique(1) == unique(2));
    if strcmp (info.status, 'solved') && all (unique == 1)
      x = [a; l.nb; l.nu; l.tb; l.tu];
      x2 = [a2 ./ U.a; l2.nb ./ U.b; l2.nu ./ U.u; l2.tb ./ U.tb; l2.tu ./ U.tu];
      same = same && norm (x - x2, Inf) <= 1e-6 * max ([1; abs(x)]);
    end
    pass(end+1) = holds (name, same);
  end
end
open = 0;
count = 0;
for k = 1:5
  S = integers (2 + (mod (k, 3) == 0));
  T = in_other_units (S);
  before = verdicts (S);
  after = verdicts (T);
  for i = 1:size (before, 1)
    [v, w] = deal (before{i,2}, after{i,2});
    loose = any (strcmp ({v, w}, 'undecided'));
    open = open + (loose && ~strcmp (v, w));
    count = count + 1;
    name = sprintf ('units %d, %s: %s, %s', k, before{i,1}, v, w);
    pass(end+1) = holds (name, loose || strcmp (v, w));
  end
end
pass(end+1) = holds (sprintf ('%d of %d verdicts lost', open, count), open <= count / 100);
end

% Names and verdicts of the functions that judge a system.
function list = verdicts (S)
W = dls_wellposed (S);
c = W.criteria(~strcmp ({W.criteria.source}, 'TUTORIAL Prop. 13'));   % its bound has a unit
list = [{c.source}; {c.holds}]';
still = dls_system (S, 'vtu', zeros (S.d - 1, S.nu));
V = dls_sticking (still, 'Critical', false);
list(end+1,:) = {'dls_sticking', V.verdict};
[~, ~, info] = dls_reaction_range (S);
list(end+1,:) = {'dls_reaction_range', info.status};
Q = dls_grasp (dls_system (still, 'mub', zeros (S.nb, 1)), 'Quality', false);
list(end+1,:) = {'dls_grasp', Q.verdict};
R = dls_redundancy (S.M, [S.Gb, S.Gu]);
list(end+1,:) = {'dls_redundancy', sprintf('%d ', R.rank, R.determined)};
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_contact_units: %s\n', name); end
end

function S = integers (d)
n = randi (4);
nb = randi ([0 2]);
nu = randi ([1 2]);
whole = @(r, c) randi ([-2 2], r, c) .* (rand (r, c) < 0.7);
B = whole (n, n);
Gb = whole (n, nb);
Gu = whole (n, nu);
Gb(1,~any (Gb, 1)) = 1;
Gu(end,~any (Gu, 1)) = 1;
if nu > 1 && rand () < 0.4, Gu(:,2) = Gu(:,1); end
if nb > 1 && rand () < 0.4, Gb(:,2) = 2 * Gb(:,1); end
S = dls_system ('M', B * B', 'F', randi ([-4 4], n, 1), 'Gb', Gb, 'Gu', Gu, 'Hb', ...
                whole (n, (d - 1) * nb), 'Hu', whole (n, (d - 1) * nu), 'd', d, ...
                'mub', 0.5 * (rand (nb, 1) < 0.4), 'muu', 0.5 * (rand (nu, 1) < 0.7), ...
                'bu', randi ([-2 2], nu, 1) .* (rand (nu, 1) < 0.4), ...
                'bb', randi ([-1 1], nb, 1) .* (rand (nb, 1) < 0.2), ...
                'vtu', randi ([-1 1], d - 1, nu) .* repmat (rand (1, nu) < 0.3, d - 1, 1));
end

% The same system; U: what its accelerations and reactions are multiplied by.
function [T, U] = in_other_units (S)
unit = @(n) 2 .^ randi ([-26 26], n, 1);
d = unit (S.n);
b = unit (S.nb);
u = unit (S.nu);
force = 4 ^ randi ([-13 13]);
time = unit (1);
k = S.d - 1;
tb = kron (b, ones (k, 1));
tu = kron (u, ones (k, 1));
by = @(r, A, c) diag (sparse (r)) * A * diag (sparse (c));
T = dls_system (S, 'M', force * by (d, S.M, d), 'F', force * time * (d .* S.F), ...
                'Gb', by (d, S.Gb, b), 'Gu', by (d, S.Gu, u), 'Hb', by (d, S.Hb, tb), ...
                'Hu', by (d, S.Hu, tu), 'bb', time * (b .* S.bb), 'bu', time * (u .* S.bu), ...
                'tb', time * (tb .* S.tb), 'tu', time * (tu .* S.tu));
U = struct ('a', time ./ d, 'b', force * time ./ b, 'u', force * time ./ u, ...
            'tb', force * time ./ tb, 'tu', force * time ./ tu);
end
