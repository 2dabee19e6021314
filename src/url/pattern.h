/* pattern.h - the patterns of a grammar and of the rules for running text, each compiled by PCRE2
 * when it is first needed
 *
 * Only the files that include this header use PCRE2. */
#ifndef URL_PATTERN_H
#define URL_PATTERN_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <stdatomic.h>
#include <stdbool.h>

#include "url/grammar_table.h"
#include "url/pattern_text.h"
#include "util/memory.h"

/* A compiled pattern. */
struct pattern {
	pcre2_code *code;
	_Atomic(pcre2_code *) jit_code; /* a copy with machine code, or NULL */
	atomic_uint match_count;        /* before there was one */
};

/* What patterns are compiled with. */
struct pattern_options {
	const urlgrep_memory *memory;
	pcre2_general_context *general;
	bool use_jit;
	bool use_jit_early;
};

/* The patterns of a table: one for each section and variant, or NULL. Threads share them. */
struct pattern_set {
	const struct grammar_table *table;
	struct pattern_options options;
	_Atomic(struct pattern *) *patterns;
};

/* Begin with no compiled pattern. Returns false without memory. */
bool pattern_set_init(struct pattern_set *set, const struct grammar_table *table,
    const struct pattern_options *options);
/* Free the patterns of a set that is initialized, or of zeros. */
void pattern_set_free(struct pattern_set *set);

/* Return a pattern of the set, see pattern_text.h; NULL without memory. */
struct pattern *pattern_find(const struct pattern_set *set, unsigned section,
    unsigned variant);

/* Return the machine code of a pattern once it matched often enough, else the code to
 * be interpreted. */
const pcre2_code *pattern_code(const struct pattern_options *options, struct pattern *p);

/* Compile a pattern with these options of PCRE2 for a place that threads share. Returns what is
 * published there then, NULL without memory. */
struct pattern *pattern_publish(_Atomic(struct pattern *) *place,
    const struct pattern_options *options, urlgrep_span text, uint32_t pcre2_options);

/* Free a pattern; it may be NULL. */
void pattern_free(const urlgrep_memory *memory, struct pattern *p);

#endif
