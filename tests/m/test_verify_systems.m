% TEST_VERIFY_SYSTEMS  Claims of answers about contact systems, damaged: rows of damage_refused.
% SPDX-License-Identifier: GPL-3.0-or-later
function pass = test_verify_systems ()
  pass = [damage_refused({@legs, @supports, @guides, @fingers, @lens, @weights, @pushed, ...
                          @slides, @sliding}), ...
          stretched()];
end

function [x, claims] = ranges (S)
  [x.lo, x.hi, x.info] = dls_reaction_range (S);
  claims = {'info.status', 'status'};
  for side = {'lo', 'hi'}
    for part = {'nb', 'nu', 'tb', 'tu'}
      if (~isempty (x.lo.(part{1})) && strcmp (x.info.status, 'solved'))
        if (any (isfinite (x.(side{1}).(part{1}))))
          claims(end+1,:) = {[side{1}, '.', part{1}], 'numbers'};
        end
        claims(end+1,:) = {['info.determined.', part{1}], 'flag'};
        claims(end+1,:) = {['info.unbounded.', part{1}], 'flag'};
      end
    end
  end
  if (~isempty (x.info.detaching) && strcmp (x.info.status, 'solved'))
    claims(end+1,:) = {'info.detaching', 'flag'};
  end
end

% a beam on three supports, one of two constraints determined, one that opens
function [S, x, claims] = legs ()
  S = dls_system ('M', diag ([1 1/3]), 'F', [9.81; 0], 'Gu', [1 1 1; -1 0 1]);
  [x, claims] = ranges (S);
end

function [S, x, claims] = supports ()
  S = dls_system ('M', eye (4), 'F', [1; 2; 3; -1], 'Gb', [1 1 0; 0 0 1; 0 0 0; 0 0 0], ...
                  'Gu', [0; 0; 0; 1]);
  [x, claims] = ranges (S);
end

% double cones in the plane: both signs are tried
function [S, x, claims] = guides ()
  S = dls_system ('M', eye (3), 'F', [3; 4; 1], 'Gb', [0 0; 1 1; 0 1], 'Hb', [1 1; 0 0; 0 0], ...
                  'mub', [.9; 2]);
  [x, claims] = ranges (S);
end

function [S, x, claims] = fingers ()
  S = dls_system ('M', eye (4), 'F', [0; 9.81; -15; 20], 'Gb', [1; 0; 0; 0], 'Gu', ...
                  [1 -1; 0 0; -1 0; 0 1], 'Hu', [0 0; 1 1; 0 0; 0 0], 'muu', [0.3; 0.4]);
  [x, claims] = ranges (S);
end

% in space
function [S, x, claims] = lens ()
  S = dls_system ('M', eye (5), 'F', [0; 0; 9.81; -10; 10], 'Gb', [1; 0; 0; 0; 0], 'd', 3, ...
                  'Gu', [1 -1; 0 0; 0 0; -1 0; 0 1], 'Hu', [0 0 0 0; 1 0 1 0; 0 1 0 1; ...
                  0 0 0 0; 0 0 0 0], 'muu', 0.6);
  [x, claims] = ranges (S);
end

% no force acts: squeezed as strongly as you like
function [S, x, claims] = weights ()
  S = dls_system ('M', eye (2), 'F', [0; 1], 'Gu', [1 -1; 0 0], 'Hu', [0 0; 1 1], 'muu', 0.5);
  [x, claims] = ranges (S);
end

function [S, x, claims] = pushed ()
  S = dls_system ('M', eye (2), 'F', [6; 10], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
  [x, claims] = ranges (S);
  claims = [claims; {'info.certificate.y', 'turned'; 'info.certificate.lambda.nu', 'numbers'}];
end

function [S, x, claims] = slides ()
  S = dls_system ('M', eye (3), 'F', [6; 10; 1], 'Gu', [0 0; 1 0; 0 1], 'Hu', [1 0; 0 0; 0 0], ...
                  'muu', [.5; .5], 'vtu', [0 1]);
  [x, claims] = ranges (S);
  claims(end+1,:) = {'info.certificate.y', 'turned'};
end

function [S, x, claims] = sliding ()
  S = dls_system ('M', eye (3), 'F', [1; 10; 1], 'Gu', [0 0 0; 1 1 1; -1 1 0], 'Hu', ...
                  [1 1 1; 0 0 0; 0 0 0], 'muu', [.5; .5; .2], 'vtu', [1 1 1]);
  [x, claims] = ranges (S);
  claims(end+1,:) = {'that no reactions are beyond', 'left'};
end

% intervals that hold too much
function pass = stretched ()
  S = legs ();
  [x.lo, x.hi, x.info] = dls_reaction_range (S);
  pass = [];
  for hi = {[Inf; Inf; Inf], 2 * x.hi.nu, x.hi.nu([2 1 3])}
    y = x;
    y.hi.nu = hi{1};
    y.info.unbounded.nu = isinf (hi{1});
    pass(end+1) = ~dls_verify (S, y);
  end
end
