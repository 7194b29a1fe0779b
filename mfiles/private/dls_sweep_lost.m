function [points, held] = dls_sweep_lost (J, claim)
% The unfinished points of a claim whose process died. It died computing the first of them (or
% just before): that is noted, and the second time it becomes the result of this point.
% held: were there any?
% SPDX-License-Identifier: GPL-3.0-or-later
  points = sscanf (fileread ([J.folder, '/claims/', claim]), '%d')';
  finished = str2double (dls_sweep_names ([J.folder, '/points']));
  points = points(~ismember (points, finished));
  held = ~isempty (points);
  if (~held)
    return
  end
  mark = sprintf ('lost/%07d', points(1));
  if (exist ([J.folder, '/', mark], 'file') == 2)
    r = struct ('value', [], 'seconds', NaN, 'message', ...
                'the processes that computed this point died, twice');
    dls_sweep_save (J.folder, sprintf ('points/%07d', points(1)), r);
    points(1) = [];
  else
    dls_sweep_save (J.folder, mark, 1);
  end
end
