% FUZZ_NAMES  A page of a motion with 200 hostile names of bodies, joints, contacts and events: no
% tag beside those of a plain page, and the data are read back as they were.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_names (seed, number)
  persistent sol plain
  file = fullfile (tempdir (), sprintf ('dls_fuzz_%d.html', getpid ()));
  cleaner = onCleanup (@() unlink (file));
  if (isempty (sol))
    sol = motion (100);
    dls_animate (sol, file);
    plain = tags (fileread (file));
  end
  random_case (seed, number);
  s = sol;
  n = numel (s.model.mechanism.bodies);
  for k = 1:n
    names{k} = [hostile(), sprintf(' %d', k)];     % names differ
    s.model.mechanism.bodies(k).name = names{k};
  end
  for k = 1:numel (s.model.mechanism.joints)
    s.model.mechanism.joints(k).name = [hostile(), sprintf(' %d', k)];
  end
  for field = {'b', 'u'}
    s.names.(field{1}) = cellfun (@(x) hostile (), s.names.(field{1}), 'UniformOutput', false);
  end
  s.events = struct ('t', {0.02, 0.04}, 'contact', {1, 1}, 'kind', {hostile(), hostile()}, ...
                     'value', {0, 0});
  dls_animate (s, file);
  text = fileread (file);
  why = '';
  if (~isequal (tags (text), plain))
    why = 'wrong: other tags';
    return
  end
  D = jsondecode (regexp (text, '(?<=const D = )\{.*?\}(?=;\n)', 'match', 'once'));
  shown = {D.bodies.name};
  if (~isequal (shown(end-n+1:end), names))
    why = 'wrong: other names';
  end
end

function list = tags (text)
  list = regexp (text, '<[/!?]?[a-zA-Z-]*', 'match');
end

% Pieces that end strings, tags and comments, marks of the template, UTF-8 of all lengths
function text = hostile ()
  pieces = {'</script>', '</title>', '<!--', '-->', '<script>', '@DATA@', '@TITLE@', '"', '''', ...
            '\', '\u003c', '\\u003c', '<\/', ']]>', '&lt;', '&', '<', '>', '`', '${1}', "\n", ...
            "\t", '%s', '%', '$1', '\1', '*/', '//', '</', '<img src=x onerror=alert(1)>', ...
            char ([195 164]), char ([226 128 168]), char ([240 159 152 128]), 'a', ' ', '0', ...
            ';', '='};
  text = [pieces{randi(numel (pieces), 1, randi (6))}];
end

function sol = motion (n)
  B = dls_mechanism ('gravity', [0 -10]);
  last = {'ground', [0 0.2]};
  for k = 1:n
    name = sprintf ('b%d', k);
    B = dls_body (B, name, 'mass', 1, 'shape', 'circle', 'size', 0.1, 'at', [k, 0.2]);
    B = dls_joint (B, sprintf ('j%d', k), 'hinge', last, {name, [-1 0]});
    last = {name};
  end
  B = dls_touch (B, 'ground', 'b1');
  sol = dls_simulate (B, [0 0.04], 'Step', 0.02);
end
