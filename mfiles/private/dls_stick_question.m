function S = dls_stick_question (S)
% The system whose contacts shall all stick: those at rest with mu = 0 are asked, too, where they
% have tangents; their tangents must balance without a force.
% SPDX-License-Identifier: GPL-3.0-or-later
  sides = 'bu';
  for i = 1:2
    s = sides(i);
    H = S.(['H', s]);
    for k = find (strcmp ('frictionless', S.(['mode', s])))
      if (~isempty (H) && ~any (S.(['vt', s])(:,k)) ...
          && any (any (H(:,(k-1)*(S.d-1) + (1:S.d-1)))))
        S.(['mode', s]){k} = 'sticking';
      end
    end
  end
end
