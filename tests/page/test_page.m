function [pass, skipped] = test_page (folder)
% TEST_PAGE  Pages of motions in headless Chromium: they load, play, show a known instant.
%   [pass, skipped] = test_page (folder)   logical row; each failing element prints its name.
%   Oracles: where the camera must see a body, computed here; the colours of its picture there.
% SPDX-License-Identifier: GPL-3.0-or-later
skipped = 0;
pass = [];
if system ('chromium --version > /dev/null 2>&1') ~= 0
  fprintf ('test_page: skipped, there is no chromium\n');
  skipped = 1;
  return
end
if ~exist (folder, 'dir'), mkdir (folder); end
pass = [plane(folder), space(folder), large(folder), moments(folder), hostile(folder)];
end

function ok = is (name, ok)
ok = logical (ok);
if ~ok, fprintf ('test_page: %s\n', name); end
end

function sol = moved (B, tf, h)
sol = dls_simulate (B, [0 tf], 'Scheme', 'moreau-jean-projected', 'Step', h);
end

function pass = plane (folder)
% A disk that falls past a fixed box, hung on nothing; impacts of a second one at its limit.
B = dls_mechanism ('gravity', [0 -1]);
B = dls_body (B, 'disk', 'mass', 1, 'shape', 'circle', 'size', 0.3, 'at', [-1 2]);
B = dls_body (B, 'post', 'fixed', true, 'shape', 'box', 'size', [0.5 1], 'at', [1 0.5]);
B = dls_body (B, 'bob', 'mass', 1, 'shape', 'circle', 'size', 0.2, 'at', [0 1]);
B = dls_joint (B, 'lift', 'slider', {'ground', [0 0], 'along', [0 1]}, {'bob'}, ...
               'limits', [0.2 3], 'restitution', 0.5);
sol = dls_simulate (B, [0 2], 'Scheme', 'moreau-jean', 'Step', 1e-2);
file = fullfile (folder, 'plane.html');
count = dls_animate (sol, file, 'Plots', {'energy', 'disk.y', 'lift.rz'});
[picture, dom, log] = seen (file, '#t=1');
k = find (sol.t >= 1 - 1e-9, 1);
at = [-1, sol.q(2,k)];
colour = reshape ([0.47 0.65 0.85] * 255, 1, 1, 3);
pass = [is('plane: frames', count == 201), is('plane: no errors', isempty (log)), ...
        is('plane: stands', ~isempty (strfind (dom, 'data-frame="100"')))];
[row, col] = span_of (picture, colour);
% the box is 0.5 wide and 1 high, with its foot at 0: the scale and the place of the disk follow
[prow, pcol] = span_of (picture, 0.78 * 255);
s = (diff (pcol) + 3) / 0.5;                  % the outline is drawn in another colour
x = mean (pcol) + s * (at(1) - 1);
y = prow(2) - s * at(2);
pass = [pass, is('plane: scale', abs ((diff (prow) + 3) / s - 1) < 0.03), ...
        is('plane: disk x', abs (mean (col) - x) < 3), ...
        is('plane: disk y', abs (mean (row) - y) < 3), ...
        is('plane: its size', abs ((diff (col) + 3) / s - 0.6) < 0.03), ...
        is('plane: events', ~isempty (regexp (dom, '<i title="t = 1.27000: close lift.low'))), ...
        is('plane: plots', numel (strfind (dom, '<canvas')) == 5)];
frame = 0;
for again = 1:3                                 % a busy machine may not draw in the browser's time
  if frame == 0
    [~, dom, log] = seen (file, '');
    frame = str2double (regexp (dom, 'data-frame="(\d+)"', 'tokens', 'once'));
  end
end
pass = [pass, is('plane: plays', frame > 0), is('plane: plays well', isempty (log))];
end

