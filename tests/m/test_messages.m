function pass = test_messages ()
% TEST_MESSAGES  What is said when something is wrong: the first error, the argument that is wrong,
% the remedy.
%   pass = test_messages ()   logical row; each failing element prints its name.
%   Promise: an error of a gateway that is not about arguments is shown as it is, and nothing is
%   tried again; q0 of a wrong size is not blamed on v0; a struct of nothing known is not "did you
%   mean 'M'?"; answers about a mechanism with an open loop say which one is open.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [first_error(), wrong_arguments(), open_loops()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_messages: %s\n', name); end
end

function text = said (f)
text = '';
try
  f ();
catch err
  text = err.message;
end
end

function yes = has (text, part)
yes = ~isempty (strfind (text, part));
end

% A gateway that raises another error each time it is called stands in for the compiled one.
function pass = first_error ()
pass = [];
S = dls_system ('M', eye (2), 'F', [1; 1], 'Gu', [0; 1]);
K = dls_kkt_setup (1, 1);
folder = tempname ();
mkdir (folder);
run = {'kkt', @() dls_kkt(1, 1, 1, 1); 'kkt', @() dls_kkt(K, 1, 1); ...
       'contact', @() dls_contact(S); 'lcp', @() dls_lcp(1, 1)};
for gateway = {'kkt', 'contact', 'lcp'}
  name = ['dls_', gateway{1}, '_mex'];
  fid = fopen (fullfile (folder, [name, '.m']), 'w');
  fprintf (fid, ['function varargout = %s (varargin)\n  persistent calls\n', ...
                 '  calls = [calls, 1];\n  error (''delassus:numerical'', ''error %%d'', ', ...
                 'numel (calls));\nend\n'], name);
  fclose (fid);
end
addpath (folder);
cleaner = onCleanup (@() restored (folder));
for k = 1:size (run, 1)
  clear (['dls_', run{k,1}, '_mex']);
  text = said (run{k,2});
  pass(end+1) = holds (sprintf ('first error of dls_%s: %s', run{k,1}, text), ...
                       strcmp (text, sprintf ('dls_%s: error 1', run{k,1})));
end
end

function restored (folder)
rmpath (folder);
clear dls_kkt_mex dls_contact_mex dls_lcp_mex
delete (fullfile (folder, '*.m'));
rmdir (folder);
end

function pass = wrong_arguments ()
known = dls_model ('mass', 1, 'force', -2);
bound = dls_model ('mass', @(q) eye (2), 'force', @(t, q, v) -q);
sol = dls_simulate (known, [0, 0.01], 1, 0);
wrong = struct ('a', 1);
list = {
  @() dls_simulate(known, [0, 1], [1; 2], 0), 'q0 is 2-by-1; expected 1 row'
  @() dls_simulate(known, [0, 1], 1, [0; 1]), 'v0 is 2-by-1; expected 1 row'
  @() dls_simulate(bound, [0, 1], [1; 2], 0), 'q0 has 2 entries and v0 has 1; expected as many'
  @() dls_check_model(known, [1; 2], 0), 'q is 2-by-1; expected 1 row'
  @() dls_system(known, 0, [1; 2], 0), 'q is 2-by-1; expected 1 row'
  @() dls_friction(wrong), 'is a struct with the field a; expected a friction problem, made by dls'
  @() dls_kkt(wrong), 'is a struct with the field a; expected a contact system, made by dls_system'
  @() dls_simulate(wrong, [0, 1], 1, 1), 'expected a model of a motion, made by dls_model'
  @() dls_contact(struct ()), 'is a struct with no fields; expected a contact system'
  @() dls_friction(struct ('M', 1, 'a', 1)), 'unknown name ''a'''
  @() dls_plot(sol, 'Panels', 'energ'), 'unknown panel ''energ''; expected some of q, angles'
  @() dls_plot(sol, 'Panels', {'q', 'energ'}), 'did you mean ''energy''?'
  @() dls_plot(sol, 'Panels', 3), '''Panels'' is 3; expected some of q'};
pass = [];
for k = 1:size (list, 1)
  text = said (list{k,1});
  pass(end+1) = holds ([list{k,2}, ' | ', text], has (text, list{k,2}));
end
text = evalc ('dls_simulate (''last'')');
pass(end+1) = holds ('no run that failed', has (text, 'came to its end, or there was none'));
pass(end+1) = holds ('no run that failed: []', isempty (dls_simulate ('last')));
end

function pass = open_loops ()
B = dls_body (dls_mechanism ('gravity', [0 -9.81]), 'a', 'mass', 1, 'inertia', 1, 'at', [0 0]);
B = dls_joint (B, 'j', 'hinge', {'ground', [0 0]}, {'a', [0.3 0]});
part = 'not assembled: j.x is off by 0.3 (see dls_assemble)';
[~, ~, kkt] = dls_kkt (B);
[~, ~, contact] = dls_contact (B);
R = dls_redundancy (B);
V = dls_sticking (B);
texts = {kkt.message, contact.message, R.table, V.message};
pass = holds ('an open loop is named', cellfun (@(t) has (t, part), texts));
closed = dls_assemble (B);
[~, ~, kkt] = dls_kkt (closed);
R = dls_redundancy (closed);
pass(end+1) = holds ('a closed one is not', ~has ([kkt.message, R.table], 'not assembled'));
text = said (@() dls_simulate (B, [0, 1]));
pass(end+1) = holds ('the remedy', has (text, 'dls_assemble') && has (text, '''project'''));
end
