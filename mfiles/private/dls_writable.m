function dls_writable (file, caller)
% Raise an error where a file cannot be written ('' is none); what is in it stays.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (~isempty (file))
    [fid, why] = fopen (file, 'a');
    if (fid < 0)
      error ('delassus:file', '%s: cannot write ''%s'': %s', caller, file, why);
    end
    fclose (fid);
  end
end
