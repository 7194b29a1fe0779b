function dls_verify_answer (kind, P, X)
% The fields of an answer, once and at the door: numbers, texts and structs of the sizes that the
% problem asks for, whatever an answer that was changed by hand contains.
% SPDX-License-Identifier: GPL-3.0-or-later
  numbers = 'numbers';
  info = struct ('status', 'text');
  if (any (strcmp (kind, {'sticking', 'range', 'contact'})))
    lambda = struct ('nb', P.nb, 'nu', P.nu, 'tb', size (P.Hb, 2), 'tu', size (P.Hu, 2));
  end
  switch (kind)
    case 'sticking'
      fields = struct ('verdict', 'text', 'a', P.n, 'lambda', lambda, 'certificate', 'proof', ...
                       'persistent', 'flag', 'static', 'flag', 'facets', 1, 'detaching', P.nu);
      for name = {'a', 'lambda', 'detaching'}  % without reactions
        if (isempty (X.(name{1})))
          fields = rmfield (fields, name{1});
        end
      end
    case 'range'
      fields = struct ('lo', lambda, 'hi', lambda, 'info', info);
    case 'contact'
      fields = struct ('a', P.n, 'lambda', lambda, 'info', info);
    case 'wellposed'
      fields = struct ('criteria', 'list');
    case 'grasp'
      fields = struct ('verdict', 'text', 'squeeze', 'proof', 'certificate', 'proof', ...
                       'bounds', 2, 'motion', numbers, 'force_closure', 'answer', ...
                       'form_closure', 'answer');
    case 'impact'
      fields = struct ('vplus', P.S.n, 'p', struct ('nb', P.S.nb, 'nu', P.S.nu), 'info', info);
    case 'friction'
      fields = struct ('r', P.d * P.nc, 'u', P.d * P.nc, 'v', numbers, 'info', info);
    case 'exists'
      fields = struct ('ok', 'answer', 'info', struct ('u', numbers, 'v', numbers, 'r', numbers));
    case 'motion'
      fields = struct ('t', numbers, 'q', numbers, 'v', numbers, 'p', numbers, 'nb', 1, ...
                       'gap', numbers, 'status', numbers);
    case 'kkt'
      fields = struct ('a', numbers, 'lambda', numbers, 'info', info);
    case 'redundancy'
      fields = struct ('rank', 1, 'nullity', 1, 'determined', size (P.G, 2), 'kernel', numbers, ...
                       'independent', numbers, 'redundant', numbers, ...
                       'acceleration_unique', 'flag', 'acceleration_kernel', numbers);
    case 'conic'
      [m, n] = size (P.A);
      fields = struct ('x', n, 's', m, 'y', m, 'info', info);
    case 'lcp_all'
      fields = struct ('z', numbers, 'rays', numbers, 'faces', 'list', 'count', 1, ...
                       'complete', 'flag', 'unique', 'answer');
    case 'lcp'
      if (isfield (P, 'q'))
        fields = struct ('z', numel (P.q), 'w', numel (P.q), 'info', info);
      else
        fields = struct ('x', numbers, 'z', numel (P.b), 'w', numel (P.b), 'info', info);
      end
  end
  check (X, fields, 'answer');
end

% what: the length of a vector, a word, or a struct of these.
function check (x, what, name)
  one = isscalar (x);
  number = (isa (x, 'double') && isreal (x)) || islogical (x);
  words = {'text',    'a text',                  ischar(x) && size(x, 1) == 1
           'numbers', 'real numbers',            number
           'flag',    'true or false',           number && one && (x == 0 || x == 1)
           'answer',  'true, false or NaN',      number && (one || isempty (x))
           'proof',   'a struct or []',          isempty(x) || (isstruct(x) && one)
           'list',    'a struct array',          isstruct(x)};
  if (isstruct (what))
    good = isstruct (x) && one && all (isfield (x, fieldnames (what)));
    expected = ['a struct with the fields ', strjoin(fieldnames (what)', ', ')];
  elseif (ischar (what))
    k = strcmp (what, words(:,1));
    [expected, good] = words{k,2:3};
  else
    good = number && numel (x) == what && (isvector (x) || isempty (x));
    expected = sprintf ('%d real numbers', what);
  end
  if (~good)
    error ('delassus:type', 'dls_verify: %s is %s; expected %s', name, dls_describe (x), expected);
  end
  if (isstruct (what))
    for f = fieldnames (what)'
      check (x.(f{1}), what.(f{1}), [name, '.', f{1}]);
    end
  end
end
