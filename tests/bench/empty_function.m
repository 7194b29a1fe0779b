function varargout = empty_function (varargin)
% EMPTY_FUNCTION  What an m-function costs that does nothing.
% SPDX-License-Identifier: GPL-3.0-or-later
  varargout = {0};
end
