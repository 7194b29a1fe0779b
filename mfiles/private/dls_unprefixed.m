function text = dls_unprefixed (text)
% The message of an error without the names of the gateway and the function that begin it. What the
% user typed may stand in it and need not be UTF-8, which regexprep refuses: only what comes before
% the first such letter is looked at.
% SPDX-License-Identifier: GPL-3.0-or-later
  ascii = find ([double(text) > 126, true], 1) - 1;
  text = [regexprep(text(1:ascii), '^(\w+_mex: )?((dls_\w+|update): )?', ''), text(ascii+1:end)];
end
