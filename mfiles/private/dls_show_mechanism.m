function lines = dls_show_mechanism (B)
% What DLS_SHOW says of a mechanism: bodies, joints, forces, degrees of freedom, what repeats what.
% SPDX-License-Identifier: GPL-3.0-or-later
  lines = [heading(B), bodies(B), joints(B), forces(B)];
  if (~isempty (B.v))
    lines = [lines, freedom(B)];
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
