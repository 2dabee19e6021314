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

/* ---- details: values of a URL that are computed only when a field needs them --- */

/* For one thread. The results of the functions last until details_begin. */
struct details;

/* The details that the options of the command ask for. */
struct details_choice {
	bool targets;        /* decode the targets of wrappers; */
	bool unwrap;         /* show targets instead of wrappers, */
	bool strip_tracking; /* and the URL without tracking parameters */
};

/* Return details of URLs that the grammar of the options judged; NULL without memory. Scanners are
 * made when they are needed: this takes less than 4 KiB. The grammar, the table of wrappers and the
 * choice must outlive the details. Without a choice, NULL, everything may be asked for, and loose
 * URLs lead somewhere even if the options are strict. */
struct details *details_new(const struct search_options *options, const urlgrep_grammar *grammar,
    const struct details_choice *choice);
/* Takes NULL. */
void details_free(struct details *details);

/* Forget the URL before. */
void details_begin(struct details *details);

/* Return true if an allocation failed since the last call: then values and warnings may be
 * missing. */
bool details_have_failed(struct details *details);

/* Return a scanner of the grammar, for judging and explaining; NULL without memory. */
urlgrep_scanner *details_scanner(struct details *details);

/* Return the URI, its host as A-labels, until the scanner of the details is used again; absent if
 * it is the URL itself. */
urlgrep_span details_uri(struct details *details, const urlgrep_url *url);

/* Return a URL as its readers know it; the URL itself if it is neither valid nor loose. Lasts until
 * the next call of this function or the one below. */
urlgrep_span details_readable(struct details *details, urlgrep_span url);

/* Return a URL as urlgrep_defang writes it. Lasts as long. */
urlgrep_span details_defanged(struct details *details, urlgrep_span url);

/* Return the result of decoding a wrapper, whose target may be unknown; NULL if the URL is
 * not a wrapper. */
const urlgrep_unwrapped *details_unwrapped(struct details *details,
    const urlgrep_url *url);

/* Return the URL that is shown by the choice: the URL itself, its target, or either of them
 * without tracking parameters. */
const urlgrep_url *details_shown(struct details *details, const urlgrep_url *url);

/* ---- rows --- */

/* A finding, or a read error. */
struct row {
	const urlgrep_finding *finding;   /* NULL: error is set */
	const urlgrep_location *location; /* NULL: the finding is of a text */
	urlgrep_mail *mail; /* whose current message has the finding; or NULL */
	struct details *details;          /* of the finding's URL */
	bool is_denied;     /* the URL counts as invalid, whatever the grammar says */
	const char *path;   /* of an error */
	const char *error;
};

enum field_type {
	FIELD_TEXT,
	FIELD_NAME,     /* a text: one of a few words in US-ASCII */
	FIELD_TIME,     /* a text: a date as ISO 8601, "1995-03-14T10:12:00+01:00" */
	FIELD_NUMBER,
	FIELD_BOOL,
	FIELD_WORDS,    /* a list of names */
	FIELD_TEXTS,    /* a list of texts */
	FIELD_LABELS,   /* a text: labels separated by commas, which JSON has as a list */
	FIELD_STEPS,    /* those from a wrapper to its target; as texts, the URLs */
	FIELD_PARTS,    /* the parts of the URL, by name */
	FIELD_READINGS  /* the readings of the finding */
};

/* The value of a field: only the members that its type has are set. */
struct value {
	bool is_absent;
	bool is_null;                  /* absent, but JSON has it: as null */
	urlgrep_span text;             /* of FIELD_TEXT and FIELD_LABELS */
	int64_t number;                /* also of FIELD_BOOL */
	uint64_t words;                /* a set of bits that have names; see also FIELD_RELATIVE */
	urlgrep_names names;
	const urlgrep_span *texts;     /* also of FIELD_STEPS */
	size_t text_count;
	const urlgrep_reading *readings;
	unsigned reading_count;
	const urlgrep_url *url;        /* whose parts they are */
	const urlgrep_unwrapped *unwrapped; /* whose steps they are */
};

/* For struct field.sets. */
enum {
	OF_URL = 1,      /* an attribute of a URL */
	OF_TEXT = 2,     /* a default column for findings in a text */
	OF_MAIL = 4,     /* a default column for findings in mail */
	OF_SQL = 8,      /* a column of the tables in databases */
	OF_JUDGED = 16,  /* depends on nothing but the text of the URL */
	OF_ERROR = 32,   /* read errors have it, too */
	OF_ANOTHER = 64, /* JSON has it in the value of another field */
	IS_URL = 128,    /* --defang alters it */
	IN_CHECK = 256   /* --check --json has it */
};

