# SPDX-License-Identifier: GPL-3.0-or-later
# "make demo" and "make check" do everything; "make help" lists the rest. All output goes to $(B).
# Sources are found by pattern: a new file, test or example needs no edit here.

B         ?= build
PREFIX    ?= /usr/local
LIBDIR    ?= lib
CFLAGS    ?= -O2 -g
WERROR    ?= -Werror
MKOCTFILE ?= mkoctfile
OCTAVE    ?= octave-cli

DIALECT := -std=c11 -D_POSIX_C_SOURCE=200809L -fPIC -Ilibcore
# No contraction, whatever CFLAGS say: the proofs of exact sums count the rounding of each product.
FLAGS    = $(DIALECT) $(CFLAGS) -ffp-contract=off -Wall -Wextra -Wpedantic $(WERROR) -MMD -MP
LIBS     = -lspqr -lumfpack -lcholmod -lsuitesparseconfig -lopenblas -lpthread -lm
# Only what reads and writes HDF5 is linked with it, only what reads XML with that. They are looked for when
# they are used: "deps" may just have installed them.
HDF5_CFLAGS = $(shell pkg-config --cflags hdf5 2>/dev/null || echo -I/usr/include/hdf5/serial)
HDF5_LIBS = $(shell pkg-config --libs hdf5 2>/dev/null || { [ -d /usr/include/hdf5/serial ] && echo -lhdf5_serial || echo -lhdf5; }) -lz
XML_CFLAGS = $(shell pkg-config --cflags libxml-2.0 2>/dev/null || echo -I/usr/include/libxml2)
XML_LIBS = $(shell pkg-config --libs libxml-2.0 2>/dev/null || echo -lxml2)
# Solids in space touch each other where there is ODE, or apt-get for it ("make ODE=": without).
ODE     ?= $(shell { pkg-config --exists ode || command -v apt-get; } >/dev/null 2>&1 && echo ode)
VERSION  = $(shell sed -n 's/^.define DLS_VERSION "\(.*\)"/\1/p' libcore/delassus.h)
DATE     = $(shell sed -n 's/^date-released: *//p' CITATION.cff)
DIST     = $(B)/delassus-$(VERSION)

