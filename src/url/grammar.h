/* grammar.h - the grammars of src/grammar as tables, and a grammar with its patterns and the
 * schemes added to it
 *
 * The tables are made from src/grammar/NAME.pcre by src/grammar/compile.awk, which
 * describes the form of these files and checks them. A grammar is shared by threads; see
 * urlgrep_grammar_new(). */
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
	const unsigned char *uses; /* of each rule: how many, 2 for more */
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
	/* The grammar that judges the URLs in US-ASCII, and the URIs that other URLs map
	 * to, or NULL. */
	const char *base;
	const char *text; /* the whole file */
	bool is_utf;      /* matches characters of UTF-8, not bytes */
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
	int loose_section; /* for loose URLs; -1: no URL is loose */
};

extern const struct grammar_table grammar_tables[];
extern const unsigned grammar_table_count;

/* It judges nothing: it has the forms of opaque URLs in running text. */
extern const struct grammar_table grammar_shapes;

/* Return the rule called name, or NULL. */
const struct grammar_rule *grammar_find_rule(const struct grammar_table *g,
    urlgrep_span name);

/* ---- grammars --- */

/* Return the allocator of a grammar. */
const urlgrep_memory *grammar_memory(const urlgrep_grammar *grammar);

/* Return true if URLs may go on beyond US-ASCII. */
bool grammar_is_iri(const urlgrep_grammar *grammar);

/* Return the scheme called text[0..len), in any case, which is listed or was added to the
 * grammar; or NULL. */
const struct scheme *grammar_find_scheme(const urlgrep_grammar *grammar,
    const char *text, size_t len);

/* Return the ends of the schemes that are listed or were added to the grammar. */
const struct suffix_table *grammar_suffixes(const urlgrep_grammar *grammar);

#endif
