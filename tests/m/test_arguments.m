function pass = test_arguments ()
% TEST_ARGUMENTS  Calls of public functions with too many or no arguments, and with arguments of
% other kinds.
%   pass = test_arguments ()   logical row; each failing element prints its name.
%   Promise: every one raises an error delassus:... .
% SPDX-License-Identifier: GPL-3.0-or-later
folder = fileparts (mfilename ('fullpath'));
files = dir (fullfile (folder, '..', '..', 'mfiles', 'dls_*.m'));
names = regexprep ({files.name}, '\.m$', '');
names = setdiff (names, {'dls_factorisation', 'dls_solver'});
pass = [number(names), kinds(names), facets(), bytes()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_arguments: %s\n', name); end
end

function [ok, why] = refused (name, args)
ok = false;
why = 'no error';
try
  evalc ('feval (name, args{:});');
catch err
  ok = strncmp (err.identifier, 'delassus:', 9);
  why = [err.identifier, ' ', err.message];
end
end

% Pyramids of a billion sides are computed for ever.
function pass = facets ()
S = dls_system ('M', 1, 'Gu', 1);
pass = [];
for name = {'dls_grasp', 'dls_sticking', 'dls_wellposed'}
  [ok, why] = refused (name{1}, {S, 'Facets', 1e9});
  pass(end+1) = holds ([name{1}, ', Facets: ', why], ok);
end
end

% Texts that are not UTF-8, which Octave's regexprep and lower refuse.
function pass = bytes ()
text = char ([97 200 98]);
S = dls_system ('M', 1, 'F', 1);
B = dls_mechanism ('d', 2);
model = dls_model ('mass', 1, 'force', 0, 'n', 1);
calls = {'dls_kkt', {2, 1, 0, 0, 'Method', text}; 'dls_lcp', {1, -1, text, 1}; ...
         'dls_contact', {S, 'Method', text}; 'dls_contact', {S, text, 1}; ...
         'dls_simulate', {model, [0 1], 0, 0, text, 1}; 'dls_model', {text, 1}; ...
         'dls_body', {B, text, 'mass', 1}; 'dls_body', {B, 'a', text, 1}; ...
         'dls_model', {'mass', 1, 'force', 0, 'mu', {}}; ...
         'dls_write', {struct('kind', text), 'a.mtx'}; 'dls_read', {[text, '.urdf']}; ...
         'dls_sweep', {@(x) x, struct(), text, 1}; 'dls_options', {'kkt', text, 1}};
pass = [];
for k = 1:size (calls, 1)
  lastwarn ('');
  [ok, why] = refused (calls{k,:});
  pass(end+1) = holds ([calls{k,1}, ', no UTF-8: ', why], ok && isempty (lastwarn ()));
end
end

function pass = number (names)
pass = [];
none = {'dls_build', 'dls_setup', 'dls_version', 'dls_options', 'dls_system', 'dls_model', ...
        'dls_grasp'};
for k = 1:numel (names)
  [ok, why] = refused (names{k}, num2cell (ones (1, 12)));
  pass(end+1) = holds ([names{k}, ', 12 arguments: ', why], ok);
  if ~any (strcmp (names{k}, none))
    [ok, why] = refused (names{k}, {});
    pass(end+1) = holds ([names{k}, ', no arguments: ', why], ok);
  end
end
end

function pass = kinds (names)
values = {@sin, containers.Map(), {1, 'a'}, struct('a', {1, 2}), struct(), ones(2, 2, 2), 1i, ...
          single(1), 'x', -1, NaN};
pass = [];
for k = 1:numel (names)
  for t = 1:numel (values)
    for count = 1:3
      [ok, why] = refused (names{k}, repmat (values(t), 1, count));
      legal = ~ok && strncmp (why, 'no error', 8);
      pass(end+1) = holds (sprintf ('%s, %d times value %d: %s', names{k}, count, t, why), ...
                           ok || legal);
    end
  end
end
end
