function what = dls_kind_input (X, kind, caller)
% X is one struct of a kind ('system', 'friction', 'model', 'motion' ...), or one made by hand that
% does not say what it is. Whatever says that it is something else is refused, with the function
% that takes it. what = dls_kind_input (KIND): the kind in words.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin == 1)
    what = of_kind (X);
    return
  end
  [wanted, maker] = of_kind (kind);
  if (isstruct (X) && isscalar (X) && (~isfield (X, 'kind') || strcmp (X.kind, kind)))
    marks = marks_of (kind);
    if (~isfield (X, 'kind') && ~isempty (marks) && ~any (isfield (X, marks)))
      error ('delassus:type', '%s: the argument is a struct with %s; expected %s, made by %s', ...
             caller, fields_of (X), wanted, maker);
    end
    return
  end
  if (~isstruct (X) || ~isscalar (X))
    error ('delassus:type', '%s: the argument is %s; expected %s, made by %s', caller, ...
           dls_describe (X), wanted, maker);
  elseif (~(ischar (X.kind) && size (X.kind, 1) == 1))
    error ('delassus:type', '%s: the field kind of the argument is %s; expected ''%s''', caller, ...
           dls_describe (X.kind), kind);
  end
  [found, ~, use] = of_kind (X.kind);
  error ('delassus:type', '%s: the argument is %s; expected %s, made by %s%s', caller, found, ...
         wanted, maker, use);
end

% One of these a struct made by hand has, if it is meant to be of the kind; {}: any struct may be.
function marks = marks_of (kind)
  marks = {};
  switch (kind)
    case 'system'
      marks = {'M', 'F', 'Gb', 'bb', 'Gu', 'bu', 'Hb', 'Hu', 'mub', 'muu'};
    case 'friction'
      marks = {'M', 'H', 'f', 'w', 'W', 'q', 'mu', 'd', 'form'};
    case 'model'
      marks = {'arity', 'given', 'mass', 'M', 'force', 'f', 'gap', 'constraint'};
  end
end

function text = fields_of (X)
  names = fieldnames (X);
  text = 'no fields';
  if (isscalar (names))
    text = ['the field ', names{1}];
  elseif (~isempty (names))
    text = ['the fields ', dls_some(names', 4)];
  end
end

function [what, maker, use] = of_kind (kind)
  T = {
    'system',     'a contact system',    'dls_system',   'dls_contact, dls_sticking ...'
    'friction',   'a friction problem',  'dls_problem',  'dls_friction'
    'law',        'a friction problem with a law beyond Coulomb''s disk', 'dls_problem', ...
                  'dls_friction, dls_residual, dls_friction_exists, dls_verify'
    'model',      'a model of a motion', 'dls_model',    'dls_simulate'
    'motion',     'a motion',            'dls_simulate', 'dls_plot, dls_animate, dls_error'
    'orders',     'a study of convergence', 'dls_orders',  ''
    'sticking',   'a verdict on sticking', 'dls_sticking', 'dls_verify'
    'grasp',      'an analysis of a grasp', 'dls_grasp',  ''
    'wellposed',  'a table of criteria', 'dls_wellposed', ''
    'modes',      'a list of modes',     'dls_modes',    'dls_modes (D, X)'
    'loads',      'a set of loads',     'dls_loads',    'dls_loads (L, X)'
    'periodic',   'a periodic motion',   'dls_periodic', ''
    'equilibrium', 'a position of rest with contacts and friction', 'dls_equilibrium', ''
    'redundancy', 'a table of redundancy', 'dls_redundancy', ''
    'delassus',   'a set of Delassus matrices and vectors', 'dls_delassus', ''
    'sweep',      'a sweep',             'dls_sweep',    'dls_plot, dls_plot_map'
    'lcp',        'an LCP as it is read from a file', 'dls_read', 'dls_lcp (P.A, P.q)'
    'mlcp',       'an MLCP as it is read from a file', 'dls_read', 'dls_mlcp (P.A, P.B ...)'
    'mechanism',  'a mechanism',         'dls_mechanism', 'dls_kkt, dls_redundancy, dls_system ...'
    'kkt',        'a KKT system as it is read from a file', 'dls_read', 'dls_kkt (P.M, P.G ...)'
  };
  k = find (strcmp (kind, T(:,1)), 1);
  what = ['a struct of the kind ''', kind, ''''];
  maker = '';
  use = '';
  if (~isempty (k))
    what = T{k,2};
    maker = T{k,3};
    if (~isempty (T{k,4}))
      use = sprintf ('; %s is for %s', what, T{k,4});
    end
  end
end
