function [P, F] = dls_mesh (what, source, caller)
% Triangles of a body in space: corners P (3-by-k), F (3-by-m) their numbers, seen from outside
% counterclockwise.
% [P, F] = dls_mesh ('read', FILE, caller)       of a file .stl (text or binary) or .obj
% [P, F] = dls_mesh ('hull', P, caller)          the convex hull of points
% [P, F] = dls_mesh ('mesh', {P, F}, caller)     are they triangles, each edge between at most two
%                                                that are seen from the same side?
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (what)
    case 'read'
      [~, ~, extension] = fileparts (source);
      if (~(dls_file ('exists', source)))
        error ('delassus:file', '%s: there is no file ''%s''', caller, source);
      elseif (strcmpi (extension, '.stl'))
        [P, F] = read_stl (source, caller);
      elseif (strcmpi (extension, '.obj'))
        [P, F] = read_obj (source, caller);
      else
        error ('delassus:format', '%s: ''%s'' is no .stl or .obj file', caller, source);
      end
    case 'hull'
      P = corners (source, 4, caller);
      [P, F] = hull (P, caller);
    case 'mesh'
      P = corners (source{1}, 3, caller);
      F = triangles (source{2}, P, caller);
  end
end

function P = corners (P, least, caller)
  if (~(isa (P, 'double') && isreal (P) && size (P, 1) == 3 && size (P, 2) >= least ...
        && ndims (P) == 2 && all (isfinite (P(:)))))
    error ('delassus:option', '%s: ''points'' is %s; expected 3-by-k finite numbers, k >= %d', ...
           caller, dls_describe (P), least);
  end
end

