function ok = raises (f, id, text)
% Does f () raise the error id with the text in its message? If not, what came is printed.
% SPDX-License-Identifier: GPL-3.0-or-later
what = 'no error';
ok = false;
try
  f ();
catch err
  what = [err.identifier, ' ', err.message];
  ok = strcmp (err.identifier, id) && ~isempty (strfind (err.message, text));
end
if ~ok, fprintf ('expected %s, %s; found %s\n', id, text, what); end
end
