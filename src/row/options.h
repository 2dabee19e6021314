/* options.h - the options of a search that Python, SQL and Spark have in common, by the
 * names that they have in the command, with "_" in place of "-"; and two lists that the
 * command has, too */
#ifndef ROW_OPTIONS_H
#define ROW_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include <urlgrep.h>
#include <urlgrep_mail.h>

/* ---- services that wrap URLs --- */

/* Add the names of classes, separated by commas, to *classes: "all", or the library's.
 * Return false if there is no such name. */
bool unwrap_classes_add(unsigned *classes, const char *names);

/* Services besides those of the library: what the file of --wrappers holds, as a text. */
struct wrapper_table {
	struct wrapper_table *next;
	size_t len;
	size_t count;
	const char **rows;
	char *text;        /* cut into rows */
	char *whole;       /* the text that the table was read from, of len bytes */
};

/* Return the table of text[0..len) in the list *tables, to which it is added unless it is
 * there. NULL and a reason in why[0..size), which is "" without memory. */
const struct wrapper_table *wrapper_table_of(struct wrapper_table **tables,
    const urlgrep_grammar *grammar, const char *text, size_t len, char *why, size_t size);

/* Add the rows, which were tried before, to an unwrapper. table may be NULL. Return false
 * without memory. */
bool wrapper_table_add(const struct wrapper_table *table, urlgrep_unwrapper *unwrapper);

/* Free all tables of a list. */
void wrapper_tables_free(struct wrapper_table *tables);

/* ---- options --- */

enum { MAX_SCHEME_BYTES = 256 }; /* with a NUL */

/* For search_options.kinds: a set; 1 << a urlgrep_kind. */
enum { WANT_URLS = 1, WANT_NAMES = 2, WANT_ADDRESSES = 4 };

struct search_options {
	const char *grammar;    /* a name that the library has */
	unsigned grammar_flags; /* for urlgrep_grammar_new */
	urlgrep_mail_join join;
	bool all;               /* also invalid URLs */
	bool strict;            /* no loose ones */
	unsigned kinds;         /* WANT_URLS... */
	bool has_only;          /* kinds is all that is wanted */
	char schemes[MAX_SCHEME_BYTES]; /* names separated by commas; empty: any */
	urlgrep_confidence least_name, least_address;
	bool default_https;
	bool refang, refang_hosts;
	unsigned unwrap_classes;
	const struct wrapper_table *wrappers; /* borrowed; or NULL. Not among the rows below */
	/* of mail: */
	bool headers, only_anchors;
};

/* Set the defaults. */
void search_options_init(struct search_options *options);

/* What an option is for: a set. */
enum { FOR_JUDGING = 1, FOR_TEXT = 2, FOR_MAIL = 4 };

enum option_type {
	OPTION_FLAG,         /* has no value */
	OPTION_WORD,
	OPTION_OPTIONAL_WORD /* has a default, too */
};

/* An option, and how it is set. */
struct search_option {
	const char *name;
	enum option_type type;
	unsigned uses;        /* FOR_JUDGING... */
	const char *expected; /* the values, for people */
	/* value is NULL if the option has none. Return false if it is not an expected one. */
	bool (*set)(struct search_options *options, const char *value);
};

/* Return option number index; NULL from the first index without one. */
const struct search_option *search_option_at(unsigned index);

/* Set options for one use from a text: "NAME" or "NAME=VALUE", separated by blanks; "-" in a
 * name is as good as "_". Return false and write the reason to why[0..size) if it cannot be
 * read. */
bool search_options_parse(struct search_options *options, unsigned use,
    const char *text, char *why, size_t size);

/* Return true if the finding is one that is looked for. */
bool search_wants(const struct search_options *options, const urlgrep_finding *finding);

/* Return the flags with which a text that is not mail is searched as a whole. */
unsigned search_text_flags(const struct search_options *options);

/* Return the options of a reader of mail. */
urlgrep_mail_options search_mail_options(const struct search_options *options);

#endif
