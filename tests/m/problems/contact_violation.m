function worst = contact_violation (S, coulomb, a, l)
% How far (a, l) is from the laws of a 2D system, written out, relative to the size of the answer.
% SPDX-License-Identifier: GPL-3.0-or-later
dynamics = S.M * a + S.F - S.Gb * l.nb - S.Gu * l.nu - S.Hb * l.tb - S.Hu * l.tu;
mu = [S.mub; S.muu];
v = [S.vtb, S.vtu]';
t = [l.tb; l.tu];
bound = mu .* abs ([l.nb; l.nu]);
at = [S.Hb, S.Hu]' * a + [S.tb; S.tu];
slides = mu > 0 & v ~= 0;
sticks = mu > 0 & v == 0;
stick = at(sticks);
if coulomb
  stick = t(sticks) - max (-bound(sticks), min (bound(sticks), t(sticks) - at(sticks)));
end
all_of = [dynamics; S.Gb' * a + S.bb; min(S.Gu' * a + S.bu, l.nu); stick; ...
          t(slides) + bound(slides) .* sign(v(slides)); t(mu == 0)];
worst = max (abs (all_of)) / max (abs ([1; a; l.nb; l.nu]));
end
