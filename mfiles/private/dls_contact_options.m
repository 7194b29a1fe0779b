function [opts, is] = dls_contact_options (args)
% The options of dls_contact, and what they mean as flags. The last ones are kept: a loop asks with
% the same again.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent defaults default_flags last_args last last_flags
  if (isempty (defaults))
    defaults = dls_table_options ('dls_contact', {});
    default_flags = meaning (defaults);
    last_args = {};
    last = defaults;
    last_flags = default_flags;
  end
  if (isempty (args) || (numel (args) == 1 && isa (args{1}, 'double') && isempty (args{1})))
    opts = defaults;
    is = default_flags;
    return
  end
  if (~same (args, last_args))
    last = dls_table_options ('dls_contact', args);
    last_flags = meaning (last);
    last_args = args;
  end
  opts = last;
  is = last_flags;
end

function is = meaning (opts)
  is.coulomb = strcmp (opts.Sticking, 'coulomb');
  is.mlcp = strcmp (opts.Formulation, 'mlcp');
  is.program = ~is.mlcp && ~strcmp (opts.Formulation, 'all');
  is.minimal = opts.MinimumNorm;
  is.auto = strcmp (opts.Method, 'auto');
  is.all = strcmp (opts.Solutions, 'all');
  is.listing = is.auto && strcmp (opts.Solutions, 'auto');
end

% isequal, quickly for texts and numbers
function yes = same (x, y)
  yes = numel (x) == numel (y);
  for k = 1:numel (x) * yes
    if (ischar (x{k}))
      yes = yes && ischar (y{k}) && strcmp (x{k}, y{k});
    else
      yes = yes && isequal (x{k}, y{k});
    end
  end
end
