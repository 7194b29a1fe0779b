function look = dls_simulate_look (opts, method)
% Who looks at the problems of the steps: 'Record' writes them to files, the user's method solves
% those of friction. look.at: the function for dls_motion_mex, [] when nobody does; look.book
% counts.
% SPDX-License-Identifier: GPL-3.0-or-later
  look = struct ('at', [], 'book', [], 'method', method);
  folder = opts.Record;
  if (isempty (folder) && isempty (method))
    return
  elseif (~isempty (folder) && ~exist (folder, 'dir'))
    [ok, message] = mkdir (folder);
    if (~ok)
      error ('delassus:file', 'dls_simulate: ''Record'', ''%s'': %s', folder, message);
    end
  end
  look.book = containers.Map ('KeyType', 'char', 'ValueType', 'any');
  look.book('files') = 0;
  look.book('friction') = struct ('name', {}, 'problems', {}, 'solved', {}, 'residual', {}, ...
                                  'seconds', {});
  if (~isempty (method))
    none = {0, 0, 0, 0};
    look.book('friction') = [entry(func2str (method), none{:}), entry('dls_friction', none{:})];
  end
  look.at = @(P) looked (P, look.book, folder, method, opts);
end

function e = entry (name, problems, solved, residual, seconds)
  e = struct ('name', name, 'problems', problems, 'solved', solved, 'residual', residual, ...
              'seconds', seconds);
end

function [r, err] = looked (P, book, folder, method, opts)
  [r, err] = deal ([], NaN);
  switch (P.kind)
    case 'friction'
      P = dls_problem ('W', P.W, 'q', P.q, 'mu', P.mu, 'd', P.d);
    case 'lcp'
      P = struct ('kind', 'lcp', 'A', P.W, 'q', P.q);
    case 'kkt'
      P = struct ('kind', 'kkt', 'M', P.M, 'G', P.G, 'F', -P.F, 'b', P.b);
  end
  if (~isempty (folder))
    book('files') = book('files') + 1;
    extension = 'mat';
    if (strcmp (P.kind, 'friction') && all (isfinite (P.mu)))
      extension = 'hdf5';
    end
    dls_write (P, fullfile (folder, sprintf ('%s_%06d.%s', P.kind, book('files'), extension)));
  end
  if (~isempty (method) && strcmp (P.kind, 'friction'))
    [r, err] = solved (P, book, method, opts);
  end
end

% The user's answer; beside it, for comparison, that of dls_friction.
function [r, err] = solved (P, book, method, opts)
  start = tic ();
  try
    r = method (P);
  catch cause
    error ('delassus:model', 'dls_simulate: ''FrictionMethod'' failed: %s', cause.message);
  end
  seconds = toc (start);
  if (~(isa (r, 'double') && isreal (r) && numel (r) == numel (P.q) && all (isfinite (r(:)))))
    error ('delassus:model', ['dls_simulate: ''FrictionMethod'' returned %s; expected %d ', ...
           'finite reactions'], dls_describe (r), numel (P.q));
  end
  r = full (r(:));
  err = dls_residual (P, r);
  start = tic ();
  own = dls_friction (P, 'Tolerance', opts.Tolerance);
  answers = [err, dls_residual(P, own); seconds, toc(start)];
  found = book('friction');
  for k = 1:2
    e = found(k);
    found(k) = entry (e.name, e.problems + 1, e.solved + (answers(1,k) <= opts.Tolerance), ...
                      max (e.residual, answers(1,k)), e.seconds + answers(2,k));
  end
  book('friction') = found;
end
