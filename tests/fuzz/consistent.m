% CONSISTENT  Do all functions say the same of a system? '' or the first contradiction.
%
%   why = consistent (S)
%
% 'undecided' and limits contradict nothing. With no sticking contact all four problems are one.
% Numbers that several functions compute: OVERLAPS.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function why = consistent (S)
  [said, admissible, refusal] = verdicts (S);
  why = '';
  sticks = any (strcmp ([S.modeb(:); S.modeu(:)], 'sticking'));
  rules = {
    'sticking',  'equations'                   % what sticks in its cones solves the equations
    'sticking',  'coulomb'
    'sticking',  'range'
    'range',     'sticking'
    'coulomb',   'existence'
  };
  if (~sticks)
    rules = [rules; {'equations', 'sticking'; 'coulomb', 'sticking'; 'existence', 'coulomb'}];
  end
  for k = 1:size (rules, 1)
    [p, q] = rules{k,:};
    if (isfield (said, p) && isfield (said, q) && said.(p) == 1 && said.(q) == 0)
      why = sprintf ('wrong: %s says yes, %s no', p, q);
      return
    end
  end
  why = refusal;
  if (~isempty (why))
    return
  end
  if (~isempty (admissible))
    why = inside (S, admissible{:});
  end
  if (isempty (why))
    why = overlaps (S);
  end
end

% 1 there is a solution, 0 there is none, NaN not decided.
function [said, admissible, why] = verdicts (S)
  admissible = {};
  why = '';
  for law = {'equations', 'coulomb'}
    [a, lambda, info] = dls_contact (S, 'Sticking', law{1});
    said.(law{1}) = decided (info.status);
    x = struct ('a', a, 'lambda', lambda, 'info', info, 'law', law{1});
    why = [why, judged(S, x, info.status)];
  end
  V = dls_sticking (S, 'Critical', false);
  said.sticking = decided (V.verdict);
  [lo, hi, info] = dls_reaction_range (S);
  said.range = decided (info.status);
  why = [why, judged(S, V, V.verdict), judged(S, struct ('lo', lo, 'hi', hi, 'info', info), ...
                                              info.status)];
  if (said.sticking == 1 && said.range == 1)
    admissible = {V.lambda, lo, hi};
  end
  W = dls_wellposed (S);
  c = W.criteria(strcmp ({W.criteria.source}, 'data: existence'));
  if (~isempty (c) && ~any (strcmp ([S.modeb(:); S.modeu(:)], 'sticking')))
    said.existence = decided (c(1).holds);
  end
end

function yes = decided (status)
  yes = NaN;
  if (any (strcmp (status, {'solved', 'sticking', 'holds'})))
    yes = 1;
  elseif (any (strcmp (status, {'infeasible', 'no_solution', 'not_sticking', 'fails', ...
                                'no_acceleration', 'no_balance'})))
    yes = 0;
  end
end

% Reactions of a verdict lie in the intervals, but for the rounding of the forces where they act.
function why = inside (S, lambda, lo, hi)
  why = '';
  G = struct ('nb', S.Gb, 'nu', S.Gu, 'tb', S.Hb, 'tu', S.Hu);
  forces = abs (S.F) + abs (S.Gb) * abs (lambda.nb) + abs (S.Gu) * abs (lambda.nu) ...
           + abs (S.Hb) * abs (lambda.tb) + abs (S.Hu) * abs (lambda.tu);
  load_ = 1e-3 * max (abs (S.F)) / max ([max(abs ([S.Gb, S.Gu]), [], 1), 1]);
  for name = {'nb', 'nu', 'tb', 'tu'}
    l = lambda.(name{1})(:);
    [a, b] = deal (lo.(name{1})(:), hi.(name{1})(:));
    finite = [a(isfinite (a)); b(isfinite (b)); l];
    g = abs (G.(name{1}));
    rounding = max (bsxfun (@rdivide, bsxfun (@times, g > 0, forces), max (g, [], 1)), [], 1);
    rounding(~isfinite (rounding)) = 0;
    far = max ([0; max(a - l, l - b) - 1e-13 * full(rounding)']);
    if (far > 1e-6 * max ([abs(finite); load_]))
      why = sprintf ('wrong: a reaction %s of dls_sticking is %.1e outside of its interval', ...
                     name{1}, far);
      return
    end
  end
end
