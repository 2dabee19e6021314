/* parts.c - the parts of a URL that --part names */
#include "cmd/print/parts.h"

#include <string.h>

#include "util/ascii.h"

const char *
parts_name(unsigned i)
{
	/* the captures of the grammars, and what parts_find() adds */
	static const char *const names[] = { "scheme", "user", "password", "host",
		"port", "path", "query", "fragment", "written", "addr-spec", "article",
		"article-number", "attrs", "auth", "base64", "cid", "context", "data",
		"database", "digits", "dn", "domain", "exts", "fields", "fieldspecs",
		"filter", "ftptype", "global", "gopher+_string", "gplus", "groupart",
		"group", "gtype", "headers", "hostport", "hsoname", "jid", "local",
		"local-part", "login", "lpath", "mailbox", "mech", "mid", "nid", "nss",
		"number", "opaque", "opath", "params", "partial", "q", "r", "rpath",
		"scope", "search", "section", "selector", "to", "type", "uid",
		"uidvalidity", "unique", "urlauth", "url-path", "userinfo", "wpath",
		"wtype" };

	return i < sizeof(names) / sizeof(names[0]) ? names[i] : NULL;
}

/* "path" is the path by whatever name the grammar has for it, "written" the text as it
 * stands. */
urlgrep_span
parts_find(const urlgrep_finding *f, const urlgrep_url *url, const char *name)
{
	/* rfc1738 has a url-path, which does not include the "/" before it; for
	 * URLs without "//" the grammars have local, relative and opaque paths */
	static const char *const paths[] = { "url-path", "lpath", "rpath", "opath" };
	urlgrep_span part = urlgrep_part_named(url, name);
	size_t i;

	if (strcmp(name, "written") == 0)
		return f->written.text ? f->written : url->text;
	if (strcmp(name, "path") != 0)
		return part;
	for (i = 0; part.text == NULL && i < sizeof(paths) / sizeof(paths[0]); i++)
		part = urlgrep_part_named(url, paths[i]);
	return part;
}

static void
append_folded(struct strbuf *columns, urlgrep_span part)
{
	size_t i;

	strbuf_append(columns, part.text, part.len);
	for (i = columns->len - part.len; i < columns->len; i++)
		columns->at[i] = ascii_lower(columns->at[i]);
}

bool
parts_append(struct strbuf *columns, const struct string_list *names,
    const urlgrep_finding *finding, const urlgrep_url *url, bool is_folded)
{
	bool has_any = false;
	size_t i;

	for (i = 0; i < names->count; i++) {
		urlgrep_span part = parts_find(finding, url, names->at[i]);

		if (i > 0)
			strbuf_append(columns, "\t", 1);
		if (part.text == NULL)
			continue;
		has_any = true;
		if (is_folded && strcmp(names->at[i], "host") == 0)
			append_folded(columns, part);
		else
			strbuf_append(columns, part.text, part.len);
	}
	return has_any;
}
