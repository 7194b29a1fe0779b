function [F, I, L, A] = dls_scene_reactions (B, caller)
% What dls_contact says of the reactions of a mechanism at its present state, as dls_scene_forces
% has them; I is [] where there are none.
%   A   note (why there are none), system, reactions (as dls_contact has them), equations (of
%       dls_mechanism_evaluate; contacts of shapes are counted on from the items), near (contacts
%       that count), normal (their forces)
% SPDX-License-Identifier: GPL-3.0-or-later
  [C, E] = dls_mechanism_system (B, caller);
  C = dls_system (C);
  [F, I, L] = deal ([]);
  A = struct ('note', '', 'system', C, 'reactions', [], 'equations', E, ...
              'near', reshape (ismember (E.names.u, C.names.u), 1, []), 'normal', []);
  if (C.nb + C.nu == 0)
    return
  end
  [~, r, info] = dls_contact (C, 'Solutions', 'one');
  if (info.exitflag ~= 1)
    A.note = [', reactions: ', strrep(info.status, '_', ' ')];
    return
  end
  [~, D] = dls_mechanism_evaluate (B, B.t, B.q, B.v, caller);
  count = numel (A.near);
  k = B.d - 1;
  A.normal = zeros (count, 1);
  A.normal(A.near) = r.nu;
  tu = zeros (k * count * (size (E.T, 2) > 0), 1);
  if (~isempty (tu) && ~isempty (r.tu))
    tu(kron (A.near(:), ones (k, 1)) > 0) = r.tu;
  end
  [~, column] = ismember (E.slider, E.joint);
  [F, I, L] = dls_scene_forces (B, E, D, r.nb, r.tb(column(column > 0)), A.normal, tu);
  A.reactions = r;
  A.equations.contact(E.touch > 0) = size (D.joint, 2) + (1:sum (E.touch > 0));
end
