function dls_sweep_worker (folder)
% A worker process of dls_sweep: it computes until no point is free or its parent has ended.
% SPDX-License-Identifier: GPL-3.0-or-later
  job = dls_sweep_load ([folder, '/job']);
  if (isempty (job))
    error ('delassus:file', 'dls_sweep: a worker cannot read ''%s/job''', folder);
  end
  cd (job.home);                               % folders of the path may be relative
  own = strsplit (path (), pathsep ());
  dirs = job.path(~ismember (job.path, own));
  if (~isempty (dirs))
    addpath (dirs{:});
  end
  setenv ('DLS_SWEEP_INSIDE', '1');
  job.J.me = dls_sweep_owner ();
  dls_sweep_work (job.J, @() getppid () == job.parent);
end
