function [T, slides] = dls_sliding_friction (S, side)
% mu*H*vt/|vt|, a column per constraint of a side ('b' or 'u'), zero where it does not slide:
% friction is -T*|lambda|.
% SPDX-License-Identifier: GPL-3.0-or-later
  [T, slides] = dls_sliding_tangents (S, side);
  mu = S.(['mu', side]);
  mu(~slides) = 0;
  count = numel (mu);
  T = T * spdiags (mu, 0, count, count);
end
