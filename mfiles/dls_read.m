function [P, told] = dls_read (file, varargin)
%DLS_READ  Read a complementarity or friction problem, or a robot, from a file.
%   P = DLS_READ (FILE) reads
%     .dat         text files of Siconos: LCP, MLCP, friction of local and global form (dense,
%                  block and CSparse matrices)
%     .hdf5, .h5   FCLIB, friction of local and global form
%     .mtx         Matrix Market; where X.mtx does not exist, the problem in X_M.mtx, X_H.mtx ...
%                  (the sets that DLS_WRITE makes)
%     .kkt, .sol   KKT data (P.kind 'kkt', P.M, P.G, P.F, P.b) that DLS_WRITE makes for dls_mpi,
%                  and the solution that it makes of them ('kkt_solution', P.a, P.lambda, P.info)
%     .mat         the struct P that DLS_WRITE saves, or the only struct in the file
%     .urdf        robots: a mechanism of DLS_MECHANISM (below)
%   and returns a struct with P.kind, P.name (of the file, without folder and extension), P.file
%   and the data, sparse matrices and full columns:
%     P.kind = 'lcp'    P.A, P.q:  w = A*z + q, 0 <= w _|_ z >= 0
%     P.kind = 'mlcp'   P.A, P.B, P.C, P.D, P.a, P.b:
%                       A*x + B*z + a = 0,  w = C*x + D*z + b,  0 <= w _|_ z >= 0
%     P.kind = 'friction'   what DLS_PROBLEM returns: P.form 'local' with P.W, P.q or 'global'
%                       with P.M, P.H, P.f, P.w; P.mu, P.d, P.nc. Siconos and FCLIB write
%                       M*v = H*r + q, u = H'*v + b: our f is -q, our H their H', our w their b
%     P.kind = 'matrix' P.A
%   FCLIB files may add P.info (title, description, math_info), P.guesses (struct array with u, r,
%   v) and P.solution (u, r, v; in the public files all zero: none).
%   Letters of MLCPs are ours: Siconos calls these blocks A, C, D, B. A .dat file with the problem
%   in two storages is read from the first, w = M*v + q. In .dat files, what follows the last
%   number is ignored. Siconos' problems of rolling friction (5 unknowns per contact) are P.kind
%   'law' with P.rolling. Problems of FCLIB with equality constraints are refused.
%   B = DLS_READ ('robot.urdf') makes a mechanism, with gravity along -z and all joints at zero: a
%   body per link, with the axes of the link and its origin in the centre of mass; revolute,
%   continuous, prismatic, planar and fixed joints with their limits and damping (as springs of
%   DLS_FORCE); boxes, spheres, cylinders, capsules and meshes (.stl, .obj; 'package://' is looked
%   for beside the file and in the folders above) of <collision>, on bodies without mass where they
%   are not about the centre of mass. A first link without inertia is fixed if it is called
%   world, or no link is fixed to it; else the robot is free. What cannot be expressed (broken
%   meshes, mimic, friction, limits of effort ...) is a warning delassus:urdf, or the cell of texts
%   TOLD of [B, TOLD] = DLS_READ (...).
%   A file that is not there raises delassus:file; one that is not understood delassus:format,
%   with what was found, where, and what was expected: damaged files do no harm, and sizes are
%   believed only when the file is long enough. (HDF5 is parsed by a child process with limits.)
%   DLS_READ (FILE, 'MaxBytes', N) refuses files of more than N bytes (default 1e9), and data that
%   are larger when they are expanded.
%
%   Example:
%     file = [tempname(), '.dat'];
%     fid = fopen (file, 'w');
%     fprintf (fid, '2  0 2 2  2 2  2 1  1 2  -5 -6');   % n, dense, 2-by-2, by columns, q
%     fclose (fid);
%     P = dls_read (file);
%     delete (file);
%     full ([P.A, P.q])
%     % ans =
%     %    2   1  -5
%     %    1   2  -6
%
%   See also DLS_WRITE, DLS_PROBLEM, DLS_LCP, DLS_MLCP, DLS_MECHANISM.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 1)
    error ('delassus:dimension', 'dls_read: 0 given; expected the name of a file');
  elseif (~(ischar (file) && size (file, 1) <= 1))
    error ('delassus:type', 'dls_read: the file is %s; expected its name as a text', ...
           dls_describe (file));
  end
  [~, name, extension] = fileparts (file);
  market = strcmpi (extension, '.mtx');                  % X.mtx may stand for X_M.mtx, ...
  if (exist (file, 'file') ~= 2 && ~(market && ~isempty (name)))
    error ('delassus:file', 'dls_read: there is no file ''%s''', file);
  elseif (exist (file, 'file') == 2 && ~dls_file ('exists', file))
    error ('delassus:file', 'dls_read: ''%s'' is a pipe or a device; expected a file', file);
  end
  own = dls_table_options ('dls_read', varargin);
  dls_file ('bounded', {file}, own.MaxBytes);
  if (strcmpi (extension, '.urdf'))
    [P, told] = dls_read_urdf (file);
    if (nargout < 2 && ~isempty (told))
      warning ('delassus:urdf', 'dls_read: %s', strjoin (told, '\n  '));
    end
    return
  end
  switch (lower (extension))
    case '.dat'
      P = dls_read_siconos (file);
    case {'.hdf5', '.h5'}
      P = dls_read_text ('fclib', file);
    case '.mtx'
      P = dls_read_text ('market', file, own.MaxBytes);
    case {'.kkt', '.sol'}
      P = dls_read_kkt (file, 'dls_read');
    case '.mat'
      P = dls_read_mat (file, own.MaxBytes);
    otherwise
      error ('delassus:format', ['dls_read: %s%s has the extension ''%s''; expected .dat, ', ...
             '.hdf5, .h5, .mtx, .mat, .kkt, .sol or .urdf'], name, extension, extension);
  end
  told = {};
  P.name = name;
  P.file = file;
  if (nargout == 0)
    dls_show (P)
    clear P
  end
