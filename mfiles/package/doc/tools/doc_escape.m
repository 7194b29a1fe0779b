% DOC_ESCAPE  Plain text as HTML.
% SPDX-License-Identifier: GPL-3.0-or-later
function text = doc_escape (text)
  text = strrep (text, '&', '&amp;');
  text = strrep (text, '<', '&lt;');
  text = strrep (text, '>', '&gt;');
  text = strrep (text, '"', '&quot;');
end
