function c = dls_wellposed_data (P)
% Existence and uniqueness for the data of S themselves.
% SPDX-License-Identifier: GPL-3.0-or-later
  S = P.S;
  make = @dls_wellposed_entry;
  static = ~P.slides;
  c = [make(true, 'data: M > 0', 'the mass matrix is regular', P.positive), ...
       make(true, 'data: independent', 'all gradients (and tangents that stick) independent', ...
            P.all.independent), ...
       make(true, 'data: feasible', 'some acceleration satisfies all constraints', P.feasible), ...
       make(static, 'data: existence', ...
            'if and only if: a, reactions exist (sticking: equations)', ...
            P.feasible, P.balance)];
  unknown = struct ('yes', NaN, 'number', NaN, 'witness', []);
  q = struct ('a', unknown, 'u', unknown, 'all', unknown);
  exists = static && strcmp (c(4).holds, 'holds');
  if (exists)
    q = dls_wellposed_unique (P.S, P.E, P.e);
  end
  c = [c, make(exists, 'data: unique a', 'the acceleration is unique', q.a), ...
       make(exists, 'data: unique Gu*lu', 'the sum of the contact forces is unique', q.u), ...
       make(exists, 'data: unique reactions', 'all reactions are unique', q.all)];
  if (P.slides)
    c = [c, sliding(P, make, unknown)];
  end
end

% With sliding friction: what the solver found.
function c = sliding (P, make, f)
  [a, lambda, info] = dls_contact (P.S, 'Sticking', 'equations', 'MaxTime', ...
                                   dls_wellposed_clock ());
  if (strcmp (info.status, 'solved'))
    f.yes = true;
  elseif (any (strcmp (info.status, {'infeasible', 'no_solution'})))
    f.yes = false;
    if (~isempty (info.certificate) && isfield (info.certificate, 'u'))
      f.witness = info.certificate.u;
    end
  end
  if (f.yes == true)
    f.number = numel (info.solutions);
  end
  c = make (true, 'data: existence, sliding', 'a and all reactions exist (dls_contact)', f);
  f.yes = NaN;
  if (strcmp (info.status, 'solved'))
    f.yes = info.unique;
  end
  c(end+1) = make (true, 'data: uniqueness, sliding', 'one acceleration and set of reactions', f);
  c = c(:)';
end
