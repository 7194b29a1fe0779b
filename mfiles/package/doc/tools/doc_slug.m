% DOC_SLUG  The name of a heading in addresses: small letters, digits and hyphens.
% SPDX-License-Identifier: GPL-3.0-or-later
function name = doc_slug (text)
  name = regexprep (lower (text), '[^a-z0-9]+', '-');
  name = regexprep (name, '^-|-$', '');
end
