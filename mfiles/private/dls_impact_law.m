function code = dls_impact_law (law, caller)
% Laws of impact by name, one text or a cell with one for each contact, as compiled code knows them.
% SPDX-License-Identifier: GPL-3.0-or-later
  names = {'newton', 'moreau', 'poisson', 'fremond', 'plastic'};
  if (ischar (law))
    law = {law};
  end
  wrong = law;
  if (iscellstr (law))
    [known, code] = ismember (lower (law(:)), names);
    code = code - 1;
    wrong = law(~known);
  end
  if (~isempty (wrong) || ~iscell (law))
    if (iscell (wrong) && ~isempty (wrong))
      wrong = wrong{1};
    end
    hint = '';
    if (ischar (wrong))
      hint = dls_nearest_name (wrong, names);
    end
    error ('delassus:option', '%s: the law of impact is %s; expected %s%s', caller, ...
           dls_describe (wrong), strjoin (names, ', '), hint);
  end
end
