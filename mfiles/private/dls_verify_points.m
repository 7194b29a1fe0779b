function report = dls_verify_points (S, answer, report)
% Intervals of dls_reaction_range where contacts slide: the ends that are finite are attained by
% solutions.
% SPDX-License-Identifier: GPL-3.0-or-later
  C = answer.info.proof;
  [~, u] = dls_natural_units (S);
  unit = [u.nb; u.nu; u.tb; u.tu];
  lo = joined (answer.lo) ./ unit;
  hi = joined (answer.hi) ./ unit;
  report = dls_judge ('check', report, 'lo <= hi', sum (~(lo <= hi)), 0);
  [X, c] = deal ([]);
  for k = 1:size (C.a, 2)
    lambda = C.lambda;
    for name = {'nb', 'nu', 'tb', 'tu'}
      lambda.(name{1}) = C.lambda.(name{1})(:,k);
    end
    report = dls_verify_systems ('equations', report, S, C.a(:,k), lambda, 'equations');
    report = in_cones (report, S, lambda, C.cones);
    X = [X, joined(lambda) ./ unit];
    c = [c, S.Gu' * C.a(:,k) + S.bu];
  end
  given = any ([S.F; S.bb; S.bu; S.tb; S.tu]);          % what is given is near one in these units
  force = max ([abs(X(:)); 1e-6; ~given]);
  [l, h] = deal (min (X, [], 2), max (X, [], 2));
  [at_lo, at_hi] = deal (isfinite (lo), isfinite (hi));
  worst = max ([0; abs(l(at_lo) - lo(at_lo)) ./ max(abs (lo(at_lo)), 1e-2 * force); ...
                abs(h(at_hi) - hi(at_hi)) ./ max(abs (hi(at_hi)), 1e-2 * force)]);
  report = dls_judge ('check', report, 'ends are attained', worst, 1e-6);
  apart = hi - lo > 1e-9 * force;
  said = [apart == joined(answer.info.determined); ...
          (isinf (lo) | isinf (hi)) ~= joined(answer.info.unbounded)];
  report = dls_judge ('check', report, 'determined, unbounded', sum (said), 0);
  open = bsxfun (@times, c, u.nu) / u.size ^ 2 > 1e-9;  % data are near one
  wrong = sum ([all(open, 2); 0] ~= [answer.info.detaching(:); 0]);
  report = dls_judge ('check', report, 'detaching', wrong, 0);
  report = dls_judge ('leave', report, 'that no reactions are beyond the ends (contacts slide)');
end

function report = in_cones (report, S, lambda, cones)
  worst = 0;
  for side = {'nb', 'tb', 'mub', 'modeb'; 'nu', 'tu', 'muu', 'modeu'}'
    for i = find (strcmp ('sticking', S.(side{4})))
      most = S.(side{3})(i) * abs (lambda.(side{1})(i));
      t = norm (lambda.(side{2})((i-1)*(S.d-1) + (1:S.d-1)));
      worst = max (worst, (t - most) / max ([most, t, realmin]));
    end
  end
  report = dls_judge ('check', report, 'cones', worst * cones, 1e-6);
end

function x = joined (r)
  x = [r.nb(:); r.nu(:); r.tb(:); r.tu(:)];
end
