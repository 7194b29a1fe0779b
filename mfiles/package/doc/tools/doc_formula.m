% DOC_FORMULA  Formulas of a help text in TeX.
%
%   tex = doc_formula (lines)     % cell of lines, like "G'*a + b = 0    constraints"
%
% '' where a line is not understood: then it stays as it is. Three blanks separate formulas and
% what is said of them.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function tex = doc_formula (lines)
  tex = '';
  rows = cell (size (lines));
  for k = 1:numel (lines)
    parts = strtrim (regexp (strtrim (lines{k}), '\s{3,}|,\s{2,}', 'split'));
    for j = 1:numel (parts)
      parts{j} = expression (parts{j}, j > 1);
      if (isempty (parts{j}))
        return;
      end
    end
    rows{k} = ['& ', strjoin(parts, ' \\qquad ')];
  end
  note = '\qquad \text{';
  if (sum (~ cellfun (@isempty, strfind (rows, note))) > 1)
    rows = strrep (rows, note, '\quad && \text{');      % one below the other
  end
  tex = ['\begin{aligned}', strjoin(rows, ' \\\\ '), '\end{aligned}'];
end

% '' is no formula; words are only allowed beside one.
function tex = expression (text, beside)
  tex = '';
  if (isempty (regexp (text, '[=<>]|_\|_| in [A-Z]|^min ', 'once')) || (beside && text(1) == '('))
    if (beside)
      tex = ['\text{', text, '}'];
    end
    return;
  elseif (! isempty (regexp (text, "'(\\s+=|\\w)|\\^|\"|\\[|\\.\\w*\\.", 'once')))
    return;
  end
  text = regexprep (text, '\<([vf])([+-])(?=[\s)*,]|$)', '$1 ^$2 ');
  text = regexprep (text, 'inv ?\((\w)\)', '$1 ^~ ');
  text = regexprep (text, '\<K\*(?=[\s,]|$)', 'K ^* ');
  [tokens, rest] = regexp (text, ['_\|_|\^.|<=|>=|[A-Za-z]+\.[a-z]+|[A-Za-z]\w*|\d+(\.\d+)?|', ...
                                  '[-=+*/(){},;:|<>.'']'], 'match', 'split');
  if (! isempty (strtrim ([rest{:}])))
    return;
  end
  tex = cellfun (@symbol, tokens, 'UniformOutput', false);
  if (any (strcmp (tex, '?')))
    tex = '';
    return;
  end
  depth = cumsum (strcmp (tex, '(') - [0, strcmp(tex(1:end-1), ')')]);
  for k = find (strcmp (tex, '\sqrt'))           % of the brackets that follow
    last = k + find (strcmp (tex(k+1:end), ')') & depth(k+1:end) == depth(k+1), 1);
    tex([k + 1, last]) = {'{', '}'};
  end
  tex = regexprep (strjoin (tex, ' '), '\}\s+\\text\{', ' ');     % words in one piece
end

function tex = symbol (token)
  fixed = {'_|_', '\perp'; '<=', '\le'; '>=', '\ge'; '*', '\,'; '''', '^{\top}'; '{', '\{'; ...
           '}', '\}'; '^+', '^{+}'; '^-', '^{-}'; '^~', '^{-1}'; '^*', '^{*}'; ...
           'sqrt', '\sqrt'; 'in', '\in'; 'min', '\min'; 'pi', '\pi'; 'arccos', '\arccos'; ...
           'trace', '\operatorname{trace}'; 'Inf', '\infty'};
  k = find (strcmp (token, fixed(:,1)));
  words = {'free', 'for', 'all', 'of', 'per', 'contact', 'columns', 'where', 'and', 'no'};
  greek = {'lambda', 'mu', 'theta', 'rho'};
  base = regexp (token, '^(lambda|mu|theta|rho|[A-Za-z])(?=[_.]?\w{0,3}$)', 'match', 'once');
  below = regexprep (token(numel (base) + 1:end), '[_.]', '');
  if (! isempty (k))
    tex = fixed{k,2};
  elseif (any (strcmp (token, words)))
    tex = ['\text{ ', token, ' }'];
  elseif (isempty (regexp (token, '[A-Za-z]', 'once')))
    tex = token;
  elseif (isempty (base))
    tex = '?';
  else
    tex = [repmat('\', 1, any (strcmp (base, greek))), base];
    if (! isempty (below))
      tex = [tex, '_{', below, '}'];
    end
  end
end
