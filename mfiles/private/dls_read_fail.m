function dls_read_fail (S, what)
% Raise the error of a file that cannot be understood.
% SPDX-License-Identifier: GPL-3.0-or-later
  [~, name, extension] = fileparts (S.file);
  error ('delassus:format', 'dls_read: %s%s: %s', name, extension, what);
end
