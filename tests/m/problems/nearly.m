function ok = nearly (A, B, tol)
% The same size, and numbers that differ by no more than tol (1 + |B|); tol: 1e-9.
% SPDX-License-Identifier: GPL-3.0-or-later
if nargin < 3, tol = 1e-9; end
ok = isequal (size (A), size (B)) ...
     && all (abs (full (A(:) - B(:))) <= tol * (1 + max (abs (full (B(:))))));
end
