% DOC_SECTION  The lines of a Markdown file under the heading "## TITLE", without it.
% SPDX-License-Identifier: GPL-3.0-or-later
function lines = doc_section (file, title)
  lines = strsplit (fileread (file), "\n", 'CollapseDelimiters', false);
  heads = find (strncmp (lines, '## ', 3));
  begins = heads(strcmp (lines(heads), ['## ', title]));
  if (isempty (begins))
    error ('delassus:doc', '%s has no section "%s"', file, title);
  end
  ends = [heads(heads > begins(1)), numel(lines) + 1](1) - 1;
  lines = lines(begins(1) + 1:ends);
end
