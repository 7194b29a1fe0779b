function T = dls_tableau (name, varargin)
%DLS_TABLEAU  Butcher tableau of a Runge-Kutta method for smooth phases of constrained systems.
%   T = DLS_TABLEAU (NAME), NAME one of
%       'radau-iia-3', 'radau-iia-5', 'lobatto-iiia-2', 'lobatto-iiia-4', 'lobatto-iiia-6',
%       'lobatto-iiic-4', 'gauss-4'                                 implicit
%       'half-explicit-2' ... 'half-explicit-5'                      explicit but for the reactions
%   The last digit is the order: of the classical conditions, and of positions and velocities of
%   a mechanical system whose constraints are kept on the level of velocities (index 2).
%   T.A (s-by-s), T.b (1-by-s), T.c (s-by-1)   the tableau
%   T.name, T.order, T.stages
%   T.explicit    A is strictly lower triangular
%   T.first       the first stage is the beginning of the step (A(1,:) = 0)
%   T.stiffly     the last stage is the end of the step (A(s,:) = b)
%   T.Abar        explicit methods: reaction i keeps the velocity v + h*sum (Abar(i,j)*V'(j)) in the
%                 tangent space at q + h*sum (Abar(i,j)*V(j)); its last row is b
%   T.ahead       the first reaction belongs to the acceleration at the beginning of the step; else
%                 it follows from Abar(1,:) (explicit), or from the first stage (implicit)
%
%   Example:
%     T = dls_tableau ('radau-iia-3');
%     T.A
%     % ans =
%     %    0.416667  -0.083333
%     %    0.750000   0.250000
%
%   See also DLS_SIMULATE.
% SPDX-License-Identifier: GPL-3.0-or-later
  names = {'radau-iia-3', 'radau-iia-5', 'lobatto-iiia-2', 'lobatto-iiia-4', 'lobatto-iiia-6', ...
           'lobatto-iiic-4', 'gauss-4', 'half-explicit-2', 'half-explicit-3', 'half-explicit-4', ...
           'half-explicit-5'};
  if (nargin ~= 1 || ~ischar (name))
    error ('delassus:type', 'dls_tableau: expected the name of a method');
  end
  hit = find (strcmpi (name, names));
  old = find (strcmpi (name, strrep (names, '-', '')));
  if (~isempty (old))
    error ('delassus:option', 'dls_tableau: ''%s'' is called ''%s'' since 0.2', name, names{old});
  end
  if (isempty (hit))
    error ('delassus:option', 'dls_tableau: unknown method ''%s''; expected one of %s%s', ...
           name, strjoin (names, ', '), dls_nearest_name (name, names));
  end
  name = names{hit};
  switch (name)
    case 'radau-iia-3'
      [A, b, c] = collocation ([1/3; 1]);
    case 'radau-iia-5'
      [A, b, c] = collocation ([(4-sqrt(6))/10; (4+sqrt(6))/10; 1]);
    case 'lobatto-iiia-2'
      [A, b, c] = collocation ([0; 1]);
    case 'lobatto-iiia-4'
      [A, b, c] = collocation ([0; 1/2; 1]);
    case 'lobatto-iiia-6'
      [A, b, c] = collocation ([0; (5-sqrt(5))/10; (5+sqrt(5))/10; 1]);
    case 'lobatto-iiic-4'
      [A, b, c] = lobatto_iiic ([0; 1/2; 1]);
    case 'gauss-4'
      [A, b, c] = collocation ([1/2-sqrt(3)/6; 1/2+sqrt(3)/6]);
    otherwise
      [A, b, c] = half_explicit (name);
  end
  T = struct ('name', name, 'order', name(end) - '0', 'stages', numel (c), 'A', A, 'b', b, 'c', c);
  T.explicit = ~any (any (triu (A)));
  T.first = ~any (A(1,:));
  T.stiffly = isequal (A(end,:), b);
  T.Abar = [];
  T.ahead = T.first && ~T.explicit;
  if (strcmp (name, 'half-explicit-5'))
    T.Abar = dormand_prince_reactions (A, b, c);
    T.ahead = true;
  elseif (T.explicit)
    T.Abar = [A(2:end,:); b];
  end
  if (nargout == 0)
    dls_show (T)
    clear T
  end
end

% sum_j a_ij c_j^(k-1) = c_i^k/k for k = 1..s.
function [A, b, c] = collocation (c)
  s = numel (c);
  powers = c .^ (0:s-1);
  A = ((c .^ (1:s)) ./ (1:s)) / powers;
  b = (1 ./ (1:s)) / powers;
  if (c(1) == 0)
    A(1,:) = 0;
  end
  if (c(s) == 1)
    A(s,:) = b;
  end
end

% The same for k < s, and a_i1 = b_1.
function [A, b, c] = lobatto_iiic (c)
  s = numel (c);
  b = (1 ./ (1:s)) / (c .^ (0:s-1));
  conditions = [c .^ (0:s-2), [1; zeros(s-1, 1)]];
  A = [(c .^ (1:s-1)) ./ (1:s-1), repmat(b(1), s, 1)] / conditions;
  A(s,:) = b;
end

% Explicit midpoint rule; the three-stage method of order 3 and the five-stage one of order 4
% (Brasey, Hairer: weights of Radau IIA) with the order for index 2; Dormand and Prince.
function [A, b, c] = half_explicit (name)
  r = sqrt (6);
  switch (name)
    case 'half-explicit-2'
      rows = {1/2};
      b = [0 1];
    case 'half-explicit-3'
      rows = {1/3, [-1 2]};
      b = [0 3/4 1/4];
    case 'half-explicit-4'
      rows = {3/10, [(1+r)/30, (11-4*r)/30], ...
              [(-79-31*r)/150, (-1-4*r)/30, (24+11*r)/25], ...
              [(14+5*r)/6, (-8+7*r)/6, (-9-7*r)/4, (9-r)/4]};
      b = [0 0 (16-r)/36 (16+r)/36 1/9];
    case 'half-explicit-5'
      rows = {1/5, [3/40 9/40], [44/45 -56/15 32/9], ...
              [19372/6561 -25360/2187 64448/6561 -212/729], ...
              [9017/3168 -355/33 46732/5247 49/176 -5103/18656]};
      b = [35/384 0 500/1113 125/192 -2187/6784 11/84];
  end
  s = numel (b);
  A = zeros (s);
  for i = 2:s
    A(i,1:i-1) = rows{i-1};
  end
  c = sum (A, 2);
end

% Partitioned half-explicit method (Murua; Arnold) over the stages of Dormand and Prince. Row i uses
% no stage 2 (i > 2) and integrates quadratics on [0, cbar_i], so that reactions have errors r*h^3,
%     Abar*r = cbar^4 - 4*Abar*c^3;
% order 5 wants sum b_i*r_i = 0 (the last row, b) and sum b_i*c_i*r_i = 0: row 5 sees to it.
function Abar = dormand_prince_reactions (A, b, c)
  Abar = zeros (6);
  Abar(1,1) = A(2,1);
  Abar(2,:) = A(3,:);
  Abar(6,:) = b;
  r = zeros (6, 1);
  for i = 3:5
    used = [1, 3:i];
    if (i == 3)
      cbar = 3/2 * c(3);
    else
      cbar = c(i+1);
    end
    conditions = c(used) .^ (0:2);
    values = cbar .^ (1:3) ./ (1:3);
    if (i == 5)
      r(5) = -(b(3:4) .* (1 - c(3:4)')) * r(3:4) / (b(5) * (1 - c(5)));
      conditions = [conditions, r(used) + 4*c(used).^3];
      values = [values, cbar^4];
    elseif (i == 3)
      conditions = conditions(:,1:2);
      values = values(1:2);
    end
    Abar(i,used) = values / conditions;
    r(i) = (cbar^4 - Abar(i,1:i) * (4*c(1:i).^3) - Abar(i,1:i-1) * r(1:i-1)) / Abar(i,i);
  end
end

%!test  % the example of the help, and Gauss' two-stage method
%! T = dls_tableau ('radau-iia-3');
%! assert (T.A, [5/12 -1/12; 3/4 1/4], 1e-15)
%! assert ([T.order, T.stages, T.stiffly, T.first, T.explicit], [3 2 1 0 0])
%! T = dls_tableau ('Gauss-4');
%! assert (T.A, [1/4 1/4-sqrt(3)/6; 1/4+sqrt(3)/6 1/4], 1e-15)
%! assert (T.name, 'gauss-4')
%!test  % Lobatto IIIC, as in the books
%! T = dls_tableau ('lobatto-iiic-4');
%! assert (T.A, [1/6 -1/3 1/6; 1/6 5/12 -1/12; 1/6 2/3 1/6], 1e-15)
%! assert (T.b, [1/6 2/3 1/6], 1e-15)
%!error <radau-iia-4> dls_tableau ('radau-iia-4')
%!error <'gauss4' is called 'gauss-4'> dls_tableau ('gauss4')
%!error id=delassus:type dls_tableau (3)
%!demo
%! % where methods of Runge and Kutta damp: |R (z)| = 1 for the test equation
%! [x, y] = meshgrid (linspace (-6, 8, 57), linspace (-6, 6, 49));
%! names = {'radau-iia-3', 'lobatto-iiic-4', 'half-explicit-4'};
%! hold on
%! for k = 1:3
%!   T = dls_tableau (names{k});
%!   R = @(z) abs (1 + z * T.b * ((eye (T.stages) - z * T.A) \ ones (T.stages, 1)));
%!   contour (x, y, arrayfun (R, x + 1i * y), [1 1]);
%! end
%! axis equal; title (strjoin (names, ', ')); xlabel ('Re z'); ylabel ('Im z');
