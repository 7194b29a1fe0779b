function dls_sweep_save (folder, file, x)
% Store x as folder/file, whole or not at all: written in folder/tmp, then renamed.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent octave process
  if (isempty (octave))
    octave = exist ('OCTAVE_VERSION', 'builtin') ~= 0;
    process = dls_sweep_owner ();
  end
  target = [folder, '/', file];
  part = [folder, '/tmp/', process, '-', strrep(file, '/', '-')];
  if (octave)
    save ('-binary', part, 'x');
  else
    save (part, 'x', '-v7', '-mat');
  end
  % save is silent about a full disk and about functions that it writes but cannot read
  if (isempty (dls_sweep_load (part)) || ~dls_rename (part, target))
    dls_sweep_delete (part);
    error ('delassus:file', ['dls_sweep: ''%s'' was written but cannot be read: a full ', ...
           'disk, or something that cannot be stored'], target);
  end
end
