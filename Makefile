# urlgrep - see README.md. On a new machine: make try, make check
#
#   make            build the commands and both libraries in build/
#                   RELEASE=1: optimize at link time, as install and bench do; V=1: show commands
#   make try        install missing packages, build, and run urlgrep on a message
#   make check      install missing packages, build, and run the tests; T=mail: only the tests
#                   whose path contains "mail"; CHECK_ALL=1: fail if a program for a test is missing
#   make check-python, check-sql, check-spark, check-wasm, check-clients: bindings, mail programs
#   make sanitize, tsan, faults, fuzz, lint: sanitizers, system failures, fuzzing (SECONDS=60 for
#                   each target), warnings of compilers and analyzers
#   make oracle     BASE=PROGRAM: compare all findings in large corpora with those of another build;
#                   ARCHIVES=DIRECTORY of mailboxes
#   make bench      install other tools and compare urlgrep with them
#   make install    PREFIX=/usr/local DESTDIR=; make uninstall, make dist, make deb
#
# tests/README.md lists all targets; the targets of research and measurement are in
# tests/research/Makefile.

all:

CC ?= cc
AR ?= ar
LD ?= ld
OBJCOPY ?= objcopy
CFLAGS ?= -O2 -g $(RELEASE_FLAGS) $(HARDENING)
PROVE ?= prove -j$(JOBS)
PREFIX ?= /usr/local
DESTDIR ?=
JOBS := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
# Use all processors, unless make was called with -j.
PARALLEL = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))

# RELEASE=1 builds in build/release. Link-time optimization makes the command 7 to 11 % faster, and
# -O3 another 1 to 5 %, but each build of it takes half a minute. The objects also contain machine
# code, for the static libraries.
RELEASE =
AS_RELEASE = RELEASE=$(if $(filter command,$(origin RELEASE)),$(RELEASE),1)
ifneq ($(RELEASE),)
IS_GCC := $(findstring Free Software,$(shell $(CC) --version 2>/dev/null))
RELEASE_FLAGS = $(if $(IS_GCC),-O3 -flto=auto -ffat-lto-objects $(UNROLLED))
# GCC clears and copies structures of some hundred bytes with "rep stos" and "rep movs", which are
# slower than a loop: by 4 % on text with URLs.
LOOPS = unrolled_loop:512:noalign,libcall:-1:noalign
UNROLLED := $(shell flags='-mmemset-strategy=$(LOOPS) -mmemcpy-strategy=$(LOOPS)'; \
	$(CC) $$flags -Werror -E -x c /dev/null >/dev/null 2>&1 && echo "$$flags")
endif

# Make memory errors harder to exploit.
HARDENING = -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
ifeq ($(shell uname -s),Linux)
HARDENED_LINK = -Wl,-z,relro,-z,now
PIE = -pie
endif
LDFLAGS ?= $(HARDENED_LINK)

VERSION = $(shell sed -n 's/^\#define URLGREP_VERSION "\(.*\)"/\1/p' include/urlgrep.h)
SOVERSION = 2
WARNINGS = -Wall -Wextra -Wconversion -Wenum-conversion -Werror=switch
STANDARD = -std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64
PCRE2_CFLAGS = $(shell pkg-config --cflags libpcre2-8 2>/dev/null)
PCRE2_LIBS = $(shell pkg-config --libs libpcre2-8 2>/dev/null || echo -lpcre2-8)
MAIL_PACKAGES = libarchive zlib
MAIL_CFLAGS = $(shell pkg-config --cflags $(MAIL_PACKAGES) 2>/dev/null)
# Loaded when needed, by the SONAME in the library; linked if it has no SONAME.
soname = $(shell objdump -p "`$(CC) -print-file-name=$(1).so`" 2>/dev/null | \
	sed -n 's/^ *SONAME *//p')
