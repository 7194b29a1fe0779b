function varargout = dls_contact_many (what, varargin)
% Answers of dls_contact; dls_contact_many (WHAT, ...): worst: their residual; compare: with the
% programs of TUTORIAL and COUPLING.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['contact_', what], varargin{:});
end

% The largest residual of the laws in S.
function worst = contact_worst (S, P, a, lambda)
  r = dls_contact_mex ('check', S, P.law, a, lambda);
  worst = r.worst;
end

% Every equivalent program against one answer (status, a, lambda): a struct array and its table.
% Compared is what all must share: M*a and the force of the reactions, relative to the largest and
% to the natural size, 1, in the program's own answer, whose residual in the laws of S is given,
% too. They agree up to 1e-5: an interior point is that far off where a contact neither presses nor
% opens.
function [list, text] = contact_compare (S, P, a, lambda, status)
  table = programs (P);
  one = struct ('name', '', 'source', '', 'needs', '', 'status', '', 'message', '', 'a', [], ...
                'lambda', [], 'difference', NaN, 'residual', NaN, 'agrees', NaN);
  list = repmat (one, 1, size (table, 1));
  lines = {sprintf('%-18s %-40s %-18s %-10s %s', 'formulation', 'source', 'status', ...
                  'difference', 'residual')};
  for k = 1:size (table, 1)
    row = one;
    [row.name, row.source, row.needs] = table{k,:};
    v = dls_contact_program (S, P, row.name);
    row.status = v.status;
    row.message = v.message;
    remark = '';
    if (~isempty (v.fails))
      row.status = 'assumption_fails';
      row.message = v.fails;
      remark = v.fails;
    elseif (v.exitflag ~= 1 || ~strcmp (status, 'solved'))
      row.agrees = strcmp (v.status, status);
    else
      row.a = v.a;
      row.lambda = v.lambda;
      row.difference = difference (S, a, lambda, row.a, row.lambda);
      row.residual = contact_worst (S, P, row.a, row.lambda);
      row.agrees = max (row.difference, row.residual) <= 1e-5;
      remark = sprintf ('%-10.1e %.1e', row.difference, row.residual);
    end
    list(k) = row;
    lines{end+1} = sprintf ('%-18s %-40s %-18s %s', row.name, row.source, row.status, remark);
  end
  text = sprintf ('%s\n', lines{:});
  text(end) = [];
end

function d = difference (S, a, lambda, a2, l2)
  f = compare_force (S, lambda);
  f2 = compare_force (S, l2);
  d = max (abs ([S.M * (a - a2); f - f2])) / max (abs ([S.F; S.M * a; f; 1]));
end

function f = compare_force (S, l)
  f = full ([S.Gb, S.Gu, S.Hb, S.Hu] * [l.nb; l.nu; l.tb; l.tu]);
end

function table = programs (P)
  if (~P.monotone)
    table = {'variational', 'TUTORIAL (54)', 'A > 0'; ...
             'sliding-projection', 'TUTORIAL (55)', 'A > 0'};
    return
  end
  table = {'gauss', 'TUTORIAL (5), (15), (27), COUPLING (48)', 'M >= 0'; ...
           'projection', 'TUTORIAL (15), (28)', 'M > 0'; ...
           'reduced', 'TUTORIAL (22), (26)', 'M > 0'; ...
           'lcp', 'TUTORIAL (9), COUPLING (2), (20)', 'Ac finite'; ...
           'reactions', 'TUTORIAL (11), COUPLING (42), (53)', 'Ac finite'; ...
           'dual', 'COUPLING (49), (54)', 'Ac finite'; ...
           'constrained', 'COUPLING (56)', 'M > 0'; ...
           'nearest', 'COUPLING (52)', 'Ac > 0'; ...
           'gap', 'COUPLING (43)-(45)', 'Ac > 0'; ...
           'gap-acceleration', 'COUPLING (46), (55)', 'Ac > 0'; ...
           'gap-dual', 'COUPLING (50)', 'Ac > 0'};
end
