/* scheme.c - the schemes that are looked for in running text */
#include "text/scheme.h"

#include <string.h>

#include "util/ascii.h"

/* Any other scheme is taken in a <URL:...> wrapper only: "note:this" and
 * "std::string" are no URLs. In the order of their lengths. */
static const struct scheme schemes[] = {
	{ "ws", true, false, false },
	{ "ftp", true, false, false },
	{ "nfs", true, true, false },
	{ "wss", true, false, false },
	{ "git", true, false, false },
	{ "ssh", true, false, false },
	{ "svn", true, false, false },
	{ "irc", true, false, false },
	{ "afs", true, false, false },
	{ "tel", false, true, false },
	{ "sip", false, true, false },
	{ "urn", false, true, false },
	{ "cid", false, true, false },
	{ "mid", false, true, false },
	{ "http", true, false, false },
	{ "news", true, true, false },
	{ "nntp", true, false, false },
	{ "wais", true, false, false },
	{ "file", true, true, true },
	{ "imap", true, false, false },
	{ "ldap", true, false, true },
	{ "sftp", true, false, false },
	{ "ircs", true, false, false },
	{ "sips", false, true, false },
	{ "data", false, true, false },
	{ "xmpp", false, true, false },
	{ "https", true, false, false },
	{ "ldaps", true, false, true },
	{ "rsync", true, false, false },
	{ "mailto", false, true, false },
	{ "gopher", true, false, false },
	{ "telnet", true, false, false },
	{ "tn3270", true, false, false },
	{ "magnet", false, true, false },
	{ "git+ssh", true, false, false },
	{ "svn+ssh", true, false, false },
	{ "prospero", true, false, false },
};

/* Where the names of each length begin, and where the longest end. */
static const unsigned char begin_of[SCHEME_LONGEST + 2] = { 0, 0, 0, 1, 14, 26, 29, 34, 36, 37 };

static bool
same(const char *name, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (name[i] != ascii_lower(text[i]))
			return false;
	return true;
}

const struct scheme *
scheme_named(const char *text, size_t len)
{
	size_t i;

	if (len > SCHEME_LONGEST)
		return NULL;
	for (i = begin_of[len]; i < begin_of[len + 1]; i++)
		if (same(schemes[i].name, text, len))
			return &schemes[i];
	return NULL;
}

void
scheme_ends_fill(struct scheme_ends *ends)
{
	size_t i;

	memset(ends, 0, sizeof(*ends));
	for (i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++)
		scheme_ends_add(ends, schemes[i].name, strlen(schemes[i].name));
	scheme_ends_add(ends, "url", 3);
}
