function text = dls_show (B, varargin)
%DLS_SHOW  The summary of a mechanism: bodies, joints, degrees of freedom, and what repeats what.
%   DLS_SHOW (B) prints of a mechanism of DLS_MECHANISM its bodies, joints and forces, Grubler's
%   count (velocities less equations), the true number of degrees of freedom (velocities less the
%   rank of the equations) at the present state, and why they differ: which equations repeat others,
%   and what to release so that all reactions are determined.
%   TEXT = DLS_SHOW (B) returns the text.
%
%   Example: a parallelogram with a third bar: it moves although Grubler's count is 0
%     B = dls_mechanism ('gravity', [0 -9.81]);
%     B = dls_body (B, 'plate', 'mass', 1, 'inertia', 1, 'at', [0 1]);
%     for x = [-1 0 1]
%       B = dls_joint (B, sprintf ('bar%d', x + 2), 'distance', ...
%                     {'ground', [x 0]}, {'plate', [x 0]});
%     end
%     dls_show (B)
%
%   See also DLS_MECHANISM, DLS_REDUNDANCY.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin ~= 1)
    error ('delassus:type', 'dls_show: %d arguments; expected a mechanism', nargin);
  end
  dls_mechanism_input (B, 'dls_show');
  lines = [heading(B), bodies(B), joints(B), forces(B)];
  if (~isempty (B.v))
    lines = [lines, freedom(B)];
  end
  text = sprintf ('%s\n', lines{:});
  if (nargout == 0)
    fprintf ('%s', text);
    clear text
  end
end

function lines = heading (B)
  where = {'in the plane', 'in space'};
  lines = {sprintf('mechanism %s, gravity [%s], t = %g', where{B.d-1}, ...
                   strtrim (sprintf ('%g ', B.gravity)), B.t)};
end

function lines = bodies (B)
  list = {};
  for body = B.bodies(:)'
    text = sprintf ('%s (mass %.4g)', body.name, body.mass);
    if (body.fixed)
      text = sprintf ('%s (fixed)', body.name);
    end
    list{end+1} = text;
  end
  lines = {sprintf('bodies: %s', some (list, ', ', 10))};
end

function lines = joints (B)
  most = 12;
  lines = {};
  for joint = B.joints(1:min (end, most))'
    text = sprintf ('  %s: %s', joint.name, joint.kind);
    if (joint.of > 0)
      text = sprintf ('%s of %s', text, B.joints(joint.of).name);
    elseif (~isempty (joint.a))
      text = sprintf ('%s, %s and %s', text, name_of (B, joint.a.body), name_of (B, joint.b.body));
    end
    lines{end+1} = text;
  end
  if (numel (B.joints) > most)
    lines{end+1} = sprintf ('  ... and %d more', numel (B.joints) - most);
  end
  lines = [{sprintf('joints: %d', numel (B.joints))}, lines];
end

function lines = forces (B)
  lines = {};
  if (~isempty (B.forces))
    lines = {sprintf('forces: %s', some ({B.forces.name}, ', ', 10))};
  end
end

function name = name_of (B, k)
  name = 'ground';
  if (k > 0)
    name = B.bodies(k).name;
  end
end

function text = some (list, between, most)
  text = strjoin (list(1:min (end, most)), between);
  if (numel (list) > most)
    text = sprintf ('%s and %d more', text, numel (list) - most);
  end
end

% Grubler's count and the truth; what is not closed makes both a matter of opinion.
function lines = freedom (B)
  E = dls_mechanism_evaluate (B, B.t, B.q, B.v, 'dls_show');
  [n, m] = size (E.G);
  R = dls_redundancy (E.M, E.G, 'Names', E.names.b);
  lines = {sprintf('degrees of freedom: %d (%d velocities, rank %d)', n - R.rank, n, R.rank)
           sprintf('Grubler''s count:    %d (%d velocities, %d equations)', n - m, n, m)}';
  if (R.nullity == 0)
    lines{end} = [lines{end}, ': no equation repeats others, all reactions are determined'];
  else
    lines{end+1} = sprintf ('they differ by %d equation(s) that repeat others:', R.nullity);
    for k = reshape (R.redundant(1:min (end, 6)), 1, [])
      lines{end+1} = sprintf ('  %s repeats %s', dls_repeats ('name', R, k), ...
                              dls_repeats ('of', R, k));
    end
    if (R.nullity > 6)
      lines{end+1} = sprintf ('  ... and %d more', R.nullity - 6);
    end
    [~, released] = dls_releases (R);
    lines{end+1} = 'to determine all reactions release, in each line one choice:';
    lines = [lines, released(1:min (end, 6))];
  end
  [far, k] = max (abs (E.h));
  if (any (far > 1e-6 * (1 + max ([0; abs(B.q)]))))
    lines{end+1} = sprintf ('not assembled: %s is off by %.3g (see dls_assemble)', ...
                            E.names.b{k}, far);
  end
  if (~R.acceleration_unique)
    lines{end+1} = ['without mass, and held by nothing: ', ...
                    strjoin(loose(B, R.acceleration_kernel), ', ')];
  end
end

% The bodies that move without mass.
function names = loose (B, K)
  names = {};
  for body = B.bodies(:)'
    if (~body.fixed && any (any (K(body.first(2) + (1:3*B.d-3),:))))
      names{end+1} = body.name;
    end
  end
end

%!test  % the example of the help
%! B = dls_mechanism ('gravity', [0 -9.81]);
%! B = dls_body (B, 'plate', 'mass', 1, 'inertia', 1, 'at', [0 1]);
%! for x = [-1 0 1]
%!   B = dls_joint (B, sprintf ('bar%d', x + 2), 'distance', {'ground', [x 0]}, {'plate', [x 0]});
%! end
%! text = dls_show (B);
%! assert (~isempty (strfind (text, 'degrees of freedom: 1 (3 velocities, rank 2)')))
%! assert (~isempty (strfind (text, 'Grubler''s count:    0 (3 velocities, 3 equations)')))
%! assert (~isempty (strfind (text, 'bar3.length repeats - bar1.length + 2 bar2.length')))
%! assert (~isempty (strfind (text, 'any 1 of bar1.length, bar2.length, bar3.length')))
%!test  % a mechanism without anything
%! assert (~isempty (strfind (dls_show (dls_mechanism ('d', 3)), 'in space')))
%!test  % what is open, and what floats
%! B = dls_body (dls_mechanism ('d', 2), 'a', 'mass', 0, 'at', [1 0]);
%! B = dls_joint (B, 'pin', 'hinge', {'ground', [0 0]}, {'a', [0 0]});
%! text = dls_show (B);
%! assert (~isempty (strfind (text, 'not assembled: pin.x is off by 1')))
%! assert (~isempty (strfind (text, 'without mass, and held by nothing: a')))
%!error id=delassus:type dls_show ()
%!error id=delassus:type dls_show (1)
