function P = dls_read_problem (S, kind, g)
% The problem with the data g of a file (S.file is its name), as dls_problem_data; what does not
% fit together is the file's fault.
% SPDX-License-Identifier: GPL-3.0-or-later
  try
    P = dls_problem_data ('dls_read', kind, g);
  catch err
    if (~strncmp (err.identifier, 'delassus:', 9))
      rethrow (err);
    end
    dls_read_fail (S, regexprep (err.message, '^dls_\w+: ', ''));
  end
end
