# install.mk - the files installed by make install, and the archives made of them

LIBDIR ?= $(PREFIX)/lib
SHARE = $(DESTDIR)$(PREFIX)/share
EXAMPLES = $(wildcard src/examples/*.c)
DOCUMENTS = $(sort $(wildcard src/doc/*.md) src/doc/urlgrep.schema.json $(wildcard src/doc/*.svg) \
	$(wildcard src/unwrap/tables/*.tsv))
LIBRARY_NAMES = liburlgrep liburlgrep-mail

# the files of a library, as FROM:MODE:TO
library_files = \
	$B/$(1).so:644:$(DESTDIR)$(LIBDIR)/$(1).so.$(VERSION) \
	$B/$(1).a:644:$(DESTDIR)$(LIBDIR)/$(1).a \
	$B/install/$(1).pc:644:$(DESTDIR)$(LIBDIR)/pkgconfig/$(1).pc \
	$B/install/$(1).3:644:$(SHARE)/man/man3/$(1).3

# files that are not built without ncurses
URLPICK_FILES = \
	$B/urlpick:755:$(DESTDIR)$(PREFIX)/bin/urlpick \
	src/man/urlpick.1:644:$(SHARE)/man/man1/urlpick.1 \
	src/clients/completions/urlpick.bash:644:$(SHARE)/bash-completion/completions/urlpick \
	src/clients/completions/urlpick.zsh:644:$(SHARE)/zsh/site-functions/_urlpick \
	src/clients/completions/urlpick.fish:644:$(SHARE)/fish/vendor_completions.d/urlpick.fish

# all files, as FROM:MODE:TO
FILES = \
	$B/urlgrep:755:$(DESTDIR)$(PREFIX)/bin/urlgrep \
	$B/urlreport:755:$(DESTDIR)$(PREFIX)/bin/urlreport \
	$(if $(CURSES_LIBS),$(URLPICK_FILES)) \
	$(foreach l,$(LIBRARY_NAMES),$(call library_files,$l)) \
	include/urlgrep.h:644:$(DESTDIR)$(PREFIX)/include/urlgrep.h \
	include/urlgrep_mail.h:644:$(DESTDIR)$(PREFIX)/include/urlgrep_mail.h \
	include/urlgrep_tools.h:644:$(DESTDIR)$(PREFIX)/include/urlgrep_tools.h \
	$B/install/urlgrep.1:644:$(SHARE)/man/man1/urlgrep.1 \
	src/man/urlreport.1:644:$(SHARE)/man/man1/urlreport.1 \
	src/man/urlgrep-json.5:644:$(SHARE)/man/man5/urlgrep-json.5 \
	src/man/urlgrep-readings.7:644:$(SHARE)/man/man7/urlgrep-readings.7 \
	$B/install/urlgrep.bash:644:$(SHARE)/bash-completion/completions/urlgrep \
	$B/install/urlgrep.zsh:644:$(SHARE)/zsh/site-functions/_urlgrep \
	$B/install/urlgrep.fish:644:$(SHARE)/fish/vendor_completions.d/urlgrep.fish \
	src/clients/completions/urlreport.bash:644:$(SHARE)/bash-completion/completions/urlreport \
	src/clients/completions/urlreport.zsh:644:$(SHARE)/zsh/site-functions/_urlreport \
	src/clients/completions/urlreport.fish:644:$(SHARE)/fish/vendor_completions.d/urlreport.fish \
	src/clients/emacs/urlgrep.el:644:$(SHARE)/emacs/site-lisp/urlgrep.el \
	src/clients/urlgrep.muttrc:644:$(SHARE)/urlgrep/mutt/urlgrep.muttrc \
	src/clients/aerc/binds.conf:644:$(SHARE)/urlgrep/aerc/binds.conf \
	src/clients/aerc/rejoined:755:$(SHARE)/urlgrep/aerc/rejoined \
	src/clients/README.md:644:$(SHARE)/doc/urlgrep/clients.md \
	README.md:644:$(SHARE)/doc/urlgrep/README.md \
	$(foreach d,$(DOCUMENTS),$d:644:$(SHARE)/doc/urlgrep/$(notdir $d)) \
	$(foreach e,$(EXAMPLES),$e:644:$(SHARE)/doc/urlgrep/examples/$(notdir $e))

# the symbolic links of a library
LINKS = $(foreach l,$(LIBRARY_NAMES),$l.so.$(SOVERSION) $l.so)

GENERATED = $(foreach l,$(LIBRARY_NAMES),$l.pc $l.3) urlgrep.1 urlgrep.bash urlgrep.zsh urlgrep.fish

.PHONY: install install-files uninstall dist deb check-clients needs-clients

# The manual pages and the files for mail programs refer to files below /usr, as in the packages.
AT_PREFIX = s,/usr/share/\(\(doc/\)*urlgrep\),$(PREFIX)/share/\1,g

# "make install RELEASE=" installs the files built by make, which are not optimized at link time.
install:
	@$(MAKE) --no-print-directory $(PARALLEL) $(AS_RELEASE) install-files

install-files: all $(GENERATED:%=$B/install/%)
	@set -e; for f in $(FILES); do \
		from=$${f%%:*} to=$${f##*:} mode=$${f#*:}; \
		echo "  install $$to"; \
		install -d "$${to%/*}"; \
		install -m "$${mode%%:*}" "$$from" "$$to"; \
		case $$to in \
		*/share/man/*|*/share/urlgrep/*) sed '$(AT_PREFIX)' "$$from" >"$$to" ;; \
		*.md) awk -v from="$$from" -v files='$(FILES)' -f src/packaging/links.awk \
			"$$from" >"$$to" ;; \
		esac; \
	done
	@set -e; cd $(DESTDIR)$(LIBDIR); for l in $(LIBRARY_NAMES); do \
		ln -sf $$l.so.$(VERSION) $$l.so.$(SOVERSION); \
		ln -sf $$l.so.$(SOVERSION) $$l.so; \
	done
	@[ -n "$(DESTDIR)" ] || ldconfig 2>/dev/null || \
		echo 'Run ldconfig as root, so that programs find the libraries.'

uninstall:
	for f in $(FILES); do rm -f "$${f##*:}"; done
	rm -f $(LINKS:%=$(DESTDIR)$(LIBDIR)/%)
	-rmdir $(SHARE)/urlgrep/* $(SHARE)/urlgrep \
		$(SHARE)/doc/urlgrep/examples $(SHARE)/doc/urlgrep 2>/dev/null

# ---- generated files

# Always regenerated: PREFIX may have changed. urlgrep_mail.h includes urlgrep.h, and programs
# call functions of both, so liburlgrep is not a private requirement.
$B/install/%.pc: .FORCE | $B/install
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(LIBDIR)' 'Name: $*' \
		'Description: $(DESCRIPTION)' 'Version: $(VERSION)' $(REQUIREMENTS) \
		'Libs: -L$${libdir} -l$(*:lib%=%)' 'Cflags: -I$${prefix}/include' >$@

$B/install/liburlgrep.pc: DESCRIPTION = find, rejoin and judge the URLs in running text
$B/install/liburlgrep.pc: REQUIREMENTS = 'Requires.private: libpcre2-8'
$B/install/liburlgrep-mail.pc: DESCRIPTION = find the URLs in files, archives, mailboxes and messages
$B/install/liburlgrep-mail.pc: REQUIREMENTS = 'Requires: liburlgrep = $(VERSION)' \
	'Libs.private: $(strip $(MAIL_LIBS))'

$B/install/urlgrep.%: $B/urlgrep | $B/install
	$B/urlgrep --generate=$* >$@

$B/install/urlgrep.1: src/man/urlgrep.1.in $B/urlgrep | $B/install
	{ echo '.Bl -tag -width 4n'; $B/urlgrep --generate=warnings | \
		sed 's/\\/\\e/g; s/	/\n/; s/^/.It Cm /; :h; s/\(\n.*[^\\]\)-/\1\\-/; t h'; echo .El; } \
		>$B/install/warnings
	sed -e '/^@WARNINGS@$$/{' -e 'r $B/install/warnings' -e 'd' -e '}' $< >$@

$B/install/liburlgrep.3: include/urlgrep.h
$B/install/liburlgrep-mail.3: include/urlgrep_mail.h
$B/install/%.3: src/man/%.3.in src/man/header.awk Makefile | $B/install
	awk -f src/man/header.awk $(filter include/%,$^) >$@.interface
	{ echo '.Nm $(subst -,\-,$*)'; sed -n 's/^URLGREP_API.*\(urlgrep_[a-z_0-9]*\)(.*/.Nm \1/p' \
		$(filter include/%,$^); } | sed '$$!s/$$/ ,/' >$@.names
	sed -e '/^@NAMES@$$/{' -e 'r $@.names' -e 'd' -e '}' \
		-e '/^@INTERFACE@$$/{' -e 'r $@.interface' -e 'd' -e '}' \
		-e 's/@SOVERSION@/$(SOVERSION)/' $< >$@

$B/install:
	mkdir -p $@

.FORCE:

# ---- archives

DIST = urlgrep-$(VERSION)

dist:
	@mkdir -p $B
	git archive --prefix=$(DIST)/ -o $B/$(DIST).tar HEAD
	gzip -9nf $B/$(DIST).tar

# the packages of the commit, in build/deb
deb: dist
	rm -rf $B/deb
	mkdir $B/deb
	gzip -dc $B/$(DIST).tar.gz | tar -xf - -C $B/deb
	cp -R $B/deb/$(DIST)/src/debian $B/deb/$(DIST)/debian
	cd $B/deb/$(DIST) && dpkg-buildpackage -us -uc -b

# ---- tests with real mail programs

# Tests of programs that are missing and cannot be installed are skipped.
needs-clients:
	$(NEED) clients || echo 'not all mail programs can be tested'

check-clients: needs-check needs-clients
	@$(MAKE) -s $(PARALLEL) all
	@$(RUN_TESTS) $(sort $(wildcard tests/clients/*.sh))

# ---- the plugin of Claws Mail

CLAWS_NEEDS = claws-mail gtk+-3.0
CLAWS_PLUGINS = $(shell pkg-config --variable=plugindir claws-mail 2>/dev/null)
CLAWS = $(patsubst src/clients/claws/%.c,$B/claws/%.o,$(wildcard src/clients/claws/*.c))

.PHONY: claws install-claws needs-claws

claws: $B/claws/urlgrep.so

needs-claws:
	@pkg-config --exists $(CLAWS_NEEDS) || { echo 'the plugin of Claws Mail needs its headers' \
		'and those of GTK 3 (Debian: libclaws-mail-dev, libgtk-3-dev)' >&2; exit 1; }

# One command of the shell, here and elsewhere: with build in PATH, make itself would run the
# directory build/install.
install-claws: claws
	install -d $(DESTDIR)$(CLAWS_PLUGINS) && \
	install -m 644 $B/claws/urlgrep.so $(DESTDIR)$(CLAWS_PLUGINS)/urlgrep.so

# -isystem: suppress warnings about their headers
$B/claws/%.o: src/clients/claws/%.c | needs-claws $B/claws
	$(COMPILE) -fPIC -DGDK_DISABLE_DEPRECATION_WARNINGS \
		$(subst -I,-isystem ,$(shell pkg-config --cflags $(CLAWS_NEEDS) 2>/dev/null)) -c -o $@ $<

$B/claws/urlgrep.so: $(CLAWS) $B/liburlgrep.so $B/liburlgrep-mail.so
	$(CC) $(CFLAGS) -fPIC $(LDFLAGS) -Wl,--as-needed -shared -o $@ $(CLAWS) \
		-L$B -lurlgrep-mail -lurlgrep $(shell pkg-config --libs $(CLAWS_NEEDS) 2>/dev/null)

$B/claws:
	mkdir -p $@
