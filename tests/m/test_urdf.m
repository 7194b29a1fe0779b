function pass = test_urdf ()
% TEST_URDF  Robots of URDF files: what they become, what is told, damaged files.
%   pass = test_urdf ()   logical row; each failing element prints its name.
%   Oracle: the double pendulum of the file by Lagrange's equations in two angles.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [arm(), standing(), damaged(), told_as_warning()];
end

function ok = holds (name, ok)
ok = logical (all (ok(:)));
if ~ok, fprintf ('test_urdf: %s\n', name); end
end

function file = written (text)
file = [tempname(), '.urdf'];
fid = fopen (file, 'w');
fputs (fid, text);
fclose (fid);
end

function text = body_text (change)
% An arm of two links under a beam at 1 m, at 30 degrees; with a part replaced.
text = ['<?xml version="1.0"?><robot name="arm"><link name="world"/>', "\n", ...
  '<link name="upper-arm"><inertial><origin xyz="0 0 0.5"/><mass value="2"/>', ...
  '<inertia ixx="0.2" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.01"/></inertial>', "\n", ...
  '<collision><origin xyz="0 0 0.5"/><geometry><cylinder radius="0.05" length="1"/></geometry>', ...
  '</collision></link><link name="lower"><inertial>', ...
  '<origin xyz="0.3 0 0" rpy="0 0 1.570796326794897"/>', ...
  '<mass value="1"/><inertia ixx="0.03" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.03"/>', ...
  '</inertial>', ...
  "\n", '<collision><geometry><sphere radius="0.07"/></geometry></collision></link>', ...
  '<joint name="shoulder" type="revolute"><parent link="world"/><child link="upper-arm"/>', ...
  '<origin xyz="0 0 1" rpy="0 0.523598775598299 0"/><axis xyz="0 1 0"/>', ...
  '<limit lower="-1" upper="2"/><dynamics damping="0.4"/></joint>', "\n", ...
  '<joint name="elbow" type="continuous"><parent link="upper-arm"/><child link="lower"/>', ...
  '<origin xyz="0 0 1"/><axis xyz="0 1 0"/></joint></robot>'];
if nargin > 0
  new = strrep (text, change{:});
  assert (~strcmp (new, text));
  text = new;
end
end

function pass = arm ()
[B, told] = dls_read (written (body_text ()));
R = dls_redundancy (B);
names = {'world', 'upper_arm', 'lower', 'lower_shape1'};
pass = [holds('names', isequal ({B.bodies.name}, names)), ...
        holds('joints', isequal ({B.joints.kind}, {'hinge', 'hinge', 'fixed'})), ...
        holds('shapes', isequal ({B.bodies.shape}, {'', 'cylinder', '', 'sphere'})), ...
        holds('limits', isequal (B.joints(1).limits, [-1 2])), ...
        holds('told', numel (told) == 1 && ~isempty (strfind (told{1}, 'it is fixed'))), ...
        holds('rank', R.rank == 16 && R.nullity == 0)];
% Angles about y: p of the upper link from the vertical, r of the lower one; inertia about its
% joint 0.03 + 0.3^2. The lower link points along its x, a quarter of a turn ahead.
p = pi/6;
g = 9.81;
c = cos (pi/2);                              % between the links: they are perpendicular
M = [0.2 + 2 * 0.25 + 1, 0.3 * c; 0.3 * c, 0.03 + 0.09];
w = [0.7; -0.4];
f = [g * (2 * 0.5 + 1) * sin(p); g * 0.3 * sin(p + pi/2)];
B.joints(1).speed = w(1);
B.joints(2).speed = w(2) - w(1);
B = dls_assemble (B);
a = dls_kkt (B);
% positions e(p) + 0.3 e(r), r = p + pi/2: d/dt brings sin (p - r) w^2
centrifugal = 0.3 * sin (p - (p + pi/2)) * [w(2)^2; -w(1)^2];
expected = M \ (f - centrifugal - 0.4 * [w(1); 0]);
pass = [pass, holds('accelerations', abs (a([5 11]) - expected) < 1e-9)];
end

function pass = standing ()
% The robot of the examples: all weight, four legs, each with its joints.
file = fullfile (fileparts (mfilename ('fullpath')), '..', '..', 'examples', 'robot.urdf');
[B, told] = dls_read (file);
pass = [holds('robot: bodies', numel (B.bodies) == 13 && isempty (told)), ...
        holds('robot: joints', numel (B.joints) == 12), ...
        holds('robot: mass', abs (sum ([B.bodies.mass]) - 17) < 1e-12), ...
        holds('robot: free', numel (B.v) == 78)];
end

function pass = damaged ()
cases = {
  '</robot>', '', 'is no XML', 'cut off'
  '<robot name="arm">', '<model><robot name="arm">', 'is no XML', 'unbalanced'
  'link="upper-arm"/><child', 'link="none"/><child', 'there is no link ''none''', 'unknown parent'
  '"upper-arm"/><origin', '"world"/><origin', 'expected a tree', 'no tree'
  'value="1"', 'value="-1"', '-1', 'negative mass'
  'value="1"', 'value="1kg"', 'is ''1kg''; expected 1 number', 'no number'
  'xyz="0 0 0.5"/><mass', 'xyz="0 0"/><mass', 'expected 3 number', 'two of three'
  'ixx="0.2"', 'ixx="20"', 'moment', 'triangle'
  'type="revolute"', 'type="rotary"', 'the joint is ''rotary''; expected one of', 'kind of joint'
  '<axis xyz="0 1 0"/><limit', '<axis xyz="0 0 0"/><limit', 'length zero', 'axis'
  'lower="-1"', 'lower="3"', 'expected lower <= upper', 'limits'
  '<limit lower="-1" upper="2"/>', '', 'lacks <limit>', 'no limits'
  ' ixy="0"', '', 'lacks ''ixy''', 'lacks an attribute'
  'name="lower"', 'name="world"', 'two links ''world''', 'two of a name'
  'radius="0.07"', 'radius="0"', 'not all > 0', 'size'
  '<link name="world"/>', '<link/>', '<link> lacks ''name''', 'no name'};
pass = [];
for k = 1:size (cases, 1)
  file = written (body_text (cases(k,1:2)));
  found = struct ('identifier', '', 'message', '');
  try
    dls_read (file);
  catch found
  end
  delete (file);
  ok = strcmp (found.identifier, 'delassus:format') ...
       && ~isempty (strfind (found.message, cases{k,3}));
  if ~ok, disp (found.message), end
  pass = [pass, holds(cases{k,4}, ok)];
end
end

function pass = told_as_warning ()
file = written (body_text ({'<sphere radius="0.07"/>', '<mesh filename="a.stl"/>'}));
evalc ('B = dls_read (file);');
[text, id] = lastwarn ();
pass = holds ('warning', strcmp (id, 'delassus:urdf') ...
              && ~isempty (strfind (text, 'the <mesh> of ''lower'' is left out')));
end
