/* altered_scheme.c - schemes as they are written so that nobody opens the URL: "hxxp" */
#include "text/altered_scheme.h"

#include <string.h>

#include "util/ascii.h"

/* What is not listed is never taken for http. */
static const struct {
	const char *written, *means;
} schemes[] = {
	{ "hxxp", "http" }, { "hxxps", "https" }, { "h**p", "http" }, { "h**ps", "https" },
	{ "h__p", "http" }, { "h__ps", "https" }, { "h--p", "http" }, { "h--ps", "https" },
	{ "h++p", "http" }, { "h++ps", "https" }, { "hzzp", "http" }, { "hzzps", "https" },
	{ "hnnp", "http" }, { "hnnps", "https" }, { "h00p", "http" }, { "h00ps", "https" },
	{ "htxp", "http" }, { "htxps", "https" }, { "hxtp", "http" }, { "hxtps", "https" },
	{ "hxp", "http" }, { "hxps", "https" }, { "hxxxp", "http" }, { "hxxxps", "https" },
	{ "h[tt]p", "http" }, { "h[tt]ps", "https" }, { "h(tt)p", "http" },
	{ "h(tt)ps", "https" }, { "h{tt}p", "http" }, { "h{tt}ps", "https" },
	{ "h[xx]p", "http" }, { "h[xx]ps", "https" }, { "h(xx)p", "http" },
	{ "h(xx)ps", "https" }, { "meow", "http" }, { "meows", "https" },
	{ "ttp", "http" }, { "ttps", "https" }, { "fxp", "ftp" }, { "fxps", "ftps" },
	{ "fxxp", "ftp" }, { "f*p", "ftp" }, { "f[t]p", "ftp" }, { "ftx", "ftp" },
	{ "sfxp", "sftp" }, { "sftx", "sftp" },
};

enum { SCHEME_COUNT = sizeof(schemes) / sizeof(schemes[0]) };

const char *
altered_scheme_name(unsigned index)
{
	return index < SCHEME_COUNT ? schemes[index].written : NULL;
}

/* Return true if a scheme may follow c. */
static bool
may_precede(char c)
{
	return !ascii_is(c, ASCII_ALPHA | ASCII_DIGIT) && !memchr("+.-", c, 3);
}

/* Return true if text[0..len) ends in "http" or "https", as nearly always: then it ends in no
 * altered scheme, since "ttp" is none after a letter. */
static bool
ends_in_http(const char *text, size_t len)
{
	len -= len > 0 && (text[len - 1] == 's' || text[len - 1] == 'S');
	return len >= 4 && ascii_equal(text + len - 4, "http", 4);
}

size_t
altered_scheme_length(const char *text, size_t len, const char **means)
{
	unsigned i;

	if (len == 0 || !altered_scheme_may_end(text[len - 1]) || ends_in_http(text, len))
		return 0;
	for (i = 0; i < SCHEME_COUNT; i++) {
		size_t n = strlen(schemes[i].written);

		if (n > len || !ascii_equal(text + len - n, schemes[i].written, n) ||
		    (len > n && !may_precede(text[len - n - 1])))
			continue;
		*means = schemes[i].means;
		return n;
	}
	return 0;
}
