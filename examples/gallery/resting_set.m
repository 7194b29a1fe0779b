% RESTING_SET  Do motions end in the set of positions of rest? Two blocks between springs.
%   Friction under both blocks, or under the first one only: dls_equilibrium tells by the energy
%   and LaSalle's principle whether the set attracts; motions show it. Positions of rest are
%   K*q = H*t with |t_i| <= mu_i*m*g: a parallelogram, or a segment where the second block goes on.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
K = [3 -1; -1 1];
colour = figure_style ();
fig = figure ('visible', 'off', 'position', [0 0 1000 420]);
mu = [0.3 0.2; 0.3 0];
expected = {'attractive', 'not_attractive'};
ends = zeros (0, 3);
for k = 1:2
  model = dls_model ('M', eye (4), 'K', blkdiag (K, zeros (2)), 'f', [0; 0; -10; -10], ...
                     'gap', [0; 0], 'gapgrad', [0 0; 0 0; 1 0; 0 1], ...
                     'tangent', [1 0; 0 1; 0 0; 0 0], 'mu', mu(k,:)');
  E = dls_equilibrium (model, zeros (4, 1), 'Reach', 0);
  axes ('position', [0.07 + 0.49 * (k - 1), 0.12, 0.42, 0.78]);
  hold on
  corners = 10 * (K \ (diag (mu(k,:)) * [-1 1 1 -1; -1 -1 1 1]));
  patch (corners(1,:), corners(2,:), [0.86 0.9 0.94], 'edgecolor', [0.5 0.5 0.5], 'linewidth', 2);
  speed = 0;
  for start = [4 -4 3 -2 0; 2 -5 -6 6 5]
    sol = dls_simulate (model, [0 30], [start; 0; 0], zeros (4, 1), 'Step', 5e-3, ...
                        'Energy', 'off');
    plot (sol.q(1,:), sol.q(2,:), 'color', colour(6,:), 'linewidth', 1);
    plot (sol.q(1,end), sol.q(2,end), 'o', 'color', colour(7,:), 'markerfacecolor', colour(7,:));
    last = sol.q(1:2,end);
    ends(end+1,:) = [mu(k,2), last'];
    speed = max (speed, max (max (abs (sol.v(:,end-600:end)))));
    if k == 1
      assert (all (abs (K * last) <= 10 * mu(k,:)' * (1 + 1e-6)));
    end
  end
  title (sprintf ('friction %g, %g: %s', mu(k,:), strrep (E.attraction, '_', ' ')));
  xlabel ('first block in m');
  ylabel ('second block in m');
  figure_row (['the set is ', expected{k}, '; largest speed of the last 3 s'], 'by LaSalle', ...
              speed, ['agrees: ', strrep(E.attraction, '_', ' ')]);
  assert (strcmp (E.attraction, expected{k}) && (speed < 1e-9) == (k == 1));
end
figure_save (fig, 'resting_set', {'mu2', 'last1', 'last2'}, ends);
