function r = dls_bound_required (r, varargin)
% The first failing condition says why a proposition does not apply: pairs of condition and text.
% SPDX-License-Identifier: GPL-3.0-or-later
  for k = 1:2:numel (varargin)
    if (r.applies && ~varargin{k})
      r.applies = false;
      r.why = varargin{k+1};
    end
  end
end
