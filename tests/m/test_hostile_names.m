function [pass, skipped] = test_hostile_names ()
% TEST_HOSTILE_NAMES  Names of files do not reach a shell, and names in a motion do not become HTML.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [];
folder = tempname ();
mkdir (folder);
before = cd (folder);
cleaner = onCleanup (@() leave (before, folder));
sol = motion ();
files = {'$(touch ran).html', '`touch ran`.html', 'a"; touch ran; ".html', '-x.html', ...
         '%s%n.html', 'a''b.html', '$HOME.html', "two\nlines.html", 'a;b&c|d.html', ...
         '*[x]?.html', '<b>.html'};
for name = files
  dls_animate (sol, name{1});
  there = numel (fileread (name{1})) > 1e4;
  pass(end+1) = holds (name{1}, there && ~exist ('ran', 'file') && numel (dir ()) == 3);
  unlink (name{1});
end
film = ~isempty (available_graphics_toolkits ()) ...
       && system ('ffmpeg -version >/dev/null 2>&1') == 0;
skipped = ~film;
for name = strrep (files(1:film * end), '.html', '.mp4')
  dls_animate (sol, name{1}, 'Rate', 2, 'Size', [240 180]);
  there = exist (fullfile (folder, name{1}), 'file') == 2;
  pass(end+1) = holds (name{1}, there && ~exist ('ran', 'file') && numel (dir ()) == 3);
  unlink (name{1});
end
pass = [pass, page(sol)];
end

% What a page shows of names in each text field that a loaded motion can contain: as text, and the
% data are read back as they were.
function pass = page (sol)
pass = [];
bad = {'</title><script>x</script>', '<!--<script>', '@DATA@', '@TITLE@', '"''&lt;', ...
       '</script>', '\u003c', '<\/', ']]>', "\\"};
for k = 1:numel (bad)
  s = sol;
  s.model.mechanism.bodies(1).name = bad{k};
  s.model.mechanism.joints(1).name = bad{k};
  s.names.b(:) = bad(k);
  s.events(1).kind = bad{k};
  dls_animate (s, 'page.html');
  text = fileread ('page.html');
  delete ('page.html');
  tags = regexp (text, '<[/!]?[a-zA-Z-]*', 'match');
  if k == 1
    dls_animate (sol, 'page.html');
    plain = regexp (fileread ('page.html'), '<[/!]?[a-zA-Z-]*', 'match');
    delete ('page.html');
  end
  pass(end+1) = holds (['no other tags: ', bad{k}], isequal (tags, plain));
  D = jsondecode (regexp (text, '(?<=const D = )\{.*?\}(?=;\n)', 'match', 'once'));
  body = D.bodies(2);
  pass(end+1) = holds (['name: ', bad{k}], strcmp (body.name, bad{k}));
end
end

function sol = motion ()
B = dls_mechanism ('gravity', [0 -10]);
B = dls_body (B, 'post', 'fixed', true, 'shape', 'circle', 'size', 0.1);
B = dls_body (B, 'rod', 'mass', 1, 'shape', 'box', 'size', [1 0.1], 'at', [0.5 0]);
B = dls_joint (B, 'pin', 'hinge', {'post'}, {'rod', [-0.5 0]});
B = dls_body (B, 'ball', 'mass', 1, 'shape', 'circle', 'size', 0.1, 'at', [3 0.11]);
B = dls_touch (B, 'ground', 'ball');
sol = dls_simulate (B, [0 1], 'Step', 0.05);
end

function leave (before, folder)
cd (before);
confirm_recursive_rmdir (false, 'local');
rmdir (folder, 's');
end

function ok = holds (name, ok)
if ~ok
  fprintf ('test_hostile_names: %s\n', name);
end
end
