function opts = dls_table_options (caller, args)
% The options of an m-function as a complete struct; args: what it was called with. In structs a
% field [] is an option that is not given; one of odeset goes by its name here.
% SPDX-License-Identifier: GPL-3.0-or-later
  for k = find (cellfun (@(x) isstruct (x) && isscalar (x), args(:)'))
    args{k} = given_fields (args{k}, caller);
  end
  opts = dls_in_name_of (caller, @dls_options_mex, 'read', caller, args);
end

function s = given_fields (s, caller)
  for name = fieldnames (s)'
    if (isa (s.(name{1}), 'double') && isequal (size (s.(name{1})), [0 0]))
      s = rmfield (s, name{1});
    end
  end
  if (strcmp (caller, 'dls_simulate') && isfield (s, 'InitialStep') && ~isfield (s, 'Step'))
    s.Step = s.InitialStep;
    s = rmfield (s, 'InitialStep');
  end
end
