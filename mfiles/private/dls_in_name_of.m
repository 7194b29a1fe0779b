function varargout = dls_in_name_of (caller, gateway, varargin)
% What a gateway answers; what it raises, in the name of the function that the user called.
% SPDX-License-Identifier: GPL-3.0-or-later
  try
    [varargout{1:nargout}] = gateway (varargin{:});
  catch err
    dls_raise (err, caller);
  end
end