/* For struct field.needs: the work that a command has to do for the field. */
enum {
	NEEDS_TARGET = 1,         /* to decode the targets of wrappers */
	NEEDS_LINE = 2,           /* to count lines from the beginning: it is the line */
	NEEDS_MESSAGE_NUMBER = 4, /* to count messages from the beginning of the mailbox */
	NEEDS_DEFANG = 8,         /* in JSON: only with --defang */
	NEEDS_READABLE = 16,      /* in JSON: only with --readable */
	NEEDS_COLUMN = 32         /* to count lines and columns; in JSON: only with --column */
};

/* A key in JSON, with its quotation marks and colon. */
struct field_key {
	char text[23];
	unsigned char len; /* 0: JSON has no such member */
};

struct field;
typedef void field_getter(const struct field *field, const struct row *row, struct value *value);

struct field {
	const char *name;
	struct field_key json; /* none: it is not of a URL */
	enum field_type type;
	unsigned sets, needs;
	const char *object;   /* the name of the object that JSON has it in: the same pointer for
	                         all of them; or NULL: the finding's own */
	/* Where the value is: get is NULL for one that is in a structure. */
	enum {
		IN_FUNCTION,
		IN_DETAIL,          /* in a function all of whose values are absent if one is */
		IN_FINDING,         /* a span */
		IN_FINDING_NAME,    /* an enumeration, which has names */
		IN_HEADER,
		IN_PART,
		IN_LOCATION,        /* a span; from here on absent without a location */
		IN_LOCATION_STRING,
		IN_LOCATION_NUMBER, /* absent if it is 0 */
		IN_LOCATION_FLAGS
	} source;
	size_t at; /* an offset, a flag, a urlgrep_mail_field, or a number for get */
	urlgrep_names names;
	field_getter *get;
	/* Names from before version 0.3, if there are any: */
	struct field_key old_json; /* JSON, version 1, also has this key, before the other */
	const char *old_name; /* is taken for the name, too */
};

enum { MAX_FIELDS = 80 }; /* more than there are */

/* The fields, in the order of JSON. The last element has no name. */
extern const struct field field_table[];
/* Return the field of that name, which may be an old one, or NULL. */
const struct field *field_named(const char *name, size_t len);

/* Set *value to the field's value in the row. It may borrow memory that is valid until
 * another value is read or details_begin is called. */
void field_get(const struct field *field, const struct row *row, struct value *value);

/* The bit of a set that is called "relative": a note that is a flag of the location. */
#define FIELD_RELATIVE ((uint64_t)1 << 63)

/* Remove the first word from a set and return its name; NULL if the set has none. */
const char *field_next_word(uint64_t *words, urlgrep_names names);

/* Remove the first element of a list of that type: a word, a text, or the URL of a step or a
 * reading. Return false if the list has none. */
bool field_next_element(enum field_type type, struct value *value, urlgrep_span *element);

/* Return a date of FIELD_TIME in seconds since 1970. */
int64_t field_read_time(const char *iso);

/* Append a text in UTF-8, with U+FFFD for each byte that is not. */
void field_append_valid(struct strbuf *out, urlgrep_span text);

/* Return the grammar's verdict on the URL, or INVALID if the URL is denied. */
static inline urlgrep_verdict
row_verdict(const struct row *row)
{
	return row->is_denied ? URLGREP_INVALID : row->finding->url.verdict;
}

/* Return the warnings of the finding and, with a choice of details, of its URL as a wrapper: its
 * services and, if targets are shown, the reason why its target is unknown. */
urlgrep_warnings row_warnings(const struct row *row);

/* Return the warnings of the finding, and all those of its URL as a wrapper and of the URLs in
 * it. */
urlgrep_warnings row_all_warnings(const struct row *row);

/* Return the name of part number index of URLs, by any grammar; NULL from the first index
 * without one. The names that most schemes have come first. */
const char *field_part_name(unsigned index);

/* Return the part of that name; absent if the URL has none. "path" is the path by whatever
 * name the grammar has for it. */
urlgrep_span field_part(const urlgrep_url *url, const char *name);

#endif
