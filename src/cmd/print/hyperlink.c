/* hyperlink.c - URLs that a terminal opens at a click (OSC 8) */
#include "cmd/print/hyperlink.h"

#include "cmd/print/escape.h"
#include "cmd/target_warnings.h"
#include "row/warnings.h"
#include "util/ascii.h"

/* Terminals ignore longer ones. */
enum { MAX_LINK_BYTES = 2083 };

static bool
has_safe_scheme(const urlgrep_url *url)
{
	urlgrep_span scheme = urlgrep_part_named(url, "scheme");

	return ascii_is_word(scheme.text, scheme.len, "http") ||
	    ascii_is_word(scheme.text, scheme.len, "https") ||
	    ascii_is_word(scheme.text, scheme.len, "mailto");
}

bool
hyperlink_is_safe(struct printer *p, const urlgrep_finding *f,
    const urlgrep_location *location, urlgrep_span *target)
{
	if (!settings_accept(p->settings, f->url.verdict) || !has_safe_scheme(&f->url) ||
	    (finding_warnings_of(f, location) | target_warnings_of_all(p->target)) != 0)
		return false;
	if (!printer_make_uri(p, &f->url, target))
		*target = f->url.text;
	return target->len <= MAX_LINK_BYTES &&
	    escape_skip_printable(target->text, 0, target->len) == target->len;
}

void
hyperlink_begin(struct strbuf *out, urlgrep_span target)
{
	strbuf_append_string(out, "\33]8;;");
	strbuf_append(out, target.text, target.len);
	strbuf_append_string(out, "\33\\");
}

void
hyperlink_end(struct strbuf *out)
{
	strbuf_append_string(out, "\33]8;;\33\\");
}
