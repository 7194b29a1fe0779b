% CONIC_FIG04  The existence criterion on the Painleve toy: does the line meet the dual cone?
%   Above, as in the paper, (u0, 0) + (cos (theta), sin (theta)) v and K*: u0 < 0, u0 > 0 with a
%   steep and a flat line. mu, theta and u0 are ours, the paper gives inequalities only. Below: the
%   fixed points s = F(s) of section 3, and two of them under gravity upwards (section 5.4).
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
mu = 0.6;
cases = {-1, 0.8, -1, 'u_0 < 0'; 1, 0.8, -1, 'u_0 > 0, \theta > arctan \mu'; ...
         1, 0.35, -1, 'u_0 > 0, \theta < arctan \mu'; 1, 0.35, 1, 'the same, gravity upwards'};
line_ = @(u0, th, v) [u0 + cos(th) * v; sin(th) * v];
% u + (mu*s) e_N in K*: u_N + mu*s >= mu*|u_T|, as the cone (u_N + mu*s, mu*u_T).
cone = @(th) [-sin(th); -mu * cos(th)];
s = linspace (0, 3, 61);
F = nan (4, 61);
fixed_ = zeros (1, 4);
fig = figure ('visible', 'off', 'position', [0 0 1200 640]);
for k = 1:4
  [u0, th, g, name] = cases{k, :};
  [~, ~, ~, info] = dls_conic ([], 0, cone (th), [0; mu * u0], struct ('q', 2));
  admits = strcmp (info.status, 'solved');
  for i = 1:61
    b = mu * [s(i); u0];
    [v, ~, ~, step] = dls_conic (1, -g * sin (th), cone (th), b, struct ('q', 2));
    if strcmp (step.status, 'solved'), F(k, i) = abs (u0 + cos (th) * v); end
  end
  fixed_(k) = nnz (diff (sign (F(k, ~isnan (F(k, :))) - s(~isnan (F(k, :))))));
  S = dls_system ('M', 1, 'F', -g * sin (th), 'Gu', sin (th), 'Hu', cos (th), 'tu', u0, 'muu', mu);
  [~, ~, info] = dls_contact (S, 'Sticking', 'coulomb', 'Solutions', 'all');
  answers = strcmp (info.status, 'solved') * numel (info.solutions);
  assert (answers == fixed_(k) && admits == (u0 <= 0 || tan (th) > mu));
  label = sprintf ('%s: criterion', strrep (strrep (name, '\', ''), '_', ''));
  if k < 4
    figure_row (label, {'fails', 'holds'}{1 + (u0 <= 0 || tan (th) > mu)}, ...
                {'fails', 'holds'}{1 + admits}, 'agrees');
    axes ('position', [0.03 + 0.325 * (k-1), 0.54, 0.29, 0.39]);
    patch ([0 3/mu -3/mu], [0 3 3], [0.80 0.88 1], 'edgecolor', 'b');      % K*
    hold on
    patch ([0 2.4*mu -2.4*mu], [0 2.4 2.4], [0.93 0.93 0.80], 'edgecolor', 'none');   % K
    p = line_ (u0, th, [-6 6]);
    met = line_ (u0, th, linspace (-6, 6, 2401));
    met(:, met(2, :) < mu * abs (met(1, :))) = NaN;
    plot ([-3 3], [0 0], 'k:', p(1, :), p(2, :), 'k-', met(1, :), met(2, :), 'r-', ...
          u0, 0, 'ko', 'markerfacecolor', 'k');
    text ([-0.25 1.6], [1.9 1.9], {'K', 'K*'}, 'fontsize', 12);
    axis ([-2.7 2.7 -0.8 2.4], 'off');
    title (name);
  end
end
figure_row ('fixed points of F in the four cases', '1, 1, 0, 2', ...
            strjoin (cellstr (num2str (fixed_'))', ', '), 'agrees: (2.13), 5.4, dls_contact');
assert (isequal (fixed_, [1 1 0 2]));
axes ('position', [0.30 0.13 0.42 0.34]);
h = plot (s, F', '-', s, s, 'k--');
axis ([0 3 0 3]);
legend (h, [cases(:, 4)', 's'], 'location', 'northeastoutside');
xlabel ('s in m/s (F crosses the dashed line at solutions)');
ylabel ('F (s) in m/s');
figure_save (fig, 'CONIC_fig04', {'s', 'F1', 'F2', 'F3', 'F4'}, [s; F]');
