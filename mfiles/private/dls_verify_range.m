function varargout = dls_verify_range (what, varargin)
% Intervals of reactions; dls_verify_range (WHAT, ...): answer: lo, hi, info of dls_reaction_range;
% claim: the same by columns, in natural units; refuted, verdict, without_cones: there are none.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['range_', what], varargin{:});
end

% No reactions are admissible.
function report = range_refuted (S, info, report)
  C = info.certificate;
  lambda = [];
  if (strcmp (C.kind, 'cones'))
    lambda = C.lambda;
  end
  V = range_verdict (info.a, info.detaching(:), lambda);
  V.certificate = C;
  V.force_set = dls_stick ('no_force', S.n);
  if (~C.cones)
    S = range_without_cones (S);
  end
  report = dls_verify_sticking (S, V, report, 'as it is');
end

% That they do not fit into their cones is a verdict of dls_sticking.
function V = range_verdict (a, detaching, lambda)
  V = struct ('verdict', 'not_sticking', 'a', a, 'detaching', detaching, 'persistent', false, ...
              'static', false, 'facets', 0, 'certificate', [], 'lambda', lambda);
end

function S = range_without_cones (S)
  S.mub(strcmp ('sticking', S.modeb)) = Inf;
  S.muu(strcmp ('sticking', S.modeu)) = Inf;
end

function report = range_answer (S, answer, report)
  [T, u] = dls_natural_units (S);
  E = dls_stick ('columns', T);
  unit = [u.nb; u.nu; u.tb(E.rows_tb); u.tu(E.rows_tu)];
  info = answer.info;
  rows_tb = true (E.count_tb, 1);
  rows_tb(E.rows_tb) = false;
  rows_tu = true (E.count_tu, 1);
  rows_tu(E.rows_tu) = false;
  none = [answer.lo.tb(rows_tb); answer.hi.tb(rows_tb); ...
          answer.lo.tu(rows_tu); answer.hi.tu(rows_tu)];
  report = dls_judge ('check', report, 'no force along tangents that do not stick', ...
                      max ([0; abs(none)]), 0);
  R = struct ('a', info.a ./ u.a, 'detaching', info.detaching(:), 'cones', true, 'proof', ...
              dls_range_proof ('units', info.proof, struct ('a', 1 ./ u.a, 'size', ...
                                                                  1 / u.size), 1 ./ unit));
  if (~isempty (R.proof))
    R.cones = R.proof.cones;
  end
  names = {'lo', 'hi', 'determined', 'unbounded'};
  values = {answer.lo, answer.hi, info.determined, info.unbounded};
  for k = 1:4
    x = values{k};
    R.(names{k}) = [x.nb(:); x.nu(:); x.tb(E.rows_tb); x.tu(E.rows_tu)];
  end
  R.lo = R.lo ./ unit;
  R.hi = R.hi ./ unit;
  report = range_claim (T, R, report);
end

% The intervals R on S, both in natural units; R.lo, .hi, .determined, .unbounded: of the columns of
% dls_stick ('columns'); .a, .detaching, .cones (are there any?), .proof (dls_range_proof).
%   G*lambda = w = M*a + F, open contacts without reactions: with Gu'*a + bu >= 0, zero at the
%   others, that are all solutions (M*a is unique)
%   an end that is finite is attained by admissible reactions, and bounded by a multiplier y: e -
%   G'*y in the dual of the cones, so that lambda_j >= w'*y; in each case of signs
%   one that is infinite has admissible reactions and a direction in which they remain so
function report = range_claim (S, R, report)
  E = dls_verify_cones ('contacts', S, R.detaching, R.cones, false, 0);
  P = R.proof;
  w = S.M * R.a + S.F;
  finite = abs ([R.lo(isfinite (R.lo)); R.hi(isfinite (R.hi)); 0]);
  force = max ([finite; abs(w); abs(S.F); 1e-2 * (abs (S.M) * abs (R.a))]);
  if (isstruct (P) && isfield (P, 'lambda'))
    force = max ([force; abs(P.lambda)]);
  end
  force = max (force, 1e-6);                   % where anything is given its size is near one
  force = max (force, ~any ([S.F; S.bb; S.bu; S.tb; S.tu]));
  report = dls_verify_held (report, S, E, R.a, R.detaching, force);
  fixed = ~E.free;
  report = dls_judge ('check', report, 'open contacts have no force', ...
                      max ([abs(R.lo(fixed)); abs(R.hi(fixed)); 0]), 0);
  wrong = isinf (R.lo) | isinf (R.hi);
  report = dls_judge ('check', report, 'unbounded, as the ends say', sum (wrong ~= R.unbounded), 0);
  if (~isstruct (P) || ~isfield (P, 'leaves'))
    report = dls_judge ('check', report, 'lo <= hi', sum (~(R.lo <= R.hi)), 0);
    report = dls_judge ('leave', report, 'ends and determined (no multipliers: too many)');
    return
  end
  attained = strcmp (report.status, 'solved');
  if (attained)
    report = points (report, E, R, P, w, force);
  end
  report = bounds (report, E, R, P, w, force);
  report = movable (report, E, R, P, force);
