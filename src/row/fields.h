/* fields.h - the table of the members of a finding: each row is an attribute of a URL in
 * Python and a column in Arrow and SQL */
#ifndef ROW_COLUMNS_H
#define ROW_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

#include <urlgrep.h>
#include <urlgrep_mail.h>

#include "row/details.h"

/* A finding, or what could not be read. */
struct row {
	const urlgrep_finding *finding;   /* NULL: error is set */
	const urlgrep_location *location; /* NULL: the finding is of a text */
	urlgrep_mail *mail; /* whose current message has the finding; or NULL */
	struct details *details;          /* of the finding's URL */
	const char *path;   /* of an error */
	const char *error;
};

enum column_type {
	COLUMN_TEXT,
	COLUMN_NUMBER,
	COLUMN_BOOL,
	COLUMN_WORDS,    /* a list of names */
	COLUMN_TEXTS,    /* a list of texts */
	COLUMN_PARTS,    /* the parts of the URL, by name */
	COLUMN_READINGS  /* those of the finding */
};

/* The value of a column. */
struct value {
	bool is_absent;
	urlgrep_span text;
	int64_t number;                /* also of COLUMN_BOOL */
	uint64_t words;                /* bit 1 << index: word(index) is in the list */
	const char *(*word)(unsigned);
	struct text_list texts;
	const urlgrep_url *url;        /* whose parts they are */
};

/* For struct column.sets. */
enum {
	OF_URL = 1,     /* an attribute of a URL */
	OF_TEXT = 2,    /* a column of what is found in a text, by default */
	OF_MAIL = 4,    /* a column of what is found in mail, by default */
	OF_SQL = 8,     /* a column of the tables in databases */
	OF_JUDGED = 16  /* depends on nothing but the text of the URL */
};

struct column {
	const char *name;
	enum column_type type;
	unsigned sets;
	/* Fill in the value; of COLUMN_READINGS whether it is absent. */
	void (*get)(const struct row *row, struct value *value);
};

/* Return column number index; NULL from the first index without one. */
const struct column *column_at(unsigned index);
/* Return the column of that name, or NULL. */
const struct column *column_named(const char *name);

/* Set *value to the column's value in the row. It may borrow memory that is valid until
 * another value is read or details_begin is called. */
void column_get(const struct column *column, const struct row *row,
    struct value *value);

/* Remove the first word from a set and return its name; NULL if the set has none. */
const char *column_next_word(uint64_t *words, const char *(*word)(unsigned));

/* Return the name of a verdict. */
const char *column_verdict_name(urlgrep_status verdict);

#endif
