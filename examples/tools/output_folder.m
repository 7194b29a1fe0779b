function folder = output_folder (part)
% OUTPUT_FOLDER  Where pictures of examples go: build of a clone (of PART in it, made if absent),
%   or of an installed package the folder delassus among the temporary files.
% SPDX-License-Identifier: GPL-3.0-or-later
top = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
if exist (fullfile (top, 'Makefile'), 'file')
  folder = fullfile (top, 'build');
else
  folder = fullfile (tempdir (), 'delassus');
end
if nargin > 0, folder = fullfile (folder, part); end
if ~exist (folder, 'dir'), mkdir (folder); end
end
