function r = dls_bound_late (r)
% An entry of DLS_FRICTION_BOUND whose bound was not found in time.
% SPDX-License-Identifier: GPL-3.0-or-later
  r.value = NaN;
  r.holds = 'undecided';
  r.why = 'not computed within MaxTime';
end
