/* options.h - what the command line asks for */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "input/file_type.h"
#include "urlgrep.h"

enum when { AUTO, NEVER, ALWAYS };
enum selection { VALID, INVALID, ALL };

/* Words given by repeating an option, or divided by commas. */
struct words {
	const char **at;
	size_t count;
};

struct options {
	/* where to look */
	bool recursive;
	struct words include, exclude;
	bool kind_given;
	enum kind kind;
	bool raw;
	bool want_headers;
	struct words headers; /* of these names; none: all */
	/* what to take */
	const char *grammar; /* "iri" for --iri */
	bool iri;
	enum selection selection;
	struct words schemes;
	const char *host;
	struct words patterns;
	urlgrep_warnings deny;
	bool unique;
	long most; /* -m; negative: all */
	unsigned threads; /* -j; 0: as many as there are processors */
	/* what to print */
	bool count, files_with, files_without, quiet;
	bool resolve; /* look through all of the input for whole URLs first */
	bool json, all_readings, warn, explain;
	bool with_message;
	const char *part;
	bool line_number, byte_offset;
	enum when filename;
	bool null_names, null_data, line_buffered;
	enum when color;
	enum when progress;
	bool silent; /* -s */
	/* what to do instead of scanning */
	bool check;
	const char *print_grammar, *generate;
	bool help, version;
};

/* A row of the table of options. */
struct option_row {
	char letter;
	const char *name;
	const char *argument; /* in brackets if it may be left out */
	const char *help;     /* a row with nothing else is a heading */
	bool (*set)(struct options *o, char *argument);
};

/* Row number i; NULL behind the last. */
const struct option_row *options_row(int i);

/* Read the command line; complains and returns false if it is wrong. What is
 * left of it is argv[*first..argc). */
bool options_read(struct options *o, int argc, char **argv, int *first);
/* Only names of files are wanted of it, or nothing: the first finding is enough. */
bool options_names_only(const struct options *o);
void options_help(void);
void options_usage(void);
void options_free(struct options *o);

#endif
