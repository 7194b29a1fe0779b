function c = dls_contact_proof (P, y, u)
% The certificate of DLS_MLCP with the matrices that it multiplies.
% SPDX-License-Identifier: GPL-3.0-or-later
  text = ['with problem.A, B, C, D, a, b: u >= 0, A''*y + C''*u = 0, B''*y + D''*u <= 0, ', ...
          'a''*y + b''*u < 0; so no x, z >= 0 have A*x + B*z + a = 0, C*x + D*z + b >= 0'];
  e = 1:P.ne;
  f = P.ne + (1:numel (P.b));
  data = struct ('A', P.K(e,e), 'B', P.K(e,f), 'C', P.K(f,e), 'D', P.K(f,f), 'a', P.a, 'b', P.b);
  c = struct ('kind', 'farkas', 'y', y, 'u', u, 'text', text, 'problem', data);
end
