/* settings.h - what the options mean together, decided once before anything is read
 *
 * No other file of the command asks which options were given, except main.c for the
 * options that replace the search (--help, --version...). */
#ifndef CMD_SETTINGS_H
#define CMD_SETTINGS_H

#include <stdbool.h>

#include "cmd/print/colors.h"
#include "cmd/string_list.h"
#include "row/options.h"
#include "urlgrep.h"
#include "urlgrep_mail.h"

struct layout;
struct options;
struct printer_format;

/* What is printed of a search. */
enum output_mode {
	OUTPUT_FINDINGS,
	OUTPUT_COUNT,         /* -c: the number of findings of each file */
	OUTPUT_FILES_WITH,    /* -l: the names of files with findings */
	OUTPUT_FILES_WITHOUT, /* -L: the names of files without */
	OUTPUT_NOTHING        /* -q: only the exit status is set */
};

enum selection { SELECT_VALID, SELECT_INVALID, SELECT_ALL };

/* All strings are borrowed from the command line. */
struct settings {
	/* which files are read, and how */
	bool recursive;
	bool follow_links; /* -R */
	bool no_ignore, no_hidden;
	long max_depth;    /* negative: no limit */
	struct string_list include, exclude; /* globs for the names of files */
	struct string_list exclude_dir;
	urlgrep_mail_options mail; /* known is NULL: a prepass sets it */
	bool has_range;            /* --range: only these bytes of a single file */
	uint64_t range_begin, range_end;
	uint64_t piece_bytes;      /* --pieces: only print ranges of that size; or 0 */
	bool prepass;              /* --resolve: collect unbroken URLs first */
	unsigned threads;          /* -j; 0: choose by the size of the input */
	bool show_progress;
	bool quiet_about_files;    /* -s */

	/* which URLs are wanted */
	const char *grammar; /* its name */
	unsigned grammar_flags;
	bool strict; /* loose URLs count as invalid */
	unsigned judge_flags; /* of urlgrep_judge(), for --check */
	enum selection selection;
	unsigned kinds; /* WANT_URLS... */
	urlgrep_confidence least_name, least_address; /* certainty of those printed */
	struct string_list from, to, subjects; /* texts in these fields of the message */
	const char *since, *until; /* YYYY[-MM[-DD]], or NULL */
	bool only_messages;        /* not URLs in other files */
	urlgrep_warnings deny;
	struct string_list schemes;
	struct string_list hosts; /* globs */
	struct string_list patterns;
	struct string_list pattern_files; /* for each pattern: of -f, its file; else NULL */
	bool ignore_case;
	bool unique;    /* -u: each URL once */
	long max_count; /* -m: of each file; negative: no limit */

	/* what they lead to */
	bool unwrap, strip_tracking, defang; /* what is printed */
	unsigned unwrap_classes;             /* of --unwrap, or the default */
	const char *wrappers_path;           /* --wrappers, or NULL; its rows: */
	struct string_list wrapper_rows;     /* main.c reads them */
	bool need_targets; /* of wrappers: they are printed, or have warnings */

	/* what is printed */
	enum output_mode mode;
	const struct printer_format *format;
	const struct layout *layout; /* of --csv, --tsv or --format; or NULL */
	bool need_line_numbers;
	bool need_message_numbers; /* they count from the beginning of the mailbox */
	bool line_buffered;
	/* for the text formats */
	bool with_filename, with_message, with_line, with_offset;
	const char *unnamed_path; /* without with_filename: members of archives still get
	                             their names, but not this file; NULL: nothing does */
	bool with_context;
	unsigned lines_before, lines_after;
	bool hyperlink;
	struct string_list parts; /* --part */
	bool all_readings, explain, warn;
	bool null_names, null_data;
	bool color;
	bool to_terminal; /* for --without */
	struct colors colors;

	bool check; /* --check: judge the arguments instead of searching files */
};

/* Decide what the options mean for these names of files, which end with NULL.
 * options must outlive *s. */
void settings_resolve(struct settings *s, const struct options *options,
    char **names);

/* Return true if a URL with that verdict of the grammar counts as valid. */
bool settings_accept(const struct settings *s, urlgrep_status verdict);

/* Return true if one finding of a file is enough: nothing but names or the exit
 * status is printed. */
bool settings_first_is_enough(const struct settings *s);

#endif
