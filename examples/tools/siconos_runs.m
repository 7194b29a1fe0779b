function [times, answers] = siconos_runs (python, P, solver, tolerances, limit)
% SICONOS_RUNS  A solver of Siconos on a problem in global form, to each of the tolerances.
%   [times, answers] = siconos_runs (python, P, solver, tolerances, limit)
%   python of SICONOS_PYTHON; limit: seconds of CPU time each. Columns for the tolerances that
%   it came to, whatever its answers are worth: reactions, d*nc rows. The local form, which solvers
%   but GLOBAL_... want, is made here and not counted.
% SPDX-License-Identifier: GPL-3.0-or-later
if (~strncmp (solver, 'GLOBAL', 6) && isfield (P, 'H'))
  P = dls_problem ('W', full (P.H * (P.M \ P.H')), 'q', P.w - P.H * (P.M \ P.f), 'mu', P.mu, ...
                   'd', P.d);
end
file = [tempname(), '.dat'];
clean = onCleanup (@() delete (file));
dls_write (P, file);
asked = sprintf (' %.0e %.3g', [tolerances; limit * ones(size (tolerances))]);
[~, text] = system (sprintf ('%s %s %s%s 2>/dev/null', python, file, solver, asked));
[times, answers] = deal (zeros (1, 0), zeros (P.d * P.nc, 0));
for row = strsplit (text, "\n")
  numbers = sscanf (row{1}, '%f');
  if (numel (numbers) == 1 + P.d * P.nc && all (isfinite (numbers)))
    times(end+1) = numbers(1);
    answers(:,end+1) = numbers(2:end);
  end
end
end