end

%!function P = read_text (text)
%!  file = [tempname(), '.dat'];
%!  fid = fopen (file, 'w');
%!  fputs (fid, text);
%!  fclose (fid);
%!  try
%!    P = dls_read (file);
%!  catch err
%!    delete (file);
%!    rethrow (err);
%!  end
%!  delete (file);
%!endfunction

%!test  % the example of the help
%! P = read_text ('2  0 2 2  2 2  2 1  1 2  -5 -6');
%! assert (P.kind, 'lcp')
%! assert (full ([P.A, P.q]), [2 1 -5; 1 2 -6])
%! assert (issparse (P.A))
%! [~, name] = fileparts (P.file);
%! assert ({P.name, exist(P.file, 'file')}, {name, 0})             % it was there

%!test  % by columns; a remark at the end
%! P = read_text (sprintf ('2\n0\n2\n2\n2\t2\n1 2\n3 4\n5 6\n\nRemark 4.1.14: z_1 + z_2 = 1'));
%! assert (full (P.A), [1 3; 2 4])
%! assert (P.q, [5; 6])

%!test  % both storages of an MLCP hold the same: 1 equation, 2 complementarity rows
%! one = '1 0  1 2  0 1 3  0 1  0 3 3  3 3  1 4 7  2 5 8  3 6 9  10 11 12';
%! two = '0 1  1 2  1   5 6 8 9   2 3   4 7   10  11 12';
%! P = read_text (one);
%! Q = read_text (two);
%! assert (P.kind, 'mlcp')
%! assert (full ([P.A, P.B; P.C, P.D]), [1 2 3; 4 5 6; 7 8 9])
%! assert ([P.a; P.b], [10; 11; 12])
%! for f = {'A', 'B', 'C', 'D', 'a', 'b'}
%!   assert (full (P.(f{1})), full (Q.(f{1})))
%! end

%!test  % n = 1: an LCP and an MLCP with the same first lines
%! P = read_text ('1 0 1 1  1 1  2 -3');
%! assert (full ([P.A, P.q]), [2 -3])
%! Q = read_text ('1 0 1 1  0 1 2  0 1  0 2 2  2 2  1 2 3 4  5 6');
%! assert (full ([Q.A, Q.B, Q.a; Q.C, Q.D, Q.b]), [1 3 5; 2 4 6])

%!function try_kkt (bytes)
%!  file = [tempname(), '.kkt'];
%!  P = struct ('kind', 'kkt', 'M', eye (2), 'G', [1; 0], 'F', [1; 2], 'b', 3);
%!  dls_write (P, file);
%!  text = fileread (file);
%!  fid = fopen (file, 'w');
%!  fwrite (fid, text(1:bytes), 'uint8');
%!  fclose (fid);
%!  try
%!    dls_read (file);
%!  catch err
%!    delete (file);
%!    rethrow (err);
%!  end
%!  delete (file);
%!endfunction
%!test try_kkt (200)
%!error <has 192 bytes; its header says 200> try_kkt (192)
%!error id=delassus:format try_kkt (40)
%!error <begins neither> try_kkt (7)

