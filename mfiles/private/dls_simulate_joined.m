function sol = dls_simulate_joined (a, sol)
% A motion and what came after it.
% SPDX-License-Identifier: GPL-3.0-or-later
  nu = max (size (a.status, 1), size (sol.status, 1));
  [a, sol] = deal (widened (a, nu), widened (sol, nu));
  for name = {'t', 'q', 'v', 'x', 'p', 'status', 'gap', 'contact'}
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

% Places for nu contacts, where they come and go.
function sol = widened (sol, nu)
  more = zeros (nu - size (sol.status, 1), numel (sol.t));
  if (isempty (sol.contact) || isempty (more))
    return
  end
  n = sol.nb + nu - size (more, 1);
  sol.p = [sol.p(1:n,:); more; sol.p(n+1:end,:); repmat(more, sol.d - 1, 1)];
  sol.status = [sol.status; more];
  sol.contact = [sol.contact; more];
  sol.gap = [sol.gap; more + Inf];
end
