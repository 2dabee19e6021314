/* grammar_table.h - the grammars of src/grammar as tables: rules, sections, schemes
 *
 * The tables are made from src/grammar/NAME.pcre by src/grammar/compile.awk, which
 * describes the form of these files and checks them. */
#ifndef URL_GRAMMAR_TABLE_H
#define URL_GRAMMAR_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "urlgrep.h"

/* A production, "(?<name> ... )". */
struct grammar_rule {
	urlgrep_span name;
	urlgrep_span text; /* all its lines, without the last line feed */
	urlgrep_span why;  /* the message of %%why, or absent */
	bool is_count;     /* %%count */
	bool is_user;      /* %%user */
	bool is_bracketed; /* all that it matches begins with "[" */
};

/* The pattern for whole URLs of some schemes. */
struct grammar_section {
	urlgrep_span production;
	urlgrep_span body;
	/* how each rule is used: 0, not at all; 1, inlined at each use; 2, called */
	const unsigned char *uses;
	const unsigned char *unbracketed_uses; /* without those in rules that are bracketed */
	bool has_users;    /* it uses a rule with is_user */
	bool has_brackets; /* it uses a rule with is_bracketed */
	const char *const *part_names; /* of the groups from 1 on */
	unsigned part_count;
};

struct grammar_scheme {
	const char *name;
	unsigned char len;
	unsigned char section;
};

struct grammar_table {
	const char *name;
	/* The grammar that judges the URLs in US-ASCII, and the URIs that other URLs stand
	 * for, or NULL. */
	const char *base;
	const char *text; /* the whole file */
	bool is_utf;      /* matches characters of UTF-8, not bytes */
	bool is_shapes;   /* judges nothing: says what opaque URLs look like in text */
	const struct grammar_rule *rules;
	unsigned rule_count;
	const struct grammar_section *sections;
	unsigned section_count;
	const struct grammar_scheme *schemes;
	unsigned scheme_count;
	const unsigned short *counts; /* the rules with is_count */
	unsigned count_count;
	unsigned other_section;
	int bnf_section;   /* of the BNF without the prose; -1: none */
	int loose_section; /* of what is loose; -1: nothing is */
};

extern const struct grammar_table grammar_tables[];
extern const unsigned grammar_table_count;

/* Return the grammar called name, or NULL. */
const struct grammar_table *grammar_find(const char *name);

/* Return the grammar that extends the one called name beyond US-ASCII, or NULL. */
const struct grammar_table *grammar_find_extension(const char *name);

/* Return the shapes of opaque URLs in running text. */
const struct grammar_table *grammar_find_shapes(void);

/* Return the index of the section that judges text[0..len), by its scheme. */
unsigned grammar_find_section(const struct grammar_table *g, const char *text,
    size_t len);

/* Return the rule called name, or NULL; name may be absent. */
const struct grammar_rule *grammar_find_rule(const struct grammar_table *g,
    urlgrep_span name);

/* Return the message of a rule's %%why; absent if it has none or is unknown. */
urlgrep_span grammar_find_why(const struct grammar_table *g, urlgrep_span rule);

/* Return a rule's name without the letters that say whose helper it is: "p_host" and
 * "ld_attr" are shown as host and attr. */
urlgrep_span grammar_rule_shown(urlgrep_span name);

#endif
