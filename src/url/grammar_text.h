/* grammar_text.h - a grammar as text: its productions, its sections, its sentences
 *
 * The text (src/grammar/NAME.pcre) has lines that begin with "%%":
 *   %%define            productions, one a line, up to the next such line
 *   %%scheme NAME,... PRODUCTION
 *                       a pattern for whole URLs of these schemes; the name
 *                       _other_ stands for all the rest, _bnf_ for the BNF
 *                       without prose
 *   %%why RULE TEXT     the sentence for a rejection by that rule
 *   %%name CAPTURE NAME a part whose name is not its capture's in small letters
 *   %%count RULE        the rule looks ahead to count: see matcher_viable
 *   %%user RULE         what the rule matches ends with "@": where there is none,
 *                       the rule is not to blame
 *   %%utf               characters are those of Unicode, not octets */
#ifndef URL_GRAMMAR_TEXT_H
#define URL_GRAMMAR_TEXT_H

#include <stdbool.h>

#include "urlgrep.h"

/* One of the texts of src/grammar, built in. */
struct grammar_text {
	const char *name;
	const char *text;
	size_t len;
};
extern const struct grammar_text grammar_texts[]; /* ends with a NULL name */

/* NULL if there is none of that name. */
const struct grammar_text *grammar_text_named(const char *name);

enum { RULES = 160, SECTIONS = 40, COUNTS = 4, USERS = 2, VALUES = 40,
	PATTERN_LONGEST = 32 * 1024 };

/* A production. */
struct rule {
	urlgrep_span name;
	urlgrep_span text; /* its lines */
};

struct section {
	urlgrep_span names;      /* "http,https" */
	urlgrep_span production; /* "httpurl" */
	urlgrep_span body;
};

struct language {
	const struct grammar_text *source;
	unsigned rule_count;
	struct rule rules[RULES];
	bool utf;
	unsigned count_count;
	urlgrep_span counts[COUNTS]; /* rules that count */
	unsigned user_count;
	urlgrep_span users[USERS];   /* rules of what an "@" ends */
	unsigned value_count;
	urlgrep_span values[VALUES]; /* lines of "%%why" and "%%name" */
	unsigned section_count;
	struct section sections[SECTIONS];
	unsigned other;              /* its section for all other schemes */
	unsigned bnf;                /* ... of the BNF; SECTIONS: none */
};

void language_read(struct language *l, const struct grammar_text *source);

/* The section for a URL, by what stands before its first colon. */
unsigned language_section(const struct language *l, const char *url, size_t len);

/* The value of "%%KEYWORD NAME VALUE", absent if there is no such line. */
urlgrep_span language_value(const struct language *l, const char *keyword,
    urlgrep_span name);

bool language_counts(const struct language *l, urlgrep_span rule);

/* What a section's pattern is compiled for. JUDGE is for speed: rules that are used
 * once stand where they are used, and have no name. The others leave
 * out rules that count: UNCOUNTED and the two BLAMEs all of them, ONLY + n all
 * but the nth. The BLAMEs call out before each item, so that one can see where
 * the match is; in BLAME_HOST the rules of user names never match. */
enum purpose { JUDGE, UNCOUNTED, BLAME, BLAME_HOST, ONLY,
	PURPOSES = ONLY + COUNTS };

/* Write a section's pattern, with the rules that it uses, to text[0..PATTERN_LONGEST); its length. */
size_t language_compose(const struct language *l, unsigned section,
    enum purpose purpose, char *text);

/* The name of the innermost named group around pattern[item], as it stands in
 * the grammar's text; absent if there is none. */
urlgrep_span language_rule_at(const struct language *l, const char *pattern,
    size_t item);

/* "p_host" and "ld_attr" are called host and attr: the letters say whose helper
 * a rule is. */
urlgrep_span language_rule_name(urlgrep_span rule);

#endif
