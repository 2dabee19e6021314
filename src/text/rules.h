/* rules.h - the rules for URLs in running text, as patterns: src/text/rules/NAME.pcre
 *
 * src/text/rules/compile.awk describes the format of these files, checks them, and generates the
 * tables and the names for this header. Each rule is compiled once per grammar, when it is first
 * needed, and shared by the grammar's scanners. */
#ifndef TEXT_RULES_H
#define TEXT_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/rule_names.h"
#include "urlgrep.h"

/* A rule of a set. Its value, if its file gives one, is a sign of join_points.h, the character that
 * an escape stands for, or one of these constants. */
enum { RULE_OMITTED = 1, RULE_ENDS, RULE_LIKELY };
struct rule {
	const char *name;
	bool skips; /* the text that it matches is skipped by all rules */
	unsigned char value;
	unsigned short conditions; /* all must be true: a set of NAME_IF_... */
	const char *pattern;
};

/* Return the condition, NAME_IF_..., or another set of bits, if it is true. */
static inline unsigned
condition_if(unsigned condition, bool is_true)
{
	return is_true ? condition : 0;
}

enum { END_OF_TEXT = 256 };

/* Sets of rules for one byte value: those whose match may have it as its first or second byte, and
 * those that may match if the text has it. At END_OF_TEXT, `first` and `second` are for the end of
 * the text, and `had` is for the rules that need no byte. */
struct rules_of_byte {
	uint64_t first, second, had;
};

/* A set of rules, numbered from 1 on. */
struct rule_table {
	const char *name;
	const struct rule *rules;
	const struct rules_of_byte *bytes; /* for each byte and END_OF_TEXT */
	unsigned char first_number; /* of its first rule, among the rules of all sets */
	unsigned char rule_count;
	bool is_utf;      /* the rules match characters of UTF-8, not bytes */
	bool is_anchored; /* they match only where the search begins */
	bool skips_characters; /* none matches at or in a character beyond US-ASCII */
};

extern const struct rule_table rule_tables[RULE_SET_COUNT];

/* Return the value of the set's rule of that number. */
static inline unsigned char
rules_value(enum rule_set set, unsigned rule)
{
	return rule_tables[set].rules[rule - 1].value;
}

/* The state of one scanner for matching rules. */
struct rules;

/* Return a new state, which the caller frees with rules_free(); NULL if memory runs out. */
struct rules *rules_new(const urlgrep_grammar *grammar);
void rules_free(struct rules *r);

/* Where a rule matches. */
struct rule_match {
	size_t begin, end;
};

/* A search for all places in a text where a rule of a set matches. */
struct rule_search {
	struct rules *rules;
	const struct rule_table *table;
	const char *text;
	size_t len;
	size_t at;         /* the next place to try */
	uint64_t possible; /* the rules that may still match in the text */
};

/* Begin to search text[at..len). Rules may look at the text before `at`. conditions: the set of
 * NAME_IF_... that are true. */
struct rule_search rules_search(struct rules *r, enum rule_set set, unsigned conditions,
    const char *text, size_t len, size_t at);

/* Find the next place. Return the rule's number and fill *match; return 0 if no rule matches, if
 * matching takes too long, or if memory runs out. The next call continues after the match, or at
 * s->at if the caller changes it. */
unsigned rules_next(struct rule_search *s, struct rule_match *match);

/* Find the first place: rules_search() and rules_next(). */
unsigned rules_find(struct rules *r, enum rule_set set, unsigned conditions,
    const char *text, size_t len, size_t at, struct rule_match *match);

/* Return true if memory has run out since the last call of this function. */
bool rules_failed(struct rules *r);

#endif