function pass = hostile (folder)
% A motion from a file may have any text as a name: none runs, and the page still shows the motion.
B = dls_mechanism ('gravity', [0 -1]);
B = dls_body (B, 'bar', 'mass', 1, 'shape', 'box', 'size', [2 0.1]);
B = dls_joint (B, 'pin', 'hinge', {'ground', [-1 0]}, {'bar', [-1 0]});
sol = dls_simulate (B, [0 0.1], 'Step', 0.05);
runs = 'document.documentElement.setAttribute("data-ran","yes")';
names = {['</title><script>', runs, '</script>'], ['<!--<script>', runs], ['";', runs, ';"'], ...
         ['<img src=x onerror=''', runs, '''>'], '@DATA@', '@TITLE@', '</script>', '\u003cb>', ...
         ['"><svg onload=', runs, '>'], '${alert(1)}', '`'};
pass = [];
for k = 1:numel (names)
  s = sol;
  s.model.mechanism.bodies(1).name = names{k};
  s.model.mechanism.joints(1).name = names{k};
  s.names.b(:) = names(k);
  s.events = struct ('t', 0.05, 'kind', names{k}, 'contact', 1);
  file = fullfile (folder, 'hostile.html');
  dls_animate (s, file);
  [~, dom, log] = seen (file, '#t=0.1');
  pass(end+1) = is (['hostile name: ', names{k}], isempty (strfind (dom, 'data-ran="yes"')) ...
                    && ~isempty (strfind (dom, 'data-frame="2"')) && isempty (log));
end
end

function [row, col] = span_of (picture, colour)
% First and last row and column with more than ten pixels of a colour: edges are blended.
found = all (abs (double (picture(:,1:690,:)) - colour) < 4, 3);
row = find (sum (found, 2) > 10);
col = find (sum (found, 1) > 10);
row = [row(1), row(end)];
col = [col(1), col(end)];
end

function pass = moments (folder)
% A bar that is clamped at its left end has one constant moment, an arc; with a second clamp nothing
% is determined, and red.
pass = [];
for clamps = 1:2
  B = dls_mechanism ('gravity', [0 -1]);
  B = dls_body (B, 'bar', 'mass', 1, 'shape', 'box', 'size', [2 0.1]);
  B = dls_joint (B, 'left', 'fixed', {'ground', [-1 0]}, {'bar', [-1 0]});
  if clamps == 2, B = dls_joint (B, 'right', 'fixed', {'ground', [1 0]}, {'bar', [1 0]}); end
  sol = moved (B, 0.1, 1e-2);
  file = fullfile (folder, sprintf ('moments%d.html', clamps));
  dls_animate (sol, file);
  data = regexp (fileread (file), '"moments":"([^"]*)"', 'tokens', 'once');
  l = double (typecast (uint8 (matlab.net.base64decode (data{1})), 'int16'));
  if clamps == 1, pass(end+1) = is ('moments: numbers', all (abs (l(2:end) - 2000) <= 1)); end
  [picture, ~, log] = seen (file, '#t=0.05');
  colours = [90 46 166; 217 13 13];
  shown = @(c) sum (sum (all (abs (double (picture) - reshape (c, 1, 1, 3)) < 4, 3)));
  pass(end+1) = is (sprintf ('moments: picture %d', clamps), isempty (log) ...
                    && shown (colours(clamps,:)) > 20 && shown (colours(3-clamps,:)) == 0);
end
end

function pass = space (folder)
% A ball that falls in front of the camera, seen in its middle when it is there.
B = dls_mechanism ('gravity', [0 0 -2]);
B = dls_body (B, 'ball', 'mass', 1, 'shape', 'sphere', 'size', 0.5, 'at', [0 0 1]);
B = dls_body (B, 'box', 'mass', 1, 'shape', 'box', 'size', [1 1 1] / 2, 'at', [0 2 0], ...
              'spin', [0 0 1]);
B = dls_joint (B, 'pin', 'hinge', {'ground', [0 2 0], 'along', [0 0 1]}, {'box'});
B = dls_body (B, 'still', 'fixed', true, 'shape', 'cylinder', 'size', [0.2 1], 'at', [0 -2 0]);
sol = moved (B, sqrt (2), 1e-2);
file = fullfile (folder, 'space.html');
dls_animate (sol, file);
[picture, dom, log] = seen (file, '#t=1');
red = double (picture(1:560,1:680,1));           % the bar below has blue of its own
green = double (picture(1:560,1:680,2));
blue = double (picture(1:560,1:680,3));
[row, col] = find (blue > red + 15 & blue > green);       % the ball is blue, the box orange
[orow, ocol] = find (red > blue + 15);
pass = [is('space: no errors', isempty (log)), ...
        is('space: ball', numel (row) > 500 && numel (orow) > 200), ...
        is('space: round', abs ((max (row) - min (row)) / (max (col) - min (col)) - 1) < 0.1), ...
        is('space: frame', ~isempty (strfind (dom, 'data-frame="100"')))];
end

function pass = large (folder)
B = dls_mechanism ('gravity', [0 0 -9.81]);
last = {'ground', [0 0 0]};
for k = 1:50
  name = sprintf ('b%d', k);
  B = dls_body (B, name, 'mass', 1, 'shape', 'capsule', 'size', [0.1 0.8], ...
                'at', [k - 0.5, 0, 0], 'turned', [0 pi/2 0]);
  B = dls_joint (B, sprintf ('j%d', k), 'ball', last, {name, [0 0 -0.5]});
  last = {name, [0 0 0.5]};
end
sol = moved (B, 5, 5e-3);
file = fullfile (folder, 'large.html');
count = dls_animate (sol, file);
written = dir (file);
ms = Inf;
for try_ = 1:3                               % the best, as other programs run, too
  [~, dom, log] = seen (file, '#t=1', 0);
  ms = min (ms, str2double (regexp (dom, 'data-first="(\d+)"', 'tokens', 'once')));
end
fprintf ('test_page: %d instants of 50 bodies: %.2f MB, first picture after %d ms\n', count, ...
         written.bytes / 1e6, ms);
pass = [is('large: frames', count == 1000), is('large: < 3 MB', written.bytes < 3e6), ...
        is('large: first picture < 1 s', ms < 1000 || busy ()), ...
        is('large: no errors', isempty (log))];
end

function yes = busy ()
% More programs want to run than there are processors: times say nothing then.
[~, text] = system ('cat /proc/loadavg');
yes = sscanf (text, '%f', 1) > nproc () + 1;
if yes, fprintf ('test_page: the machine is busy, its time is not judged\n'); end
end

function [picture, dom, log] = seen (file, at, virtual)
% The picture, the document, and what the console says, after 2 s of its time.
if nargin < 3, virtual = 2000; end
png = [file, '.png'];
text = [file, '.log'];
budget = '';
if virtual, budget = sprintf ('--virtual-time-budget=%d', virtual); end
run = ['timeout 120 chromium --headless --no-sandbox --enable-unsafe-swiftshader ', ...
       '--hide-scrollbars --window-size=1000,600 --enable-logging=stderr ', budget];
where = ['"file://', canonicalize_file_name(file), at, '"'];
[~, dom] = system ([run, ' --dump-dom ', where, ' 2> ', text]);
log = complaints (text);
picture = [];
if virtual
  system ([run, ' --screenshot=', png, ' ', where, ' > /dev/null 2> ', text]);
  log = [log, complaints(text)];
  picture = imread (png);
end
end

function lines = complaints (file)
% Of the page, not of the browser: drivers may say that reading pixels takes time.
lines = regexp (fileread (file), '[^\n]*CONSOLE[^\n]*', 'match');
lines = lines(cellfun (@isempty, strfind (lines, 'GL Driver Message')));
if ~isempty (lines), fprintf ('%s\n', lines{:}); end
end