end

% The admissible reactions, the ends that they attain, and directions without end.
function report = points (report, E, R, P, w, force)
  m = numel (R.lo);
  X = [P.lambda, bsxfun(@plus, P.lambda, full (P.moves))];
  ray = false (1, size (X, 2));
  ray(1 + P.at_lo(isinf (R.lo) & P.at_lo > 0)) = true;
  ray(1 + P.at_hi(isinf (R.hi) & P.at_hi > 0)) = true;
  ray(1 + P.along(P.along > 0)) = true;
  D = full (P.moves(:,ray(2:end)));
  off = max ([0; max(abs (bsxfun (@minus, E.G * X(:,~ray), w)), [], 1)'] / force);
  report = dls_judge ('check', report, 'G*lambda = M*a + F', off, 1e-6);
  report = dls_judge ('check', report, 'reactions are admissible', ...
                      max (dls_verify_cones ('outside', E, E.mu, X(:,~ray))) / force, 1e-6);
  off = 0;
  if (~isempty (D))
    off = max (max (abs (E.G * D), [], 1) ./ max (abs (D), [], 1));
  end
  report = dls_judge ('check', report, 'G*direction = 0', off, 1e-6);
  sides = {'lo', 1; 'hi', -1};
  [worst, missing] = deal (0);
  for k = 1:2
    [ends, side] = deal (R.(sides{k,1}), sides{k,2});
    at = P.(['at_', sides{k,1}]);
    from = P.(['from_', sides{k,1}]);
    j = find (isfinite (ends) & E.free);
    missing = missing + sum (at(j) == 0) + sum (~E.free & isinf (ends));
    j = j(at(j) > 0);
    value = X(sub2ind (size (X), j, 1 + at(j)));
    worst = max ([worst; abs(value - ends(j)) ./ max(abs (ends(j)), 1e-2 * force)]);
    j = find (isinf (ends) & E.free);
    missing = missing + sum (at(j) == 0) + sum (ends(j) * side > 0);
    j = j(at(j) > 0);
    missing = missing + endless (E, X, P.moves, j, at(j), from(j), side, force);
  end
  report = dls_judge ('check', report, 'ends are attained', worst, 1e-6);
  report = dls_judge ('check', report, 'ends without a point or a direction', missing, 0);
  report = dls_judge ('check', report, 'sizes', double (numel (P.at_lo) ~= m), 0);
end

% Directions at(k) from points from(k) that do not change reaction j(k) without end, or that leave
% the cones.
function count = endless (E, X, moves, j, at, from, side, force)
  count = 0;
  if (isempty (j))
    return
  end
  D = full (moves(:,at));
  unit = max (abs (D), [], 1);
  D = bsxfun (@rdivide, D, max (unit, realmin));
  grows = -side * D(sub2ind (size (D), j, (1:numel (j))')) > 1e-9;
  signs = sign (X(E.normal,1+from)) .* (abs (X(E.normal,1+from)) > 1e-9 * force);
  signs = reshape (signs, numel (E.normal), numel (j));
  turns = sign (D(E.normal,:)) .* (abs (D(E.normal,:)) > 1e-9);
  signs(signs == 0) = turns(signs == 0);
  signs(~E.bilateral,:) = 1;
  signs(signs == 0) = 1;
  count = sum (~grows) + sum (dls_verify_cones ('outside', E, E.mu, D, signs) > 1e-6);
end

% Multipliers bound all ends, in all cases.
function report = bounds (report, E, R, P, w, force)
  open = E.free;
  [below, above, uncovered, empty] = deal (0);
  finite = [P.at_lo(isfinite (R.lo)); P.at_hi(isfinite (R.hi))];
  changes = P.moves(:,finite(finite > 0));
  size_of = 10 * full (max ([sum(abs (P.lambda)) + max([sum(abs (changes), 1), 0]), force]));
  k = numel (E.normal);
  fixed = R.determined(E.normal);
  known = reshape (sign (R.lo(E.normal)) .* fixed, k, 1);
  nothing = fixed & abs (R.lo(E.normal)) <= 1e-9 * force;   % its cone is a point
  for part = unique ([P.leaves.part])
    leaves = P.leaves([P.leaves.part] == part);
    signs = reshape ([leaves.signs], k, numel (leaves));
    columns = leaves(1).columns;
    [lo, hi] = deal (Inf (size (columns)), -Inf (size (columns)));
    for i = 1:numel (leaves)
      leaf = leaves(i);
      if (~isempty (leaf.y))
        v = dls_verify_cones ('dual', E, E.mu, -E.G' * leaf.y, signs(:,i));
        v = v * size_of + 1e-14 * (abs (w)' * abs (leaf.y));
        empty = max (empty, v / max (w' * leaf.y, 0));
        continue
      end
      I = sparse (columns, 1:numel (columns), 1, numel (R.lo), numel (columns));
      v = dls_verify_cones ('dual', E, E.mu, full (I - E.G' * leaf.y_lo), signs(:,i));
      lo = min (lo, leaf.y_lo' * w - v' * size_of);
      v = dls_verify_cones ('dual', E, E.mu, full (E.G' * leaf.y_hi - I), signs(:,i));
      hi = max (hi, leaf.y_hi' * w + v' * size_of);
    end
    known(nothing) = signs(nothing,1);
    uncovered = uncovered + ~dls_verify_cones ('cover', E, signs, known);
    finite = isfinite (R.lo(columns));
    below = max ([below; R.lo(columns(finite)) - lo(finite)]);
    finite = isfinite (R.hi(columns));
    above = max ([above; hi(finite) - R.hi(columns(finite))]);
    open(columns) = false;
  end
  report = dls_judge ('check', report, 'the cases are all', uncovered, 0);
  report = dls_judge ('check', report, 'cases without reactions', empty, 1);
  report = dls_judge ('check', report, 'no reaction is below lo', below / force, 1e-6);
  report = dls_judge ('check', report, 'no reaction is above hi', above / force, 1e-6);
  report = dls_judge ('check', report, 'ends without multipliers', sum (open), 0);
end

% Determined: multipliers of equations alone; all others move along a kernel vector.
function report = movable (report, E, R, P, force)
  moves = full (max (abs (P.moves(:,P.along(P.along > 0))), [], 1))';
  along = find (P.along > 0);
  [worst, alike] = deal (0);
  if (~isempty (along))
    own = abs (full (P.moves(sub2ind (size (P.moves), along, P.along(along)))));
    alike = sum (own <= 1e-9 * moves);
  end
  free = R.hi - R.lo > 1e-9 * force;
  said = R.determined | free | P.along > 0 | isinf (R.lo) | isinf (R.hi);
  for leaf = P.leaves
    same = R.determined(leaf.columns);
    if (isempty (leaf.y_lo) || ~any (same))
      continue
    end
    I = sparse (leaf.columns, 1:numel (same), 1, numel (R.lo), numel (same));
    Z = full (I - E.G' * leaf.y_lo);
    worst = max ([worst; max(abs (Z(E.free,same)), [], 1)']);
  end
  wrong = R.determined & (free & E.free);
  report = dls_judge ('check', report, 'determined by the equations', worst, 1e-6);
  report = dls_judge ('check', report, 'determined, or not', sum (~said) + sum (wrong) + alike, 0);
end
