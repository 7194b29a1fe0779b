function dls_sweep_work (J, go_on)
% Claim chunks and compute their points until nothing is free or go_on (), asked before each
% point, says no.
% SPDX-License-Identifier: GPL-3.0-or-later
  next = 1;
  [points, next, again] = dls_sweep_claim (J, next);
  while (~isempty (points))
    if (~dls_sweep_compute (J, points, again, go_on))
      return
    end
    [points, next, again] = dls_sweep_claim (J, next);
  end
end

% Claim a chunk: its points, [] when nothing is free. Chunks are tried from number `next` on;
% after the last, those that dead processes left (again: some of their points may be finished).
function [points, next, again] = dls_sweep_claim (J, next)
  claims = [J.folder, '/claims/'];
  again = false;
  if (isinf (next))
    [points, again] = left_behind (J, claims);
    return
  end
  names = {};
  while (true)
    name = sprintf ('%07d', next);
    mine = [claims, name, '.', J.me];
    if (dls_rename ([claims, name], mine))
      points = sscanf (fileread (mine), '%d')';
      next = next + 1;
      return
    end
    if (isempty (names))                       % somebody has it, or it is past the last
      names = dls_sweep_names (claims(1:end-1));
      last = max ([0, str2double(regexprep (names, '\..*', ''))]);
    end
    next = next + 1;
    if (next > last)
      next = Inf;
      [points, again] = left_behind (J, claims);
      return
    end
  end
end

function [points, again] = left_behind (J, claims)
  points = [];
  again = false;
  names = dls_sweep_names (claims(1:end-1));
  for name = names(~cellfun (@isempty, regexp (names, '^\d+\.free$')))
    mine = [claims, name{1}(1:end-4), J.me];
    if (dls_rename ([claims, name{1}], mine))
      points = sscanf (fileread (mine), '%d')';
      again = true;
      return
    end
  end
end
