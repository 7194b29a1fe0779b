function dls_model_diagnose (model, what, t, q, v, err)
% Call the functions of the user again, one by one, and raise what is wrong with the first bad one.
% Where nothing is, the error is raised as it came ([]: none).
% SPDX-License-Identifier: GPL-3.0-or-later
  n = model.n;
  nb = model.nb;
  nu = model.nu;
  nt = (model.d - 1) * nu;
  list = {'M', 'mass', [n, n]; 'f', 'force', [n, 1]; 'h', 'constraint', [nb, 1]; ...
          'h', 'constraintgrad', [n, nb]; 'g', 'gap', [nu, 1]; 'g', 'gapgrad', [n, nu]; ...
          'G', 'constraintgrad', [n, nb]; 'G', 'constraint', [nb, 1]; ...
          'N', 'gapgrad', [n, nu]; 'N', 'gap', [nu, 1]; 'T', 'tangent', [n, nt]; ...
          'b', 'constraintrate', [nb, 1]; 'b', 'gaprate', [nu, 1]; ...
          'b', 'constraintgrad', [n, nb]; 'b', 'gapgrad', [n, nu]; ...
          'w', 'constrainttime', [nb, 1]; 'w', 'gaptime', [nu, 1]; 'w', 'tangenttime', [nt, 1]; ...
          'J', 'force_q', [n, n]; 'J', 'force_v', [n, n]; 'J', 'force', [n, 1]; ...
          'V', 'potential', [1, 1]};
  for k = 1:size (list, 1)
    if (any (what == list{k,1}) && model.arity.(list{k,2}) > 0)
      dls_model_call (model, list{k,2}, t, q, v, list{k,3});
    end
  end
  if (nargin > 5)
    if (~isempty (err))
      rethrow (err);
    end
    return
  end
  error ('delassus:model', ['dls_simulate: a function of the model failed at t = %.10g, ', ...
         'but not when it was called again'], t);
end
