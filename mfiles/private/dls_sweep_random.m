function state = dls_sweep_random (seed)
% Start the generators of random numbers from a vector; with an output, return their states (a
% cell), which the function takes as well.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent octave
  if (isempty (octave))
    octave = exist ('OCTAVE_VERSION', 'builtin') ~= 0;
  end
  if (nargout > 0)
    state = {};
    if (octave)
      state = {rand('twister'), randn('twister'), rande('twister'), randg('twister'), ...
               randp('twister')};
    else
      state{1} = rng ();
    end
  end
  if (nargin == 0)
    return
  end
  if (~octave)
    if (iscell (seed))
      rng (seed{1});
    else
      rng (mod (seed * [65537; 1], 2^32));
    end
    return
  end
  if (~iscell (seed))
    seed = {seed, seed, seed, seed, seed};
  end
  rand ('twister', seed{1});
  randn ('twister', seed{2});
  rande ('twister', seed{3});
  randg ('twister', seed{4});
  randp ('twister', seed{5});
end
