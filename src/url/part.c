/* part.c - the parts of a judged URL */
#include <string.h>

#include "urlgrep.h"

urlgrep_span
urlgrep_part_named(const urlgrep_url *url, const char *name)
{
	unsigned i;

	for (i = 0; i < url->part_count; i++) {
		const char *other = url->parts[i].name;

		/* most names differ in the first letter */
		if (*other == *name && strcmp(other, name) == 0)
			return url->parts[i].value;
	}
	return (urlgrep_span){ NULL, 0 };
}
