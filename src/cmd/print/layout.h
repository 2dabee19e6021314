/* layout.h - what --csv, --tsv and --format print of each finding: fields, and the text
 * between them */
#ifndef CMD_PRINT_LAYOUT_H
#define CMD_PRINT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "cmd/print/field.h"
#include "util/strbuf.h"

/* A field, or text if field is NULL. */
struct layout_item {
	const struct field *field;
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
	"path,line,message,id,date_iso,from,subject,url,scheme,host,verdict,warnings"

/* Read the names of columns, separated by commas. Return NULL after appending to reason why
 * there is an error. */
struct layout *layout_read_columns(const char *names, struct strbuf *reason);

/* Read a template: text with fields in braces, "{date} {url}". "{{" and "}}" are braces; a
 * backslash begins \t, \n or \\. Return NULL after appending to reason. */
struct layout *layout_read_template(const char *template, struct strbuf *reason);

/* Takes NULL. */
void layout_free(struct layout *layout);

/* Return true if a field needs that. */
bool layout_needs(const struct layout *layout, bool (*needs)(const struct field *field));

#endif
