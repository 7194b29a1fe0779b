function P = random_law (seed, d, nc, what, form)
% RANDOM_LAW  A friction problem with a law beyond Coulomb's disk; its matrices have full rank.
%   P = random_law (SEED, D, NC, WHAT, FORM)   WHAT has letters: (e)llipse, (0) one that is a
%   segment, (c)ohesion, (r)olling, (s)pinning, (f)unction of the slip, (I) one that never slides;
%   FORM is 'g' (global) or 'l'
% SPDX-License-Identifier: GPL-3.0-or-later
x = lcg_rand (seed, 1, 60 * nc);
has = @(letter) any (what == letter);
rows = d + (d - 1) * has ('r') + has ('s');
n = 3 * nc + 3;
H = 2 * reshape (lcg_rand (seed + 1, 1, rows * nc * n), rows * nc, n) - 1;
mu = 0.1 + 0.4 * x(1:nc)';
if has ('e'), mu = [mu, 0.05 + 0.5 * x(nc+(1:nc))']; end
if has ('0'), mu(1,2) = 0; end
if has ('I'), mu(1,:) = Inf; end
if has ('f'), mu = @(s) bsxfun (@times, mu, 0.5 + 0.5 * exp (-s)); end
more = {};
if has ('e'), more = [more, {'angle', 6 * x(2*nc+(1:nc))}]; end
if has ('c'), more = [more, {'cohesion', 0.3 * x(3*nc+(1:nc))}]; end
if has ('r'), more = [more, {'rolling', 0.1 * x(4*nc+(1:nc))}]; end
if has ('s'), more = [more, {'spinning', 0.05 * x(5*nc+(1:nc))}]; end
v = 2 * lcg_rand (seed + 2, n, 1) - 1;
if form == 'g'
  P = dls_problem ('M', eye (n), 'H', H, 'f', v, 'mu', mu, 'd', d, more{:});
else
  P = dls_problem ('W', H * H', 'q', -H * v, 'mu', mu, 'd', d, more{:});
end
end
