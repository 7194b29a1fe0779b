% DOOR  What you learn: how many hinge rows are too many, and which reactions to trust.
%   A door on two hinges with the same axis is the everyday overconstrained mechanism.
%   Three models of the same door move alike; they differ in which reactions are
%   determined.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), ...
         fullfile (here, '..', 'tests', 'm', 'problems'));
dls_setup ();
close_to = @(x, y, tol) all (abs (x(:) - y(:)) <= tol * max (abs (y(:))));

% 0.9 x 2 m, 30 kg, hinges 0.8 m above and below the centre, turning at 2 rad/s.
mass = 30;  w = 2;
model = {'hinges', 'balls', 'classic'};
say = {'two full hinges (5 rows each)', 'two ball joints (3 rows each)', ...
       'a ball below, a guide above (3 + 2 rows)'};
count = [0, 4, 5];
for k = 1:3
  [M, G, F, b, names] = make_door (model{k});
  [a, lambda, info] = dls_kkt (M, G, F, b);
  R = dls_redundancy (M, G, 'Names', names);
  fprintf ('\n%s: %d rows, rank %d, %d reactions determined\n', say{k}, size (G, 2), ...
           R.rank, nnz (R.determined));
  lambda(abs (lambda) < 1e-10 * norm (lambda)) = 0;
  for i = 1:numel (names)
    note = '';
    if ~R.determined(i), note = '   (a choice)'; end
    fprintf ('  %-16s %9.3f%s\n', names{i}, lambda(i), note);
  end
  assert (strcmp (info.status, 'solved') && R.rank == 5 && R.acceleration_unique);
  assert (nnz (R.determined) == count(k));

  % The same motion: the centre accelerates towards the hinges with w^2 times 0.45 m.
  assert (close_to (a, [-w^2 * 0.45; 0; 0; 0; 0; 0], 1e-11));

  % Sums are determined even where single reactions are not: weight, centripetal force,
  % and the moment of the weight about the hinges.
  vertical = sum (lambda(~cellfun (@isempty, strfind (names, 'force z'))));
  horizontal = sum (lambda(~cellfun (@isempty, strfind (names, 'force x'))));
  assert (close_to (vertical, mass * 9.81, 1e-12));
  assert (close_to (horizontal, -mass * w^2 * 0.45, 1e-11));
  dependent = G * R.kernel;
  assert (norm (dependent, 'fro') < 1e-10);
end

% Kernel of the first model: internal states of stress, such as two opposite vertical
% forces.
[M, G, F, b, names] = make_door ('balls');
R = dls_redundancy (M, G, 'Names', names);
fprintf ('\nWith two balls one pair of forces is left open:\n');
for i = find (R.kernel(:, 1))'
  fprintf ('  %+.3f  %s\n', R.kernel(i, 1), names{i});
end
fprintf ('The classic model answers every question with 5 rows.\n');
