% DOC_SESSION  Run pieces of code one after the other in a workspace of their own.
%
%   results = doc_session (codes, pictures)
%
% CODES is a cell of texts; PICTURES one of file names: where it is not empty, the figures that the
% code up to there has opened go to this file. RESULTS is a struct array with the fields output
% (what was printed), value ({} or the cell {ans}), picture (file or ''), error ('' or a message).
% It ends with the first piece that raises an error. (Names that end with __ are taken.)
%
% SPDX-License-Identifier: GPL-3.0-or-later
function results__ = doc_session (codes__, pictures__)
  results__ = struct ('output', {}, 'value', {}, 'picture', {}, 'error', {});
  close ('all');
  traces__ = warning ('off', 'backtrace');
  for k__ = 1:numel (codes__)
    clear ('ans');
    now__ = struct ('output', '', 'value', {{}}, 'picture', '', 'error', '');
    try
      now__.output = evalc (codes__{k__});
      if (exist ('ans', 'var'))
        now__.value = {ans};
      end
      now__.picture = draw (pictures__{k__});
    catch err__
      now__.error = err__.message;
    end
    results__(k__) = now__;
    if (! isempty (now__.error))
      break;
    end
  end
  warning (traces__);
  close ('all');
end

function file = draw (file)
  figures = get (0, 'children');
  if (isempty (file) || isempty (figures))
    file = '';
    return;
  end
  quiet = warning ('off', 'all');       % gnuplot talks about fonts and widths
  panels = numel (findobj (figures(1), 'type', 'axes', '-not', 'tag', 'legend'));
  if (panels > 4)
    set (figures(1), 'paperposition', [0, 0, 9, 2.4 * ceil(panels / 2)]);
  end
  print (figures(1), '-dpng', '-r90', file);
  warning (quiet);
  close ('all');
end
