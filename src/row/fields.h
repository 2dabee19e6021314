/* fields.h - the table of the fields of a finding: each row is a member in JSON, a column in
 * CSV, Arrow and SQL, a name in --format, and an attribute of a URL in Python */
#ifndef ROW_FIELDS_H
#define ROW_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#include <urlgrep.h>
#include <urlgrep_mail.h>

#include "row/row.h"
#include "util/strbuf.h"

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

enum { MAX_LISTED = 16 }; /* more than the services or notes of a wrapper */
_Static_assert((int)MAX_LISTED > (int)URLGREP_MAX_UNWRAP_STEPS, "a text for each step");

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
	urlgrep_span list[MAX_LISTED]; /* memory for texts, and for one of them */
	char inner_note[32];
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
	NEEDS_LINE = 1,           /* count lines from the beginning */
	NEEDS_MESSAGE_NUMBER = 2, /* count messages from the beginning of the mailbox */
	NEEDS_DEFANG = 4,         /* in JSON: only with --defang */
	NEEDS_READABLE = 8,       /* in JSON: only with --readable */
	NEEDS_COLUMN = 16         /* count lines and columns; in JSON: only with --column */
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

/* ---- parts and elements of values --- */

/* Return the name of the part of URLs with this index, in any grammar; NULL from the first index
 * without one. The names that most schemes have come first. */
const char *field_part_name(unsigned index);

/* Return the part of that name; absent if the URL has none. "path" is the path, whatever its name
 * in the grammar. */
urlgrep_span field_part(const urlgrep_url *url, const char *name);

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

#endif
