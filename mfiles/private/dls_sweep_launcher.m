function L = dls_sweep_launcher ()
% What mpirun, srun and the like tell a process: its rank, the number of ranks, a name of the run.
% SPDX-License-Identifier: GPL-3.0-or-later
  names = {'OMPI_COMM_WORLD_RANK', 'OMPI_COMM_WORLD_SIZE'; 'PMI_RANK', 'PMI_SIZE'; ...
           'SLURM_PROCID', 'SLURM_STEP_NUM_TASKS'; 'SLURM_PROCID', 'SLURM_NTASKS'};
  L = struct ('rank', 0, 'ranks', 1, 'run', '');
  for i = 1:size (names, 1)
    rank = str2double (getenv (names{i,1}));
    ranks = str2double (getenv (names{i,2}));
    if (rank >= 0 && ranks > rank)
      L.rank = rank;
      L.ranks = ranks;
      break
    end
  end
  ids = cellfun (@getenv, {'PMIX_NAMESPACE', 'OMPI_MCA_ess_base_jobid', 'PMI_JOBID', ...
                           'SLURM_JOB_ID', 'SLURM_STEP_ID'}, 'UniformOutput', false);
  L.run = regexprep (strjoin (ids, '-'), '[^\w-]', '_');
end
