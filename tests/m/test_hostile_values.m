function pass = test_hostile_values ()
% TEST_HOSTILE_VALUES  Structs that are not what they say, complex indices, sparse columns of 1e9:
% an error of the toolbox, at once and without the memory that they would take in full.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [structs(), instants(), sizes(), linear()];
end

% Each function that takes a struct, with structs of each kind without fields.
function pass = structs ()
pass = [];
kinds = {'system', 'friction', 'law', 'model', 'motion', 'mechanism', 'redundancy', 'sticking', ...
         'sweep', 'orders', 'equilibrium', 'none', 3};
values = [{struct('kind', {'a', 'b'}), struct('kind', {})}, ...
          cellfun(@(k) struct ('kind', k), kinds, 'UniformOutput', false)];
calls = {@(x) dls_friction (x), @(x) dls_friction_exists (x), @(x) dls_friction_setup (x), ...
         @(x) dls_residual (x, 1), @(x) dls_contact (x), @(x) dls_sticking (x), ...
         @(x) dls_reaction_range (x), @(x) dls_wellposed (x), @(x) dls_delassus (x), ...
         @(x) dls_modes (x), @(x) dls_loads (x), @(x) dls_grasp (x), @(x) dls_kkt (x), ...
         @(x) dls_redundancy (x), @(x) dls_impact (x, 1, 0), @(x) dls_system (x), ...
         @(x) dls_check_model (x), @(x) dls_check_model (x, 1, 1), ...
         @(x) dls_simulate (x, [0 1]), @(x) dls_simulate (x, [0 1], 1, 1), ...
         @(x) dls_equilibrium (x), @(x) dls_equilibrium (x, 1), @(x) dls_orders (x, [0 1]), ...
         @(x) dls_orders (x, [0 1], 1, 1), @(x) dls_periodic (x, 1), ...
         @(x) dls_periodic (x, 1, 1, 1), @(x) dls_variation (x, [0 1], 1, 1), ...
         @(x) dls_plot (x), @(x) dls_plot_map (x), @(x) dls_animate (x, 'x.html'), ...
         @(x) dls_at (x, x, 1), @(x) dls_assemble (x), @(x) dls_body (x, 'a'), ...
         @(x) dls_joint (x, 'a', 'hinge', {'b'}, {'c'}), @(x) written (x), ...
         @(x) dls_verify (x, x), @(x) dls_error (x, x), @(x) dls_problem (x, 0, 1, 1, 1)};
for i = 1:numel (calls)
  for k = 1:numel (values)
    [id, text] = failure (@() calls{i} (values{k}));
    pass(end+1) = holds (sprintf ('%s of value %d: %s %s', func2str (calls{i}), k, id, text), ...
                         isempty (id) || strncmp (id, 'delassus:', 9));
  end
end
end

function y = written (x)
y = [];
dls_write (x, 'x.mat');
end

function pass = instants ()
B = dls_body (dls_mechanism ('gravity', [0 -1]), 'a', 'mass', 1, 'inertia', 1);
sol = dls_simulate (B, [0 1], 'Step', 0.5);
pass = [];
for k = {complex(1, 0), NaN, 0, 4, [1 2], [], '1', {1}, true}
  id = failure (@() dls_at (B, sol, k{1}));
  pass(end+1) = holds ('dls_at', ours (id) || isequal (k{1}, true));
  pass(end+1) = holds ('dls_system', ours (failure (@() dls_system (sol, k{1}))));
end
end

% In full they would be 8 GB.
function pass = sizes ()
big = sparse (1e9, 1);
model = dls_model ('mass', 1, 'force', 0);
calls = {@() dls_mlcp(1, 1, 1, 1, big, 1), @() dls_conic(1, big, 1, 1, struct ('l', 1)), ...
         @() dls_conic(1, 1, 1, big, struct ('l', 1)), @() dls_lcp(1, big), ...
         @() dls_kkt(1, 1, big, 0), @() dls_simulate(model, [0 1], big, 0), ...
         @() dls_simulate(model, [0 1], 0, big), @() dls_system('M', 1, 'F', big), ...
         @() dls_problem('W', 1, 'q', big, 'mu', 1, 'd', 2)};
pass = [];
for k = 1:numel (calls)
  before = peak_memory ();
  id = failure (calls{k});
  pass(k) = holds (func2str (calls{k}), ours (id) && peak_memory () - before < 50);
end
end

% dls_matrix_class of an empty sparse matrix was quadratic (an hour).
function pass = linear ()
W = dls_matrix_class (sparse (3e6, 3e6));
pass = holds ('empty', isequal ({W.PSD.holds, W.PD.holds, W.P.holds}, {'yes', 'no', 'no'}));
end

function yes = ours (id)
yes = strncmp (id, 'delassus:', 9);
end

function [id, text] = failure (f)
[id, text] = deal ('');
try
  x = f ();
catch err
  [id, text] = deal ([err.identifier, ' '], err.message);
end
end

function ok = holds (name, ok)
if ~ok, fprintf ('test_hostile_values: %s\n', name); end
end
