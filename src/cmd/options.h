/* options.h - the table of options, which the parser, --help, the completions and urlpick share,
 * and the output made from it */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include "cmd/settings.h"

struct strbuf;

/* How an option is stored in the member of struct settings that its row names. */
enum option_kind {
	OPT_HEADING,  /* no option: help is the heading of a section */
	OPT_FLAG,     /* bool, set to true */
	OPT_SET,      /* unsigned, set to the row's value */
	OPT_BITS,     /* unsigned, in which the bits of the row's value are set */
	OPT_WORD,     /* unsigned: the index of the word plus the row's value, or absent */
	OPT_SHARED,   /* no member: the option of that name in row/options.h, of settings.search */
	OPT_NAME,     /* const char *: one of the words */
	OPT_TEXT,     /* const char * */
	OPT_DATE,     /* const char *: YYYY, YYYY-MM or YYYY-MM-DD */
	OPT_NUMBER,   /* long, from the row's min to its max; not given if negative */
	OPT_CONTEXT,  /* no member: lines_before and lines_after */
	OPT_SIZE,     /* uint64_t: bytes, KiB, MiB or GiB */
	OPT_RANGE,    /* no member: range_begin and range_end */
	OPT_TEXTS,    /* struct string_list, to which the argument is added */
	OPT_LIST,     /* struct string_list, to which each word of a list is added */
	OPT_FORMAT,   /* no member: the output format that has the option's name */
	OPT_OTHER     /* stored by the row's function */
};

struct option_row {
	char letter;          /* or 0 */
	const char *name;
	const char *argument; /* its name, in brackets if it is optional; or NULL */
	const char *help;
	enum option_kind kind;
	size_t member;        /* offset in struct settings */
	unsigned value;
	unsigned absent;      /* OPT_WORD: the value without an argument */
	long min, max;
	size_t flag;          /* offset of a bool that is set to true, too; or 0 */
	/* The words that the argument may be, up to NULL: as a list, or by index. */
	const char *const *words;
	const char *(*word)(unsigned index);
	const char *expected; /* of OPT_LIST: the message for a list without words */
	const char *excludes; /* names of options that it cannot be combined with */
	/* OPT_FORMAT: read the argument, or append the reason why that fails */
	struct layout *(*read_layout)(const char *argument, struct strbuf *reason);
	/* OPT_OTHER: store the argument; OPT_LIST: check the stored words. Return false, after a
	 * message, if it is wrong. */
	bool (*read)(struct settings *s, const struct option_row *row, char *argument);
};

/* The table, in the order of --help; the last row has no help. */
extern const struct option_row option_rows[];
enum { MAX_OPTION_ROWS = 128 };

/* Return the option of that name, or NULL. */
const struct option_row *option_named(const char *name);

/* Return the option of a row of OPT_SHARED. */
const struct search_option *option_shared(const struct option_row *row);

/* Return the i-th of the words that the option's argument may be, or NULL. */
const char *option_word(const struct option_row *row, unsigned i);

/* Return true if the option has an argument that may not be absent. */
bool option_needs_argument(const struct option_row *row);

/* ---- output (help.c) --- */

/* Print the options used most, in groups; or all of them. */
void help_print(bool all);

/* Print the versions of urlgrep and of its libraries. */
void help_print_version(void);

/* Print the table of schemes: name, registered or not, the forms in running text, the
 * default port, the RFC. */
void help_print_schemes(void);

/* Print the output of --generate=NAME. */
void completions_print(const char *name);

/* ---- for the functions of rows (parse.c) --- */

/* Print "urlgrep: --NAME=ARGUMENT: REASON" and return false. */
bool option_report(const struct option_row *row, const char *argument, const char *reason);

/* The same; after the reason come the words that the argument may be: "auto, never or
 * always". */
bool option_report_words(const struct option_row *row, const char *argument,
    const char *reason);

/* Find the argument among the words that the option takes, and set *index. Return false,
 * without a message, if it is not one of them. */
bool option_find_word(const struct option_row *row, const char *argument, unsigned *index);

/* Split the argument at commas, in place, and add the words to the list. If there is no word,
 * print the message that the row expects something, and return false. */
bool option_add_words(struct string_list *list, const struct option_row *row, char *argument);

#endif
