/* wrappers_file.c - the user's own table of services that wrap URLs: --wrappers=FILE */
#include "cmd/wrappers_file.h"

#include <stdio.h>
#include <string.h>

#include "cmd/file_text.h"
#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "util/strbuf.h"

/* Print "urlgrep: FILE:LINE: reason". */
static void
report_row(const char *path, unsigned line, const char *reason)
{
	struct strbuf place = { .memory = &xmalloc_memory };
	char number[16];

	snprintf(number, sizeof(number), ":%u", line);
	strbuf_append_string(&place, path);
	strbuf_append(&place, number, strlen(number) + 1);
	message(place.at, reason);
	strbuf_free(&place);
}

/* List the rows, which are cut apart, and try each. */
static bool
add_rows(urlgrep_unwrapper *unwrapper, const char *path, char *text,
    struct string_list *rows)
{
	unsigned line = 0;
	bool is_good = true;
	const char *why;

	for (; *text; line++) {
		char *row = text;
		size_t len = strcspn(row, "\n");

		text += len + (row[len] == '\n');
		row[len] = '\0';
		if (len == 0 || row[0] == '#')
			continue;
		switch (urlgrep_unwrapper_add(unwrapper, row, len, &why)) {
		case URLGREP_OK:
			string_list_add(rows, row);
			break;
		case URLGREP_NOMEM:
			x_die();
		default:
			report_row(path, line + 1, why);
			is_good = false;
		}
	}
	return is_good;
}

bool
wrappers_file_read(const char *path, const urlgrep_grammar *grammar, char **text,
    struct string_list *rows)
{
	urlgrep_unwrapper *unwrapper;
	bool is_good;

	*text = file_text_read(path);
	if (*text == NULL)
		return false;
	unwrapper = urlgrep_unwrapper_new(grammar, URLGREP_UNWRAP_DEFAULT);
	if (unwrapper == NULL)
		x_die();
	is_good = add_rows(unwrapper, path, *text, rows);
	urlgrep_unwrapper_free(unwrapper);
	return is_good;
}