ARCHIVE_SONAME := $(call soname,libarchive)
ZLIB_SONAME := $(call soname,libz)
MAIL_LINKED = $(if $(ARCHIVE_SONAME),,libarchive) $(if $(ZLIB_SONAME),,zlib)
MAIL_LIBS = $(shell pkg-config --libs $(MAIL_LINKED) 2>/dev/null) -ldl
MAIL_CFLAGS += $(ARCHIVE_SONAME:%=-DLIBARCHIVE_SONAME='"%"') $(ZLIB_SONAME:%=-DZLIB_SONAME='"%"')
# loaded when needed
ICU_CFLAGS = $(shell pkg-config --cflags icu-i18n 2>/dev/null)

# The directory for everything that is built; the tests run the program in it.
B = $(if $(RELEASE),build/release,build)
ifneq ($B,build)
URLGREP ?= $B/urlgrep
export URLGREP
endif

# Print the name of each file that is made.
quiet = $(if $(V),,@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,echo '  $(1) $@';) )

# ---- layers: each may include headers of the layers before it (tests/source/layers.sh)

CORE_LAYERS = url unwrap names text
MAIL_LAYERS = input mail html find
CMD_LAYERS = row cmd
LAYERS = util $(CORE_LAYERS) $(MAIL_LAYERS) $(CMD_LAYERS) report pick
print-layers:
	@printf '%s\n' util '$(CORE_LAYERS)' '$(MAIL_LAYERS)' '$(CMD_LAYERS) report pick'
