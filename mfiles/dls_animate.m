function frames = dls_animate (sol, draw, file, varargin)
%DLS_ANIMATE  A motion as an animated GIF.
%   DLS_ANIMATE (SOL, DRAW, 'file.gif') calls DRAW (T, Q, V) at equally spaced times of a solution
%   of DLS_SIMULATE, each time in cleared axes, and writes what it draws as an animation. Without a
%   display it works with the graphics toolkit gnuplot, more slowly.
%   DLS_ANIMATE (SOL, DRAW, FILE, 'Option', VALUE, ...)
%       'Rate'      frames per second of the animation (20)
%       'Speed'     seconds of the motion per second of the animation (1)
%       'Limits'    [xmin xmax ymin ymax] of all frames ([]: as DRAW leaves them)
%       'Size'      [width height] in pixels ([480 360])
%   N = DLS_ANIMATE (...) returns the number of frames.
%
%   Example: a bouncing ball
%     model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%     sol = dls_simulate (model, [0 4], 1, 0, 'Step', 1e-2);
%     dls_animate (sol, @(t, q, v) plot (0, q, 'o'), 'ball.gif', 'Limits', [-1 1 0 1], 'Rate', 5)
%
%   See also DLS_SIMULATE, DLS_PLOT.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin > 0 && isstruct (sol))
    dls_kind_input (sol, 'motion', 'dls_animate');
  end
  if (nargin < 3 || ~isstruct (sol) || ~all (isfield (sol, {'t', 'q', 'v'})) ...
      || ~isa (draw, 'function_handle') || ~ischar (file) || isempty (file))
    error ('delassus:type', ['dls_animate: expected a solution of dls_simulate, a function ', ...
                             'of (t,q,v) that draws, and the name of a file']);
  end
  o = dls_table_options ('dls_animate', varargin);
  defaults = struct ('Rate', 20, 'Speed', 1, 'Size', [480 360]);
  for name = fieldnames(defaults)'
    if (isempty (o.(name{1})) && isa (o.(name{1}), 'double'))
      o.(name{1}) = defaults.(name{1});
    end
  end
  check (o);
  if (isempty (regexpi (file, '\.gif$', 'once')))
    error ('delassus:option', 'dls_animate: the file is ''%s''; expected a name ....gif', file);
  end
  t = sol.t(1):(o.Speed / o.Rate):sol.t(end);
  dls_file ('whole', 'dls_animate', {file}, @(part) film (sol, draw, t, part{1}, o));
  frames = numel (t);
  if (nargout == 0)
    clear frames
  end
end

function film (sol, draw, t, file, o)
  dls_file ('writable', file, 'dls_animate');
  fig = figure ('visible', 'off', 'position', [0, 0, o.Size]);
  folder = tempname ();
  mkdir (folder);
  cleaner = onCleanup (@() clean (fig, folder));
  for k = 1:numel (t)
    at = max (1, find (sol.t <= t(k) + 1e-12 * abs (t(k)), 1, 'last'));
    clf (fig);
    axes ('parent', fig);
    try
      draw (sol.t(at), sol.q(:,at), sol.v(:,at));
    catch err
      error ('delassus:function', 'dls_animate: the function that draws failed at t = %g: %s', ...
             sol.t(at), err.message);
    end
    if (~isempty (o.Limits))
      axis (o.Limits);
    end
    append (picture_of (fig, folder, o.Size), file, k == 1, 1 / o.Rate);
  end
end

function check (o)
  numbers = {'Rate', 1, 1e3; 'Speed', 1, Inf; 'Size', 2, 1e4};
  for k = 1:3
    x = o.(numbers{k,1});
    if (~(isa (x, 'double') && isreal (x) && numel (x) == numbers{k,2} ...
          && all (x > 0 & x <= numbers{k,3} & isfinite (x))))
      error ('delassus:option', 'dls_animate: ''%s'' is %s; expected %d positive number(s)', ...
             numbers{k,1}, dls_describe (x), numbers{k,2});
    end
  end
  x = o.Limits;
  if (~(isempty (x) || (isa (x, 'double') && numel (x) == 4 && x(1) < x(2) && x(3) < x(4))))
    error ('delassus:option', ['dls_animate: ''Limits'' is %s; expected [xmin xmax ymin ', ...
           'ymax], increasing'], dls_describe (x));
  end
end

function image = picture_of (fig, folder, pixels)
  name = fullfile (folder, 'frame.png');
  set (fig, 'paperunits', 'inches', 'paperposition', [0, 0, pixels / 100]);
  quiet = warning ('off', 'all');
  print (fig, '-dpng', '-r100', name);
  warning (quiet);
  image = imread (name);
end

% GIF has one palette per frame; 3-3-2 bits serve drawings well and need no analysis.
function append (image, file, first, delay)
  if (size (image, 3) == 1)
    image = repmat (image, [1, 1, 3]);
  end
  levels = double (image) / 255;
  index = 32 * round (7 * levels(:,:,1)) + 4 * round (7 * levels(:,:,2)) ...
          + round (3 * levels(:,:,3));
  code = (0:255)';
  map = [floor(code / 32) / 7, mod(floor (code / 4), 8) / 7, mod(code, 4) / 3];
  how = {'WriteMode', 'append', 'DelayTime', delay};
  if (first)
    how = {'WriteMode', 'overwrite', 'DelayTime', delay, 'LoopCount', Inf};
  end
  if (exist ('OCTAVE_VERSION', 'builtin'))
    how = [how, {'Compression', 'lzw'}];           % MATLAB always does, Octave when it is told
  end
  imwrite (uint8 (index), map, file, 'gif', how{:});
end

function clean (fig, folder)
  close (fig);
  name = fullfile (folder, 'frame.png');
  if (exist (name, 'file'))
    delete (name);
  end
  rmdir (folder);
end

%!testif ; any (strcmp (available_graphics_toolkits (), 'gnuplot'))
%! model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%! sol = dls_simulate (model, [0 1], 1, 0, 'Step', 0.05);
%! file = [tempname() '.gif'];
%! n = dls_animate (sol, @(t, q, v) plot (0, q, 'o'), file, 'Limits', [-1 1 0 1], 'Rate', 4);
%! pictures = imread (file, 'Index', 'all');
%! delete (file);
%! assert ([n, size(pictures, 4)], [5 5])
%! assert (any (any (pictures(:,:,1,1) ~= pictures(:,:,1,5))))    % the ball has moved
%!error id=delassus:type dls_animate (3, @sin, 'x.gif')
%!shared sol
%! sol = struct ('t', [0 1], 'q', [0 1], 'v', [0 0]);
%!error id=delassus:type dls_animate (struct ('q', 1), @sin, 'x.gif')
%!error id=delassus:file dls_animate (sol, @sin, '/no/such/x.gif')
%!error id=delassus:option dls_animate (sol, @sin, 'x.png')
%!error id=delassus:option dls_animate (sol, @sin, 'x.gif', 'Rate', 'x')
%!error id=delassus:option dls_animate (sol, @sin, 'x.gif', 'Speed', {1})
%!error id=delassus:option dls_animate (sol, @sin, 'x.gif', 'Size', 3)
%!error id=delassus:option dls_animate (sol, @sin, 'x.gif', 'Limits', [1 0 0 1])
