/* fields.h - the table of the fields of a finding: each row is a member in JSON, a column in
 * CSV, Arrow and SQL, a name in --format, and an attribute of a URL in Python */
#ifndef ROW_FIELDS_H
#define ROW_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#include <urlgrep.h>
#include <urlgrep_mail.h>

#include "row/options.h"
#include "util/strbuf.h"

/* ---- details: values of a URL that are computed only if a field needs them --- */

/* For one thread. The results of the functions are valid until details_begin. */
struct details;

/* The details that the options of the command request. */
struct details_choice {
	bool targets;        /* decode the targets of wrappers */
	bool unwrap;         /* show targets instead of wrappers */
	bool strip_tracking; /* show URLs without tracking parameters */
};

/* Return details of URLs that the grammar of the options judged; NULL if out of memory. They take
 * less than 4 KiB; scanners are created when needed. The grammar, the table of wrappers and the
 * choice must outlive the details. If choice is NULL, all details are available, and loose URLs are
 * unwrapped even if the options are strict. */
struct details *details_new(const struct search_options *options, const urlgrep_grammar *grammar,
    const struct details_choice *choice);
/* NULL is allowed. */
void details_free(struct details *details);

/* Forget the previous URL. */
void details_begin(struct details *details);

/* Return true if an allocation has failed since the last call. Then values and warnings may be
 * missing. */
bool details_have_failed(struct details *details);

/* Return a scanner of the grammar, for judging and explaining; NULL if out of memory. */
urlgrep_scanner *details_scanner(struct details *details);

/* Return the URI, with the host as A-labels; absent if it equals the URL. The URI is valid until
 * the scanner of the details is used again. */
urlgrep_span details_uri(struct details *details, const urlgrep_url *url);

/* Return the URL in a form for readers, or the URL itself if it is neither valid nor loose. The
 * result is valid as long as that of details_uri. */
urlgrep_span details_readable(struct details *details, urlgrep_span url);

/* Return the URL as urlgrep_defang writes it. The result is valid until the next call. */
urlgrep_span details_defanged(struct details *details, urlgrep_span url);

/* Return the result of decoding a wrapper, whose target may be unknown; NULL if the URL is
 * not a wrapper. */
const urlgrep_unwrapped *details_unwrapped(struct details *details,
    const urlgrep_url *url);

/* ---- rows --- */

/* A finding, or a read error. */
struct row {
	const urlgrep_finding *finding;   /* NULL: error is set */
	const urlgrep_location *location; /* NULL: the finding is in a text */
	urlgrep_mail *mail; /* the finding is in its current message; or NULL */
	struct details *details;          /* of the finding's URL */
	bool is_denied;     /* the URL counts as invalid, whatever the grammar says */
	const char *path;   /* of an error */
	const char *error;
};

enum field_type {
	FIELD_TEXT,
	FIELD_NAME,     /* a text: one of a few words in US-ASCII */
	FIELD_TIME,     /* a text: a date in ISO 8601, "1995-03-14T10:12:00+01:00" */
	FIELD_NUMBER,
	FIELD_BOOL,
	FIELD_WORDS,    /* a list of names */
	FIELD_TEXTS,    /* a list of texts */
	FIELD_LABELS,   /* a text: labels separated by commas; a list in JSON */
	FIELD_STEPS,    /* the steps from a wrapper to its target; as texts, their URLs */
	FIELD_PARTS,    /* the parts of the URL, by name */
	FIELD_READINGS  /* the readings of the finding */
};

/* The value of a field. Only the members for its type are set. */
struct value {
	bool is_absent;
	bool is_null;                  /* absent, but null in JSON */
	urlgrep_span text;             /* FIELD_TEXT, FIELD_LABELS */
	int64_t number;                /* FIELD_NUMBER, FIELD_BOOL */
	uint64_t words;                /* a set of bits that have names; see also FIELD_RELATIVE */
	urlgrep_names names;
	const urlgrep_span *texts;     /* FIELD_TEXTS, FIELD_STEPS */
	size_t text_count;
	const urlgrep_reading *readings;
	unsigned reading_count;
	const urlgrep_url *url;        /* FIELD_PARTS */
	const urlgrep_unwrapped *unwrapped; /* FIELD_STEPS */
};

