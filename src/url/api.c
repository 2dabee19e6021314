/* api.c - the judged URL, as the library's users see it */
#include <string.h>

#include "text/scanner.h"

urlgrep_status
urlgrep_judge(urlgrep_scanner *s, const char *text, size_t len, unsigned flags,
    urlgrep_url *url)
{
	if (len > URLGREP_LONGEST) {
		url->text = (urlgrep_span){ text, len };
		url->part_count = 0;
		return url->verdict = URLGREP_LIMIT;
	}
	matcher_judge(s->matcher, text, len, url);
	if (flags & URLGREP_NO_FRAGMENT && url->verdict == URLGREP_OK &&
	    memchr(text, '#', len)) {
		url->part_count = 0;
		url->verdict = URLGREP_INVALID;
	}
	return url->verdict;
}

urlgrep_span
urlgrep_part_named(const urlgrep_url *url, const char *name)
{
	unsigned i;

	for (i = 0; i < url->part_count; i++)
		if (strcmp(url->parts[i].name, name) == 0)
			return url->parts[i].value;
	return (urlgrep_span){ NULL, 0 };
}

const char *
urlgrep_version(void)
{
	return URLGREP_VERSION;
}
