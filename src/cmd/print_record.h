/* print_record.h - what --csv, --tsv and --format print of each finding: fields, and the text
 * between them */
#ifndef CMD_PRINT_RECORD_H
#define CMD_PRINT_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "cmd/printer.h"
#include "row/fields.h"
#include "util/strbuf.h"

/* A field, or text if field is NULL. */
struct layout_item {
	const struct field *field;
	const char *part; /* the name of a part of the URL, if the field is "parts" */
	const char *text; /* the name of a field, too; borrowed, or in the layout's text */
	size_t len;
};

struct layout {
	struct layout_item *items;
	size_t count;
	char *text;
};

/* The columns if none are named. */
#define LAYOUT_DEFAULT_COLUMNS \
	"file,line,message,message_id,date,from,subject,url,scheme,host,verdict,warnings"

/* Read the names of columns, separated by commas. Return NULL after appending to reason why
 * there is an error. */
struct layout *layout_read_columns(const char *names, struct strbuf *reason);

/* Read a template: text with fields in braces, "{date} {url}". "{{" and "}}" are braces; a
 * backslash begins \t, \n or \\. Return NULL after appending to reason. */
struct layout *layout_read_template(const char *template, struct strbuf *reason);

/* Takes NULL. */
void layout_free(struct layout *layout);

/* Return true if a field needs one of these (NEEDS_TARGET...). */
bool layout_needs(const struct layout *layout, unsigned needs);

#endif
