function sol = dls_simulate_joined (a, sol)
% A motion and what came after it.
% SPDX-License-Identifier: GPL-3.0-or-later
  for name = {'t', 'q', 'v', 'x', 'p', 'status', 'gap'}
    sol.(name{1}) = [a.(name{1}), sol.(name{1})(:,2:end)];
  end
  for part = {'force', 'constraint', 'contact', 'friction', 'balance'}
    sol.energy.(part{1}) = a.energy.(part{1})(end) + sol.energy.(part{1});
  end
  for name = {'energy', 'drift'}
    for part = fieldnames(sol.(name{1}))'
      sol.(name{1}).(part{1}) = [a.(name{1}).(part{1}), sol.(name{1}).(part{1})(2:end)];
    end
  end
  sol.events = [a.events, sol.events];
  for name = {'te', 'qe', 've', 'ie'}
    if (isempty (sol.ie))
      sol.(name{1}) = a.(name{1});
    elseif (~isempty (a.ie))
      sol.(name{1}) = [a.(name{1}), sol.(name{1})];
    end
  end
  sol.monitor = [a.monitor, sol.monitor];
  b = sol.stats;
  for part = {'steps', 'rejected', 'solves', 'factorisations', 'iterations', 'evaluations', ...
              'time', 'recorded'}
    sol.stats.(part{1}) = b.(part{1}) + a.stats.(part{1});
  end
  for part = fieldnames(b.seconds)'
    sol.stats.seconds.(part{1}) = b.seconds.(part{1}) + a.stats.seconds.(part{1});
  end
  sol.stats.friction = [a.stats.friction, b.friction];
  sol.stats.residual = max (b.residual, a.stats.residual);
  sol.stats.compiled = b.compiled && a.stats.compiled;
end

