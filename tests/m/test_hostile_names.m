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
pass = [pass, pictures(sol), page(sol)];
end

% gnuplot runs what stands in backquotes and behind quotes; print hands names of files to a shell.
function pass = pictures (sol)
pass = [];
if isempty (available_graphics_toolkits ()), return, end
bad = {'`touch ran`', 'a"; system "touch ran"; #', ["a\"", "\n", 'system "touch ran"', "\n#"], ...
       'a\n"; system "touch ran"; #', '$(touch ran)'};
sol.model.mechanism.bodies(1).name = bad{1};
sol.model.mechanism.bodies(2).name = bad{2};
sol.model.mechanism.joints(1).name = bad{4};
sol.names.u(:) = bad(1);
R = dls_sweep (@(p) p.a, struct ('a', 1:5), 'Engine', 'serial', 'Display', 'off');
R.grid.a = bad;
plots = {@() dls_plot(dls_at (sol.model.mechanism, sol, 2)), @() dls_plot(sol), ...
         @() dls_plot_map(R), @() dls_profile([1 2 3; 3 9 1], bad(1:3))};
for k = 1:numel (plots)
  figure ('visible', 'off');
  plots{k} ();
  print (gcf (), '-dpng', 'p.png');
  close ('all');
  pass(end+1) = holds (sprintf ('picture %d', k), ~exist ('ran', 'file'));
end
delete ('p.png');
for name = strcat (bad([1 2 5]), '.png')
  dls_profile ([1 2; 3 9], {}, 'Picture', name{1});
  there = exist (fullfile (pwd (), name{1}), 'file') == 2;
  pass(end+1) = holds (name{1}, there && ~exist ('ran', 'file') && numel (dir ()) == 3);
  unlink (name{1});
end
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
s = sol;
s.model.mechanism.bodies(2).name = char ([200 65]);      % no UTF-8
dls_animate (s, 'page.html');
pass(end+1) = holds ('bytes', numel (fileread ('page.html')) > 1e4);
delete ('page.html');
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
