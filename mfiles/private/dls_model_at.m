function E = dls_model_at (model, what, t, q, v)
% Evaluate parts of a model at (t, q, v), letters of `what`:
%   M mass, f force, h constraint, G its gradient, g gap, N its gradient, T tangent;
%   b: accelerations G'*a + bb, N'*a + bu;  w: velocities G'*v + wb, N'*v + wu, T'*v + wt;
%   J: Jacobians fq, fv of the force (by differences unless given);  V: potential.
% SPDX-License-Identifier: GPL-3.0-or-later
  try
    E = dls_model_values (model, what, t, q, v);
    bad = dls_step_mex ('check', E, model.n, model.nb, model.nu, model.d);
  catch err
    if (strcmp (err.identifier, 'delassus:model'))
      rethrow (err);
    end
    bad = 1;
  end
  if (bad)
    dls_model_diagnose (model, what, t, q, v);
  end
end
