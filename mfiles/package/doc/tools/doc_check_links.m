% DOC_CHECK_LINKS  Links and pictures of the HTML pages in a folder that lead nowhere.
%
%   errors = doc_check_links (folder)     % cell of 'page.html: no ...'
%
% Addresses with a scheme (https: ...) are not followed.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function errors = doc_check_links (folder)
  errors = {};
  files = glob (fullfile (folder, '*.html'));
  texts = cellfun (@fileread, files, 'UniformOutput', false);
  [~, names] = cellfun (@fileparts, files, 'UniformOutput', false);
  for i = 1:numel (files)
    targets = unique ([regexp(texts{i}, ' (?:href|src)="([^"]*)"', 'tokens'){:}]);
    for target = targets
      parts = [strsplit(target{1}, '#'), {''}];
      if (! isempty (regexp (target{1}, '^\w+:', 'once')))
        continue;
      end
      page = i;
      if (! isempty (parts{1}))
        page = find (strcmp ([parts{1}], strcat (names, '.html')));
      end
      found = ! isempty (page) || exist (fullfile (folder, parts{1}), 'file');
      if (! isempty (page) && ! isempty (parts{2}))
        found = ! isempty (strfind (texts{page}, sprintf ('id="%s"', parts{2})));
      end
      if (! found)
        errors{end+1} = sprintf ('%s.html: no %s', names{i}, target{1});
      end
    end
  end
end
