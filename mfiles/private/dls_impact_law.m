function code = dls_impact_law (law, caller)
% Laws of impact by name, one text or a cell with one for each contact, as compiled code knows them.
% SPDX-License-Identifier: GPL-3.0-or-later
  names = {'newton', 'moreau', 'poisson', 'fremond', 'plastic'};
  if (ischar (law))
    law = {law};
  end
  if (~iscellstr (law) || ~all (ismember (lower (law(:)), names)))
    error ('delassus:option', '%s: the law of impact is %s; expected %s', caller, ...
           dls_describe (law), strjoin (names, ', '));
  end
  [~, code] = ismember (lower (law(:)), names);
  code = code - 1;
end
