/* grammar.h - the grammars of src/grammar as tables; a grammar with its patterns and added schemes
 *
 * src/grammar/compile.awk makes the tables from src/grammar/NAME.pcre; it describes the format of
 * these files and checks them. Threads may share a grammar; see urlgrep_grammar_new(). */
#ifndef URL_GRAMMAR_H
#define URL_GRAMMAR_H

#include <stdbool.h>
#include <stddef.h>

#include "url/scheme.h"
#include "urlgrep.h"

/* ---- tables: rules, sections, schemes --- */

/* A production, "(?<name> ... )". */
struct grammar_rule {
	urlgrep_span name;
	urlgrep_span text; /* all its lines, except the last line feed */
	urlgrep_span why;  /* the message of %%why, or absent */
	bool is_count;     /* %%count */
	bool is_user;      /* %%user */
	bool is_bracketed; /* every match begins with "[" */
};

/* The pattern for whole URLs of some schemes. */
struct grammar_section {
	urlgrep_span production;
	urlgrep_span body;
	const unsigned char *uses; /* how often it uses each rule; 2: twice or more */
	const unsigned char *unbracketed_uses; /* the same, but not in rules with is_bracketed */
	bool has_users;    /* it uses a rule with is_user */
	bool has_brackets; /* it uses a rule with is_bracketed */
	const char *const *part_names; /* names of the capture groups from 1 on */
	unsigned part_count;
};

struct grammar_scheme {
	const char *name;
	unsigned char len;
	unsigned char section;
};

struct grammar_table {
	const char *name;
	/* The grammar that judges URLs in US-ASCII, and the URIs of other URLs; or NULL. */
	const char *base;
	const char *text; /* the whole file */
	bool is_utf;      /* its patterns match UTF-8 characters, not bytes */
	const struct grammar_rule *rules;
	unsigned rule_count;
	const struct grammar_section *sections;
	unsigned section_count;
	const struct grammar_scheme *schemes;
	unsigned scheme_count;
	const unsigned short *counts; /* the rules with is_count */
	unsigned count_count;
	unsigned other_section;
	int bnf_section;   /* the BNF alone, without the prose of the standard; -1: none */
	int loose_section; /* for loose URLs; -1: no URL is loose */
};

extern const struct grammar_table grammar_tables[];
extern const unsigned grammar_table_count;

/* The forms of opaque URLs in running text. This table does not judge URLs. */
extern const struct grammar_table grammar_shapes;

/* Return the rule with this name; NULL if there is none. */
const struct grammar_rule *grammar_find_rule(const struct grammar_table *g, urlgrep_span name);

/* ---- grammars --- */

const urlgrep_memory *grammar_memory(const urlgrep_grammar *grammar);

/* Return true if URLs may contain characters beyond US-ASCII. */
bool grammar_is_iri(const urlgrep_grammar *grammar);

/* Return the scheme called text[0..len), in any case, that is listed or was added to the grammar;
 * NULL if there is none. */
const struct scheme *grammar_find_scheme(const urlgrep_grammar *grammar,
    const char *text, size_t len);

/* Return the scheme of that index among those that were added to the grammar; NULL if there are no
 * more. */
const struct scheme *grammar_added_scheme(const urlgrep_grammar *grammar, unsigned index);

/* Return the suffixes of all schemes that are listed or were added to the grammar. */
const struct suffix_table *grammar_suffixes(const urlgrep_grammar *grammar);

#endif
