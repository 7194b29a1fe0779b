function B = dls_touch (B, first, second, varargin)
%DLS_TOUCH  Two bodies of a mechanism may touch: contacts between their shapes.
%   B = DLS_TOUCH (B, BODY, BODY, 'Option', VALUE, ...)   bodies with a 'shape' (DLS_BODY), or
%   'ground': what is below y = 0 in the plane, below z = 0 in space. One of them must move. 'all'
%   instead of a name: all bodies that have a shape, when asked; of a pair that is named twice the
%   first one holds.
%       'mu'            coefficient of Coulomb friction (0)
%       'restitution'   coefficient of restitution, in [0,1] (0)
%       'stiffness'     k > 0: the contact is a spring that only pushes, by -k g - c u where the gap
%                       g <= 0 (u: its rate), in motions by 'moreau-jean',
%                       'moreau-jean-projected' and 'rattle' only; 0, the default: rigid
%       'damping'       c of this law (0)
%   The contacts are named 'a-b.n', or 'a-b.n1', 'a-b.n2' ... where the shapes touch in several
%   points (two of convex polygons, one for each corner on a half plane); answers have them as
%   a_b.n, with the friction a_b.t. Reactions act on the second body, along the normal from the
%   first to the second, and the tangent to the right of it.
%   In every question a contact counts where there is no gap and the bodies do not part; in motions
%   (DLS_SIMULATE) the shapes are watched all the time.
%   In space solids that are no spheres touch in at most 8 points of each pair, which are found by
%   ODE (libode; without it half spaces are touched only) at the state of a question, in motions
%   when a step begins; a point keeps its name while the solids stay together. Meshes are surfaces:
%   what is deep inside is not seen.
%
%   Example: does a block on a slope of 20 degrees slip?
%     B = dls_mechanism ('gravity', [0 -9.81]);
%     B = dls_body (B, 'slope', 'fixed', true, 'turned', pi/9, 'shape', 'halfplane');
%     B = dls_body (B, 'block', 'mass', 1, 'turned', pi/9, 'shape', 'box', 'size', [2 1], ...
%                   'at', 0.5 * [-sin(pi/9), cos(pi/9)]);
%     B = dls_touch (B, 'slope', 'block', 'mu', 0.3);
%     V = dls_sticking (B);
%     V.verdict
%     % ans = not_sticking
%     V.mu_min                                      % the tangent of 20 degrees
%     % ans = 0.3640
%
%   See also DLS_MECHANISM, DLS_BODY, DLS_JOINT, DLS_SIMULATE.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 3)
    error ('delassus:dimension', 'dls_touch: %d given; expected a mechanism and two bodies', ...
           nargin);
  end
  dls_mechanism_input (B, 'dls_touch', 'building');
  touch = struct ('name', '', 'a', body_of (B, first), 'b', body_of (B, second), 'mu', 0, ...
                  'restitution', 0, 'stiffness', 0, 'damping', 0);
  touch.name = [first, '-', second];
  each = touch.a >= 0 && touch.b >= 0;
  caller = ['dls_touch, ', touch.name];
  if (each && touch.a == touch.b)
    error ('delassus:option', '%s: a body and itself; expected two bodies', caller);
  elseif (each && still (B, touch.a) && still (B, touch.b))
    error ('delassus:option', '%s: neither body moves; expected one that does', caller);
  elseif (any (([B.touches.a] == touch.a & [B.touches.b] == touch.b) ...
               | ([B.touches.a] == touch.b & [B.touches.b] == touch.a)))
    error ('delassus:option', '%s: they may touch already; expected each pair once', caller);
  end
  shaped (B, touch, caller);
  names = {'mu', 'restitution', 'stiffness', 'damping'};
  given = dls_named_pairs (varargin, names, caller);
  bounds = {0, [0 1], 0, 0};                     % more than 1 makes energy
  for k = 1:4
    touch.(names{k}) = dls_number_input (given.(names{k}), bounds{k}, caller, ...
                                         ['''', names{k}, ''''], 0);
  end
  if (touch.damping > 0 && touch.stiffness == 0)
    error ('delassus:option', '%s: ''damping'' is given without ''stiffness''', caller);
  elseif (touch.restitution > 0 && touch.stiffness > 0)
    error ('delassus:option', ['%s: ''restitution'' and ''stiffness''; expected one of them: ', ...
           'a spring gives back what ''damping'' leaves'], caller);
  end
  B.touches(end+1,1) = touch;
  if (nargout == 0)
    dls_show (B)
    clear B
  end
end

% The ground is 0, all bodies are -1.
function k = body_of (B, name)
  k = 0;
  if (ischar (name) && strcmp (name, 'all'))
    k = -1;
  elseif (~(ischar (name) && strcmp (name, 'ground')))
    k = dls_mechanism_name ('number', name, {B.bodies.name}, 'body', 'dls_touch');
  end
end

function yes = still (B, k)
  yes = k == 0 || B.bodies(k).fixed;
end

function shaped (B, touch, caller)
  flat = {'halfplane', 'halfspace'};
  shape = {flat{1}, flat{1}};
  bodies = [touch.a, touch.b];
  for k = find (bodies > 0)
    shape{k} = B.bodies(bodies(k)).shape;
    if (isempty (shape{k}))
      error ('delassus:option', '%s: ''%s'' has no shape; expected one, see dls_body', caller, ...
             B.bodies(bodies(k)).name);
    end
  end
  shape = shape(bodies >= 0);
  planes = ismember (shape, flat);
  if (numel (shape) == 2 && all (planes))
    error ('delassus:option', '%s: two half planes; expected a bounded shape', caller);
  end
end

%!shared B
%! B = dls_mechanism ('gravity', [0 -9.81]);
%! B = dls_body (B, 'ball', 'mass', 1, 'shape', 'circle', 'size', 1, 'at', [0 1]);
%!test  % a mechanism that was edited is refused where it would fail
%! A = dls_mechanism ('d', 2);
%! A = dls_body (A, 'a', 'mass', 1, 'inertia', 1, 'shape', 'circle', 'size', 1);
%! C = {A, A, A, A};
%! C{1}.touches = setfield (struct (), 'extra', 3);
%! C{2}.q = [A.q, A.q];
%! C{3}.v = sparse (A.v);
%! C{4} = rmfield (A, 't');
%! for k = 1:4
%!   id = '';
%!   try
%!     dls_touch (C{k}, 'a', 'ground');
%!   catch err
%!     id = err.identifier;
%!   end
%!   assert (id, 'delassus:type')
%! end

%!test
%! C = dls_touch (B, 'ground', 'ball', 'mu', 0.3, 'restitution', 0.5);
%! assert (C.touches, struct ('name', 'ground-ball', 'a', 0, 'b', 1, 'mu', 0.3, ...
%!                            'restitution', 0.5, 'stiffness', 0, 'damping', 0))
%! [~, lambda] = dls_contact (C);
%! assert (lambda.ground_ball.n, 9.81, 1e-12)
%!error id=delassus:dimension dls_touch (B)
%!error <a body and itself> dls_touch (B, 'ball', 'ball')
%!error <'restitution' is 1.2; expected a finite number in .0,1.>
%! dls_touch (B, 'ground', 'ball', 'restitution', 1.2)
%!demo
%! % a box on a slope
%! B = dls_mechanism ('gravity', [0 -9.81]);
%! B = dls_body (B, 'slope', 'fixed', true, 'turned', pi/9, 'shape', 'halfplane');
%! B = dls_body (B, 'block', 'mass', 1, 'turned', pi/9, 'shape', 'box', 'size', [2 1], ...
%!               'at', 0.5 * [-sin(pi/9), cos(pi/9)]);
%! dls_plot (dls_touch (B, 'slope', 'block', 'mu', 0.3));
