function report = dls_verify_wellposed (S, W, report)
% W of dls_wellposed: what can be seen without solving anything. Criteria say one of four words;
% where the constraints contradict each other, [eta; lambda] shows it: E*eta = Gu*lambda,
% lambda >= 0, lambda'*bu - eta'*e < 0, with E = [Gb, sticking tangents] and e their constants.
% SPDX-License-Identifier: GPL-3.0-or-later
  c = W.criteria;
  words = {'holds', 'fails', 'undecided', 'not applicable'};
  report = dls_verify_check (report, 'criteria hold, fail, are undecided or not applicable', ...
                             sum (~ismember ({c.holds}, words)), 0);
  k = S.d - 1;
  rows_b = repmat (strcmp ('sticking', S.modeb(:)'), k, 1);
  rows_u = repmat (strcmp ('sticking', S.modeu(:)'), k, 1);
  E = [S.Gb, S.Hb(:,rows_b(:)), S.Hu(:,rows_u(:))];
  e = [S.bb; S.tb(rows_b(:)); S.tu(rows_u(:))];
  [~, scale] = dls_verify_units ([E', e; S.Gu', S.bu]);
  reach = scale(1:S.n) / scale(end);
  for source = {'TUTORIAL Prop. 3 (iv)', 'ALLSTICK Prop. 7'}
    i = find (strcmp (source{1}, {c.source}), 1);
    if (~isempty (i) && strcmp (c(i).holds, 'fails') ...
        && numel (c(i).witness) == size (E, 2) + S.nu)
      x = c(i).witness(1:size (E, 2));
      y = max (c(i).witness(size (E, 2)+1:end), 0);
      terms = abs (e)' * abs (x) + abs (S.bu)' * y;
      report = dls_verify_proof (report, e' * x - S.bu' * y, terms, S.Gu * y - E * x, ...
                                 abs (S.Gu) * y + abs (E) * abs (x), reach);
    end
  end
end
