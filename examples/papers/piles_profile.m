% PILES_PROFILE  Which method is fastest on how many piles, and by how much: a performance profile.
%   Spheres fall into a box (bead_run). Problems: their next step as they are, with velocities at
%   random, and with the upper ones drawn over the lower ones, with little and with much friction.
%   Beside the methods of dls_friction those of Siconos, if python3 finds it (Debian:
%   python3-siconos), on the local form, whose making is not counted. All to the same tolerance in
%   Siconos' own measure, recomputed here from the answer; time of the processor, up to 10 s. A page
%   of the manual has the picture.
% SPDX-License-Identifier: GPL-3.0-or-later
tools = fullfile (fileparts (mfilename ('fullpath')), '..', 'tools');
source (fullfile (tools, 'figure_paths.m'));
setenv ('OPENBLAS_NUM_THREADS', '1');  % of python3
for place = {'python3', '/usr/bin/python3'}  % another one may come first
  python = [place{1}, ' ', fullfile(tools, 'siconos_solve.py')];
  [missing, ~] = system ([python, ' 2>&1']);
  if (~missing), break, end
end
ours = {'auto', 'pseudo-time', 'interior-point', 'gauss-seidel'};
theirs = {'NSGS', 'NSN_AC', 'PROX'};
if (missing)
  figure_row ('Siconos', 'not stated', 'not installed (SKIPPED)', 'ours only');
  theirs = {};
end
h = 0.02;
problems = {};
for count = [64 125]
  log = bead_run (bead_start (count, 4 + (count > 64), 1), ...
                  struct ('h', h, 'mu', 0.5, 'steps', 100, 'warm', false, ...
                          'options', {{'Tolerance', 1e-4}}));
  beads = log.beads;
  C = bead_contacts (beads.x, beads.R, beads.box, 2e-3);
  rand ('twister', 5);
  drawn = zeros (6, count);
  drawn(1,:) = 0.5 * beads.x(3,:);
  for mu = [0.2 0.7]
    for v = [beads.v, beads.v + 0.3 * (rand (6 * count, 1) - 0.5), beads.v + drawn(:)]
      problems{end+1} = bead_problem (beads, C, v, h, mu, 0);
    end
  end
end

solvers = [ours, strcat({'Siconos '}, theirs)];
tolerances = [1e-4 1e-8];
fig = figure ('visible', 'off', 'position', [0 0 1100 400]);
times = inf (numel (problems), numel (solvers), numel (tolerances));
file = [tempname(), '.dat'];
clean = onCleanup (@() delete (file));
for p = 1:numel (problems)
  P = problems{p};
  L = dls_problem ('W', full (P.H * (P.M \ P.H')), 'q', P.w - P.H * (P.M \ P.f), ...
                   'mu', P.mu, 'd', 3);
  dls_write (L, file);
  for k = 1:numel (tolerances)
    for m = 1:numel (solvers)
      if (m <= numel (ours))
        spent = cputime ();
        r = dls_friction (P, 'Method', ours{m}, 'Tolerance', tolerances(k), 'Measure', ...
                          'siconos', 'MaxTime', 10);
        spent = cputime () - spent;
      else
        [~, text] = system (sprintf ('%s %s %s %.0e 10 2>/dev/null', python, file, ...
                                     theirs{m-numel (ours)}, tolerances(k)));
        numbers = sscanf (text, '%f');
        [spent, r] = deal (inf, numbers(2:end));
        if (numel (r) == numel (L.q)), spent = numbers(1); end
      end
      if (isfinite (spent) && dls_residual (L, r, [], 'Measure', 'siconos') <= 1.1 * tolerances(k))
        times(p,m,k) = max (spent, 1e-3);  % the clock sees no less
      end
    end
  end
end

for k = 1:numel (tolerances)
  ratio = sort (times(:,:,k) ./ min (times(:,:,k), [], 2), 1);
  share = (1:numel (problems))' / numel (problems);
  subplot (1, 2, k);
  hold on
  for m = 1:numel (solvers)
    reached = isfinite (ratio(:,m));
    x = [ratio(reached,m); 1e3];
    stairs (x, [share(reached); max([share(reached); 0])]);
    figure_row (sprintf ('%s to %.0e', solvers{m}, tolerances(k)), 'not stated', ...
                sprintf ('solved %d of %d, fastest on %d', sum (reached), numel (problems), ...
                         sum (ratio(:,m) == 1)), ...
                sprintf ('median %.1f ms', 1e3 * median (times(:,m,k))));
  end
  set (gca, 'xscale', 'log', 'xlim', [1 1e3], 'ylim', [0 1.02]);
  title (sprintf ('to %.0e', tolerances(k)));
  xlabel ('time, in that of the fastest');
  ylabel ('share of problems');
  grid on
end
legend (solvers, 'location', 'southeast', 'interpreter', 'none');
columns_ = [strcat(solvers, ' 1e-4'), strcat(solvers, ' 1e-8')];
figure_save (fig, 'piles_profile', columns_, reshape (times, numel (problems), []));
