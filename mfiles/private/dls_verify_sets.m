function report = dls_verify_sets (kind, X, report)
% Answers that are sets of loads or bounds: their parts are compared with each other. That a set is
% the whole one, and that a bound is the largest, is tested, not verified.
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (kind)
    case 'loads'
      report = loads (X, report);
    case 'modes'
      report = modes (X, report);
    otherwise
      report = bounds (X, report);
  end
end

% Of dls_loads: vertices and rays against facets, the margin and the worst direction by facets
function report = loads (L, report)
  [outside, off, idle, unit, inner, direction] = deal (0, 0, 0, 0, -Inf, Inf);
  flat = false;
  for p = L.parts
    size_ = max ([1e-300; abs(p.vertices(:)); abs(p.c); abs(p.e)]);
    near = max (1e-6, 10 * L.error) * size_;
    at = bsxfun (@plus, p.A * p.vertices, p.c);
    outside = max ([outside; -at(:) / size_; reshape(-p.A * p.rays, [], 1); ...
                    reshape(abs (p.A * p.lines), [], 1)]);
    off = max ([off; reshape(abs (bsxfun (@plus, p.E * p.vertices, p.e)) / size_, [], 1); ...
                reshape(abs (p.E * [p.rays, p.lines]), [], 1)]);
    if (strcmp (L.status, 'solved') && isempty (p.e))
      idle = idle + sum (~any (at <= near, 2));
    end
    unit = max ([unit; abs(sqrt (sum (p.A .^ 2, 2)) - 1)]);
    here = min ([p.c; Inf]);
    flat = flat || ~isempty (p.e);
    if (here > inner)
      inner = here;
      k = p.c <= here + near;
      if (~isempty (L.worst))
        direction = min ([Inf; abs(p.A(k,:) * L.worst(:) + 1)]);
      end
    end
  end
  report = dls_judge ('check', report, 'vertices and rays are within facets', outside, ...
                      max (1e-6, 10 * L.error));
  report = dls_judge ('check', report, 'vertices and rays in the plane of the set', off, 1e-6);
  report = dls_judge ('check', report, 'facets without a vertex', idle, 0);
  report = dls_judge ('check', report, 'rows of facets have norm 1', unit, 1e-9);
  if (~flat && numel (L.parts) == 1 && inner >= 0 && isfinite (inner))
    report = dls_judge ('check', report, 'margin', abs (L.margin - inner) / max (inner, near), ...
                        1e-6);
    report = dls_judge ('check', report, 'worst direction', direction, 1e-6);
  elseif (~isempty (L.parts) && inner < 0)
    report = dls_judge ('check', report, 'margin of a load outside', L.margin, 0);
  end
  report = dls_judge ('leave', report, 'that the parts are all loads that are held');
end

% Of dls_modes: points against polyhedra, what holds at x = 0, and what the lists say.
function report = modes (D, report)
  [outside, missing, wrong] = deal (0);
  astray = 0;
  for k = 1:numel (D.modes)
    p = D.modes(k);
    outside = max (outside, violation (p, p.point));
    [off, slack] = violation (p, 0 * p.point);               % x = 0 may be on a border
    listed = any (D.here == k);
    astray = astray + ((listed && off > 1e-7) || (~listed && off == 0 && slack > 1e-7));
  end
  for o = D.overlaps(:)'
    outside = max ([outside, violation(D.modes(o.pair(1)), o.point), ...
                    violation(D.modes(o.pair(2)), o.point)]);
  end
  for u = D.uncovered(:)'
    [u.E, u.e] = deal (zeros (0, numel (u.point)), zeros (0, 1));
    outside = max (outside, violation (u, u.point));
    for k = 1:numel (D.modes)
      missing = missing + (D.modes(k).full && violation (D.modes(k), u.point) <= 0);
    end
  end
  if (~isnan (D.unique))
    wrong = wrong + (logical (D.unique) == any (~[D.overlaps.same, true]));
  end
  if (~isnan (D.covered))
    wrong = wrong + (logical (D.covered) ~= isempty (D.uncovered));
  end
  report = dls_judge ('check', report, 'points are in their polyhedra', outside, 1e-6);
  report = dls_judge ('check', report, 'uncovered points in a mode', missing, 0);
  report = dls_judge ('check', report, 'modes under F', astray, 0);
  report = dls_judge ('check', report, 'unique, covered', wrong, 0);
  report = dls_judge ('leave', report, 'that these are the polyhedra of all modes');
end

% How far x is outside of A*x + c >= 0, E*x + e = 0, relative to their terms; slack: of what it is
% farthest inside
function [off, slack] = violation (p, x)
  [off, slack] = deal (0, Inf);
  if (~isempty (p.c))
    slack = min ((p.A * x + p.c) ./ max(abs (p.A) * abs (x) + abs (p.c), realmin));
    off = max (0, -slack);
  end
  if (~isempty (p.e))
    off = max ([off; abs(p.E * x + p.e) ./ max(abs (p.E) * abs (x) + abs (p.e), realmin)]);
  end
end

% Of dls_friction_bound: what applies has a value and a verdict, and these agree.
function report = bounds (B, report)
  [blank, wrong] = deal (0);
  for name = fieldnames (B)'
    b = B.(name{1});
    if (~isstruct (b) || ~isfield (b, 'applies'))
      continue
    end
    blank = blank + (b.applies == (isempty (b.holds) || (isnan (b.value) && ...
                                                         ~strcmp (b.holds, 'undecided'))));
    if (strcmp (name{1}, 'allstick12') && b.applies)
      terms = abs (b.right) + abs (b.left);
      wrong = wrong + ~(abs (b.value - (b.right - b.left)) <= 1e-12 * terms);
      wrong = wrong + (strcmp (b.holds, 'yes') ~= (b.value > 0));
    elseif (strcmp (name{1}, 'exact') && any (strcmp (b.holds, {'yes', 'no'})))
      wrong = wrong + (strcmp (b.holds, 'yes') ~= (b.scale > 1));
    elseif (strcmp (name{1}, 'prop13') && any (strcmp (b.holds, {'yes', 'no'})))
      wrong = wrong + (strcmp (b.holds, 'yes') ~= (b.norm * b.beta2 < 1));
    end
  end
  report = dls_judge ('check', report, 'bounds that apply have a value, others none', blank, 0);
  report = dls_judge ('check', report, 'values and verdicts agree', wrong, 0);
  report = dls_judge ('leave', report, 'the values of the bounds');
end
