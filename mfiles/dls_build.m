function built = dls_build (varargin)
%DLS_BUILD  Compile the toolbox where there is no make: in MATLAB, on Linux, macOS and Windows.
%   DLS_BUILD () compiles libcore and the gateways from the folder of the project with the compiler
%   of MEX, into build/mex beside mfiles; DLS_SETUP adds it to the path. SuiteSparse (5 to 7: SPQR,
%   UMFPACK, CHOLMOD) and OpenBLAS with 32-bit integers must be installed: by the system's packages,
%   Homebrew, or SuiteSparse's own CMake. Solids in space touch where ODE's header is found.
%   DLS_BUILD ('Option', VALUE, ...)
%       'Include'   cell of folders of headers ({}: /usr/include/suitesparse, Homebrew's)
%       'Libraries' cell of folders of libraries ({}: those of the system, Homebrew's)
%       'Blas'      names of the BLAS and LAPACK, as for the linker ('-lopenblas')
%       'Only'      cell of names of gateways ({}: all; those that read HDF5 and XML files are left
%                   out, with a warning, where their libraries are missing)
%       'Output'    folder of the compiled files
%       'Verbose'   true: show what the compiler says
%       'List'      true: only list the gateways
%       'Help'      true: only write the m-files beside the compiled ones: these are called, HELP
%                   reads the m-file
%   BUILT = DLS_BUILD (...) lists the gateways that were made; without an output it prints them.
%   In Octave "make" does more, and faster. Tried in Octave (there MEX is mkoctfile); in MATLAB not
%   yet. There, once: dls_build ('Include', {'/opt/homebrew/include/suitesparse'}); dls_setup
%
%   Example: what there is to compile
%     names = dls_build ('List', true);
%     any (strcmp (names, 'dls_kkt_mex'))
%     % ans = 1
%
%   See also DLS_SETUP, DLS_VERSION.
% SPDX-License-Identifier: GPL-3.0-or-later
  root = fileparts (fileparts (mfilename ('fullpath')));
  given = dls_named_pairs (varargin, {'Include', 'Libraries', 'Blas', 'Only', 'Output', ...
                                      'Verbose', 'List', 'Help'}, 'dls_build');
  for name = {'Verbose', 'List', 'Help'}
    x = given.(name{1});
    if (~(isempty (x) || isequal (x, true) || isequal (x, false)))
      error ('delassus:option', 'dls_build: ''%s'' is %s; expected true or false', name{1}, ...
             dls_describe (x));
    end
  end
  o = completed (given, root);
  if (~exist (fullfile (root, 'libcore', 'delassus.h'), 'file'))
    error ('delassus:file', 'dls_build: ''%s'' has no libcore; expected the project''s folder', ...
           root);
  end
  built = made (root, o);
  if (nargout == 0)
    fprintf ('%s\n', strjoin (built, ' '));
    clear built
  end
end

function built = made (root, o)
  [gateways, helpers] = split (sources (root, 'mex', false));
  gateways = chosen (gateways, o.Only);
  if (isequal (o.List, true))
    [~, built] = cellfun (@fileparts, gateways, 'UniformOutput', false);
    return
  end
  objects = fullfile (o.Output, 'objects');
  [~, ~] = mkdir (o.Output);
  built = cellfun (@(f) beside (f, o.Output), gateways, 'UniformOutput', false);
  if (isequal (o.Help, true))
    return
  end
  [~, ~] = mkdir (objects);
  core = compiled (sources (root, 'libcore', o.ode), objects, o);
  helpers = compiled (helpers, objects, o);
  built = {};
  for k = 1:numel (gateways)
    [~, name] = fileparts (gateways{k});
    try
      own = compiled (gateways(k), objects, o);
      linked (name, [own, helpers, core], o);
      built{end+1} = name;
    catch err
      if (~any (strcmp (name, {'dls_fclib_mex', 'dls_xml_mex'})))
        rethrow (err);
      end
      warning ('delassus:notCompiled', 'dls_build: %s is left out: %s', name, err.message);
    end
  end
end

% The m-file beside a gateway: its forms, from the comment at the head of its source.
function name = beside (source, folder)
  [~, name] = fileparts (source);
  text = regexp (fileread (source), '^.*?\*/\s*/\* (.*?) ?\*/', 'tokens', 'once');
  lines = regexprep (strsplit (text{1}, char (10)), '^   ', '');
  title = [upper(name), '  Compiled code behind the functions of Delassus, with few checks.'];
  lines = [{title}, ...
           strcat({'   '}, lines), ...
           {'', '   The functions that call it check what they are given: help delassus.'}];
  [fid, why] = fopen (fullfile (folder, [name, '.m']), 'w');
  if (fid < 0)
    error ('delassus:file', 'dls_build: ''%s'' cannot be written: %s', folder, why);
  end
  fprintf (fid, 'function varargout = %s (varargin)\n', name);
  fprintf (fid, '%%%s\n', lines{:});
  fprintf (fid, ['error (''delassus:notCompiled'', ''%s: there is no compiled file beside its ', ...
                 'm-file; expected one: make, or dls_build'');\nend\n'], name);
  fclose (fid);
end

function gateways = chosen (gateways, only)
  [~, names] = cellfun (@fileparts, gateways, 'UniformOutput', false);
  if (isempty (only))
    return
  elseif (~iscellstr (only))
    error ('delassus:option', 'dls_build: ''Only'' is %s; expected a cell of names of gateways', ...
           dls_describe (only));
  end
  for k = 1:numel (only)
    if (~any (strcmp (only{k}, names)))
      error ('delassus:option', 'dls_build: there is no gateway ''%s''; expected one of %s%s', ...
             only{k}, strjoin (names, ', '), dls_nearest_name (only{k}, names));
    end
  end
  gateways = gateways(ismember (names, only));
end

function o = completed (o, root)
  if (isempty (o.Include))
    o.Include = {'/usr/include/suitesparse', '/opt/homebrew/include/suitesparse', ...
                 '/usr/local/include/suitesparse', '/usr/include/hdf5/serial', ...
                 '/opt/homebrew/include', '/usr/include/libxml2'};
  end
  if (isempty (o.Libraries))
    o.Libraries = {'/usr/lib/x86_64-linux-gnu/hdf5/serial', '/opt/homebrew/lib', ...
                   '/opt/homebrew/opt/openblas/lib'};
  end
  o.Include = o.Include(cellfun (@(f) exist (f, 'dir') == 7, o.Include));
  o.Libraries = o.Libraries(cellfun (@(f) exist (f, 'dir') == 7, o.Libraries));
  headers = fullfile ([{'/usr/include'}, reshape(o.Include, 1, [])], 'ode', 'ode.h');
  o.ode = any (cellfun (@(f) exist (f, 'file') == 2, headers));
  if (isempty (o.Blas))
    o.Blas = '-lopenblas';
  end
  if (isempty (o.Output))
    o.Output = fullfile (root, 'build', 'mex');
  end
  o.Include = strcat ('-I', [{fullfile(root, 'libcore')}, reshape(o.Include, 1, [])]);
  o.Libraries = strcat ('-L', reshape (o.Libraries, 1, []));
end

function files = sources (root, part, ode)
  files = {};
  folders = {fullfile(root, part)};
  if (strcmp (part, 'libcore'))
    inside = dir (fullfile (root, part));
    inside = {inside([inside.isdir]).name};
    folders = fullfile (root, part, inside(~strncmp (inside, '.', 1)));
  end
  for k = 1:numel (folders)
    found = dir (fullfile (folders{k}, '*.c'));
    files = [files, fullfile(folders{k}, {found.name})];
  end
  left_out = {'[\\/](mumps|ode)\.c$', '[\\/](mumps|no_ode)\.c$'};
  files = files(cellfun ('isempty', regexp (files, left_out{1+ode}, 'once')));
end

function [gateways, helpers] = split (files)
  is_gateway = ~cellfun ('isempty', regexp (files, 'dls_\w+_mex\.c$', 'once'));
  gateways = files(is_gateway);
  helpers = files(~is_gateway);
end

% Objects: names of files repeat in folders of libcore, so each folder has its own.
function objects = compiled (files, folder, o)
  objects = cell (1, numel (files));
  for k = 1:numel (files)
    [from, name] = fileparts (files{k});
    [~, part] = fileparts (from);
    to = fullfile (folder, part);
    [~, ~] = mkdir (to);
    if (exist ('OCTAVE_VERSION', 'builtin'))
      objects{k} = fullfile (to, [name, '.o']);
      setenv ('CFLAGS', flags ());
      run ([{'-c', files{k}, '-o', objects{k}}, o.Include], o);
    else
      objects{k} = fullfile (to, [name, object_extension()]);
      run ([{'-c', '-R2017b', files{k}, '-outdir', to, ['CFLAGS=$CFLAGS ', flags()]}, ...
            o.Include], o);
    end
  end
end

function text = flags ()
  text = '-std=c11 -O2 -ffp-contract=off -fPIC -D_POSIX_C_SOURCE=200809L -Wno-psabi';
end

function text = object_extension ()
  text = '.o';
  if (ispc ())
    text = '.obj';
  end
end

function linked (name, objects, o)
  more = {};
  if (strcmp (name, 'dls_fclib_mex'))
    more = {'-lhdf5', '-lz'};
    if (any (~cellfun ('isempty', strfind (o.Libraries, 'serial'))))
      more = {'-lhdf5_serial', '-lz'};
    end
  elseif (strcmp (name, 'dls_xml_mex'))
    more = {'-lxml2'};
  end
  libraries = [o.Libraries, {'-lspqr', '-lumfpack', '-lcholmod', '-lsuitesparseconfig', o.Blas, ...
               '-lpthread'}, repmat({'-lode'}, 1, o.ode), more];
  to = fullfile (o.Output, name);
  if (exist ('OCTAVE_VERSION', 'builtin'))
    run ([objects, libraries, {'-o', [to, '.', mexext()]}], o);
  else
    run ([{'-R2017b'}, objects, libraries, {'-output', to}], o);
  end
end

function run (args, o)
  if (isequal (o.Verbose, true))
    mex ('-v', args{:});
  else
    mex (args{:});
  end
end

%!testif ; ~isempty (dir (fullfile (fileparts (which ('dls_build')), '..', 'libcore')))
%! % every gateway has a help text, with its forms; without the compiled file it says so
%! folder = tempname ();
%! home = pwd ();
%! unwind_protect
%!   names = dls_build ('Help', true, 'Output', folder);
%!   assert (numel (names) > 15)
%!   cd (folder);
%!   for k = 1:numel (names)
%!     text = fileread ([names{k}, '.m']);
%!     assert (any (regexp (text, ['^%   .*\<', names{k}, ' \('], 'lineanchors')), names{k})
%!   end
%!   text = regexprep (fileread ('dls_kkt_mex.m'), 'dls_kkt_mex', 'dls_alone');
%!   fid = fopen ('dls_alone.m', 'w');
%!   fputs (fid, text);
%!   fclose (fid);
%!   fail ("dls_alone (1)", "no compiled file");
%! unwind_protect_cleanup
%!   cd (home);
%!   confirm_recursive_rmdir (false, 'local');
%!   rmdir (folder, 's');
%! end_unwind_protect
%!error <'List' is 3; expected true or false> dls_build ('List', 3)
%!error <unknown option 'Includes'> dls_build ('Includes', {})
%!error <dls_build: > dls_build ('Only', {'dls_kt_mex'})
%!demo
%! % what there is to compile (nothing to draw)
%! dls_build ('List', true)
