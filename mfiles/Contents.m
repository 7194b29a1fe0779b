% Delassus
% Version 0.2.0
%
% Linear systems of constrained mechanics
%   dls_kkt - Accelerations and reactions of a system with redundant bilateral constraints
%   dls_kkt_setup - Factorise a KKT system once, to solve it for many right-hand sides
%   dls_factorisation - A factorised KKT system; made by DLS_KKT_SETUP, used by DLS_KKT
%
% Contact problems
%   dls_system - The instantaneous contact problem of a mechanical system: build and check it
%   dls_contact - Acceleration and reactions of a system with contacts and friction at one instant
%   dls_modes - All modes of contact (open, stick, slip), and the loads under which each can be
%   dls_sticking - Can all frictional contacts stick? A verdict with reactions, or with a proof
%   dls_loads - All loads under which everything sticks: a polytope, for up to six load directions
%   dls_grasp - Force closure and form closure of a grasp, and how good it is
%   dls_reaction_range - The interval of every reaction over all admissible solutions
%   dls_verify - Is an answer right? Its status, residual and certificate, by matrix arithmetic
%   dls_wellposed - Which propositions guarantee that a contact problem has solutions, and how many
%   dls_delassus - Delassus matrices, constrained inverse mass and vectors of a contact problem
%   dls_friction_bound - How much friction a contact problem bears: bounds of the papers, and exact
%   dls_impact - Velocities after simultaneous impacts, percussions, and what they do to the energy
%   dls_kinetic_angle - Angle between constraints in the kinetic metric (COUPLING (9))
%   dls_sensitivity - Derivatives of accelerations and reactions by all data, or their adjoints
%
% Mechanisms
%   dls_mechanism - A mechanism of bodies and joints: begin it, then ask anything by name
%   dls_body - Add a rigid body to a mechanism: its mass, where it is, how it moves, its shape
%   dls_joint - Add a joint to a mechanism: between two bodies, or a body and the ground
%   dls_force - Add a force to a mechanism: springs, dampers, torques, forces of points, own ones
%   dls_touch - Two bodies of a mechanism may touch: contacts between their shapes
%   dls_assemble - Close the loops of a mechanism: positions, then velocities, by the least motion
%   dls_at - A motion at any time; a mechanism at an instant of its motion
%
% Diagnosis
%   dls_redundancy - Which constraints repeat which, and which reactions are determined
%
% Complementarity problems
%   dls_lcp - Linear complementarity problem w = A*z + q, 0 <= w _|_ z >= 0
%   dls_lcp_setup - Prepare many linear complementarity problems with one matrix
%   dls_lcp_all - All solutions of w = A*z + q, 0 <= w _|_ z >= 0
%   dls_mlcp - Mixed linear complementarity problem, equations and complementarity conditions
%   dls_matrix_class - Which classes of the theory of complementarity a square matrix belongs to
%
% Conic programs
%   dls_conic - Conic quadratic program: minimise 1/2 x'*P*x + q'*x, A*x + s = b, s in K
%   dls_conic_setup - Prepare many conic quadratic programs with the same matrices
%   dls_solver - What many problems with the same matrices share; made by DLS_LCP_SETUP and others
%
% Friction problems and files
%   dls_problem - A friction problem (Coulomb, one step or one impact): build and check it
%   dls_friction - Coulomb friction at given velocities: reactions and velocities of one step
%   dls_friction_setup - Prepare a sequence of friction problems, each solved from the last answer
%   dls_friction_exists - Does a friction problem have a solution? Criteria that one program decides
%   dls_friction_map - The map s -> F(s) of Coulomb friction, whose fixed points solve the problem
%   dls_residual - How well reactions solve a friction problem: the natural map, recomputed
%   dls_profile - Performance profile of solvers over a set of problems (Dolan and More)
%   dls_read - Read a complementarity or friction problem, or a robot, from a file
%   dls_write - Write a problem to a file, in a format that other programs read
%
% Motion
%   dls_model - A mechanical system for DLS_SIMULATE: equations of motion, constraints, contacts
%   dls_check_model - Is a model what it says it is? Compares gradients with differences, in words
%   dls_simulate - Motion of a mechanical system with constraints, impacts and friction
%   dls_value - A quantity of a motion by its name: a coordinate, a joint's angle, a reaction
%   dls_plot - Draw a motion (positions, velocities, percussions, gaps ...) or a mechanism
%   dls_animate - A motion as a page to look at from all sides, or as a film
%   dls_tableau - Butcher tableau of a Runge-Kutta method for smooth phases of constrained systems
%   dls_error - Error of a simulated motion in the norms that suit velocities with jumps
%   dls_orders - Convergence study: errors of the schemes of DLS_SIMULATE over their steps, slopes
%   dls_equilibrium - Where a system rests, how far friction holds it there, and how it moves nearby
%   dls_periodic - Periodic motions by shooting: Floquet multipliers, continuation in a parameter
%   dls_variation - Derivatives of a motion by its initial values and parameters, across its events
%
% Toolbox
%   dls_show - What an object or an answer is, in at most 20 lines: sizes, what is known, next
%   dls_table - A result as a table for a paper, a page or a spreadsheet: LaTeX, Markdown, CSV
%   dls_options - Options of a Delassus function: print, check, make
%   dls_setup - Put the Delassus toolbox on the path
%   dls_build - Compile the toolbox where there is no make: in MATLAB, on Linux, macOS and Windows
%   dls_version - Versions of the toolbox and of the libraries under it
%
% Parameter sweeps
%   dls_sweep - A function on every point of a parameter grid, on all cores or nodes; survives kills
%   dls_plot_map - Draw the results of dls_sweep: a curve over one parameter, a map over two
%
% SPDX-License-Identifier: GPL-3.0-or-later
