/* printer.h - prints findings in one of several formats
 *
 * A new format is a file that defines a struct printer_format, which an option names. */
#ifndef CMD_PRINTER_H
#define CMD_PRINTER_H

#include <stdbool.h>
#include <stdint.h>

#include "cmd/settings.h"
#include "cmd/shared.h"
#include "row/fields.h"
#include "urlgrep.h"
#include "urlgrep_mail.h"
#include "util/strbuf.h"

struct json_printer;
struct printer;

/* The result of --check for one URL. */
struct check_result {
	const struct row *row;      /* its finding has only the URL set */
	const urlgrep_error *error; /* why the grammar finds it not valid; or NULL */
	const char *note;           /* advice to the user; or NULL */
};

/* The totals of a run. */
struct run_summary {
	uint64_t files; /* and members of archives */
	uint64_t urls;
	uint64_t skipped; /* files, members and parts that were not read to their end */
	urlgrep_mail_sums sums;
	double seconds;
};

/* An output format. Functions other than print_finding may be NULL: then nothing is
 * printed. Those for --check, -l and -c are called only if the options allow the format. */
struct printer_format {
	unsigned needs;     /* of NEEDS_TARGET and NEEDS_LINE; of a format of records: see layout */
	bool has_names;     /* print_finding is called without a row before anything else */
	void (*print_finding)(struct printer *p, const struct row *row);
	void (*print_check)(struct printer *p, const struct check_result *result);
	void (*print_name)(struct printer *p, const char *path);
	void (*print_count)(struct printer *p, const char *path, uint64_t count);
	void (*print_summary)(struct printer *p, const struct run_summary *summary);
	/* Of a format of records: read the argument of its option, which is borrowed; NULL: it has
	 * none. Return NULL after appending to reason why there is an error. */
	struct layout *(*read_layout)(const char *argument, struct strbuf *reason);
	/* Write a value, as in CSV; NULL: as in text. */
	void (*write_value)(struct strbuf *out, const char *text, size_t len);
	const char *separator;  /* between values */
	const char *record_end; /* NULL: by -z */
};

/* Numbers of lines or messages that are to be inserted in the output, in its order: a thread that
 * searches a range of a text or mailbox knows them from the beginning of the range only. */
struct deferred_numbers {
	struct deferred_number {
		size_t at; /* offset in the output */
		bool is_line;
		uint64_t number;
	} *list;
	size_t count, room;
};

/* One thread's printer. */
struct printer {
	const struct settings *settings;
	struct strbuf *out; /* the formats append to it; may be changed between findings */
	struct strbuf value;      /* for the format; the parts of --part */
	struct strbuf shown;      /* see printer_shown_text() */
	struct json_printer *json; /* NULL for other formats */
	struct strbuf context_line; /* of the text around the URL */
	uint64_t printed_serial;  /* of the message that --print-message has printed last; or 0 */
	const char *failure;      /* why print_finding has printed nothing; or NULL */
	/* Unless it is NULL, numbers of lines and messages are added here instead of written. */
	struct deferred_numbers *deferred;
};

extern const struct printer_format format_text, format_json, format_csv, format_tsv,
    format_template, format_mbox;

/* Make a printer, which appends to out, a buffer whose memory never fails
 * (cmd/shared.h). Settings and out must outlive it. */
struct printer *printer_new(const struct settings *settings, struct strbuf *out);
void printer_free(struct printer *p);

/* Return true if a member of JSON has the field with these settings. */
bool printer_shows_field(const struct settings *settings, const struct field *field);

/* Set p->value to the value of a field, or of the part of that name unless it is NULL, as text
 * that is not escaped yet; it is empty if the finding has none. */
void printer_read_value(struct printer *p, const struct field *field, const char *part,
    const struct row *row);

/* Return a URL, or a host, of the row as it is shown: with --defang so that no program links it.
 * The text lasts until the next call. */
urlgrep_span printer_shown_text(struct printer *p, const struct row *row, urlgrep_span url);
urlgrep_span printer_shown_host(struct printer *p, urlgrep_span host);

/* What a printer of JSON keeps between findings; json_printer_free takes NULL. */
struct json_printer *json_printer_new(const struct settings *settings);
void json_printer_free(struct json_printer *json);

/* Return the URL that is shown for the finding: its own, or its target. */
static inline const urlgrep_url *
printer_shown_url(const struct row *row)
{
	return details_shown(row->details, &row->finding->url);
}

/* Return the parts that --part names, as they are shown, separated by tabs, until the next call;
 * absent if the URL has none of them. With -u the host is in lower case. */
urlgrep_span printer_find_parts(struct printer *p, const struct row *row);

/* Return the text that -u compares: the one printed for the finding, or the normalized URL. It
 * lasts until the next call. */
urlgrep_span printer_unique_text(struct printer *p, const struct row *row);

/* Write the number of the line, or else of the message, or defer it. */
void printer_write_number(struct printer *p, bool is_line, const urlgrep_location *location);

/* ---- the lines around a URL, in the decoded text that it is in (-A, -B, -C) --- */

/* Each of before, lines and after is a number of lines, with their ends; any may be empty. */
struct context {
	urlgrep_span before, lines, after; /* lines: those that hold the URL */
	urlgrep_span text;                 /* that they are in */
	urlgrep_span url;                  /* in text, with its line breaks */
};

/* Find the lines around the last finding of the reader, as many as the settings say.
 * Return false if there are none. */
bool context_find(const urlgrep_mail *mail, const struct settings *settings,
    struct context *context);

/* Take the first line of *rest, which is one of the spans of the context, and write it to *line,
 * without its end. A long line is reduced to the text near the URL, with "[...]" for each missing
 * part. Return false if *rest is empty. */
bool context_next_line(const struct context *context, urlgrep_span *rest,
    struct strbuf *line);

/* ---- the records of --csv, --tsv and --format: fields, and text between them --- */

/* A field, or text if field is NULL. */
struct layout_item {
	const struct field *field;
	const char *part; /* the name of a part of the URL, if the field is "parts" */
	const char *text; /* the name of a field, too; borrowed */
	size_t len;
};

/* One block of memory, to be freed. */
struct layout {
	size_t count;
	unsigned needs; /* of the fields (NEEDS_TARGET...) */
	struct layout_item items[];
};

#endif
