/* printer.h - prints findings in one of several formats
 *
 * A new format is a file with a struct printer_format, and an option that names it. */
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
	const struct row *row;      /* only the URL of its finding is set */
	const urlgrep_error *error; /* why the grammar rejects the URL; or NULL */
	const char *note;           /* advice to the user; or NULL */
};

/* The totals of a run. */
struct run_summary {
	uint64_t files; /* including members of archives */
	uint64_t urls;
	uint64_t skipped; /* files, members and parts that were not read completely */
	urlgrep_mail_sums sums;
	double seconds;
};

/* An output format. Functions other than print_finding may be NULL, which prints
 * nothing. Those for --check, -l and -c are called only if the options allow the format. */
struct printer_format {
	unsigned needs;     /* NEEDS_LINE...; record formats: see struct layout */
	bool has_names;     /* print_finding is first called with a NULL row, for a header line */
	void (*print_finding)(struct printer *p, const struct row *row);
	void (*print_check)(struct printer *p, const struct check_result *result);
	void (*print_name)(struct printer *p, const char *path);
	void (*print_count)(struct printer *p, const char *path, uint64_t count);
	void (*print_summary)(struct printer *p, const struct run_summary *summary);
	/* Record formats: parse the argument of the option, which is borrowed; NULL if it has
	 * none. On error, append the reason to `reason` and return NULL. */
	struct layout *(*read_layout)(const char *argument, struct strbuf *reason);
	/* Write a value, for example quoted as in CSV; NULL: as in text output. */
	void (*write_value)(struct strbuf *out, const char *text, size_t len);
	const char *separator;  /* between values */
	const char *record_end; /* NULL: newline, or NUL with -z */
};

/* Line and message numbers to insert into the output, in output order. A thread that searches a
 * range of a text or mailbox counts from the beginning of the range, not of the file. */
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
	struct strbuf *out; /* formats append to this buffer; may change between findings */
	struct strbuf value;      /* scratch space of the format; the parts of --part */
	struct strbuf shown;      /* a host with --defang; the URL of --part with --readable */
	struct json_printer *json; /* NULL for other formats */
	struct strbuf context_line; /* of the text around the URL */
	uint64_t printed_serial;  /* of the message that --print-message has printed last; or 0 */
	const char *failure;      /* why print_finding has printed nothing; or NULL */
	/* Unless it is NULL, numbers of lines and messages are added here instead of written. */
	struct deferred_numbers *deferred;
};

extern const struct printer_format format_text, format_json, format_csv, format_tsv,
    format_template, format_mbox;

/* Make a printer that appends to out, a buffer whose allocations never fail
 * (cmd/shared.h). Settings and out must outlive the printer. */
struct printer *printer_new(const struct settings *settings, struct strbuf *out);
void printer_free(struct printer *p);

/* Return true if JSON output includes the field with these settings. */
bool printer_shows_field(const struct settings *settings, const struct field *field);

/* Set p->value to the unescaped text of a field or, if part is not NULL, of that part of the URL.
 * The text is empty if the finding has no such value. */
void printer_read_value(struct printer *p, const struct field *field, const char *part,
    const struct row *row);

/* Return a URL of the row as it is printed: with --defang, in a form that no program turns into a
 * link. The text is valid until the next call. */
urlgrep_span printer_shown_text(struct printer *p, const struct row *row, urlgrep_span url);

/* The state of a JSON printer between findings; json_printer_free accepts NULL. */
struct json_printer *json_printer_new(const struct settings *settings);
void json_printer_free(struct json_printer *json);

/* Return the parts that --part names as they are printed, separated by tabs; absent if the URL has
 * none of them. With -u the host is in lower case. The text is valid until the next call. */
urlgrep_span printer_find_parts(struct printer *p, const struct row *row);

/* Return the text that -u compares: the text printed for the finding, or the normalized URL. It
 * is valid until the next call. */
urlgrep_span printer_unique_text(struct printer *p, const struct row *row);

/* Write or defer the number of the line, or else of the message. */
void printer_write_number(struct printer *p, bool is_line, const urlgrep_location *location);

/* End the line of a finding: with -z by a NUL. */
void printer_end_line(struct printer *p);

/* ---- the lines around a URL, in the decoded text (-A, -B, -C) --- */

/* before, lines and after hold whole lines with their line ends; any of them may be empty. */
struct context {
	urlgrep_span before, lines, after; /* lines: those that contain the URL */
	urlgrep_span text;                 /* that contains all of these */
	urlgrep_span url;                  /* in text, with its line breaks */
};

/* Find the lines around the reader's last finding, as many as the settings ask for.
 * Return false if there are none. */
bool context_find(const urlgrep_mail *mail, const struct settings *settings,
    struct context *context);

/* Remove the first line from *rest, which is one of the spans of the context, and write it to
 * *line without its line end. A long line is reduced to the text near the URL, with "[...]" for
 * each omission. Return false if *rest is empty. */
bool context_next_line(const struct context *context, urlgrep_span *rest,
    struct strbuf *line);

/* ---- the records of --csv, --tsv and --format: fields and the text between them --- */

/* A field, or text if field is NULL. */
struct layout_item {
	const struct field *field;
	const char *part; /* the name of a part of the URL, if the field is "parts" */
	const char *text; /* literal text, or the name of the field; borrowed */
	size_t len;
};

/* One block of memory, freed with free(). */
struct layout {
	size_t count;
	unsigned needs; /* of all fields together (NEEDS_LINE...) */
	struct layout_item items[];
};

/* Return the name of the i-th field that a record can hold, or NULL. */
const char *layout_column(unsigned i);

#endif
