function frames = dls_animate (sol, varargin)
%DLS_ANIMATE  A motion as a page to look at from all sides, or as a film.
%   DLS_ANIMATE (SOL, 'file.html') writes a motion that DLS_SIMULATE made of a mechanism as one page
%   that works from the disk without a network: play, pause, a line of time with the events on it,
%   names, reactions (forces and moments; red where they are not determined when it begins) and
%   forces of contacts as arrows, plots that move along. Drag to turn the picture (with shift, or
%   in the plane: to shift it), the wheel zooms, the arrow keys step.
%   'file.html#t=0.5' in the browser stands at t = 0.5.
%   DLS_ANIMATE (SOL, 'file.gif') draws it by DLS_PLOT at equally spaced times, 'file.mp4' as a film
%   (with the program ffmpeg).
%   DLS_ANIMATE (SOL, DRAW, 'file.gif' | 'file.mp4') calls DRAW (T, Q, V) for each picture, in
%   cleared axes: for other models. Without a display it works with the graphics toolkit gnuplot.
%   DLS_ANIMATE (..., 'Option', VALUE, ...)
%       'Rate'      pictures per second of the film (20); of a page: how often the motion is taken
%                   (each stored instant, up to 1000; 300 of event-driven motions)
%       'Speed'     seconds of the motion per second of the film (1)
%       'Limits'    [xmin xmax ymin ymax] of all pictures ([]: as they are drawn)
%       'Size'      [width height] in pixels ([480 360])
%       'Plots'     of a page: cell of 'energy', 'kinetic', 'potential', 'body.x' (y, z, vx, vy, vz;
%                   in the plane angle, spin), 'joint.row' (reactions)
%   N = DLS_ANIMATE (...) returns the number of pictures.
%
%   Example: a bouncing ball
%     model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%     sol = dls_simulate (model, [0 4], 1, 0, 'Step', 1e-2);
%     dls_animate (sol, @(t, q, v) plot (0, q, 'o'), 'ball.gif', 'Limits', [-1 1 0 1], 'Rate', 5)
%
%   See also DLS_SIMULATE, DLS_PLOT, DLS_MECHANISM.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin > 0 && isstruct (sol))
    dls_kind_input (sol, 'motion', 'dls_animate');
  end
  draw = [];
  if (~isempty (varargin) && isa (varargin{1}, 'function_handle'))
    draw = varargin{1};
    varargin(1) = [];
  end
  if (isempty (varargin) || ~isstruct (sol) || ~all (isfield (sol, {'t', 'q', 'v'})) ...
      || ~ischar (varargin{1}) || isempty (varargin{1}))
    error ('delassus:type', ['dls_animate: expected a solution of dls_simulate, a function ', ...
                             'of (t,q,v) that draws (not for mechanisms), and the name of a ', ...
                             'file']);
  end
  file = varargin{1};
  o = dls_table_options ('dls_animate', varargin(2:end));
  kind = kind_of (file, sol, draw);
  o = completed (o, kind);
  if (strcmp (kind, 'html'))
    [page, frames] = dls_animate_page (sol, o);
    dls_output ('whole', 'dls_animate', {file}, ...
                @(part) dls_output ('bytes', 'dls_animate', part{1}, {page}));
  else
    if (isempty (draw))
      B = sol.model.mechanism;
      at = @(t, q, v) setfield (setfield (setfield (B, 't', t), 'q', q), 'v', v);
      draw = @(t, q, v) dls_plot_mechanism (at (t, q, v), gca (), ...
                                            struct ('Reactions', false, 'Labels', false), sol.q);
    end
    t = sol.t(1):(o.Speed / o.Rate):sol.t(end);
    dls_output ('whole', 'dls_animate', {file}, ...
                @(part) film (sol, draw, t, part{1}, o, kind));
    frames = numel (t);
  end
  if (nargout == 0)
    clear frames
  end
end

% What the name of the file says, and whether the motion is fit for it.
function kind = kind_of (file, sol, draw)
  [~, ~, kind] = fileparts (file);
  kind = lower (kind(2:end));
  if (~any (strcmp (kind, {'html', 'gif', 'mp4'})))
    error ('delassus:option', ['dls_animate: the file is ''%s''; expected a name ....html, ', ...
           '....gif or ....mp4'], file);
  end
  drawn = isfield (sol, 'model') && isfield (sol.model, 'mechanism');
  if (strcmp (kind, 'html') && (~drawn || ~isempty (draw)))
    error ('delassus:type', ['dls_animate: a page shows motions of mechanisms as they are; ', ...
           'expected a solution that dls_simulate made of a mechanism, and no function']);
  elseif (~drawn && isempty (draw))
    error ('delassus:type', ['dls_animate: expected a solution of dls_simulate, a function ', ...
                             'of (t,q,v) that draws (not for mechanisms), and the name of a ', ...
                             'file']);
  elseif (strcmp (kind, 'mp4') && system ('ffmpeg -version > /dev/null 2>&1') ~= 0)
    error ('delassus:notInstalled', ['dls_animate: the program ffmpeg, which makes .mp4, was ', ...
           'not found; expected it, or a name ....gif']);
  end
