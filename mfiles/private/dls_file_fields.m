function [matrices, vectors] = dls_file_fields (kind)
% What a file holds of each kind of problem: names of matrices and vectors, in order.
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (kind)
    case 'global'
      matrices = {'M', 'H'};
      vectors = {'f', 'w', 'mu'};
    case 'local'
      matrices = {'W'};
      vectors = {'q', 'mu'};
    case 'lcp'
      matrices = {'A'};
      vectors = {'q'};
    case 'mlcp'
      matrices = {'A', 'B', 'C', 'D'};
      vectors = {'a', 'b'};
    case 'matrix'
      matrices = {'A'};
      vectors = {};
  end
end
