function [x, l, info] = dls_contact_kkt (varargin)
% DLS_KKT, whose numbers may fail as an outcome: no error, but the status 'numerical_trouble'.
% SPDX-License-Identifier: GPL-3.0-or-later
  try
    [x, l, info] = dls_kkt (varargin{:});
  catch err
    if (~strcmp (err.identifier, 'delassus:numerical'))
      rethrow (err);
    end
    x = NaN (size (varargin{1}, 1), 1);
    l = NaN (size (varargin{2}, 2), 1);
    info = struct ('status', 'numerical_trouble', 'exitflag', -5, 'message', err.message, ...
                   'iterations', 0, 'certificate', []);
  end
end