%!error id=delassus:dimension dls_read ()
%!error id=delassus:type dls_read (3)
%!error id=delassus:type dls_read ({'a.dat'})
%!error id=delassus:type dls_read (@sin)
%!error id=delassus:file dls_read ('no such file.dat')
%!error id=delassus:file dls_read ('')
%!error id=delassus:file dls_read (tempdir ())
%!error <the file ends: expected 2 numbers of q, found 1> read_text ('2 0 2 2 2 2 1 2 3 4 5')
%!error <'x' in line 1 is not a number> read_text ('2 0 2 2 2 2 1 2 x 4 5 6')
%!error <it begins with 'hello'> read_text ('hello')
%!error <it begins with ''> read_text ('')
%!error <M is 3-by-2; expected 2-by-2> read_text ('2 0 2 2 3 2 1 2 3 4 5 6')
%!error <number 2 of q is Inf> read_text ('2 0 2 2 2 2 1 2 3 4 5 Inf')
%!test  % friction, local form
%! P = read_text ('2 1  0 2 2  2 2  2 1 1 3  -1 0.5  0.3');
%! assert ({P.kind, P.form, P.d, P.nc, P.mu}, {'friction', 'local', 2, 1, 0.3})
%! assert (full ([P.W, P.q]), [2 1 -1; 1 3 0.5])

%!test  % friction, global form: n = d*nc, too, and n other than that
%! P = read_text ('2 1  0 2 2  2 2  2 1 1 3  0 2 2  2 2  1 2 3 4  5 6  7 8  Inf');
%! assert (P.form, 'global')
%! assert (full ([P.M, P.H', P.f, P.w]), [2 1 1 3 -5 7; 1 3 2 4 -6 8])
%! assert (P.mu, Inf)
%! P = read_text ('2 1  0 1 1  1 1  2  0 1 2  1 2  3 4  5  6 7  0.3');
%! assert (full (P.H), [3; 4])

%!error <the file ends: W is 3-by-3, but only 1> read_text ('3 1 0 3 3 3 3 15')
%!test  % rolling friction: N, T1, T2 and two moments, mu_r behind mu; local and global
%! numbers = sprintf ('%g ', eye (5), -1, 0.2, 0, 0.5, 0, 0.3, 0.1);
%! P = read_text (['5 1  0 5 5  5 5  ', numbers]);
%! assert ({P.kind, P.form, P.d, P.nc, P.rows, P.mu, P.rolling}, ...
%!         {'law', 'local', 3, 1, 5, 0.3, 0.1})
%! assert (dls_friction (P), [1; -0.2; 0; -0.1; 0], 1e-7)
%! P = read_text (sprintf ('5 1  0 1 1  1 1  2  0 1 5  1 5  %s', sprintf ('%g ', 1:13)));
%! assert ({P.kind, P.form, full(P.H), P.f, P.w, P.mu, P.rolling}, ...
%!         {'law', 'global', (1:5)', -6, (7:11)', 12, 13})
%!error <the file ends> read_text (['5 1  0 5 5  5 5  ', sprintf('%g ', eye (5), 1:5, 0.3)])
%!error <M is not positive semidefinite> read_text (['2 1  0 1 1  1 1  -2  0 1 2  1 2  3 4  ', ...
%!                                                  '5  6 7  0.3'])
%!error <mu.1. is -0.3> read_text ('2 1  0 2 2  2 2  2 1 1 3  -1 0.5  -0.3')
%!error <neither an LCP> read_text ('7 8 9 10')
%!error id=delassus:format read_text ('2.5 0 2.5 2.5 2 2 1')
%!error id=delassus:format read_text ('1e300 0 1e300 1e300 2 2 1')
%!error <blocks hold 2 complementarity rows> read_text ('1 0 2 1 0 1 3 0 1 0 3 3')
%!error id=delassus:format dls_read (which ('dls_read'))
%!demo
%! % a robot from a URDF file
%! file = [tempname(), '.urdf'];
%! fid = fopen (file, 'w');
%! fprintf (fid, ['<robot name="r"><link name="base"/><link name="arm"><inertial><mass ', ...
%!   'value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>', ...
%!   '<collision><geometry><box size="2 0.3 0.5"/></geometry></collision></link>', ...
%!   '<joint name="j" type="continuous"><parent link="base"/><child link="arm"/>', ...
%!   '<origin xyz="1 0 1"/><axis xyz="0 1 0"/></joint></robot>']);
%! fclose (fid);
%! dls_plot (dls_read (file));
%! delete (file);
