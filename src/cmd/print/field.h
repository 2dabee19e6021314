/* field.h - the members of a finding that --csv, --tsv and --format print
 *
 * They have the names and values of the JSON output (src/doc/JSON.md). A new one is a row
 * of the table in field.c. */
#ifndef CMD_PRINT_FIELD_H
#define CMD_PRINT_FIELD_H

#include <stdbool.h>
#include <stddef.h>

#include "cmd/print/printer.h"
#include "util/strbuf.h"

/* The finding that is printed, by a printer whose target is set. */
struct field_source {
	struct printer *printer;
	const urlgrep_finding *finding;
	const urlgrep_location *location;
};

struct field;

/* Return the field of that name, or NULL. "parts.NAME" is a part of the URL, also where
 * NAME alone is another field. */
const struct field *field_named(const char *name, size_t len);

/* Return the name of field number i, or NULL after the last. */
const char *field_name(unsigned i);

/* Return true if the field needs what a wrapper leads to, or the number of a line, or that
 * of a message. */
bool field_needs_target(const struct field *field);
bool field_needs_line(const struct field *field);
bool field_needs_message_number(const struct field *field);

/* If the field is the number of a line or a message, which may have to be written later (see
 * printer.h), write it and return true. */
bool field_write_number(const struct field *field, const struct field_source *from);

/* Append the value of any other field; nothing if the finding has none. */
void field_append(const struct field *field, const struct field_source *from,
    struct strbuf *to);

#endif
