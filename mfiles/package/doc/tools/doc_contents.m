% DOC_CONTENTS  What mfiles/Contents.m shall say: the functions of the index and their first lines.
%
%   text = doc_contents (top)     % TOP: folder of the project
%
% SPDX-License-Identifier: GPL-3.0-or-later
function text = doc_contents (top)
  header = fileread (fullfile (top, 'libcore', 'delassus.h'));
  version = regexp (header, 'define DLS_VERSION "([^"]*)"', 'tokens', 'once');
  text = sprintf ('%% Delassus\n%% Version %s\n', version{1});
  for group = doc_index (fullfile (top, 'mfiles', 'package', 'INDEX'))
    text = sprintf ('%s%%\n%% %s\n', text, group.title);
    for i = 1:numel (group.names)
      name = group.names{i};
      h = doc_help (fullfile (top, 'mfiles', [name, '.m']));
      text = sprintf ('%s%%   %s - %s\n', text, name, regexprep (h.summary, '\.$', ''));
    end
  end
  text = [text, sprintf('%%\n%% SPDX-License-Identifier: GPL-3.0-or-later\n')];
end
