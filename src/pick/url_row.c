/* url_row.c - one line of the list: a URL that may be opened */
#include "pick/url_row.h"

#include <string.h>

#include "row/warnings.h"
#include "util/ascii.h"
#include "util/utf8.h"

bool
url_row_has_usual_scheme(const struct url_row *row)
{
	static const char *const usual[] = { "ftp", "gopher", "http", "https", "mailto",
		"news", "nntp" };
	const char *url = url_row_chosen(row);
	size_t len = strcspn(url, ":"), i;

	for (i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (ascii_is_word(url, len, usual[i]))
			return true;
	return false;
}

/* Return the warnings that only say that the target is not known, or that there is one.
 * Newsletters are full of such links. */
static urlgrep_warnings
harmless_warnings(void)
{
	static const char *const names[] = { "redirect", "shortener", "opaque" };
	struct warning row;
	urlgrep_warnings set = 0;
	unsigned i;
	size_t j;

	for (i = 0; finding_warnings_row(i, &row); i++)
		for (j = 0; j < sizeof(names) / sizeof(names[0]); j++)
			if (strcmp(row.name, names[j]) == 0)
				set |= row.bit;
	return set;
}

bool
url_row_is_odd(const struct url_row *row)
{
	return (row->warnings & ~harmless_warnings()) || row->is_link_text ||
	    !url_row_has_usual_scheme(row);
}

const char *
url_row_other_form(const struct url_row *row)
{
	return utf8_is_ascii(row->other_host, strlen(row->other_host)) ? "in US-ASCII" :
	    "in Unicode";
}

const char *
url_row_group_name(enum row_group group)
{
	static const char *const names[] = { [GROUP_LINKS] = "Links",
		[GROUP_ADDRESSES] = "E-mail addresses",
		[GROUP_RESOURCES] = "Images, style sheets, forms",
		[GROUP_INVALID] = "Not opened" };

	_Static_assert(sizeof(names) / sizeof(names[0]) == GROUP_COUNT, "a name for each");
	return names[group];
}
