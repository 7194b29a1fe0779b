function c = dls_criterion (applies, source, guarantees, varargin)
% One criterion: the conjunction of facts (structs yes, number, witness). It fails with the
% number and witness of the first fact that fails, else has those of the last.
% applies: true, false, or a text: what it needs that was not given.
% SPDX-License-Identifier: GPL-3.0-or-later
  c = struct ('source', source, 'guarantees', guarantees, 'holds', 'holds', 'number', NaN, ...
              'witness', [], 'why', '');
  if (ischar (applies) || ~applies)
    c.holds = 'not applicable';
    if (ischar (applies))
      c.why = ['needs ', applies];
    end
    return
  end
  for k = 1:numel (varargin)
    f = varargin{k};
    if (f.yes == 0)
      c.holds = 'fails';
      c.number = f.number;
      c.witness = f.witness;
      return
    elseif (isnan (f.yes))
      c.holds = 'undecided';
    end
    c.number = f.number;
    c.witness = f.witness;
  end
end
