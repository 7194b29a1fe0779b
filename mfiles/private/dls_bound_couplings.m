function [W, ok] = dls_bound_couplings (M, G, J, T)
% J'*X and J'*Y, where X and Y are the accelerations under J and T with G'*a = 0.
% SPDX-License-Identifier: GPL-3.0-or-later
  [X, proper] = dls_inertia_solve (M, G, [J, T]);
  W = full (J' * X);
  k = size (J, 2);
  W(:,1:k) = (W(:,1:k) + W(:,1:k)') / 2;
  ok = all (proper);
  if (~ok)
    W(:,~proper) = NaN;
    W(~proper(1:k),:) = NaN;
  end
end
