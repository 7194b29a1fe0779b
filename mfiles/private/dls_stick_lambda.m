function L = dls_stick_lambda (E, lambda)
% Struct nb, nu, tb, tu of the columns of E; tangents without an equation carry nothing.
% SPDX-License-Identifier: GPL-3.0-or-later
  split = mat2cell (lambda, [E.nb, E.nu, numel(E.rows_tb), numel(E.rows_tu)], size (lambda, 2));
  L = struct ('nb', split{1}, 'nu', split{2}, 'tb', zeros (E.count_tb, size (lambda, 2)), ...
              'tu', zeros (E.count_tu, size (lambda, 2)));
  L.tb(E.rows_tb,:) = split{3};
  L.tu(E.rows_tu,:) = split{4};
end