/* For struct field.sets. */
enum {
	OF_URL = 1,      /* an attribute of a URL */
	OF_TEXT = 2,     /* a default column for findings in a text */
	OF_MAIL = 4,     /* a default column for findings in mail */
	OF_SQL = 8,      /* a column of the tables in databases */
	OF_JUDGED = 16,  /* depends only on the text of the URL */
	OF_ERROR = 32,   /* read errors have it, too */
	OF_ANOTHER = 64, /* in JSON, it is in the value of another field */
	IS_URL = 128,    /* --defang changes it */
	IN_CHECK = 256   /* --check --json has it */
};

/* For struct field.needs: the work that the field requires. */
enum {
	NEEDS_TARGET = 1,         /* decode the targets of wrappers */
	NEEDS_LINE = 2,           /* count lines from the beginning */
	NEEDS_MESSAGE_NUMBER = 4, /* count messages from the beginning of the mailbox */
	NEEDS_DEFANG = 8,         /* in JSON: only with --defang */
	NEEDS_READABLE = 16,      /* in JSON: only with --readable */
	NEEDS_COLUMN = 32         /* count lines and columns; in JSON: only with --column */
};

/* A key in JSON, with quotation marks and colon. */
struct field_key {
	char text[23];
	unsigned char len; /* 0: JSON has no such member */
};

struct field;
typedef void field_getter(const struct field *field, const struct row *row, struct value *value);

struct field {
	const char *name;
	struct field_key json; /* none: not a field of a URL */
	enum field_type type;
	unsigned sets, needs;
	const char *object;   /* the name of the object that contains it in JSON (the same pointer
	                         for all its fields); NULL: the object of the finding */
	/* Where the value is. get is NULL for a member of a structure. */
	enum {
		IN_FUNCTION,
		IN_DETAIL,          /* in a function whose values are all absent if one is */
		IN_FINDING,         /* a span */
		IN_FINDING_NAME,    /* an enumeration with names */
		IN_HEADER,
		IN_PART,
		IN_LOCATION,        /* a span; this and the following need a location */
		IN_LOCATION_STRING,
		IN_LOCATION_NUMBER, /* absent if it is 0 */
		IN_LOCATION_FLAGS
	} source;
	size_t at; /* an offset, a flag, a urlgrep_mail_field, or a number for get */
	urlgrep_names names;
	field_getter *get;
	/* Names from before version 0.3, if any: */
	struct field_key old_json; /* JSON, version 1, also has this key, before the other */
	const char *old_name; /* accepted as a name, too */
};

enum { MAX_FIELDS = 80 }; /* more than the actual number */

/* The fields, in the order of JSON. The last element has no name. */
extern const struct field field_table[];
/* Return the field of that name or old name, or NULL. */
const struct field *field_named(const char *name, size_t len);

/* Set *value to the field's value in the row. The value may borrow memory that is valid until
 * another value is read or details_begin is called. */
void field_get(const struct field *field, const struct row *row, struct value *value);

/* The bit of a set of notes that is called "relative": it is a flag of the location. */
#define FIELD_RELATIVE ((uint64_t)1 << 63)

/* Remove the first word from a set and return its name; NULL if the set has none. */
const char *field_next_word(uint64_t *words, urlgrep_names names);

/* Remove the first element of a list of that type: a word, a text, or the URL of a step or a
 * reading. Return false if the list is empty. */
bool field_next_element(enum field_type type, struct value *value, urlgrep_span *element);

/* Convert a FIELD_TIME date to seconds since 1970. */
int64_t field_read_time(const char *iso);

/* Append a text as UTF-8, with U+FFFD for each invalid byte. */
void field_append_valid(struct strbuf *out, urlgrep_span text);

/* Return the grammar's verdict on the URL, or INVALID if the URL is denied. */
static inline urlgrep_verdict
row_verdict(const struct row *row)
{
	return row->is_denied ? URLGREP_INVALID : row->finding->url.verdict;
}

/* Return the URL that is printed for the finding, according to the choice of details: the finding's
 * own or, unless it is denied, its target, with or without tracking parameters. */
const urlgrep_url *row_printed_url(const struct row *row);

/* Return the warnings about the finding and, with a choice of details, about its URL as a wrapper:
 * its services and, if targets are shown, why its target is unknown. */
urlgrep_warnings row_warnings(const struct row *row);

/* Return the warnings about the finding, and all those about its URL as a wrapper and about the
 * URLs in it. */
urlgrep_warnings row_all_warnings(const struct row *row);

/* Return the name of the part of URLs with this index, in any grammar; NULL from the first index
 * without one. The names that most schemes have come first. */
const char *field_part_name(unsigned index);

/* Return the part of that name; absent if the URL has none. "path" is the path, whatever its name
 * in the grammar. */
urlgrep_span field_part(const urlgrep_url *url, const char *name);

#endif
