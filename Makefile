# urlgrep - see README.md. On a new machine: make try, make check
#
#   make            build the commands and both libraries in build/
#   make try        install missing packages, build, and run urlgrep on two messages
#   make check      install missing packages, build, and run the tests; T=mail: only
#                   the tests whose path contains "mail"; CHECK_ALL=1: skip no
#                   test for want of a program (tests/README.md)
#   make check-python, check-sql, check-spark: the bindings, with packages from PyPI
#                   and the database servers of the system; soak-spark: 5 GB
#   make check-html COUNT=50000: the links of generated HTML, beside parse5 (npm)
#   make check-browser COUNT=100000: the hosts of URLs, beside node's URL parser
#   make check-pages  the pages of --html, in Chromium; screenshots in build/screenshots
#   make linear     hostile input at full size: 4 MB, 1 GB (make check: less)
#   make sanitize   the tests under the address and undefined-behaviour sanitizers
#   make tsan       the tests of threads under the thread sanitizer
#   make msan       the fuzz targets of liburlgrep under the memory sanitizer
#   make valgrind   the tests under valgrind
#   make oracle     BASE=PROGRAM: all findings of large corpora, compared with those of another build;
#                   ARCHIVES=DIRECTORY of mboxes; SHOW=5 of each kind
#   make check-grammars  a million generated URLs, judged by other implementations too
#   make mutated    ARCHIVES=DIRECTORY of mboxes: 10,000 damaged messages, sanitized
#   make mutants    change the program in one place: does a test fail? (MUTANTS='--count 9')
#   make portability  gcc and clang, an odd path, no git, PCRE2 without JIT
#   make emulated   the tests of the libraries for i386 and s390x (Debian; an emulator)
#   make coverage   the percentage of lines of the libraries that the tests reach
#   make hostile    hostile files: the instructions that each takes
#   make faults     no memory, read errors, a full disk, interrupts, strange trees
#   make fuzz       each fuzz target for SECONDS=60, in parallel; make afl: the whole command
#   make check-trees  the URLs joined over lines in installed source trees, to be read
#   make accuracy   the score on labelled mail, if that is available; ARCHIVES=DIRECTORY:
#                   how right the points for joining lines are on these mailboxes
#   make bench      install other tools and compare with them; BENCH_BYTES=20000000: quickly
#   make bench-turns  of programs that take turns, WHAT=demands, threads or "before PROGRAM"
#   make screenshots  urlpick, the mail programs and the pages, in build/screenshots
#   make lint       warnings of the compilers, cppcheck and clang-tidy
#   make unicode-table  classes of characters from Debian's unicode-data: a new version
#   make install    PREFIX=/usr/local DESTDIR=; make uninstall; make dist, make deb

CC ?= cc
AR ?= ar
LD ?= ld
OBJCOPY ?= objcopy
CFLAGS ?= -O2 -g $(WHOLE) $(UNROLLED) $(HARDENING)
PROVE ?= prove
PREFIX ?= /usr/local
DESTDIR ?=

# With GCC the command is optimized when it is linked, which makes it 5 % faster. The
# objects also hold machine code, for the tests and the static libraries.
WHOLE = $(if $(findstring Free Software,$(shell $(CC) --version 2>/dev/null)),-flto=auto -ffat-lto-objects)

# GCC clears and copies structures of some hundred bytes by "rep stos" and "rep movs", which take
# the processor longer than a loop: 4 % of text with URLs.
LOOPS = unrolled_loop:512:noalign,libcall:-1:noalign
UNROLLED := $(shell flags='-mmemset-strategy=$(LOOPS) -mmemcpy-strategy=$(LOOPS)'; \
	$(CC) $$flags -Werror -E -x c /dev/null >/dev/null 2>&1 && echo "$$flags")

# Make memory errors harder to exploit.
HARDENING = -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
ifeq ($(shell uname -s),Linux)
HARDENED_LINK = -Wl,-z,relro,-z,now
PIE = -pie
endif
LDFLAGS ?= $(HARDENED_LINK)

VERSION = $(shell sed -n 's/^\#define URLGREP_VERSION "\(.*\)"/\1/p' include/urlgrep.h)
SOVERSION = 1
WARNINGS = -Wall -Wextra -Wconversion
STANDARD = -std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64
PCRE2_CFLAGS = $(shell pkg-config --cflags libpcre2-8 2>/dev/null)
PCRE2_LIBS = $(shell pkg-config --libs libpcre2-8 2>/dev/null || echo -lpcre2-8)
MAIL_PACKAGES = gmime-3.0 libarchive zlib
MAIL_CFLAGS = $(shell pkg-config --cflags $(MAIL_PACKAGES) 2>/dev/null)
# loaded when they are needed, by the names in the libraries; linked where there is none
soname = $(shell objdump -p "`$(CC) -print-file-name=$(1).so`" 2>/dev/null | \
	sed -n 's/^ *SONAME *//p')
ARCHIVE_SONAME := $(call soname,libarchive)
GMIME_SONAME := $(call soname,libgmime-3.0)
ZLIB_SONAME := $(call soname,libz)
MAIL_LINKED = $(if $(ARCHIVE_SONAME),,libarchive) \
	$(if $(GMIME_SONAME),,gmime-3.0) $(if $(ZLIB_SONAME),,zlib)
MAIL_LIBS = $(shell pkg-config --libs $(MAIL_LINKED) 2>/dev/null) -ldl
MAIL_CFLAGS += $(ARCHIVE_SONAME:%=-DLIBARCHIVE_SONAME='"%"') $(GMIME_SONAME:%=-DGMIME_SONAME='"%"') \
	$(ZLIB_SONAME:%=-DZLIB_SONAME='"%"')
