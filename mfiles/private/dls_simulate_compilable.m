function yes = dls_simulate_compilable (model, opts, state)
% Can the whole run be done in compiled code?
% SPDX-License-Identifier: GPL-3.0-or-later
  yes = false;
end
