function c = dls_criterion (applies, source, guarantees, varargin)
% One criterion, a column of cells (fewer us than a struct): source, guarantees, holds, number,
% witness, why. It is the conjunction of facts (structs yes, number, witness): it fails with the
% number and witness of the first fact that fails, else has those of the last.
% applies: true, false, or a text: what it needs that was not given.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (ischar (applies))
    c = {source; guarantees; 'not applicable'; NaN; []; ['needs ', applies]};
    return
  elseif (~applies)
    c = {source; guarantees; 'not applicable'; NaN; []; ''};
    return
  end
  c = {source; guarantees; 'holds'; NaN; []; ''};
  for k = 1:numel (varargin)
    f = varargin{k};
    if (f.yes == 0)
      c(3:5) = {'fails'; f.number; f.witness};
      return
    elseif (isnan (f.yes))
      c{3} = 'undecided';
    end
    c{4} = f.number;
    c{5} = f.witness;
  end
end