# $(call objects,DIRECTORIES): the objects of these directories
objects = $(patsubst src/%.c,$B/%.o,$(foreach d,$(1),$(wildcard src/$d/*.c)))
# objects of util that are not in liburlgrep
DYNLOAD = $B/util/platform.o $B/util/idna.o
UTIL = $(filter-out $(DYNLOAD),$(call objects,util)) $B/util/classes.o
CORE = $(UTIL) $(call objects,$(CORE_LAYERS)) $(filter-out $(UTIL),$(TABLES:%=$B/%.o))
MAIL = $(DYNLOAD) $(call objects,$(MAIL_LAYERS))
CLI = $(call objects,$(CMD_LAYERS))
PICK = $(call objects,pick)
REPORT = $(call objects,report) $(patsubst %,$B/cmd/%.o,messages output progress xmalloc escape)
JANSSON_LIBS := $(shell pkg-config --libs jansson 2>/dev/null || echo -ljansson)
CURSES_CFLAGS := $(shell pkg-config --cflags ncursesw 2>/dev/null)
CURSES_LIBS := $(shell pkg-config --libs ncursesw 2>/dev/null)
LIBRARIES = $(foreach l,liburlgrep liburlgrep-mail,$B/$l.a $B/$l.so)
COMPILE = $(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) -MMD -MP -Iinclude -Isrc -I$B

all: $B/urlgrep $B/urlreport $(LIBRARIES) $(if $(CURSES_LIBS),$B/urlpick,no-urlpick)

no-urlpick:
	@echo 'urlpick is not built: it needs ncurses with wide characters (ncursesw)' >&2

# ---- building

TABLE_HEADERS = $(addprefix $B/,util/classes.h text/join_points.h text/rule_names.h row/tables.h \
	row/option_table.h html/entities_table.h html/elements_table.h url/warning_table.h \
	cmd/option_rows.h cmd/completion_bash.h report/page_template.h)

# The libraries export only what their headers declare.
$B/%.o: src/%.c | $(TABLE_HEADERS)
	@mkdir -p $(@D)
	$(call quiet,compile)$(COMPILE) $(PCRE2_CFLAGS) -DURLGREP_BUILD -fPIC -fvisibility=hidden -c -o $@ $<

$B/%.o: $B/%.c | $(TABLE_HEADERS)
	$(call quiet,compile)$(COMPILE) -fPIC -fvisibility=hidden -c -o $@ $<

# The awk program beside each data file checks it and turns it into a table in C.
TABLES = $(addprefix unwrap/,wrappers_data tracking_data) text/rule_tables \
	util/classes url/grammar_tables url/scheme_table names/suffix_table
$B/util/classes.c $B/util/classes.h: $(addprefix src/util/,classes.awk classes.tsv blocks.tsv)
$B/url/grammar_tables.c: src/grammar/compile.awk $(sort $(wildcard src/grammar/*.pcre))
$B/url/scheme_table.c: $(addprefix src/grammar/schemes.,awk tsv)
$B/names/suffix_table.c: $(addprefix src/names/data/,suffixes.awk suffixes.txt labels.tsv)
$B/unwrap/wrappers_data.c: $(addprefix src/unwrap/tables/wrappers.,awk tsv)
$B/unwrap/tracking_data.c: $(addprefix src/unwrap/tables/,tracking.awk tracking-params.tsv)
# the rules for running text: their patterns, their names, and the examples that a test runs
RULES = $(addprefix $B/text/rule_,tables.c names.h examples.h)
$(RULES): src/text/rules/compile.awk $(sort $(wildcard src/text/rules/*.pcre)) src/text/rules/.
# the points for and against joining lines, checked against the code
# (calibrate.py builds with another table: JOIN_POINTS)
JOIN_POINTS = src/text/rules/points.tsv
$B/text/join_points.h: $(addprefix src/text/rules/,points.awk next-line.pcre) $(wildcard src/text/*.c) \
		$(JOIN_POINTS)
# grammars may be added or removed
$B/url/grammar_tables.c: src/grammar
# the fields, and the names of parts in the grammars
$B/row/tables.h: src/row/tables.awk src/row/fields.tsv $(sort $(wildcard src/grammar/*.pcre))
$B/url/warning_table.h: $(addprefix src/url/warnings.,awk tsv)
$B/row/option_table.h: $(addprefix src/row/options.,awk tsv)
$B/cmd/option_rows.h: src/row/options.awk src/row/options.tsv src/cmd/options.tsv
# the names of character references, and of elements
$(addprefix $B/html/,entities_table.h elements_table.h): $B/html/%_table.h: src/html/%.awk src/html/%.tsv
# the completions for bash, and the page of urlreport
$B/cmd/completion_bash.h: src/cmd/embed.awk src/cmd/completion.bash
$B/report/page_template.h: src/cmd/embed.awk src/report/page.html

$(sort $(TABLES:%=$B/%.c) $(RULES) $(TABLE_HEADERS)):
	@mkdir -p $(@D)
	$(call quiet,generate)LC_ALL=C awk -v out=$(@F) -f $(filter %.awk %.pcre %.tsv %.txt %.c %.html %.bash,$^) >$@.tmp && mv $@.tmp $@

# Compiled again once ISA-L's header exists: make check installs it after make try.
$(addprefix $B/input/,archive.o gzip.o libraries.o): $(if $(wildcard /usr/include/isa-l),$B/isal.stamp)
$B/isal.stamp:
	@mkdir -p $(@D) && touch $@

$(MAIL): PCRE2_CFLAGS = $(MAIL_CFLAGS)
$(CLI) $(call objects,find report) $B/util/idna.o: PCRE2_CFLAGS += $(ICU_CFLAGS)
$(PICK): PCRE2_CFLAGS = $(ICU_CFLAGS) $(CURSES_CFLAGS)

# A static library is one object in which hidden symbols are made local, so that they cannot clash
# with the names of a program. This object cannot be used with -flto.
$B/liburlgrep.a: $(CORE)
$B/liburlgrep-mail.a: $(UTIL) $(MAIL)
$B/%.a:
	@rm -f $@
ifneq ($(shell command -v $(OBJCOPY)),)
	$(call quiet,link)$(LD) -r -o $(@:.a=.o) $^ && \
	$(OBJCOPY) --localize-hidden -R '.gnu.lto_*' -R '.gnu.debuglto_*' $(@:.a=.o) && \
	$(AR) rcs $@ $(@:.a=.o)
else
	$(call quiet,link)$(AR) rcs $@ $^
endif

SHARED = $(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F) -o $@ $(filter %.o,$^)

$B/liburlgrep.so.$(SOVERSION): $(CORE)
	$(call quiet,link)$(SHARED) $(PCRE2_LIBS)

$B/liburlgrep-mail.so.$(SOVERSION): $(UTIL) $(MAIL) $B/liburlgrep.so
	$(call quiet,link)$(SHARED) -L$B -lurlgrep $(MAIL_LIBS)

$B/liburlgrep.so $B/liburlgrep-mail.so: %: %.$(SOVERSION)
	@ln -sf $(<F) $@

# the other libraries that a program with both static libraries must be linked with
print-libraries:
	@echo $(PCRE2_LIBS) $(MAIL_LIBS)

LINK = $(CC) $(CFLAGS) $(LDFLAGS) $(PIE) -o $@ $^ $(PCRE2_LIBS) $(MAIL_LIBS)

# The commands contain all objects, like the tests of single functions. With LINKED=shared, as in
# the Debian packages, they load the libraries and contain only the rest.
LINKED = objects
LINKED_objects = $(MAIL) $(CORE)
LINKED_shared = $(UTIL) $(DYNLOAD) $B/liburlgrep-mail.so $B/liburlgrep.so

$B/urlreport: $(REPORT) $(LINKED_$(LINKED))
	$(call quiet,link)$(LINK) $(JANSSON_LIBS)

$B/urlgrep: $(CLI) $(LINKED_$(LINKED))
	$(call quiet,link)$(LINK)

$B/urlpick: $(PICK) $(filter-out $B/cmd/main.o,$(CLI)) $(call objects,html) $(LINKED_$(LINKED))
	$(call quiet,link)$(LINK) $(CURSES_LIBS)

# ---- building the tests, which are grouped by topic (tests/README.md)

TESTS = $(patsubst tests/%.c,$B/tests/%,$(wildcard tests/unit/*/*.c tests/library/*.c))
$B/tests/unit/text/test_rules: | $B/text/rule_examples.h

$B/tests/%: tests/%.c $(MAIL) $(CORE)
	@mkdir -p $(@D)
	$(call quiet,test)$(COMPILE) $(TEST_CFLAGS) -Itests/common -fno-lto -o $@ $< $(COMMAND) $(MAIL) \
		$(CORE) $(PCRE2_LIBS) $(MAIL_LIBS) $(TEST_LIBS)

# the objects of the command and of urlpick that are tested one by one
COMMAND_PARTS = $(filter-out $B/cmd/main.o,$(CLI))
PICK_PARTS = $(filter-out $B/pick/main.o,$(PICK))
COMMAND_TESTS = $(patsubst tests/%.c,$B/tests/%,$(wildcard tests/unit/cmd/*.c))
$(COMMAND_TESTS): COMMAND = $(COMMAND_PARTS)
$(COMMAND_TESTS): $(COMMAND_PARTS)
$B/tests/unit/cmd/test_pick: COMMAND = $(PICK_PARTS) $(COMMAND_PARTS) $(CURSES_LIBS)
$B/tests/unit/cmd/test_pick: $(PICK_PARTS)
$B/tests/unit/input/test_archive: MAIL_LIBS += $(shell pkg-config --libs libarchive)
$B/tests/unit/input/test_gzip: MAIL_LIBS += $(shell pkg-config --libs zlib)
$B/tests/unit/mail/test_charset $B/tests/unit/mail/test_header: private TEST_CFLAGS = $(MAIL_CFLAGS)

$B/tests/fail.so: tests/robustness/faults/fail.c | $B/tests
	$(call quiet,test)$(COMPILE) -shared -fPIC -o $@ $< -ldl

# without the mail library, so that less is loaded and counted
$B/tests/scan_bench: tests/robustness/scan_bench.c
$B/tests/oracle_rfc1738: $(addprefix tests/oracle/,differ_rfc1738.c rfc1738.c made.c)
$B/tests/oracle_uriparser: $(addprefix tests/oracle/,differ_uriparser.c made.c)
$B/tests/oracle_uriparser: ORACLE_LIBS = $(shell pkg-config --libs liburiparser)
$(addprefix $B/tests/,scan_bench oracle_rfc1738 oracle_uriparser): $(CORE) | $B/tests
	$(call quiet,test)$(COMPILE) -Itests/common -o $@ $(filter %.c,$^) $(CORE) $(PCRE2_LIBS) $(ORACLE_LIBS)

$B/tests/oracle_links: tests/oracle/print_links.c $(MAIL) $(CORE) | $B/tests
	$(call quiet,test)$(COMPILE) -o $@ $< $(MAIL) $(CORE) $(PCRE2_LIBS) $(MAIL_LIBS)

$B/tests:
	@mkdir -p $@

tests: $(TESTS) $B/tests/scan_bench $B/tests/oracle_rfc1738 $B/tests/oracle_links $B/tests/fail.so

-include $(wildcard $B/*/*.d $B/*/*/*.d $B/*/*/*/*.d)

# ---- installing missing packages, which src/packaging/packages.tsv lists

NEED = @CC='$(CC)' sh src/packaging/need.sh

needs-build:
	$(NEED) build

needs-check:
	$(NEED) build check $(if $(CHECK_ALL),check-all)

needs-fuzz: needs-check
	$(NEED) fuzz

# Tests of programs that cannot be installed are skipped.
needs-browser:
	$(NEED) npm || true
	$(NEED) browser || true

# ---- trying and testing

DEMO = corpus/demo.eml

try:
	@echo 'Building urlgrep in build/ with $(JOBS) processors; missing packages are installed first.'
	@$(MAKE) -s needs-build
	@$(MAKE) --no-print-directory $(PARALLEL) all
	@echo; echo 'A reply in which two URLs are broken at a hyphen:'; echo
	@sed 's/^/    /' $(DEMO)
	@echo; echo "What a regular expression finds (grep -oE 'https?://[^ >]+'):"; echo
	@grep -oE 'https?://[^ >]+' $(DEMO) | sed 's/^/    /'
	@echo; echo 'What urlgrep finds (urlgrep -n):'; echo
	@$B/urlgrep -n $(DEMO) | sed 's/^/    /'
	@echo; echo 'All readings, since a hyphen at the end of a line may or may not belong to the URL (--readings=all):'; echo
	@$B/urlgrep --readings=all -n $(DEMO) | sed 's/^/    /'
	@echo; echo 'Why one of them is not a valid URL by RFC 1738 (1994) (--check):'; echo
	@$B/urlgrep --check --grammar=rfc1738 'http://example.com/~joe/' | sed 's/^/    /'
	@echo; echo 'The command is build/urlgrep; build/urlgrep --help lists its options.'

SCRIPTS = $(sort $(wildcard $(patsubst %,tests/%/*.sh,cli files output unwrap mail library source \
	docs packaging accuracy robustness) $(patsubst %,tests/%/*.py,cli files output unwrap pick \
	mail docs robustness source))) \
	tests/accuracy/labelled.py tests/robustness/hostile/hostile.py tests/robustness/hostile/outputs.py
# Run tests with prove, then print the number of skipped tests and the reasons.
RUN_TESTS = PROVE='$(PROVE)' CHECK_ALL='$(CHECK_ALL)' sh tests/common/run_tests.sh
CHECK_ALL =

# T=PATTERN: run only the tests whose path contains it
T =
ALL_CHECKS = $(TESTS) $B/tests/oracle_rfc1738 tests/oracle/html_links.sh \
	tests/oracle/browser_hosts.sh $(SCRIPTS)
CHECKS = $(if $T,$(foreach c,$(ALL_CHECKS),$(if $(findstring $T,$c),$c)),$(ALL_CHECKS))

check: needs-check
	@$(if $(strip $(CHECKS)),,echo 'no test has "$T" in its path' >&2; exit 2)
	@$(MAKE) -s $(PARALLEL) all $(if $T,$(filter $B/%,$(CHECKS)) $(addprefix $B/tests/,scan_bench \
		oracle_links library/test_ranges unit/util/test_character),tests)
	@$(if $T,,echo 'not run: make check-python, check-sql, check-spark, check-wasm, check-clients')
	@LINEAR_BYTES=32700 SHORTER_BYTES=16000 MEMORY_BYTES=100000000 $(RUN_TESTS) $(CHECKS)

list-scripts:
	@echo $(SCRIPTS)

# Tests for sanitizers and check-quick: not those that count instructions or memory, or that build
# programs of their own.
QUICK = $(filter-out $(patsubst %,tests/%,robustness/% docs/readme.py mail/example_mail.sh \
	mail/archive_ranges.sh source/%.sh packaging/%.sh library/examples.sh),$(SCRIPTS))
SLOW = tests/accuracy/labelled.py

# the tests that take only seconds; PRELOAD=LIBRARY: with this library preloaded
check-quick: needs-check
	@$(MAKE) -s $(PARALLEL) all tests
	@RANGES_EVERY=97 $(if $(PRELOAD),LD_PRELOAD='$(PRELOAD)') $(RUN_TESTS) \
		$(TESTS) $B/tests/oracle_rfc1738 $(filter-out $(SLOW),$(QUICK))

NOMEM_TESTS = $(addprefix $B/tests/library/,test_library test_mail_nomem)
faults: needs-check
	@$(MAKE) -s $(PARALLEL) all $(NOMEM_TESTS) $B/tests/fail.so
	@$(RUN_TESTS) $(NOMEM_TESTS) tests/robustness/faults/command.py

SANITIZERS = -fsanitize=address,undefined -fno-sanitize-recover=undefined

sanitize: needs-check
	@$(MAKE) -s $(PARALLEL) B=build/sanitize CFLAGS='-O1 -g $(SANITIZERS)' \
		LDFLAGS='$(SANITIZERS)' $(if $(CURSES_LIBS),build/sanitize/urlpick) \
		build/sanitize/urlgrep build/sanitize/urlreport tests
	@RANGES_EVERY=7 URLGREP=build/sanitize/urlgrep $(RUN_TESTS) \
		$(TESTS:$B/%=build/sanitize/%) $(QUICK)
	@URLGREP=build/sanitize/urlgrep $(RUN_TESTS) tests/robustness/hostile/mutated.py :: corpus 2000

# Data races. The dynamic loader is not instrumented (tests/common/tsan.supp).
THREAD_TESTS = $(addprefix build/tsan/tests/,library/test_mail_threads unit/input/test_read_ahead \
	unit/input/test_archive)

tsan: needs-fuzz
	@$(MAKE) -s $(PARALLEL) CC=clang B=build/tsan CFLAGS='-O1 -g -fsanitize=thread' \
		LDFLAGS='-fsanitize=thread' $(THREAD_TESTS)
	@TSAN_OPTIONS='suppressions=tests/common/tsan.supp halt_on_error=1' \
		$(RUN_TESTS) $(THREAD_TESTS)

# for libFuzzer; for AFL++: make CC=afl-clang-fast FUZZ_MAIN=tests/fuzz/file.c build/tests/fuzz_NAME
FUZZ = scan flowed names validate unwrap message mbox html input options mail
FUZZ_MAIN = -fsanitize=fuzzer
# Do not trace comparisons: that would double the time of a run.
COVERED = -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp
SECONDS = 60

fuzz: needs-fuzz
	@$(MAKE) -s $(PARALLEL) CC=clang B=build/fuzz CFLAGS='-O1 -g $(SANITIZERS) $(COVERED)' \
		$(FUZZ:%=build/fuzz/tests/fuzz_%)
	@nice -n 19 tests/fuzz/run.sh build/fuzz $(SECONDS) $(FUZZ)

# the parts of the command that a target tests
$B/tests/fuzz_options: COMMAND = $(COMMAND_PARTS)
$B/tests/fuzz_validate: COMMAND = tests/oracle/rfc1738.c
$B/tests/fuzz_flowed $B/tests/fuzz_names: tests/fuzz/scan.c
$(FUZZ:%=$B/tests/fuzz_%): $B/tests/fuzz_%: tests/fuzz/%.c $(CLI) $(MAIL) $(CORE) | $B/tests
	$(call quiet,test)$(COMPILE) -Itests/common -o $@ $< $(FUZZ_MAIN) $(COMMAND) $(MAIL) $(CORE) \
		$(PCRE2_LIBS) $(MAIL_LIBS)

COUNT = 2000
SEED = 20261

# The links of COUNT generated HTML documents, compared with parse5.
check-html: needs-check
	@$(MAKE) -s $(PARALLEL) $B/tests/oracle_links
	@tests/oracle/html_links.sh $B $(COUNT) $(SEED)

# The URLs of the messages in corpus/ and MAIL_TESTS=DIRECTORY, and of COUNT mutants, compared
# with the URLs that other mail parsers find.
check-mail-peers: needs-check
	@$(MAKE) -s $(PARALLEL) all
	@MAIL_TESTS='$(MAIL_TESTS)' tests/oracle/mail_peers.py $B $(COUNT) $(SEED)

# The page of urlreport in Chromium. MAILBOX=FILE: also take screenshots of the page of a mailbox.
MAILBOX ?=
check-pages: needs-check needs-browser
	@$(MAKE) -s $(PARALLEL) all
	@tests/pages/pages.sh $B $(MAILBOX)

# Screenshots of urlpick, of the mail programs and of the page of urlreport, taken by their tests.
SHOT = tests/pick/urlpick_keys.py $(patsubst %,tests/clients/%.sh,aerc claws emacs mutt)

screenshots: needs-check needs-clients needs-browser
	@$(MAKE) -s $(PARALLEL) all
	@rm -rf $B/screenshots && mkdir -p $B/screenshots
	@status=0; export SCREENSHOTS=$(abspath $B)/screenshots; $(RUN_TESTS) $(SHOT) || status=$$?; \
	$(RUN_TESTS) tests/pages/pages.sh :: $B $(MAILBOX) || status=$$?; \
	tests/common/screens.py $B/screenshots && exit $$status

# All findings of two builds, compared. The corpora are the mailboxes in ARCHIVES and files of the
# system: the packages under "oracle" in packages.tsv have text in East Asian, Cyrillic, Arabic,
# Thai and other scripts, wiki text, HTML and manuals.
ARCHIVES ?=
SHOW = 5
oracle: needs-build
	@test -n '$(BASE)' || { echo 'usage: make oracle BASE=PROGRAM [ARCHIVES=DIRECTORY]' >&2; exit 2; }
	$(NEED) oracle || true
	@$(MAKE) -s $(PARALLEL) $B/urlgrep
	@tests/oracle/findings.py --show $(SHOW) $(ARCHIVES:%=--archives %) $(CORPUS) '$(BASE)' $B/urlgrep

lint:
	$(NEED) build lint
	@sh tests/docs/words.sh
	@$(MAKE) -s $(PARALLEL) B=build/lint WARNINGS='$(WARNINGS) -Werror' all
	cppcheck --quiet -j$(JOBS) --std=c11 --enable=warning,performance,portability \
		--library=python --error-exitcode=1 --inline-suppr -Iinclude -Isrc -Ibuild/lint src
	@$(MAKE) -s $(PARALLEL) B=build/analyzed CC=gcc CFLAGS='-O2 -fanalyzer' \
		WARNINGS='$(WARNINGS) -Werror' all
	@# One file at a time: clang-tidy's check of va_list carries findings over to the next file.
	printf '%s\n' $(patsubst %,src/%/*.c,$(LAYERS)) | \
		xargs -P $(JOBS) -I {} clang-tidy --quiet {} -- $(STANDARD) \
		-Iinclude -Isrc -Ibuild/lint $(PCRE2_CFLAGS) $(MAIL_CFLAGS) $(ICU_CFLAGS) $(CURSES_CFLAGS)

# ---- research and measurement

RESEARCH = accuracy afl bench check-browser check-grammars check-static compare coverage cross emulated \
	growth hostile linear msan mutants mutated portability static valgrind \
	wheel check-wheel
ifeq ($(filter tests/research/Makefile,$(MAKEFILE_LIST)),)
$(RESEARCH): .FORCE
	@$(MAKE) --no-print-directory -f tests/research/Makefile $@
endif

.PHONY: all check check-html check-mail-peers check-pages check-quick clean faults fuzz lint list-scripts needs-browser \
	needs-build needs-check needs-fuzz no-urlpick oracle print-layers print-libraries sanitize screenshots \
	tests try tsan $(RESEARCH)
.FORCE:

include src/packaging/install.mk src/packaging/bindings.mk src/wasm/Makefile

clean:
	rm -rf build
