function [S, U] = dls_natural_units (S)
% The system in its natural units, powers of two: in them it looks the same whatever units its
% coordinates, constraints, force and time had, so that verdicts do not depend on those.
%    a = U.a .* a',  lambda.nb = U.nb .* lambda.nb', ... nu, tb, tu
% U.size: of forces and accelerations
% SPDX-License-Identifier: GPL-3.0-or-later
  [N, U] = dls_contact_mex ('units', S);
  S.M = N.M;
  S.F = N.F;
  S.Gb = N.Gb;
  S.bb = N.bb;
  S.Hb = N.Hb;
  S.tb = N.tb;
  S.Gu = N.Gu;
  S.bu = N.bu;
  S.Hu = N.Hu;
  S.tu = N.tu;
end
