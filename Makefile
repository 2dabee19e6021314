# urlgrep: see README.md. The two commands for a new machine: make try, make check

CC ?= cc
CFLAGS ?= -O2 -g
WARNINGS = -Wall -Wextra -Wconversion
STANDARD = -std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64
PCRE2_CFLAGS = $(shell pkg-config --cflags libpcre2-8 2>/dev/null)
PCRE2_LIBS = $(shell pkg-config --libs libpcre2-8 2>/dev/null || echo -lpcre2-8)

B = build
GRAMMARS = rfc1738 current draft iri
CORE = $(patsubst src/core/%.c,$(B)/core/%.o,$(wildcard src/core/*.c)) \
	$(B)/core/grammar_texts.o
CLI = $(patsubst src/cli/%.c,$(B)/cli/%.o,$(wildcard src/cli/*.c))
COMPILE = $(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) -MMD -MP -Iinclude

all: $(B)/urlgrep $(B)/liburlgrep.a $(B)/liburlgrep.so

$(B)/core/%.o: src/core/%.c | $(B)/core
	$(COMPILE) $(PCRE2_CFLAGS) -DURLGREP_BUILD -fPIC -fvisibility=hidden -c -o $@ $<

$(B)/cli/%.o: src/cli/%.c | $(B)/cli
	$(COMPILE) $(PCRE2_CFLAGS) -c -o $@ $<

$(B)/core/grammar_texts.o: $(B)/core/grammar_texts.c
	$(COMPILE) -Isrc/core -fPIC -fvisibility=hidden -c -o $@ $<

# each grammar text as a string
$(B)/core/grammar_texts.c: $(GRAMMARS:%=src/grammar/%.pcre) Makefile | $(B)/core
	{ echo '#include "grammar.h"'; \
	for g in $(GRAMMARS); do echo "static const char $$g[] ="; \
	sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' src/grammar/$$g.pcre; echo ';'; done; \
	echo 'const struct grammar_text grammar_texts[] = {'; \
	for g in $(GRAMMARS); do echo "{ \"$$g\", $$g, sizeof($$g) - 1 },"; done; \
	echo '{ NULL, NULL, 0 } };'; } >$@

$(B)/liburlgrep.a: $(CORE)
	rm -f $@
	$(AR) rcs $@ $^

SOVERSION = 0
$(B)/liburlgrep.so: $(CORE)
	$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,liburlgrep.so.$(SOVERSION) -o $@ $^ $(PCRE2_LIBS)

$(B)/urlgrep: $(CLI) $(B)/liburlgrep.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(PCRE2_LIBS)

$(B)/core $(B)/cli $(B)/tests:
	mkdir -p $@

-include $(wildcard $(B)/*/*.d)
