function memory = dls_rk_parts (model, memory, opts)
% What of a model is constant, and what its stages evaluate for no constraints, bilateral ones,
% contacts, all.
% SPDX-License-Identifier: GPL-3.0-or-later
  memory.values = opts.values;
  memory.none = zeros (model.n, 0);
  memory.parts = {'Mf', 'MfG', 'MfGN', 'MfGN'};
  for k = 1:4
    if (model.moving && k > 1)
      memory.parts{k} = [memory.parts{k}, 'w'];
    end
    if (model.friction && k > 2)
      memory.parts{k} = [memory.parts{k}, 'T'];
    end
    memory.parts{k} = memory.parts{k}(ismember (memory.parts{k}, opts.varying));
  end
  memory.gaps = ['g', opts.varying(opts.varying == 'N' | opts.varying == 'w')];
end
