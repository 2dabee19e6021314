/* settings.h - the settings of a run: parse.c fills struct settings by the table of options, and
 * settings_resolve() completes it before any input is read
 *
 * Other files ask for the options as given only where urlpick refuses some, and where scheduler.c
 * gives a hint on the name of a file. */
#ifndef CMD_SETTINGS_H
#define CMD_SETTINGS_H

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>

#include "cmd/shared.h"
#include "row/fields.h"
#include "row/options.h"
#include "urlgrep.h"
#include "urlgrep_mail.h"

struct layout;
struct option_row;
struct printer_format;
struct strbuf;

/* The output of a search. */
enum output_mode {
	OUTPUT_FINDINGS,
	OUTPUT_COUNT,         /* -c: the number of findings of each file */
	OUTPUT_FILES_WITH,    /* -l: the names of files with findings */
	OUTPUT_FILES_WITHOUT, /* -L: the names of files without */
	OUTPUT_NOTHING        /* -q: only set the exit status */
};

enum selection { SELECT_VALID, SELECT_INVALID, SELECT_ALL };

/* What -u compares. */
enum unique { UNIQUE_NOT, UNIQUE_EXACT, UNIQUE_NORMALIZED, UNIQUE_NO_FRAGMENT };

/* The order of the words of --color and the like. */
enum when { WHEN_AUTO, WHEN_NEVER, WHEN_ALWAYS };

enum { MAX_OPTION_ROWS = 128 };

/* Options as given, from which settings_resolve() derives other settings. */
struct asked {
	bool given[MAX_OPTION_ROWS]; /* one per row of the table: given with a non-default value */
	enum { RECURSION_OFF, RECURSION_ON, RECURSION_FOLLOWS } recursion; /* -r, -R */
	enum { IRI_DEFAULT, IRI_ON, IRI_OFF } iri;
	enum { NAMES_OFF, NAMES_WITH, NAMES_WITHOUT } names; /* -l, -L */
	enum when filename, color, hyperlink, progress;
	enum { PACKED_MAIL, PACKED_OFF, PACKED_ON } packed; /* --decompress */
	bool text;                       /* -a */
	unsigned column_unit;            /* 0: bytes; 1: characters */
	struct string_list header_names; /* empty: the default ones */
	struct string_list file_names;   /* --files0-from, NULL-terminated; empty: not given */
	bool count, quiet;
	const struct option_row *format; /* NULL: text */
	bool is_default_format;          /* the format was set in the configuration */
};

/* Strings are borrowed from the command line, or from texts. */
struct settings {
	struct search_options search; /* options shared with Python and SQL */
	const struct printer_format *format;
	struct asked asked;
	struct string_list texts; /* owned: contents of files that options name */
	const char *const *names; /* files to search, or URLs of --check; NULL-terminated */

	/* which files are read, and how */
	bool recursive;
	unsigned found_flags; /* flags of urlgrep_mail_range for files found in directories */
	bool follow_links; /* -R */
	bool no_ignore, no_hidden;
	long max_depth;    /* negative: no limit */
	struct string_list include, exclude; /* globs for file names */
	struct string_list exclude_dir;
	urlgrep_mail_options mail; /* known is NULL until a prepass sets it */
	bool has_range;            /* --range: search only these bytes of a single file */
	uint64_t range_begin, range_end; /* half-open; UINT64_MAX: the end of the file */
	uint64_t piece_bytes;      /* --pieces: only print ranges of this size; or 0 */
	unsigned prepass;          /* --resolve: collect unbroken URLs first */
	long threads;              /* -j; 0: choose by the size of the input */
	bool show_progress;
	bool quiet_about_files;    /* -s */

	/* which URLs are wanted */
	enum selection selection;
	struct string_list from, to, subjects; /* texts to find in these header fields */
	const char *since, *until; /* YYYY[-MM[-DD]], or NULL */
	urlgrep_warnings deny;
	struct string_list schemes;
	struct string_list hosts; /* globs */
	struct string_list patterns;
	struct string_list pattern_places; /* of each pattern, for messages */
	bool ignore_case;
	unsigned unique; /* -u: each URL once; enum unique */
	long max_count; /* -m: per file; negative: no limit */