# loaded when it is needed
ICU_CFLAGS = $(shell pkg-config --cflags icu-i18n 2>/dev/null)

# where everything is built; the tests run the program that is there
B = build
ifneq ($B,build)
URLGREP ?= $B/urlgrep
export URLGREP
endif
GRAMMARS = $(sort $(wildcard src/grammar/*.pcre))
# generated from src/grammar and src/names/data
TABLES = url/grammar_tables url/scheme_table names/suffix_table
# generated from src/unwrap/tables
UNWRAP_TABLES = unwrap/wrappers unwrap/tracking
# $(call objects,DIRECTORIES): their objects. Each directory may include headers of
# those before it (tests/source/layers.sh).
objects = $(patsubst src/%.c,$B/%.o,$(foreach d,$(1),$(wildcard src/$d/*.c)))
# from the lowest layer to the highest: CORE is liburlgrep, MAIL liburlgrep-mail
CORE_LAYERS = url unwrap names text
MAIL_LAYERS = input mail html find
CMD_LAYERS = row cmd cmd/print
LAYERS = util $(CORE_LAYERS) $(MAIL_LAYERS) $(CMD_LAYERS) report pick
JOIN_SIGNS = $(wildcard src/text/*.c)
# of util: not in liburlgrep
DYNLOAD = $B/util/dynload.o $B/util/idna.o
UTIL = $(filter-out $(DYNLOAD),$(call objects,util))
CORE = $(UTIL) $(call objects,$(CORE_LAYERS)) $(TABLES:%=$B/%.o) $(UNWRAP_TABLES:%=$B/%_data.o)
MAIL = $(DYNLOAD) $(call objects,$(MAIL_LAYERS))
CLI = $(call objects,$(CMD_LAYERS))
# urlpick, with the parts of the command that both have
PICK = $(call objects,pick)
CURSES_CFLAGS := $(shell pkg-config --cflags ncursesw 2>/dev/null)
CURSES_LIBS := $(shell pkg-config --libs ncursesw 2>/dev/null)
# Tests are grouped by topic (tests/README.md).
TESTS = $(patsubst tests/%.c,$B/tests/%,$(wildcard tests/unit/*/*.c tests/library/*.c))
SCRIPTS = $(sort $(wildcard $(patsubst %,tests/%/*.sh,cli files output unwrap mail library source \
	docs packaging accuracy robustness) $(patsubst %,tests/%/*.py,cli files output unwrap pick \
	mail docs robustness source))) \
	tests/accuracy/passages.py tests/accuracy/labelled_mail.py \
	tests/accuracy/labelled_text.py tests/accuracy/labelled_names.py \
	tests/accuracy/foreign_cases.py \
	tests/robustness/hostile/hostile.py tests/robustness/hostile/outputs.py
# Run tests with prove, then count what was skipped, and why.
RUN_TESTS = PROVE='$(PROVE)' CHECK_ALL='$(CHECK_ALL)' sh tests/common/run_tests.sh
COMPILE = $(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) -MMD -MP -Iinclude -Isrc -I$B

LIBRARIES = $(foreach l,liburlgrep liburlgrep-mail,$B/$l.a $B/$l.so)

all: $B/urlgrep $B/urlreport $(LIBRARIES) $(if $(CURSES_LIBS),$B/urlpick,no-urlpick)

no-urlpick:
	@echo 'urlpick is not built: it needs ncurses with wide characters (ncursesw)' >&2

# ---- building

# The libraries export only what their headers declare.
$B/%.o: src/%.c
	@mkdir -p $(@D)
	$(COMPILE) $(PCRE2_CFLAGS) -DURLGREP_BUILD -fPIC -fvisibility=hidden -c -o $@ $<

$(TABLES:%=$B/%.o) $(UNWRAP_TABLES:%=$B/%_data.o): %.o: %.c
	$(COMPILE) -fPIC -fvisibility=hidden -c -o $@ $<

# check what is in src/grammar and turn it into C
# the directory: a grammar may be new, or gone
$B/url/grammar_tables.c: src/grammar/compile.awk $(GRAMMARS) src/grammar
	@mkdir -p $(@D)
	LC_ALL=C awk -f src/grammar/compile.awk $(GRAMMARS) >$@.tmp
	@mv $@.tmp $@

$B/url/scheme_table.c: src/grammar/schemes.awk src/grammar/schemes.tsv
	@mkdir -p $(@D)
	LC_ALL=C awk -f $^ >$@.tmp
	@mv $@.tmp $@

SUFFIXES = $(addprefix src/names/data/,suffixes.awk suffixes.txt labels.tsv)
$B/names/suffix_table.c: $(SUFFIXES)
	@mkdir -p $(@D)
	LC_ALL=C awk -f $(SUFFIXES) >$@.tmp
	@mv $@.tmp $@

# the services that wrap URLs, the parameters that track readers
$B/unwrap/wrappers_data.c: $(addprefix src/unwrap/tables/wrappers.,awk tsv)
$B/unwrap/tracking_data.c: $(addprefix src/unwrap/tables/,tracking.awk tracking-params.tsv)
$(UNWRAP_TABLES:%=$B/%_data.c):
	@mkdir -p $(@D)
	LC_ALL=C awk -f $^ >$@.tmp
	@mv $@.tmp $@

# the committed table of the classes of characters; see src/util/unicode_table.awk
UNICODE = /usr/share/unicode
unicode-table:
	@mkdir -p $B
	LC_ALL=C awk -f src/util/unicode_table.awk $(UNICODE)/Scripts.txt \
		$(UNICODE)/UnicodeData.txt >$B/unicode_table.c
	mv $B/unicode_table.c src/util/unicode_table.c

# the points for and against joining lines, checked against the code
# (calibrate.py builds with another table: JOIN_POINTS)
JOIN_POINTS = src/text/join_points.tsv
$B/text/join_points.h: src/text/join_points.awk $(JOIN_SIGNS) $(JOIN_POINTS)
	@mkdir -p $(@D)
	LC_ALL=C awk -f $^ >$@.tmp
	@mv $@.tmp $@

$(call objects,text): | $B/text/join_points.h

$(MAIL): PCRE2_CFLAGS = $(MAIL_CFLAGS)
$(CLI) $(call objects,find report) $B/util/idna.o: PCRE2_CFLAGS += $(ICU_CFLAGS)

# A static library is one object, in which hidden symbols are made local: a program's
# own names cannot clash with them. That object is no longer fit for -flto.
$B/liburlgrep.a: $(CORE)
$B/liburlgrep-mail.a: $(UTIL) $(MAIL)
$B/%.a:
	rm -f $@
ifneq ($(shell command -v $(OBJCOPY)),)
	$(LD) -r -o $(@:.a=.o) $^
	$(OBJCOPY) --localize-hidden -R '.gnu.lto_*' -R '.gnu.debuglto_*' $(@:.a=.o)
	$(AR) rcs $@ $(@:.a=.o)
else
	$(AR) rcs $@ $^
endif

SHARED = $(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F) -o $@ $(filter %.o,$^)

$B/liburlgrep.so.$(SOVERSION): $(CORE)
	$(SHARED) $(PCRE2_LIBS)

$B/liburlgrep-mail.so.$(SOVERSION): $(UTIL) $(MAIL) $B/liburlgrep.so
	$(SHARED) -L$B -lurlgrep $(MAIL_LIBS)

$B/liburlgrep.so $B/liburlgrep-mail.so: %: %.$(SOVERSION)
	ln -sf $(<F) $@

# what a program that is linked with both static libraries needs besides
print-libraries:
	@echo $(PCRE2_LIBS) $(MAIL_LIBS)

# urlreport, and what it has in common with the command
REPORT = $(call objects,report row) $(patsubst %,$B/cmd/%.o,digits messages output string_list xmalloc \
	print/escape print/html_text print/csv)

$B/urlreport: $(REPORT) $B/liburlgrep-mail.a $B/liburlgrep.a $(UTIL) $(DYNLOAD)
	$(CC) $(CFLAGS) $(LDFLAGS) $(PIE) -o $@ $^ $(PCRE2_LIBS) $(MAIL_LIBS)

# The command and the tests of single functions link the objects themselves.
$B/urlgrep: $(CLI) $(MAIL) $(CORE)
	$(CC) $(CFLAGS) $(LDFLAGS) $(PIE) -o $@ $^ $(PCRE2_LIBS) $(MAIL_LIBS)

$(PICK): PCRE2_CFLAGS = $(ICU_CFLAGS) $(CURSES_CFLAGS)
$B/urlpick: $(PICK) $(filter-out $B/cmd/main.o,$(CLI)) $(MAIL) $(CORE)
	$(CC) $(CFLAGS) $(LDFLAGS) $(PIE) -o $@ $^ $(PCRE2_LIBS) $(MAIL_LIBS) $(CURSES_LIBS)

$B/tests/%: tests/%.c $(MAIL) $(CORE)
	@mkdir -p $(@D)
	$(COMPILE) $(TEST_CFLAGS) -Itests/common -fno-lto -o $@ $< $(COMMAND) $(MAIL) $(CORE) $(PCRE2_LIBS) $(MAIL_LIBS) -ljansson

# the parts of the command and of urlpick that are tested one by one
COMMAND_PARTS = $(filter-out $B/cmd/main.o,$(CLI))
PICK_PARTS = $(filter-out $B/pick/main.o,$(PICK))
COMMAND_TESTS = $(patsubst tests/%.c,$B/tests/%,$(wildcard tests/unit/cmd/*.c))
$(COMMAND_TESTS): COMMAND = $(COMMAND_PARTS)
$(COMMAND_TESTS): $(COMMAND_PARTS)
$B/tests/unit/cmd/test_pick: COMMAND = $(PICK_PARTS) $(COMMAND_PARTS) $(CURSES_LIBS)
$B/tests/unit/cmd/test_pick: $(PICK_PARTS)

$B/tests/unit/input/test_archive: MAIL_LIBS += $(shell pkg-config --libs libarchive)
$B/tests/unit/input/test_gzip: MAIL_LIBS += $(shell pkg-config --libs zlib)
$B/tests/unit/mail/test_charset $B/tests/unit/mail/test_encoded_words: private TEST_CFLAGS = $(MAIL_CFLAGS)

# Without the mail library: less to load, and to count.
$B/tests/scan_bench: tests/robustness/scan_bench.c $(CORE) | $B/tests
	$(COMPILE) -o $@ $< $(CORE) $(PCRE2_LIBS)

# Other implementations of the same grammars.
ORACLES = $(addprefix $B/tests/oracle_,rfc1738 uriparser made)
$B/tests/oracle_rfc1738: $(addprefix tests/oracle/,differ_rfc1738.c rfc1738.c made.c)
$B/tests/oracle_uriparser: $(addprefix tests/oracle/,differ_uriparser.c made.c)
$B/tests/oracle_uriparser: ORACLE_LIBS = $(shell pkg-config --libs liburiparser)
$B/tests/oracle_made: $(addprefix tests/oracle/,print_made.c made.c)
$(ORACLES): $(CORE) | $B/tests
	$(COMPILE) -Itests/common -o $@ $(filter %.c,$^) $(CORE) $(PCRE2_LIBS) $(ORACLE_LIBS)

$B/tests/oracle_links: tests/oracle/print_links.c $(MAIL) $(CORE) | $B/tests
	$(COMPILE) -o $@ $< $(MAIL) $(CORE) $(PCRE2_LIBS) $(MAIL_LIBS)

# The links of COUNT generated HTML documents, compared with parse5.
COUNT = 2000
SEED = 20261

check-html: needs-check
	@$(MAKE) -s $B/tests/oracle_links
	@tests/oracle/html_links.sh $B $(COUNT) $(SEED)

# The hosts of COUNT made-up URLs, and of those in $ARCHIVES, compared with node's.
check-browser: COUNT = 100000
check-browser: needs-check
	@command -v node >/dev/null || $(MAKE) -s install-node || true
	@$(MAKE) -s $B/urlgrep
	@ARCHIVES='$(ARCHIVES)' tests/oracle/browser_hosts.sh $B/urlgrep $(COUNT) $(SEED)

# The pages of --html in Chromium. MAILBOX=FILE: screenshots of its report, too.
MAILBOX ?=

check-pages: needs-check needs-browser
	@$(MAKE) -s all
	@tests/pages/pages.sh $B $(MAILBOX)

$B/tests:
	mkdir -p $@

-include $(wildcard $B/*/*.d $B/*/*/*.d $B/*/*/*/*.d)

# ---- installing missing packages

NEED_BUILD = command -v $(firstword $(CC)) >/dev/null && \
	command -v pkg-config >/dev/null && pkg-config --exists libpcre2-8 $(MAIL_PACKAGES) icu-i18n ncursesw
NEED_CHECK = $(NEED_BUILD) && pkg-config --exists jansson && \
	command -v prove >/dev/null && command -v valgrind >/dev/null && \
	command -v python3 >/dev/null

# programs and libraries without which single cases are skipped
NEED_CHECK_ALL = for p in c++ fish git man mandoc msgconvert objdump parallel tmux tnef ytnef zip zsh; do command -v $$p >/dev/null || exit; done; \
	echo '\#include <isa-l/igzip_lib.h>' | $(CC) -E -o /dev/null -x c - 2>/dev/null && \
	python3 -c 'import ctypes, dask.bag, jsonschema' 2>/dev/null
NEED_LINT = command -v clang >/dev/null && command -v clang-tidy >/dev/null && \
	command -v cppcheck >/dev/null

APT = gcc libc6-dev pkg-config libpcre2-dev libgmime-3.0-dev libarchive-dev libicu-dev zlib1g-dev libncurses-dev
DNF = gcc pkgconf pcre2-devel gmime30-devel libarchive-devel libicu-devel zlib-devel ncurses-devel
PACMAN = gcc pkgconf pcre2 gmime3 libarchive icu zlib ncurses
APK = gcc musl-dev pkgconf pcre2-dev gmime-dev libarchive-dev icu-dev zlib-dev ncurses-dev
ZYPPER = gcc pkgconf pcre2-devel gmime-devel libarchive-devel libicu-devel zlib-devel ncurses-devel
BREW = pkg-config pcre2 gmime libarchive icu4c zlib ncurses

# $(call install,apt-get's,dnf's,pacman's,apk's,zypper's,brew's)
define install
	@set -e; as=; test "$$(id -u)" = 0 || as=sudo; \
	say() { echo "installing with the package manager: $$*"; "$$@"; }; \
	if command -v apt-get >/dev/null; then \
		say $$as apt-get -q update; \
		say $$as env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
			--no-install-recommends install $(1); \
	elif command -v dnf >/dev/null; then say $$as dnf -y install $(2); \
	elif command -v pacman >/dev/null; then say $$as pacman -Sy --noconfirm --needed $(3); \
	elif command -v apk >/dev/null; then say $$as apk add $(4); \
	elif command -v zypper >/dev/null; then say $$as zypper -n install $(5); \
	elif command -v brew >/dev/null; then say brew install $(6); \
	else echo "please install: $(1)" >&2; exit 1; fi
endef

.PHONY: all try check check-pages check-browser check-html check-quick portability emulated mutants \
	mutated check-grammars coverage hostile faults fuzz afl oracle sanitize tsan msan valgrind accuracy linear lint \
	unicode-table install clean print-libraries bench bench-turns bench-peers install-bench \
	needs-browser needs-build needs-check needs-lint needs-oracle no-urlpick screenshots tests list-scripts

needs-build:
	@$(NEED_BUILD) || $(MAKE) -s install-build

needs-check:
	@$(NEED_CHECK) || $(MAKE) -s install-check
	@test -z '$(CHECK_ALL)' || ( $(NEED_CHECK_ALL) ) || $(MAKE) -s install-check-all

needs-lint: needs-build
	@$(NEED_LINT) || $(MAKE) -s install-lint

# Without it the tests of pages are skipped.
needs-browser:
	@command -v npm >/dev/null || $(MAKE) -s install-npm || true
	@command -v chromium >/dev/null || $(MAKE) -s install-chromium || true

needs-oracle:
	@$(NEED_ORACLE) || $(MAKE) -s install-oracle

install-build:
	$(call install,$(APT),$(DNF),$(PACMAN),$(APK),$(ZYPPER),$(BREW))

install-check:
	$(call install,$(APT) libjansson-dev perl python3 valgrind procps time,$(DNF) jansson-devel perl-Test-Harness python3 valgrind procps-ng,$(PACMAN) jansson perl python valgrind procps-ng,$(APK) jansson-dev perl-utils python3 valgrind procps,$(ZYPPER) libjansson-devel perl python3 valgrind procps,$(BREW) jansson)

install-check-all:
	$(call install,binutils fish g++ git libemail-address-perl libemail-outlook-message-perl libisal-dev man-db mandoc parallel python3-dask python3-jsonschema tmux tnef ytnef-tools zip zsh,binutils fish gcc-c++ git isa-l-devel man-db mandoc parallel python3-jsonschema tmux zip zsh,binutils fish gcc git man-db mandoc parallel python-jsonschema tmux zip zsh,binutils fish g++ git isa-l-dev man-db mandoc parallel py3-jsonschema tmux zip zsh,binutils fish gcc-c++ git man mandoc gnu_parallel python3-jsonschema tmux zip zsh,fish git mandoc parallel tmux zip zsh)

install-node:
	$(call install,nodejs,nodejs,nodejs,nodejs,nodejs,node)

install-lint:
	$(call install,clang clang-tidy cppcheck,clang clang-tools-extra cppcheck,clang cppcheck,clang clang-extra-tools cppcheck,clang clang-tools cppcheck,llvm cppcheck)

install-npm:
	$(call install,npm,npm,npm,npm,npm,node)

install-chromium:
	$(call install,chromium,chromium,chromium,chromium,chromium,chromium)

install-clang:
	$(call install,clang libclang-rt-dev,clang compiler-rt,clang compiler-rt,clang compiler-rt,clang,llvm)

install-afl:
	$(call install,afl++,american-fuzzy-lop-clang,afl++,,,afl++)

install-emulated:
	$(call install,gcc-i686-linux-gnu gcc-s390x-linux-gnu qemu-user,,,,,)

install-oracle:
	$(call install,liburiparser-dev libregexp-common-perl,uriparser-devel perl-Regexp-Common,uriparser perl-regexp-common,uriparser-dev perl-regexp-common,liburiparser-devel perl-Regexp-Common,uriparser)

# ---- trying and testing

DEMO = corpus/demo.eml

try: needs-build
	@$(MAKE) -s all
	@echo; echo 'A reply; two of its URLs are broken at a hyphen:'; echo
	@sed 's/^/    /' $(DEMO)
	@echo; echo "What a pattern finds (grep -oE 'https?://[^ >]+'):"; echo
	@grep -oE 'https?://[^ >]+' $(DEMO) | sed 's/^/    /'
	@echo; echo 'What urlgrep finds (urlgrep -n):'; echo
	@$B/urlgrep -n $(DEMO) | sed 's/^/    /'
	@echo; echo 'All readings, since a hyphen at a line end may or may not belong to the URL (--readings=all):'; echo
	@$B/urlgrep --readings=all -n $(DEMO) | sed 's/^/    /'
	@echo; echo 'Why one of them is not a valid URL by RFC 1738 of 1994 (--check):'; echo
	@$B/urlgrep --check --grammar=rfc1738 'http://example.com/~joe/' | sed 's/^/    /'
	@echo; echo 'The command is build/urlgrep; build/urlgrep --help lists its options.'

# T=PATTERN: only the tests whose path contains it
T =
ALL_CHECKS = $(TESTS) $B/tests/oracle_rfc1738 tests/oracle/html_links.sh \
	tests/oracle/browser_hosts.sh $(SCRIPTS)
CHECKS = $(if $T,$(foreach c,$(ALL_CHECKS),$(if $(findstring $T,$c),$c)),$(ALL_CHECKS))

check: needs-check
	@$(if $(strip $(CHECKS)),,echo 'no test has "$T" in its path' >&2; exit 2)
	@$(MAKE) -s all $(if $T,$(filter $B/%,$(CHECKS)) $B/tests/scan_bench $B/tests/oracle_links \
		$B/tests/library/test_ranges,tests)
	@$(if $T,,echo 'not run: make check-python, check-sql, check-spark, check-clients')
	@LINEAR_BYTES=64000 MEMORY_BYTES=100000000 $(RUN_TESTS) $(CHECKS)

# Pictures of urlpick, of the mail programs and of the pages of --html, as their tests see them.
SHOT = tests/pick/urlpick_keys.py $(patsubst %,tests/clients/%.sh,aerc claws emacs mutt)

screenshots: needs-check needs-clients needs-browser
	@$(MAKE) -s all
	@rm -rf $B/screenshots && mkdir -p $B/screenshots
	@status=0; export SCREENSHOTS=$(abspath $B)/screenshots; $(RUN_TESTS) $(SHOT) || status=$$?; \
	$(RUN_TESTS) tests/pages/pages.sh :: $B $(MAILBOX) || status=$$?; \
	tests/common/screens.py $B/screenshots && exit $$status

# for tests/robustness/broken_program.py
list-scripts:
	@echo $(SCRIPTS)

# the tests that take seconds; PRELOAD=LIBRARY: with it
PRELOAD =
SLOW = tests/files/threads.sh tests/accuracy/labelled_mail.py tests/accuracy/labelled_text.py

check-quick: needs-check
	@$(MAKE) -s all tests
	@RANGES_EVERY=97 $(if $(PRELOAD),LD_PRELOAD='$(PRELOAD)') $(RUN_TESTS) \
		$(TESTS) $B/tests/oracle_rfc1738 $(filter-out $(SLOW),$(QUICK))

# other compilers, an odd path, no git, no JIT
portability: needs-check
	@$(RUN_TESTS) tests/portability/portability.sh

emulated: needs-check
	@(for p in i686-linux-gnu-gcc s390x-linux-gnu-gcc qemu-s390x; do \
		command -v $$p >/dev/null || exit; done) || $(MAKE) -s install-emulated
	@$(RUN_TESTS) tests/portability/emulated.sh

# Change the program in one place, and require that a test fails. MUTANTS='--count 100 url'
mutants: needs-check
	@$(RUN_TESTS) tests/robustness/mutants/join_points.py
	@tests/robustness/mutants/mutants.py $(MUTANTS)

# the tests of hostile input with texts of 4 MB and streams of 1 GB
linear: all tests
	@$(RUN_TESTS) tests/robustness/linear.sh tests/robustness/memory.sh

tests: $(TESTS) $B/tests/scan_bench $B/tests/oracle_rfc1738 $B/tests/oracle_links \
	$B/tests/fail.so

ARCHIVES ?=

mutated: needs-check
	@$(MAKE) -s B=build/sanitize CFLAGS='-O1 -g $(SANITIZERS)' \
		LDFLAGS='$(SANITIZERS)' build/sanitize/urlgrep
	@URLGREP=build/sanitize/urlgrep $(RUN_TESTS) tests/robustness/hostile/mutated.py :: $(ARCHIVES)

# $(call reached,DIRECTORY,PERCENT): the percentage of lines that the runs above
# reached in each file, the lowest first; fails if the directory has less than PERCENT
define reached
	@gcov -n -r -s src/$(1) -o build/coverage/$(1) src/$(1)/*.c 2>/dev/null | \
	awk -v directory=src/$(1) -v goal=$(2) -F "[':% ]+" ' \
		/^File/ { file = $$2 } \
		/^Lines/ && file ~ /\.c$$/ { printf "%6.1f %%  %s\n", $$3, file | "sort -n"; \
			reached += $$3 / 100 * $$5; lines += $$5; file = "" } \
		END { close("sort -n"); part = 100 * reached / lines; \
			printf "%6.1f %%  of %d lines of %s, the goal is %d %%\n\n", \
				part, lines, directory, goal; exit part < goal }'
endef

coverage: needs-check
	@rm -rf build/coverage
	@$(MAKE) -s B=build/coverage CC=gcc CFLAGS='-O0 -g --coverage' LDFLAGS=--coverage \
		$(if $(CURSES_LIBS),build/coverage/urlpick) \
		build/coverage/urlgrep build/coverage/urlreport tests build/coverage/tests/faults_library
	@URLGREP=build/coverage/urlgrep $(RUN_TESTS) \
		$(patsubst $B/%,build/coverage/%,$(TESTS) $B/tests/oracle_rfc1738 \
		$B/tests/faults_library) $(filter-out tests/packaging/abi.sh tests/packaging/install.sh,$(QUICK)) \
		tests/robustness/hostile/hostile.py
	$(call reached,url,95)
	$(call reached,text,95)
	$(call reached,mail,90)
	$(call reached,html,90)
	$(call reached,find,90)

hostile: needs-check
	@$(MAKE) -s all
	@$(RUN_TESTS) tests/robustness/hostile/hostile.py :: --count

# The library and the command must report failures of the system.
faults: needs-check
	@$(MAKE) -s all $B/tests/faults_library $B/tests/fail.so
	@$(RUN_TESTS) $B/tests/faults_library tests/robustness/faults/command.py

$B/tests/faults_library: tests/robustness/faults/library.c $(CORE) | $B/tests
	$(COMPILE) -Itests/common -o $@ $< $(CORE) $(PCRE2_LIBS)

$B/tests/fail.so: tests/robustness/faults/fail.c | $B/tests
	$(COMPILE) -shared -fPIC -o $@ $< -ldl

# Compare all findings of two builds. The corpora are the mailboxes in ARCHIVES, and texts of these
# packages: in East Asian, Cyrillic, Arabic, Thai and other scripts, wiki text, HTML, manuals.
ORACLE_PACKAGES = aptitude-doc-ja aptitude-doc-ru debian-faq-ja debian-faq-ko debian-faq-ru \
	debian-faq-zh-cn debian-reference-ja debian-reference-zh-cn debian-reference-zh-tw \
	developers-reference-ja developers-reference-ru fortunes-ru fortunes-zh git-doc \
	gnome-user-docs ikiwiki installation-guide-amd64 maint-guide-ja maint-guide-ru maint-guide-vi \
	maint-guide-zh-cn maint-guide-zh-tw manpages-ja manpages-ru manpages-uk manpages-vi \
	manpages-zh vim-doc
SHOW = 5

oracle: needs-build
	@test -n '$(BASE)' || { echo 'usage: make oracle BASE=PROGRAM [ARCHIVES=DIRECTORY]' >&2; exit 2; }
	@dpkg -s $(ORACLE_PACKAGES) >/dev/null 2>&1 || \
		echo 'for all corpora: apt-get install --no-install-recommends $(ORACLE_PACKAGES)'
	@$(MAKE) -s $B/urlgrep
	@tests/oracle/findings.py --show $(SHOW) $(ARCHIVES:%=--archives %) $(CORPUS) '$(BASE)' $B/urlgrep

NEED_ORACLE = pkg-config --exists liburiparser && perl -MRegexp::Common=URI -e 1 2>/dev/null

check-grammars: needs-build needs-oracle
	@$(MAKE) -s all $(ORACLES)
	@$(RUN_TESTS) $B/tests/oracle_rfc1738 $B/tests/oracle_uriparser \
		tests/oracle/regexp_common.pl :: 1000000

SANITIZERS = -fsanitize=address,undefined -fno-sanitize-recover=undefined
# Not under the sanitizers: counts of instructions and memory, and tests that build
# programs of their own.
QUICK = $(filter-out $(patsubst %,tests/%,robustness/% \
	accuracy/foreign_cases.py docs/readme.py mail/python_email.py mail/example_mail.sh \
	mail/archive_ranges.sh source/%.sh packaging/%.sh library/examples.sh),$(SCRIPTS))

sanitize: needs-check
	@$(MAKE) -s B=build/sanitize CFLAGS='-O1 -g $(SANITIZERS)' \
		LDFLAGS='$(SANITIZERS)' $(if $(CURSES_LIBS),$(B:build=build/sanitize)/urlpick) \
		$(B:build=build/sanitize)/urlgrep $(B:build=build/sanitize)/urlreport tests
	@RANGES_EVERY=7 URLGREP=build/sanitize/urlgrep $(RUN_TESTS) \
		$(TESTS:$B/%=build/sanitize/%) $(QUICK)

# Data races. GMime and GLib are not instrumented (tests/common/tsan.supp); with malloc instead
# of GLib's slices the sanitizer sees which memory is new.
TSAN_FLAGS = -fsanitize=thread
THREAD_TESTS = $(addprefix build/tsan/tests/,library/test_mail_threads unit/input/test_read_ahead \
	unit/input/test_archive)

tsan: needs-check
	@$(NEED_TSAN) || $(MAKE) -s install-clang
	@$(MAKE) -s CC=clang B=build/tsan CFLAGS='-O1 -g $(TSAN_FLAGS)' \
		LDFLAGS='$(TSAN_FLAGS)' $(THREAD_TESTS)
	@G_SLICE=always-malloc TSAN_OPTIONS='suppressions=tests/common/tsan.supp halt_on_error=1' \
		$(RUN_TESTS) $(THREAD_TESTS)

NEED_TSAN = echo 'int main(void) { return 0; }' | \
	clang -x c $(TSAN_FLAGS) -o /dev/null - 2>/dev/null

# The whole command, with AFL++. Libraries are linked, not loaded, so that they are there
# before the first input.
afl: needs-check
	@command -v afl-fuzz >/dev/null || $(MAKE) -s install-afl
	@AFL_QUIET=1 AFL_USE_ASAN=1 $(MAKE) -s CC=afl-clang-fast B=build/afl CFLAGS='-O1 -g' \
		GMIME_SONAME= ARCHIVE_SONAME= WHOLE= build/afl/urlgrep
	@nice -n 19 tests/fuzz/afl.sh build/afl $(SECONDS)

# libFuzzer's; for AFL++: make CC=afl-clang-fast FUZZ_MAIN=tests/fuzz/file.c \
# $(FUZZ:%=build/tests/fuzz_%)
FUZZ = scan flowed names range validate unwrap message mbox html input options mail
FUZZ_MAIN = -fsanitize=fuzzer
# Comparisons are not traced: tracing would double the time of a run.
COVERED = -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp
SECONDS = 60
NEED_FUZZ = echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	clang -x c -fsanitize=fuzzer,address -o /dev/null - 2>/dev/null

fuzz: needs-check
	@$(NEED_FUZZ) || $(MAKE) -s install-clang
	@$(MAKE) -s CC=clang B=build/fuzz CFLAGS='-O1 -g $(SANITIZERS) $(COVERED)' \
		$(FUZZ:%=build/fuzz/tests/fuzz_%)
	@nice -n 19 tests/fuzz/run.sh build/fuzz $(SECONDS) $(FUZZ)

# Uninitialized memory: the targets that use liburlgrep only, with an instrumented PCRE2.
msan: needs-check
	@$(NEED_FUZZ) || $(MAKE) -s install-clang
	@tests/fuzz/pcre2_msan.sh build/msan/pcre2
	@$(MAKE) -s CC=clang B=build/msan PCRE2_LIBS=build/msan/pcre2/libpcre2-8.a \
		CFLAGS='-O1 -g -fsanitize=memory -fno-omit-frame-pointer $(COVERED) -Ibuild/msan/pcre2' \
		$(MSAN:%=build/msan/tests/fuzz_%)
	@nice -n 19 tests/fuzz/run.sh build/msan $(SECONDS) $(MSAN)

MSAN = scan flowed names validate unwrap

# the parts of the command that a target tests
$B/tests/fuzz_options: COMMAND = $(COMMAND_PARTS)
$B/tests/fuzz_validate: COMMAND = tests/oracle/rfc1738.c
$B/tests/fuzz_flowed $B/tests/fuzz_names: tests/fuzz/scan.c
$(FUZZ:%=$B/tests/fuzz_%): $B/tests/fuzz_%: tests/fuzz/%.c $(CLI) $(MAIL) $(CORE) | $B/tests
	$(COMPILE) -Itests/common -o $@ $< $(FUZZ_MAIN) $(COMMAND) $(MAIL) $(CORE) \
		$(PCRE2_LIBS) $(MAIL_LIBS)

VALGRIND = valgrind -q --error-exitcode=9 --leak-check=full \
	--suppressions=tests/common/valgrind.supp

valgrind: needs-check
	@$(MAKE) -s all tests
	@for t in $(TESTS); do echo "$$t"; RANGES_EVERY=499 $(VALGRIND) $$t >$B/valgrind.log || \
		{ cat $B/valgrind.log; exit 1; }; tail -n 1 $B/valgrind.log; done
	@URLGREP='$(VALGRIND) $B/urlgrep' $(RUN_TESTS) tests/cli/corpus.sh

# Packages of npm, among those with the most URLs.
TREES = build/trees
NODE_PACKAGES = typescript webpack eslint @babel/core jest express lodash react-scripts

check-trees: needs-check
	@$(MAKE) -s all
	@command -v npm >/dev/null || $(MAKE) -s install-npm
	@test -d $(TREES)/node_modules || (mkdir -p $(TREES) && echo '{}' >$(TREES)/package.json && \
		echo 'installing with npm in $(TREES): $(NODE_PACKAGES)' && \
		npm install --prefix $(TREES) --no-audit --no-fund --ignore-scripts $(NODE_PACKAGES))
	@NODE_MODULES=$(TREES)/node_modules tests/accuracy/source_trees.py

accuracy: all
	@tests/accuracy/accuracy.py
	@echo
	@tests/accuracy/synthetic_breaks.py
	@echo
	@tests/accuracy/column_breaks.py
	@echo
	@tests/accuracy/calibrate.py $(if $(ARCHIVES),'$(ARCHIVES)')

# BENCH_FLAGS='--json FILE' or --write, see tests/bench/bench.py
bench: needs-check bench-peers
	@$(MAKE) -s all $B/tests/bench_measure $B/tests/bench_gmime
	@BUILD=$(abspath $B) tests/bench/bench.py $(BENCH_FLAGS)

# WHAT: see tests/bench/turns.py
WHAT = demands
bench-turns: needs-check $(if $(filter demands,$(WHAT)),bench-peers)
	@$(MAKE) -s all $B/tests/bench_measure $B/tests/bench_gmime
	@BUILD=$(abspath $B) tests/bench/turns.py $(WHAT)

# The tools that urlgrep is compared with. The bench goes on without those that cannot be
# installed. "make clean" removes those in $(PEERS), so that newer versions can be installed.
PEERS = $(abspath $B/peers)
BENCH_PROGRAMS = urifind urlscan igzip zstd

# $(call install_peer,FILE,INSTALLER,DESCRIPTION,COMMAND): run COMMAND unless FILE is there. If the
# program INSTALLER is missing or COMMAND fails, report DESCRIPTION as skipped.
define install_peer
	@test -x $(1) || { command -v $(2) >/dev/null && \
		echo 'installing for make bench: $(4)' && $(4); } || \
		echo 'bench: skipped: $(3)' >&2
endef

bench-peers:
	@(for p in $(BENCH_PROGRAMS); do command -v $$p >/dev/null || exit; done) || \
		$(MAKE) -s install-bench || true
	@for p in $(BENCH_PROGRAMS); do command -v $$p >/dev/null || \
		echo "bench: skipped: $$p (needs a package of the system)" >&2; done
	$(call install_peer,$(PEERS)/bin/rg,cargo,the newest ripgrep (needs cargo and crates.io),cargo install ripgrep --root $(PEERS))
	$(call install_peer,$(PEERS)/bin/xurls,go,xurls (needs go and a proxy of Go modules),GOBIN=$(PEERS)/bin go install mvdan.cc/xurls/v2/cmd/xurls@latest)
	@command -v cargo >/dev/null && $(MAKE) -s $B/tests/bench_linkify || echo 'bench: skipped: linkify (needs cargo and crates.io)' >&2

install-bench:
	$(call install,isal liburi-find-perl urlscan zstd,isa-l-tools perl-URI-Find urlscan zstd,urlscan zstd,zstd,perl-URI-Find zstd,isa-l urlscan zstd)

$B/tests/bench_gmime: BENCH_LIBS = $(shell pkg-config --libs gmime-3.0)
BUILD_LINKIFY = cargo build -q --release --locked \
	--manifest-path tests/bench/linkify/Cargo.toml --target-dir $B/linkify

$B/tests/bench_linkify: $(wildcard tests/bench/linkify/Cargo.* tests/bench/linkify/src/*) | $B/tests
	@echo 'installing for make bench: $(BUILD_LINKIFY)'
	@$(BUILD_LINKIFY)
	cp $B/linkify/release/bench_linkify $@

$B/tests/bench_%: tests/bench/%.c | $B/tests
	$(COMPILE) $(MAIL_CFLAGS) -o $@ $< $(BENCH_LIBS)

# ---- lint

lint: needs-lint $(TABLES:%=$B/%.c) $B/text/join_points.h
	@sh tests/docs/words.sh
	$(MAKE) -s B=build/lint WARNINGS='$(WARNINGS) -Werror' all
	cppcheck --quiet --std=c11 --enable=warning,performance,portability \
		--library=python --error-exitcode=1 --inline-suppr -Iinclude -Isrc -I$B src
	$(MAKE) -s B=build/analyzed CC=gcc CFLAGS='-O2 -fanalyzer' \
		WARNINGS='$(WARNINGS) -Werror' all
	@# One file at a time: clang-tidy's check of va_list carries findings over to the next file.
	printf '%s\n' $(patsubst %,src/%/*.c,$(LAYERS)) | \
		xargs -P "$$(getconf _NPROCESSORS_ONLN)" -I {} clang-tidy --quiet {} -- $(STANDARD) \
		-Iinclude -Isrc -I$B $(PCRE2_CFLAGS) $(MAIL_CFLAGS) $(ICU_CFLAGS) $(CURSES_CFLAGS)

include src/packaging/install.mk
include src/packaging/bindings.mk

clean:
	rm -rf build