function [P, F] = hull (P, caller)
  spread = svd (bsxfun (@minus, P, mean (P, 2)));
  if (spread(3) <= 1e-9 * spread(1))
    error ('delassus:option', '%s: the points lie in a plane; expected a body', caller);
  end
  F = convhulln (P')';
  [used, ~, at] = unique (F(:));
  P = P(:,used);
  F = reshape (at, 3, []);
  A = P(:,F(1,:));
  N = cross (P(:,F(2,:)) - A, P(:,F(3,:)) - A);
  out = sum (N .* bsxfun (@minus, A, mean (P, 2)), 1) < 0;
  F([2 3],out) = F([3 2],out);
end

function F = triangles (F, P, caller)
  if (~(isa (F, 'double') && isreal (F) && size (F, 1) == 3 && ~isempty (F) && ndims (F) == 2 ...
        && all (F(:) == round (F(:)) & F(:) >= 1 & F(:) <= size (P, 2))))
    error ('delassus:option', ['%s: ''faces'' is %s; expected 3-by-m numbers of points, ', ...
           'from 1 to %d'], caller, dls_describe (F), size (P, 2));
  end
  A = P(:,F(1,:));
  edges = sqrt (sum ((P(:,F([2 3 1],:)) - P(:,F)) .^ 2, 1));
  area = sqrt (sum (cross (P(:,F(2,:)) - A, P(:,F(3,:)) - A) .^ 2, 1));
  flat = find (area <= 1e-12 * max (reshape (edges, 3, []), [], 1) .^ 2, 1);
  if (~isempty (flat))
    error ('delassus:option', '%s: the mesh is broken: triangle %d has no area', caller, flat);
  end
  edge = sortrows ([F(:), reshape(F([2 3 1],:), [], 1)]);
  twice = find (all (diff (edge, 1, 1) == 0, 2), 1);
  if (~isempty (twice))
    error ('delassus:option', ['%s: the mesh is broken: two triangles have the edge from ', ...
           'point %d to point %d in the same direction (one is turned round, or one too many)'], ...
           caller, edge(twice,:));
  end
end

% Corners that are equal are one.
function [P, F] = read_stl (file, caller)
  bytes = bytes_of (file);
  count = 0;
  if (numel (bytes) >= 84)
    count = double (typecast (bytes(81:84), 'uint32'));
  end
  if (numel (bytes) == 84 + 50 * count && count > 0)
    body = reshape (bytes(85:end), 50, count);
    X = double (typecast (reshape (body(13:48,:), 1, []), 'single'));
  else
    corners = regexp (dls_file ('bytes', file, caller), 'vertex[^\r\n]*', 'match');
    X = reshape (sscanf (strjoin (corners, sprintf ('\n')), 'vertex %f %f %f\n'), 1, []);
    X(end+1:3*numel (corners)) = NaN;
  end
  if (isempty (X) || mod (numel (X), 9) ~= 0 || any (isnan (X)))
    error ('delassus:format', '%s: ''%s'' has %d corners of triangles; expected 3 for each', ...
           caller, file, sum (~isnan (X)) / 3);
  end
  [P, ~, at] = unique (reshape (X, 3, [])', 'rows');
  P = P';
  F = reshape (at, 3, []);
  F = F(:,F(1,:) ~= F(2,:) & F(2,:) ~= F(3,:) & F(3,:) ~= F(1,:));
end

function bytes = bytes_of (file)
  fid = fopen (file);
  bytes = fread (fid, [1 Inf], '*uint8');
  fclose (fid);
end

% Lines 'v x y z' and 'f i j k ...' (i, i/t, i/t/n, i//n; numbers below 0 count from the end);
% faces with more corners are fans.
function [P, F] = read_obj (file, caller)
  lines = regexp (dls_file ('bytes', file, caller), '[^\r\n]+', 'match');
  is_point = strncmp (lines, 'v ', 2);
  is_face = strncmp (lines, 'f ', 2);
  [x, first] = numbers_of (lines(is_point), 'v', file, caller);
  P = reshape (x([first, first + 1, first + 2]), [], 3)';
  [f, first, corners] = numbers_of (regexprep (lines(is_face), '/\S*', ''), 'f', ...
                                     file, caller);
  face = dls_file ('repeated', corners);
  before = cumsum (is_point);
  before = reshape (before(is_face), [], 1);
  f(~isinf (f)) = f(~isinf (f)) + (f(~isinf (f)) < 0) .* (before(face) + 1);
  bad = find (f < 1 | (f ~= round (f)) | (f > size (P, 2) & ~isinf (f)), 1);
  if (isempty (face))
    error ('delassus:format', '%s: ''%s'' has no faces; expected lines that begin with f', ...
           caller, file);
  elseif (~isempty (bad))
    error ('delassus:format', '%s: a face of ''%s'' has the point %g; there are %d', caller, ...
           file, f(bad), size (P, 2));
  end
  face = dls_file ('repeated', corners - 2);   % of each triangle
  done = cumsum ([0; corners - 2]);
  steps = (1:numel (face))' - done(face);
  F = reshape (f([first(face), first(face) + steps, first(face) + steps + 1]), [], 3)';
end

% The numbers of all lines, behind an Inf for each line; where the numbers of lines begin in that
% list, and how many there are: at least 3.
function [x, first, count] = numbers_of (lines, letter, file, caller)
  rest = cellfun (@(line) line(2:end), lines, 'UniformOutput', false);
  text = strjoin ([{''}, rest], ' Inf ');
  [x, ~, ~, at] = sscanf (text, '%f');
  x = x(:);
  first = find (isinf (x)) + 1;
  count = diff ([first; numel(x) + 2]) - 1;
  short = find (count < 3, 1);
  if (at <= numel (text) && ~isempty (strtrim (text(at:end))))
    short = numel (first);
  end
  if (numel (first) ~= numel (lines) || ~isempty (short))
    short = [short, 1];
    error ('delassus:format', ['%s: ''%s'' has the line ''%s''; expected %s and 3 or more ', ...
           'numbers'], caller, file, dls_printable (lines{short(1)}(1:min (end, 60))), letter);
  end
end
