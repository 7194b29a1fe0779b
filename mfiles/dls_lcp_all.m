function Z = dls_lcp_all (A, q, varargin)
%DLS_LCP_ALL  All solutions of w = A*z + q, 0 <= w _|_ z >= 0.
%   Z = DLS_LCP_ALL (A, Q) examines all complementary bases (n <= 20). The set of solutions is a
%   union of polyhedra; each is the convex hull of its vertices plus the cone of its rays. Fields:
%     count       number of solutions; Inf if there is a segment, a face or a ray of them
%     z, w        n-by-k, the k vertices as columns
%     rays        n-by-r, the directions of the rays, largest entry 1
%     faces       1-by-f struct array, the maximal polyhedra: .vertices (columns of z), .rays
%                 (columns of rays)
%     isolated    columns of z that are solutions on their own, in no larger face
%     unique      there is exactly one solution
%     complete    false: the list is a part, because there are too many faces, the time is over, or
%                 the accuracy of the data leaves a solution open
%     bases       number of complementary bases
%   DLS_LCP_ALL (A, Q, OPTS) or (..., 'Option', VALUE, ...): 'MaxTime' (s, Inf), 'DataAccuracy'
%   (relative accuracy of A and q, 8*eps).
%   Without an output it prints a summary.
%
%   Example: a load on two supports at the same place
%     dls_lcp_all ([1 1; 1 1], [-1; -1])
%     % Inf solutions: 2 vertices, 0 isolated, 0 rays, 1 face
%     %   vertex 1: 1 0
%     %   vertex 2: 0 1
%     %   face: vertices [1 2] rays []
%
%   See also DLS_LCP, DLS_MATRIX_CLASS.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 2)
    error ('delassus:dimension', 'dls_lcp_all: %d given; expected A and q', nargin);
  end
  A = dls_sparse_input (A, 'dls_lcp_all', 'A', 'square');
  if (size (A, 1) > 20)
    error ('delassus:dimension', ['dls_lcp_all: A is %d-by-%d; expected at most 20 unknowns ', ...
           '(2^20 bases)'], size (A));
  end
  q = dls_vector_input (q, size (A, 1), 'dls_lcp_all', 'q');
  try
    S = dls_lcp_mex ('all', A, q, 0, varargin);
  catch err
    dls_finite_input (A, 'dls_lcp_all', 'A');
    dls_raise (err, 'dls_lcp_all');
  end
  vertices = size (S.vertex, 2);
  faces = struct ('vertices', {}, 'rays', {});
  alone = true (1, vertices);
  for k = 1:numel (S.faces)
    items = S.faces{k};
    faces(k).vertices = items(items <= vertices);
    faces(k).rays = items(items > vertices) - vertices;
    if (numel (items) > 1)
      alone(faces(k).vertices) = false;
    end
  end
  Z.count = vertices;
  if (~all (alone))
    Z.count = Inf;
  end
  Z.z = S.vertex;
  Z.w = A * S.vertex + repmat (q, 1, vertices);
  Z.rays = S.ray;
  Z.faces = faces;
  Z.isolated = find (alone);
  Z.unique = S.complete && Z.count == 1;
  Z.complete = S.complete;
  Z.bases = S.bases;
  if (nargout == 0)
    print (Z);
    clear Z
  end
end

function print (Z)
  counts = '%g solutions: %d vertices, %d isolated, %d rays, %d faces\n';
  fprintf ('%s', dls_some (sprintf (counts, Z.count, size (Z.z, 2), numel (Z.isolated), ...
                                    size (Z.rays, 2), numel (Z.faces))));
  for k = 1:size (Z.z, 2)
    fprintf ('  vertex %d: %s\n', k, strtrim (sprintf ('%g ', Z.z(:,k))));
  end
  for k = 1:size (Z.rays, 2)
    fprintf ('  ray %d: %s\n', k, strtrim (sprintf ('%g ', Z.rays(:,k))));
  end
  for k = 1:numel (Z.faces)
    f = Z.faces(k);
    if (numel (f.vertices) + numel (f.rays) > 1)
      fprintf ('  face: vertices %s rays %s\n', mat2str (f.vertices), mat2str (f.rays));
    end
  end
  if (~Z.complete)
    fprintf ('  ... and more: too many faces to list\n');
  end
end

%!test  % three solutions, all isolated
%! Z = dls_lcp_all ([1 2; 2 1], [-1; -1]);
%! assert (Z.count, 3)
%! assert (sortrows (Z.z'), [0 1; 1/3 1/3; 1 0], 1e-14)
%! assert (Z.isolated, 1:3)
%! assert (Z.unique, false)
%! assert (Z.complete, true)
%! assert (min (Z.z, Z.w), zeros (2, 3), 1e-14)

%!test  % one, none
%! Z = dls_lcp_all ([2 1; 1 2], [-5; 1]);
%! assert ({Z.count, Z.unique}, {1, true})
%! assert ([Z.z, Z.w], [2.5 0; 0 3.5], 1e-14)
%! Z = dls_lcp_all (-1, -1);
%! assert (Z.count, 0)
%! assert (isempty (Z.z) && isempty (Z.faces) && ~Z.unique)

%!test  % a segment, and a ray
%! Z = dls_lcp_all ([1 1; 1 1], [-1; -1]);
%! assert (Z.count, Inf)
%! assert (sortrows (Z.z'), [0 1; 1 0], 1e-14)
%! assert (sort (Z.faces(1).vertices), [1 2])
%! assert (isempty (Z.isolated))
%! Z = dls_lcp_all ([0 0; 0 1], [0; -1]);
%! assert (Z.count, Inf)
%! assert (Z.z, [0; 1], 1e-14)
%! assert (Z.rays, [1; 0], 1e-14)
%! assert ({Z.faces.vertices, Z.faces.rays}, {1, 1})

%!test  % the summary; nothing
%! t = evalc ('dls_lcp_all ([1 1; 1 1], [-1; -1])');
%! assert (strncmp (t, 'Inf solutions: 2 vertices, 0 isolated, 0 rays, 1 face', 53))
%! assert (~isempty (strfind (t, '  face: vertices [1 2] rays []')))
%! Z = dls_lcp_all ([], []);
%! assert (Z.count, 1)

%!test  % stopped at once: the list is a part
%! Z = dls_lcp_all (eye (6), -ones (6, 1), 'MaxTime', 0);
%! assert (Z.complete, false)
%! assert (dls_lcp_all ([], zeros (1, 0)).count, 1)
%!error id=delassus:option dls_lcp_all (1, 1, 'Method', 'lemke')
%!error id=delassus:dimension dls_lcp_all (1)
%!error id=delassus:dimension dls_lcp_all (eye (21), ones (21, 1))
%!error id=delassus:dimension dls_lcp_all (eye (2), 1)
%!error id=delassus:type dls_lcp_all ({1}, 1)
%!error id=delassus:type dls_lcp_all (1, @sin)
%!error id=delassus:notFinite dls_lcp_all (1, NaN)
%!error id=delassus:notFinite dls_lcp_all (NaN, 1)
%!demo
%! % no, one, two, three solutions: it depends on q where A is no P-matrix
%! q = linspace (-2, 2, 17);
%! count = @(x, y) min (4, dls_lcp_all ([1 2; 2 1], [x; y]).count);
%! R = dls_sweep (@(p) count (p.q1, p.q2), struct ('q1', q, 'q2', q), 'Engine', 'serial');
%! dls_plot_map (R, 'Title', 'number of solutions');
