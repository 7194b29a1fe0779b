function pass = test_info_fields ()
% TEST_INFO_FIELDS  The info of every solver has the same fields, and Display prints what it says.
%   pass = test_info_fields ()   logical row; each failing element prints its name.
%   Promise: in this order status (text), exitflag (1, or another integer where there is no
%   solution), message (a sentence with a number), residual (struct of numbers), iterations, time,
%   method, certificate ([], or a struct where the proof of no solution is in info). Nothing is
%   printed by default; 'final' prints a line that begins with the name of the function and has the
%   status, 'iter' more. All fields of all answers stand in the help.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [];
calls = solved ();
for k = 1:size (calls, 1)
  pass = [pass, fields(calls{k,1}, calls{k,2}, true)];
end
calls = unsolvable ();
for k = 1:size (calls, 1)
  info = last_of (calls{k,2}, calls{k,3});
  pass = [pass, fields(calls{k,1}, info, false)];
  pass(end+1) = holds ([calls{k,1}, ': proof'], isstruct (info.certificate));
end
pass = [pass, display_works(), shown()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_info_fields: %s\n', name); end
end

function info = last_of (f, outputs)
out = cell (1, outputs);
[out{:}] = f ();
info = out{end};
end

function pass = fields (name, info, solved)
names = {'status', 'exitflag', 'message', 'residual', 'iterations', 'time', 'method', ...
         'certificate'};
found = fieldnames (info)';
pass = holds ([name, ' begins with ', strjoin(found(1:min (end, 8)), ', ')], ...
              isequal (found(1:min (end, 8)), names));
if ~pass, return; end
number = @(x) isnumeric (x) && isscalar (x);
ok = ischar (info.status) && ~isempty (info.status) && ischar (info.method) ...
     && ischar (info.message) && number (info.iterations) && info.iterations >= 0 ...
     && number (info.time) && info.time >= 0 && info.time < 60;
pass(end+1) = holds ([name, ': types'], ok);
pass(end+1) = holds ([name, ': message ', info.message], ...
                     any (info.message >= '0' & info.message <= '9'));
pass(end+1) = holds ([name, ': exitflag'], number (info.exitflag) ...
                     && (info.exitflag == 1) == solved && info.exitflag == fix (info.exitflag));
pass(end+1) = holds ([name, ': residual'], isstruct (info.residual) ...
                     && isfield (info.residual, 'worst') ...
                     && all (structfun (@isnumeric, info.residual)));
pass(end+1) = holds ([name, ': certificate'], ...
                     isstruct (info.certificate) || isequal (info.certificate, []));
if solved
  pass(end+1) = holds ([name, ': no proof of the contrary'], isequal (info.certificate, []));
end
end

function S = block ()
S = dls_system ('M', 2 * eye (2), 'F', [-3; 2*9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
end

function [P, L] = sliding ()
P = dls_problem ('M', 2 * eye (2), 'H', [0 1; 1 0], 'f', -2 * [3; -1], 'mu', 0.5, 'd', 2);
L = dls_problem ('W', eye (2), 'q', [-1; 1], 'mu', 0.5, 'd', 2);
end

function list = solved ()
S = block ();
[P, L] = sliding ();
K = dls_kkt_setup (1, 1);
L1 = dls_lcp_setup ([2 1; 1 2]);
C1 = dls_conic_setup (1, 1, struct ('l', 1));
ball = dls_system ('M', 1, 'Gu', 1);
list = {
  'kkt', @() dls_kkt (1, 1, 1, 1), 3
  'kkt, singular', @() dls_kkt (eye (2), [1 1; 0 0], [1; 2], [1; 1]), 3
  'kkt, reused', @() dls_kkt (K, 1, 1), 3
  'kkt, no constraint', @() dls_kkt (1, zeros (1, 0), 1, []), 3
  'lcp', @() dls_lcp ([2 1; 1 2], [-5; 1]), 3
  'lcp, nothing', @() dls_lcp (zeros (0), []), 3
  'lcp, reused', @() dls_lcp (L1, [-5; 1]), 3
  'mlcp', @() dls_mlcp (1, -1, 1, 0, 0, -1), 4
  'mlcp, equation', @() dls_mlcp (1, [], [], [], -1, []), 4
  'conic', @() dls_conic (1, 1, 1, 1, struct ('l', 1)), 4
  'conic, reused', @() dls_conic (C1, 1, 1), 4
  'contact', @() dls_contact (S), 3
  'contact, bilateral', @() dls_contact (dls_system ('M', 1, 'Gb', 1)), 3
  'contact, coulomb', @() dls_contact (S, 'Sticking', 'coulomb'), 3
  'contact, all', @() dls_contact (ball, 'Formulation', 'all'), 3
  'friction', @() dls_friction (P), 4
  'friction, local', @() dls_friction (L, 'Method', 'newton'), 4
  'friction, lcp', @() dls_friction (L, 'Method', 'lcp'), 4
  'friction, nothing', @() dls_friction (dls_problem ('W', zeros (0), 'mu', 1, 'd', 2)), 4
  'friction_exists', @() dls_friction_exists (P), 2
  'impact', @() dls_impact (ball, -1, 0.5), 3
  'impact, bilateral', @() dls_impact (dls_system ('M', 1, 'Gb', 1), -1, 0.5), 3
  'impact, program', @() dls_impact (ball, -1, 0.5, 'Formulation', '82'), 3
  'reaction_range', @() dls_reaction_range (S), 3
  'reaction_range, sliding', @() dls_reaction_range (dls_system (S, 'vtu', 1)), 3
};
for k = 1:size (list, 1)
  list{k,2} = last_of (list{k,2}, list{k,3});
end
end

function list = unsolvable ()
contrary = dls_system ('M', 1, 'Gu', [1 -1], 'bu', [-1; -1]);
[~, L] = sliding ();
list = {
  'kkt, inconsistent', @() dls_kkt (1, [1 1], 1, [0; 1]), 3
  'lcp, infeasible', @() dls_lcp ([1 -1; -1 1], [1; -2]), 3
  'mlcp, infeasible', @() dls_mlcp (0, 0, 0, 0, 1, 1), 4
  'conic, infeasible', @() dls_conic (0, 0, [-1; 1], [-1; -1], struct ('l', 2)), 4
  'conic, unbounded', @() dls_conic (0, -1, -1, 0, struct ('l', 1)), 4
  'contact, infeasible', @() dls_contact (contrary), 3
  'friction_exists', @() dls_friction_exists (dls_problem (L, 'W', zeros (2))), 2
  'reaction_range', @() dls_reaction_range (dls_system ('M', 1, 'Gb', [1 1], 'bb', [0; 1])), 3
};
end

% Default: silent. 'final': one line with the status; 'iter': at least as many, the last the same.
function pass = display_works ()
calls = {
  'dls_kkt', 'dls_kkt (1, 1, 1, 1%s)'
  'dls_lcp', 'dls_lcp ([2 1; 1 2], [-5; 1]%s)'
  'dls_mlcp', 'dls_mlcp (1, -1, 1, 0, 0, -1%s)'
  'dls_conic', 'dls_conic (1, 1, 1, 1, struct (''l'', 1)%s)'
  'dls_contact', 'dls_contact (dls_system (''M'', 1, ''Gu'', 1, ''F'', 1)%s)'
  'dls_sticking', 'dls_sticking (dls_system (''M'', 1, ''Gu'', 1, ''F'', 1)%s)'
  'dls_reaction_range', 'dls_reaction_range (dls_system (''M'', 1, ''Gu'', 1, ''F'', 1)%s)'
  'dls_reaction_range', ['dls_reaction_range (dls_system (''M'', eye (2), ''Gu'', [0; 1], ', ...
                         '''Hu'', [1; 0], ''muu'', 1, ''vtu'', 1)%s)']
  'dls_grasp', 'dls_grasp ([-1 1; 0 0], [1 -1; 0 0], 0.5%s)'
  'dls_friction', 'dls_friction (dls_problem (''W'', eye (2), ''q'', [-1; 1], ''mu'', 1)%s)'
  'dls_mlcp', 'dls_impact (dls_system (''M'', 1, ''Gu'', 1), -1, 0.5%s)'
  'dls_simulate', 'dls_simulate (dls_model (''mass'', 1), [0 1], 1, 0%s)'
  'dls_sweep', 'dls_sweep (@(p) p.a, struct (''a'', 1), ''Engine'', ''serial''%s)'
};
pass = [];
for k = 1:size (calls, 1)
  [name, call] = calls{k,:};
  text = @(more) printed (sprintf (call, more));
  pass(end+1) = holds ([name, ' prints by default'], isempty (text ('')));
  pass(end+1) = holds ([name, ' prints when off'], isempty (text (', ''Display'', ''off''')));
  final = text (', ''Display'', ''final''');
  one = sum (final == 10) == 1 && strncmp (final, name, numel (name));
  pass(end+1) = holds ([name, ', final: ', final], one);
  iter = text (', ''Display'', ''iter''');
  pass(end+1) = holds ([name, ', iter: ', iter], ...
                       strcmp (name, 'dls_sweep') || sum (iter == 10) >= 1);
end
end

function text = printed (call)
text = evalc (['x = ', call, ';']);
end

% All public functions: without an output they print what they give, in few lines, and leave no ans;
% options are a struct, names and values, or both. The pictures take axes: dls_plot.m and others.
function pass = shown ()
S = 'dls_system (''M'', eye (2), ''F'', [-3; 20], ''Gu'', [0; 1], ''Hu'', [1; 0], ''muu'', 0.5)';
P = 'dls_problem (''W'', eye (2), ''q'', [-1; 1], ''mu'', 0.5)';
B = ['dls_body (dls_mechanism (''d'', 2), ''a'', ''mass'', 1, ''inertia'', 1, ''shape'', ', ...
     '''circle'', ''size'', 1)'];
model = 'dls_model (''mass'', 1, ''gap'', @(q) q, ''gapgrad'', 1)';
spring = 'dls_model (''M'', 1, ''K'', 4*pi^2, ''f'', 0)';
calls = {S, 'contact system in 2D'; P, 'friction problem'; B, 'mechanism in the plane'
  'dls_mechanism (''d'', 2)', 'bodies'
  ['dls_joint (', B, ', ''j'', ''hinge'', {''ground''}, {''a''})'], 'hinge'
  ['dls_force (', B, ', ''f'', ''force'', ''a'', [1 0])'], 'forces: f'
  ['dls_touch (dls_body (', B, ', ''b'', ''fixed'', true, ''shape'', ''halfplane''), ''b'', ', ...
   '''a'')'], 'fixed'
  ['dls_assemble (', B, ')'], 'bodies'
  ['dls_at (', B, ', dls_simulate (', B, ', [0 1]), 1)'], 'bodies'
  model, 'model of a motion'; ['dls_contact (', S, ')'], 'lambda: '
  ['dls_sticking (', S, ')'], 'sticking: sticking'; ['dls_wellposed (', S, ')'], ' criteria: '
  ['dls_modes (', S, ')'], 'modes'; ['dls_loads (', S, ', eye (2))'], 'facets'
  ['dls_sensitivity (', S, ', dls_sticking (', S, '), ''F'')'], 'mu_min'
  ['dls_reaction_range (', S, ')'], 'hi: '; ['dls_delassus (', S, ')'], 'Delassus matrices'
  ['dls_friction_bound (', S, ')'], 'Prop. 9'; 'dls_kinetic_angle (1, 1)', '3.14'
  ['dls_impact (', S, ', [1; -1], 0)'], 'vplus: '; ['dls_friction (', P, ')'], 'r: '
  ['dls_friction (dls_friction_setup (', P, '), [-1; 1])'], 'r: '
  ['dls_friction_setup (', P, ')'], 'dls_friction'; ['dls_friction_map (', P, ', 0)'], '0.4'
  ['dls_residual (', P, ', [1; 0])'], '0.316'
  ['dls_friction_exists (', P, ')'], 'ok: yes'; 'dls_kkt (1, 1, 1, 1)', 'lambda: '
  'dls_kkt (dls_kkt_setup (1, 1), 1, 1)', 'a: -1'; 'dls_kkt_setup (1, 1)', 'factorisation'
  'dls_redundancy (eye (9), ones (9, 99))', '99 constraints'; 'dls_lcp (1, -1)', 'z: 1'
  'dls_lcp (dls_lcp_setup (1), -1)', 'z: 1'; 'dls_lcp_setup (1)', 'dls_lcp'
  'dls_lcp_all (1, -1)', '1 solution'; 'dls_matrix_class (1)', 'PD'
  'dls_mlcp (1, -1, 1, 0, 0, -1)', 'x: 1'; 'dls_conic (1, 1, 1, 1, struct (''l'', 1))', 'x: -1'
  'dls_conic_setup (1, 1, struct (''l'', 1))', 'dls_conic'
  'dls_grasp ([-1 1; 0 0], [1 -1; 0 0], 0.5)', 'grasp: force_closure'
  ['dls_verify (struct (''A'', 1, ''q'', -1), struct (''z'', 1, ''w'', 0, ''info'', ', ...
   'struct (''status'', ''solved'')))'], 'right'
  ['dls_check_model (', model, ', 1, 0)'], 'fine'
  'dls_table (dls_redundancy (1, [1 1]), ''csv'')', 'constraint,reaction'
  ['dls_value (dls_simulate (', model, ', [0 1], 1, 0), {''q1'', ''energy''})'], 'q1: '
  ['dls_simulate (', model, ', [0 1], 1, 0)'], 'motion by'; 'dls_tableau (''gauss-4'')', 'order'
  ['dls_error (dls_simulate (', spring, ', [0 1], 1, 0), @(t) [1; 0], ''L1'')'], 'q'
  ['dls_orders (', spring, ', [0 1], 1, 0, ''Schemes'', {''moreau-jean''}, ''Reference'', ', ...
   '@(t) [cos(2*pi*t); -2*pi*sin(2*pi*t)])'], 'step'
  ['dls_equilibrium (', spring, ', 1)'], 'stability'
  ['dls_periodic (', spring, ', 1, 0, 1)'], 'period'; ['dls_show (', S, ')'], 'contact system'
  ['dls_variation (dls_simulate (', spring, ', [0 1], 1, 0, ''Scheme'', ', ...
   '''event-driven''))'], 'initial'
  'dls_version', 'OpenBLAS'; 'dls_build (''List'', true)', 'dls_kkt_mex'
  'dls_sweep (@(p) p.a, struct (''a'', 1:2), ''Engine'', ''serial'')', 'sweep over a'};
% Objects' classes, what draws or writes, and the two that print a table or a map of their own.
others = {'dls_factorisation', 'dls_solver', 'dls_plot', 'dls_plot_map', 'dls_profile', ...
          'dls_animate', 'dls_read', 'dls_write', 'dls_setup', 'dls_options', 'delassus'};
pass = [];
names = regexp (calls(:,1), '^\w+', 'match', 'once')';
missing = setdiff (public_functions (), [names, others]);
pass(end+1) = holds (['called without an output: ', strjoin(missing, ' ')], isempty (missing));
for k = 1:size (calls, 1)
  text = quiet (calls{k,1});
  given = any (strcmp (names{k}, {'dls_kinetic_angle', 'dls_friction_map', 'dls_residual', ...
                                  'dls_error', 'dls_verify'}));   % plain numbers
  pass(end+1) = holds ([calls{k,1}, ' prints: ', text], ~isempty (strfind (text, calls{k,2})) ...
                       && sum (text == 10) <= 20 && (given || isempty (regexp (text, '\<ans\>'))));
  pass = [pass, options(names{k}, calls{k,1}), told(names{k}, calls{k,1})];
end
end

% Fields of what a function gives, and of structs in them, stand in its help, or in the help whose
% description it shares ("as in DLS_LCP"). Descriptions of mechanisms and motions have what users
% gave, and memory of the engine.
function pass = told (name, call)
pass = [];
given = {'dls_mechanism', 'dls_body', 'dls_joint', 'dls_force', 'dls_touch', 'dls_assemble', ...
         'dls_at', 'dls_model'};
if any (strcmp (name, given)), return, end
help_text = get_help_text (name);
for other = regexp (help_text, '\<as in (DLS_\w+)', 'tokens')
  help_text = [help_text, get_help_text(lower (other{1}{1}))];
end
says = @(word) ~isempty (regexp (help_text, ['\<', word, '\>'], 'once'));
out = cell (1, abs (nargout (name)));
evalc (['[out{:}] = ', call, ';']);
for k = find (cellfun (@isstruct, out))
  fields = setdiff (fieldnames (out{k})', {'kind'});
  for field = fields
    inner = {};
    x = out{k}(1).(field{1});
    if isstruct (x) && isscalar (x) && ~any (strcmp (field{1}, {'model', 'last'}))
      inner = fieldnames (x)';
    end
    silent = [field(~says (field{1})), inner(~cellfun (says, inner))];
    pass(end+1) = holds ([name, ': help without ', field{1}, ' ', strjoin(silent, ' ')], ...
                         isempty (silent));
  end
end
end

function text = quiet (call)
text = evalc (call);
end

function names = public_functions ()
top = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
lines = strsplit (fileread (fullfile (top, 'mfiles', 'package', 'INDEX')), sprintf ('\n'));
names = strsplit (strtrim (strjoin (lines(strncmp (lines, ' ', 1)), ' ')));
end

% The defaults as a struct, then a name and a value; a struct of one option.
function pass = options (name, call)
pass = [];
try
  table = dls_options_mex ('table', name);
catch
  return
end
if isempty (table) || ~isempty (strfind (call, '_setup (')), return, end
opts = dls_options (name);
one = table(end).name;
at = [regexp(call, ', ''(Engine|Schemes)''', 'once'), numel(call)];     % a struct comes first
for more = {', opts, one, opts.(one)', ', struct (one, {opts.(one)})'}
  ok = true;
  try
    evalc (['x = ', call(1:at(1)-1), more{1}, call(at(1):end), ';']);
  catch err
    ok = false;
  end
  pass(end+1) = holds ([call(1:end-1), more{1}], ok);
  if ~ok, disp (err.message), end
end
ok = false;
try
  evalc (['x = ', call(1:at(1)-1), ', opts, ''NoSuchOption'', 1);']);
catch err
  ok = strncmp (err.identifier, 'delassus:', 9);
end
pass(end+1) = holds ([call, ': unknown option after a struct'], ok);
end
