/* part.c - the part of a URL that --part asks for */
#include "cmd/part.h"

#include <string.h>

urlgrep_span
part_asked(const urlgrep_url *url, const char *name)
{
	/* rfc1738's, which the "/" before it does not belong to; of file:/x, of
	 * nfs:x, of all else without "//" */
	static const char *const paths[] = { "url-path", "lpath", "rpath", "opath" };
	urlgrep_span part = urlgrep_part_named(url, name);
	size_t i;

	if (strcmp(name, "path") != 0)
		return part;
	for (i = 0; part.text == NULL && i < sizeof(paths) / sizeof(paths[0]); i++)
		part = urlgrep_part_named(url, paths[i]);
	return part;
}