	/* the targets of URLs, and the form in which URLs are printed */
	struct details_choice choice;
	const char *wrappers_path; /* --wrappers, or NULL */
	bool readable, defang;

	/* output */
	enum output_mode mode;
	struct layout *layout; /* of --csv, --tsv or --format; or NULL */
	bool print_message; /* also ignores URLs outside messages */
	bool need_columns;
	bool line_buffered;
	/* for the format of text */
	bool only_urls; /* a valid finding is printed as its URL and a newline only */
	bool with_filename, with_message, with_line, with_column, with_offset;
	const char *unnamed_path; /* without with_filename: this file is printed without its name,
	                             but archive members with theirs; NULL: no names at all */
	bool with_context;
	long lines_before, lines_after; /* -A, -B, -C */
	bool hyperlink;
	struct string_list parts; /* --part */
	unsigned all_readings;
	bool explain, warn;
	bool null_names, null_data;
	bool color;
	bool to_terminal;

	/* instead of searching */
	bool check; /* --check: judge the arguments instead of searching files */
	const char *print_grammar;
	unsigned generate; /* the index of the option's word; 0: not given */
	bool help, version, print_schemes;
	unsigned all_help;
};

/* Read the configuration, then the command line. Arguments are borrowed; lists in them are split
 * in place. If either has an error, print a message and return false. */
bool settings_read(struct settings *s, int argc, char **argv);
void settings_free(struct settings *s);

/* Return true if --files0-from was given and its list is empty. Without the option, an empty list
 * of names means standard input or the working directory. */
bool settings_have_no_files(const struct settings *s);

/* Return the name if exactly one file is named, or NULL. */
const char *settings_only_name(const struct settings *s);

/* Derive the settings that depend on several options. */
void settings_resolve(struct settings *s);

/* Return true if one finding per file is enough, to print file names or set the exit status. */
bool settings_first_is_enough(const struct settings *s);

/* Return the value of an environment variable; NULL if it is not set, or empty. */
const char *environment_value(const char *name);

/* ---- the table of options, which the parser, --help, the completions and urlpick share --- */

struct option_row {
	char letter;          /* or 0 */
	const char *name;     /* NULL: not an option; help is the heading of a section */
	const char *argument; /* its name, in brackets if it is optional; NULL: takes none */
	const char *help;
	struct search_option how; /* the member of struct settings, and the words it accepts */
	long min, max;
	const char *excludes; /* names of options that conflict with this one */
	const struct printer_format *format; /* OPTION_FORMAT */
	/* Stores the argument of OPTION_OTHER, and each word of an OPTION_LIST that has no member.
	 * Checks the argument of OPTION_TEXT, and each word of another OPTION_LIST; NULL: all are
	 * valid. If one is wrong, prints a message and returns false. */
	bool (*read)(struct settings *s, const struct option_row *row, char *argument);
};

/* The table, in the order of --help; the last row has no help. */
extern const struct option_row option_rows[];

/* The table for getopt_long(), which returns a letter, or for a long option LONG_ONLY + its row. */
enum { LONG_ONLY = 256 };
extern const char option_letters[];
extern const struct option option_names[];

/* Return the option of that name, which must exist. */
const struct option_row *option_named(const char *name);

/* Return the first option in names, which are separated by blanks, that was given with a value
 * other than the default; or NULL. names may be NULL. */
const struct option_row *settings_find_given(const struct settings *s, const char *names);

/* Return true if the option requires an argument. */
bool option_needs_argument(const struct option_row *row);

/* ---- output (help.c) --- */

/* Print the output of an option that replaces the search. Return false if no such option was
 * given. */
bool help_print_instead(const struct settings *s);

/* ---- for the functions of rows (parse.c) --- */

/* Print "urlgrep: --NAME=ARGUMENT: REASON" and return false. */
bool option_report(const struct option_row *row, const char *argument, const char *reason);

#endif
