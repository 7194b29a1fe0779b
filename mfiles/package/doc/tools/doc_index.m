% DOC_INDEX  The public functions by subject, from the index of the package.
%
%   groups = doc_index (file)     % struct array: title, names
%
% SPDX-License-Identifier: GPL-3.0-or-later
function groups = doc_index (file)
  groups = struct ('title', {}, 'names', {});
  lines = strsplit (strtrim (fileread (file)), "\n");
  for i = 2:numel (lines)                % the first line names the package
    if (lines{i}(1) == ' ')
      groups(end).names = [groups(end).names, strsplit(strtrim (lines{i}))];
    else
      groups(end+1) = struct ('title', strtrim (lines{i}), 'names', {{}});
    end
  end
end
