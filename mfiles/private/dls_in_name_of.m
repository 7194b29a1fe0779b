function varargout = dls_in_name_of (caller, f, varargin)
% What f, mostly a gateway, answers; what it raises, in the name of what the user called. Not in
% methods of classes: Octave loses the access to private properties when an error comes through.
% SPDX-License-Identifier: GPL-3.0-or-later
  try
    [varargout{1:nargout}] = feval (f, varargin{:});
  catch err
    dls_raise (err, caller);
  end
end
