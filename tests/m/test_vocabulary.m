function pass = test_vocabulary ()
% TEST_VOCABULARY  Functions, pages and examples know the options of the tables, and no old names.
%   pass = test_vocabulary ()   logical row; each failing element prints its name.
%   What stands in quotes before a value, begins with a capital and goes on in small letters is the
%   name of an option; what 0.2 renamed (names_of_old in libcore/base/settings.c) is only told to
%   those who type it.
% SPDX-License-Identifier: GPL-3.0-or-later
top = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
tables = [fileread(fullfile (top, 'mex', 'dls_option_tables.c')), ...
          fileread(fullfile (top, 'libcore', 'delassus.h'))];
known = [words(tables, '"([A-Z][A-Za-z]+)"'), own(), octave()];
old = regexp (fileread (fullfile (top, 'libcore', 'base', 'settings.c')), ...
              'names_of_old\[\].*?^};', 'match', 'once', 'lineanchors');
old = regexp (old, '\{"([^"]+)", "[^"]+"\}', 'tokens');
old = setdiff ([old{:}], known);
pass = holds ('the table of old names', numel (old) > 20);
for file = files (top)
  text = fileread (file{1});
  text = regexprep (text, '^%!.*?$', '', 'lineanchors');          % tests may ask for errors
  named = words (text, '''([A-Z][a-z]{3,}[A-Za-z]*)''(?:,|  )');
  strange = setdiff (named, known);
  pass(end+1) = holds ([file{1}, ': no option: ', strjoin(strange, ' ')], isempty (strange));
  used = old(cellfun (@(w) ~isempty (strfind (text, ['''', w, ''''])), old));
  pass(end+1) = holds ([file{1}, ': old names: ', strjoin(used, ' ')], isempty (used));
end
end

function ok = holds (name, ok)
if ~ok, fprintf ('test_vocabulary: %s\n', name); end
end

function list = words (text, pattern)
list = regexp (text, pattern, 'tokens');
list = unique ([list{:}]);
end

% Of functions without a table, and of what is no option.
function list = own ()
list = {'Include', 'Libraries', 'Blas', 'Only', 'Output', 'Verbose', 'List', 'Help', 'Overlaps', ...
        'Option', 'Mcinv', 'Anbnu', 'Anbtu', 'Anunb', 'Anutb', 'Prescott', 'Omega', 'Ftheta', ...
        'Siconos', 'Hausdorff', 'Tolerence'};          % the last: a mistake, on purpose
end

% Of Octave's and MATLAB's own functions.
function list = octave ()
list = {'UniformOutput', 'ErrorHandler', 'LineWidth', 'Color', 'WriteMode', 'DelayTime', ...
        'LoopCount', 'Compression', 'KeyType', 'ValueType', 'CollapseDelimiters', ...
        'ReturnOnError', 'UniformValues'};
end

function list = files (top)
list = {fullfile(top, 'README.md')};
for folder = {'mfiles', 'mfiles/private', 'mfiles/package/doc', 'examples', 'examples/papers', ...
              'examples/gallery', 'examples/tools'}
  for kind = {'*.m', '*.md'}
    found = dir (fullfile (top, folder{1}, kind{1}));
    list = [list, strcat(fullfile (top, folder{1}, ''), '/', {found.name})];
  end
end
end
