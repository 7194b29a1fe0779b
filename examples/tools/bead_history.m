function [h, info] = bead_history (P, programs, varargin)
% BEAD_HISTORY  |F(s) - s|/(1 + |s|), CONIC (6.1) without 1/n, after 1, 2, .. convex programs.
%   [h, info] = bead_history (P, programs, ...)   more options go to DLS_FRICTION
% SPDX-License-Identifier: GPL-3.0-or-later
options = [{'Method', 'fixpoint', 'Display', 'iter', 'MaxIterations', programs}, varargin];
text = evalc ('[~, ~, ~, info] = dls_friction (P, options{:});');
h = str2double (regexp (text, '(?<=\|F\(s\)-s\|/\(1\+\|s\|\) )\S+', 'match'));
end
