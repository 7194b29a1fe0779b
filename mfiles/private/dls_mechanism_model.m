function model = dls_mechanism_model (B, caller)
% A mechanism for dls_motion_mex: sizes, numbers (machine), and the functions of the user that it
% asks at (t, q, v): functions, called (their names), owner (which of them gives own constraints and
% forces; 0: none); names of constraints and contacts.
% SPDX-License-Identifier: GPL-3.0-or-later
  [E, D, I] = dls_mechanism_evaluate (B, B.t, B.q, B.v, caller, [], []);
  own = size (E.G, 2) - numel (E.joint);
  owner = 0;
  if (own > 0 || any (strcmp ({B.forces.kind}, 'own')))
    I.functions{end+1} = @(t, q, v) dls_mechanism_own (B, t, q, v);
    I.called{end+1} = 'own';
    I.counts(end+1) = 1;
    owner = numel (I.functions);
  end
  arity = struct ('mass', -1, 'functions', 3 * ~isempty (I.functions) - 1);
  model = struct ('kind', 'mechanism', 'n', numel (B.v), 'nq', numel (B.q), ...
                  'nb', size (E.G, 2), 'nu', size (E.N, 2) * ~E.many, 'd', E.d, ...
                  'linear', false, ...
                  'period', 0, 'x', zeros (0, 1), 'library', '', 'C', [], 'K', [], ...
                  'f', [], 'arity', arity, 'machine', D, 'own', own, 'owner', owner, ...
                  'functions', {I.functions}, 'called', {I.called}, 'counts', I.counts, ...
                  'names', E.names, 'mechanism', B);
end
