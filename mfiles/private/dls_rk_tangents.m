function rows = dls_rk_tangents (model, contacts)
% Numbers of the tangential rows of some contacts among [bilateral; contacts; tangents].
% SPDX-License-Identifier: GPL-3.0-or-later
  s = model.d - 1;
  rows = bsxfun (@plus, model.nb + model.nu + (contacts - 1) * s, (1:s)');
  rows = rows(:)';
end
