function c = criterion (W, source)
% CRITERION  The criterion of a source in the answer of dls_wellposed.
%   c = criterion (W, source)
% SPDX-License-Identifier: GPL-3.0-or-later
c = W.criteria(strcmp ({W.criteria.source}, source));
end