end

function o = completed (o, kind)
  defaults = struct ('Rate', 20, 'Speed', 1, 'Size', [480 360]);
  if (strcmp (kind, 'html'))
    defaults = rmfield (defaults, 'Rate');
  end
  for name = fieldnames(defaults)'
    if (isempty (o.(name{1})) && isa (o.(name{1}), 'double'))
      o.(name{1}) = defaults.(name{1});
    end
  end
  check (o, strcmp (kind, 'html'));
end

function film (sol, draw, t, file, o, kind)
  dls_output ('writable', file, 'dls_animate');
  fig = figure ('visible', 'off', 'position', [0, 0, o.Size]);
  folder = tempname ();
  mkdir (folder);
  cleaner = onCleanup (@() clean (fig, folder));
  progress = dls_progress ('dls_animate', numel (t), 'auto');
  for k = 1:numel (t)
    progress = dls_progress (progress, k - 1);
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
    picture = picture_of (fig, fullfile (folder, sprintf ('%06d.png', k)), o.Size);
    if (strcmp (kind, 'gif'))
      append (imread (picture), file, k == 1, 1 / o.Rate);
      delete (picture);
    end
  end
  dls_progress (progress, numel (t));
  if (strcmp (kind, 'mp4'))
    encode (folder, file, o.Rate);
  elseif (~dls_output ('complete', file, numel (t)))
    error ('delassus:file', 'dls_animate: ''%s'' cannot be written: is the disk full?', file);
  end
end

% H.264 as browsers show it: an even number of pixels, colours at half of them. The name of the
% user's file does not pass through the shell, that of the folder in the environment.
function encode (folder, file, rate)
  setenv ('DLS_ANIMATE_FOLDER', folder);
  [failed, text] = system (sprintf (['cd "$DLS_ANIMATE_FOLDER" && ffmpeg -y -loglevel error ', ...
    '-framerate %g -i %%06d.png -vf "scale=trunc(iw/2)*2:trunc(ih/2)*2" -pix_fmt yuv420p ', ...
    'film.mp4 2>&1 < /dev/null'], rate));
  made = fullfile (folder, 'film.mp4');
  if (failed || ~dls_output ('complete', made))
    error ('delassus:file', 'dls_animate: ffmpeg failed: %s', strtrim (text));
  end
  fid = fopen (made, 'r');
  closer = onCleanup (@() fclose (fid));
  dls_output ('bytes', 'dls_animate', file, {fread(fid, Inf, 'uint8=>uint8')});
end

function check (o, html)
  numbers = {'Rate', 1, 1e3; 'Speed', 1, Inf; 'Size', 2, 1e4};
  for k = 1:3
    x = o.(numbers{k,1});
    if (html && isa (x, 'double') && isempty (x))
      continue                                  % 'Rate' of a page: by the motion
    end
    if (~(isa (x, 'double') && isreal (x) && numel (x) == numbers{k,2} ...
          && all (x > 0 & x <= numbers{k,3} & isfinite (x))))
      dls_raise ('delassus:option', 'dls_animate: ''%s'' is %s; expected %d positive numbers', ...
                 numbers{k,1}, dls_describe (x), numbers{k,2});
    end
  end
  x = o.Limits;
  if (~(isempty (x) || (isa (x, 'double') && numel (x) == 4 && x(1) < x(2) && x(3) < x(4))))
    error ('delassus:option', ['dls_animate: ''Limits'' is %s; expected [xmin xmax ymin ', ...
           'ymax], increasing'], dls_describe (x));
  end
end

