/* options.h - the options of a search that the command, Python, SQL and Spark have in common, by
 * the names that they have in the command, with "_" in place of "-" */
#ifndef ROW_OPTIONS_H
#define ROW_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include <urlgrep.h>
#include <urlgrep_mail.h>

/* ---- services that wrap URLs --- */

/* Services besides those of the library: the contents of the file of --wrappers. */
struct wrapper_table {
	struct wrapper_table *next;
	size_t len;
	char *whole;        /* the text that the table was read from, of len bytes, and then the
	                       same, cut into rows; both are after them */
	size_t count;
	const char *rows[];
};

/* Return the table of text[0..len) in the list *tables, to which it is added unless it is
 * there. NULL and a reason in why[0..size), which is "" without memory. grammar may be NULL. */
const struct wrapper_table *wrapper_table_of(struct wrapper_table **tables,
    const urlgrep_grammar *grammar, const char *text, size_t len, char *why, size_t size);

/* Add the rows, which were tried before, to an unwrapper. table may be NULL. Return false
 * without memory. */
bool wrapper_table_add(const struct wrapper_table *table, urlgrep_unwrapper *unwrapper);

/* Free all tables of a list. */
void wrapper_tables_free(struct wrapper_table *tables);

/* ---- options --- */

enum { MAX_SCHEME_BYTES = 256 }; /* with a NUL */

struct search_options {
	const char *grammar;    /* a name that the library has */
	bool no_iri, strict;
	bool all;               /* also invalid URLs */
	bool schemeless, email; /* besides URLs, find names and addresses */
	unsigned least_name, least_address; /* the certainty of those (urlgrep_confidence) */
	unsigned only;          /* a bit for each urlgrep_kind that is wanted instead; or 0 */
	char schemes[MAX_SCHEME_BYTES]; /* names separated by blanks; empty: any */
	unsigned default_https;
	bool refang;
	unsigned refang_hosts;
	unsigned unwrap_classes;
	unsigned join;          /* 0 auto, 1 always, 2 wrapped, 3 never */
	bool headers;           /* of mail, as is: */
	unsigned only_anchors;
	const struct wrapper_table *wrappers; /* borrowed; or NULL. Not among the rows below */
};

/* Set the defaults. */
void search_options_init(struct search_options *options);

/* Return the flags for urlgrep_grammar_new. */
unsigned search_grammar_flags(const struct search_options *options);

/* The uses of an option: a set. */
enum { FOR_JUDGING = 1, FOR_TEXT = 2, FOR_MAIL = 4 };

/* How an option is stored in a member of a structure. */
enum option_type {
	OPTION_FLAG,          /* bool, set to true; has no value */
	OPTION_SET,           /* unsigned, set to `first`; has no value */
	OPTION_BITS,          /* unsigned, in which the bits of `first` are set; has no value */
	OPTION_WORD,          /* unsigned: `first` plus the index of a word */
	OPTION_OPTIONAL_WORD, /* the same, or `absent` without a value */
	OPTION_WORDS,         /* unsigned: a list of words, as a set of bits */
	OPTION_NAME,          /* const char *: a word */
	OPTION_SCHEMES        /* char[MAX_SCHEME_BYTES]: a list */
};

/* An option. */
struct search_option {
	const char *name;
	enum option_type type;
	unsigned uses;        /* FOR_JUDGING... */
	const char *expected; /* the values, for people */
	size_t member;        /* offset in the structure: struct search_options or what begins with it */
	unsigned absent;
	unsigned first;
	size_t flag;          /* offset of a bool that is set, too; or 0 */
	/* The words are these up to NULL, or names (0, URLGREP_VERDICT_NAMES: none); and the last
	 * one after them, or NULL. */
	const char *(*word)(unsigned index);
	const char *const *words;
	urlgrep_names names;
	const char *last;
};

/* Return the i-th of the grammars that are not part of another. */
const char *search_grammar_word(unsigned i);

/* The options, from options.tsv. The last element has no name. */
extern const struct search_option search_option_table[];

/* Return the option of that name for one use, or NULL; "-" in the name is as good as "_". */
const struct search_option *search_option_named(const char *name, unsigned use);

/* Return the i-th of the words that its value may be, or NULL. */
const char *search_option_word(const struct search_option *option, unsigned i);

/* Set *index to the index of value[0..len) among those words, or return false. */
bool search_option_find_word(const struct search_option *option, const char *value, size_t len,
    unsigned *index);

/* Store the value of an option, or NULL, in the structure at `at`. Return false if it is not an
 * expected one. */
bool search_option_set(void *at, const struct search_option *option, const char *value);

/* Set options for one use from a text: "NAME" or "NAME=VALUE", separated by blanks; "-" in a
 * name is as good as "_". Return false and write the reason to why[0..size) if it cannot be
 * read. */
bool search_options_parse(struct search_options *options, unsigned use,
    const char *text, char *why, size_t size);

/* Return true if a URL with that verdict of the grammar counts as valid. */
bool search_accepts(const struct search_options *options, urlgrep_verdict verdict);

/* Return true if the finding is of a kind, and of the certainty, that is looked for. */
bool search_wants_kind(const struct search_options *options, const urlgrep_finding *finding);

/* Return true if the finding is one that is looked for. */
bool search_wants(const struct search_options *options, const urlgrep_finding *finding);

/* Return the flags with which a text that is not mail is searched as a whole. */
unsigned search_text_flags(const struct search_options *options);

/* Return the options of a reader of mail. */
urlgrep_mail_options search_mail_options(const struct search_options *options);

#endif
