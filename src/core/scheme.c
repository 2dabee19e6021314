/* scheme.c - the schemes that are looked for in running text */
#include "scheme.h"

#include <string.h>

#include "ascii.h"

/* Any other scheme is taken in a <URL:...> wrapper only: "note:this" and
 * "std::string" are no URLs. */
static const struct scheme schemes[] = {
	{ "http", true, false, false },
	{ "https", true, false, false },
	{ "ftp", true, false, false },
	{ "mailto", false, true, false },
	{ "news", true, true, false },
	{ "nntp", true, false, false },
	{ "gopher", true, false, false },
	{ "telnet", true, false, false },
	{ "tn3270", true, false, false },
	{ "wais", true, false, false },
	{ "file", true, true, true },
	{ "prospero", true, false, false },
	{ "imap", true, false, false },
	{ "ldap", true, false, true },
	{ "ldaps", true, false, true },
	{ "nfs", true, true, false },
	{ "ws", true, false, false },
	{ "wss", true, false, false },
	{ "git", true, false, false },
	{ "ssh", true, false, false },
	{ "sftp", true, false, false },
	{ "git+ssh", true, false, false },
	{ "svn", true, false, false },
	{ "svn+ssh", true, false, false },
	{ "rsync", true, false, false },
	{ "irc", true, false, false },
	{ "ircs", true, false, false },
	{ "afs", true, false, false },
	{ "tel", false, true, false },
	{ "sip", false, true, false },
	{ "sips", false, true, false },
	{ "urn", false, true, false },
	{ "data", false, true, false },
	{ "magnet", false, true, false },
	{ "xmpp", false, true, false },
	{ "cid", false, true, false },
	{ "mid", false, true, false },
};

static bool
same(const char *name, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (name[i] != ascii_lower(text[i])) /* NUL ends it too */
			return false;
	return name[len] == '\0';
}

const struct scheme *
scheme_named(const char *text, size_t len)
{
	size_t i;

	if (len > SCHEME_LONGEST)
		return NULL;
	for (i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++)
		if (same(schemes[i].name, text, len))
			return &schemes[i];
	return NULL;
}