LIB      := $(B)/libdelassus.a
# The name that programs ask for at run time; its number grows when they have to be compiled anew.
SONAME   := libdelassus.so.0
# MUMPS is optional ("make WITH_MUMPS=1"): one of the two files says what 'mumps' is.
ifeq ($(WITH_MUMPS),1)
LIBS    += -ldmumps_seq -lmumps_common_seq -lmpiseq_seq -lpord_seq
NOT_BUILT := libcore/linsys/no_mumps.c
else
NOT_BUILT := libcore/linsys/mumps.c
endif
ifeq ($(ODE),ode)
LIBS    += -Wl,--as-needed -lode -Wl,--no-as-needed
NOT_BUILT += libcore/mechanism/no_ode.c
else
NOT_BUILT += libcore/mechanism/ode.c
endif
LIB_OBJ  := $(patsubst %.c,$(B)/obj/%.o,$(filter-out $(NOT_BUILT),$(wildcard libcore/*/*.c)))
MEX_SRC  := $(wildcard mex/dls_*_mex.c)
MEX      := $(MEX_SRC:%.c=$(B)/%.mex)
MEX_HELP := $(patsubst %.c,$(B)/obj/%.o,$(filter-out $(MEX_SRC),$(wildcard mex/*.c)))
# test_io asks FCLIB, which only Debian and its kin have as a package.
FCLIB    := $(wildcard /usr/include/fclib.h /usr/local/include/fclib.h)$(shell command -v apt-get)
TEST_SRC := $(filter-out $(if $(FCLIB),,%/test_io.c),$(wildcard tests/c/test_*.c))
TESTS    := $(TEST_SRC:%.c=$(B)/%)
TEST_HELP := $(patsubst %.c,$(B)/obj/%.o,$(filter-out tests/c/test_%,$(wildcard tests/c/*.c)))
EXAMPLES := $(patsubst %.c,$(B)/%,$(wildcard examples/c/*.c))
BENCHES  := $(patsubst %.c,$(B)/%,$(wildcard tests/bench/bench_*.c))
BENCH_HELP := $(patsubst %.c,$(B)/obj/%.o,tests/c/counting_alloc.c tests/c/dense.c \
                tests/c/builder.c tests/c/kkt_families.c \
                tests/c/piles.c tests/c/pile_steps.c tests/c/pile_judge.c \
                $(filter-out tests/bench/bench_%.c %_mex.c,$(wildcard tests/bench/*.c)))

# Octave with the toolbox of this folder: no start-up files, no history, no window.
OCT := $(OCTAVE) -f -H --path $(CURDIR)/mfiles --path $(CURDIR)/$(B)/mex
# Pictures without a display: gnuplot, which wants a locale that knows its degree sign.
HEADLESS := warning ('off', 'Octave:gnuplot-graphics'); graphics_toolkit ('gnuplot'); \
            set (0, 'defaultfigurevisible', 'off'); setenv ('LC_ALL', 'C.UTF-8');

# How many Octave processes share the m tests.
JOBS ?= $(shell nproc)

FIG :=

.PHONY: all lib mex mpi mpi-deps tests examples demo figures gallery motions check check-c check-m check-mpi check-slurm \
        check-page check-manual check-kernels check-kernels-short check-verdicts check-optimised check-optimised-short \
        memcheck asan tsan coverage fuzz attack fuzz-asan style format bench bench-calls bench-kkt bench-piles doc pdf dist \
        contents check-package check-product check-matlab deb dist-tree \
        install install-lib clean deps help
.DELETE_ON_ERROR:
.SECONDARY:

all: lib mex ## build the C library and the gateways [1 min]

help: ## list the targets
	@awk -F ':.*## ' 'BEGIN { printf "%-22s%-15s\n", "target", "budget" } \
	    /^# ---- / { gsub(/[#-]+ ?| -+$$/, ""); printf "\n%s\n", $$0 } \
	    /^[a-z-]+:.*## / { limit = match($$2, / \[.*\]$$/) ? substr($$2, RSTART + 2, RLENGTH - 3) : ""; \
	        sub(/ \[.*\]$$/, "", $$2); printf "  make %-20s %-14s %s\n", $$1, limit, $$2 }' Makefile
	@printf '\n%s\n%s\n' 'Budgets: minutes on two cores where nothing else runs, GB of the largest process where it was' \
	    'measured. .ci/run, all that a change must pass: 15 min (2 of them fuzz, 1 kernel); the rest is outside of it.'

deps: ## install what is missing (apt), or say what is
	@.ci/deps $(ODE) $(if $(filter 1,$(WITH_MUMPS)),mumps)

# ---- build ----

lib: $(LIB) $(B)/libdelassus.so ## build libdelassus.a and libdelassus.so [1 min]

mex: $(MEX) $(B)/mex/help ## build the gateways, an m-file with its help beside each [1 min]

# MEX is called and "help" reads the m-file, in Octave and in MATLAB, if both are in one folder.
$(B)/mex/help: $(MEX_SRC) mfiles/dls_build.m | deps
	@mkdir -p $(@D)
	@$(OCTAVE) -f -H --path $(CURDIR)/mfiles --eval "names = dls_build ('Help', true, 'Output', '$(abspath $(@D))');"
	@touch $@

tests: $(TESTS)

examples: $(EXAMPLES) ## build the C examples [1 min]

$(B)/obj/mex/%.o: mex/%.c Makefile | deps
	@mkdir -p $(@D)
	@echo "  MEX  $<"
	@CFLAGS="$(FLAGS)" $(MKOCTFILE) --mex -c $< -o $@

$(B)/obj/%.o: %.c Makefile | deps
	@mkdir -p $(@D)
	@echo "  CC   $<"
	@$(CC) $(FLAGS) -c $< -o $@

# What delassus.h does not declare stays inside.
$(B)/obj/libcore/%.o: FLAGS += -fvisibility=hidden
$(B)/obj/libcore/io/%.o $(B)/obj/tests/c/test_io.o: FLAGS += $(HDF5_CFLAGS)
$(B)/libdelassus.so $(B)/mex/dls_fclib_mex.mex $(B)/examples/c/friction $(B)/tests/bench/bench_piles: LIBS += $(HDF5_LIBS)
$(B)/obj/mex/dls_xml_mex.o: FLAGS += $(XML_CFLAGS)
$(B)/mex/dls_xml_mex.mex: LIBS += $(XML_LIBS)
$(B)/tests/c/test_io: LIBS += -lfclib $(HDF5_LIBS)
$(B)/tests/c/test_inflate: LIBS += $(HDF5_LIBS)

# Changes when the library is to be made of other files.
$(B)/without: FORCE
	@mkdir -p $(@D)
	@echo $(NOT_BUILT) | cmp -s - $@ || echo $(NOT_BUILT) > $@

.PHONY: FORCE

$(LIB): $(LIB_OBJ) $(B)/without
	@mkdir -p $(@D)
	@rm -f $@
	@ar rcs $@ $(LIB_OBJ)

# What delassus.h declares, by name: functions that are compiled for several CPUs forget that they are hidden.
$(B)/exports: libcore/delassus.h
	@mkdir -p $(@D)
	@{ echo '{ global:'; grep -o 'dls_[a-z0-9_]*(' $< | sort -u | tr '(' ';'; echo 'local: *; };'; } > $@

$(B)/libdelassus.so: $(LIB_OBJ) $(B)/exports
	@$(CC) -shared $(LDFLAGS) -Wl,--no-undefined -Wl,-soname,$(SONAME) -Wl,--version-script,$(B)/exports \
	    $(LIB_OBJ) -o $@ $(LIBS)

$(B)/mex/%.mex: $(B)/obj/mex/%.o $(MEX_HELP) $(LIB)
	@mkdir -p $(@D)
	@LDFLAGS="$(LDFLAGS)" $(MKOCTFILE) --mex $^ $(LIBS) -o $@

# The test counts the calls of a function that its linker hands to it.
$(B)/tests/c/test_conic_calls: WRAP = -Wl,--wrap=dls_mat_fill_transpose

$(B)/tests/c/%: $(B)/obj/tests/c/%.o $(TEST_HELP) $(LIB)
	@mkdir -p $(@D)
	@$(CC) $(LDFLAGS) $(WRAP) $^ -o $@ -lcmocka $(LIBS)

$(B)/tests/bench/%: $(B)/obj/tests/bench/%.o $(BENCH_HELP) $(LIB)
	@mkdir -p $(@D)
	@$(CC) $(LDFLAGS) $^ -o $@ $(LIBS)

$(B)/examples/c/%: $(B)/obj/examples/c/%.o $(LIB)
	@mkdir -p $(@D)
	@$(CC) $(LDFLAGS) $^ -o $@ $(LIBS)

-include $(wildcard $(B)/obj/*/*.d $(B)/obj/*/*/*.d)

# The distributed engine: the library, and MUMPS of the MPI kind.
MPI_SRC  := $(wildcard examples/mpi/*.c) libcore/linsys/mumps.c
MPI_OBJ  := $(MPI_SRC:%.c=$(B)/mpi/%.o)
MPI_LIBS := -ldmumps -lmumps_common

mpi: $(B)/dls_mpi ## build build/dls_mpi, dls_kkt for one huge system over MPI [1 min]

mpi-deps: deps
	@.ci/deps mpi

$(B)/mpi/%.o: %.c Makefile | mpi-deps
	@mkdir -p $(@D)
	@echo "  MPI  $<"
	@OMPI_CC=$(CC) mpicc $(FLAGS) -c $< -o $@

$(B)/dls_mpi: $(MPI_OBJ) $(LIB)
	@mpicc $(LDFLAGS) $^ -o $@ $(MPI_LIBS) $(filter-out %_seq,$(LIBS))

$(B)/lattice_kkt: $(patsubst %.c,$(B)/obj/%.o,tests/mpi/lattice_kkt.c tests/bench/lattice.c \
                                            examples/mpi/piece.c examples/mpi/reader.c) $(LIB)
	@$(CC) $(LDFLAGS) $^ -o $@ $(LIBS)

-include $(wildcard $(B)/mpi/*/*/*.d)

# ---- pictures and demonstrations ----

demo: all ## diagnose and solve a redundant mechanism, draw it in build/demo.png [1 min]
	@$(OCT) --eval "$(HEADLESS) source ('examples/demo.m')"

figures: mex ## draw the papers' figures in build/figures, compare numbers (FIG=name: one) [10 min]
	@$(OCT) --eval "$(HEADLESS) addpath examples/tools; exit (run_figures ('papers', '$(FIG)') > 0)"

motions: mex ## write pages and pictures of the mechanisms in examples to build/figures (FIG=name: one) [10 min]
	@for f in $(or $(FIG:%=examples/%.m),$$(grep -l 'save_motion\|save_mechanism' examples/*.m)); do \
	    echo "  $$f"; DLS_PICTURES=1 $(OCT) --eval "$(HEADLESS) source ('$$f')" > /dev/null; done

gallery: mex ## draw examples/gallery in build/figures (FIG=name: one) [5 min]
	@$(OCT) --eval "$(HEADLESS) addpath examples/tools; exit (run_figures ('gallery', '$(FIG)') > 0)"

# ---- tests ----

check-c: $(TESTS) $(EXAMPLES) ## run the C tests and the C examples [2 min]
	@$(run_c)
	@tests/tally.sh $(B)/counts/c $(B)/counts/c-examples

check-m: mex ## run the m tests and the m examples [4 min]
	@$(run_m)
	@tests/tally.sh $(B)/counts/m

check: all $(TESTS) $(EXAMPLES) $(wildcard $(B)/dls_mpi) ## run all tests; ends with "N passed, N failed" [5 min]
	@$(run_c)
	@$(run_m)
	@tests/tally.sh $(B)/counts/c $(B)/counts/c-examples $(B)/counts/m

check-page: mex ## pages of motions in headless Chromium: they load, play, show the right instant [1 min]
	@.ci/deps chromium
	@mkdir -p $(B)/counts
	@$(OCT) --eval "addpath tests/page; [p, s] = test_page ('$(B)/page'); \
	    fid = fopen ('$(B)/counts/page', 'w'); \
	    fprintf (fid, '%d %d %d test_page\n', sum (p), sum (~p), s);" < /dev/null
	@tests/tally.sh $(B)/counts/page

check-kernels: all $(TESTS) $(EXAMPLES) ## all tests with each BLAS kernel, 1 and 2 threads (KERNELS=, THREADS=) [60 min]
	@tests/check_kernels.sh $(B)

check-kernels-short: mex $(TESTS) ## the tests that decide verdicts with a BLAS kernel that is not this CPU's [2 min]
	@tests/check_kernels.sh $(B) short

# What "make check-kernels-short" runs.
check-verdicts: mex $(TESTS)
	@tests/run_c.sh unit $(B)/counts/c $(VERDICTS_C:%=$(B)/tests/c/%)
	@$(run_m)
	@tests/tally.sh $(B)/counts/c $(B)/counts/m

VERDICTS_C := test_conic test_conic_range test_redundancy test_inconsistent test_rank test_lcp_all \
              test_class_integers
check-verdicts: ONLY = $(foreach name,test_reaction_range test_sticking_closed_forms dls_kkt \
    dls_redundancy dls_conic dls_lcp dls_mlcp dls_contact dls_sticking dls_grasp \
    dls_reaction_range dls_wellposed dls_impact dls_friction dls_friction_exists,'$(name)')

check-mpi: mex mpi $(B)/lattice_kkt ## several processes: dls_mpi and sweeps, their answers, killed ranks, damaged files [2 min]
	@mkdir -p $(B)/counts; : > $(B)/counts/mpi
	@tests/mpi/failures.sh $(B) $(CURDIR)/$(B)/counts/mpi
	@$(OCT) --eval "addpath tests/m tests/m/problems; fid = fopen ('$(B)/counts/mpi', 'a'); \
	    for f = {'test_mpi', 'test_sweep'}, [p, s] = feval (f{1}); \
	    fprintf (fid, '%d %d %d %s\n', sum (p), sum (~p), s, f{1}); end" < /dev/null
	@tests/tally.sh $(B)/counts/mpi

check-slurm: mex ## sweeps as job arrays of a SLURM of one node, started in a temporary folder [1 min, 0.1 GB]
	@.ci/deps slurm
	@mkdir -p $(B)/counts; : > $(B)/counts/slurm
	@tests/slurm/check.sh $(CURDIR)/$(B)/counts/slurm $(OCT)
	@tests/tally.sh $(B)/counts/slurm

define run_c
tests/run_c.sh unit $(B)/counts/c $(TESTS); \
tests/run_c.sh example $(B)/counts/c-examples $(EXAMPLES)
endef

# Octave processes share the files and add to the counts as they go; one that does not reach the end is
# one more failure.
define run_m
rm -rf $(B)/counts/taken; mkdir -p $(B)/counts/taken; : > $(B)/counts/m; \
for worker in $$(seq $(JOBS)); do \
    OPENBLAS_NUM_THREADS=$${OPENBLAS_NUM_THREADS-1} $(OCT) --eval "$(HEADLESS) \
        addpath (fullfile (pwd, 'tests')); run_tests ('$(B)', {$(ONLY)})" < /dev/null & \
done; wait; \
[ $$(grep -cx "0 0 0 end" $(B)/counts/m) -eq $(JOBS) ] || echo "0 1 0 octave-stopped-early" >> $(B)/counts/m
endef

# ---- finding faults ----

fuzz: mex ## random cases against independent oracles (TIME=, KIND=, SEED=, CASE=, FRESH=1) [2 min]
	@OCT="$(OCT)" tests/fuzz/fuzz.sh $(B)

attack: mex ## hostile files, folders of sweeps and names, made here: nothing runs, grows or is believed (SEED=) [1 min]
	@KIND="files folders names" TIME=45 CASES=400 FRESH=1 OCT="$(OCT)" tests/fuzz/fuzz.sh $(B)

# The sanitizers' libraries have to come first in a process that was not built with them. What is freed
# they keep for a while: 32 MB, as the memory that a batch leaves is looked at.
ASAN_LIBS = $(shell $(CC) -print-file-name=libasan.so):$(shell $(CC) -print-file-name=libubsan.so)
fuzz-asan: ## the same with gateways built with the address and undefined-behaviour sanitizers [10 min]
	@$(MAKE) --no-print-directory B=$(B)/asan-mex WERROR= LDFLAGS="$(SANITIZE)" MEMORY=400 \
	    CFLAGS="-O1 -g -fno-omit-frame-pointer $(SANITIZE)" \
	    OCTAVE="env LD_PRELOAD=$(ASAN_LIBS) ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=32 $(OCTAVE)" fuzz

memcheck: $(TESTS) ## run the C tests under valgrind [4 min]
	@.ci/deps valgrind
	@tests/run_c.sh memcheck $(B)/counts/memcheck $(TESTS)
	@tests/tally.sh $(B)/counts/memcheck

asan: ## run the C tests with the address and undefined-behaviour sanitizers [10 min]
	@DLS_TEST_SMALL=1 $(MAKE) --no-print-directory B=$(B)/asan WERROR= LDFLAGS="$(SANITIZE)" \
	    CFLAGS="-O1 -g -fno-omit-frame-pointer $(SANITIZE)" check-c

check-optimised: ## the C tests built for this CPU with -O3: other vectors, other rounding [3 min]
	@DLS_TEST_SMALL=1 $(MAKE) --no-print-directory B=$(B)/optimised WERROR= CFLAGS="-O3 -march=native" check-c

# The library is compiled anew; of the tests those that decide verdicts are run.
check-optimised-short: ## those of them that decide verdicts [2 min]
	@$(MAKE) --no-print-directory B=$(B)/optimised WERROR= CFLAGS="-O3 -march=native" \
	    $(VERDICTS_C:%=$(B)/optimised/tests/c/%)
	@DLS_TEST_SMALL=1 tests/run_c.sh unit $(B)/counts/optimised $(VERDICTS_C:%=$(B)/optimised/tests/c/%)
	@tests/tally.sh $(B)/counts/optimised

tsan: ## run threads that use different objects under the thread sanitizer [1 min]
	@$(MAKE) --no-print-directory B=$(B)/tsan WERROR= LDFLAGS=-fsanitize=thread \
	    CFLAGS="-O1 -g -fsanitize=thread" $(B)/tsan/tests/c/test_threads
	@OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(B)/tsan/tests/c/test_threads

SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined

coverage: ## lines of libcore that the C tests run [5 min]
	@rm -rf $(B)/coverage
	@$(MAKE) --no-print-directory B=$(B)/coverage CFLAGS="-O0 -g --coverage" LDFLAGS=--coverage check-c
	@gcov -n $(LIB_OBJ:$(B)/%=$(B)/coverage/%) | awk -f tests/coverage.awk

style: ## check format, direction of includes, and house rules [1 min, 0.1 GB]
	@.ci/deps clang-format
	@mkdir -p $(B)/counts; : > $(B)/counts/style
	@tests/check_style.sh $(B)/counts/style; tests/check_layers.sh $(B)/counts/style; true
	@tests/tally.sh $(B)/counts/style

check-matlab: deps ## do the m-files keep to the grammar and the functions that MATLAB has? [1 min, 0.1 GB]
	@$(OCT) --path tests/matlab --eval "check_matlab ('mfiles')" </dev/null

format: ## lay out the C code as "make style" wants it [1 min]
	@.ci/deps clang-format
	@clang-format -i $$(find libcore mex tests examples -name '*.[ch]')

# ---- benchmarks, manual ----

bench: all $(BENCHES) ## run the benchmarks, with the OpenBLAS kernel that fits the CPU [20 min, 5 GB]
	@OCTAVE="$(OCT)" tests/run_bench.sh $(BENCHES) $(filter-out %_calls.m,$(wildcard tests/bench/bench_*.m))
	@$(MAKE) --no-print-directory bench-calls

bench-calls: mex $(B)/tests/bench/empty_mex.mex ## what a call from Octave costs on small problems (CALLS=word) [2 min]
	@CALLS="$(CALLS)" OCTAVE="$(OCT) --path $(CURDIR)/$(B)/tests/bench --path $(CURDIR)/examples/tools" \
	    tests/run_bench.sh tests/bench/bench_calls.m

$(B)/tests/bench/empty_mex.mex: tests/bench/empty_mex.c | deps
	@mkdir -p $(@D)
	@$(MKOCTFILE) --mex $< -o $@

PILES ?= ../shared/data/piles
bench-kkt: $(B)/tests/bench/bench_kkt_families ## dls_kkt on systems that are no lattices, beside CHOLMOD, SPQR, UMFPACK (SEED=) [3 min]
	@OCTAVE="$(OCT)" tests/run_bench.sh "$< $(SEED)"

bench-piles: $(B)/tests/bench/bench_piles ## piles in units of a factorisation (PILES=folder or generated, PART=) [20 min]
	@OCTAVE="$(OCT)" tests/run_bench.sh "$< $(PILES) $(PART)"

doc: mex ## build the manual in build/doc by pandoc; "make figures" before draws its pictures [2 min]
	@.ci/deps pandoc
	@$(OCT) --eval "$(HEADLESS) addpath (fullfile (pwd, 'mfiles/package/doc/tools')); \
	                doc_build (pwd, fullfile (pwd, '$(B)'))" < /dev/null

pdf: doc ## the manual as build/doc/delassus.pdf, by headless Chromium [3 min]
	@.ci/deps chromium
	@mfiles/package/doc/tools/pdf.sh $(B)/doc

check-manual: doc ## the manual in headless Chromium: no overflow on a phone, formulas, search [4 min]
	@.ci/deps chromium
	@mkdir -p $(B)/counts; : > $(B)/counts/manual
	@tests/page/check_manual.sh $(B)/doc $(CURDIR)/$(B)/counts/manual
	@tests/tally.sh $(B)/counts/manual

# ---- package ----

dist-tree: deps
	@rm -rf $(DIST) && mkdir -p $(DIST)/inst $(DIST)/src
	@sed 's/@VERSION@/$(VERSION)/; s/@DATE@/$(DATE)/' mfiles/package/DESCRIPTION > $(DIST)/DESCRIPTION
	@cp mfiles/package/INDEX COPYING $(DIST)
	@cp NEWS.md $(DIST)/NEWS
	@cp -r $(wildcard mfiles/*.m mfiles/private) $(DIST)/inst
	@mkdir $(DIST)/inst/examples
	@cp -r examples/*.m examples/*.urdf examples/tools examples/c tests/m/problems $(DIST)/inst/examples
	@sed -i "s|'\.\.', 'mfiles'|'..'|; s|'\.\.', 'tests', 'm', 'problems'|'problems'|" $(DIST)/inst/examples/*.m
	@cp -r libcore mex $(DIST)/src
	@cp mfiles/package/Makefile.src $(DIST)/src/Makefile
	@$(OCTAVE) -f -H --path $(CURDIR)/mfiles --eval "names = dls_build ('Help', true, 'Output', '$(abspath $(DIST)/src/help)');"

URL ?= https://delassus.example
dist: dist-tree doc ## make the Octave package build/delassus-X.Y.Z.tar.gz; build/delassus.yaml for its index (URL=) [3 min]
	@cp -r $(B)/doc $(DIST)/inst/manual
	@tar -C $(B) -czf $(DIST).tar.gz delassus-$(VERSION)
	@sum=$$(sha256sum < $(DIST).tar.gz | cut -d' ' -f1); sed "s|@URL@|$(URL)|; s|@VERSION@|$(VERSION)|g; \
	    s|@DATE@|$(DATE)|; s|@SHA256@|$$sum|" mfiles/package/octave-packages.yaml > $(B)/delassus.yaml
	@echo "$(DIST).tar.gz"

# Built from a copy of the sources, so that neither they nor build/ change.
DEB := $(B)/deb/delassus-$(VERSION)
deb: deps ## make Debian packages in build/deb and check them by lintian [5 min, 0.2 GB]
	@.ci/deps deb
	@rm -rf $(B)/deb && mkdir -p $(DEB)
	@cp -r libcore mex mfiles examples tests .ci Makefile README.md NEWS.md COPYING CITATION.cff $(DEB)
	@cp -r mfiles/package/debian $(DEB)
	@cd $(DEB) && dpkg-buildpackage -b -us -uc > ../log 2>&1 || { tail -n 30 ../log; exit 1; }
	@cd $(B)/deb && ls *.deb && lintian --fail-on error,warning *.changes

contents: deps ## write mfiles/Contents.m anew, from INDEX and the help texts [1 min]
	@$(OCT) --eval "addpath mfiles/package/doc/tools; fputs (stdout, doc_contents (pwd ()));" \
	    > $(B)/Contents.m && mv $(B)/Contents.m mfiles/Contents.m

check-package: dist ## install the package in a folder of its own and run its tests there [5 min]
	@tests/check_package.sh $(DIST).tar.gz $(B)/package

install: install-lib dist ## install the C library in PREFIX; without DESTDIR the Octave package, too [2 min]
	$(if $(DESTDIR),,$(OCTAVE) -f -H --eval "pkg install $(DIST).tar.gz")

INSTALL_TO = $(DESTDIR)$(PREFIX)
INSTALL_LIB = $(INSTALL_TO)/$(LIBDIR)
# From the library's folder up to PREFIX.
NOTHING :=
UP := $(subst $(NOTHING) ,/,$(patsubst %,..,$(subst /, ,$(LIBDIR))))
FILLED_IN  = sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@UP@|$(UP)|; s|@VERSION@|$(VERSION)|; \
                  s|@LIBS@|$(LIBS) $(HDF5_LIBS)|'

install-lib: lib ## install the C library alone: header, libdelassus.a and .so, pkg-config, CMake [1 min]
	@install -d "$(INSTALL_TO)"/include "$(INSTALL_LIB)"/pkgconfig "$(INSTALL_LIB)"/cmake/delassus
	@install -m 644 libcore/delassus.h "$(INSTALL_TO)"/include
	@install -m 644 $(LIB) "$(INSTALL_LIB)"
	@install -m 755 $(B)/libdelassus.so "$(INSTALL_LIB)"/libdelassus.so.$(VERSION)
	@ln -sf libdelassus.so.$(VERSION) "$(INSTALL_LIB)"/$(SONAME)
	@ln -sf $(SONAME) "$(INSTALL_LIB)"/libdelassus.so
	@$(FILLED_IN) libcore/delassus.pc.in > "$(INSTALL_LIB)"/pkgconfig/delassus.pc
	@$(FILLED_IN) libcore/delassus-config.cmake.in > "$(INSTALL_LIB)"/cmake/delassus/delassus-config.cmake
	@$(FILLED_IN) libcore/delassus-config-version.cmake.in \
	    > "$(INSTALL_LIB)"/cmake/delassus/delassus-config-version.cmake

check-product: lib ## install the library in build/, use it by pkg-config and by CMake; what it exports [1 min]
	@.ci/deps cmake pkg-config
	@mkdir -p $(B)/counts; : > $(B)/counts/product
	@tests/product/check.sh $(B) $(CURDIR)/$(B)/counts/product
	@tests/tally.sh $(B)/counts/product

clean: ## remove build/
	rm -rf $(B)
