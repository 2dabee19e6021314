/* options.h - the command line, as it was given
 *
 * settings.h has what the options mean together. */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/settings.h"
#include "cmd/string_list.h"
#include "urlgrep.h"
#include "urlgrep_mail.h"

struct layout;

enum when { WHEN_AUTO, WHEN_NEVER, WHEN_ALWAYS };

struct options {
	/* files */
	bool recursive;
	bool follow_links, no_ignore, no_hidden;
	long max_depth; /* negative: not given */
	struct string_list include, exclude, exclude_dir;
	urlgrep_mail_type type;
	bool raw;
	urlgrep_mail_join join;
	bool skip_binary;
	bool headers;
	struct string_list header_names; /* empty: the default ones */
	bool only_anchors;               /* of the links in HTML */
	bool has_range;
	uint64_t range_begin, range_end; /* half-open; UINT64_MAX: the end of the file */
	uint64_t piece_bytes;            /* --pieces; 0: not given */
	unsigned threads;                /* 0: not given */
	bool no_messages;
	/* URLs */
	const char *grammar;
	enum { IRI_DEFAULT, IRI_ON, IRI_OFF } iri; /* --iri, --no-iri */
	bool strict;
	enum selection selection;
	bool schemeless, email;
	urlgrep_confidence least_name, least_address; /* to print */
	unsigned only; /* kinds: WANT_URLS...; 0: not given */
	bool default_https;
	struct string_list schemes;
	struct string_list hosts;
	struct string_list patterns;
	struct string_list pattern_files; /* for each pattern: of -f, its file; else NULL */
	const char *config_path; /* of the file of options before the command line; or NULL */
	uint64_t configured;     /* what combinations_given() returns of these options */
	struct string_list texts; /* owned: of files of patterns */
	bool ignore_case;
	urlgrep_warnings deny;
	bool unique, unwrap, strip_tracking, defang, refang, refang_hosts;
	unsigned unwrap_classes; /* 0: not given */
	const char *wrappers;
	long max_count; /* negative: not given */
	bool resolve;
	/* messages */
	struct string_list from, to, subjects;
	const char *since, *until; /* YYYY[-MM[-DD]]; or NULL */
	/* output */
	unsigned lines_before, lines_after; /* -A, -B, -C */
	bool print_message;
	enum when hyperlink;
	const char *format; /* name of a struct printer_format */
	bool is_default_format; /* that of the configuration */
	struct layout *layout; /* of --csv, --tsv or --format; or NULL */
	bool count, files_with, files_without, quiet;
	enum when filename;
	bool line_number, byte_offset, with_message;
	struct string_list parts;
	bool all_readings, warn, explain;
	bool null_names, null_data, line_buffered;
	enum when color;
	enum when progress;
	/* instead of searching */
	bool check;
	const char *print_grammar, *generate;
	bool help, all_help, version, print_schemes;
};

/* A row of the table of options (option_table.h). */
struct option_row {
	char letter; /* or 0 */
	const char *name;
	const char *argument; /* its name, in brackets if it is optional; or NULL */
	const char *help;     /* a row with nothing else is a heading */
	/* The words that the argument may be, by index, up to NULL; or NULL if it may be
	 * anything. */
	const char *(*word)(unsigned index);
	/* Store the argument. Return false, after a message, if it is wrong. */
	bool (*set)(struct options *o, const struct option_row *row, char *argument);
};

/* Read the command line; the names of files are argv[*first..argc). Arguments are
 * borrowed, and lists are cut up. Return false, after a message, if it is wrong. */
bool options_read(struct options *o, int argc, char **argv, int *first);

void options_free(struct options *o);

#endif
