/* options.h - the search options that the command, Python, SQL and Spark have in common. Their
 * names are those of the command, with "_" in place of "-" */
#ifndef ROW_OPTIONS_H
#define ROW_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include <urlgrep.h>
#include <urlgrep_mail.h>

/* ---- services that wrap URLs --- */

/* Services in addition to those of the library: the contents of the file of --wrappers. */
struct user_wrappers {
	struct user_wrappers *next;
	size_t len;
	char *whole;        /* the text of the table, of len bytes, and then a copy that is split
	                       into rows; both are stored after rows */
	size_t count;
	const char *rows[];
};

/* Return the table of text[0..len) in the list *tables, adding it if necessary; NULL, with the
 * reason in why[0..size), if a row is invalid, or "" if out of memory. grammar may be NULL. */
const struct user_wrappers *user_wrappers_of(struct user_wrappers **tables,
    const urlgrep_grammar *grammar, const char *text, size_t len, char *why, size_t size);

/* Free all tables of a list. */
void user_wrappers_free(struct user_wrappers *tables);

/* ---- options --- */

enum { MAX_SCHEME_LIST_BYTES = 256 }; /* including a NUL */

struct search_options {
	const char *grammar;    /* a name that the library has */
	bool no_iri, strict;
	bool all;               /* find invalid URLs, too */
	bool schemeless, email; /* find names and addresses, too */
	unsigned least_name, least_address; /* the least certainty of names and of addresses
	                                       (urlgrep_confidence) */
	unsigned only;          /* a bit for each urlgrep_kind to find instead; or 0 */
	char schemes[MAX_SCHEME_LIST_BYTES]; /* names separated by blanks; empty: any */
	unsigned default_https;
	bool refang;
	unsigned refang_hosts;
	unsigned unwrap_classes;
	unsigned join;          /* 0 auto, 1 always, 2 wrapped, 3 never */
	bool headers;           /* for mail only, like the next one */
	unsigned only_anchors;
	const struct user_wrappers *wrappers; /* borrowed, or NULL; not in search_option_table */
};

/* Set the defaults. */
void search_options_init(struct search_options *options);

/* Return the flags for urlgrep_grammar_new. */
unsigned search_grammar_flags(const struct search_options *options);

/* What an option is used for: a set. */
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
	OPTION_SCHEMES,       /* char[MAX_SCHEME_LIST_BYTES]: a list */
	/* stored by cmd/parse.c, since only the command has such options */
	OPTION_TEXT,          /* const char * */
	OPTION_NUMBER,        /* long, from the row's min to its max; negative: not given */
	OPTION_CONTEXT,       /* no member of its own: sets lines_before and lines_after */
	OPTION_TEXTS,         /* struct string_list to which the argument is added */
	OPTION_LIST,          /* struct string_list to which each word of the argument is added */
	OPTION_FORMAT,        /* no member of its own: selects the output format of the row */
	OPTION_OTHER          /* stored by the row's function */
};

struct search_option {
	const char *name;
	enum option_type type;
	unsigned uses;        /* FOR_JUDGING... */
	const char *expected; /* a description of the values, for messages */
	size_t member;        /* offset in struct search_options or one that begins with it */
	unsigned absent;
	unsigned first;
	size_t flag;          /* offset of a bool that is set to true as well; or 0 */
	/* The words are word(i) or words[i], up to NULL, or else names (if not 0, which is
	 * URLGREP_VERDICT_NAMES); and after them `last`, unless it is NULL. */
	const char *(*word)(unsigned index);
	const char *const *words;
	urlgrep_names names;
	const char *last;
};

/* The options, from options.tsv. The last element has no name. */
extern const struct search_option search_option_table[];

/* Return the option of that name for one use, or NULL. "-" in the name is equivalent to "_". */
const struct search_option *search_option_named(const char *name, unsigned use);

/* Return the i-th word that is allowed as a value, or NULL. */
const char *search_option_word(const struct search_option *option, unsigned i);

/* Set *index to the index of value[0..len) among the allowed words, or return false. */
bool search_option_find_word(const struct search_option *option, const char *value, size_t len,
    unsigned *index);

/* Store the value of an option, or NULL, in the structure at `at`. Return false if the value is not
 * an expected one. */
bool search_option_set(void *at, const struct search_option *option, const char *value);

/* Set options for one use from a text: "NAME" or "NAME=VALUE", separated by blanks. "-" in a name
 * is equivalent to "_". If one is invalid, return false and write the reason to why[0..size). */
bool search_options_parse(struct search_options *options, unsigned use,
    const char *text, char *why, size_t size);

/* Return true if a URL with this verdict counts as valid. */
bool search_accepts(const struct search_options *options, urlgrep_verdict verdict);

/* Return true if the finding is of a wanted kind and certainty. */
bool search_wants_kind(const struct search_options *options, const urlgrep_finding *finding);

/* Return true if the finding is wanted. */
bool search_wants(const struct search_options *options, const urlgrep_finding *finding);

/* Return the flags for searching a whole text that is not mail. */
unsigned search_text_flags(const struct search_options *options);

/* Return the options for a reader of mail. */
urlgrep_mail_options search_mail_options(const struct search_options *options);

#endif
