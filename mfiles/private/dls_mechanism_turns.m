function varargout = dls_mechanism_turns (what, varargin)
% Whole turns of the joints of a mechanism in space, that their angles have beyond (-pi, pi]; in the
% plane positions count them.
%   count = ('count', B)            how many angles each joint has, a row
%   turns = ('of', B)               of all angles, a column
%   B = ('at', B, turns)            with these; ('at', B, turns, C): of the joints of C, by name
%   q = ('whole', D, q, turns)      positions and angles, for dls_mechanism_mex, of these turns
%   q = ('after', model, sol)       the same, where a motion of this model (bound) has ended
%   [q, turns] = ('split', D, q)    and back, for each column of q, with or without angles
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:max (nargout, 1)}] = feval (['turns_', what], varargin{:});
end

function count = turns_count (B)
  kind = reshape ({B.joints.kind}, 1, []);
  count = zeros (size (kind));
  if (B.d == 3 && ~isempty (kind))
    count = 2 * strcmp (kind, 'universal') ...
            + ismember (kind, {'hinge', 'cylindrical', 'planar'});
  end
end

function turns = turns_of (B)
  count = turns_count (B);
  own = {B.joints(count > 0).turns};
  count = count(count > 0);
  found = cellfun ('prodofsize', own);
  for k = find (found ~= count)
    error ('delassus:type', 'dls_mechanism: a joint has %d ''turns''; expected %d, one per %s', ...
           found(k), count(k), 'angle');
  end
  turns = [zeros(1, 0), own{:}]';
end

function B = turns_at (B, turns, C)
  count = turns_count (B);
  if (nargin < 3 || isequal ({B.joints.name}, {C.joints.name}))
    given = {B.joints.name};
    from = count;
  else
    given = {C.joints.name};
    from = turns_count (C);
  end
  if (sum (from) ~= numel (turns))
    dls_raise ('delassus:dimension', ['dls_at: the motion has %d numbers of turns, the ', ...
               'mechanism %d angles'], numel (turns), sum (from));
  end
  [there, at] = ismember ({B.joints.name}, given(from > 0));
  own = mat2cell (turns(:)', 1, from(from > 0));
  for k = find (there & count > 0)
    if (numel (own{at(k)}) == count(k))
      B.joints(k).turns = own{at(k)};
    end
  end
end

function q = turns_whole (D, q, turns)
  D.place(:,D.fixed == 0) = reshape (q, size (D.place, 1), []);
  D.angle(32,:) = turns;
  q = dls_mechanism_mex ('angles', D, q);
end

function q = turns_after (model, sol)
  B = model.mechanism;
  if (isfield (sol.model, 'mechanism'))
    B = turns_at (B, sol.last.turns, sol.model.mechanism);
  end
  q = turns_whole (model.machine, sol.last.q, turns_of (B));
end

function [q, turns] = turns_split (D, q)
  count = size (D.angle, 2);
  turns = zeros (count, size (q, 2));
  if (count > 0)
    turns = dls_mechanism_mex ('turns', D, q);
    q = q(1:7 * sum (D.fixed == 0),:);
  end
end
