function c = dls_wellposed_sliding (S)
% The friction bounds of TUTORIAL Prop. 9 to 14 and ALLSTICK Prop. 12 against the given friction.
% SPDX-License-Identifier: GPL-3.0-or-later
  B = dls_friction_bound (S);
  names = fieldnames (B);
  c = [];
  for i = 1:numel (names)
    r = B.(names{i});
    f = struct ('yes', NaN, 'number', r.value, 'witness', []);
    if (~isempty (r.holds))
      f.yes = strcmp (r.holds, 'yes');
    end
    source = r.source;
    if (strcmp (source, 'exact'))
      source = 'data: critical friction';
    end
    c = [c, dls_wellposed_entry(r.applies, source, r.meaning, f)];
  end
end
