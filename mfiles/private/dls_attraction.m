function varargout = dls_attraction (what, varargin)
% Of dls_equilibrium; dls_attraction (WHAT, ...): decide, do motions nearby end in the set of
% positions of rest; vibrations. E: the answer; R: the position without friction; A: values there,
% A.M, A.C, A.K of M*a + C*v + K*x = 0, d.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['attraction_', what], varargin{:});
end

% M*s^2 + C*s + K: finite s, and its motions X.
function [s, X] = attraction_vibrations (M, C, K)
  k = size (M, 1);
  [X, D] = eig ([zeros(k), eye(k); -K, -C], blkdiag (eye (k), M));
  s = diag (D);
  keep = isfinite (s);
  s = s(keep);
  X = X(1:k,keep);
end

% V = kinetic + potential energy does not grow where K >= 0 and C + C' >= 0 in the directions Z that
% constraints and pressing contacts leave: friction takes energy, too. It stays constant only while
% no contact slips (directions Y of Z) and (C + C')*v = 0: by LaSalle's principle motions end at
% rest if no other motion is such (positions stay bounded: K is positive where friction does not
% see, or the drift there is unseen); else small ones about a position inside of the set last.
function E = attraction_decide (E, R, A, close)
  nu = R.lambda.nu;
  press = reshape (find (nu > 1e-8 * max ([abs(nu); abs(R.lambda.nb); realmin])), 1, []);
  Z = null (full ([A.G, A.N(:,press)]'));
  rough = reshape (press(A.mu(press) > 0 & A.d > 1), 1, []);      % of one contact 0-by-0, too
  columns = bsxfun (@plus, (A.d - 1) * (rough - 1), (1:A.d-1)');
  Y = Z * null (full (A.T(:,columns(:)))' * Z);
  touch = find (A.g <= max (close, 1e-8))';
  [M, C, K] = within (A, Z);
  told = '';
  if (isfield (A, 'muh') && any (A.muh > 0))
    told = 'friction of joints is not known here';
  elseif (~strcmp (R.status, 'solved'))
    told = 'no position of rest without friction was found nearby';
  elseif (~isempty (setdiff (touch, press)))
    told = 'a contact touches without force';
  elseif (~definite (M))
    told = 'the mass matrix is singular in the directions that are left';
  elseif (norm (K - K') > 1e-5 * norm (K))
    told = 'forces of position have no potential';
  end
  if (isempty (told))
    C_s = (C + C') / 2;
    small = 1e-6 * max ([abs(eig ((K + K') / 2, M)); realmin]);
    E.lyapunov.stiffness = min ([eig((K + K') / 2, M); Inf]);
    E.lyapunov.damping = min ([eig(C_s, M); Inf]);
    if (E.lyapunov.stiffness < -small)
      told = 'the potential energy has no minimum';
    elseif (E.lyapunov.damping < -sqrt (small) * 1e-6)
      told = 'forces of velocity feed energy in some direction';
    end
    E = welded (E, A, Y, isempty (told));
  end
  E.lyapunov.message = told;
end

function [M, C, K] = within (A, Z)
  [M, C, K] = deal (Z' * A.M * Z, Z' * A.C * Z, Z' * A.K * Z);
end

% That of no coordinates is (Octave's chol wants some).
function yes = definite (M)
  yes = isempty (M);
  if (~yes)
    [~, p] = chol ((M + M') / 2);
    yes = p == 0;
  end
end

% Motions without slip: does damping see all of them?
function E = welded (E, A, Y, decides)
  [M, C, K] = within (A, Y);
  [s, X] = attraction_vibrations (M, C, K);
  E.lyapunov.welded = max ([real(s); -Inf]);
  size_s = max (abs (s));
  if (~isempty (s) && E.lyapunov.welded > 1e-6 * size_s)
    E.attraction = 'not_attractive';
    [~, j] = max (real (s));
    E.unseen = X(:,j);
  elseif (decides)
    E.attraction = 'attractive';
    E.unseen = unseen (M, C, K, s);
    if (~isempty (E.unseen))
      E.attraction = 'not_attractive';
    end
  end
  if (~isempty (E.unseen))
    x = [real(E.unseen), imag(E.unseen)];
    [~, part] = max (sum (x .^ 2, 1));
    E.unseen = Y * (x(:,part) / norm (x(:,part)));
  end
end

% x*exp (s*t) with (C + C')*x = 0 and s on the imaginary axis; [] where there is none.
function x = unseen (M, C, K, s)
  k = size (M, 1);
  x = [];
  size_s = max (abs (s));
  for j = find (abs (real (s)) <= 1e-6 * size_s | size_s == 0)'
    P = M * s(j) ^ 2 + C * s(j) + K;
    [~, D, X] = svd ([P / max(norm (M) * size_s ^ 2, realmin)
                      (C + C') / max(norm (M) * size_s, realmin)], 'econ');
    if (D(k,k) <= 1e-6)
      x = X(:,k);
      return
    end
  end
end
