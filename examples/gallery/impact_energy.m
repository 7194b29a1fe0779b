% IMPACT_ENERGY  Which law of impact creates energy? A rod hits the floor, for all (e, mu).
%   The change of kinetic energy by Newton's, Moreau's, Poisson's and Fremond's law with Coulomb
%   friction; where Newton's creates it, sliding is turned around by the percussion.
%   Without friction and with one coefficient for each contact, D = diag ((1 - e)./(1 + e)):
%   Newton's law 0 <= p _|_ A*p + (I + E)*u- >= 0 gives T+ - T- = p'*(I - E)*u-/2 = -p'*D*A*p/2, so
%   that no velocity before creates energy if D*A + A*D >= 0 (eigenvalues), and some does if
%   p'*D*A*p < 0 for a p >= 0: u- = -(I + E)\(A*p).
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
th = 0.8;
S = dls_system ('M', diag ([1 1 1/3]), 'Gu', [0; 1; -cos(th)], 'Hu', [1; 0; sin(th)], 'muu', 0);
before = [0.5; -1; 0];
e = linspace (0, 1, 13);
mu = linspace (0, 1.5, 16);
laws = {'newton', 'moreau', 'poisson', 'fremond'};
change = NaN (numel (mu), numel (e), 4);
for k = 1:4
  for i = 1:numel (mu)
    S = dls_system (S, 'muu', mu(i));
    for j = 1:numel (e)
      [~, ~, info] = dls_impact (S, before, e(j), 'Law', laws{k}, 'Uniqueness', 'off');
      if info.exitflag == 1
        change(i,j,k) = -info.energy.loss / info.energy.before;
      end
    end
  end
  c = change(:,:,k);
  figure_row (sprintf ('%s: largest change of energy, share of (e, mu) that grow', laws{k}), ...
              {'may grow', 'never grows', 'not stated', 'not stated'}{k}, ...
              [max(c(:)), mean(c(:) > 1e-9)], 'agrees');
end
assert (max (change(:,:,2)(:)) <= 1e-9 && max (change(:,:,1)(:)) > 1e-2 ...
        && all (isfinite (change(:))));

% The criterion on random systems without friction, E = diag (e).
rand ('twister', 2);
randn ('twister', 2);
[safe, grows] = deal (0);
for k = 1:40
  G = randn (4, 2);
  if mod (k, 2), G = [eye(2); zeros(2)] + 0.15 * randn (4, 2); end     % hardly coupled
  T = dls_system ('M', eye (4), 'Gu', G);
  A = G' * G;
  own = rand (2, 1);
  D = diag ((1 - own) ./ (1 + own));
  guaranteed = min (eig (D * A + A * D)) >= 0;
  safe = safe + guaranteed;
  for trial = 1:10
    u = -(eye (2) + diag (own)) \ (A * rand (2, 1));
    p0 = -A \ ((eye (2) + diag (own)) * u);
    [~, p, info] = dls_impact (T, G * (A \ u), diag (own), 'Law', 'newton', 'Uniqueness', 'off');
    gain = -info.energy.loss;
    assert (abs (gain + p.nu' * D * A * p.nu / 2) <= 1e-9 * (1 + info.energy.before));
    assert (~(guaranteed && gain > 1e-10) && norm (p.nu - p0) <= 1e-7 * (1 + norm (p0)));
    grows = grows + (gain > 1e-10);
  end
end
figure_row ('Newton, no friction: systems with D A + A D >= 0, impacts that grow of 400', ...
            'none of the first', [safe, grows], 'agrees');
assert (safe > 5 && grows > 5);

fig = figure ('visible', 'off', 'position', [0 0 1000 720]);
% From blue (lost) over white (kept) to vermilion (created).
steps = linspace (0, 1, 32)';
blue = [0 114 178] / 255;
red = [213 94 0] / 255;
map = [blue + (1 - blue) .* steps; 1 - (1 - red) .* steps];
for k = 1:4
  axes ('position', [0.09 + 0.44 * mod(k - 1, 2), 0.58 - 0.48 * (k > 2), 0.34, 0.34]);
  imagesc (e, mu, change(:,:,k), [-0.6 0.6]);
  axis ('xy');
  colormap (map);
  hold on
  if max (change(:,:,k)(:)) > 1e-9
    contour (e, mu, change(:,:,k), [1e-9 1e-9], 'k', 'linewidth', 2);
  end
  title (sprintf ('%s: change of energy / energy', laws{k}));
  xlabel ('restitution e');
  ylabel ('friction \mu');
  colorbar ();
end
figure_save (fig, 'impact_energy', [{'e', 'mu'}, laws], ...
             [kron(e', ones (numel (mu), 1)), repmat(mu', numel (e), 1), reshape(change, [], 4)]);
