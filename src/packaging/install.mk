# install.mk - what is installed where, and the archives made of it

LIBDIR ?= $(PREFIX)/lib
SHARE = $(DESTDIR)$(PREFIX)/share
LIBRARY = liburlgrep.so.$(VERSION)
EXAMPLES = $(wildcard src/examples/*.c src/examples/*.py)

# each file: where from, its mode, where to
FILES = \
	$B/urlgrep:755:$(DESTDIR)$(PREFIX)/bin/urlgrep \
	src/clients/urlpick:755:$(DESTDIR)$(PREFIX)/bin/urlpick \
	$B/liburlgrep.so:644:$(DESTDIR)$(LIBDIR)/$(LIBRARY) \
	$B/liburlgrep.a:644:$(DESTDIR)$(LIBDIR)/liburlgrep.a \
	$B/install/liburlgrep.pc:644:$(DESTDIR)$(LIBDIR)/pkgconfig/liburlgrep.pc \
	include/urlgrep.h:644:$(DESTDIR)$(PREFIX)/include/urlgrep.h \
	$B/install/urlgrep.1:644:$(SHARE)/man/man1/urlgrep.1 \
	src/man/urlpick.1:644:$(SHARE)/man/man1/urlpick.1 \
	$B/install/liburlgrep.3:644:$(SHARE)/man/man3/liburlgrep.3 \
	$B/install/urlgrep.bash:644:$(SHARE)/bash-completion/completions/urlgrep \
	$B/install/urlgrep.zsh:644:$(SHARE)/zsh/site-functions/_urlgrep \
	$B/install/urlgrep.fish:644:$(SHARE)/fish/vendor_completions.d/urlgrep.fish \
	src/clients/emacs/urlgrep.el:644:$(SHARE)/emacs/site-lisp/urlgrep.el \
	src/clients/mutt/urlgrep.muttrc:644:$(SHARE)/urlgrep/mutt/urlgrep.muttrc \
	src/clients/aerc/binds.conf:644:$(SHARE)/urlgrep/aerc/binds.conf \
	src/clients/aerc/rejoined:755:$(SHARE)/urlgrep/aerc/rejoined \
	src/clients/README.md:644:$(SHARE)/doc/urlgrep/clients.md \
	README.md:644:$(SHARE)/doc/urlgrep/README.md \
	$(foreach e,$(EXAMPLES),$e:644:$(SHARE)/doc/urlgrep/examples/$(notdir $e))

MADE = liburlgrep.pc urlgrep.1 liburlgrep.3 urlgrep.bash urlgrep.zsh urlgrep.fish

.PHONY: install uninstall dist deb check-clients install-clients

install: all $(MADE:%=$B/install/%)
	set -e; for f in $(FILES); do \
		from=$${f%%:*} to=$${f##*:} mode=$${f#*:}; \
		install -d "$${to%/*}"; \
		install -m "$${mode%%:*}" "$$from" "$$to"; \
	done
	ln -sf $(LIBRARY) $(DESTDIR)$(LIBDIR)/liburlgrep.so.$(SOVERSION)
	ln -sf liburlgrep.so.$(SOVERSION) $(DESTDIR)$(LIBDIR)/liburlgrep.so

uninstall:
	for f in $(FILES); do rm -f "$${f##*:}"; done
	rm -f $(DESTDIR)$(LIBDIR)/liburlgrep.so.$(SOVERSION) $(DESTDIR)$(LIBDIR)/liburlgrep.so
	-rmdir $(SHARE)/urlgrep/* $(SHARE)/urlgrep \
		$(SHARE)/doc/urlgrep/examples $(SHARE)/doc/urlgrep 2>/dev/null

# ---- what is made for it

# made anew each time: PREFIX may be another
$B/install/liburlgrep.pc: .FORCE | $B/install
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(LIBDIR)' 'Name: liburlgrep' \
		'Description: find, rejoin and judge the URLs in running text' \
		'Version: $(VERSION)' 'Requires.private: libpcre2-8' \
		'Libs: -L$${libdir} -lurlgrep' 'Cflags: -I$${prefix}/include' >$@

$B/install/urlgrep.%: $B/urlgrep | $B/install
	$B/urlgrep --generate=$* >$@

$B/install/urlgrep.1: src/man/urlgrep.1.in $B/urlgrep | $B/install
	for list in options warnings; do \
		$B/urlgrep --generate=man-$$list >$B/install/$$list || exit; done
	sed -e '/^@OPTIONS@$$/{' -e 'r $B/install/options' -e 'd' -e '}' \
		-e '/^@WARNINGS@$$/{' -e 'r $B/install/warnings' -e 'd' -e '}' $< >$@

$B/install/liburlgrep.3: src/man/liburlgrep.3.in src/man/header.awk include/urlgrep.h | $B/install
	awk -f src/man/header.awk include/urlgrep.h >$B/install/interface
	sed -e '/^@INTERFACE@$$/{' -e 'r $B/install/interface' -e 'd' -e '}' $< >$@

$B/install:
	mkdir -p $@

.FORCE:

# ---- archives

DIST = urlgrep-$(VERSION)

dist: | $B/install
	git archive --prefix=$(DIST)/ HEAD | gzip -9n >$B/$(DIST).tar.gz

# the packages in build/deb, of what is committed
deb: dist
	rm -rf $B/deb
	mkdir $B/deb
	gzip -dc $B/$(DIST).tar.gz | tar -xf - -C $B/deb
	cp -R $B/deb/$(DIST)/src/debian $B/deb/$(DIST)/debian
	cd $B/deb/$(DIST) && dpkg-buildpackage -us -uc -b

# ---- the tests with real programs

CLIENTS = aerc build-essential claws-mail debhelper dpkg-dev emacs-nox elpa-notmuch fish fzf git imagemagick less \
	libclaws-mail-dev libgtk-3-dev lintian mandoc mutt neomutt notmuch procps tmux \
	urlscan urlview xauth xdotool xvfb zsh

NEED_CLIENTS = for p in aerc claws-mail emacs fzf git less lintian mutt neomutt notmuch tmux \
	urlscan urlview xdotool Xvfb; do command -v $$p >/dev/null || exit; done; \
	dpkg -s build-essential debhelper libclaws-mail-dev >/dev/null 2>&1

# what is not there, and cannot be installed, is skipped
check-clients: needs-check
	@! command -v apt-get >/dev/null || ( $(NEED_CLIENTS) ) || \
		$(MAKE) -s install-clients || echo 'not all mail programs can be tested'
	@$(MAKE) -s all
	@$(PROVE) --merge $(sort $(wildcard tests/clients/*.sh))

install-clients:
	$(call install,$(CLIENTS))

# ---- the plugin of Claws Mail

CLAWS_NEEDS = claws-mail gtk+-3.0
CLAWS_PLUGINS = $(shell pkg-config --variable=plugindir claws-mail)
CLAWS = $(patsubst src/clients/claws/%.c,$B/claws/%.o,$(wildcard src/clients/claws/*.c))

.PHONY: claws install-claws

claws: $B/claws/urlgrep.so

install-claws: claws
	install -d $(DESTDIR)$(CLAWS_PLUGINS)
	install -m 644 $B/claws/urlgrep.so $(DESTDIR)$(CLAWS_PLUGINS)/urlgrep.so

# their headers are not to be warned about
$B/claws/%.o: src/clients/claws/%.c | $B/claws
	$(COMPILE) -fPIC -DGDK_DISABLE_DEPRECATION_WARNINGS \
		$(subst -I,-isystem ,$(shell pkg-config --cflags $(CLAWS_NEEDS))) -c -o $@ $<

$B/claws/urlgrep.so: $(CLAWS) $B/liburlgrep.so
	$(CC) $(CFLAGS) $(LDFLAGS) -shared -o $@ $(CLAWS) -L$B -lurlgrep \
		$(shell pkg-config --libs $(CLAWS_NEEDS))

$B/claws:
	mkdir -p $@
