function dls_show_answer (names, values, info)
% What a solver that is called without an output prints: its outputs in a line each, and its info.
% SPDX-License-Identifier: GPL-3.0-or-later
  for k = 1:numel (names)
    lines = dls_show_value (values{k}, names{k}, 20);
    fprintf ('%s\n', lines{:});
  end
  fprintf ('%s', dls_show (info));
end