function name = picture_of (fig, name, pixels)
  set (fig, 'paperunits', 'inches', 'paperposition', [0, 0, pixels / 100]);
  quiet = warning ('off', 'all');
  print (fig, '-dpng', '-r100', name);
  warning (quiet);
  if (~dls_output ('complete', name))
    error ('delassus:file', ['dls_animate: pictures cannot be written to the folder for ', ...
           'temporary files, ''%s'': is the disk full?'], fileparts (fileparts (name)));
  end
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
  for picture = dir (fullfile (folder, '*.*'))'
    if (~picture.isdir)
      delete (fullfile (folder, picture.name));
    end
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
%!test  % a page: what it shows is the motion, to 16 bits of the range of each coordinate
%! B = dls_mechanism ('gravity', [0 -10]);
%! B = dls_body (B, 'rod', 'mass', 1, 'shape', 'box', 'size', [1 0.1], 'at', [0.5 0]);
%! B = dls_joint (B, 'pin', 'hinge', {'ground'}, {'rod', [-0.5 0]});
%! sol = dls_simulate (B, [0 1], 'Scheme', 'moreau-jean-projected', 'Step', 0.01);
%! file = [tempname() '.html'];
%! n = dls_animate (sol, file, 'Plots', {'pin.y', 'rod.angle'});
%! page = fileread (file);
%! assert (isempty (regexp (page, '(src|href)=', 'once')))       % nothing from elsewhere
%! D = jsondecode (regexp (page, '(?<=const D = )\{.*?\}(?=;\n)', 'match', 'once'));
%! short = @(s) double (typecast (matlab.net.base64decode (s), 'int16'));
%! q = reshape (short (D.q), 3, []) .* D.step + D.offset;
%! assert (n, 101)
%! assert (all (all (abs (q - sol.q) <= 0.51 * D.step)))
%! f = reshape (short (D.forces), 2, []) * D.force;
%! p = sol.p(:,2:end) / 0.01;
%! unit = norm (f(:,51)) / norm (p(:,50));
%! assert (f(:,2:end), unit * p, D.force)                  % a unit of the last bit
%! assert (D.curves(1).low + D.curves(1).step * short (D.curves(1).data)', [0, p(2,:)]', ...
%!         0.51 * D.curves(1).step)
%! ask = @(varargin) dls_animate (sol, file, varargin{:});
%! delete (file);
%! failed = '';
%! try
%!   ask ('Plots', {'pin.z'});
%! catch e
%!   failed = e.message;
%! end
%! assert (~isempty (strfind (failed, 'no quantity ''pin.z''')))
%! assert (exist (file, 'file'), 0)
%!test  % contacts: where they are, and what they push
%! B = dls_mechanism ('gravity', [0 -10]);
%! B = dls_body (B, 'ball', 'mass', 2, 'shape', 'circle', 'size', 0.5, 'at', [3 0.7]);
%! B = dls_touch (B, 'ground', 'ball');
%! sol = dls_simulate (B, [0 0.5], 'Step', 0.01);
%! file = [tempname() '.html'];
%! dls_animate (sol, file);
%! D = jsondecode (regexp (fileread (file), '(?<=const D = )\{.*?\}(?=;\n)', 'match', 'once'));
%! delete (file);
%! short = @(s) double (typecast (matlab.net.base64decode (s), 'int16'));
%! C = reshape (short (D.contacts), 4, []);
%! assert (diff (D.touching(:))', double (sol.p(1,:) > 0))
%! assert (D.origin(:) + D.pixel * C(1:2,end), [3; 0], 0.02)    % half of a step deep
%! assert (C(3,:), 0 * C(3,:))
%! assert (C(4,end), min (C(4,:)))            % the weight; the first was an impact
%!testif ; ! isempty (available_graphics_toolkits ()) && ! system ('ffmpeg -version > /dev/null')
%! B = dls_body (dls_mechanism ('gravity', [0 -10]), 'a', 'mass', 1, 'shape', 'circle', 'size', 1);
%! sol = dls_simulate (B, [0 1], 'Step', 0.1);
%! file = [tempname() '.mp4'];
%! n = dls_animate (sol, file, 'Rate', 3, 'Size', [160 121]);
%! found = dir (file);
%! delete (file);
%! assert ([n, found.bytes > 1000], [4 1])
%!error id=delassus:type dls_animate (3, @sin, 'x.gif')
%!shared sol
%! sol = struct ('t', [0 1], 'q', [0 1], 'v', [0 0]);
%!error <a page shows motions of mechanisms> dls_animate (sol, 'x.html')
%!error <a function of> dls_animate (sol, 'x.gif')
%!error id=delassus:type dls_animate (struct ('q', 1), @sin, 'x.gif')
%!error id=delassus:file dls_animate (sol, @sin, '/no/such/x.gif')
%!error id=delassus:option dls_animate (sol, @sin, 'x.png')
%!error id=delassus:option dls_animate (sol, @sin, 'x.gif', 'Rate', 'x')
%!error id=delassus:option dls_animate (sol, @sin, 'x.gif', 'Speed', {1})
%!error id=delassus:option dls_animate (sol, @sin, 'x.gif', 'Size', 3)
%!error id=delassus:option dls_animate (sol, @sin, 'x.gif', 'Limits', [1 0 0 1])
%!demo
%! % the pictures of a film: a bead on a wire
%! wire = dls_model ('mass', eye (2), 'force', [0; -9.81], 'constraint', @(q) q(2) - q(1)^2, ...
%!                   'constraintgrad', @(q) [-2*q(1); 1]);
%! sol = dls_simulate (wire, [0 1], [-1; 1], [0; 0], 'Step', 1e-2);
%! x = linspace (-1, 1);
%! file = [tempname(), '.gif'];
%! one = @(t, q, v) plot (x, x.^2, 'k', q(1), q(2), 'o');
%! dls_animate (sol, one, file, 'Rate', 4, 'Size', [200 150]);
%! [film, map] = imread (file, 'Index', 1:3);
%! image (reshape (permute (film, [1 2 4 3]), size (film, 1), [])); colormap (map); axis equal off;
%! delete (file);
