/* columns.h - the table of the members of a finding: each row is an attribute of a URL in
 * Python and a column in Arrow and SQL */
#ifndef BINDINGS_COLUMNS_H
#define BINDINGS_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

#include <urlgrep.h>
#include <urlgrep_mail.h>

/* A finding, or what could not be read. */
struct row {
	const urlgrep_finding *finding;   /* NULL: error is set */
	const urlgrep_location *location; /* NULL: the finding is of a text */
	urlgrep_mail *mail; /* whose current message has the finding; or NULL */
	const char *path;   /* of an error */
	const char *error;
};

enum column_type {
	COLUMN_TEXT,
	COLUMN_NUMBER,
	COLUMN_BOOL,
	COLUMN_WORDS,    /* a list of names */
	COLUMN_PARTS,    /* the parts of the URL, by name */
	COLUMN_READINGS
};

/* The value of a column. */
struct value {
	bool is_absent;
	urlgrep_span text;
	int64_t number;                /* also of COLUMN_BOOL */
	uint64_t words;                /* bit 1 << index: word(index) is in the list */
	const char *(*word)(unsigned);
};

/* For struct column.sets. */
enum {
	OF_URL = 1,     /* an attribute of a URL */
	OF_TEXT = 2,    /* a column of what is found in a text, by default */
	OF_MAIL = 4,    /* a column of what is found in mail, by default */
	OF_SQL = 8      /* a column of the tables in databases */
};

struct column {
	const char *name;
	enum column_type type;
	unsigned sets;
	/* Fill in the value; not for COLUMN_PARTS and COLUMN_READINGS. */
	void (*get)(const struct row *row, struct value *value);
};

/* Return column number index; NULL from the first index without one. */
const struct column *column_at(unsigned index);
/* Return the column of that name, or NULL. */
const struct column *column_named(const char *name);

/* Set *value to that of the row. */
void column_get(const struct column *column, const struct row *row,
    struct value *value);

/* Return true if the finding is one that is looked for: all of them, or those that are
 * valid or loose. */
bool is_wanted(const urlgrep_finding *finding, bool all);

/* Which line breaks are undone, by the words of the option --join. Return false if there is
 * no such word; NULL is "auto". */
bool join_named(const char *name, urlgrep_mail_join *join);

/* Return the flags with which a text that is not mail is searched as a whole. */
unsigned text_flags(urlgrep_mail_join join, bool all);

/* Return the name of a verdict. */
const char *verdict_name(urlgrep_status verdict);

/* How a reading treats line breaks, but for evidence. */
unsigned reading_treatment(const urlgrep_reading *reading);

#endif
