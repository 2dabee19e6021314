/* rules.h - the rules for URLs in running text that are patterns: src/text/rules/NAME.pcre
 *
 * src/text/rules/compile.awk describes the form of these files, checks them, and makes the tables
 * and the names of this header. Each rule is compiled once for a grammar, when it is first needed,
 * and shared by its scanners. */
#ifndef TEXT_RULES_H
#define TEXT_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/rule_names.h"
#include "urlgrep.h"

/* A rule of a set. Its value is what it means, if its file says so: a sign of join_points.h, the
 * character that an escape stands for, or one of these. */
enum { RULE_OMITTED = 1, RULE_ENDS, RULE_LIKELY };
struct rule {
	const char *name;
	bool skips; /* no rule is tried within its match */
	unsigned char value;
	unsigned short conditions; /* it holds if all of them do: a set of NAME_IF_... */
	const char *pattern;
};

enum { END_OF_TEXT = 256 };

/* Sets of rules: those whose match may have a byte, or the end, as its first or second byte, and
 * those that may match if the text has the byte. At END_OF_TEXT the latter are the rules that need
 * none. */
struct rules_of_byte {
	uint64_t first, second, had;
};

/* A set of rules, numbered from 1 on. */
struct rule_table {
	const char *name;
	const struct rule *rules;
	const struct rules_of_byte *bytes; /* and those at END_OF_TEXT */
	unsigned char first_number; /* of its rules, among those of all sets */
	unsigned char rule_count;
	bool is_utf;      /* the rules match characters of UTF-8, not bytes */
	bool is_anchored; /* they match where the search begins */
	bool skips_characters; /* none matches at or in a character beyond US-ASCII */
};

extern const struct rule_table rule_tables[RULE_SET_COUNT];

/* Return the value that the set gives its rule of that number. */
static inline unsigned char
rules_value(enum rule_set set, unsigned rule)
{
	return rule_tables[set].rules[rule - 1].value;
}

/* The state of one scanner for matching rules. */
struct rules;

/* Return NULL without memory. */
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
	uint64_t possible; /* the rules that may match somewhere in the text */
};

/* Begin to search text[at..len). Rules may look at the text before `at`. conditions: the set of
 * NAME_IF_... that are true. */
struct rule_search rules_search(struct rules *r, enum rule_set set, unsigned conditions,
    const char *text, size_t len, size_t at);

/* Find the next place. Returns the rule's number and fills *match; returns 0 if no rule matches, if
 * the match takes too long, or without memory. The search goes on after the match, or from where
 * the caller sets s->at. */
unsigned rules_next(struct rule_search *s, struct rule_match *match);

/* Find the first place: rules_search() and rules_next(). */
unsigned rules_find(struct rules *r, enum rule_set set, unsigned conditions,
    const char *text, size_t len, size_t at, struct rule_match *match);

/* Return true if memory was short since the last call of this function. */
bool rules_failed(struct rules *r);

#endif
