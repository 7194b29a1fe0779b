function G = dls_plot_curves (sol, o, most)
% Curves of dls_plot by their kind, for lengths and angles have axes of their own: G.q, G.angles,
% G.v, G.spins have rows (of sol.q, sol.v; the most that vary most, or o.Coordinates) and names (of
% bodies, o.Names, or q1, q2 ...). Quaternions are not drawn.
% rows = dls_plot_curves (x, most): the rows of a matrix that vary most, in their order.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin == 2)
    G = largest (sol, o);
    return
  end
  [names, turning, left_out] = coordinates (sol);
  n = size (sol.v, 1);
  if (~isempty (o.Names))
    names{1}(1:numel (o.Names)) = o.Names;
    names{2}(1:min (end, numel (o.Names))) = o.Names(1:min (end, n));
  end
  chosen = {o.Coordinates, o.Coordinates(o.Coordinates <= n)};
  x = {sol.q, sol.v};
  fields = {'q', 'angles'; 'v', 'spins'};
  for side = 1:2
    for turns = [false, true]
      rows = find (turning{side} == turns & ~left_out{side});
      if (isempty (o.Coordinates))
        rows = rows(largest (x{side}(rows,:), most));
      else
        rows = reshape (chosen{side}(ismember (chosen{side}, rows)), 1, []);
      end
      G.(fields{side,1+turns}) = struct ('rows', rows, 'names', {names{side}(rows)});
    end
  end
end

% Names of positions and velocities, which of them turn, which are quaternions
function [names, turning, left_out] = coordinates (sol)
  nq = size (sol.q, 1);
  n = size (sol.v, 1);
  names = {numbered('q', 1:nq), numbered('v', 1:n)};
  turning = {false(1, nq), false(1, n)};
  left_out = turning;
  if (~(isfield (sol, 'model') && isfield (sol.model, 'mechanism') ...
        && numel (sol.model.mechanism.q) == nq))
    return
  end
  B = sol.model.mechanism;
  bodies = {B.bodies(~[B.bodies.fixed]).name};
  words = {{'x', 'y', 'angle'}, {'vx', 'vy', 'spin'}};
  if (B.d == 3)
    words = {{'x', 'y', 'z', 'e0', 'e1', 'e2', 'e3'}, {'vx', 'vy', 'vz', 'wx', 'wy', 'wz'}};
  end
  for side = 1:2
    [word, body] = ndgrid (1:numel (words{side}), 1:numel (bodies));
    names{side} = reshape (strcat (bodies(body), '.', words{side}(word)), 1, []);
    kind = repmat (words{side}, 1, numel (bodies));
    turning{side} = ismember (kind, {'angle', 'spin', 'wx', 'wy', 'wz'});
    left_out{side} = ismember (kind, {'e0', 'e1', 'e2', 'e3'});
  end
end

function rows = largest (x, most)
  [~, order] = sort (max (x, [], 2) - min (x, [], 2), 'descend');
  rows = sort (order(1:min (end, most)))';
end

function list = numbered (letter, k)
  list = arrayfun (@(i) sprintf ('%s%d', letter, i), k, 'UniformOutput', false);
end
