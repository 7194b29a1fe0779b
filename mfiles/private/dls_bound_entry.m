function r = dls_bound_entry (source, meaning)
% An entry of DLS_FRICTION_BOUND, before it is known whether the proposition applies.
% SPDX-License-Identifier: GPL-3.0-or-later
  r = struct ('source', source, 'meaning', meaning, 'applies', true, 'why', '', 'value', NaN, ...
              'holds', '');
end
