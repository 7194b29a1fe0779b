function [python, solvers] = siconos_python (solvers)
% SICONOS_PYTHON  The command that runs solvers of Siconos; empty where python3 does not find it.
%   python = siconos_python ()   siconos_solve.py behind the first python3 that has it; one thread
%   [python, solvers] = siconos_python (solvers)   of a figure: {} and a row that says so without it
% SPDX-License-Identifier: GPL-3.0-or-later
setenv ('OPENBLAS_NUM_THREADS', '1');
for place = {'/usr/bin/python3', 'python3'}  % another one may come first
  python = [place{1}, ' ', fullfile(fileparts (mfilename ('fullpath')), 'siconos_solve.py')];
  [missing, ~] = system ([python, ' >/dev/null 2>&1']);
  if (~missing), return, end
end
python = '';
if (nargin > 0)
  solvers = {};
  figure_row ('Siconos', 'not stated', 'not installed (SKIPPED)', 'ours only');
end
end
