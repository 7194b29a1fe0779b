function x = dls_plain (x)
% Data that can be compared: a handle as its text, what it captured, and the text of its file.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isa (x, 'function_handle'))
    about = functions (x);
    x = {func2str(x), ''};
    if (isfield (about, 'workspace') && ~isempty (about.workspace))
      x{2} = dls_plain (about.workspace);
    else
      file = about.file;
      if (isempty (file))
        file = which (x{1});                   % a handle read from a file does not know it
      end
      if (exist (file, 'file') == 2)
        x{2} = fileread (file);
      end
    end
  elseif (iscell (x))
    x = cellfun (@dls_plain, x, 'UniformOutput', false);
  elseif (isstruct (x))
    x = {fieldnames(x), dls_plain(struct2cell (x))};
  elseif (~(isnumeric (x) || islogical (x) || ischar (x)))
    x = {class(x), size(x)};
  end
end
