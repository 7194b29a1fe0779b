function [list, complete, segment] = dls_contact_all (S, P, opts)
% All isolated solutions of a small contact problem, each a cell {a, lambda, x, z}. Where A is well
% conditioned the free unknowns are eliminated first, else they stay in the enumeration (which is
% given up, complete = false, when that would take too long); in opts.MaxTime.
% segment: there are continua of solutions; their vertices are in the list.
% SPDX-License-Identifier: GPL-3.0-or-later
  list = {};
  settings = struct ('MaxTime', max (opts.MaxTime - toc (opts.timer), 0));
  [Z, complete] = enumerate (P, settings);
  segment = false;
  seen = zeros (S.n + S.nb + S.nu + size (S.Hb, 2) + size (S.Hu, 2), 0);
  number = zeros (1, size (Z.vertex, 2));
  ne = P.ne;
  for k = 1:numel (number)
    x = Z.vertex(1:ne,k);
    z = Z.vertex(ne+1:end,k);
    [a, l] = dls_contact_mex ('answer', S, P, P.law, [x; z]);
    both = [a; l.nb; l.nu; l.tb; l.tu];
    far = max (abs (bsxfun (@minus, seen, both)), [], 1);
    same = find (far <= 1e-8 * max (abs (both)), 1);
    if (~(dls_contact_worst (S, P, a, l) <= opts.Tolerance))
      complete = false;                    % an inaccurate vertex: neither a solution nor none
      continue
    elseif (isempty (same))
      seen(:,end+1) = both;
      list{end+1} = {a, l, x, z};
      same = numel (list);
    end
    number(k) = same;
  end
  relevant = 1 : ne + P.sizes(4) + P.sizes(5);   % p and q of an open contact mean nothing
  segment = any (any (abs (Z.line) > 1e-9));
  for k = 1:numel (Z.faces)
    items = Z.faces{k};
    ray = items(items > numel (number)) - numel (number);
    ends = number(items(items <= numel (number)));
    segment = segment || numel (unique (ends(ends > 0))) > 1 ...
              || any (any (abs (Z.ray(relevant,ray)) > 1e-9));
  end
end

function [Z, complete] = enumerate (P, settings)
  e = 1:P.ne;
  A = full (P.K(e,e));
  scale = 1 ./ max (max (abs (A), [], 2), realmin);
  A = bsxfun (@times, scale, A);
  m = numel (P.b);
  if (rcond (A) > 1e-12)
    X = -(A \ bsxfun (@times, scale, full ([P.K(e,P.ne+1:end), P.a])));
    D = [full(P.K(P.ne+1:end,P.ne+1:end)), P.b];
    C = P.K(P.ne+1:end,e);
    W = C * X + D;
    W(abs (W) <= 1e-13 * (abs (C) * abs (X) + abs (D))) = 0;   % what cancels is zero
    Z = dls_lcp_mex ('all', sparse (W(:,1:m)), full (W(:,end)), 0, settings);
    Z.vertex = [bsxfun(@plus, X(:,1:m) * Z.vertex, X(:,end)); Z.vertex];
    Z.ray = [X(:,1:m) * Z.ray; Z.ray];
    Z.line = [];
  elseif (2 ^ m * (numel (P.a) + m) ^ 3 <= 1e9)
    Z = dls_lcp_mex ('all', P.K, [P.a; P.b], P.ne, settings);
  else
    Z = struct ('vertex', [], 'ray', [], 'line', [], 'faces', {{}}, 'complete', false);
  end
  complete = Z.complete;
end
