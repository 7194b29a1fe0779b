function varargout = dls_verify_range (what, varargin)
% Intervals of reactions; dls_verify_range (WHAT, ...): answer: lo, hi, info of dls_reaction_range;
% claim: the same by columns, in natural units; proved: by C;
% refuted, verdict, without_cones: there are none.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['range_', what], varargin{:});
end

% No reactions are admissible.
function report = range_refuted (S, info, report)
  C = info.certificate;
  lambda = [];
  if (strcmp (C.kind, 'cones'))
    lambda = C.lambda;
  end
  V = range_verdict (info.a, info.detaching(:), lambda);
  V.certificate = C;
  V.force_set = dls_stick ('no_force', S.n);
  if (~C.cones)
    S = range_without_cones (S);
  end
  report = dls_verify_sticking (S, V, report, 'as it is');
end

% That they do not fit into their cones is a verdict of dls_sticking.
function V = range_verdict (a, detaching, lambda)
  V = struct ('verdict', 'not_sticking', 'a', a, 'detaching', detaching, 'persistent', false, ...
              'static', false, 'facets', 0, 'certificate', [], 'lambda', lambda);
end

function S = range_without_cones (S)
  S.mub(strcmp ('sticking', S.modeb)) = Inf;
  S.muu(strcmp ('sticking', S.modeu)) = Inf;
end

function report = range_answer (S, answer, report)
  [T, u] = dls_natural_units (S);
  E = dls_stick ('columns', T);
  unit = [u.nb; u.nu; u.tb(E.rows_tb); u.tu(E.rows_tu)];
  info = answer.info;
  rows_tb = true (E.count_tb, 1);
  rows_tb(E.rows_tb) = false;
  rows_tu = true (E.count_tu, 1);
  rows_tu(E.rows_tu) = false;
  none = [answer.lo.tb(rows_tb); answer.hi.tb(rows_tb); ...
          answer.lo.tu(rows_tu); answer.hi.tu(rows_tu)];
  report = dls_judge ('check', report, 'no force along tangents that do not stick', ...
                      max ([0; abs(none)]), 0);
  R = struct ('a', info.a ./ u.a, 'detaching', info.detaching(:), 'cones', true, 'proof', ...
              dls_range_proof ('units', info.proof, struct ('a', 1 ./ u.a, 'size', ...
                                                                  1 / u.size), 1 ./ unit));
  if (~isempty (R.proof))
    R.cones = R.proof.cones;
  end
  names = {'lo', 'hi', 'determined', 'unbounded'};
  values = {answer.lo, answer.hi, info.determined, info.unbounded};
  for k = 1:4
    x = values{k};
    R.(names{k}) = [x.nb(:); x.nu(:); x.tb(E.rows_tb); x.tu(E.rows_tu)];
  end
  R.lo = R.lo ./ unit;
  R.hi = R.hi ./ unit;
  report = range_claim (T, R, report);
end

% The intervals R on S, both in natural units; R.lo, .hi, .determined, .unbounded: of the columns of
% dls_stick ('columns'); .a, .detaching, .cones (are there any?), .proof (dls_range_proof).
% G*lambda = w = M*a + F with Gu'*a + bu >= 0, open contacts without reactions, are all solutions
% (M*a is unique); libcore/verify/range.c does the rest.
function report = range_claim (S, R, report)
  E = dls_verify_cones (S, R.a, R.detaching, R.cones, false, 0);
  report = dls_verify_held (report, S, E, R.a, R.detaching, E.size);
  P = R.proof;
  if (~isstruct (P) || ~isfield (P, 'leaves'))
    report = dls_judge ('check', report, 'lo <= hi', sum (~(R.lo <= R.hi)), 0);
    report = dls_judge ('leave', report, 'ends and determined (no multipliers: too many)');
    return
  end
  report = dls_judge ('add', report, range_proved (E, R, report.status));
end

% What libcore/verify finds; E of dls_verify_cones.
function report = range_proved (E, R, status)
  X = R.proof;
  X.lo = R.lo;
  X.hi = R.hi;
  X.determined = R.determined;
  X.unbounded = R.unbounded;
  X.status = status;
  report = dls_verify_held_mex ('range', E, flat (X, size (E.G, 1), numel (E.normal)));
end

% Leaves side by side.
function X = flat (P, n, k)
  X = P;
  leaves = numel (P.leaves);
  if (leaves == 1 && isempty (P.leaves.y))
    leaf = P.leaves;
    X.part = 1;
    X.signs = reshape (leaf.signs, k, 1);
    X.empty = false;
    X.y = zeros (n, 1);
    X.column = leaf.columns;
    X.leaf = ones (numel (leaf.columns), 1);
    X.y_lo = leaf.y_lo;
    X.y_hi = leaf.y_hi;
    return
  end
  X.part = reshape ([P.leaves.part], leaves, 1);
  X.signs = reshape ([P.leaves.signs], k, leaves);
  X.empty = false (leaves, 1);
  X.y = zeros (n, leaves);
  [X.column, X.leaf] = deal (cell (leaves, 1));
  for i = 1:leaves
    X.empty(i) = ~isempty (P.leaves(i).y);
    if (X.empty(i))
      X.y(:,i) = P.leaves(i).y;
    else
      X.column{i} = P.leaves(i).columns(:);
      X.leaf{i} = i * ones (numel (X.column{i}), 1);
    end
  end
  X.column = vertcat (zeros (0, 1), X.column{:});
  X.leaf = vertcat (zeros (0, 1), X.leaf{:});
  X.y_lo = [zeros(n, 0), P.leaves.y_lo];
  X.y_hi = [zeros(n, 0), P.leaves.y_hi];
end
